/* In how many games does a system reach a threshold?
   data: {sets: {key: {label, systems: [four names], groups: {testing, design, all: [places of games]},
          scores: {human, random, systems: [one row a system]}}}, thresholds: [rising],
          initial: {set, scale, games, direction, threshold: place in thresholds}} */
(function () {
  "use strict";

  const BM = typeof module !== "undefined" ? require("../explorer.js") : window.BM;

  const SCALES = {
    human: { label: "random 0, human 1", words: "on a scale from 0, random play, to 1, human play", axis: "human play = 1" },
    random: { label: "times random play", words: "in multiples of random play", axis: "random play = 1" },
    systems: { label: "lowest 0, highest 1", words: "on a scale from 0, the lowest of the four, to 1, the highest", axis: "highest of the four = 1" },
  };
  const GROUPS = { testing: "testing games", design: "design games", all: "testing and design games" };
  const DIRECTIONS = { falling: "falls to the right", rising: "rises to the right" };
  // Colours of the frame, each with dashes of its own.
  const LOOKS = [["a", null], ["b", "9 4"], ["mean", "2 3"], ["zero", "10 3 2 3"]];

  const sum = (values) => values.reduce((total, value) => total + value, 0);

  /* The scores of each system on the chosen games, from the highest down. */
  const chosen = (data, { set, scale, games }) =>
    data.sets[set].scores[scale].map((row) => data.sets[set].groups[games].map((g) => row[g]).sort((p, q) => q - p));

  /* How many of these scores reach a threshold: reaching it exactly counts. */
  const reaching = (scores, threshold) => sum(scores.map((score) => Number(score >= threshold)));

  /* Between which thresholds a scale is shown: all scores reach the first, and none is above the last,
     whatever games are chosen, so that the axis stays. */
  function limits({ thresholds, sets }, { set, scale }) {
    const all = sets[set].scores[scale].flat();
    const [low, high] = [Math.min(...all), Math.max(...all)];
    const [reached, below] = [(t) => t <= low, (t) => t < high].map((test) => thresholds.filter(test).length);
    return [Math.max(0, reached - 1), Math.min(thresholds.length - 1, below)];
  }

  /* Places of those who lead at a threshold, all of them if they are level. */
  function leaders(rows, threshold) {
    const counts = rows.map((scores) => reaching(scores, threshold));
    return counts.flatMap((count, k) => (count === Math.max(...counts) ? [k] : []));
  }

  /* Those who lead alone somewhere: the counts change only at scores. */
  function alone(rows) {
    const found = rows.flat().map((threshold) => leaders(rows, threshold)).filter(({ length }) => length === 1);
    return rows.map((_, k) => k).filter((k) => found.some(([leader]) => leader === k));
  }

  function measured(data, state) {
    const rows = chosen(data, state);
    const threshold = data.thresholds[state.threshold];
    const { systems } = data.sets[state.set];
    const n = rows[0].length;
    const counts = rows.map((scores) => reaching(scores, threshold));
    const order = systems.map((_, k) => k).sort((p, q) => counts[q] - counts[p] || p - q);
    return { rows, threshold, systems, n, counts, order, best: leaders(rows, threshold), alone: alone(rows) };
  }

  /* ---- words ----------------------------------------------------------------------------------------- */

  const listed = (words) => (words.length > 1 ? `${words.slice(0, -1).join(", ")} and ${words[words.length - 1]}` : words[0]);
  const written = (x) => x.toLocaleString("en").replace("-", "\u2212");

  function sentence(state, { threshold, systems, n, counts, order, best, alone: ahead }) {
    const shares = order.map((k, row) => `${systems[k]} in ${counts[k]}${row ? "" : ` of ${n} ${GROUPS[state.games]}`} (${BM.percent(counts[k] / n)})`);
    const start = `A score of ${written(threshold)} or more, ${SCALES[state.scale].words}, is reached by ${listed(shares)}.`;
    const names = listed(best.map((k) => systems[k]));
    const here = best.length === systems.length ? "All are level there" : `${names} ${best.length > 1 ? "lead together" : "leads"} there`;
    const others = ahead.map((k) => systems[k]);
    const everywhere = { 0: "nobody leads alone anywhere", 1: `${others[0]} is the only one that leads alone anywhere` }[others.length] ||
      `${listed(others)} each lead alone at some threshold, so who is better depends on where it is set`;
    return `${start} ${here}; ${everywhere}.`;
  }

  /* ---- the picture ------------------------------------------------------------------------------------- */

  /* Even up to 1, and by orders of magnitude beyond, as one axis that may run either way. */
  const bend = (x) => Math.sign(x) * (Math.abs(x) <= 1 ? Math.abs(x) : 1 + 0.8 * Math.log10(Math.abs(x)));

  function thresholdScale([low, high], [left, right], direction) {
    const straight = BM.scale([bend(low), bend(high)], direction === "falling" ? [right, left] : [left, right]);
    const scale = (value) => straight(bend(value));
    const ticks = () => {
      const kept = [];
      for (const value of [1, 0, 10, 100, 1000, -1, 0.5, 3, 30, 300, 3000, -0.5]) {
        const free = kept.every((other) => Math.abs(scale(other) - scale(value)) >= 40);
        if (value >= low && value <= high && free) kept.push(value);
      }
      return kept.map((value) => ({ value, label: written(value) }));
    };
    return Object.assign(scale, { range: [left, right], ticks });
  }

  /* Where things are, at a width: to the right of the plot there is room for names, or above it. */
  function layout(data, state, width) {
    const wide = width >= 520;
    const [first, last] = limits(data, state);
    const range = [44, wide ? width - 240 : width - 12];
    const domain = [data.thresholds[first], data.thresholds[last]];
    const [top, height] = [wide ? 34 : 128, 220];
    return { wide, first, last, domain, top, base: top + height, x: thresholdScale(domain, range, state.direction) };
  }

  const initial = (data) => ({ ...data.initial });

  function controls(data, state) {
    const select = (name, label, labels) =>
      ({ name, type: "select", label, options: Object.entries(labels).map(([value, words]) => ({ value, label: words })) });
    const labels = (entries) => Object.fromEntries(Object.entries(entries).map(([key, { label }]) => [key, label]));
    const [min, max] = limits(data, state);
    const place = Math.min(max, Math.max(min, state.threshold));
    return [
      select("set", "Systems", labels(data.sets)),
      select("scale", "Scale", labels(SCALES)),
      select("games", "Games", GROUPS),
      select("direction", "Threshold", DIRECTIONS),
      {
        name: "threshold", type: "range", label: "Score to reach", min, max, step: 1,
        text: written(data.thresholds[place]), fewer: "A lower score", more: "A higher score",
      },
    ];
  }

  function view(data, state, width) {
    const found = measured(data, state);
    const { rows, threshold, systems, n, counts, order, best } = found;
    const { wide, domain: [low, high], top, base, x } = layout(data, state, width);
    const share = BM.scale([0, 1], [base, top]);
    const percent = { ticks: () => [0, 0.25, 0.5, 0.75, 1].map((value) => ({ value, label: `${100 * value}%` })) };
    // From the highest threshold down, a step up at each score.
    const curve = (scores) => {
      const steps = scores.flatMap((score, k) => [[x(score), share(k / n)], [x(score), share((k + 1) / n)]]);
      return [[x(high), base], ...steps, [x(low), top]];
    };
    const dot = (k) => {
      const circle = { cx: x(threshold), cy: share(counts[k] / n), r: 4.5, fill: "var(--bm-ground)", "stroke-width": 2 };
      return BM.element("g", { class: LOOKS[k][0] }, BM.element("circle", circle));
    };
    const names = order.map((k, row) => {
      const [left, y] = wide ? [width - 218, top + 14 + 26 * row] : [0, 14 + 22 * row];
      const className = best.includes(k) ? "strong" : null;
      const [look, dashes] = LOOKS[k];
      return BM.path([[left, y - 4], [left + 30, y - 4]], look, { dashes }) +
        BM.text(left + 38, y, systems[k], { className }) +
        BM.text(width, y, BM.percent(counts[k] / n), { anchor: "end", className });
    });
    const svg = BM.svg(width, base + 44, [
      BM.sideAxis(Object.assign(share, percent), x.range[0], `of ${n} games`),
      BM.line(x(threshold), top - 6, x(threshold), base, "zero"),
      rows.map((scores, k) => BM.path(curve(scores), LOOKS[k][0], { dashes: LOOKS[k][1] })),
      rows.map((_, k) => dot(k)),
      names,
      BM.axis(x, base, `score to reach (${SCALES[state.scale].axis})`),
    ]);
    const label = `Curves of ${systems.length} systems: the share of ${n} games that reach a score, which ` +
      `${DIRECTIONS[state.direction]}. Marked is ${written(threshold)}: ${order.map((k) => `${systems[k]} ${BM.percent(counts[k] / n)}`).join(", ")}.`;
    return { svg, sentence: sentence(state, found), label };
  }

  /* The threshold next to a point, or one step to a side. */
  function pick(data, state, width, { x: at, y, key }) {
    const { x, first, last, top, base } = layout(data, state, width);
    if (key) {
      const step = { ArrowLeft: -1, ArrowRight: 1 }[key];
      if (!step) return null;
      const place = state.threshold + (state.direction === "falling" ? -step : step);
      return { threshold: Math.min(last, Math.max(first, place)) };
    }
    if (y < top - 8 || y > base + 8 || at < x.range[0] - 8 || at > x.range[1] + 8) return null;
    const far = (k) => Math.abs(x(data.thresholds[k]) - at);
    let place = first;
    for (let k = first; k <= last; k += 1) if (far(k) < far(place)) place = k;
    return { threshold: place };
  }

  const definition = { initial, controls, view, pick };
  if (typeof module !== "undefined") module.exports = { ...definition, alone, chosen, limits, measured, reaching };
  else BM.register("score-distribution", definition);
})();
