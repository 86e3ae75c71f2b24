/* How much does the best of many overstate? data: {initial: {versions, games, spread}}: games each,
   without draws, and the spread of the true win rates in percentage points. */
(function () {
  "use strict";

  const BM = typeof module !== "undefined" ? require("../explorer.js") : window.BM;

  const GAMES = [10, 20, 30, 50, 75, 100, 150, 200, 300, 500, 750, 1000];
  // Chances below this are left out: all of them together change no digit that is tested.
  const NEGLIGIBLE = 1e-18;

  const sum = (values) => values.reduce((total, value) => total + value, 0);

  /* The true rates: equally likely quantiles of a normal distribution around 0.5. */
  const trueRates = (versions, spread) => Array.from({ length: versions }, (_, i) =>
    spread ? 0.5 + spread * BM.normalQuantile((i + 0.5) / versions) : 0.5);

  /* Nodes and weights on 0..1 that integrate polynomials up to degree 2m - 1 exactly. */
  function gaussLegendre(m) {
    return Array.from({ length: m }, (_, i) => {
      let [node, slope] = [Math.cos((Math.PI * (i + 0.75)) / (m + 0.5)), 1];
      for (let step = 0; step < 8; step += 1) {
        let [before, value] = [1, node];
        for (let j = 2; j <= m; j += 1) [before, value] = [value, ((2 * j - 1) * node * value - (j - 1) * before) / j];
        slope = (m * (node * value - before)) / (node * node - 1);
        node -= value / slope;
      }
      return { node: (1 + node) / 2, weight: 1 / ((1 - node * node) * slope * slope) };
    });
  }

  /* Who is best, with ties broken by lot, and what it measures. With a lot u from 0 to 1,
     version i wins with sum_x f_i(x) ∫ prod_{j ≠ i} (F_j(x - 1) + u f_j(x)) du; the integrand is a
     polynomial in u. */
  function bestOf(rates, n) {
    const k = rates.length;
    const versions = rates.map((rate) => BM.binomial(n, rate));
    const nodes = gaussLegendre((k + 1) >> 1);
    const [below, chosen, held] = [new Float64Array(k), new Float64Array(k), new Float64Array(k)];
    const [best, one] = [new Float64Array(n + 1), new Float64Array(n + 1)];
    // Plain loops: this runs up to a million times while a control is moved.
    for (let x = 0, before = 0; x <= n; x += 1) {
      let all = 1;
      for (let i = 0; i < k; i += 1) {
        all *= Math.min(1, below[i] + versions[i][x]);
        one[x] += versions[i][x] / k;
      }
      best[x] = all - before;
      before = all;
      for (const { node, weight } of best[x] < NEGLIGIBLE ? [] : nodes) {
        let product = weight;
        for (let i = 0; i < k; i += 1) product *= held[i] = below[i] + node * versions[i][x];
        for (let i = 0; product > 0 && i < k; i += 1) chosen[i] += (product * versions[i][x]) / held[i];
      }
      for (let i = 0; i < k; i += 1) below[i] += versions[i][x];
    }
    const total = sum(chosen);
    const probability = Array.from(chosen, (chance) => chance / total);
    const measured = sum(best.map((chance, x) => chance * x)) / n / sum(best);
    return { measured, true: sum(probability.map((chance, i) => chance * rates[i])), probability, best, one };
  }

  /* ---- words ----------------------------------------------------------------------------------- */

  const points = (share) => (100 * share).toFixed(1);
  const games = (count) => `${count.toLocaleString("en")} games`;

  function sentence({ versions, spread }, n, rates, found) {
    if (versions === 1) {
      return `One version, measured in ${games(n)}, measures 0.500 on average, which is its true win rate: where nothing is chosen, nothing is overstated.`;
    }
    const who = spread ? `${versions} versions whose true win rates spread around 0.500 with a standard deviation of about ${spread} ${spread === 1 ? "point" : "points"}`
      : `${versions} versions that are all equally strong`;
    const last = rates.length - 1;
    const truly = spread ? ` The truly best version, at ${rates[last].toFixed(3)}, is the one chosen in ${BM.percent(found.probability[last])} of such choices.` : "";
    return `The best of ${who}, after ${games(n)} each, measures ${found.measured.toFixed(3)} on average; ` +
      `its true win rate, which fresh games measure, is ${found.true.toFixed(3)} on average: overstated by ${points(found.measured - found.true)} points.${truly}`;
  }

  /* ---- the three functions of an explorer ------------------------------------------------------ */

  const initial = ({ initial: state }) => ({ ...state, games: GAMES.indexOf(state.games) });

  const controls = (data, state) => [
    { name: "versions", type: "range", label: "Versions compared", min: 1, max: 50, step: 1,
      text: state.versions === 1 ? "1 version" : `${state.versions} versions`, fewer: "One version fewer", more: "One version more" },
    { name: "games", type: "range", label: "Games of each", min: 0, max: GAMES.length - 1, step: 1,
      text: games(GAMES[state.games]), fewer: "Fewer games", more: "More games" },
    { name: "spread", type: "range", label: "True spread", min: 0, max: 10, step: 0.5,
      text: state.spread ? `${state.spread} ${state.spread === 1 ? "point" : "points"}` : "all equal", fewer: "Less spread", more: "More spread" },
  ];

  function view(data, state, width) {
    const n = GAMES[state.games];
    const spread = state.spread / 100;
    const rates = trueRates(state.versions, spread);
    const found = bestOf(rates, n);
    const pad = 20;
    const half = Math.min(0.5, 4.2 * Math.sqrt(0.25 / n + spread * spread));
    const x = BM.scale([0.5 - half, 0.5 + half], [pad, width - pad]);
    const step = x(1 / n) - x(0);
    const together = Math.ceil(6 / step);
    const grouped = (chances) => Array.from({ length: Math.ceil((n + 1) / together) }, (_, k) =>
      [k * together, sum(chances.slice(k * together, (k + 1) * together))]);
    const [one, best] = [grouped(found.one), grouped(found.best)];
    const y = BM.scale([0, Math.max(...[...one, ...best].map(([, chance]) => chance))], [0, 96]);
    const draw = (bars, base, className) => BM.bars(bars.map(([first, chance]) => {
      const [middle, reach] = [x((first + (together - 1) / 2) / n), Math.min(12, (together * step) / 2 - 0.5)];
      return [middle - reach, middle + reach, y(chance)];
    }).filter(([left, right, height]) => height > 0.3 && left >= 0 && right <= width), base, className);
    const [above, below] = [146, 316];
    const [measured, truth] = [x(found.measured), x(found.true)];
    const many = state.versions > 1;
    const overstated = !many ? "" : BM.path([[truth, below - 106], [measured, below - 106]], "b", { width: 3 }) +
      BM.text(truth - 7, below - 101, `+${points(found.measured - found.true)} points`, { anchor: "end", className: "strong b" });
    const parts = [
      BM.text(0, 13, "One version at random", { className: "strong a" }),
      BM.text(0, 30, "measured 0.500, true 0.500 on average"),
      draw(one, above, "a outlined"), BM.line(x(0.5), above - 104, x(0.5), above, "mean"),
      BM.line(pad, above, width - pad, above, "zero"),
      BM.text(0, 178, many ? `The best of ${state.versions}` : "The only one", { className: "strong b" }),
      BM.text(0, 195, `measured ${found.measured.toFixed(3)}, true ${found.true.toFixed(3)} on average`),
      draw(best, below, "b solid"),
      BM.path([[truth, below - 110], [truth, below]], "zero", { dashes: "5 4" }),
      BM.line(measured, below - 110, measured, below, "mean"), overstated,
      BM.axis(x, below, "measured win rate"),
    ];
    const label = `Above, bars for the win rate that one version measures in ${games(n)}. Below, bars for what the best of ${state.versions} measures, ` +
      `with a line at its average, ${found.measured.toFixed(3)}, and a dashed line at its true win rate, ${found.true.toFixed(3)}.`;
    return { svg: BM.svg(width, below + 44, parts), sentence: sentence(state, n, rates, found), label };
  }

  const definition = { initial, controls, view };
  if (typeof module !== "undefined") {
    module.exports = { ...definition, bestOf, gaussLegendre, trueRates, GAMES };
  } else BM.register("best-of", definition);
})();
