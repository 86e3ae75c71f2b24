/* What do ratings say about a panel that goes round? Bots stand on a ladder, and each takes some
   points more from the next one than its place promises, the last one from the first.
   data: {bots: [names], initial: {bots, step, cycle, games}} */
(function () {
  "use strict";

  const BM = typeof module !== "undefined" ? require("../explorer.js") : window.BM;

  const ELO = 400 / Math.LN10; // of one unit of log strength
  const LEVEL = 1e-9; // rates that differ by less are the same, up to rounding
  const sum = (values) => values.reduce((total, value) => total + value, 0);
  const expected = (gap) => 1 / (1 + 10 ** (-gap / 400));

  /* The rate of points that row takes from column. A cycle in points, and not in Elo, leaves every
     bot's sum as it was, and with it the ratings. */
  function rates({ bots, step, cycle }) {
    const n = Number(bots);
    const extra = (i, j) => ((j - i + n) % n === 1 ? cycle : (i - j + n) % n === 1 ? -cycle : 0) / 100;
    return Array.from({ length: n }, (_, i) =>
      Array.from({ length: n }, (_, j) => (i === j ? 0 : expected((j - i) * step) + extra(i, j))));
  }

  /* Points in 100 that the cycle can move while everybody still loses at times. */
  function largestCycle({ bots, step }) {
    const [next, last] = [expected(step), expected((Number(bots) - 1) * step)];
    return Math.floor(100 * Math.min(1 - next, last) - 1 + LEVEL);
  }

  /* Bradley-Terry ratings in Elo with mean 0, by Zermelo's iteration: each strength becomes the
     one at which a bot's expected points are those that it took, the others held fixed. */
  function fit(points) {
    const n = points.length;
    let strength = new Array(n).fill(1);
    for (let step = 0, change = 1; change > 1e-14 && step < 1e5; step += 1) {
      const next = points.map((row, i) => {
        const weight = row.map((won, j) => (i === j ? 0 : (won + points[j][i]) / (strength[i] + strength[j])));
        return sum(row) / sum(weight);
      });
      const middle = Math.exp(sum(next.map(Math.log)) / n);
      const pinned = next.map((value) => value / middle);
      change = Math.max(...pinned.map((value, i) => Math.abs(value / strength[i] - 1)));
      strength = pinned;
    }
    return strength.map((value) => 400 * Math.log10(value));
  }

  /* The inverse of a small matrix without zeros on its way, by Gauss and Jordan. */
  function inverse(matrix) {
    const n = matrix.length;
    const rows = matrix.map((row, i) => [...row, ...row.map((_, j) => Number(i === j))]);
    for (let k = 0; k < n; k += 1) {
      rows[k] = rows[k].map((value) => value / rows[k][k]);
      rows.forEach((row, i) => {
        if (i !== k) rows[i] = row.map((value, j) => value - row[k] * rows[k][j]);
      });
    }
    return rows.map((row) => row.slice(n));
  }

  /* What is left of the points beside the ratings, and the standard errors of ratings (in Elo) and
     residuals (in points), for independent games without draws. */
  function errors(points, elo) {
    const n = points.length;
    const games = (i, j) => points[i][j] + points[j][i];
    const promised = (i, j) => expected(elo[i] - elo[j]);
    const weight = elo.map((_, i) => elo.map((_, j) => (i === j ? 0 : games(i, j) * promised(i, j) * promised(j, i))));
    // Ratings have no common level: pinning their mean makes the information invertible.
    const pinned = weight.map((row, i) => row.map((w, j) => (i === j ? sum(row) : -w) + 1 / n));
    const covariance = inverse(pinned).map((row) => row.map((value) => value - 1 / n));
    const ofGap = (i, j) => covariance[i][i] + covariance[j][j] - 2 * covariance[i][j];
    const table = (value) => elo.map((_, i) => elo.map((_, j) => (i === j ? 0 : value(i, j))));
    return {
      rating: covariance.map((row, i) => ELO * Math.sqrt(row[i])),
      promised: table(promised),
      residual: table((i, j) => points[i][j] - games(i, j) * promised(i, j)),
      residualError: table((i, j) => Math.sqrt(Math.max(0, weight[i][j] - weight[i][j] ** 2 * ofGap(i, j)))),
    };
  }

  function measured(state) {
    const points = rates(state).map((row) => row.map((rate) => rate * state.games));
    const elo = fit(points);
    return { points, elo, ...errors(points, elo) };
  }

  /* Points in 100: whole where they are, else with one decimal. */
  const brief = (value) => String(Number(Math.abs(value).toFixed(1)));
  const signed = (value) => (brief(value) === "0" ? "0" : (value < 0 ? "\u2212" : "+") + brief(value));
  const whole = (n) => n.toLocaleString("en");
  const listed = (words) => `${words.slice(0, -1).join(", ")} and ${words[words.length - 1]}`;

  function sentence(names, state, { elo, points, promised, residual, residualError }) {
    const n = elo.length;
    const last = n - 1;
    const [first, end] = [names[0], names[last]];
    const rated = `The ratings are ${listed(elo.map((value, i) => `${names[i]} ${signed(value)}`))} Elo`;
    const level = state.step === 0;
    if (state.cycle === 0) {
      return level
        ? `${rated}: the bots are equal, the panel does not go round, and it does not matter which one is shipped.`
        : `${rated}, and every pair's points are as they promise: the panel is a ladder and does not go round. Shipping ${first}, rated highest, hides nothing.`;
    }
    const rate = points[last][0] / state.games;
    const round = rate > 0.5 + LEVEL;
    const beats = names.slice(0, n).map((name, i) => `${name} beats ${names[(i + 1) % n]}`);
    const form = round ? `and the panel goes round: ${listed(beats)}` : "and the panel does not go round";
    const ship = level ? `any of them by its rating hides that, for ${first}, ${end}` : `${first}, rated highest, hides that ${end}`;
    const z = Math.abs(residual[last][0]) / residualError[last][0];
    const noise = z >= 1.96 ? "more than noise leaves in 95% of panels" : "which noise leaves easily";
    return `${rated}, the same as without the cycle, ${form}. Shipping ${ship} takes ${brief(100 * rate)} of 100 points from it, ` +
      `where the ratings promise ${brief(100 * promised[last][0])}. With ${whole(state.games)} games a pair, this residual is ${BM.number(z)} standard errors, ${noise}.`;
  }

  const initial = (data) => ({ ...data.initial });

  function controls(data, state) {
    const most = largestCycle(state);
    const cycle = Math.min(state.cycle, most);
    return [
      { name: "bots", type: "select", label: "Bots", options: ["3", "4"].map((value) => ({ value, label: `${value} bots` })) },
      {
        name: "step", type: "range", label: "Step of the ladder", min: 0, max: 150, step: 5,
        text: `${state.step} Elo`, fewer: "A smaller step", more: "A larger step",
      },
      {
        name: "cycle", type: "range", label: "Cycle", min: 0, max: most, step: 1,
        text: `${cycle} points of 100`, fewer: "A weaker cycle", more: "A stronger cycle",
      },
      {
        name: "games", type: "range", label: "Games a pair", min: 20, max: 1000, step: 20,
        text: `${whole(state.games)} games`, fewer: "Fewer games", more: "More games",
      },
    ];
  }

  /* The table of points, each with its residual below; blue above one half, vermillion below. */
  function grid(names, { points, residual }, games, [left, top], cell) {
    const head = 24;
    const at = (k) => left + head + k * cell;
    const height = 48;
    const rows = points.map((row, i) => {
      const y = top + head + i * height;
      const cells = row.map((won, j) => {
        if (i === j) return "";
        const rate = won / games;
        const fill = Math.min(0.45, 0.9 * Math.abs(rate - 0.5));
        const box = { x: at(j) + 1, y: y + 1, width: cell - 2, height: height - 2, rx: 4, "fill-opacity": fill };
        const middle = at(j) + cell / 2;
        return BM.element("g", { class: rate >= 0.5 ? "a" : "b" }, BM.element("rect", box)) +
          BM.text(middle, y + 21, brief(100 * rate), { anchor: "middle", className: "strong" }) +
          BM.text(middle, y + 38, signed((100 * residual[i][j]) / games), { anchor: "middle" });
      });
      return BM.text(left + 4, y + 29, names[i], { className: "strong" }) + cells.join("");
    });
    const heads = points.map((_, j) => BM.text(at(j) + cell / 2, top + 16, names[j], { anchor: "middle", className: "strong" }));
    return heads.join("") + rows.join("");
  }

  /* An arrow from winner to loser for every pair that is not level. */
  function arrows(names, { points, elo }, games, [x, y], radius) {
    const n = names.length;
    const angle = (i) => (2 * Math.PI * i) / n - Math.PI / 2;
    const place = names.map((_, i) => [x + radius * Math.cos(angle(i)), y + radius * Math.sin(angle(i))]);
    const drawn = points.flatMap((row, i) => row.map((won, j) => {
      if (i === j || won / games <= 0.5 + LEVEL) return "";
      const [[x1, y1], [x2, y2]] = [place[i], place[j]];
      const length = Math.hypot(x2 - x1, y2 - y1);
      const [ux, uy] = [(x2 - x1) / length, (y2 - y1) / length];
      const along = (d, side = 0) => [x1 + ux * d - uy * side, y1 + uy * d + ux * side];
      const tip = length - 18;
      const surprising = elo[i] < elo[j] + 1e-6;
      const className = surprising ? "b" : "a";
      const d = `M${[along(tip), along(tip - 11, 6), along(tip - 11, -6)].map((p) => p.map((v) => v.toFixed(1)).join(" ")).join("L")}Z`;
      return BM.path([along(18), along(tip - 9)], className, { width: 1.5 + 8 * (won / games - 0.5), dashes: surprising ? "6 4" : null }) +
        BM.element("g", { class: `${className} solid` }, BM.element("path", { d }));
    }));
    const labels = place.map(([px, py], i) => BM.text(px, py + 5, names[i], { anchor: "middle", className: "strong" }));
    return drawn.join("") + labels.join("");
  }

  /* The ratings with their 95% intervals. The axis depends on the ladder, not on the cycle. */
  function ratings(names, { elo, rating }, top, width) {
    const reach = 50 * Math.ceil(Math.max(...elo.map((value, i) => Math.abs(value) + 1.96 * rating[i])) / 50);
    const x = BM.scale([-reach, reach], [36, width - 64]);
    const rows = elo.map((value, i) => {
      const y = top + 14 + 24 * i;
      const [low, high] = [-1.96, 1.96].map((z) => x(value + z * rating[i]));
      return BM.text(4, y + 5, names[i], { className: "strong" }) + BM.line(low, y, high, y, "mean") +
        BM.dots([[x(value), y]], { className: "a solid", radius: 5 }) + BM.text(width, y + 5, signed(value), { anchor: "end" });
    });
    const base = top + 14 + 24 * elo.length;
    return BM.line(x(0), top, x(0), base, "zero") + rows.join("") + BM.axis(x, base, "rating (Elo), with 95% interval");
  }

  function view(data, state, width) {
    const panel = measured(state);
    const names = data.bots.slice(0, panel.elo.length);
    const n = names.length;
    const wide = width >= 520;
    const cell = Math.min(76, ((wide ? 0.55 * width : width) - 26) / n);
    const below = 70 + 48 * n;
    const middle = wide ? [(26 + n * cell + 24 + width) / 2, 62 + 24 * n] : [width / 2, below + 130];
    const radius = wide ? 24 * n + 4 : 78;
    const side = wide ? [middle[0], 14, "middle"] : [0, below + 14, "start"];
    const top = wide ? below + 22 : below + 234;
    const svg = BM.svg(width, top + 54 + 24 * n, [
      BM.text(0, 14, wide ? "Points of 100 that row takes from column," : "Points of 100, row from column,"),
      BM.text(0, 31, wide ? "and below them what the ratings leave" : "below them what the ratings leave"),
      grid(names, panel, state.games, [0, 38], cell),
      BM.text(side[0], side[1], "From winner to loser; dashed where", { anchor: side[2] }),
      BM.text(side[0], side[1] + 17, "the winner is not rated higher", { anchor: side[2] }),
      arrows(names, panel, state.games, middle, radius),
      ratings(names, panel, top, width),
    ]);
    const label = `A table of the points that each of ${n} bots takes from each other, with residuals; ` +
      `arrows from winner to loser; below, the rating of each bot with its 95% interval: ${listed(panel.elo.map((value, i) => `${names[i]} ${signed(value)}`))} Elo.`;
    return { svg, sentence: sentence(names, state, panel), label };
  }

  const definition = { initial, controls, view };
  if (typeof module !== "undefined") module.exports = { ...definition, errors, fit, largestCycle, measured, rates };
  else BM.register("panel", definition);
})();
