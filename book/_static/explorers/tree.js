/* How does a search tree grow, simulation by simulation?
   data: {game, depthFrames, exploration: C of the bonus, actions: [names], trees: {key: {label,
          nodes: [{parent, depth, action: the first that leads there}], the root first,
          simulations: [{path: [places of nodes], new: place or -1, merged: [[action, place]],
                         returns: [from each step of the path on], scale, frames}],
          played: action}}, initial: {tree, step}}
   The picture is an outline, a row for each node, which keeps its place as the tree grows. */
(function () {
  "use strict";

  const BM = typeof module !== "undefined" ? require("../explorer.js") : window.BM;

  const ARROWS = { UP: "\u2191", DOWN: "\u2193", LEFT: "\u2190", RIGHT: "\u2192", UPRIGHT: "\u2197", UPLEFT: "\u2196", DOWNRIGHT: "\u2198", DOWNLEFT: "\u2199" };
  const parts = (name) => [name === "FIRE" ? "" : name.replace(/FIRE$/, ""), name.endsWith("FIRE")];

  /* UPRIGHTFIRE: an arrow for the picture, words for the sentence. */
  function symbol(name) {
    const [way, fire] = parts(name);
    return [name === "NOOP" ? "nothing" : ARROWS[way], fire ? "fire" : ""].filter(Boolean).join(" ");
  }

  function inWords(name) {
    const [way, fire] = parts(name);
    return [name === "NOOP" ? "nothing" : way.toLowerCase().replace(/^(up|down)(left|right)$/, "$1-$2"), fire ? "fire" : ""].filter(Boolean).join(" and ");
  }

  /* What each node holds after so many simulations: null where it is not yet in the tree. */
  function grown({ nodes, simulations }, step) {
    const held = nodes.map(({ action }, place) => (place ? { visits: 0, total: 0, actions: [action] } : { visits: 0 }));
    for (const { path, returns, merged } of simulations.slice(0, step)) {
      path.forEach((place, k) => {
        held[place].visits += 1;
        if (k) held[place].total += returns[k - 1];
      });
      for (const [action, place] of merged) held[place].actions.push(action);
    }
    return held.map((node, place) => (node.visits || !place ? node : null));
  }

  /* Mean return of a node, the same on the scale on which the largest so far is 1, and the bonus. */
  function worth(data, tree, held, step, place) {
    const { visits, total } = held[place];
    const { scale } = tree.simulations[step - 1];
    const mean = total / visits;
    const bonus = data.exploration * Math.sqrt(Math.log(held[tree.nodes[place].parent].visits) / visits);
    return { mean, scaled: mean / (scale || 1), bonus };
  }

  /* The root's children with the most visits, and of these those with the largest mean. */
  function leaders({ nodes }, held) {
    const children = nodes.map((_, place) => place).filter((place) => held[place] && nodes[place].parent === 0);
    const best = (places, of) => places.filter((place) => of(held[place]) === Math.max(...places.map((p) => of(held[p]))));
    return best(best(children, ({ visits }) => visits), ({ total, visits }) => total / visits);
  }

  /* The row of each node: below its parent, after its elder sisters and all that hangs on them. */
  function rows({ nodes }) {
    const order = [];
    const visit = (place) => {
      order.push(place);
      nodes.forEach(({ parent }, child) => parent === place && visit(child));
    };
    visit(0);
    return nodes.map((_, place) => order.indexOf(place));
  }

  /* ---- words ----------------------------------------------------------------------------------- */

  const fixed = (x, digits) => x.toFixed(digits).replace(/^-(?=.*[1-9])/, "\u2212").replace("-", "");
  const points = (x) => `${BM.number(x)} points`;
  const join = (words) => (words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words[words.length - 1]}`);

  function sentence(data, tree, step) {
    const { simulations, nodes } = tree;
    if (step === 0) return "Before the first simulation there is only the root: the state in which to decide.";
    const named = (place) => `\u201c${inWords(data.actions[nodes[place].action])}\u201d`;
    const { path, new: added, merged, returns, frames } = simulations[step - 1];
    // The picture has the sums of after the simulation; it went by those of before.
    const before = grown(tree, step - 1);
    const sum = (place) => { const { scaled, bonus } = worth(data, tree, before, step - 1, place); return fixed(scaled + bonus, 2); };
    const went = path.filter((place) => place > 0 && place !== added).map((place) => `${named(place)} (${sum(place)})`);
    const twin = ([action, place]) => `\u201c${inWords(data.actions[action])}\u201d leads to the same state as ${named(place)}, and merges the two`;
    const twins = merged.length > 1 ? `${merged.length} more actions lead to states that the tree has there already, and merges them` : merged.map(twin).join("");
    const did = [
      went.length ? `it goes down by ${join(went)}, where the sum of mean and bonus was the largest before` : "",
      twins ? `it finds that ${twins}` : "",
      added >= 0 ? `it tries ${named(added)} for the first time and plays on at random` : `it reaches ${data.depthFrames} frames within the tree`,
    ].filter(Boolean).join("; ");
    const best = leaders(tree, grown(tree, step));
    const { visits } = grown(tree, step)[best[0]];
    const last = step === simulations.length;
    const choice = best.length > 1
      ? `${best.length} actions of the root share the most visits (${visits}) and the largest mean${last ? `; chance takes \u201c${inWords(data.actions[tree.played])}\u201d` : ""}.`
      : `${named(best[0])} has ${visits} of ${step} visits, ${last ? "the most, and is played" : "the most so far, or as many as others and a larger mean"}.`;
    return `Simulation ${step} of ${simulations.length}: ${did}. Its discounted return is ${points(returns[0])}, for ${frames} emulated frames. ${choice}`;
  }

  /* ---- picture --------------------------------------------------------------------------------- */

  const [TOP, ROW, INDENT, LEFT] = [34, 21, 17, 12];

  /* What stands below the picture; the last line explains the short names of a narrow one. */
  const LEGEND = ["Thick: the way of this simulation.", "Square: the node that it adds.", "Larger circles: more visits."];
  const legend = (wide) => (wide ? [LEGEND.join(" ")] : [...LEGEND, "(2): two actions that lead to the same state."]);

  const layout = (tree, width) => {
    const row = rows(tree);
    const wide = width >= 480;
    const columns = (wide ? [214, 146, 4] : [112, 50, 4]).map((x) => width - x);
    // A deep tree is drawn narrower, so that names and numbers stay apart.
    const room = columns[0] - LEFT - (wide ? 200 : 64);
    const indent = Math.min(INDENT, room / Math.max(1, ...tree.nodes.map(({ depth }) => depth)));
    const at = tree.nodes.map(({ depth }, place) => [LEFT + indent * depth, TOP + ROW * (row[place] + 0.5)]);
    return { at, height: TOP + ROW * (tree.nodes.length + legend(wide).length) + 14, columns, wide };
  };

  function view(data, state, width) {
    const tree = data.trees[state.tree];
    const held = grown(tree, state.step);
    const { at, height, columns, wide } = layout(tree, width);
    const { path, new: added } = state.step ? tree.simulations[state.step - 1] : { path: [0], new: -1 };
    const shown = tree.nodes.map((_, place) => place).filter((place) => held[place]);
    const elbow = (place, className, line) => {
      const [[x, y], [u, v]] = [at[tree.nodes[place].parent], at[place]];
      return BM.path([[x, y], [x, v], [u, v]], className, line);
    };
    const played = (place) => state.step === tree.simulations.length && tree.nodes[place].parent === 0 && held[place].actions.includes(tree.played);
    const label = (place) => (place ? `${names(place)}${played(place) ? " \u00b7 played" : ""}` : "now");
    const names = (place) => {
      const [first, ...others] = held[place].actions.map((action) => symbol(data.actions[action]));
      const most = played(place) ? 2 : 3;
      if (!others.length) return first;
      return wide ? [first, ...others.slice(0, most)].join(" = ") + (others.length > most ? ` = ${others.length - most} more` : "") : `${first} (${others.length + 1})`;
    };
    const heads = ["visits", "mean", wide ? "scaled + bonus" : "sum"].map((words, k) => BM.text(columns[k], 18, words, { anchor: "end", className: "name" }));
    const lines = shown.map((place) => {
      const y = at[place][1] + 4.5;
      const numbers = [String(held[place].visits)];
      if (place) {
        const { mean, scaled, bonus } = worth(data, tree, held, state.step, place);
        numbers.push(fixed(mean, 1), wide ? `${fixed(scaled, 2)} + ${fixed(bonus, 2)}` : fixed(scaled + bonus, 2));
      }
      return BM.text(at[place][0] + 14, y, label(place), { className: path.includes(place) || played(place) ? "strong" : undefined }) +
        numbers.map((words, k) => BM.text(columns[k], y, words, { anchor: "end" })).join("");
    });
    const marks = shown.map((place) => {
      const radius = Math.min(8, 2.6 + 1.1 * Math.sqrt(held[place].visits));
      if (place === added) return BM.dots([at[place]], { className: "b solid", shape: "square", radius: 6 });
      return BM.dots([at[place]], { className: path.includes(place) ? "a solid" : "a outlined", radius });
    });
    const svg = BM.svg(width, height, [
      BM.text(0, 18, wide ? "action, and those merged with it" : "action", { className: "name" }), heads,
      shown.filter((place) => place).map((place) => elbow(place, "zero", { width: 1 })),
      path.slice(1).map((place) => elbow(place, "a", { width: 3.5 })), marks, lines,
      legend(wide).map((words, k) => BM.text(0, TOP + ROW * (tree.nodes.length + k + 1) + 4, words, { className: "name" })),
    ]);
    const words = `An outline of the tree after ${state.step} simulations, with ${shown.length} nodes to a depth of ` +
      `${Math.max(...shown.map((place) => tree.nodes[place].depth))} decisions, and visits, mean return and bonus of each. The way of the last simulation is thick, and the node that it added is a square.`;
    return { svg, sentence: sentence(data, tree, state.step), label: words };
  }

  /* ---- the functions of an explorer ------------------------------------------------------------ */

  const initial = (data) => ({ ...data.initial });

  function controls(data, state) {
    const n = data.trees[state.tree].simulations.length;
    return [
      { name: "tree", type: "select", label: "Equal states", options: Object.entries(data.trees).map(([value, { label }]) => ({ value, label })) },
      { name: "step", type: "range", label: "Simulation", min: 0, max: n, step: 1, text: `${Math.min(state.step, n)} of ${n}`, fewer: "One simulation back", more: "One simulation on" },
    ];
  }

  /* Arrow keys step; Home and End lead to the root alone and to the whole tree. */
  function pick(data, state, width, { key }) {
    const n = data.trees[state.tree].simulations.length;
    const step = { ArrowLeft: state.step - 1, ArrowRight: state.step + 1, Home: 0, End: n }[key];
    return step === undefined ? null : { step: Math.min(n, Math.max(0, step)) };
  }

  const definition = { initial, controls, view, pick };
  if (typeof module !== "undefined") module.exports = { ...definition, grown, inWords, layout, leaders, rows, symbol, worth };
  else BM.register("tree", definition);
})();
