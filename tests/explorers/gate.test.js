// The explorer of one gate against two, by hand; benchlib's digits are compared in
// test_decisions.py.
const test = require("node:test");
const assert = require("node:assert/strict");
const G = require("../../book/_static/explorers/gate.js");

const DATA = { initial: { games: 512, mark: 520, confirmGames: 2048, confirmMark: 520, share: 20, gain: 30 } };
const STATE = DATA.initial;
const near = (x, y, tolerance = 1e-12) => assert.ok(Math.abs(x - y) <= tolerance, `${x} is not ${y}`);
const sentence = (changes) => G.view(DATA, { ...STATE, ...changes }, 600).sentence;

test("a mark is the decimal that is shown, and a part of a win is a whole one", () => {
  const cases = [[100, 550, 55], [512, 520, 267], [512, 500, 256], [64, 505, 33], [1000, 579, 579], [2048, 520, 1065]];
  for (const [games, mark, wins] of cases) assert.equal(G.winsNeeded(games, mark), wins);
});

test("chances to pass, by hand", () => {
  // Equal bots: 386 of 1,024 ways to win 6 or more of 10; two of two games with 0.6: 0.36.
  near(G.passes(10, 600, 0.5), 386 / 1024);
  near(G.passes(2, 1000, 0.6), 0.36);
  near(G.passes(3, 500, 0.55), 3 * 0.55 ** 2 * 0.45 + 0.55 ** 3);
});

test("a second test only takes away, and promotions are shares of what came", () => {
  for (const share of [0, 5, 60, 100]) {
    for (const gain of [5, 100]) {
      const { better, equal, gain: mean, games } = G.outcomes({ ...STATE, share, gain });
      assert.equal(better.came + equal.came, 100);
      for (const kind of [better, equal]) {
        assert.ok(kind.chance[1] <= kind.chance[0] && kind.chance[0] <= 1);
        near(kind.promoted[1], kind.came * kind.chance[1]);
      }
      near(mean[0], (share / 100) * better.chance[0] * (gain / 10));
      assert.equal(games[0], STATE.games);
      near(games[1], STATE.games + STATE.confirmGames * (better.promoted[0] + equal.promoted[0]) / 100, 1e-9);
    }
  }
});

test("it opens with the gate that promotes 17.7 of 100 equal candidates", () => {
  assert.match(sentence({}), /^Of 100 candidates that are no better than the champion, 512 games at 0\.52 alone promote 17\.7; a confirming test of 2,048 games at 0\.52 leaves 0\.6\./);
});

test("the sentence fits every mix of candidates", () => {
  assert.match(sentence({ share: 0 }), /None is better here, so every promotion is false; a candidate costs 512 games with one test and \d+ with two\.$/);
  assert.match(sentence({ share: 100 }), /two promote \d+\.\d; no promotion is false\./);
  assert.match(sentence({ gain: 10 }), /better by 1 point, /);
  assert.match(sentence({ games: 2048, confirmGames: 8192 }), /leaves less than 0\.1\./);
  assert.match(sentence({ mark: 525 }), /512 games at 0\.525 alone/);
});

test("bars are as long as their numbers", () => {
  const { svg } = G.view(DATA, STATE, 422);
  const widths = Array.from(svg.matchAll(/<rect x="8" y="[\d.]+" width="([\d.]+)"/g), (m) => Number(m[1]));
  const { better, equal } = G.outcomes(STATE);
  const expected = [0, 1].flatMap((k) => [20, better.promoted[k], 80, equal.promoted[k]]).map((n) => 4 * n);
  assert.equal(widths.length, 8);
  widths.forEach((found, k) => near(found, expected[k], 0.006));
  assert.equal(G.view(DATA, { ...STATE, share: 0 }, 422).svg.match(/<rect/g).length, 6);
});

test("controls offer what the state holds, and the view fits its width", () => {
  assert.deepEqual(G.initial(DATA), STATE);
  assert.notEqual(G.initial(DATA), STATE);
  const controls = G.controls(DATA, STATE);
  assert.deepEqual(controls.map(({ name }) => name), Object.keys(STATE));
  for (const { name, min, max, step } of controls) assert.ok(STATE[name] >= min && STATE[name] <= max && (STATE[name] - min) % step === 0);
  assert.equal(new Set(controls.map(({ label }) => label)).size, controls.length);
  assert.deepEqual(controls.slice(0, 2).map(({ text }) => text), ["512 games", "0.52: 267 wins"]);
  const ends = (which) => Object.fromEntries(controls.map((control) => [control.name, control[which]]));
  for (const width of [240, 300, 760]) {
    for (const state of [STATE, ends("min"), ends("max")]) {
      const { svg, label } = G.view(DATA, state, width);
      assert.match(svg, new RegExp(`width="${width}"`));
      for (const [, x] of svg.matchAll(/ (?:x|x1|x2)="(-?[\d.]+)"/g)) assert.ok(x >= 0 && x <= width, x);
      assert.doesNotMatch(svg, /NaN|Infinity/);
      assert.ok(label.length > 40);
    }
  }
});
