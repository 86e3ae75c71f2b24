// The explorer of retained runs against enumeration by hand; benchlib's digits are compared in
// test_javascript.py.
const test = require("node:test");
const assert = require("node:assert/strict");
const R = require("../../book/_static/explorers/retention.js");

function samples(pool, n) {
  if (n === 0) return [[]];
  return pool.flatMap((x, i) => samples(pool.slice(i + 1), n - 1).map((rest) => [x, ...rest]));
}
const sum = (values) => values.reduce((a, b) => a + b, 0);
const POOLS = [[0, 0, 0], [0, 1, 1, 3], [2, 2, 0, 5, 5, 1], [4], [0, 7, 7, 7, 2]];

test("sums of samples are counted as enumeration counts them, ties and all", () => {
  for (const pool of POOLS) {
    for (let n = 1; n <= pool.length; n += 1) {
      const expected = new Array(n * Math.max(...pool) + 1).fill(0);
      for (const sample of samples(pool, n)) expected[sum(sample)] += 1;
      assert.deepEqual(Array.from(R.countsOfSums(pool, n)), expected);
    }
  }
});

test("the gap has the distribution that enumeration gives where bins are whole scores", () => {
  for (const a of POOLS) {
    for (const b of POOLS) {
      const all = [...a, ...b];
      const range = Math.max(...all) - Math.min(...all);
      for (let n = 1; n <= Math.min(a.length, b.length); n += 1) {
        const expected = new Map();
        const pairs = samples(a, n).flatMap((s) => samples(b, n).map((t) => sum(s) - sum(t)));
        for (const gap of pairs) expected.set(gap, (expected.get(gap) || 0) + 1 / pairs.length);
        const { chances, first, width } = R.gapDistribution([a, b], n, range || 1);
        assert.equal(width, 1);
        chances.forEach((p, k) => assert.ok(Math.abs(p - (expected.get(first + k) || 0)) < 1e-12));
        assert.ok(Math.abs(sum(chances) - 1) < 1e-12);
      }
    }
  }
});

test("the expected squared error is the mean over all samples", () => {
  const [a, b] = [[0, 1, 1, 3], [2, 2, 0, 5, 6]];
  const mean = (values) => sum(values) / values.length;
  for (let n = 1; n <= 4; n += 1) {
    const errors = samples(a, n).flatMap((s) =>
      samples(b, n).map((t) => (mean(s) - mean(t) - mean(a) + mean(b)) ** 2));
    assert.ok(Math.abs(R.expectedSquaredError([a, b], n) - mean(errors)) < 1e-12);
  }
});

const GAME = { game: "toy", scores: [[5, 6, 7], [1, 5.5, 6]], gap: 11 / 6, agreement: [7 / 9, 1, 1], tie: [1 / 9, 0, 0] };
const DATA = { conditions: ["new", "old"], initial: { game: "toy", n: 2 }, games: [GAME] };

test("what cannot happen is not called rare", () => {
  // At n = 1, 5 against 5.5 and 6 is wrong and 6 against 6 ties; at n = 2, 11 against 11.5 is wrong.
  assert.ok(R.outcomes(GAME, 1).wrong > 0.1);
  // The table may say 1 and mean "so near that no float tells": the extremes decide.
  assert.equal(R.outcomes(GAME, 2).wrong, Number.MIN_VALUE);
  assert.equal(R.outcomes(GAME, 3).wrong, 0);
  const swapped = { ...GAME, scores: GAME.scores.slice().reverse(), gap: -GAME.gap };
  for (const n of [1, 2, 3]) assert.deepEqual(R.outcomes(swapped, n), R.outcomes(GAME, n));
});

test("the sentence says what is sure, what is rare, and what is not known", () => {
  const sentence = (game, n) => R.view({ ...DATA, games: [game] }, { game: "toy", n }, 400).sentence;
  assert.match(sentence(GAME, 1), /^With 1 of 3 and 1 of 3 runs of toy, .* 77\.8% of all samples; 11\.1% of them name the wrong system and 11\.1% tie\./);
  assert.match(sentence(GAME, 2), /less than 0\.1% of them name the wrong system and none ties\./);
  assert.match(sentence(GAME, 3), /the right sign in every sample\. The gap of all runs is 1\.83 points; .* misses it by 0 points/);
  assert.match(sentence({ ...GAME, tie: [null, 0, 0] }, 1), /22\.2% of them name the wrong system or tie\./);
});

test("bars carry the chances of their side: solid on the right one, outlined on the other", () => {
  const heights = (svg, kind) => {
    const group = svg.match(new RegExp(`<g class="[ab] ${kind}">(.*?)</g>`))[1];
    return sum(Array.from(group.matchAll(/height="([\d.]+)"/g), (m) => Number(m[1])));
  };
  for (const gap of [1, -1]) {
    const scores = gap > 0 ? GAME.scores : GAME.scores.slice().reverse();
    const { svg } = R.view({ ...DATA, games: [{ ...GAME, scores, gap: gap * GAME.gap }] }, { game: "toy", n: 1 }, 400);
    assert.ok(Math.abs(heights(svg, "solid") / heights(svg, "outlined") - 7) < 0.01);
    assert.match(svg, /class="tie"/);
    assert.match(svg, gap > 0 ? /class="a solid"/ : /class="b solid"/);
  }
});

test("controls offer every game and every n, and the view fits its width", () => {
  const state = R.initial(DATA);
  assert.deepEqual(state, { game: "toy", n: 2 });
  assert.notEqual(state, DATA.initial);
  const [game, n] = R.controls(DATA, state);
  assert.deepEqual(game.options, [{ value: "toy", label: "toy" }]);
  assert.deepEqual([n.min, n.max, n.text], [1, 3, "2 runs"]);
  for (const width of [300, 700]) {
    const { svg, label } = R.view(DATA, state, width);
    assert.match(svg, new RegExp(`width="${width}"`));
    for (const [, x] of svg.matchAll(/ (?:x|x1|x2|cx)="(-?[\d.]+)"/g)) assert.ok(x >= 0 && x <= width, x);
    assert.ok(label.length > 40);
  }
});
