// The explorer of the best of many against enumeration; benchlib's digits are compared in
// test_matches.py.
const test = require("node:test");
const assert = require("node:assert/strict");
const BM = require("../../book/_static/explorer.js");
const B = require("../../book/_static/explorers/best-of.js");

const DATA = { initial: { versions: 10, games: 200, spread: 0 } };
const with_ = (changes) => ({ ...B.initial(DATA), ...changes });
const words = (changes) => B.view(DATA, with_(changes), 600).sentence;
const sum = (values) => values.reduce((a, b) => a + b, 0);
const near = (a, b, error = 1e-12) => assert.ok(Math.abs(a - b) <= error, `${a} is not ${b}`);

/* All results of all versions, ties shared among those who tie. */
function enumerate(rates, n) {
  const chosen = rates.map(() => 0);
  let measured = 0;
  const all = rates.map((rate) => BM.binomial(n, rate));
  (function next(scores, chance) {
    if (scores.length < rates.length) {
      all[scores.length].forEach((p, x) => next([...scores, x], chance * p));
      return;
    }
    const best = Math.max(...scores);
    const ties = scores.filter((x) => x === best).length;
    scores.forEach((x, i) => (chosen[i] += x === best ? chance / ties : 0));
    measured += (chance * best) / n;
  })([], 1);
  return { measured, chosen };
}

test("the best is chosen as often, and measures as much, as enumeration says", () => {
  for (const rates of [[0.5], [0.5, 0.5], [0.4, 0.7], [0.5, 0.5, 0.5], [0.2, 0.55, 0.6], [0.3, 0.3, 0.6, 0.9]]) {
    for (const n of [1, 2, 5]) {
      const { measured, chosen } = enumerate(rates, n);
      const found = B.bestOf(rates, n);
      near(found.measured, measured);
      found.probability.forEach((p, i) => near(p, chosen[i]));
      near(found.true, sum(chosen.map((p, i) => p * rates[i])));
      near(sum(found.best), 1);
      near(sum(found.one), 1);
    }
  }
});

test("the quadrature is exact for the powers that it must be exact for", () => {
  for (const m of [1, 2, 3, 10, 25]) {
    const nodes = B.gaussLegendre(m);
    for (let power = 0; power < 2 * m; power += 1) {
      near(sum(nodes.map(({ node, weight }) => weight * node ** power)), 1 / (power + 1), 1e-14);
    }
  }
});

test("true rates lie around one half, and are equal without a spread", () => {
  assert.deepEqual(B.trueRates(3, 0), [0.5, 0.5, 0.5]);
  const rates = B.trueRates(4, 0.02);
  // The quantiles 1/8, 3/8, 5/8 and 7/8 of a normal distribution.
  [-1.1503494, -0.3186394, 0.3186394, 1.1503494].forEach((z, i) => near(rates[i], 0.5 + 0.02 * z, 1e-8));
  near(B.trueRates(1, 0.1)[0], 0.5);
  assert.ok(B.trueRates(50, 0.1).every((rate) => rate > 0 && rate < 1));
});

test("the best of equals is never truly better, and overstates more the more there are", () => {
  let last = -1;
  for (const versions of [1, 2, 5, 10, 50]) {
    const found = B.bestOf(B.trueRates(versions, 0), 100);
    near(found.true, 0.5);
    assert.ok(found.measured - 0.5 > last);
    last = found.measured - 0.5;
  }
  assert.ok(B.bestOf(B.trueRates(10, 0), 1000).measured < B.bestOf(B.trueRates(10, 0), 100).measured);
});

test("the sentence says what was measured, what is true, and the difference", () => {
  assert.equal(words({}), "The best of 10 versions that are all equally strong, after 200 games each, measures 0.554 on average; " +
    "its true win rate, which fresh games measure, is 0.500 on average: overstated by 5.4 points.");
  assert.match(words({ versions: 1, spread: 3 }), /^One version, measured in 200 games, .* nothing is overstated\.$/);
  assert.match(words({ spread: 1 }), /a standard deviation of about 1 point, .* The truly best version, at 0\.516, is the one chosen in \d+\.\d% of such choices\.$/);
});

test("every view fits its width and has bars", () => {
  for (const width of [240, 300, 760]) {
    for (const versions of [1, 2, 50]) {
      for (const games of [0, 7, 11]) {
        for (const spread of [0, 0.5, 10]) {
          const { svg, label } = B.view(DATA, with_({ versions, games, spread }), width);
          assert.doesNotMatch(svg, /NaN|undefined|Infinity/);
          for (const [, x] of svg.matchAll(/ (?:x|x1|x2|cx)="(-?[\d.]+)"/g)) assert.ok(x >= 0 && x <= width, x);
          assert.match(svg, /class="b solid"><rect/);
          assert.ok(label.length > 40);
        }
      }
    }
  }
});

test("controls name their values, and the opening state is one that they can show", () => {
  const state = B.initial(DATA);
  assert.deepEqual(BM.allowed(B.controls(DATA, state), state), state);
  assert.deepEqual(B.controls(DATA, state).map(({ text }) => text), ["10 versions", "200 games", "all equal"]);
});
