// The explorer of a panel that goes round, by hand; benchlib's ratings and errors are compared in
// test_decisions.py.
const test = require("node:test");
const assert = require("node:assert/strict");
const BM = require("../../book/_static/explorer.js");
const P = require("../../book/_static/explorers/panel.js");

const DATA = { bots: ["A", "B", "C", "D"], initial: { bots: "3", step: 35, cycle: 15, games: 200 } };
const near = (x, y, tolerance) => assert.ok(Math.abs(x - y) <= tolerance, `${x} is not ${y}`);
const STATES = ["3", "4"].flatMap((bots) => [0, 35, 150].flatMap((step) => [0, 7, 20, 28].map((cycle) =>
  ({ bots, step, cycle, games: 40 })))).filter((state) => state.cycle <= P.largestCycle(state));

test("three times the points are 400 log10(3) Elo", () => {
  const [a, b] = P.fit([[0, 75], [25, 0]]);
  near(a - b, 400 * Math.log10(3), 1e-9);
  near(a + b, 0, 1e-9);
});

test("70 to 30 in a circle rates every bot alike", () => {
  const points = P.rates({ bots: "3", step: 0, cycle: 20 });
  assert.deepEqual(points.map((row) => row.map((rate) => Math.round(100 * rate))), [[0, 70, 30], [30, 0, 70], [70, 30, 0]]);
  for (const rating of P.fit(points)) near(rating, 0, 1e-9);
});

test("a cycle moves no rating and is all that the ratings leave", () => {
  for (const state of STATES) {
    const { elo, residual } = P.measured(state);
    const n = elo.length;
    elo.forEach((value, i) => near(value, ((n - 1) / 2 - i) * state.step, 1e-6));
    residual.forEach((row, i) => row.forEach((left, j) => {
      const ahead = i === j ? 0 : (j - i + n) % n === 1 ? 1 : (i - j + n) % n === 1 ? -1 : 0;
      near(left, (state.games * ahead * state.cycle) / 100, 1e-6);
    }));
  }
});

test("the strongest cycle that can be chosen lets everybody lose at times", () => {
  for (const bots of ["3", "4"]) {
    for (let step = 0; step <= 150; step += 5) {
      const cycle = P.largestCycle({ bots, step });
      const all = P.rates({ bots, step, cycle }).flatMap((row, i) => row.filter((_, j) => i !== j));
      assert.ok(cycle >= 1 && Math.min(...all) > 0.005 && Math.max(...all) < 0.995);
    }
  }
  const state = { ...DATA.initial, step: 150, cycle: 49 };
  assert.equal(BM.allowed(P.controls(DATA, state), state).cycle, P.largestCycle(state));
});

test("equal bots share one rating error, which more games make smaller", () => {
  // Three bots, w = n/4 for each pair: the information on a rating is 3w, of which 2/3 is its own.
  const { rating, residualError } = P.measured({ bots: "3", step: 0, cycle: 0, games: 100 });
  for (const error of rating) near(error, (400 / Math.LN10) * Math.sqrt(2 / 9 / 25), 1e-9);
  // A residual keeps one third of its pair's variance: three pairs, two ratings.
  for (const row of residualError) near(Math.max(...row), Math.sqrt(25 / 3), 1e-9);
});

test("the sentence says whether the panel goes round and what the ratings hide", () => {
  const sentence = (changes) => P.view(DATA, { ...DATA.initial, ...changes }, 600).sentence;
  assert.match(sentence({}), /^The ratings are A \+35, B 0 and C −35 Elo, the same as without the cycle, and the panel goes round: A beats B, B beats C and C beats A\. Shipping A, rated highest, hides that C takes 55\.1 of 100 points from it, where the ratings promise 40\.1\./);
  assert.match(sentence({ cycle: 9 }), /does not go round\. Shipping A.*takes 49\.1 of/);
  assert.match(sentence({ cycle: 10 }), /goes round: .*takes 50\.1 of/);
  assert.match(sentence({ step: 0, cycle: 20 }), /A 0, B 0 and C 0 Elo, .* Shipping any of them by its rating hides that, for A, C takes 70 of 100/);
  assert.match(sentence({ cycle: 0 }), /is a ladder and does not go round\. Shipping A, rated highest, hides nothing\.$/);
  assert.match(sentence({ cycle: 0, step: 0 }), /the bots are equal/);
  assert.match(sentence({ bots: "4", cycle: 40 }), /A beats B, B beats C, C beats D and D beats A/);
  assert.match(sentence({ cycle: 3, games: 20 }), /which noise leaves easily\.$/);
  assert.match(sentence({ cycle: 15 }), /more than noise leaves in 95% of panels\.$/);
});

test("an arrow for every pair that is not level, dashed where the winner is not rated higher", () => {
  const arrows = (changes) => {
    const { svg } = P.view(DATA, { ...DATA.initial, ...changes }, 600);
    return [svg.match(/Z"/g) || [], svg.match(/stroke-dasharray/g) || []].map((found) => found.length);
  };
  assert.deepEqual(arrows({}), [3, 1]);
  assert.deepEqual(arrows({ cycle: 0 }), [3, 0]);
  assert.deepEqual(arrows({ step: 0, cycle: 0 }), [0, 0]);
  assert.deepEqual(arrows({ step: 0, bots: "4" }), [4, 4]);
  assert.deepEqual(arrows({ bots: "4", cycle: 40 }), [6, 1]);
});

test("controls offer what the state holds, and the view fits its width", () => {
  assert.deepEqual(P.initial(DATA), DATA.initial);
  assert.notEqual(P.initial(DATA), DATA.initial);
  assert.deepEqual(P.controls(DATA, DATA.initial).map(({ name }) => name), Object.keys(DATA.initial));
  for (const width of [240, 300, 519, 520, 760]) {
    for (const state of STATES) {
      const { svg, label } = P.view(DATA, state, width);
      assert.match(svg, new RegExp(`width="${width}"`));
      for (const [, x] of svg.matchAll(/ (?:x|x1|x2|cx)="(-?[\d.]+)"/g)) assert.ok(x >= 0 && x <= width, x);
      assert.doesNotMatch(svg, /NaN|Infinity/);
      assert.ok(label.length > 40);
    }
  }
});
