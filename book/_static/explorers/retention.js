/* How often do a few retained runs name the right system? data: {conditions: [name, name], initial,
   games: [{game, scores: [[…], […]], gap, agreement: [by n], tie: [by n, null if unknown]}]} */
(function () {
  "use strict";

  const BM = typeof module !== "undefined" ? require("../explorer.js") : window.BM;

  // Agreement and ties come counted exactly with the data. Only the shape of the distribution is
  // counted here, with scores put into this many bins over the range of both pools.
  const BINS = 200;
  const BAR = 6; // bins a bar spans

  const sum = (values) => values.reduce((total, value) => total + value, 0);
  const mean = (values) => sum(values) / values.length;

  /* The expected squared error of the mean gap of n retained records a side. */
  function expectedSquaredError(pools, n) {
    return sum(pools.map((pool) => {
      const centre = mean(pool);
      const variance = sum(pool.map((x) => (x - centre) ** 2)) / (pool.length - 1);
      return n === pool.length ? 0 : variance * (1 / n - 1 / pool.length);
    }));
  }

  /* For whole numbers from zero up: how many samples of n have each sum. A record either stays out
     of a sample, or joins one that is a record smaller. */
  function countsOfSums(pool, n) {
    const largest = Math.max(...pool);
    const counts = Array.from({ length: n + 1 }, (_, size) => new Float64Array(size * largest + 1));
    counts[0][0] = 1;
    for (const record of pool) {
      for (let size = n; size > 0; size -= 1) {
        const [to, from] = [counts[size], counts[size - 1]];
        for (let s = 0; s < from.length; s += 1) to[s + record] += from[s];
      }
    }
    return counts[n];
  }

  /* The distribution of the retained mean gap, with scores rounded to bins: probability
     `chances[k]` of the gap (first + k) * width / n. No gap is off by more than one width. */
  function gapDistribution(pools, n, bins = BINS) {
    const low = Math.min(...pools.flat());
    const width = (Math.max(...pools.flat()) - low) / bins || 1;
    const binned = pools.map((pool) => pool.map((x) => Math.round((x - low) / width)));
    const bases = binned.map((pool) => Math.min(...pool));
    const [a, b] = binned.map((pool, side) => {
      const counts = countsOfSums(pool.map((x) => x - bases[side]), n);
      const all = sum(counts);
      return counts.map((count) => count / all);
    });
    const chances = new Float64Array(a.length + b.length - 1);
    for (let j = 0; j < b.length; j += 1) {
      const [weight, shift] = [b[j], b.length - 1 - j];
      if (weight) for (let i = 0; i < a.length; i += 1) chances[i + shift] += a[i] * weight;
    }
    return { chances, first: n * (bases[0] - bases[1]) - (b.length - 1), width };
  }

  /* What can come of a sample: the chances that its sign is right, wrong, or a tie. Rounding must
     not turn "never" into "rarely", so the extreme samples are looked at. */
  function outcomes({ scores, gap, agreement, tie }, n) {
    const [winner, loser] = gap > 0 ? scores : [scores[1], scores[0]];
    const ascending = (pool) => pool.slice().sort((p, q) => p - q);
    const worst = sum(ascending(winner).slice(0, n)) - sum(ascending(loser).slice(-n));
    const margin = 1e-9 * sum(scores.flat().map(Math.abs));
    const [right, tied] = [agreement[n - 1], tie[n - 1]];
    const wrong = worst < -margin ? Math.max(1 - right - (tied || 0), Number.MIN_VALUE) : 0;
    return { right, wrong, tied };
  }

  function sentence({ right, wrong, tied }, game, n) {
    const sizes = game.scores.map((pool) => `${n} of ${pool.length}`).join(" and ");
    const start = `With ${sizes} runs of ${game.game}, the retained gap has the right sign in`;
    const never = wrong === 0 && tied === 0;
    let result = `${start} every sample.`;
    if (!never && tied === null) {
      result = `${start} ${BM.percent(right)} of all samples; ${BM.percent(1 - right)} of them name the wrong system or tie.`;
    } else if (!never) {
      const others = wrong ? `${BM.percent(wrong)} of them name the wrong system` : "none names the wrong system";
      result = `${start} ${BM.percent(right)} of all samples; ${others} and ${tied ? `${BM.percent(tied)} tie` : "none ties"}.`;
    }
    const error = Math.sqrt(expectedSquaredError(game.scores, n));
    return `${result} The gap of all runs is ${BM.number(game.gap)} points; the retained gap misses it by ${BM.number(error)} points (root mean square).`;
  }

  const chosen = (data, state) => data.games.find(({ game }) => game === state.game) || data.games[0];
  const initial = (data) => ({ ...data.initial });

  function controls(data, state) {
    const { agreement } = chosen(data, state);
    const options = data.games.map(({ game }) => ({ value: game, label: game }));
    return [
      { name: "game", type: "select", label: "Game, least sure first", options },
      {
        name: "n", type: "range", label: "Runs retained of each", min: 1, max: agreement.length, step: 1,
        text: `${state.n} ${state.n === 1 ? "run" : "runs"}`, fewer: "One run fewer", more: "One run more",
      },
    ];
  }

  /* All runs as dots, a row a condition, with the full means. */
  function clouds(data, { scores }, width) {
    const pad = 12;
    const x = BM.scale([Math.min(...scores.flat()), Math.max(...scores.flat())], [pad, width - pad]);
    const rows = scores.map((pool, row) => {
      const [centre, className] = [46 + 78 * row, "ab"[row]];
      const offsets = BM.swarm(pool.map(x), 7.4, 24);
      const words = `${data.conditions[row]}: ${pool.length} runs, mean ${BM.number(mean(pool))}`;
      return BM.dots(pool.map((score, i) => [x(score), centre + offsets[i]]), { shape: ["circle", "square"][row], className }) +
        BM.line(x(mean(pool)), centre - 28, x(mean(pool)), centre + 28, "mean") +
        BM.text(0, centre - 32, words, { className: `strong ${className}` });
    });
    return rows.join("") + BM.axis(x, 160, "score of a run (game points)");
  }

  /* Bars of the retained gap: solid where the sign is right, outlined where it is wrong. */
  function distribution(data, game, n, chance, width) {
    const [pad, top, base] = [12, 282, 394];
    const { chances, first, width: bin } = gapDistribution(game.scores, n);
    const heights = new Map();
    chances.forEach((p, k) => {
      const at = (first + k) / n / BAR;
      if (first + k !== 0 && p > 0) heights.set(Math.floor(at), (heights.get(Math.floor(at)) || 0) + p);
    });
    // Bins cannot tell a tie from a small gap; so each side takes the chance that is known exactly.
    const [above, below] = game.gap > 0 ? [chance.right, chance.wrong] : [chance.wrong, chance.right];
    const mass = (side) => sum([...heights].map(([bar, p]) => (bar >= 0 === side ? p : 0))) || 1;
    const factor = { true: above / mass(true), false: below / mass(false) };
    const bars = [...heights].map(([bar, p]) => [bar, p * factor[bar >= 0]]);
    const reach = [0, 1].map((side) => game.scores.map((pool) => [Math.min(...pool), Math.max(...pool)][side]));
    // The axis stays when n changes, so that the bars are seen to draw together.
    const x = BM.scale([Math.min(0, reach[0][0] - reach[1][1]), Math.max(0, reach[1][0] - reach[0][1])], [pad, width - pad]);
    const tied = chance.tied || 0;
    const late = x(game.gap) > width / 2;
    const y = BM.scale([0, Math.max(tied, ...bars.map(([, p]) => p))], [0, base - top]);
    const side = (positive, className) =>
      BM.bars(bars.filter(([bar]) => bar >= 0 === positive).map(([bar, p]) =>
        [x(bar * BAR * bin) + 0.5, x((bar + 1) * BAR * bin) - 0.5, y(p)]), base,
      `${className} ${positive === game.gap > 0 ? "solid" : "outlined"}`);
    const words = (row, positive, anchor, at) => {
      const right = positive === game.gap > 0;
      const share = BM.percent(right ? chance.right : chance.wrong);
      return BM.text(at, 234, `${data.conditions[row]} ahead`, { anchor, className: `strong ${"ab"[row]}` }) +
        BM.text(at, 251, `${share}, ${right ? "right" : "wrong"} sign`, { anchor });
    };
    return [
      words(1, false, "start", 0), words(0, true, "end", width),
      side(false, "b"), side(true, "a"),
      tied > 0 ? BM.bars([[x(0) - 2, x(0) + 2, y(tied)]], base, "tie") : "",
      BM.line(x(0), top - 8, x(0), base, "zero"),
      BM.line(x(game.gap), top - 20, x(game.gap), base, "mean"),
      BM.text(x(game.gap) + (late ? -6 : 6), top - 11, "gap of all runs", { anchor: late ? "end" : "start" }),
      tied >= 0.0005 ? BM.text(width / 2, 251, `${BM.percent(tied)} tie`, { anchor: "middle" }) : "",
      BM.axis(x, base, "retained gap (game points)"),
    ].join("");
  }

  function view(data, state, width) {
    const game = chosen(data, state);
    const chance = outcomes(game, state.n);
    const label = `Above, a dot for each run of ${game.game}, ` +
      `${game.scores.map((pool, row) => `${pool.length} of ${data.conditions[row]}`).join(" and ")}. ` +
      `Below, bars for the gap of the means of ${state.n} retained runs each, ` +
      `solid where its sign is right (${BM.percent(chance.right)}), outlined where it is wrong.`;
    const svg = BM.svg(width, 438, clouds(data, game, width), distribution(data, game, state.n, chance, width));
    return { svg, sentence: sentence(chance, game, state.n), label };
  }

  const definition = { initial, controls, view };
  if (typeof module !== "undefined") {
    module.exports = { ...definition, countsOfSums, expectedSquaredError, gapDistribution, outcomes };
  } else BM.register("retention", definition);
})();
