// The explorer of what one more game adds, by hand; benchlib's bits are compared in
// test_problems.py.
const test = require("node:test");
const assert = require("node:assert/strict");
const BM = require("../../book/_static/explorer.js");
const P = require("../../book/_static/explorers/added-problem.js");

const near = (x, y, tolerance = 1e-12) => assert.ok(Math.abs(x - y) <= tolerance, `${x} is not ${y}`);
const NONE = { game1: "", game2: "", game3: "", game4: "", agent: "", convention: "gaussian" };
const rows = (table, value) => table.map((row) => row.map(() => value));
const page = (win, sd, games) => ({
  agents: win.map((_, a) => `agent ${a}`), games, mean: { win }, sd: { win: rows(win, sd) },
});
// Four agents: games a, b and d each tell halves apart, a and d the same ones; c tells nothing.
const DATA = {
  ...page([[0, 0, 1, 0], [0, 1, 1, 0], [1, 0, 1, 1], [1, 1, 1, 1]], 0.01, ["a", "b", "c", "d"]),
  initial: { ...NONE, game1: "a", candidate: "b" },
};
const state = (changes) => ({ ...DATA.initial, ...changes });
const sentence = (changes) => P.view(DATA, state(changes), 600).sentence;

test("a game that looks alike for all gives nothing, and one that parts them in halves one bit", () => {
  const { adds } = P.joint(DATA, "gaussian", []);
  near(adds("c"), 0);
  for (const game of ["a", "b", "d"]) near(adds(game), 1);
});

test("two agents, by hand, under either convention", () => {
  // Half a unit apart with deviations of 0.2: added they are 0.4, their variances 0.08.
  const pair = page([[0], [0.5]], 0.2, ["a"]);
  for (const [convention, squared] of [["released", 0.16], ["gaussian", 0.08]]) {
    const other = 1 / (1 + Math.exp(0.125 / squared));
    const entropy = -(other * Math.log2(other) + (1 - other) * Math.log2(1 - other));
    near(P.joint(pair, convention, ["a"]).bits, 1 - entropy);
  }
});

test("the released rule puts 1e-5 where a probability is too small, and only there", () => {
  const bits = (gap, convention) => P.joint(page([[0], [gap]], 0.5, ["a"]), convention, ["a"]).bits;
  near(bits(1000, "gaussian"), 1);
  near(bits(1000, "released"), 1 + 1e-5 * Math.log2(1e-5));
  // exp(-38.5²/2) is a double, exp(-38.7²/2) is none.
  near(bits(38.5, "released"), 1);
  near(bits(38.7, "released"), 1 + 1e-5 * Math.log2(1e-5));
});

test("measures of one game and games of one set add up alike", () => {
  const { steps, bits, most, adds } = P.joint(DATA, "gaussian", ["a", "b"]);
  near(steps[0], 1);
  near(steps[1], 2);
  assert.equal(bits, steps[1]);
  assert.equal(most, 2);
  near(adds("d"), 0, 1e-9);
  const both = { ...DATA, games: ["a"], mean: { win: [[0], [0], [1], [1]], score: [[0], [1], [0], [1]] }, sd: { win: rows(DATA.agents.map(() => [0]), 0.01), score: rows(DATA.agents.map(() => [0]), 0.01) } };
  near(P.joint(both, "gaussian", ["a"]).bits, 2);
});

test("to leave an agent out is never to have had it", () => {
  const [win, sd] = [[[0, 0.2], [0.3, 0.1], [0.35, 0.9], [0.8, 0.85]], 0.15];
  const all = page(win, sd, ["a", "b"]);
  for (const convention of ["released", "gaussian"]) {
    win.forEach((_, a) => {
      const rest = page(win.filter((__, b) => a !== b), sd, ["a", "b"]);
      const [found, expected] = [P.joint(all, convention, ["a"], `agent ${a}`), P.joint(rest, convention, ["a"])];
      assert.equal(found.agents, 3);
      near(found.most, Math.log2(3));
      near(found.bits, expected.bits);
      near(found.adds("b"), expected.adds("b"));
    });
  }
});

test("the same game once more is taken for new evidence", () => {
  const pair = page([[0], [0.5]], 0.2, ["a"]);
  const { adds } = P.joint(pair, "gaussian", ["a"]);
  assert.ok(adds("a") > 0.1);
});

test("what adds most comes first, and of equals the first by name", () => {
  const names = (chosen, worth) => P.ranked(DATA, chosen, (game) => worth[game]).map(({ game }) => game).join("");
  assert.equal(names([], { a: 1, b: 3, c: 2, d: -1 }), "bcad");
  assert.equal(names(["b"], { a: 1, b: 3, c: 1 + 1e-14, d: 2 }), "dac");
  assert.equal(names([], { a: 1, b: 1 + 1e-14, c: 1 - 1e-14, d: 1 + 1e-9 }), "dabc");
});

test("a set holds no game twice, and the game to add may be any", () => {
  const now = state({ game2: "c", candidate: "a" });
  const options = Object.fromEntries(P.controls(DATA, now).map(({ name, options: found }) => [name, found]));
  const values = (name) => options[name].map(({ value }) => value);
  assert.deepEqual(values("game1"), ["", "a", "b", "d"]);
  assert.deepEqual(values("game3"), ["", "b", "d"]);
  assert.deepEqual(values("candidate"), ["a", "b", "c", "d"]);
  assert.deepEqual(options.candidate.map(({ label }) => label), ["a again", "b", "c again", "d"]);
  assert.deepEqual(values("agent"), ["", ...DATA.agents]);
  assert.deepEqual(BM.allowed(P.controls(DATA, now), now), now);
});

test("the sentence says what is known, what is added and what would add most", () => {
  assert.equal(sentence({}), "The game a gives 1.00 of at most 2.00 bits about all 4 agents. Adding b brings 1.000 bits more, the most of 3 games; by itself it gives 1.00. Most would come from b (+1.000), c (+0.0000) and d (+0.0000).");
  assert.match(sentence({ game2: "b", candidate: "c" }), /^The games a and b give 2\.00 of at most 2\.00 bits.* Adding c brings 0\.0000 bits more, the most of 2 games; by itself it gives 0\.00\./);
  assert.match(sentence({ game1: "" }), /^At most 2\.00 bits can be known about all 4 agents, and no game is chosen yet\. Adding b brings 1\.000 bits more, rank 2 of 4 games\. Most/);
  assert.match(sentence({ candidate: "a" }), /Adding a brings 0\.0000 bits more, though it is there already: /);
  const without = sentence({ agent: "agent 3" });
  assert.match(without, /^The game a gives 0\.92 of at most 1\.58 bits about 3 agents without agent 3\. Adding b brings 0\.667 bits more/);
  assert.match(without, /With agent 3 among the agents, adding it brings \+1\.000\./);
});

test("a game that takes information away is said to do so", () => {
  // Far apart on a, an agent is known for sure; b, which varies widely, puts one more pair below the
  // least double, and with it 1e-5.
  const data = { ...page([[0, 0], [38.5, 300]], 0.5, ["a", "b"]), initial: { ...NONE, game1: "a", candidate: "b", convention: "released" } };
  const { svg, sentence: words } = P.view(data, data.initial, 600);
  assert.match(words, /Adding b takes 0\.0002 bits away, the most of 1 games; .* Most would come from b \(−0\.0002\)\.$/);
  assert.ok(svg.includes(">−0.0002<"));
});

test("bars start where the set ends and are as long as what is added", () => {
  const { svg } = P.view(DATA, state({ game1: "a", game2: "" }), 568);
  const [left, unit] = [160, (568 - 8 - 160) / 2];
  const bars = Array.from(svg.matchAll(/<rect x="([\d.]+)" y="[\d.]+" width="([\d.]+)"/g), (m) => m.slice(1).map(Number));
  const expected = [[left, unit], [left + unit, unit], [left + unit, unit], [left + unit, 1.5], [left + unit, 1.5]];
  assert.equal(bars.length, 5);
  bars.forEach(([x, width], k) => {
    near(x, expected[k][0], 0.02);
    near(width, expected[k][1], 0.02);
  });
});

test("controls offer what the state holds, and the view fits its width", () => {
  assert.deepEqual(P.initial(DATA), DATA.initial);
  assert.notEqual(P.initial(DATA), DATA.initial);
  assert.deepEqual(new Set(P.controls(DATA, DATA.initial).map(({ name }) => name)), new Set(Object.keys(DATA.initial)));
  for (const width of [240, 519, 520, 760]) {
    for (const changes of [{}, { game1: "" }, { game2: "b", game4: "d" }, { candidate: "a", agent: "agent 0" }, { convention: "released" }]) {
      const { svg, label, sentence: words } = P.view(DATA, state(changes), width);
      assert.match(svg, new RegExp(`width="${width}"`));
      for (const [, x] of svg.matchAll(/ (?:x|x1|x2)="(-?[\d.]+)"/g)) assert.ok(x >= 0 && x <= width, x);
      for (const [, x] of svg.matchAll(/<text x="([\d.]+)"[^>]*"start"[^>]*>[+−]/g)) assert.ok(Number(x) + 46 <= width, x);
      assert.doesNotMatch(svg + words, /NaN|Infinity|undefined/);
      assert.ok(label.length > 40);
    }
  }
});
