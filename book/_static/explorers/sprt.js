/* How does a sequential test walk between its bounds, and how often does it end at which?
   data: {tests: [{elo0, elo1, every, most}], errors: [[alpha, beta]], walks, initial: {test, elo,
   draws, errors, walk}}: a test looks at its bounds after `every` games and gives up after `most`;
   draws in percent; `test` and `errors` in the state are places in the lists, as text. */
(function () {
  "use strict";

  const BM = typeof module !== "undefined" ? require("../explorer.js") : window.BM;

  const ZERO_COUNT = 0.001; // what an outcome counts that never occurred
  const NEGLIGIBLE = 1e-10; // chance of a row of states that is no longer followed
  const GREY = 12; // walks in the background

  const sum = (values) => values.reduce((total, value) => total + value, 0);
  const expected = (elo) => 1 / (1 + 10 ** (-elo / 400));

  /* What it costs that the mean score is s, in log-likelihood of the counts. The most likely shares
     are the observed ones divided by 1 + x g, with g the score less s. With three outcomes x is a
     root of a quadratic: the one of smaller size, between the poles of the outcomes 0 and 1. */
  function loss(l, d, w, s) {
    const n = l + d + w;
    const [a, b, c] = [-s, 0.5 - s, 1 - s];
    const mean = (l * a + d * b + w * c) / n;
    const square = (l * a * a + d * b * b + w * c * c) / n;
    const linear = mean * (a + b + c) - square;
    const root = Math.sqrt(Math.max(0, linear * linear - 4 * a * b * c * mean));
    const x = (2 * mean) / (root - linear);
    return l * Math.log1p(x * a) + d * Math.log1p(x * b) + w * Math.log1p(x * c);
  }

  /* The log-likelihood ratio of expected scores s1 and s0, each maximal under its hypothesis. */
  function ratio(l, d, w, s0, s1) {
    const [losses, draws, wins] = [l || ZERO_COUNT, d || ZERO_COUNT, w || ZERO_COUNT];
    return loss(losses, draws, wins, s0) - loss(losses, draws, wins, s1);
  }

  /* Everything that a state means, in numbers. */
  function settings(data, { test, elo, draws, errors }) {
    const [alpha, beta] = data.errors[errors];
    const { elo0, elo1, every, most } = data.tests[test];
    const [score, draw] = [expected(elo), draws / 100];
    return {
      elo0, elo1, every, most, alpha, beta, s0: expected(elo0), s1: expected(elo1),
      lower: Math.log(beta / (1 - alpha)), upper: Math.log((1 - beta) / alpha),
      chances: [Math.max(0, 1 - score - draw / 2), draw, Math.max(0, score - draw / 2)],
    };
  }

  /* One match: what was counted and the ratio at every look, until it ends. */
  function walk(set, seed) {
    const next = BM.generator(seed);
    const counts = [0, 0, 0];
    const looks = [];
    let decision = "continue";
    for (let n = 1; n <= set.most && decision === "continue"; n += 1) {
      const u = next();
      counts[u < set.chances[0] ? 0 : u < set.chances[0] + set.chances[1] ? 1 : 2] += 1;
      if (n % set.every === 0) {
        const llr = ratio(...counts, set.s0, set.s1);
        looks.push({ n, llr, counts: counts.slice() });
        if (llr >= set.upper) decision = "accept_h1";
        else if (llr <= set.lower) decision = "accept_h0";
      }
    }
    return { decision, looks, n: looks[looks.length - 1].n };
  }

  /* A block of states around another one, with room for so many games more. */
  function widened({ wins, lead, rows, columns, cells }, games) {
    const wide = columns + 2 * games + 2;
    const result = new Float64Array((rows + games + 1) * wide);
    for (let i = 0; i < rows; i += 1) {
      result.set(cells.subarray(i * columns, (i + 1) * columns), (i + 1) * wide + games + 1);
    }
    return { wins: wins - 1, lead: lead - games - 1, rows: rows + games + 1, columns: wide, cells: result };
  }

  /* One game in place: a win leads from the row before and one column back, a loss from the next
     column, a draw from where it is. This order reads every cell before it is written. */
  function play({ rows, columns, cells }, [loses, draws, wins]) {
    for (let i = rows - 1; i >= 1; i -= 1) {
      for (let at = i * columns + 1, end = (i + 1) * columns - 1; at < end; at += 1) {
        cells[at] = draws * cells[at] + wins * cells[at - columns - 1] + loses * cells[at + 1];
      }
    }
  }

  /* Take the states that end at a look out of a block; return the chances of H1 and of H0, and the
     smallest block of what goes on. Among states with equally many wins the ratio rises with the
     lead, so two thresholds a row say what ends; they change little from row to row. */
  function look(block, n, { s0, s1, lower, upper }) {
    const { wins, lead, rows, columns, cells } = block;
    let [up, down, above, below] = [0, 0, 0, 0];
    const going = { top: rows, bottom: -1, left: columns, right: -1 };
    for (let i = 0; i < rows; i += 1) {
      const won = wins + i;
      // No fewer than zero games can be drawn, and none lost.
      const [first, last] = [Math.max(lead, 2 * won - n), Math.min(lead + columns - 1, won)];
      if (first > last || won < 0) continue;
      const llr = (t) => ratio(won - t, n - 2 * won + t, won, s0, s1);
      above = Math.min(Math.max(above, first), last + 1);
      while (above > first && llr(above - 1) >= upper) above -= 1;
      while (above <= last && llr(above) < upper) above += 1;
      below = Math.min(Math.max(below, first - 1), last);
      while (below < last && llr(below + 1) <= lower) below += 1;
      while (below >= first && llr(below) > lower) below -= 1;
      const at = i * columns - lead;
      let rest = 0;
      for (let t = first; t <= last; t += 1) {
        if (t >= above) up += cells[at + t];
        else if (t <= below) down += cells[at + t];
        else rest += cells[at + t];
      }
      cells.fill(0, at + first, at + below + 1);
      cells.fill(0, at + above, at + last + 1);
      if (rest > NEGLIGIBLE) {
        going.top = Math.min(going.top, i);
        going.bottom = i;
        going.left = Math.min(going.left, below + 1 - lead);
        going.right = Math.max(going.right, above - 1 - lead);
      }
    }
    const size = [Math.max(0, going.bottom - going.top + 1), Math.max(0, going.right - going.left + 1)];
    const kept = { wins: wins + going.top, lead: lead + going.left, rows: size[0], columns: size[1] };
    kept.cells = new Float64Array(size[0] * size[1]);
    for (let i = 0; i < kept.rows; i += 1) {
      const from = (going.top + i) * columns + going.left;
      kept.cells.set(cells.subarray(from, from + kept.columns), i * kept.columns);
    }
    return { up, down, kept };
  }

  /* Exactly how often the test ends at each look with each answer, and how long it takes. A state
     is a number of wins and a lead over the losses; the other games were drawn. */
  function characteristics(set) {
    const [up, down] = [[], []];
    let block = { wins: 0, lead: 0, rows: 1, columns: 1, cells: Float64Array.of(1) };
    for (let n = set.every; n <= set.most && block.rows; n += set.every) {
      block = widened(block, set.every);
      for (let game = 0; game < set.every; game += 1) play(block, set.chances);
      const found = look(block, n, set);
      up.push(found.up);
      down.push(found.down);
      block = found.kept;
    }
    const undecided = sum(block.cells);
    const games = sum(up.map((chance, k) => (k + 1) * set.every * (chance + down[k]))) + set.most * undecided;
    return { up, down, acceptH1: sum(up), acceptH0: sum(down), undecided, games };
  }

  /* ---- words and picture ----------------------------------------------------------------------- */

  const whole = (n) => Math.round(n).toLocaleString("en");
  const elo = (x) => `${x < 0 ? "\u2212" : ""}${Math.abs(x)} Elo`;
  const plural = (n, word) => `${whole(n)} ${word}${n === 1 ? "" : "s"}`;

  function sentence(state, set, shown, exact) {
    const ends = {
      accept_h1: `accepts H1, a gain of ${elo(set.elo1)},`,
      accept_h0: `accepts H0, a gain of ${elo(set.elo0)},`,
      continue: "is given up undecided",
    }[shown.decision];
    const start = `Walk ${state.walk} ${ends} after ${plural(shown.n, "game")}.`;
    const undecided = exact.undecided >= 0.0005 ? `, ${BM.percent(exact.undecided)} are undecided after ${whole(set.most)} games` : "";
    const often = `At a true gain of ${elo(state.elo)} and ${state.draws}% draws, ${BM.percent(exact.acceptH1)} of matches accept H1 and ` +
      `${BM.percent(exact.acceptH0)} accept H0${undecided}; a match takes ${whole(exact.games)} games on average.`;
    const promise = (answer, rate) => `Here ${answer} is the error${shown.decision === `accept_${answer.toLowerCase()}` ? ", which this walk makes" : ""}; ` +
      `it should happen in about ${100 * rate}% of matches or fewer.`;
    const meaning = state.elo <= set.elo0 ? promise("H1", set.alpha) : state.elo >= set.elo1 ? promise("H0", set.beta)
      : "The truth lies between the two hypotheses, where the test promises nothing.";
    return `${start} ${often} ${meaning}`;
  }

  const initial = (data) => ({ ...data.initial });

  function controls(data, state) {
    const { elo0, elo1 } = data.tests[state.test] || data.tests[0];
    const beyond = (elo1 - elo0) / 2;
    const score = expected(Math.abs(state.elo));
    // More draws than this leave no room for the expected score.
    const mostDraws = Math.min(80, 10 * Math.floor(20 * (1 - score) + 1e-9));
    const texts = data.errors.map((pair) => pair.map((rate) => `${100 * rate}%`).join(" and "));
    const places = (list) => list.map((label, k) => ({ value: String(k), label }));
    return [
      { name: "test", type: "select", label: "Bounds: H0 against H1", options: places(data.tests.map((t) => `${elo(t.elo0)} against ${elo(t.elo1)}`)) },
      { name: "errors", type: "select", label: "Error rates: under H0 and H1", options: places(texts) },
      {
        name: "elo", type: "range", label: "True gain", min: elo0 - beyond, max: elo1 + beyond, step: 5,
        text: elo(state.elo), fewer: "A smaller gain", more: "A larger gain",
      },
      {
        name: "draws", type: "range", label: "Games that end drawn", min: 0, max: mostDraws, step: 10,
        text: `${Math.min(state.draws, mostDraws)}%`, fewer: "Fewer draws", more: "More draws",
      },
      {
        name: "walk", type: "range", label: "Walk", min: 1, max: data.walks, step: 1,
        text: `number ${state.walk}`, fewer: "The walk before", more: "The next walk",
      },
    ];
  }

  /* Games by which 19 of 20 tests have ended, or the shown walk has, if later. */
  function lastShown({ up, down }, set, shown) {
    let ended = 0;
    const at = up.findIndex((chance, k) => (ended += chance + down[k]) >= 0.95);
    return Math.max(shown.n, set.every * (at < 0 ? up.length : at + 1));
  }

  /* Chances of ending as bars at least 5 pixels wide: [from, to, chance] in games. */
  function exits(chances, set, end, width) {
    const group = Math.ceil((5 * end) / (width * set.every));
    const bars = [];
    for (let k = 0; k < chances.length && (k + group) * set.every <= end; k += group) {
      bars.push([k * set.every, (k + group) * set.every, sum(chances.slice(k, k + group))]);
    }
    return bars;
  }

  function view(data, state, width) {
    const set = settings(data, state);
    const exact = characteristics(set);
    const shown = walk(set, state.walk);
    const end = lastShown(exact, set, shown);
    const x = BM.scale([0, end], [10, width - 10]);
    const [top, bottom, room, gap] = [92, 272, 52, 12];
    const y = BM.scale([set.lower, set.upper], [bottom, top]);
    // The last step goes beyond a bound; it is drawn as far as there is room.
    const inside = (height) => Math.min(bottom + gap - 4, Math.max(top - gap + 4, height));
    const line = ({ looks }) => [[x(0), y(0)], ...looks.filter(({ n }) => n <= end).map(({ n, llr }) => [x(n), inside(y(llr))])];
    const others = Array.from({ length: GREY }, (_, k) => k + 1).filter((seed) => seed !== state.walk);
    const [up, down] = [exact.up, exact.down].map((chances) => exits(chances, set, end, width));
    const tall = room / Math.max(...[...up, ...down].map(([, , chance]) => chance));
    // Bars of H1 stand above the upper bound, those of H0 hang below the lower one.
    const bars = (list, place) => list.map(([from, to, chance]) =>
      BM.element("rect", { x: x(from) + 0.5, width: x(to) - x(from) - 1, y: place(tall * chance), height: tall * chance }));
    const className = { accept_h1: "a", accept_h0: "b", continue: "mean" }[shown.decision];
    const lines = line(shown);
    const svg = BM.svg(width, bottom + gap + room + 74, [
      BM.text(0, 14, `H1 accepted: ${BM.percent(exact.acceptH1)} of matches`, { className: "strong a" }),
      BM.element("g", { class: "a" }, bars(up, (height) => top - gap - height)),
      BM.element("g", { class: "b" }, bars(down, () => bottom + gap)),
      others.map((seed) => BM.path(line(walk(set, seed)), "zero", { width: 1 })),
      BM.line(x(0), top, x(end), top, "mean"), BM.line(x(0), bottom, x(end), bottom, "mean"),
      BM.path(lines, className, { width: 3 }),
      BM.dots(lines.slice(-1), { className: `${className} solid`, radius: 5 }),
      BM.text(0, bottom + gap + room + 20, `H0 accepted: ${BM.percent(exact.acceptH0)} of matches`, { className: "strong b" }),
      BM.axis(x, bottom + gap + room + 34, "games"),
    ]);
    const label = `The log-likelihood ratio of ${GREY} matches in grey and of walk ${state.walk}, which ` +
      `${{ accept_h1: "reaches the upper bound", accept_h0: "reaches the lower bound", continue: "stays between the bounds" }[shown.decision]} after ${plural(shown.n, "game")}. ` +
      `Bars outside the bounds show when matches end: ${BM.percent(exact.acceptH1)} at the upper and ${BM.percent(exact.acceptH0)} at the lower one.`;
    return { svg, sentence: sentence(state, set, shown, exact), label };
  }

  const definition = { initial, controls, view };
  if (typeof module !== "undefined") module.exports = { ...definition, characteristics, generator: BM.generator, ratio, settings, walk };
  else BM.register("sprt", definition);
})();
