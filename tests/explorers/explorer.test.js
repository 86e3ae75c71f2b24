// The pure part of explorer.js: numbers in words, scales, ticks, SVG as text, allowed states.
const test = require("node:test");
const assert = require("node:assert/strict");
const BM = require("../../book/_static/explorer.js");

test("numbers keep three significant digits and every digit before the point", () => {
  const cases = [[0, "0"], [0.01234, "0.0123"], [-4.5, "−4.50"], [58.04, "58.0"], [99.96, "100"],
    [1234.5, "1,235"], [-1234567, "−1,234,567"], [100, "100"], [999999.6, "1,000,000"]];
  for (const [x, words] of cases) assert.equal(BM.number(x), words);
});

test("percentages keep what is rare apart from what never happens", () => {
  const cases = [[0, "0%"], [1, "100%"], [0.774422, "77.4%"], [Number.MIN_VALUE, "less than 0.1%"],
    [0.00049, "less than 0.1%"], [0.0005, "0.1%"], [0.99949, "99.9%"], [0.99951, "more than 99.9%"]];
  for (const [p, words] of cases) assert.equal(BM.percent(p), words);
});

test("a scale maps both ends and the middle, also downwards", () => {
  const x = BM.scale([-10, 30], [100, 20]);
  assert.deepEqual([x(-10), x(10), x(30)], [100, 60, 20]);
  assert.deepEqual([x.domain, x.range], [[-10, 30], [100, 20]]);
});

test("ticks are round, inside the domain, and no more than asked for and one", () => {
  const words = (domain, count) => BM.ticks(domain, count).map(({ label }) => label);
  assert.deepEqual(words([0, 1], 5), ["0.0", "0.2", "0.4", "0.6", "0.8", "1.0"]);
  assert.deepEqual(words([-6210, 12332], 4), ["−5,000", "0", "5,000", "10,000"]);
  assert.deepEqual(words([0.011, 0.042], 3), ["0.02", "0.04"]);
  for (const [low, high] of [[0, 7], [-3.3, 1e6], [1e-4, 3e-4], [19.1, 31.4], [-9239770, 20]]) {
    for (const count of [1, 2, 3, 7]) {
      const ticks = BM.ticks([low, high], count);
      assert.ok(ticks.length <= count + 1, `${low}..${high}: ${ticks.length} for ${count}`);
      for (const { value, label } of ticks) {
        assert.ok(value >= low - 1e-9 && value <= high * (1 + 1e-9));
        assert.ok(Math.abs(Number(label.replaceAll(",", "").replace("−", "-")) - value) < 1e-9 * (high - low));
      }
    }
  }
});

test("what is put into a picture as text cannot become markup", () => {
  assert.equal(BM.text(1, 2, `<b a="1">&'`), '<text x="1" y="2" text-anchor="start">&#60;b a=&#34;1&#34;&#62;&#38;&#39;</text>');
});

test("a picture is its parts, in pixels", () => {
  const parts = [BM.line(0, 0, 1, 1), [BM.text(1, 2, "a"), [""]]];
  assert.equal(BM.svg(10, 20, parts), `<svg class="bm-svg" role="img" width="10" height="20" viewBox="0 0 10 20">${parts.flat(2).join("")}</svg>`);
});

test("pixels are written with two decimals and left-out attributes are left out", () => {
  assert.equal(BM.line(1 / 3, 2, 3, 4), '<line x1="0.33" y1="2" x2="3" y2="4"></line>');
});

test("bars stand on the base line", () => {
  assert.match(BM.bars([[10, 14, 30]], 100, "a"), /<g class="a"><rect x="10" y="70" width="4" height="30">/);
});

test("dots have the shape that is asked for", () => {
  assert.equal(BM.dots([[1, 2], [3, 4]], { shape: "circle" }).match(/<circle/g).length, 2);
  assert.match(BM.dots([[10, 10]], { shape: "square", radius: 5 }), /x="5.5" y="5.5" width="9"/);
});

test("an axis has a tick for every label and says what it measures", () => {
  const axis = BM.axis(BM.scale([0, 10], [0, 300]), 50, "points", { ticks: 2 });
  assert.deepEqual(Array.from(axis.matchAll(/>([^<>]+)<\/text>/g), (m) => m[1]), ["0", "5", "10", "points"]);
  assert.equal(axis.match(/<line/g).length, 4);
});

test("chances of successes are those of hand, and of a sure thing", () => {
  const near = (found, expected) => {
    assert.equal(found.length, expected.length);
    expected.forEach((p, k) => assert.ok(Math.abs(found[k] - p) < 1e-15, `${found[k]} for ${p}`));
  };
  near(BM.binomial(4, 0.5), [1, 4, 6, 4, 1].map((count) => count / 16));
  near(BM.binomial(2, 0.9), [0.01, 0.18, 0.81]);
  near(BM.binomial(3, 0), [1, 0, 0, 0]);
  near(BM.binomial(3, 1), [0, 0, 0, 1]);
  // Far out a chance may be 0, where the largest would be if it were counted up from 0 successes.
  const many = BM.binomial(5000, 0.5);
  assert.ok(many[0] === 0 && Math.abs(many[2500] - 1 / Math.sqrt(Math.PI * 2500)) < 1e-6);
});

test("quantiles of the normal distribution are those of the tables, and mirror images", () => {
  const table = [[0.5, 0], [0.8, 0.8416212336], [0.975, 1.9599639845], [0.9995, 3.2905267315]];
  for (const [p, x] of table) {
    assert.ok(Math.abs(BM.normalQuantile(p) - x) < 1e-9);
    assert.ok(Math.abs(BM.normalQuantile(1 - p) + x) < 1e-9);
  }
});

test("a scale by orders of magnitude has as many pixels a factor everywhere, and few ticks", () => {
  const x = BM.logScale([1, 1000], [0, 300]);
  for (const [value, pixel] of [[1, 0], [10, 100], [1000, 300]]) assert.ok(Math.abs(x(value) - pixel) < 1e-9);
  const words = (scale, count) => scale.ticks(count).map(({ label }) => label);
  assert.deepEqual(words(x, 4), ["1", "10", "100", "1,000"]);
  assert.deepEqual(words(BM.logScale([0.2, 12], [0, 1]), 6), ["0.2", "0.5", "1", "2", "5", "10"]);
  assert.deepEqual(words(BM.logScale([0.2, 12], [0, 1]), 5), ["1", "10"]);
});

test("an axis at the side runs upwards, and its ticks are where their values are", () => {
  const axis = BM.sideAxis(BM.logScale([1, 100], [200, 40]), 60, "games");
  const ticks = Array.from(axis.matchAll(/y="([\d.]+)" text-anchor="end">([\d,]+)</g), ([, y, words]) => [Number(y) - 4.5, words]);
  assert.deepEqual(ticks, [[200, "1"], [120, "10"], [40, "100"]]);
  assert.match(axis, /<text x="0" y="26" text-anchor="start" class="name">games</);
});

test("a path is drawn through its points, and filled with nothing", () => {
  const path = BM.path([[0, 1 / 3], [10, 20]], "a", { dashes: "4 3" });
  assert.equal(path, '<g class="a"><path d="M0 0.33L10 20" fill="none" stroke-width="2" stroke-dasharray="4 3"></path></g>');
});

test("a swarm hides no dot while there is room, and stays within its limit", () => {
  const xs = [5, 5, 5, 6, 40, 41];
  const ys = BM.swarm(xs, 4, 20);
  for (let i = 0; i < xs.length; i += 1) {
    assert.ok(Math.abs(ys[i]) <= 20);
    for (let j = 0; j < i; j += 1) assert.ok(Math.hypot(xs[i] - xs[j], ys[i] - ys[j]) >= 4 - 1e-6);
  }
  assert.deepEqual(BM.swarm([1, 100], 4, 20), [0, 0]);
  assert.ok(BM.swarm(new Array(50).fill(3), 4, 10).every((y) => Math.abs(y) <= 10));
});

test("a state is brought to what the controls can show", () => {
  const controls = [
    { name: "n", type: "range", min: 1, max: 15 },
    { name: "game", type: "select", options: [{ value: "pong" }, { value: "alien" }] },
  ];
  assert.deepEqual(BM.allowed(controls, { n: 20, game: "alien" }), { n: 15, game: "alien" });
  assert.deepEqual(BM.allowed(controls, { n: "0", game: "chess" }), { n: 1, game: "pong" });
});
