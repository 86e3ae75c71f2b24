/* Who leads under which reference and aggregate?
   data: {systems: [names], planners: [those that search in the emulator], games: [titles],
          groups: {testing, design, all: [places of games]}, scores: [one row a system],
          ends: {human, random: {low: [a score a game], high}},
          initial: {reference, aggregate, games, without}}; "" leaves nobody out. */
(function () {
  "use strict";

  const BM = typeof module !== "undefined" ? require("../explorer.js") : window.BM;

  const REFERENCES = {
    human: { label: "random 0, human 1", scale: "human play = 1", words: "with 0 for random and 1 for human play" },
    random: { label: "times random play", scale: "random play = 1", words: "in multiples of random play" },
    systems: { label: "lowest 0, highest 1", scale: "highest shown = 1", words: "with 0 for the lowest and 1 for the highest system shown" },
  };
  const GROUPS = { testing: "testing games", design: "design games", all: "testing and design games" };
  const SAME = 1e-9; // values that differ by less are equal but for rounding

  const sum = (values) => values.reduce((total, value) => total + value, 0);
  const mean = (values) => sum(values) / values.length;
  const ascending = (values) => [...values].sort((a, b) => a - b);

  /* ---- aggregates of the scores of one system, one a game ------------------------------------------ */

  function median(values) {
    const [sorted, half] = [ascending(values), values.length / 2];
    return (sorted[Math.ceil(half) - 1] + sorted[Math.floor(half)]) / 2;
  }

  function iqm(values) {
    const cut = Math.floor(values.length / 4);
    return mean(ascending(values).slice(cut, values.length - cut));
  }

  const AGGREGATES = {
    mean: { label: "mean", of: mean },
    median: { label: "median", of: median },
    iqm: { label: "interquartile mean", of: iqm },
    gap: { label: "optimality gap", lower: true, of: (values) => mean(values.map((z) => Math.max(0, 1 - z))) },
    led: { label: "number of games led" },
  };
  const called = (aggregate) => AGGREGATES[aggregate].label;

  /* ---- what is measured ---------------------------------------------------------------------------- */

  /* Scores on the scale of a reference, a row a system shown. Games in which all of them are equal
     have no scale between them, and are left out under every reference. */
  function normalized(data, { reference, games, without }) {
    const systems = data.systems.filter((name) => name !== without);
    const raw = systems.map((name) => data.scores[data.systems.indexOf(name)]);
    const all = data.games.map((title, g) => {
      const column = raw.map((row) => row[g]);
      const [low, high] = [Math.min(...column), Math.max(...column)];
      const ends = reference === "systems" ? { low, high } : { low: data.ends[reference].low[g], high: data.ends[reference].high[g] };
      return { title, column, equal: low === high, best: high, ...ends };
    });
    const used = data.groups[games].map((g) => all[g]).filter(({ equal }) => !equal);
    return {
      systems, games: used.map(({ title }) => title),
      scores: raw.map((_, k) => used.map(({ column, low, high }) => (column[k] - low) / (high - low))),
      // Compared as printed: who leads a game does not depend on the scale.
      leads: raw.map((_, k) => used.map(({ column, best }) => column[k] === best)),
    };
  }

  /* The game whose absence moves the mean most, the first of equals, and the mean of the others. */
  function influence(scores) {
    const [total, n] = [sum(scores), scores.length];
    const without = scores.map((z) => (total - z) / (n - 1));
    const moves = without.map((value) => Math.abs(value - total / n));
    const place = moves.reduce((best, move, k) => (move > moves[best] + 1e-12 ? k : best), 0);
    return { place, mean: total / n, without: without[place], moves: moves[place] > 1e-12 };
  }

  /* Systems with their values, the best first; and what one game does to the mean of the first. */
  function ranking(data, state) {
    const { systems, games, scores, leads } = normalized(data, state);
    const { of, lower } = AGGREGATES[state.aggregate];
    const value = (k, keep) => (of ? of(scores[k].filter(keep)) : leads[k].filter(keep).filter(Boolean).length);
    const sign = lower ? 1 : -1;
    const sorted = (rows, key) => [...rows].sort((p, q) => (Math.abs(p[key] - q[key]) < SAME ? p.k - q.k : sign * (p[key] - q[key])));
    const all = systems.map((name, k) => ({ name, k, value: value(k, () => true) }));
    const first = sorted(all, "value")[0];
    const moved = influence(scores[first.k]);
    const rows = sorted(all.map((row) => ({ ...row, without: value(row.k, (_, g) => g !== moved.place) })), "value");
    return { rows, after: sorted(rows, "without"), n: games.length, game: games[moved.place], moved };
  }

  /* ---- words ----------------------------------------------------------------------------------------- */

  const listed = (words) => (words.length > 1 ? `${words.slice(0, -1).join(", ")} and ${words[words.length - 1]}` : words[0]);
  const written = (x, aggregate) => (aggregate === "led" ? String(x) : BM.number(Math.abs(x) < SAME ? 0 : x));

  /* Who leads, and by how much, now or when a game is left out that `before` led with. */
  function lead(rows, key, aggregate, before) {
    const best = rows.filter((row) => Math.abs(row[key] - rows[0][key]) < SAME).map(({ name }) => name);
    const value = written(rows[0][key], aggregate);
    const led = aggregate === "led";
    const how = led ? `${value} ${value === "1" ? "game" : "games"}` : `with ${"aeiou".includes(called(aggregate)[0]) ? "an" : "a"} ${called(aggregate)} of ${value}`;
    const together = `lead ${led ? "" : "together "}${how}${led ? " each" : ""}`;
    if (best.length > 3) return `${best.length} systems ${together}${before ? "" : `: ${listed(best)}`}`;
    if (best.length > 1) return `${listed(best)} ${together}`;
    const ahead = written(Math.abs(rows[0][key] - rows[1][key]), aggregate);
    return `${best[0]} ${best[0] === before ? "still leads" : "leads"} ${how}, ahead of ${rows[1].name} by ${ahead}`;
  }

  function sentence({ reference, aggregate, games }, { rows, after, n, game, moved }) {
    const scale = REFERENCES[reference].words;
    const [now, then] = [lead(rows, "value", aggregate), lead(after, "without", aggregate, rows[0].name)];
    // Who leads most games does not depend on the scale; the mean of the leader does.
    const start = `On ${n} ${GROUPS[games]}, ${aggregate === "led" ? "on any scale" : scale}, ${now}.`;
    const mean = aggregate === "led" ? `${scale[0].toUpperCase()}${scale.slice(1)}, the mean` : "The mean";
    if (!moved.moves) return `${start} ${mean} of ${rows[0].name} does not depend on any single game.`;
    const change = `${BM.number(moved.without)} instead of ${BM.number(moved.mean)}`;
    return `${start} ${mean} of ${rows[0].name} depends most on ${game}: without this game it is ${change}, and ${then}.`;
  }

  /* ---- the three functions of an explorer ------------------------------------------------------------- */

  const initial = (data) => ({ ...data.initial });

  function controls(data) {
    const select = (name, label, labels) =>
      ({ name, type: "select", label, options: Object.entries(labels).map(([value, words]) => ({ value, label: words })) });
    const labels = (entries) => Object.fromEntries(Object.entries(entries).map(([key, entry]) => [key, entry.label]));
    return [
      select("reference", "Scale", labels(REFERENCES)),
      select("aggregate", "Aggregate", labels(AGGREGATES)),
      select("games", "Games", GROUPS),
      {
        name: "without", type: "select", label: "System to leave out",
        options: [{ value: "", label: "nobody" }, ...data.systems.map((value) => ({ value, label: value }))],
      },
    ];
  }

  /* It has an edge, so that it stands out from a bar. */
  const mark = (cx, cy) => BM.element("g", { class: "b solid" }, BM.element("circle", { cx, cy, r: 6, stroke: "var(--bm-ground)", "stroke-width": 1.5 }));

  /* A bar a system, and a dot for its value without the game that the sentence names. */
  function view(data, state, width) {
    const found = ranking(data, state);
    const { rows, game, n } = found;
    const { aggregate } = state;
    const left = width >= 520 ? 132 : 124;
    const values = rows.flatMap((row) => [row.value, row.without]);
    const x = BM.scale([Math.min(0, ...values), Math.max(...values) || 1], [left, width - 58]);
    const [top, pitch] = [36, 30];
    const bars = rows.map(({ name, value, without }, k) => {
      const y = top + k * pitch;
      const [low, high] = [x(0), x(value)].sort((p, q) => p - q);
      const leads = Math.abs(value - rows[0].value) < SAME;
      const bar = BM.element("rect", { x: low, y, width: Math.max(1, high - low), height: 20 });
      const end = Math.max(high, x(without) + 5, x(0));
      const kind = data.planners.includes(name) ? `${name}, planner` : name;
      return BM.text(0, y + 15, kind, { className: leads ? "strong" : null }) +
        BM.element("g", { class: leads ? "a solid" : "a outlined" }, bar) +
        mark(x(without), y + 10) +
        BM.text(end + 6, y + 15, written(value, aggregate), { className: leads ? "strong a" : null });
    });
    const bottom = top + rows.length * pitch;
    const unit = {
      led: `games led of ${n}, all who tie counted`,
      gap: "optimality gap, lower is better",
    }[aggregate] || `${called(aggregate)} (${REFERENCES[state.reference].scale})`;
    // Below the axis and, where that is narrow, no further right than the picture.
    const name = BM.text(Math.min((left + width - 58) / 2, width - 120), bottom + 36, unit, { anchor: "middle", className: "name" });
    const svg = BM.svg(width, bottom + 46, [
      mark(7, 12),
      BM.text(18, 17, `without ${game}`, { className: "b" }),
      bars,
      BM.line(x(0), top - 6, x(0), bottom, "zero"),
      BM.axis(x, bottom, "", { ticks: width >= 520 ? 5 : 3 }),
      BM.element("g", { class: "axis" }, name),
    ]);
    const label = `Bars of ${rows.length} systems, the best on top: ` +
      `${rows.map(({ name, value }) => `${name} ${written(value, aggregate)}`).join(", ")}. A dot in each row: the same without ${game}.`;
    return { svg, sentence: sentence(state, found), label };
  }

  const definition = { initial, controls, view };
  if (typeof module !== "undefined") module.exports = { ...definition, influence, normalized, ranking };
  else BM.register("aggregate-ranking", definition);
})();
