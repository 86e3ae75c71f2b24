// The explorer of mirrored games on small boards, by hand; benchlib's games are replayed in
// test_lightcycles.py.
const test = require("node:test");
const assert = require("node:assert/strict");
const BM = require("../../book/_static/explorer.js");
const M = require("../../book/_static/explorers/mirror-replay.js");

// A...      Moves that mirror each other for two turns and meet in the middle, moves that part in
// ....      the second turn, and a game that only the crash tells from its image.
// ...B
const MAP = { width: 4, height: 3, walls: [], starts: [[0, 0], [3, 2]], facings: "EW" };
const WALLED = { width: 5, height: 3, walls: [[1, 1], [3, 1]], starts: [[0, 0], [4, 2]], facings: "EW" };
const tally = (won, drawn, lost, different) => ({ won, drawn, lost, games: won + drawn + lost, different });
const DATA = {
  maps: [MAP, WALLED],
  played: 5,
  pairings: {
    own: {
      label: "copies", ties: "both go east", names: ["original", "copy"], tally: tally(0, 10, 0, 7),
      games: [
        { turns: 3, moves: "ESE/WNW", ties: ["/", "ES/NW", "/"] },
        { turns: 2, moves: "EN/WS", ties: ["ES/WN", "EW/WE"] },
      ],
    },
    changed: {
      label: "changed", ties: "A goes east and B west", names: ["original", "changed bot"], tally: tally(7, 1, 2, 10),
      games: [
        { turns: 3, moves: "ESS/WWN", ties: ["/", "ES/WN", "/"] },
        { turns: 1, moves: "N/W", ties: ["EN/WS"] },
      ],
    },
  },
  initial: { pairing: "changed", map: "0", turn: 2 },
};
const state = (changes) => ({ ...DATA.initial, ...changes });
const words = (changes) => M.view(DATA, state(changes), 600).sentence;

test("moves are played by the rules", () => {
  const crashes = (map, moves) => M.replay(map, moves).map(({ crashed }) => crashed.map(Number).join("")).join(" ");
  const row = { width: 3, height: 1, walls: [], starts: [[0, 0], [2, 0]], facings: "EW" };
  assert.equal(crashes(row, "E/W"), "00 11", "the same cell");
  assert.equal(crashes(row, "E/E"), "00 01", "out of the board");
  assert.equal(crashes({ ...row, starts: [[0, 0], [1, 0]] }, "E/W"), "00 11", "heads that go at each other");
  assert.equal(crashes({ ...row, starts: [[0, 0], [1, 0]] }, "E/E"), "00 10", "the cell that a head is just leaving");
  assert.equal(crashes({ ...row, walls: [[1, 0]] }, "E/N"), "00 11", "a wall, and the border");
  assert.equal(crashes(MAP, "EW/WE"), "00 00 11", "their own trails");
  assert.deepEqual(M.replay(MAP, "ESS/WWN")[3].trails, [[[0, 0], [1, 0], [1, 1]], [[3, 2], [2, 2], [1, 2]]]);
  assert.deepEqual(M.replay(MAP, "ESS/WWN")[3].crashed, [true, true]);
});

test("results are points of A", () => {
  assert.deepEqual([[false, false], [false, true], [true, true], [true, false]].map((crashed) => M.result({ crashed })), [null, 1, 0.5, 0]);
});

test("an image is turned and has the cycles exchanged", () => {
  const position = M.replay(MAP, "ES/WN")[2];
  assert.ok(M.isMirrored(MAP, position));
  const other = M.replay(MAP, "ES/WW")[2];
  assert.deepEqual(M.image(MAP, other), { trails: [[[0, 0], [1, 0], [2, 0]], [[3, 2], [2, 2], [2, 1]]], headings: "EN", crashed: [false, false] });
  assert.deepEqual(M.image(MAP, M.image(MAP, other)), other);
  assert.ok(!M.isMirrored(MAP, other));
  assert.deepEqual(M.differing(MAP, other), [[[1, 1]], [[1, 2]]]);
});

test("the first broken turn is found, and none where there is none", () => {
  const broken = (map, moves) => M.firstBroken(map, M.replay(map, moves));
  assert.equal(broken(MAP, "ESE/WNW"), null);
  assert.equal(broken(MAP, "ESS/WWN"), 2);
  assert.equal(broken(WALLED, "N/W"), 1);
  // Both start cells alike, but facing the same way.
  assert.equal(broken({ ...MAP, facings: "EE" }, "E/W"), 0);
  // Nobody moves on, but only one crashes.
  assert.equal(M.firstBroken(MAP, [{ trails: [[[0, 0]], [[3, 2]]], headings: "EW", crashed: [true, false] }]), 0);
});

test("the sentence says whether the position is its own image", () => {
  assert.equal(words({ turn: 1 }), "After turn 1 of 3, the position is its own image: turned by 180\u00b0 with the bots exchanged, nothing changes; " +
    "there was no tie so far. Here A goes east and B west. In 10 games on 5 such maps, both seats, the original wins 7, draws 1 and loses 2 against the changed bot.");
  assert.match(words({ pairing: "own", turn: 2 }), /the one tie so far was broken alike from both seats\. Here/);
  assert.match(words({ pairing: "own", map: "1", turn: 2 }), /^After turn 2 of 2, .* all 2 ties so far were .* seats\. Both crash in turn 2: a draw\./);
  assert.match(words({ pairing: "own" }), /every game is drawn\. Only 7 of the games are different ones\.$/);
});

test("the sentence says which tie broke the mirror, and how the game ends", () => {
  const broke = "The mirror broke in turn 2: A found E or S equally good and B the same turned, N or W, but A took S and B took W, which is not S turned";
  assert.ok(words({ turn: 2 }).startsWith(`${broke}. Here`));
  assert.ok(words({ turn: 3 }).startsWith(`${broke}; after turn 3 of 3, 1 cell of A's trail has no image in B's. Both crash in turn 3: a draw.`));
  assert.match(words({ map: "1", turn: 1 }), /turn 1: A found N or E .* A crashes in turn 1: B wins\./);
});

test("arrow keys and the line of turns lead to a turn, and the boards do not", () => {
  const at = (place, changes) => M.pick(DATA, state(changes), 600, place);
  assert.deepEqual(at({ key: "ArrowRight" }), { turn: 3 });
  assert.deepEqual(at({ key: "ArrowLeft" }), { turn: 1 });
  assert.deepEqual(at({ key: "ArrowRight" }, { turn: 3 }), { turn: 3 });
  assert.deepEqual(at({ key: "ArrowLeft" }, { turn: 0 }), { turn: 0 });
  assert.equal(at({ key: "Tab" }), null);
  const { line, places } = M.layout(DATA, state(), 600);
  assert.deepEqual([0, 10, 300, 590, 600].map((x) => at({ x, y: line }).turn), [0, 0, 2, 3, 3]);
  assert.equal(at({ x: 300, y: places[0][1] + 5 }), null);
});

test("every view fits its width and shows both boards", () => {
  for (const width of [240, 300, 519, 520, 760]) {
    for (const pairing of Object.keys(DATA.pairings)) {
      for (const map of ["0", "1"]) {
        const { turns } = DATA.pairings[pairing].games[map];
        for (let turn = 0; turn <= turns; turn += 1) {
          const now = state({ pairing, map, turn });
          assert.deepEqual(BM.allowed(M.controls(DATA, now), now), now);
          const { svg, label } = M.view(DATA, now, width);
          assert.doesNotMatch(svg, /NaN|undefined|Infinity/);
          for (const [, x] of svg.matchAll(/ (?:x|x1|x2|cx)="(-?[\d.]+)"/g)) assert.ok(x >= 0 && x <= width, x);
          // One head of each cycle on each board, and one in the legend.
          assert.equal(svg.match(/class="a solid"><circle/g).length, 5);
          assert.equal(svg.match(/class="b solid"><rect/g).length, 5);
          assert.match(label, new RegExp(`after turn ${turn} of ${turns}`));
        }
      }
    }
  }
});

test("cells without an image are outlined, the first of each trail more than the others", () => {
  const outlined = (changes) => ["mean", "zero"].map((name) => {
    const groups = [...M.view(DATA, state(changes), 600).svg.matchAll(new RegExp(`<g class="${name}" fill="none">(.*?)</g>`, "g"))];
    return groups.map(([, inside]) => (inside.match(/<rect/g) || []).length);
  });
  assert.deepEqual(outlined({ turn: 1 }), [[0, 0], [0, 0]]);
  assert.deepEqual(outlined({ turn: 2 }), [[2, 2], [0, 0]]);
});

test("a shorter game moves the turn to its end", () => {
  const now = state({ map: "1", turn: 3 });
  assert.equal(BM.allowed(M.controls(DATA, now), now).turn, 1);
  assert.equal(M.controls(DATA, now)[2].text, "1 of 1");
});
