/* What does one more game add to a set of games?
   data: {agents: [names], games: [names, sorted], mean: {win, score: [one row an agent]}, sd: the same,
          initial: {game1, …, candidate, agent, convention}}; "" is no game and nobody. */
(function () {
  "use strict";

  const BM = typeof module !== "undefined" ? require("../explorer.js") : window.BM;

  const SLOTS = ["game1", "game2", "game3", "game4"];
  const CONVENTIONS = { released: "deviations are added (released)", gaussian: "variances are added (gaussian)" };
  const TIE = 1e-12; // gains that differ by less are equal but for rounding

  /* ---- the measure, in logarithms ---------------------------------------------------------------- */

  /* The log kernels of every game under a convention, its measures added: n x n numbers, row a the
     agent that was seen. They are made once. All deviations of the table are above 0. */
  const kept = new WeakMap();
  function kernels(data, convention) {
    if (!kept.has(data)) kept.set(data, {});
    const known = kept.get(data);
    if (!known[convention]) {
      const n = data.agents.length;
      known[convention] = data.games.map((_, g) => {
        const kernel = new Float64Array(n * n);
        for (const measure of Object.keys(data.mean)) {
          const [mean, sd] = [data.mean[measure], data.sd[measure]].map((rows) => rows.map((row) => row[g]));
          for (let a = 0; a < n; a += 1) {
            for (let b = 0; b <= a; b += 1) {
              const spread = convention === "released" ? sd[a] + sd[b] : Math.sqrt(sd[a] * sd[a] + sd[b] * sd[b]);
              const gap = (mean[a] - mean[b]) / spread;
              kernel[a * n + b] -= 0.5 * gap * gap + Math.log(spread);
              kernel[b * n + a] = kernel[a * n + b];
            }
          }
        }
        return kernel;
      });
    }
    return known[convention];
  }

  /* The gain in bits, among some of the n agents, of a kernel beside what is known. The entropy of a
     row with weights exp(l) is log sum exp(l) - sum l exp(l) / sum exp(l). Plain loops: this runs for
     every game while a control is moved. */
  function gain(kernel, known, n, agents, convention) {
    const [size, logs] = [agents.length, new Float64Array(agents.length)];
    let mean = 0;
    for (let row = 0; row < size; row += 1) {
      const start = agents[row] * n;
      let [most, total, weighted] = [-Infinity, 0, 0];
      for (let k = 0; k < size; k += 1) {
        const place = start + agents[k];
        logs[k] = kernel[place] + known[place];
        if (logs[k] > most) most = logs[k];
      }
      for (let k = 0; k < size; k += 1) {
        logs[k] -= most;
        if (logs[k] > -750) { // else the weight is 0
          const weight = Math.exp(logs[k]);
          total += weight;
          weighted += weight * logs[k];
        }
      }
      let entropy = Math.log(total);
      if (convention === "released") {
        // The released program puts 1e-5 where a probability is too small for a double.
        const least = entropy - 1074 * Math.LN2;
        let replaced = 0;
        for (let k = 0; k < size; k += 1) if (logs[k] < least) replaced += 1;
        entropy -= replaced * 1e-5 * Math.log(1e-5);
      }
      mean += (entropy - weighted / total) / size;
    }
    return Math.max(0, Math.log2(size) - mean / Math.LN2);
  }

  /* Joint gains of the first game, the first two, …; with what every game would add to all of them. */
  function joint(data, convention, chosen, without = "") {
    const n = data.agents.length;
    const agents = data.agents.map((_, a) => a).filter((a) => data.agents[a] !== without);
    const all = kernels(data, convention);
    const known = new Float64Array(n * n);
    let bits = 0;
    const steps = chosen.map((game) => {
      const kernel = all[data.games.indexOf(game)];
      bits = gain(kernel, known, n, agents, convention);
      kernel.forEach((log, k) => { known[k] += log; });
      return bits;
    });
    return {
      steps, bits, most: Math.log2(agents.length), agents: agents.length,
      adds: (game) => gain(all[data.games.indexOf(game)], known, n, agents, convention) - bits,
    };
  }

  /* Games that are not chosen yet by what they add, the first name first where they add the same. */
  function ranked(data, chosen, adds) {
    const rest = data.games.filter((game) => !chosen.includes(game)).map((game) => ({ game, bits: adds(game) }));
    const exact = [...rest].sort((a, b) => b.bits - a.bits);
    const order = [];
    while (exact.length) {
      const close = exact.filter(({ bits }) => bits >= exact[0].bits - TIE);
      const next = close.sort((a, b) => rest.indexOf(a) - rest.indexOf(b))[0];
      order.push(next);
      exact.splice(exact.indexOf(next), 1);
    }
    return order;
  }

  const taken = (state) => SLOTS.map((slot) => state[slot]).filter((game) => game);

  function measured(data, state) {
    const chosen = taken(state);
    const found = joint(data, state.convention, chosen, state.agent);
    const order = ranked(data, chosen, found.adds);
    const alone = joint(data, state.convention, [], state.agent).adds(state.candidate);
    const everyone = state.agent ? joint(data, state.convention, chosen).adds(state.candidate) : null;
    return { ...found, chosen, order, alone, everyone, adds: found.adds(state.candidate), best: order.slice(0, 3) };
  }

  /* ---- words ------------------------------------------------------------------------------------- */

  const listed = (words) => (words.length > 1 ? `${words.slice(0, -1).join(", ")} and ${words[words.length - 1]}` : words[0]);
  const two = (x) => x.toFixed(2);
  const small = (x) => (Math.abs(x) < 5e-5 ? "0.0000" : Math.abs(x).toFixed(Math.abs(x) < 0.01 ? 4 : 3));
  const signed = (x) => (x <= -5e-5 ? "\u2212" : "+") + small(x);

  function sentence(data, state, found) {
    const { chosen, bits, most, agents, adds, alone, order, best, everyone } = found;
    const who = state.agent ? `${agents} agents without ${state.agent}` : `all ${agents} agents`;
    const several = chosen.length > 1;
    const set = chosen.length
      ? `The ${several ? "games" : "game"} ${listed(chosen)} ${several ? "give" : "gives"} ${two(bits)} of at most ${two(most)} bits about ${who}`
      : `At most ${two(most)} bits can be known about ${who}, and no game is chosen yet`;
    const rank = order.findIndex(({ game }) => game === state.candidate) + 1;
    const place = !rank ? ", though it is there already: the measure takes the same plays for new evidence"
      : `, ${rank === 1 ? "the most" : `rank ${rank}`} of ${order.length} games`;
    const compare = chosen.length ? `; by itself it gives ${two(alone)}` : "";
    const all = everyone === null ? "" : ` With ${state.agent} among the agents, adding it brings ${signed(everyone)}.`;
    return `${set}. Adding ${state.candidate} ${adds <= -5e-5 ? "takes" : "brings"} ${small(adds)} bits ${adds <= -5e-5 ? "away" : "more"}${place}${compare}.${all} ` +
      `Most would come from ${listed(best.map(({ game, bits: more }) => `${game} (${signed(more)})`))}.`;
  }

  /* ---- the three functions of an explorer ---------------------------------------------------------- */

  const initial = (data) => ({ ...data.initial });

  function controls(data, state) {
    const named = (names) => names.map((value) => ({ value, label: value }));
    const slots = SLOTS.map((name, k) => {
      const elsewhere = SLOTS.filter((slot) => slot !== name).map((slot) => state[slot]);
      const free = data.games.filter((game) => !elsewhere.includes(game));
      return { name, type: "select", label: `Game ${k + 1} of the set`, options: [{ value: "", label: "none" }, ...named(free)] };
    });
    return [
      ...slots,
      { name: "candidate", type: "select", label: "Game to add", options: data.games.map((value) =>
        ({ value, label: taken(state).includes(value) ? `${value} again` : value })) },
      { name: "agent", type: "select", label: "Agent to leave out", options: [{ value: "", label: "nobody" }, ...named(data.agents)] },
      { name: "convention", type: "select", label: "Spread of two agents", options: Object.entries(CONVENTIONS).map(([value, label]) => ({ value, label })) },
    ];
  }

  function view(data, state, width) {
    const found = measured(data, state);
    const { steps, bits, most, chosen, adds, best } = found;
    const left = width >= 520 ? 160 : 128;
    const x = BM.scale([0, most], [left, width - 8]);
    const [top, pitch] = [44, 26];
    // What a game adds, as a bar from what was known before; its number on the side with room.
    const row = (k, name, [from, to], look) => {
      const y = top + k * pitch;
      const [low, high] = [x(Math.min(from, to)), x(Math.max(from, to))];
      const room = low - left < 60 && high + 54 < width;
      const words = signed(to - from);
      return BM.text(0, y + 14, name) +
        BM.element("g", { class: look }, BM.element("rect", { x: low, y, width: Math.max(1.5, high - low), height: 18 })) +
        BM.line(x(from), y - 4, x(from), y + 22, "zero") +
        BM.text(room ? high + 6 : low - 6, y + 14, words, { anchor: room ? "start" : "end", className: look.startsWith("b") ? "strong b" : null });
    };
    const set = chosen.map((game, k) => row(k, game, [k ? steps[k - 1] : 0, steps[k]], "a solid"));
    const next = chosen.length + 0.4;
    const others = next + 2.1;
    const again = chosen.includes(state.candidate) ? " again" : "";
    const bottom = top + (others + best.length) * pitch + 4;
    const parts = [
      BM.text(width - 8, 14, `all told apart: ${two(most)} bits`, { anchor: "end" }),
      BM.path([[x(most), 22], [x(most), bottom]], "zero", { dashes: "5 4" }),
      set,
      row(next, `${state.candidate}${again}`, [bits, bits + adds], "b solid"),
      BM.text(0, top + (others - 0.35) * pitch, "Would add most", { className: "strong" }),
      best.map(({ game, bits: more }, k) => row(others + k, game, [bits, bits + more], "a outlined")),
      BM.axis(x, bottom, "joint information gain (bits)", { ticks: width >= 520 ? 5 : 3 }),
    ];
    const label = `Steps towards ${two(most)} bits: ${chosen.length ? `${listed(chosen)} reach ${two(bits)}` : "no game yet"}; ` +
      `then ${state.candidate}, ${signed(adds)}; below, the three games that would add most.`;
    return { svg: BM.svg(width, bottom + 44, parts), sentence: sentence(data, state, found), label };
  }

  const definition = { initial, controls, view };
  if (typeof module !== "undefined") module.exports = { ...definition, joint, measured, ranked, SLOTS };
  else BM.register("added-problem", definition);
})();
