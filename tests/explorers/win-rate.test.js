// The explorer of a win rate against cases by hand; benchlib's digits are compared in
// test_matches.py.
const test = require("node:test");
const assert = require("node:assert/strict");
const BM = require("../../book/_static/explorer.js");
const W = require("../../book/_static/explorers/win-rate.js");

const DATA = { initial: { games: 10, wins: 6, draws: 0, method: "wilson" }, level: 0.95 };
const sum = (values) => values.reduce((a, b) => a + b, 0);
const near = (a, b, error = 1e-12) => assert.ok(Math.abs(a - b) <= error, `${a} is not ${b}`);

// What a visitor sets: games, wins, draws.
function match(games, wins, draws = 0, method = "wilson", data = DATA) {
  return W.initial({ ...data, initial: { games, wins, draws, method } });
}
const words = (...state) => W.view(DATA, match(...state), 600).sentence;

test("the gamma function is that of factorials and of halves", () => {
  near(W.logGamma(1), 0);
  near(W.logGamma(6), Math.log(120));
  near(W.logGamma(0.5), Math.log(Math.PI) / 2);
});

test("the beta distribution of whole numbers is the binomial one, and its quantiles turn it round", () => {
  for (const n of [1, 4, 30]) {
    for (const p of [0.1, 0.5, 0.93]) {
      const chances = BM.binomial(n, p);
      for (let k = 1; k <= n; k += 1) near(W.betaBelow(p, k, n - k + 1), sum(chances.slice(k)));
    }
  }
  for (const [a, b] of [[0.5, 10.5], [3, 7.5], [500, 501]]) near(W.betaBelow(W.betaQuantile(0.025, a, b), a, b), 0.025);
  assert.deepEqual([W.betaBelow(0, 2, 3), W.betaBelow(1, 2, 3)], [0, 1]);
});

test("a bot's interval is the mirror image of its opponent's, whatever the method", () => {
  for (const method of ["wilson", "wald", "clopper", "jeffreys"]) {
    for (const [points, n] of [[0, 5], [2.5, 5], [3, 8], [41.5, 100]]) {
      const [low, high] = W.interval(method, points, n, 0.95);
      const [other, end] = W.interval(method, n - points, n, 0.95);
      near(low, 1 - end);
      near(high, 1 - other);
      assert.ok(low <= points / n && points / n <= high);
    }
  }
  assert.equal(W.interval("clopper", 0, 7, 0.95)[0], 0);
});

test("equal bots have the chances that enumeration gives", () => {
  const games = [[0, 0.3], [1, 0.4], [2, 0.3]]; // half points of one game, and their chances
  let expected = [1];
  for (let n = 1; n <= 4; n += 1) {
    const next = new Array(2 * n + 1).fill(0);
    expected.forEach((chance, h) => games.forEach(([halves, p]) => (next[h + halves] += chance * p)));
    expected = next;
    W.equalBots(n, 0.4).forEach((chance, h) => near(chance, expected[h]));
  }
  assert.deepEqual(Array.from(W.equalBots(2, 0)), [0.25, 0, 0.5, 0, 0.25]);
  assert.deepEqual(Array.from(W.equalBots(2, 1)), [0, 0, 1, 0, 0]);
  // Where the chance of losing all is no number any more, the rest is.
  for (const drawn of [0, 0.5, 0.999]) near(sum(W.equalBots(1000, drawn)), 1);
  near(W.equalBots(1000, 0)[1000], BM.binomial(1000, 0.5)[500]);
});

test("the sentence says what the games show, and when they show nothing", () => {
  assert.equal(words(10, 6), "6 points of 10 games: the win rate is 0.60, and true rates from 0.31 to 0.83 fit; " +
    "an equal bot would do at least as well in 37.7% of such matches. " +
    "Equal strength, 0.5, is inside the interval: these games do not tell which bot is stronger.");
  assert.match(words(1000, 600), /^600 points of 1,000 games: the win rate is 0\.600, .* is outside the interval: by it, the bot is stronger\.$/);
  // (1/2)^10
  assert.match(words(10, 0), /would do no better in 0\.1% of such matches\. .* the bot is weaker\.$/);
  assert.match(words(2, 1, 1), /^1\.5 points of 2 games \(1 win, 1 draw, 0 losses\)/);
  assert.match(words(2, 1, 0, "wald"), /from −0\.19 to 1\.19, beyond what a rate can be, fit;/);
  assert.match(words(1, 1), /^1 point of 1 game: .* in 50\.0% of/);
  assert.match(words(10, 0, 10), /an equal bot, with as many draws on average, would do at least as well in 100% of/);
});

test("more games are more of the same, and wins leave the draws what is left", () => {
  const state = match(10, 6, 2);
  const at = (games) => W.result(DATA, { ...state, games: W.GAMES.indexOf(games) });
  assert.deepEqual([at(100).wins, at(100).draws], [60, 20]);
  assert.deepEqual([at(5).wins, at(5).draws], [3, 1]);
  for (const games of W.GAMES) {
    const [, wins, draws] = W.controls(DATA, { ...state, games: W.GAMES.indexOf(games) });
    assert.ok(Number.isInteger(wins.step));
    assert.equal(wins.max / wins.step, games);
    assert.equal(draws.max / draws.step, games - at(games).wins);
    for (let k = 0; k <= games; k += 1) assert.equal(W.result(DATA, match(games, k, games - k)).draws, games - k);
  }
  const full = { ...state, wins: W.controls(DATA, state)[1].max };
  assert.equal(BM.allowed(W.controls(DATA, full), full).draws, 0);
});

test("bars hold all chances, and the solid ones those of the tail, also when put together", () => {
  for (const [games, wins, draws] of [[1, 1, 0], [10, 6, 0], [10, 2, 3], [1000, 520, 0], [1000, 470, 21], [10, 0, 10]]) {
    const found = W.result(DATA, match(games, wins, draws));
    for (const width of [240, 760]) {
      const bars = W.bars(found, BM.scale([0, 1], [26, width - 26]));
      near(sum(bars.map(({ chance }) => chance)), 1);
      near(sum(bars.map(({ chance, extreme }) => (extreme ? chance : 0))), found.tail);
      bars.forEach(({ left, right }) => assert.ok(right - left >= 2));
    }
  }
});

test("every view fits its width", () => {
  for (const width of [240, 300, 760]) {
    for (const method of ["wilson", "wald", "clopper", "jeffreys"]) {
      for (const [games, wins, draws] of [[1, 0, 0], [2, 1, 0], [10, 0, 10], [10, 10, 0], [1000, 1000, 0], [1000, 300, 333]]) {
        const { svg, label } = W.view(DATA, match(games, wins, draws, method), width);
        assert.match(svg, new RegExp(`width="${width}"`));
        assert.doesNotMatch(svg, /NaN|undefined|Infinity/);
        for (const [, x] of svg.matchAll(/ (?:x|x1|x2|cx)="(-?[\d.]+)"/g)) assert.ok(x >= 0 && x <= width, x);
        assert.ok(label.length > 40);
      }
    }
  }
});
