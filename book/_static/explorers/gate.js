/* What do one short test and a long second one promote? data: {initial: {games, mark, confirmGames,
   confirmMark, share, gain}}: pass marks in thousandths, the share of better candidates in percent,
   their gain in tenths of a point of win rate. */
(function () {
  "use strict";

  const BM = typeof module !== "undefined" ? require("../explorer.js") : window.BM;

  /* The wins that pass without draws. Thousandths are whole numbers, so 0.55 of 100 games are 55. */
  const winsNeeded = (games, mark) => Math.ceil((games * mark) / 1000);

  /* The exact chance that a candidate of this true win rate passes. */
  function passes(games, mark, winRate) {
    const chances = BM.binomial(games, winRate);
    let [total, k] = [0, games];
    for (const needed = winsNeeded(games, mark); k >= needed; k -= 1) total += chances[k];
    return Math.min(1, total);
  }

  /* Of 100 candidates, how many of each kind come, pass the screen, and pass both tests; and what
     one candidate brings the champion, in points of win rate, and costs in games. */
  function outcomes({ games, mark, confirmGames, confirmMark, share, gain }) {
    const kind = (came, winRate) => {
      const screened = passes(games, mark, winRate);
      const both = screened * passes(confirmGames, confirmMark, winRate);
      return { came, chance: [screened, both], promoted: [came * screened, came * both] };
    };
    const [better, equal] = [kind(share, 0.5 + gain / 1000), kind(100 - share, 0.5)];
    return {
      better, equal,
      gain: better.promoted.map((promoted) => (promoted / 100) * (gain / 10)),
      games: [games, games + confirmGames * (better.promoted[0] + equal.promoted[0]) / 100],
    };
  }

  const grouped = (n) => Math.round(n).toLocaleString("en");
  const decimals = (thousandths) => (thousandths / 1000).toFixed(3).replace(/0$/, "");
  const points = (tenths) => `${tenths / 10} ${tenths === 10 ? "point" : "points"}`;
  /* A number of candidates, never "0.0" for what can happen. */
  const count = (x) => (x === 0 ? "0" : x < 0.05 ? "less than 0.1" : x.toFixed(1));

  /* Points of win rate, in words where digits would say nothing. */
  const brought = (x) => (x > 0 && x < 0.001 ? "less than 0.001" : BM.number(x));

  function sentence(state, { better, equal, gain, games }) {
    const start = `Of 100 candidates that are no better than the champion, ${grouped(state.games)} games at ` +
      `${decimals(state.mark)} alone promote ${count(100 * equal.chance[0])}; a confirming test of ` +
      `${grouped(state.confirmGames)} games at ${decimals(state.confirmMark)} leaves ${count(100 * equal.chance[1])}.`;
    if (state.share === 0) return `${start} None is better here, so every promotion is false; a candidate costs ${grouped(games[0])} games with one test and ${grouped(games[1])} with two.`;
    const wrong = [0, 1].map((k) => equal.promoted[k] / (equal.promoted[k] + better.promoted[k]));
    const falsely = state.share === 100 ? "no promotion is false" :
      `${BM.percent(wrong[0])} of the promotions are false with one and ${BM.percent(wrong[1])} with two`;
    return `${start} If ${state.share} of 100 are better by ${points(state.gain)}, one test promotes ${count(better.promoted[0])} of these and two promote ${count(better.promoted[1])}; ` +
      `${falsely}. A candidate brings ${brought(gain[0])} and ${brought(gain[1])} points on average, and costs ${grouped(games[0])} and ${grouped(games[1])} games.`;
  }

  const initial = (data) => ({ ...data.initial });

  function controls(data, state) {
    const games = (name, label, step, max) => ({
      name, type: "range", label, min: step, max, step,
      text: `${grouped(state[name])} games`, fewer: `Fewer games: ${label}`, more: `More games: ${label}`,
    });
    const mark = (name, label, n) => ({
      name, type: "range", label, min: 500, max: 600, step: 5,
      text: `${decimals(state[name])}: ${grouped(winsNeeded(n, state[name]))} wins`,
      fewer: `Lower mark: ${label}`, more: `Higher mark: ${label}`,
    });
    return [
      games("games", "First test", 64, 2048),
      mark("mark", "First pass mark", state.games),
      games("confirmGames", "Second test", 256, 8192),
      mark("confirmMark", "Second pass mark", state.confirmGames),
      {
        name: "share", type: "range", label: "Better candidates", min: 0, max: 100, step: 5,
        text: `${state.share} of 100`, fewer: "Fewer better candidates", more: "More better candidates",
      },
      {
        name: "gain", type: "range", label: "Better by", min: 5, max: 100, step: 5,
        text: points(state.gain), fewer: "A smaller gain", more: "A larger gain",
      },
    ];
  }

  /* For each gate two bars: outlined how many came, filled how many are promoted. */
  function view(data, state, width) {
    const result = outcomes(state);
    const x = BM.scale([0, 100], [8, width - 14]);
    const gates = [
      `${grouped(state.games)} games at ${decimals(state.mark)} alone`,
      `then ${grouped(state.confirmGames)} at ${decimals(state.confirmMark)} on other maps`,
    ];
    const [group, bar] = [134, 20];
    const drawn = gates.map((name, k) => {
      const top = group * k;
      const rows = [["better", "a", "better"], ["equal", "b", "no better"]].map(([kind, className, words], row) => {
        const { came, promoted } = result[kind];
        const base = top + 64 + 48 * row;
        return BM.text(8, base - bar - 6, `${words}: ${count(promoted[k])} of ${came} promoted`, { className: `strong ${className}` }) +
          (came ? BM.bars([[x(0), x(came), bar]], base, `${className} outlined`) : "") +
          BM.bars([[x(0), x(promoted[k]), bar]], base, `${className} solid`);
      });
      return BM.text(0, top + 16, name, { className: "strong" }) + rows.join("");
    });
    const svg = BM.svg(width, 2 * group + 44, drawn, BM.axis(x, 2 * group - 4, "of 100 candidates"));
    const label = `Bars for two gates. ${gates[0]}: ${count(result.better.promoted[0])} of ${result.better.came} better and ` +
      `${count(result.equal.promoted[0])} of ${result.equal.came} no better candidates promoted. ` +
      `${gates[1]}: ${count(result.better.promoted[1])} and ${count(result.equal.promoted[1])}.`;
    return { svg, sentence: sentence(state, result), label };
  }

  const definition = { initial, controls, view };
  if (typeof module !== "undefined") module.exports = { ...definition, outcomes, passes, winsNeeded };
  else BM.register("gate", definition);
})();
