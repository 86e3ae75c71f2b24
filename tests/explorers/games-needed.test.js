// The explorer of games needed against cases by hand; benchlib's digits are compared in
// test_matches.py.
const test = require("node:test");
const assert = require("node:assert/strict");
const G = require("../../book/_static/explorers/games-needed.js");

const DATA = { initial: { design: "duel", gain: 5, games: 96, correlation: 50, level: "95", power: 80 } };
const with_ = (changes) => ({ ...G.initial(DATA), ...changes });
const words = (changes) => G.view(DATA, with_(changes), 600).sentence;

test("a gain of five points needs the games that the formula says", () => {
  assert.equal(G.gamesNeeded(with_({}), 5), 785);
  assert.equal(G.gamesNeeded(with_({ design: "own" }), 5), 1570);
  assert.equal(G.gamesNeeded(with_({ design: "shared" }), 5), 785);
});

test("a coin's power needs one quantile only, and a number whole on paper stays so", () => {
  // Power 50%: (1.96 / (2 * 0.05))^2 = 384.1
  assert.equal(G.gamesNeeded(with_({ power: 50 }), 5), 385);
  const state = with_({ power: 50 });
  // The gain that 400 games detect needs 400, not 401.
  assert.equal(G.gamesNeeded(state, G.detectable(state, 400)), 400);
});

test("both directions are one formula", () => {
  for (const design of ["duel", "own", "shared"]) {
    for (const level of G.LEVELS) {
      for (const power of [50, 80, 99]) {
        for (const correlation of [0, 50, 95]) {
          const state = with_({ design, level, power, correlation });
          for (const games of G.GAMES) {
            const gain = G.detectable(state, games);
            if (gain !== null) assert.equal(G.gamesNeeded(state, gain), games);
            else assert.ok(G.gamesNeeded(state, design === "duel" ? 50 : 100) > games);
          }
        }
      }
    }
  }
});

test("half the gain needs four times the games", () => {
  for (let gain = 1; gain <= 30; gain += 0.5) {
    const state = with_({});
    const [half, whole] = [gain / 2, gain].map((g) => G.gamesNeeded(state, g));
    assert.ok(half <= 4 * whole && half > 4 * (whole - 1), `${gain}: ${half} and ${whole}`);
  }
});

test("the sentence says both directions in words", () => {
  assert.equal(words({}), "To detect a gain of 5 percentage points, a win rate of 0.55 against the old version, " +
    "with 80% power at 95% confidence, a duel needs 785 games; half that gain needs 3,140. 96 games detect gains of 14.3 points or more.");
  assert.match(words({ design: "own" }), /each version needs 1,570 games on maps of its own; .* 96 games each detect gains of 20\.2 points or more\.$/);
  assert.match(words({ design: "shared" }), /each version needs 785 games on shared maps with a correlation of 0\.50;/);
  assert.match(words({ games: 0, level: "99.9", power: 99 }), /10 games detect no gain that a win rate can have\.$/);
  assert.match(words({ gain: 1 }), /a gain of 1 percentage point, a win rate of 0\.51 /);
  assert.match(words({ gain: 12.5 }), /a win rate of 0\.625 /);
  assert.match(words({ gain: 10 }), /a win rate of 0\.60 /);
});

test("the controls say whether the correlation counts", () => {
  const text = (design) => G.controls(DATA, with_({ design })).find(({ name }) => name === "correlation").text;
  assert.deepEqual(["duel", "own", "shared"].map(text), ["not used", "not used", "0.50"]);
  assert.equal(G.GAMES[G.initial(DATA).games], 96);
});

test("every view fits its picture", () => {
  for (const width of [240, 300, 760]) {
    for (const design of ["duel", "own", "shared"]) {
      for (const [gain, games] of [[1, 0], [1, 18], [30, 0], [30, 18], [5, 5]]) {
        for (const [level, power, correlation] of [["80", 50, 95], ["99.9", 99, 0]]) {
          const { svg, label } = G.view(DATA, with_({ design, gain, games, level, power, correlation }), width);
          assert.doesNotMatch(svg, /NaN|undefined|Infinity/);
          const height = Number(svg.match(/ height="(\d+)"/)[1]);
          for (const [, x] of svg.matchAll(/ (?:x|x1|x2|cx)="(-?[\d.]+)"/g)) assert.ok(x >= 0 && x <= width, x);
          for (const [, y] of svg.matchAll(/ (?:y|y1|y2|cy)="(-?[\d.]+)"/g)) assert.ok(y >= 0 && y <= height, y);
          assert.ok(label.length > 40);
        }
      }
    }
  }
});
