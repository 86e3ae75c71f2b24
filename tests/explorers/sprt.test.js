// The explorer of a sequential test against enumeration and brute force; benchlib's ratios, walks
// and simulated matches are compared in test_decisions.py.
const test = require("node:test");
const assert = require("node:assert/strict");
const BM = require("../../book/_static/explorer.js");
const S = require("../../book/_static/explorers/sprt.js");

const DATA = {
  tests: [{ elo0: 0, elo1: 100, every: 5, most: 1000 }, { elo0: -50, elo1: 50, every: 5, most: 1000 }],
  errors: [[0.05, 0.05], [0.01, 0.2]],
  walks: 200,
  initial: { test: "0", errors: "0", elo: 0, draws: 30, walk: 33 },
};
const STATE = DATA.initial;
const near = (x, y, tolerance) => assert.ok(Math.abs(x - y) <= tolerance, `${x} is not ${y}`);

test("walks have numbers: the same from the same, others from others, spread over 0 to 1", () => {
  const draw = (seed, n) => { const next = S.generator(seed); return Array.from({ length: n }, next); };
  assert.deepEqual(draw(7, 20), draw(7, 20));
  assert.notDeepEqual(draw(7, 20), draw(8, 20));
  const many = draw(3, 20000);
  assert.ok(Math.min(...many) >= 0 && Math.max(...many) < 1);
  for (let tenth = 0; tenth < 10; tenth += 1) {
    // 2,000 expected, with a standard deviation of 42.
    near(many.filter((u) => Math.floor(10 * u) === tenth).length, 2000, 170);
  }
});

test("the ratio is that of the best distributions, found by search over the share of draws", () => {
  const best = (l, d, w, s) => {
    const value = (draw) => l * Math.log(1 - s - draw / 2) + d * Math.log(draw) + w * Math.log(s - draw / 2);
    let [low, high] = [0, 2 * Math.min(s, 1 - s)];
    for (let step = 0; step < 300; step += 1) {
      const [a, b] = [low + (high - low) / 3, high - (high - low) / 3];
      if (value(a) < value(b)) low = a; else high = b;
    }
    return value((low + high) / 2);
  };
  for (const [l, d, w] of [[3, 5, 9], [40, 1, 2], [7, 200, 7], [0, 5, 9], [12, 0, 0], [0, 20, 0], [0, 0, 4]]) {
    for (const [s0, s1] of [[0.5, 0.64], [0.43, 0.57], [0.2, 0.9], [0.5, 0.503]]) {
      const counts = [l || 0.001, d || 0.001, w || 0.001];
      near(S.ratio(l, d, w, s0, s1), best(...counts, s1) - best(...counts, s0), 1e-6);
    }
  }
});

test("among results with equally many wins the ratio rises with the lead, so thresholds will do", () => {
  for (const [s0, s1] of [[0.5, 0.64], [0.43, 0.57], [0.5, 0.76]]) {
    for (const n of [1, 2, 5, 20, 60, 150]) {
      for (let wins = 0; wins <= n; wins += 1) {
        const ratios = Array.from({ length: n - wins + 1 }, (_, draws) => S.ratio(n - wins - draws, draws, wins, s0, s1));
        assert.ok(ratios.every((llr, k) => k === 0 || llr > ratios[k - 1]), `${n} games, ${wins} wins`);
      }
    }
  }
});

test("by hand: 9 of 12 without draws, three quarters against one half", () => {
  near(S.ratio(3, 0, 9, 0.5, 0.75), 9 * Math.log(1.5) + 3 * Math.log(0.5), 0.01);
});

test("every match of a short test, enumerated", () => {
  for (const [every, most] of [[1, 7], [2, 8], [3, 6]]) {
    for (const chances of [[0.3, 0.2, 0.5], [0.6, 0, 0.4], [0.1, 0.8, 0.1], [0, 0.4, 0.6]]) {
      const set = { every, most, s0: 0.45, s1: 0.7, lower: -0.6, upper: 0.9, chances };
      const [up, down] = [new Array(most / every).fill(0), new Array(most / every).fill(0)];
      let [left, games] = [0, 0];
      const play = (counts, n, chance) => {
        if (n && n % every === 0) {
          const llr = S.ratio(...counts, set.s0, set.s1);
          const ends = llr >= set.upper ? up : llr <= set.lower ? down : null;
          if (ends) ends[n / every - 1] += chance;
          if (ends || n === most) games += n * chance;
          if (!ends && n === most) left += chance;
          if (ends || n === most) return;
        }
        chances.forEach((p, k) => p > 0 && play(counts.map((c, i) => c + (i === k)), n + 1, chance * p));
      };
      play([0, 0, 0], 0, 1);
      const found = S.characteristics(set);
      assert.ok(up.some((p) => p > 0) && left < 1);
      found.up.forEach((p, k) => near(p, up[k], 1e-9));
      found.down.forEach((p, k) => near(p, down[k], 1e-9));
      near(found.undecided, left, 1e-9);
      near(found.games, games, 1e-7);
    }
  }
});

test("nothing is lost, and a test seen from the other seat is the other way round", () => {
  for (const [elo, draws] of [[0, 0], [25, 40], [75, 60]]) {
    const [mine, yours] = [elo, -elo].map((truth) => S.characteristics(S.settings(DATA, { ...STATE, test: "1", elo: truth, draws })));
    near(mine.acceptH1 + mine.acceptH0 + mine.undecided, 1, 1e-6);
    near(mine.acceptH1, yours.acceptH0, 1e-6);
    near(mine.games, yours.games, 1e-4);
  }
});

test("a walk ends at its first look beyond a bound", () => {
  const set = S.settings(DATA, STATE);
  const seen = new Set();
  for (let seed = 1; seed <= DATA.walks; seed += 1) {
    const { decision, looks, n } = S.walk(set, seed);
    seen.add(decision);
    looks.forEach(({ llr, counts, n: at }, k) => {
      assert.equal(counts[0] + counts[1] + counts[2], at);
      assert.equal(at, (k + 1) * set.every);
      assert.equal(llr > set.lower && llr < set.upper, k < looks.length - 1 || decision === "continue");
    });
    assert.equal(n, looks.length * set.every);
  }
  assert.ok(seen.has("accept_h0") && seen.has("accept_h1"));
  assert.equal(S.walk({ ...set, most: 5, lower: -9, upper: 9 }, 1).decision, "continue");
});

test("the sentence says what the walk decided, how often that happens, and what is an error", () => {
  const sentence = (changes) => S.view(DATA, { ...STATE, ...changes }, 600).sentence;
  assert.match(sentence({}), /^Walk 33 accepts H1, a gain of 100 Elo, after \d+ games\. At a true gain of 0 Elo and 30% draws, \d\.\d% of matches accept H1 and \d\d\.\d% accept H0; a match takes \d+ games on average\. Here H1 is the error, which this walk makes; it should happen in about 5% of matches or fewer\.$/);
  assert.match(sentence({ walk: 1 }), /^Walk 1 accepts H0, a gain of 0 Elo, .* Here H1 is the error; it should/);
  assert.match(sentence({ elo: 100, errors: "1" }), /Here H0 is the error.* in about 20% of matches/);
  assert.match(sentence({ elo: 50 }), /The truth lies between the two hypotheses, where the test promises nothing\.$/);
  assert.match(sentence({ test: "1", elo: -50 }), /At a true gain of −50 Elo/);
  const short = { ...DATA, tests: [{ elo0: 0, elo1: 100, every: 5, most: 10 }] };
  assert.match(S.view(short, STATE, 600).sentence, /^Walk 33 is given up undecided after 10 games\..*% are undecided after 10 games; a match/);
});

test("draws leave room for the true gain, and the truth stays near the hypotheses", () => {
  for (const place of ["0", "1"]) {
    for (const elo of [-2000, -50, 0, 150, 2000]) {
      const asked = { ...STATE, test: place, elo, draws: 80 };
      const once = BM.allowed(S.controls(DATA, asked), asked);
      const state = BM.allowed(S.controls(DATA, once), once);
      const { chances } = S.settings(DATA, state);
      assert.ok(chances.every((p) => p >= 0 && p <= 1), `${chances}`);
      near(chances[0] + chances[1] + chances[2], 1, 1e-12);
      near(chances[2] + chances[1] / 2, 1 / (1 + 10 ** (-state.elo / 400)), 1e-12);
    }
  }
});

test("controls offer what the state holds, and the view fits its width", () => {
  assert.deepEqual(S.initial(DATA), STATE);
  assert.notEqual(S.initial(DATA), STATE);
  assert.deepEqual(S.controls(DATA, STATE).map(({ name }) => name), Object.keys(STATE));
  for (const width of [240, 300, 760]) {
    for (const state of [STATE, { ...STATE, elo: 150, walk: 1 }, { ...STATE, test: "1", errors: "1", draws: 80 }]) {
      const { svg, label } = S.view(DATA, state, width);
      assert.match(svg, new RegExp(`width="${width}"`));
      for (const [, x] of svg.matchAll(/ (?:x|x1|x2|cx)="(-?[\d.]+)"/g)) assert.ok(x >= 0 && x <= width, x);
      for (const [, d] of svg.matchAll(/ d="M([^"]+)"/g)) {
        for (const point of d.split("L")) assert.ok(Number(point.split(" ")[0]) <= width + 1e-9, point);
      }
      assert.doesNotMatch(svg, /NaN|Infinity/);
      assert.ok(label.length > 40);
    }
  }
});
