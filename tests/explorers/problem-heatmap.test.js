// The explorer of all agents on all games, by hand; benchlib's beliefs are compared in
// test_problems.py.
const test = require("node:test");
const assert = require("node:assert/strict");
const BM = require("../../book/_static/explorer.js");
const H = require("../../book/_static/explorers/problem-heatmap.js");

// Five agents on four games: one where results go below 0, one without plays of e, one that all
// win, one that tells everybody apart. Each call is a page of its own.
const page = () => {
  const win = [[-0.5, 0, 1, 0], [0.5, 1, 1, 0.25], [0.5, 1, 1, 0.5], [1, 1, 1, 0.75], [0, 0, 1, 1]];
  const score = win.map((row) => row.map((value) => 200 * value - 50));
  return {
    agents: ["a", "b", "c", "d", "e"],
    games: ["frogs", "lasers", "maze", "zen"],
    plays: [[1200, 10, 10, 10], [20, 10, 10, 10], [20, 10, 10, 10], [20, 10, 10, 10], [20, 0, 10, 10]],
    colours: ["#000000", "#333333", "#777777", "#bbbbbb"],
    noun: { win: "win rate", score: "score" },
    mean: { win, score },
    sd: { win: win.map((row) => row.map(() => 0.1)), score: score.map((row) => row.map((_, g) => (g === 3 ? 0.01 : 20))) },
    gain: { win: [1.25, 0.5, 0, 2], score: [1, 0.5, 0, 2.3] },
    clustered: { win: [2, 0, 3, 1], score: [0, 1, 2, 3] },
    initial: { measure: "win", order: "clusters", game: "zen", agent: "b" },
  };
};
const DATA = page();
const state = (changes) => ({ ...DATA.initial, ...changes });
const near = (x, y, tolerance = 1e-12) => assert.ok(Math.abs(x - y) <= tolerance, `${x} is not ${y}`);
const sentence = (changes) => H.view(DATA, state(changes), 600).sentence;

test("beliefs are the kernel of added deviations, divided by their sum", () => {
  // On lasers, a and e look alike, and the gap to b, c and d is five times the added deviations.
  const far = Math.exp(-12.5);
  H.beliefs(DATA, "win", 0, 1).forEach((belief, b) => near(belief, (b === 0 || b === 4 ? 1 : far) / (2 + 3 * far)));
  for (const belief of H.beliefs(DATA, "win", 3, 2)) near(belief, 1 / 5);
});

test("what is too small for a double counts as 1e-5, and the rest stays", () => {
  assert.deepEqual(H.beliefs(DATA, "score", 2, 3), [1e-5, 1e-5, 1, 1e-5, 1e-5]);
});

test("a larger deviation costs the height of its kernel", () => {
  const data = { ...page(), sd: { win: [[0.1], [0.3], [0.1], [0.1], [0.1]] }, mean: { win: [[0], [0], [0], [0], [0]] } };
  const found = H.beliefs(data, "win", 0, 0);
  near(found[1] / found[0], 0.2 / 0.4);
});

test("win rates keep their scale and scores are put between the ends of their game", () => {
  assert.deepEqual(H.shades(DATA, "win").map((row) => row[0]), [0, 0.5, 0.5, 1, 0]);
  H.shades(DATA, "score").map((row) => row[0]).forEach((found, a) => near(found, [0, 2 / 3, 2 / 3, 1, 1 / 3][a]));
  // A score that is the same for all has no place between ends.
  assert.deepEqual(H.shades(DATA, "score").map((row) => row[2]), [0, 0, 0, 0, 0]);
});

test("games and agents stand in the order that is asked for", () => {
  const names = (order, measure = "win") => {
    const { games, agents } = H.arranged(DATA, { measure, order });
    return [games.map((g) => DATA.games[g][0]).join(""), agents.map((a) => DATA.agents[a]).join("")];
  };
  assert.deepEqual(names("clusters"), ["mfzl", "dcbea"]);
  assert.deepEqual(names("gain"), ["zflm", "dcbea"]);
  assert.deepEqual(names("name"), ["flmz", "abcde"]);
  assert.equal(names("clusters", "score")[0], "flmz");
});

test("a point of the picture is the cell that is drawn there, and nothing beside the cells is", () => {
  for (const width of [300, 640]) {
    for (const order of ["clusters", "gain", "name"]) {
      const now = state({ order });
      const { left, top, cell } = H.layout(DATA, width);
      const { games, agents } = H.arranged(DATA, now);
      games.forEach((g, column) => agents.forEach((a, row) => {
        for (const [right, down] of [[0.02, 0.02], [0.98, 0.98]]) {
          const at = { x: left + (column + right) * cell.width, y: top + (row + down) * cell.height };
          assert.deepEqual(H.pick(DATA, now, width, at), { game: DATA.games[g], agent: DATA.agents[a] });
        }
      }));
      const beside = [[left - 1, top + 5], [left + 5, top - 1], [width, top + 5], [left + 5, top + 5 * cell.height + 1]];
      for (const [x, y] of beside) assert.equal(H.pick(DATA, now, width, { x, y }), null);
    }
  }
});

test("arrow keys go to the neighbour that is seen, and no further than the edge", () => {
  const walk = (keys, now = DATA.initial) => keys.reduce((at, key) => ({ ...at, ...H.pick(DATA, at, 600, { key }) }), now);
  const place = ({ game, agent }) => `${game} ${agent}`;
  // From left to right maze, frogs, zen, lasers; from top to bottom d, c or b, e, a.
  assert.equal(place(walk(["ArrowLeft"])), "frogs b");
  assert.equal(place(walk(["ArrowRight", "ArrowRight", "ArrowRight"])), "lasers b");
  assert.equal(place(walk(["ArrowDown"])), "zen e");
  assert.equal(place(walk(new Array(9).fill("ArrowUp"))), "zen d");
  assert.equal(place(walk(["ArrowUp"], state({ order: "name" }))), "zen a");
  for (const key of ["Tab", "Enter", "a", "Escape"]) assert.equal(H.pick(DATA, DATA.initial, 600, { key }), null);
});

test("the sentence says what the cell holds and who is hard to tell from it", () => {
  assert.match(sentence({ game: "frogs", agent: "a" }), /^a on frogs: mean win rate −0\.500, standard deviation 0\.100, over 1,200 plays\. By win rate the game has a gain of 1\.25 of at most 2\.32 bits, rank 2 of 4\./);
  // A quarter away, b is 1.25 added deviations off on either side.
  const beside = Math.exp(-0.78125);
  const own = 1 / (1 + 2 * beside + Math.exp(-3.125) + Math.exp(-7.03125));
  near(H.beliefs(DATA, "win", 1, 3)[1], 1 / (1 + 2 * beside + Math.exp(-3.125) + Math.exp(-7.03125)));
  assert.ok(sentence({}).includes(`believes ${BM.number(own)} in b; hardest to tell from it are a (${BM.number(own * beside)}), c (${BM.number(own * beside)}) and d (`));
  assert.match(sentence({ game: "lasers", agent: "e" }), /as the table prints it, but no plays\..* hardest to tell from it is a \(0\.500\)\.$/);
  assert.match(sentence({ game: "maze", agent: "c" }), /believes 0\.200 in c; hardest to tell from it are 4 agents with 0\.200 each, such as a\.$/);
  assert.match(sentence({ measure: "score" }), /^b on zen: mean score 0, .* By score .*2\.30 .* believes 1\.00 in b; nobody is hard to tell from it/);
});

test("every cell is drawn once in the colour of its value", () => {
  for (const width of [300, 640]) {
    const { left, top, cell } = H.layout(DATA, width);
    const { games, agents } = H.arranged(DATA, DATA.initial);
    const { svg } = H.view(DATA, DATA.initial, width);
    const seen = new Map();
    for (const [, fill, d] of svg.matchAll(/<path fill="(#\w+)" d="([^"]+)"/g)) {
      for (const [, from, y, to] of d.matchAll(/M([\d.]+) ([\d.]+)H([\d.]+)v/g)) {
        const [first, last, row] = [(from - left) / cell.width, (to - left) / cell.width, (y - top) / cell.height].map(Math.round);
        for (let column = first; column < last; column += 1) {
          assert.ok(!seen.has(`${row} ${column}`));
          seen.set(`${row} ${column}`, fill);
        }
      }
    }
    assert.equal(seen.size, 20);
    agents.forEach((a, row) => games.forEach((g, column) => {
      const value = Math.max(0, DATA.mean.win[a][g]);
      assert.equal(seen.get(`${row} ${column}`), DATA.colours[Math.min(3, Math.floor(4 * value))]);
    }));
    assert.equal(svg.match(/stroke="#000" stroke-width="1.5"/g).length, 1, "one cell has no plays");
  }
});

test("the mark is on the cell of the state, whatever was drawn before", () => {
  const data = page();
  const { left, top, cell } = H.layout(data, 600);
  const mark = (svg) => svg.match(/<rect x="([\d.]+)" y="([\d.]+)" width="[\d.]+" height="[\d.]+" fill="none" stroke="#fff"/).slice(1).map(Number);
  const first = H.view(data, data.initial, 600).svg;
  const [x, y] = mark(first);
  near(x, left + 2 * cell.width - 0.5, 0.01);
  near(y, top + 2 * cell.height - 0.5, 0.01);
  for (const [changes, width] of [[{ measure: "score" }, 600], [{ order: "name" }, 600], [{}, 400], [{ agent: "a" }, 600]]) {
    assert.notEqual(H.view(data, { ...data.initial, ...changes }, width).svg, first);
  }
  assert.equal(H.view(data, data.initial, 600).svg, first);
  const other = { ...page(), mean: { ...DATA.mean, win: DATA.mean.win.map((row) => row.map((value) => 1 - value)) } };
  assert.notEqual(H.view(other, other.initial, 600).svg, first);
});

test("controls offer what the state holds, and the view fits its width", () => {
  assert.deepEqual(H.initial(DATA), DATA.initial);
  assert.notEqual(H.initial(DATA), DATA.initial);
  const [measures, orders, games, agents] = H.controls(DATA, DATA.initial);
  assert.deepEqual([measures, orders, games, agents].map(({ name }) => name), Object.keys(DATA.initial));
  assert.deepEqual(games.options.map(({ value }) => value), ["maze", "frogs", "zen", "lasers"]);
  for (const { value: measure } of measures.options) {
    for (const { value: order } of orders.options) {
      for (const game of DATA.games) {
        for (const width of [240, 519, 520, 760]) {
          const now = state({ measure, order, game });
          assert.deepEqual(BM.allowed(H.controls(DATA, now), now), now);
          const { svg, label } = H.view(DATA, now, width);
          assert.match(svg, new RegExp(`width="${width}"`));
          for (const [, x] of svg.matchAll(/ (?:x|x1|x2)="(-?[\d.]+)"/g)) assert.ok(x >= -2 && x <= width, x);
          assert.doesNotMatch(svg, /NaN|Infinity|undefined/);
          assert.ok(label.includes(game) && label.length > 40);
        }
      }
    }
  }
});
