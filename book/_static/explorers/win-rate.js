/* How well do some games tell a win rate? data: {initial: {games, wins, draws, method}, level} */
(function () {
  "use strict";

  const BM = typeof module !== "undefined" ? require("../explorer.js") : window.BM;

  const GAMES = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 15, 20, 25, 30, 40, 50, 60, 80, 100, 150, 200, 300, 400, 500, 600, 800, 1000];
  // Wins and draws are kept as shares, so that more games mean more of the same. In these units
  // every number of games above divides the whole, and the steps of a control are whole numbers.
  const divisor = (a, b) => (b ? divisor(b, a % b) : a);
  const WHOLE = GAMES.reduce((a, b) => (a / divisor(a, b)) * b);
  const METHODS = { wilson: "Wilson", wald: "Wald", clopper: "Clopper–Pearson", jeffreys: "Jeffreys" };

  /* ---- the beta distribution ------------------------------------------------------------------- */

  /* Stirling's series, far enough out for the error to vanish. */
  function logGamma(x) {
    let [shift, z] = [0, x];
    for (; z < 15; z += 1) shift += Math.log(z);
    const series = 1 / (12 * z) - 1 / (360 * z ** 3) + 1 / (1260 * z ** 5) - 1 / (1680 * z ** 7);
    return (z - 0.5) * Math.log(z) - z + 0.5 * Math.log(2 * Math.PI) + series - shift;
  }

  /* The distribution function of the beta distribution, by its continued fraction (Lentz). */
  function betaBelow(x, a, b) {
    if (x <= 0 || x >= 1) return x <= 0 ? 0 : 1;
    if (x > (a + 1) / (a + b + 2)) return 1 - betaBelow(1 - x, b, a);
    const front = Math.exp(logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log1p(-x)) / a;
    let [c, d] = [1, 1 / (1 - ((a + b) * x) / (a + 1))];
    let value = d;
    for (let m = 1, change = 2; Math.abs(change - 1) > 1e-15 && m < 1000; m += 1) {
      const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
      d = 1 / (1 + even * d);
      c = 1 + even / c;
      value *= d * c;
      const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
      d = 1 / (1 + odd * d);
      c = 1 + odd / c;
      change = d * c;
      value *= change;
    }
    return front * value;
  }

  function betaQuantile(p, a, b) {
    let [low, high] = [0, 1];
    for (let step = 0; step < 60; step += 1) {
      const middle = (low + high) / 2;
      if (betaBelow(middle, a, b) < p) low = middle;
      else high = middle;
    }
    return (low + high) / 2;
  }

  /* ---- intervals, and equal bots --------------------------------------------------------------- */

  const LOWER_END = {
    wilson(won, n, tail) {
      const [rate, z] = [won / n, BM.normalQuantile(1 - tail)];
      const half = z * Math.sqrt((rate * (n - won)) / n / n + (z / (2 * n)) ** 2);
      return (rate * rate) / (rate + (z * z) / (2 * n) + half);
    },
    wald: (won, n, tail) => won / n - BM.normalQuantile(1 - tail) * Math.sqrt((won * (n - won)) / n / n / n),
    clopper: (won, n, tail) => (won ? betaQuantile(tail, won, n - won + 1) : 0),
    jeffreys: (won, n, tail) => (won ? betaQuantile(tail, won + 0.5, n - won + 0.5) : 0),
  };

  /* Low and high end; what is won by one bot is lost by the other. */
  function interval(method, points, n, level) {
    const end = (won) => LOWER_END[method](won, n, (1 - level) / 2);
    return [end(points), 1 - end(n - points)];
  }

  /* The chances of 0, 0.5, … n points for equal bots that draw a share of their games: the
     coefficients of a power of a polynomial, each from the two before, and their mirror image. */
  function equalBots(n, drawn) {
    const chances = new Float64Array(2 * n + 1);
    const won = (1 - drawn) / 2;
    chances[won ? 0 : n] = 1;
    for (let h = 1; won && h <= n; h += 1) {
      const two = h > 1 ? won * (2 * n - h + 2) * chances[h - 2] : 0;
      chances[h] = (drawn * (n - h + 1) * chances[h - 1] + two) / (h * won);
      if (chances[h] > 1e250) for (let k = 0; k <= h; k += 1) chances[k] *= 1e-250;
    }
    for (let h = 0; h < n; h += 1) chances[2 * n - h] = chances[h];
    const total = chances.reduce((sum, chance) => sum + chance);
    return chances.map((chance) => chance / total);
  }

  /* What a state says: the match, its interval, and how often equal bots do as well, or as badly. */
  function result({ level }, state) {
    const n = GAMES[state.games];
    const wins = Math.round((state.wins * n) / WHOLE);
    const draws = Math.min(n - wins, Math.round((state.draws * n) / WHOLE));
    const halves = 2 * wins + draws;
    const chances = equalBots(n, draws / n);
    const ahead = halves >= n;
    const extreme = ahead ? chances.slice(halves) : chances.slice(0, halves + 1);
    const [low, high] = interval(state.method, halves / 2, n, level);
    return { n, wins, draws, halves, ahead, chances, tail: extreme.reduce((sum, chance) => sum + chance), low, high };
  }

  /* ---- words ----------------------------------------------------------------------------------- */

  const counted = (number, word, plural = `${word}s`) => `${number.toLocaleString("en")} ${number === 1 ? word : plural}`;
  // A rate with more digits where more games earn them.
  const rate = (value, n) => value.toFixed(n < 100 ? 2 : 3).replace("-", "\u2212");

  function sentence({ n, wins, draws, halves, ahead, tail, low, high }) {
    const made = draws ? ` (${counted(wins, "win")}, ${counted(draws, "draw")}, ${counted(n - wins - draws, "loss", "losses")})` : "";
    const beyond = low < 0 || high > 1 ? ", beyond what a rate can be," : "";
    const inside = low <= 0.5 && high >= 0.5;
    return `${counted(halves / 2, "point")} of ${counted(n, "game")}${made}: the win rate is ${rate(halves / 2 / n, n)}, ` +
      `and true rates from ${rate(low, n)} to ${rate(high, n)}${beyond} fit; ` +
      `an equal bot${draws ? ", with as many draws on average," : ""} would do ${ahead ? "at least as well" : "no better"} in ${BM.percent(tail)} of such matches. ` +
      (inside ? "Equal strength, 0.5, is inside the interval: these games do not tell which bot is stronger."
        : `Equal strength, 0.5, is outside the interval: by it, the bot is ${low > 0.5 ? "stronger" : "weaker"}.`);
  }

  /* ---- the three functions of an explorer ------------------------------------------------------ */

  function initial({ initial: { games, wins, draws, method } }) {
    return { games: GAMES.indexOf(games), wins: (wins * WHOLE) / games, draws: (draws * WHOLE) / games, method };
  }

  function controls(data, state) {
    const { n, wins, draws } = result(data, state);
    const step = WHOLE / n;
    return [
      { name: "games", type: "range", label: "Games", min: 0, max: GAMES.length - 1, step: 1,
        text: counted(n, "game"), fewer: "Fewer games", more: "More games" },
      { name: "wins", type: "range", label: "Wins", min: 0, max: WHOLE, step,
        text: counted(wins, "win"), fewer: "One win fewer", more: "One win more" },
      { name: "draws", type: "range", label: "Draws", min: 0, max: (n - wins) * step, step,
        text: counted(draws, "draw"), fewer: "One draw fewer", more: "One draw more" },
      { name: "method", type: "select", label: "Interval", options: Object.entries(METHODS).map(([value, label]) => ({ value, label })) },
    ];
  }

  /* Bars for points as a share of the games. Those of many games are put together to be seen, so
     that none holds results from both sides of the one observed. */
  function bars({ n, draws, halves, ahead, chances }, x) {
    const stride = draws ? 1 : 2;
    const step = ((x(1) - x(0)) * stride) / (2 * n);
    const together = Math.ceil(4 / step);
    const first = ahead ? halves : halves + stride;
    const found = [];
    const begin = first - Math.ceil(first / stride / together) * together * stride;
    for (let h = begin; h <= 2 * n; h += together * stride) {
      let chance = 0;
      for (let k = Math.max(0, h); k < Math.min(2 * n + 1, h + together * stride); k += 1) chance += chances[k];
      const middle = x((h + ((together - 1) * stride) / 2) / (2 * n));
      const half = Math.min(16, (together * step) / 2 - 0.5);
      found.push({ left: middle - half, right: middle + half, chance, extreme: h >= first === ahead });
    }
    return found;
  }

  function view(data, state, width) {
    const found = result(data, state);
    const { n, halves, ahead, tail, low, high } = found;
    const [pad, row, top, base] = [26, 52, 146, 256];
    const x = BM.scale([0, 1], [pad, width - pad]);
    const observed = halves / 2 / n;
    const extremes = ahead ? "good or better" : "bad or worse";
    const within = (value) => Math.min(width - 18, Math.max(18, value));
    // Wald's interval may leave the axis; what is drawn of it may not leave the picture.
    const [from, to] = [low, high].map((end) => Math.min(width - pad + 14, Math.max(pad - 14, x(end))));
    const cap = (at) => BM.path([[at, row - 7], [at, row + 7]], "a", { width: 3 });
    const all = bars(found, x);
    const y = BM.scale([0, Math.max(...all.map(({ chance }) => chance))], [0, base - top]);
    const side = (extreme, look) => BM.bars(all.filter((bar) => bar.extreme === extreme && y(bar.chance) > 0.3)
      .map(({ left, right, chance }) => [left, right, y(chance)]), base, `b ${look}`);
    const parts = [
      BM.text(0, 13, `${BM.percent(data.level).replace(".0", "")} interval (${METHODS[state.method]})`, { className: "strong a" }),
      BM.text(0, 108, "If both bots were equal", { className: "strong b" }),
      BM.text(0, 125, `${BM.percent(tail)} as ${extremes}`),
      side(false, "outlined"), side(true, "solid"),
      // The lines leave room for the words between the rows.
      BM.line(x(0.5), row - 16, x(0.5), row + 10, "zero"), BM.line(x(0.5), top - 12, x(0.5), base, "zero"),
      BM.line(x(observed), row, x(observed), row + 10, "mean"), BM.line(x(observed), top - 12, x(observed), base, "mean"),
      BM.path([[from, row], [to, row]], "a", { width: 3 }), cap(from), cap(to),
      BM.dots([[x(observed), row]], { className: "a solid", radius: 5.5 }),
      BM.text(within(x(observed)), row - 13, rate(observed, n), { anchor: "middle", className: "strong" }),
      BM.text(Math.min(width - 42, Math.max(34, from)), row + 22, rate(low, n), { anchor: "end" }),
      BM.text(Math.max(42, Math.min(width - 34, to)), row + 22, rate(high, n)),
      BM.axis(x, base, "win rate (points per game)"),
    ];
    const label = `Above, the win rate ${rate(observed, n)} with its interval from ${rate(low, n)} to ${rate(high, n)}, ` +
      "and a line at 0.5 for equal strength. Below, bars for the win rates that equal bots get in as many games; " +
      `those as ${extremes} than the one observed are solid: ${BM.percent(tail)}.`;
    return { svg: BM.svg(width, 300, parts), sentence: sentence(found), label };
  }

  const definition = { initial, controls, view };
  if (typeof module !== "undefined") {
    module.exports = { ...definition, betaBelow, betaQuantile, equalBots, interval, logGamma, result, bars, GAMES };
  } else BM.register("win-rate", definition);
})();
