// The explorer of rankings, by hand; benchlib's numbers are compared in test_aggregates.py.
const test = require("node:test");
const assert = require("node:assert/strict");
const BM = require("../../book/_static/explorer.js");
const R = require("../../book/_static/explorers/aggregate-ranking.js");

const near = (x, y, tolerance = 1e-12) => assert.ok(Math.abs(x - y) <= tolerance, `${x} is not ${y}`);
// Human-normalized: Ann 1, 1, 10, 0; Bob 2, 2, 2, 2; Cy 0, 3, 1, 2. On the last game Bob and Cy tie.
const DATA = {
  systems: ["Ann", "Bob", "Cy"], planners: ["Ann"], games: ["Go", "Hex", "Zaxxon", "Ur"],
  groups: { testing: [0, 1, 2], design: [3], all: [0, 1, 2, 3] },
  scores: [[20, 2, 110, 5], [30, 3, 30, 25], [10, 4, 20, 25]],
  ends: { human: { low: [10, 1, 10, 5], high: [20, 2, 20, 15] }, random: { low: [0, 0, 0, 0], high: [10, 1, 10, 5] } },
  initial: { reference: "human", aggregate: "mean", games: "testing", without: "" },
};
const state = (changes) => ({ ...DATA.initial, ...changes });
const values = (changes, key = "value") => Object.fromEntries(R.ranking(DATA, state(changes)).rows.map((row) => [row.name, row[key]]));
const sentence = (changes) => R.view(DATA, state(changes), 600).sentence;

test("scores are put on the scale of each reference", () => {
  const { scores, games, systems } = R.normalized(DATA, state({}));
  assert.deepEqual(scores, [[1, 1, 10], [2, 2, 2], [0, 3, 1]]);
  assert.deepEqual([games, systems], [["Go", "Hex", "Zaxxon"], DATA.systems]);
  assert.deepEqual(R.normalized(DATA, state({ reference: "random", games: "all" })).scores, [[2, 2, 11, 1], [3, 3, 3, 5], [1, 4, 2, 5]]);
  const between = R.normalized(DATA, state({ reference: "systems" })).scores;
  assert.deepEqual(between, [[0.5, 0, 1], [1, 0.5, 1 / 9], [0, 1, 0]]);
});

test("to leave a system out moves the others only if they are the scale", () => {
  const without = R.normalized(DATA, state({ without: "Ann" }));
  assert.deepEqual([without.systems, without.scores], [["Bob", "Cy"], [[2, 2, 2], [0, 3, 1]]]);
  assert.deepEqual(R.normalized(DATA, state({ reference: "systems", without: "Ann" })).scores, [[1, 0, 1], [0, 1, 0]]);
});

test("games on which all systems shown are level are left out, under every reference", () => {
  for (const reference of ["human", "random", "systems"]) {
    const { games, scores } = R.normalized(DATA, state({ reference, games: "all", without: "Ann" }));
    assert.deepEqual(games, ["Go", "Hex", "Zaxxon"]);
    assert.ok(scores.flat().every(Number.isFinite));
  }
});

test("every aggregate is that of hand", () => {
  const all = { games: "all" };
  assert.deepEqual(values(all), { Ann: 3, Bob: 2, Cy: 1.5 });
  assert.deepEqual(values({ ...all, aggregate: "median" }), { Bob: 2, Cy: 1.5, Ann: 1 });
  assert.deepEqual(values({ aggregate: "median" }), { Bob: 2, Ann: 1, Cy: 1 });
  // Four games: the lowest and the highest are cut. Three games: nothing is.
  assert.deepEqual(values({ ...all, aggregate: "iqm" }), { Bob: 2, Cy: 1.5, Ann: 1 });
  assert.deepEqual(values({ aggregate: "iqm" }), values({}));
  assert.deepEqual(values({ ...all, aggregate: "gap" }), { Bob: 0, Ann: 0.25, Cy: 0.25 });
  assert.deepEqual(values({ ...all, aggregate: "led" }), { Bob: 2, Cy: 2, Ann: 1 });
  assert.deepEqual(values({ ...all, aggregate: "led", reference: "random" }), { Bob: 2, Cy: 2, Ann: 1 });
});

test("the best come first, the lowest gap among them, and of equals the first of the list", () => {
  const order = (changes) => R.ranking(DATA, state(changes)).rows.map(({ name }) => name).join(" ");
  assert.equal(order({}), "Ann Bob Cy");
  assert.equal(order({ aggregate: "gap", games: "all" }), "Bob Ann Cy");
  assert.equal(order({ aggregate: "gap" }), "Ann Bob Cy");
  assert.equal(order({ aggregate: "led" }), "Ann Bob Cy");
  assert.equal(order({ aggregate: "median" }), "Bob Ann Cy");
});

test("one game is named, and what all have without it", () => {
  const { place, mean, without, moves } = R.influence([1, 1, 10]);
  assert.deepEqual([place, mean, without, moves], [2, 4, 1, true]);
  assert.equal(R.influence([0, 5, 0]).place, 1);
  // A game may hold a mean down as well.
  assert.equal(R.influence([4, 4, -9]).place, 2);
  assert.deepEqual(R.influence([1, 1, 1]), { place: 0, mean: 1, without: 1, moves: false });
  assert.equal(R.ranking(DATA, state({})).game, "Zaxxon");
  assert.deepEqual(values({}, "without"), { Ann: 1, Bob: 2, Cy: 1.5 });
  assert.deepEqual(values({ aggregate: "led" }, "without"), { Ann: 0, Bob: 1, Cy: 1 });
});

test("the sentence says who leads, by how much, and what one game does", () => {
  assert.equal(sentence({}), "On 3 testing games, with 0 for random and 1 for human play, Ann leads with a mean of 4.00, ahead of Bob by 2.00. " +
    "The mean of Ann depends most on Zaxxon: without this game it is 1.00 instead of 4.00, and Bob leads with a mean of 2.00, ahead of Cy by 0.500.");
  assert.match(sentence({ reference: "random" }), /^On 3 testing games, in multiples of random play, Ann leads with a mean of 5\.00/);
  assert.match(sentence({ reference: "systems" }), /with 0 for the lowest and 1 for the highest system shown, Bob leads .* ahead of Ann by 0\.0370\./);
  assert.match(sentence({ aggregate: "iqm", games: "all" }), /^On 4 testing and design games, .* Bob leads with an interquartile mean of 2\.00, ahead of Cy by 0\.500\. The mean of Bob does not depend on any single game\.$/);
  assert.match(sentence({ aggregate: "gap", without: "Bob" }), /Ann leads with an optimality gap of 0, ahead of Cy by 0\.333\. The mean of Ann .* and Ann still leads with an optimality gap of 0, ahead of Cy by 0\.500\.$/);
  assert.match(sentence({ aggregate: "led" }), /^On 3 testing games, on any scale, Ann, Bob and Cy lead 1 game each\. With 0 for random and 1 for human play, the mean of Ann depends most on Zaxxon: .* and Bob and Cy lead 1 game each\.$/);
  assert.match(sentence({ aggregate: "led", without: "Ann" }), / Bob leads 2 games, ahead of Cy by 1\./);
});

test("a tie of many is counted, and listed once", () => {
  const names = ["A", "B", "C", "D"];
  const data = { ...DATA, systems: names, planners: [], scores: names.map((_, k) => [30 + k, 3, 30, 25]) };
  const words = R.view(data, state({ aggregate: "gap" }), 600).sentence;
  assert.match(words, /4 systems lead together with an optimality gap of 0: A, B, C and D\./);
});

test("a bar is as long as its value, and its dot stands where the value without the game is", () => {
  const { svg } = R.view(DATA, state({}), 590);
  const unit = (590 - 58 - 132) / 4;
  const bars = Array.from(svg.matchAll(/<rect x="([\d.]+)" y="[\d.]+" width="([\d.]+)"/g), (m) => m.slice(1).map(Number));
  bars.forEach(([x, width], k) => [[x, 132], [width, [4, 2, 4 / 3][k] * unit]].forEach(([found, expected]) => near(found, expected, 0.01)));
  const dots = Array.from(svg.matchAll(/<circle cx="([\d.]+)"/g), (m) => Number(m[1])).slice(1);
  dots.forEach((x, k) => near(x, 132 + [1, 2, 1.5][k] * unit, 0.01));
  assert.deepEqual([bars.length, dots.length], [3, 3]);
  assert.match(svg, />Ann, planner</);
  assert.equal(svg.match(/class="a solid"/g).length, 1);
});

test("controls offer what the state holds, and the view fits its width", () => {
  assert.deepEqual(R.initial(DATA), DATA.initial);
  assert.notEqual(R.initial(DATA), DATA.initial);
  const controls = R.controls(DATA, DATA.initial);
  assert.deepEqual(new Set(controls.map(({ name }) => name)), new Set(Object.keys(DATA.initial)));
  const [references, aggregates, , left] = controls.map(({ options }) => options.map(({ value }) => value));
  assert.deepEqual(left, ["", "Ann", "Bob", "Cy"]);
  assert.deepEqual(BM.allowed(controls, DATA.initial), DATA.initial);
  for (const width of [240, 519, 520, 760]) {
    for (const reference of references) {
      for (const aggregate of aggregates) {
        for (const without of left) {
          const { svg, label, sentence: words } = R.view(DATA, state({ reference, aggregate, without, games: "all" }), width);
          assert.match(svg, new RegExp(`width="${width}"`));
          for (const [, x] of svg.matchAll(/ (?:x|x1|x2|cx)="(-?[\d.]+)"/g)) assert.ok(x >= 0 && x <= width, x);
          assert.doesNotMatch(svg + words + label, /NaN|Infinity|undefined/);
          assert.ok(label.length > 40);
        }
      }
    }
  }
});
