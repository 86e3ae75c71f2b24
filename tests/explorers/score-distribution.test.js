// The explorer of score distributions, by hand; benchlib's shares are compared in
// test_aggregates.py.
const test = require("node:test");
const assert = require("node:assert/strict");
const BM = require("../../book/_static/explorer.js");
const D = require("../../book/_static/explorers/score-distribution.js");

const THRESHOLDS = [-1, -0.5, 0, 0.25, 0.5, 0.75, 1, 2, 5, 10, 100];
// On testing games the first is ahead at high thresholds and the second at low ones.
const SCORES = [[0.1, 6, 0.2, 8, 0.5], [0.5, 1, 0.6, 1.5, 0.5], [0, 0, 0, 1, 0.5], [-0.2, 0, 0, 0, 0.5]];
const DATA = {
  sets: {
    few: {
      label: "four of them", systems: ["Ann", "Bob", "Cy", "Di"], groups: { testing: [0, 1, 2, 3], design: [4], all: [0, 1, 2, 3, 4] },
      scores: { human: SCORES, random: SCORES.map((row) => row.map((z) => 2 * z)), systems: SCORES.map((row) => row.map((z) => Math.min(1, Math.max(0, z)))) },
    },
  },
  thresholds: THRESHOLDS,
  initial: { set: "few", scale: "human", games: "testing", direction: "falling", threshold: 6 },
};
const state = (changes) => ({ ...DATA.initial, ...changes });
const at = (threshold, changes = {}) => state({ ...changes, threshold: THRESHOLDS.indexOf(threshold) });
const sentence = (now) => D.view(DATA, now, 600).sentence;
const near = (x, y, tolerance = 0.02) => assert.ok(Math.abs(x - y) <= tolerance, `${x} is not ${y}`);

test("reaching a threshold exactly counts", () => {
  assert.deepEqual([0.9, 1, 1.1, 2.5, 3].map((t) => D.reaching([1, 3, 1], t)), [3, 3, 1, 1, 1]);
  assert.equal(D.reaching([1, 3, 1], 3.1), 0);
});

test("scores are those of the chosen games, and counts those at the threshold", () => {
  assert.deepEqual(D.chosen(DATA, state({}))[0], [8, 6, 0.2, 0.1]);
  assert.deepEqual(D.chosen(DATA, state({ games: "design" })), [[0.5], [0.5], [0.5], [0.5]]);
  const { counts, order, n, best } = D.measured(DATA, at(0.5));
  assert.deepEqual([counts, order, n, best], [[2, 4, 1, 0], [1, 0, 2, 3], 4, [1]]);
  assert.deepEqual(D.measured(DATA, at(1)).best, [0, 1]);
});

test("who leads alone anywhere is found between the marks of the axis, too", () => {
  assert.deepEqual(D.alone(D.chosen(DATA, state({}))), [0, 1]);
  assert.deepEqual(D.alone([[1], [1]]), []);
  assert.deepEqual(D.alone([[1.0001, 0], [1, 0]]), [0]);
});

test("an axis holds all scores of its scale, whatever games are chosen, and no more", () => {
  const ends = (changes) => D.limits(DATA, state(changes)).map((place) => THRESHOLDS[place]);
  assert.deepEqual(ends({}), [-0.5, 10]);
  assert.deepEqual(ends({ games: "design" }), [-0.5, 10]);
  assert.deepEqual(ends({ scale: "systems" }), [0, 1]);
  const outside = { ...DATA, thresholds: [0, 1, 2] };
  assert.deepEqual(D.limits(outside, state({})), [0, 2]);
});

test("the sentence says who reaches the threshold how often, who leads, and whether always", () => {
  assert.equal(sentence(at(0.5)), "A score of 0.5 or more, on a scale from 0, random play, to 1, human play, is reached by Bob in 4 of 4 testing games (100%), " +
    "Ann in 2 (50.0%), Cy in 1 (25.0%) and Di in 0 (0%). Bob leads there; Ann and Bob each lead alone at some threshold, so who is better depends on where it is set.");
  assert.match(sentence(at(1)), /Ann in 2 of 4 testing games \(50\.0%\), Bob in 2 .*\. Ann and Bob lead together there; /);
  assert.match(sentence(at(-0.5, { scale: "random" })), /^A score of −0\.5 or more, in multiples of random play, .* All are level there; /);
  assert.match(sentence(at(0.5, { games: "design" })), /of 1 design games .* All are level there; nobody leads alone anywhere\.$/);
  assert.match(sentence(at(1, { scale: "systems" })), /from 0, the lowest of the four, to 1, the highest, .*; Bob is the only one that leads alone anywhere\.$/);
});

/* The points of the first curve: the sample beside its name comes later. */
const curve = (svg) => svg.match(/<g class="a"><path d="M([^"]*)"/)[1].split("L").map((point) => point.split(" ").map(Number));

test("curves rise while thresholds fall, and turn round with the axis", () => {
  const [falling, rising] = ["falling", "rising"].map((direction) => curve(D.view(DATA, at(1, { direction }), 600).svg));
  for (const [points, step] of [[falling, 1], [rising, -1]]) {
    for (let k = 1; k < points.length; k += 1) assert.ok(step * (points[k][0] - points[k - 1][0]) >= 0 && points[k][1] <= points[k - 1][1]);
  }
  // Mirrored between the ends of the axis, 44 and 600 - 240.
  falling.forEach(([x, y], k) => {
    near(rising[k][0], 44 + 360 - x);
    assert.equal(rising[k][1], y);
  });
});

test("a curve steps up by one game at each score, on an axis even up to 1 and by factors beyond", () => {
  const points = curve(D.view(DATA, at(1, { direction: "rising" }), 600).svg);
  const bend = (x) => (Math.abs(x) <= 1 ? x : 1 + 0.8 * Math.log10(x));
  const x = (score) => 44 + ((bend(score) + 0.5) / (1.8 + 0.5)) * 316;
  const [top, base] = [34, 254];
  const expected = [[10, 0], ...[8, 6, 0.2, 0.1].flatMap((score, k) => [[score, k], [score, k + 1]]), [-0.5, 4]];
  assert.equal(points.length, expected.length);
  points.forEach((point, k) => {
    near(point[0], x(expected[k][0]));
    near(point[1], base + (expected[k][1] / 4) * (top - base));
  });
});

test("pointing marks the threshold next to it, where the curves are", () => {
  const now = state({});
  const lines = (changes) => Number(D.view(DATA, changes, 600).svg.match(/<line x1="([\d.]+)" y1="28"/)[1]);
  for (const direction of ["falling", "rising"]) {
    const [first, last] = D.limits(DATA, now);
    for (let threshold = first; threshold <= last; threshold += 1) {
      const x = lines(state({ direction, threshold }));
      assert.deepEqual(D.pick(DATA, state({ direction }), 600, { x: x + 1, y: 100 }), { threshold });
    }
  }
  assert.equal(D.pick(DATA, now, 600, { x: 450, y: 100 }), null);
  assert.equal(D.pick(DATA, now, 600, { x: 200, y: 290 }), null);
});

test("arrow keys move the mark to their side, and no further than the axis", () => {
  const press = (key, changes) => D.pick(DATA, state(changes), 600, { key });
  assert.deepEqual(press("ArrowRight", {}), { threshold: 5 });
  assert.deepEqual(press("ArrowLeft", {}), { threshold: 7 });
  assert.deepEqual(press("ArrowRight", { direction: "rising" }), { threshold: 7 });
  assert.deepEqual(press("ArrowLeft", { threshold: 9 }), { threshold: 9 });
  assert.equal(press("ArrowUp", {}), null);
  assert.equal(press("a", {}), null);
});

test("controls offer what the state holds, and the view fits its width", () => {
  assert.deepEqual(D.initial(DATA), DATA.initial);
  assert.notEqual(D.initial(DATA), DATA.initial);
  const controls = D.controls(DATA, DATA.initial);
  assert.deepEqual(new Set(controls.map(({ name }) => name)), new Set(Object.keys(DATA.initial)));
  const range = controls.find(({ type }) => type === "range");
  assert.deepEqual([range.min, range.max, range.text], [1, 9, "1"]);
  const narrow = at(10, { scale: "systems" });
  assert.equal(D.controls(DATA, narrow).find(({ type }) => type === "range").text, "1");
  assert.equal(BM.allowed(D.controls(DATA, narrow), narrow).threshold, 6);
  for (const width of [240, 519, 520, 760]) {
    for (const scale of ["human", "random", "systems"]) {
      for (const direction of ["falling", "rising"]) {
        for (const games of ["testing", "design", "all"]) {
          const now = state({ scale, direction, games });
          const { svg, label, sentence: words } = D.view(DATA, now, width);
          assert.match(svg, new RegExp(`width="${width}"`));
          for (const [, x] of svg.matchAll(/ (?:x|x1|x2|cx)="(-?[\d.]+)"/g)) assert.ok(x >= 0 && x <= width, x);
          assert.doesNotMatch(svg + words + label, /NaN|Infinity|undefined/);
          assert.ok(label.length > 40);
        }
      }
    }
  }
});
