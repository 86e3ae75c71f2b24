/* Which of two versions is better, and how much do shared maps help to see it?
   data: {opponent, points: {version: [points of its two games on each map]}, sizes: [maps of a draw],
          draws, level, t: {shared: [the quantile for each size], separate: the same},
          initial: {version, design, size, draw}}
   The first version is the original; `size` in the state is a place in the list. */
(function () {
  "use strict";

  const BM = typeof module !== "undefined" ? require("../explorer.js") : window.BM;

  const DESIGNS = { shared: "shared maps", separate: "separate maps" };
  const GAMES = 2; // on a map, one in each seat
  const MOST_ACROSS = 50; // pixels of a pile of dots, so that one at the edge stays inside
  const REACH = 4.8; // standard errors of the smallest samples that the axis shows on either side

  const sum = (values) => values.reduce((total, value) => total + value, 0);
  const mean = (values) => sum(values) / values.length;

  /* The sum of products of deviations, divided by n - 1: of a list with itself the variance. */
  function covariance(a, b) {
    const [x, y] = [mean(a), mean(b)];
    return sum(a.map((value, k) => (value - x) * (b[k] - y))) / (a.length - 1);
  }
  function correlation(a, b) {
    const spread = Math.sqrt(covariance(a, a) * covariance(b, b));
    return spread > 0 ? covariance(a, b) / spread : null;
  }

  /* Maps of a pool: those that both share or the original has alone, and those of the other. They
     are taken from both ends of one order, so that more maps are the same maps and others. */
  function sample(poolSize, draw, n) {
    const next = BM.generator(draw);
    const order = Array.from({ length: poolSize }, (_, k) => k);
    for (let k = 0; k < poolSize; k += 1) {
      const other = k + Math.floor(next() * (poolSize - k));
      [order[k], order[other]] = [order[other], order[k]];
    }
    return [order.slice(0, n), order.reverse().slice(0, n)];
  }

  const versions = ({ points }) => Object.keys(points);

  /* Everything that a state means, with win rates as shares of the games. */
  function outcome(data, { version, size, draw }) {
    const [old, now] = [versions(data)[0], version].map((name) => data.points[name].map((points) => points / GAMES));
    const n = data.sizes[size];
    const [first, last] = sample(old.length, draw, n);
    const [a, b, other] = [first.map((k) => old[k]), first.map((k) => now[k]), last.map((k) => now[k])];
    const difference = b.map((rate, k) => rate - a[k]);
    // Maps that all end alike show no spread, and so give no interval.
    const interval = (middle, error, quantile) => (error > 0
      ? { difference: middle, low: middle - quantile * error, high: middle + quantile * error }
      : { difference: middle, low: null, high: null });
    const all = now.map((rate, k) => rate - old[k]);
    return {
      n, a, b, other, difference,
      shared: interval(mean(difference), Math.sqrt(covariance(difference, difference) / n), data.t.shared[size]),
      separate: interval(mean(other) - mean(a), Math.sqrt((covariance(a, a) + covariance(other, other)) / n), data.t.separate[size]),
      correlation: correlation(a, b),
      // The whole pool: the difference, and by what separate maps multiply the variance.
      pool: {
        maps: all.length, difference: mean(all), correlation: correlation(old, now),
        factor: (covariance(old, old) + covariance(now, now)) / covariance(all, all),
        error: Math.sqrt(covariance(old, old) + covariance(now, now)),
      },
    };
  }

  /* ---- words ----------------------------------------------------------------------------------- */

  const unsigned = (x) => Math.abs(100 * x).toFixed(1);
  const points = (x) => (Number(unsigned(x)) === 0 ? "0.0" : `${x < 0 ? "\u2212" : "+"}${unsigned(x)}`);
  const range = ({ low, high }) => (low === null ? "no interval" : `${points(low)} to ${points(high)}`);
  const wide = ({ low, high }) => (low === null ? "undefined" : `${unsigned(high - low)} points wide`);
  const two = (x) => x.toFixed(2).replace("-", "\u2212");

  function verdict({ low, high }, [old, now], level) {
    if (low === null) return "with no interval, as every map gave the same difference: play more maps";
    const says = low > 0 ? `speaks for ${now}` : high < 0 ? `speaks for ${old}` : "leaves open which of the two is better";
    return `and the ${level}% interval, ${points(low)} to ${points(high)}, ${says}`;
  }

  function sentence(data, state, found) {
    const { n, pool } = found;
    const names = [versions(data)[0], state.version];
    const chosen = found[state.design];
    const shared = state.design === "shared";
    const { difference } = chosen;
    const by = Number(unsigned(difference)) === 0 ? "as much as" : `${unsigned(difference)} percentage points ${difference > 0 ? "more" : "less"} than`;
    const played = 2 * GAMES * n;
    const needed = Math.round(played * pool.factor);
    return `${shared ? `On ${n} shared maps` : `On ${n} maps each, none in common`}, ${names[1]} takes ${by} ${names[0]} from ${data.opponent}, ` +
      `${verdict(chosen, names, 100 * data.level)}. ` +
      (shared && found.correlation !== null ? `Their results on a map correlate by ${two(found.correlation)}. ` : "") +
      `The interval is ${wide(found.shared)} with shared maps and ${wide(found.separate)} with as many separate ones. ` +
      `Over all ${pool.maps} maps the correlation is ${two(pool.correlation)}: ${played.toLocaleString("en")} games on shared maps tell as much as ` +
      `${needed.toLocaleString("en")} on separate ones, so ${(needed - played).toLocaleString("en")} are saved.`;
  }

  /* ---- picture --------------------------------------------------------------------------------- */

  /* Dots piled up at each of a few levels, in blocks as wide as there is room. */
  function piles(values, levels, x, base, height, look) {
    const room = Math.min(x(levels[1]) - x(levels[0]) - 6, MOST_ACROSS);
    const counts = levels.map((level) => values.filter((value) => Math.abs(value - level) < 1e-9).length);
    const fits = (gap) => gap * Math.ceil(Math.max(...counts) / Math.max(1, Math.floor(room / gap))) <= height;
    const gap = [9, 8, 7, 6, 5, 4, 3.5, 3, 2.5, 2].find(fits) || 1.5;
    const columns = Math.max(1, Math.floor(room / gap));
    return levels.map((level, k) => {
      const across = Math.min(columns, counts[k]);
      const dots = Array.from({ length: counts[k] }, (_, i) =>
        [x(level) + ((i % columns) - (across - 1) / 2) * gap, base - gap * (Math.floor(i / columns) + 0.5)]);
      return BM.dots(dots, { radius: 0.44 * gap, ...look(level) });
    });
  }

  const HALVES = (low, high) => Array.from({ length: Math.round(2 * (high - low)) + 1 }, (_, k) => low + k / 2);

  /* Differences on shared maps: only those beside zero tell the versions apart. */
  function sharedDots({ difference }, [old, now], width) {
    const x = BM.scale([-GAMES, GAMES], [26, width - 26]);
    const [left, middle, right] = [-1, 0, 1].map((side) => difference.filter((d) => Math.sign(d) === side).length);
    const look = (level) => (level < 0 ? { className: "a solid" } : level > 0 ? { className: "b solid", shape: "square" } : { className: "tie" });
    return [
      BM.text(0, 13, `${old} better: ${left}`, { className: "strong a" }),
      BM.text(width, 13, `${now} better: ${right}`, { anchor: "end", className: "strong b" }),
      BM.text(width / 2, 33, `equal: ${middle} of ${difference.length} maps`, { anchor: "middle" }),
      piles(difference.map((d) => GAMES * d), HALVES(-GAMES, GAMES), x, 186, 142, look),
      BM.axis(x, 190, "difference on a map (points of 2 games)", { ticks: 4 }),
    ];
  }

  function separateDots({ a, other, n }, [old, now], width) {
    const x = BM.scale([0, GAMES], [60, width - 60]);
    const row = (rates, name, base, className, shape) => [
      BM.text(0, base - 74, `${name} on ${n} maps: ${mean(rates).toFixed(3)}`, { className: `strong ${className}` }),
      piles(rates.map((rate) => GAMES * rate), HALVES(0, GAMES), x, base - 4, 62, () => ({ className: `${className} solid`, shape })),
    ];
    return [
      row(a, old, 87, "a", "circle"), BM.line(x(0) - 30, 87, x(GAMES) + 30, 87, "zero"),
      row(other, now, 190, "b", "square"), BM.axis(x, 190, "points on a map (of 2 games)", { ticks: 4 }),
    ];
  }

  function intervals(data, state, found, top, width) {
    // The same axis for every draw and number of maps, so that intervals can be compared.
    const { maps, difference: middle, error } = found.pool;
    const reach = (REACH * error) / Math.sqrt(data.sizes[0]);
    const x = BM.scale([100 * (middle - reach), 100 * (middle + reach)], [8, width - 8]);
    const row = (design, y) => {
      const [{ difference, low, high }, chosen] = [found[design], state.design === design];
      const look = chosen ? { width: 5 } : { width: 2, dashes: "4 3" };
      const words = `${design} maps: ${points(difference)} (${range(found[design])})`;
      return BM.text(0, y - 18, words, { className: chosen ? "strong" : null }) +
        BM.line(x(0), y - 11, x(0), y + 11, "zero") + BM.path([[x(100 * middle), y - 11], [x(100 * middle), y + 11]], "mean", { dashes: "2 2" }) +
        (low === null ? "" : BM.path([low, high].map((end) => [x(100 * end), y]), chosen ? "mean" : "zero", look)) +
        BM.dots([[x(100 * difference), y]], { className: "tie", radius: chosen ? 7 : 5, shape: design === "shared" ? "circle" : "square" });
    };
    return [
      row("shared", top + 22), row("separate", top + 74), BM.axis(x, top + 96, "difference (percentage points)", { ticks: width < 400 ? 4 : 7 }),
      BM.text(0, top + 158, `dotted: all ${maps} maps, ${points(middle)}`),
    ];
  }

  /* ---- the three functions of an explorer ------------------------------------------------------ */

  const initial = (data) => ({ ...data.initial });

  function controls(data, state) {
    const [old, ...others] = versions(data);
    return [
      { name: "version", type: "select", label: `Version beside ${old}`, options: others.map((value) => ({ value, label: value })) },
      { name: "design", type: "select", label: "Design", options: Object.entries(DESIGNS).map(([value, label]) => ({ value, label })) },
      { name: "size", type: "range", label: "Number of maps", min: 0, max: data.sizes.length - 1, step: 1,
        text: state.design === "shared" ? `${data.sizes[state.size]} maps` : `${data.sizes[state.size]} maps each`, fewer: "Fewer maps", more: "More maps" },
      { name: "draw", type: "range", label: "Draw of maps", min: 1, max: data.draws, step: 1,
        text: `number ${state.draw}`, fewer: "The draw before", more: "The next draw" },
    ];
  }

  function view(data, state, width) {
    const found = outcome(data, state);
    const names = [versions(data)[0], state.version];
    const shared = state.design === "shared";
    const dots = (shared ? sharedDots : separateDots)(found, names, width);
    const svg = BM.svg(width, 418, [dots, intervals(data, state, found, 256, width)]);
    const label = (shared ? `A dot for each of ${found.n} maps at the difference of ${names[1]} and ${names[0]} there. `
      : `A dot for each map at the points of ${names[0]}, and below of ${names[1]}, on ${found.n} maps each. `) +
      `Below, intervals of the difference in percentage points: ${range(found.shared)} on shared maps and ${range(found.separate)} on separate ones.`;
    return { svg, sentence: sentence(data, state, found), label };
  }

  const definition = { initial, controls, view };
  if (typeof module !== "undefined") module.exports = { ...definition, correlation, covariance, generator: BM.generator, outcome, piles, sample };
  else BM.register("paired-maps", definition);
})();
