/* How many games does a decision need? data: {initial: {design, gain, games, correlation, level,
   power}}: gain in percentage points; correlation, level and power in hundredths. */
(function () {
  "use strict";

  const BM = typeof module !== "undefined" ? require("../explorer.js") : window.BM;

  const GAMES = [10, 20, 30, 50, 75, 96, 150, 200, 300, 400, 500, 600, 800, 1000, 1500, 2000, 3000, 5000, 10000];
  const LEVELS = ["80", "90", "95", "99", "99.9"];
  const DESIGNS = {
    duel: { label: "Duel: new against old", name: "duel" },
    own: { label: "Two versions, maps of their own", name: "maps of their own" },
    shared: { label: "Two versions on shared maps", name: "shared maps" },
  };
  // A product that is a whole number on paper may come out a rounding error above it.
  const ROUNDING = 1e-12;

  /* The variance of what is compared, in units of the variance of a duel. */
  const factor = ({ design, correlation }) => ({ duel: 1, own: 2, shared: 2 * (1 - correlation / 100) })[design];

  const deviates = ({ level, power }) =>
    BM.normalQuantile(1 - (1 - Number(level) / 100) / 2) + BM.normalQuantile(power / 100);

  /* Before rounding up, for a curve. */
  const exactGames = (state, gain) => (deviates(state) ** 2 * factor(state)) / 4 / (gain / 100) ** 2;
  const gamesNeeded = (state, gain) => Math.ceil(exactGames(state, gain) * (1 - ROUNDING));

  /* The largest gain, in points, that there is: from an even duel, or from nothing won. */
  const most = ({ design }) => (design === "duel" ? 50 : 100);

  /* The smallest gain, in points, that so many games detect; null if no gain is large enough. */
  function detectable(state, games) {
    const gain = 100 * deviates(state) * Math.sqrt(factor(state) / 4 / games);
    return gain > most(state) ? null : gain;
  }

  /* ---- words ----------------------------------------------------------------------------------- */

  const whole = (count) => count.toLocaleString("en");
  const games = (count) => `${whole(count)} ${count === 1 ? "game" : "games"}`;

  function where({ design, correlation }) {
    if (design === "duel") return "";
    return design === "own" ? " on maps of its own" : ` on shared maps with a correlation of ${(correlation / 100).toFixed(2)}`;
  }

  function sentence(state) {
    const { design, gain, level, power } = state;
    const who = design === "duel" ? "a duel" : "each version";
    const rates = design === "duel" ? ", a win rate of " + (0.5 + gain / 100).toFixed(3).replace(/0$/, "") + " against the old version," : "";
    const count = GAMES[state.games];
    const found = detectable(state, count);
    const other = found === null ? `${games(count)} detect no gain that a win rate can have.`
      : `${games(count)}${design === "duel" ? "" : " each"} detect gains of ${BM.number(found)} points or more.`;
    return `To detect a gain of ${gain} percentage ${gain === 1 ? "point" : "points"}${rates} with ${power}% power at ${level}% confidence, ` +
      `${who} needs ${games(gamesNeeded(state, gain))}${where(state)}; half that gain needs ${whole(gamesNeeded(state, gain / 2))}. ${other}`;
  }

  /* ---- the three functions of an explorer ------------------------------------------------------ */

  const initial = ({ initial: state }) => ({ ...state, games: GAMES.indexOf(state.games) });

  function controls(data, state) {
    const shared = state.design === "shared";
    return [
      { name: "design", type: "select", label: "What is compared", options: Object.entries(DESIGNS).map(([value, { label }]) => ({ value, label })) },
      { name: "level", type: "select", label: "Confidence", options: LEVELS.map((value) => ({ value, label: `${value}%` })) },
      { name: "gain", type: "range", label: "Gain to detect", min: 1, max: 30, step: 0.5,
        text: `${state.gain} ${state.gain === 1 ? "point" : "points"}`, fewer: "Smaller gain", more: "Larger gain" },
      { name: "power", type: "range", label: "Power", min: 50, max: 99, step: 1, text: `${state.power}%`, fewer: "Less power", more: "More power" },
      { name: "games", type: "range", label: "Games at hand", min: 0, max: GAMES.length - 1, step: 1,
        text: games(GAMES[state.games]), fewer: "Fewer games at hand", more: "More games at hand" },
      { name: "correlation", type: "range", label: "Correlation on a map", min: 0, max: 95, step: 5,
        text: shared ? (state.correlation / 100).toFixed(2) : "not used", fewer: "Less correlation", more: "More correlation" },
    ];
  }

  function view(data, state, width) {
    const [left, right, top, base] = [64, width - 12, 58, 318];
    const x = BM.logScale([1, 100], [left, right]);
    const y = BM.logScale([0.5, 500000], [base, top]);
    // A straight line, to the largest gain there is or to a single game. Its name stands in the
    // corner that no line enters.
    const curve = function (of, height, className, look, words) {
      const ends = [1, detectable(of, 1) || most(of)].map((gain) => [x(gain), y(exactGames(of, gain))]);
      return BM.path(ends, className, look) + BM.path([[right - 26, height - 4], [right, height - 4]], className, look) +
        BM.text(right - 32, height, DESIGNS[of.design].name, { anchor: "end", className: words });
    };
    const guide = (at) => BM.path([[left, at[1]], at, [at[0], base]], "zero", { width: 1, dashes: "2 3" });
    const needed = gamesNeeded(state, state.gain);
    const asked = [x(state.gain), y(exactGames(state, state.gain))];
    const count = GAMES[state.games];
    const found = detectable(state, count);
    // A gain below one point is told by the sentence alone: it lies beyond the axis.
    const given = found === null || found < 1 ? null : [x(found), y(count)];
    // A name stands to the upper right of its mark, where no curve is; the second stands to the
    // lower left if there is room and no line of a duel, or clear of the first.
    const room = given && factor(state) <= 1 && given[0] - left > 92;
    const near = given && Math.abs(given[1] - asked[1]) < 18;
    const second = () => (room ? BM.text(given[0] - 9, given[1] + 18, `${BM.number(found)} points`, { anchor: "end", className: "strong b" })
      : BM.text(given[0] + 9, (near ? asked[1] - 16 : given[1]) - 10, `${BM.number(found)} points`, { className: "strong b" }));
    const parts = [
      BM.sideAxis(y, left, state.design === "duel" ? "games" : "games of each version", { ticks: 6 }),
      BM.axis(x, base, "gain (percentage points)", { ticks: 7 }), // that is 1, 2, 5, … 100
      guide(asked), given ? guide(given) : "",
      state.design === "duel" ? "" : curve({ ...state, design: "duel" }, 31, "zero", { width: 1.5, dashes: "5 4" }),
      curve(state, 13, "a", {}, "strong a"),
      BM.dots([asked], { className: "a solid", radius: 6 }),
      BM.text(Math.min(asked[0] + 9, width - 72), asked[1] - 10, games(needed), { className: "strong a" }),
      given ? BM.dots([given], { shape: "square", className: "b solid", radius: 6 }) + second() : "",
    ];
    const label = "A falling line of games against the gain, both by orders of magnitude. " +
      `A circle at ${state.gain} points and ${games(needed)}` +
      (given ? `; a square at ${games(count)} and ${BM.number(found)} points.` : ".");
    return { svg: BM.svg(width, base + 44, parts), sentence: sentence(state), label };
  }

  const definition = { initial, controls, view };
  if (typeof module !== "undefined") {
    module.exports = { ...definition, detectable, gamesNeeded, GAMES, LEVELS };
  } else BM.register("games-needed", definition);
})();
