// The explorer of shared and separate maps, by hand; numpy's and scipy's numbers are compared in
// test_lightcycles.py.
const test = require("node:test");
const assert = require("node:assert/strict");
const BM = require("../../book/_static/explorer.js");
const P = require("../../book/_static/explorers/paired-maps.js");

// Points of two games: `same` plays like `old`, `better` takes half a point more where it can.
const OLD = Array.from({ length: 40 }, (_, k) => [0, 1, 1.5, 2][k % 4]);
const DATA = {
  opponent: "rival",
  points: { old: OLD, better: OLD.map((x) => Math.min(2, x + 0.5)), same: OLD.slice(), worse: OLD.map((x) => 2 - x) },
  sizes: [10, 20],
  draws: 50,
  level: 0.95,
  t: { shared: [2.2621571628, 2.0930240544], separate: [2.1009220402, 2.0243941639] },
  initial: { version: "better", design: "shared", size: 0, draw: 3 },
};
const state = (changes) => ({ ...DATA.initial, ...changes });
const words = (changes) => P.view(DATA, state(changes), 600).sentence;
const near = (x, y, error = 1e-12) => assert.ok(Math.abs(x - y) <= error, `${x} is not ${y}`);

test("covariance and correlation of four numbers", () => {
  // Deviations -1.5, -0.5, 0.5, 1.5 and -1, -1, 1, 1: products sum to 4.
  near(P.covariance([1, 2, 3, 4], [0, 0, 2, 2]), 4 / 3);
  near(P.covariance([1, 2, 3, 4], [1, 2, 3, 4]), 5 / 3);
  near(P.correlation([1, 2, 3, 4], [0, 0, 2, 2]), 4 / Math.sqrt(20));
  near(P.correlation([1, 2, 3], [3, 2, 1]), -1);
  assert.equal(P.correlation([1, 2, 3], [2, 2, 2]), null);
});

test("draws are different maps, always the same, and more of them include the fewer", () => {
  const [first, last] = P.sample(40, 7, 20);
  assert.deepEqual([...first, ...last].sort((a, b) => a - b), Array.from({ length: 40 }, (_, k) => k));
  assert.deepEqual(P.sample(40, 7, 20), [first, last]);
  assert.deepEqual(P.sample(40, 7, 12), [first.slice(0, 12), last.slice(0, 12)]);
  assert.notDeepEqual(P.sample(40, 8, 20), [first, last]);
});

test("every map is drawn about equally often", () => {
  const counts = new Array(40).fill(0);
  for (let draw = 1; draw <= 4000; draw += 1) for (const k of P.sample(40, draw, 10)[0]) counts[k] += 1;
  // 1000 times each, with a standard deviation of 27.
  for (const count of counts) assert.ok(Math.abs(count - 1000) < 4.5 * Math.sqrt(750), count);
});

test("shared maps compare map by map, separate ones do not", () => {
  const found = P.outcome(DATA, state({ size: 1 }));
  assert.ok(found.difference.every((d) => d === 0 || d === 0.25));
  const share = found.difference.filter((d) => d > 0).length / 20;
  near(found.shared.difference, share / 4);
  const error = Math.sqrt((share * (1 - share)) / 16 / 19); // of a mean of 0 and 1/4
  near(found.shared.high - found.shared.low, 2 * DATA.t.shared[1] * error);
  assert.ok(found.separate.high - found.separate.low > 2 * (found.shared.high - found.shared.low));
  near(found.pool.difference, 0.75 / 4);
});

test("versions that never differ give no interval", () => {
  const { shared, separate, correlation } = P.outcome(DATA, state({ version: "same" }));
  assert.deepEqual(shared, { difference: 0, low: null, high: null });
  assert.ok(separate.high > separate.low);
  near(correlation, 1);
  assert.match(words({ version: "same" }), /^On 10 shared maps, same takes as much as old from rival, with no interval, as every map .* undefined with shared maps/);
});

test("the sentence says who is ahead, and what sharing saves", () => {
  const { shared, pool } = P.outcome(DATA, state());
  assert.ok(shared.low > 0);
  assert.match(words({}), /^On 10 shared maps, better takes [\d.]+ percentage points more than old from rival, and the 95% interval, \+[\d.]+ to \+[\d.]+, speaks for better\. Their results on a map correlate by 0\.\d\d\. /);
  const [, played, needed, saved] = words({}).match(/: (\d+) games on shared maps tell as much as ([\d,]+) on separate ones, so ([\d,]+) are saved\.$/).map((x) => Number(x.replace(",", "")));
  assert.equal(played, 40);
  assert.equal(needed, Math.round(40 * pool.factor));
  assert.equal(saved, needed - played);
  assert.match(words({ design: "separate" }), /^On 10 maps each, none in common, /);
  assert.doesNotMatch(words({ design: "separate" }), /Their results/);
  // The worse version loses on average, and no draw may say otherwise than its own numbers.
  const said = new Set();
  for (let draw = 1; draw <= DATA.draws; draw += 1) {
    const { difference, low, high } = P.outcome(DATA, state({ version: "worse", size: 1, draw })).shared;
    const text = words({ version: "worse", size: 1, draw });
    assert.ok(text.includes(difference < 0 ? "less than old" : difference > 0 ? "more than old" : "as much as old"), text);
    said.add(low > 0 ? "worse" : high < 0 ? "old" : "open");
    assert.ok(text.includes(low > 0 ? "speaks for worse" : high < 0 ? "speaks for old" : "leaves open which"), text);
  }
  assert.ok(said.has("open"));
});

test("a dot for each map, none on another", () => {
  const levels = [-2, -1, 0, 1, 2];
  const x = BM.scale([-2, 2], [20, 280]);
  const values = levels.flatMap((level, k) => new Array([1, 0, 90, 7, 2][k]).fill(level));
  const svg = P.piles(values, levels, x, 200, 120, () => ({})).join("");
  const dots = [...svg.matchAll(/cx="([\d.]+)" cy="([\d.]+)" r="([\d.]+)"/g)].map((match) => match.slice(1).map(Number));
  assert.equal(dots.length, 100);
  dots.forEach(([a, b, r], k) => {
    assert.ok(b + r <= 200 && b - r >= 80, b);
    for (const [c, d] of dots.slice(0, k)) assert.ok(Math.hypot(a - c, b - d) > 2 * r - 0.02);
  });
});

test("every view fits its width", () => {
  for (const width of [240, 300, 760]) {
    for (const version of ["better", "same"]) {
      for (const design of ["shared", "separate"]) {
        for (const size of [0, 1]) {
          const now = state({ version, design, size });
          assert.deepEqual(BM.allowed(P.controls(DATA, now), now), now);
          const { svg, label } = P.view(DATA, now, width);
          assert.doesNotMatch(svg, /NaN|undefined|Infinity|null/);
          for (const [, x] of svg.matchAll(/ (?:x|x1|x2|cx)="(-?[\d.]+)"/g)) assert.ok(x >= 0 && x <= width, x);
          assert.ok(label.length > 60);
        }
      }
    }
  }
});

test("controls name their values", () => {
  assert.deepEqual(P.initial(DATA), DATA.initial);
  const [version, design, size, draw] = P.controls(DATA, state({ design: "separate" }));
  assert.deepEqual(version.options.map(({ value }) => value), ["better", "same", "worse"]);
  assert.equal(design.options.length, 2);
  assert.deepEqual([size.text, draw.text], ["10 maps each", "number 3"]);
});
