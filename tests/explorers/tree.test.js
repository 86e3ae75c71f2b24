// The explorer of a search tree on a small one, by hand; benchlib's trees are replayed in
// test_tree.py.
const test = require("node:test");
const assert = require("node:assert/strict");
const BM = require("../../book/_static/explorer.js");
const T = require("../../book/_static/explorers/tree.js");

// Three actions, of which FIRE does what NOOP does; UP pays 4, and UP again 8 more.
const merged = {
  label: "merged",
  nodes: [
    { parent: -1, depth: 0, action: -1 }, { parent: 0, depth: 1, action: 0 },
    { parent: 0, depth: 1, action: 2 }, { parent: 2, depth: 2, action: 2 },
  ],
  simulations: [
    { path: [0, 1], new: 1, merged: [], returns: [0], scale: 0, frames: 10 },
    { path: [0, 2], new: 2, merged: [[1, 1]], returns: [4], scale: 4, frames: 15 },
    { path: [0, 2, 3], new: 3, merged: [], returns: [12, 8], scale: 12, frames: 5 },
    { path: [0, 2, 3], new: -1, merged: [[0, 2], [1, 2]], returns: [12, 8], scale: 12, frames: 0 },
  ],
  played: 2,
};
const DATA = {
  game: "Stairs", depthFrames: 10, exploration: 0.1, actions: ["NOOP", "FIRE", "UP"],
  trees: { merged, apart: { ...merged, label: "apart", simulations: merged.simulations.slice(0, 2) } },
  initial: { tree: "merged", step: 4 },
};
const state = (changes) => ({ ...DATA.initial, ...changes });
const words = (changes) => T.view(DATA, state(changes), 600).sentence;

test("names of actions become arrows and words", () => {
  assert.deepEqual(["NOOP", "FIRE", "UP", "DOWNLEFTFIRE"].map(T.symbol), ["nothing", "fire", "\u2191", "\u2199 fire"]);
  assert.deepEqual(["NOOP", "FIRE", "UP", "DOWNLEFTFIRE"].map(T.inWords), ["nothing", "fire", "up", "down-left and fire"]);
});

test("nodes hold visits, totals and actions as they come", () => {
  assert.deepEqual(T.grown(merged, 0), [{ visits: 0 }, null, null, null]);
  assert.deepEqual(T.grown(merged, 2), [{ visits: 2 }, { visits: 1, total: 0, actions: [0, 1] }, { visits: 1, total: 4, actions: [2] }, null]);
  assert.deepEqual(T.grown(merged, 4)[2], { visits: 3, total: 28, actions: [2, 0, 1] });
});

test("a node is worth its scaled mean and the bonus", () => {
  const held = T.grown(merged, 3);
  const { mean, scaled, bonus } = T.worth(DATA, merged, held, 3, 2);
  assert.equal(mean, 8);
  assert.equal(scaled, 8 / 12);
  assert.equal(bonus, 0.1 * Math.sqrt(Math.log(3) / 2));
  // Without any return yet, means are not divided by 0.
  assert.equal(T.worth(DATA, merged, T.grown(merged, 1), 1, 1).scaled, 0);
});

test("leaders have the most visits, then the largest mean, and may be several", () => {
  assert.deepEqual(T.leaders(merged, T.grown(merged, 2)), [2]);
  assert.deepEqual(T.leaders(merged, T.grown(merged, 4)), [2]);
  const even = { ...merged, simulations: [merged.simulations[0], { ...merged.simulations[1], returns: [0] }] };
  assert.deepEqual(T.leaders(even, T.grown(even, 2)), [1, 2]);
});

test("a row stands below its parent and what hangs on elder sisters", () => {
  const nodes = [{ parent: -1 }, { parent: 0 }, { parent: 0 }, { parent: 1 }, { parent: 3 }].map((n) => ({ ...n, depth: 0, action: 0 }));
  assert.deepEqual(T.rows({ nodes }), [0, 1, 4, 2, 3]);
});

test("the sentence says what a simulation did and what leads", () => {
  assert.match(words({ step: 0 }), /only the root/);
  assert.equal(words({ step: 2 }), "Simulation 2 of 4: it finds that \u201cfire\u201d leads to the same state as \u201cnothing\u201d, and merges the two; " +
    "it tries \u201cup\u201d for the first time and plays on at random. Its discounted return is 4.00 points, for 15 emulated frames. " +
    "\u201cup\u201d has 1 of 2 visits, the most so far, or as many as others and a larger mean.");
  assert.match(words({ step: 3 }), /goes down by \u201cup\u201d \(1\.08\), where .* tries \u201cup\u201d/);
  assert.match(words({ step: 4 }), /2 more actions lead to states .* reaches 10 frames within the tree\..*3 of 4 visits, the most, and is played\.$/);
});

test("keys step, jump to both ends, and stay inside", () => {
  const at = (key, step) => T.pick(DATA, state({ step }), 600, { key });
  assert.deepEqual([at("ArrowLeft", 2), at("ArrowRight", 2), at("Home", 2), at("End", 2)].map((c) => c.step), [1, 3, 0, 4]);
  assert.deepEqual([at("ArrowLeft", 0), at("ArrowRight", 4)].map((c) => c.step), [0, 4]);
  assert.equal(at("Tab", 2), null);
  assert.equal(T.pick(DATA, state(), 600, { x: 3, y: 4 }), null);
});

test("every view fits its width and shows a row for each node that is there", () => {
  for (const width of [240, 300, 479, 480, 760]) {
    for (const tree of Object.keys(DATA.trees)) {
      for (let step = 0; step <= DATA.trees[tree].simulations.length; step += 1) {
        const now = state({ tree, step });
        assert.deepEqual(BM.allowed(T.controls(DATA, now), now), now);
        const { svg, label } = T.view(DATA, now, width);
        assert.doesNotMatch(svg, /NaN|undefined|Infinity/);
        for (const [, x] of svg.matchAll(/ (?:x|x1|x2|cx)="(-?[\d.]+)"/g)) assert.ok(x >= 0 && x <= width, x);
        const there = T.grown(DATA.trees[tree], step).filter(Boolean).length;
        assert.equal(svg.match(/<circle|<rect/g).length, there);
        assert.ok(label.includes(`after ${step} simulations, with ${there} nodes`));
      }
    }
  }
});

test("another tree with fewer simulations moves the step to its end", () => {
  const now = state({ tree: "apart", step: 4 });
  assert.equal(BM.allowed(T.controls(DATA, now), now).step, 2);
  assert.equal(T.controls(DATA, now)[1].text, "2 of 2");
});
