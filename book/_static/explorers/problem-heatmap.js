/* What did every agent reach on every game, and who is hard to tell from it there?
   data: {agents: [names], games: [names], plays: [one row an agent], colours: [from low to high],
          noun: {win, score}, mean: {win, score: [one row an agent]}, sd: the same,
          gain: {win, score: [bits of each game]}, clustered: {win, score: [places of games]},
          initial: {measure, order, game, agent}} */
(function () {
  "use strict";

  const BM = typeof module !== "undefined" ? require("../explorer.js") : window.BM;

  const range = (n) => Array.from({ length: n }, (_, k) => k);
  const clamp = (x, low, high) => Math.min(high, Math.max(low, x));

  /* What is the same in every redraw is made once for the data of a page. */
  const made = new WeakMap();
  function once(data, key, make) {
    if (!made.has(data)) made.set(data, new Map());
    const known = made.get(data);
    if (!known.has(key)) known.set(key, make());
    return known.get(key);
  }

  /* ---- numbers --------------------------------------------------------------------------------- */

  /* The place of every value in the colours, from 0 to 1: a win rate as it is, with results below 0
     as 0; a score between the lowest and the highest mean of its game. */
  const shades = (data, measure) => once(data, `shades ${measure}`, () => {
    const mean = data.mean[measure];
    const ends = data.games.map((_, g) => {
      const column = mean.map((row) => row[g]);
      return measure === "win" ? [0, 1] : [Math.min(...column), Math.max(...column)];
    });
    return mean.map((row) => row.map((value, g) => {
      const [low, high] = ends[g];
      return high > low ? clamp((value - low) / (high - low), 0, 1) : 0;
    }));
  });

  /* Games from left to right and agents from top to bottom, as positions in the data. */
  const arranged = (data, { measure, order }) => once(data, `arranged ${measure} ${order}`, () => {
    const names = { games: range(data.games.length), agents: range(data.agents.length) };
    if (order === "name") return names;
    const level = shades(data, measure).map((row) => row.reduce((sum, value) => sum + value, 0));
    const gain = data.gain[measure];
    return {
      games: order === "clusters" ? data.clustered[measure] : names.games.sort((a, b) => gain[b] - gain[a]),
      agents: names.agents.sort((a, b) => level[b] - level[a]),
    };
  });

  /* The beliefs that the measure, as released, has after it saw this agent's mean; in logarithms,
     and with its rule that what is too small for a double counts as 1e-5. */
  function beliefs(data, measure, agent, game) {
    const [mean, sd] = [data.mean[measure], data.sd[measure]].map((rows) => rows.map((row) => row[game]));
    const logs = mean.map((value, b) => {
      const spread = sd[agent] + sd[b];
      return -0.5 * ((mean[agent] - value) / spread) ** 2 - Math.log(spread);
    });
    const most = Math.max(...logs);
    const total = Math.log(logs.reduce((sum, log) => sum + Math.exp(log - most), 0));
    return logs.map((log) => (log - most - total < -1074 * Math.LN2 ? 1e-5 : Math.exp(log - most - total)));
  }

  /* ---- words ----------------------------------------------------------------------------------- */

  const listed = (words) => (words.length > 1 ? `${words.slice(0, -1).join(", ")} and ${words[words.length - 1]}` : words[0]);
  const EQUAL = 1e-9; // bits and beliefs that differ by less are equal but for rounding
  function number(x) {
    if (Math.abs(x) < EQUAL) return "0";
    return Math.abs(x) < 0.001 ? `${x < 0 ? "more than \u2212" : "less than "}0.001` : BM.number(x);
  }

  /* Whom else the mean points to: up to three, all that are alike counted together. */
  function others(data, believed, agent) {
    const rest = range(believed.length).filter((b) => b !== agent).sort((a, b) => believed[b] - believed[a]);
    const most = believed[rest[0]];
    if (most < 0.005) return "nobody is hard to tell from it: in each other it believes less than 0.005";
    const alike = rest.filter((b) => most - believed[b] < EQUAL);
    if (alike.length > 3) return `hardest to tell from it are ${alike.length} agents with ${number(most)} each, such as ${data.agents[alike[0]]}`;
    const shown = rest.slice(0, 3).filter((b) => believed[b] >= 0.005);
    return `hardest to tell from it ${shown.length > 1 ? "are" : "is"} ${listed(shown.map((b) => `${data.agents[b]} (${number(believed[b])})`))}`;
  }

  function sentence(data, { measure }, agent, game) {
    const [who, where, noun] = [data.agents[agent], data.games[game], data.noun[measure]];
    const [mean, sd] = [data.mean, data.sd].map((of) => number(of[measure][agent][game]));
    const plays = data.plays[agent][game];
    const rest = plays ? `over ${plays.toLocaleString("en")} plays` : "as the table prints it, but no plays";
    const gain = data.gain[measure];
    const rank = gain.filter((bits) => bits > gain[game] + EQUAL).length + 1;
    const believed = beliefs(data, measure, agent, game);
    return `${who} on ${where}: mean ${noun} ${mean}, standard deviation ${sd}, ${rest}. ` +
      `By ${noun} the game has a gain of ${number(gain[game])} of at most ${BM.number(Math.log2(data.agents.length))} bits, rank ${rank} of ${gain.length}. ` +
      `Seeing this mean, the measure believes ${number(believed[agent])} in ${who}; ${others(data, believed, agent)}.`;
  }

  /* ---- picture --------------------------------------------------------------------------------- */

  function layout(data, width) {
    const wide = width >= 520;
    const [left, top] = [wide ? 146 : 1, 46];
    const cell = { width: (width - 1 - left) / data.games.length, height: wide ? 14 : 12 };
    return { wide, left, top, cell, bottom: top + cell.height * data.agents.length };
  }

  /* One path for each colour: thousands of elements would take the page long. */
  function cells(data, state, width) {
    const { left, top, cell } = layout(data, width);
    const { games, agents } = arranged(data, state);
    const shade = shades(data, state.measure);
    const count = data.colours.length;
    const paths = data.colours.map(() => []);
    agents.forEach((agent, row) => {
      const colour = games.map((game) => Math.min(count - 1, Math.floor(shade[agent][game] * count)));
      const y = top + row * cell.height;
      for (let start = 0, end = 0; start < games.length; start = end) {
        while (end < games.length && colour[end] === colour[start]) end += 1;
        const [from, to] = [start, end].map((k) => (left + k * cell.width).toFixed(2));
        paths[colour[start]].push(`M${from} ${y}H${to}v${cell.height}H${from}z`);
      }
    });
    const areas = paths.map((d, k) => (d.length ? BM.element("path", { fill: data.colours[k], d: d.join("") }) : ""));
    // A stroke through each cell without plays, dark on light so that it is seen on every colour.
    const empty = agents.flatMap((agent, row) => games.map((game, column) => {
      if (data.plays[agent][game]) return "";
      const [x, y] = [left + column * cell.width, top + row * cell.height];
      return `M${(x + cell.width).toFixed(2)} ${y + 1}L${x.toFixed(2)} ${y + cell.height - 1}`;
    })).join("");
    const stroke = (colour, thick) => (empty ? BM.element("path", { d: empty, fill: "none", stroke: colour, "stroke-width": thick }) : "");
    return BM.element("g", { "shape-rendering": "crispEdges" }, areas) + stroke("#fff", 3.5) + stroke("#000", 1.5);
  }

  function legend(data, { measure }, y, width) {
    const step = 10;
    const [low, high, from] = measure === "win" ? ["0 or less", "1", 64] : ["lowest", "highest", 50];
    const swatches = data.colours.map((fill, k) => BM.element("rect", { x: from + k * step, y, width: step, height: 12, fill }));
    const noun = measure === "win" ? "mean win rate" : "mean score on the game";
    const wide = width >= 520;
    const beside = ["struck through: no plays", "tap a cell, or press arrow keys"].map((words, k) =>
      BM.text(wide ? width : 0, y + 11 + 20 * (wide ? k : k + 2), words, { anchor: wide ? "end" : "start" }));
    return BM.text(0, y + 11, low) + BM.element("g", { "shape-rendering": "crispEdges" }, swatches) +
      BM.text(from + step * data.colours.length + 6, y + 11, high) + BM.text(0, y + 31, noun) + beside.join("");
  }

  const initial = (data) => ({ ...data.initial });

  function controls(data, state) {
    const { games, agents } = arranged(data, state);
    const named = (names, places) => places.map((k) => ({ value: names[k], label: names[k] }));
    return [
      { name: "measure", type: "select", label: "Colour", options: [{ value: "win", label: "win rate" }, { value: "score", label: "score" }] },
      {
        name: "order", type: "select", label: "Order of games", options: [
          { value: "clusters", label: "alike games together" },
          { value: "gain", label: "largest gain first" },
          { value: "name", label: "by name" },
        ],
      },
      { name: "game", type: "select", label: "Game, from left to right", options: named(data.games, games) },
      { name: "agent", type: "select", label: "Agent, from top to bottom", options: named(data.agents, agents) },
    ];
  }

  /* Which cell a point of the picture is in, or an arrow key leads to. */
  function pick(data, state, width, { x, y, key }) {
    const { games, agents } = arranged(data, state);
    const { left, top, cell } = layout(data, width);
    let [column, row] = [Math.floor((x - left) / cell.width), Math.floor((y - top) / cell.height)];
    if (key !== undefined) {
      const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[key];
      if (!step) return null;
      const now = [games.indexOf(data.games.indexOf(state.game)), agents.indexOf(data.agents.indexOf(state.agent))];
      [column, row] = [clamp(now[0] + step[0], 0, games.length - 1), clamp(now[1] + step[1], 0, agents.length - 1)];
    }
    const inside = column >= 0 && row >= 0 && column < games.length && row < agents.length;
    return inside ? { game: data.games[games[column]], agent: data.agents[agents[row]] } : null;
  }

  function view(data, state, width) {
    const { wide, left, top, cell, bottom } = layout(data, width);
    const { games, agents } = arranged(data, state);
    const [game, agent] = [data.games.indexOf(state.game), data.agents.indexOf(state.agent)];
    const key = `cells ${state.measure} ${state.order}`;
    const [x, y] = [left + games.indexOf(game) * cell.width, top + agents.indexOf(agent) * cell.height];
    const middle = x + cell.width / 2;
    const mean = data.mean[state.measure][agent][game];
    const head = `${state.game}, ${state.agent}`;
    // The words stay inside the picture wherever the marked cell is.
    const room = 4 * head.length;
    const anchor = middle < room ? "start" : middle > width - room ? "end" : "middle";
    const box = (grow, stroke) => BM.element("rect", {
      x: x - grow, y: y - grow, width: cell.width + 2 * grow, height: cell.height + 2 * grow, fill: "none", stroke, "stroke-width": 2,
    });
    const rows = wide ? agents.map((k, row) => BM.text(left - 8, top + row * cell.height + 11.5, data.agents[k],
      { anchor: "end", className: k === agent ? "strong" : null })) : [];
    const svg = BM.svg(width, bottom + (wide ? 46 : 86), [
      rows,
      // Cells are kept for the last width only.
      drawn(data, key, width, () => cells(data, state, width)),
      BM.text(clamp(middle, 0, width), 14, `${head}: ${number(mean)}`, { anchor, className: "strong" }),
      BM.line(middle, 20, middle, top - 2, "mean"),
      wide ? BM.line(left - 5, y + cell.height / 2, left - 1, y + cell.height / 2, "mean") : "",
      box(0.5, "#fff"), box(2.5, "#000"),
      legend(data, state, bottom + 10, width),
    ]);
    const noun = data.noun[state.measure];
    const label = `A heat map of the ${noun} of ${agents.length} agents on ${games.length} games; ` +
      `${state.agent} on ${state.game}, with ${number(mean)}, is marked.`;
    return { svg, sentence: sentence(data, state, agent, game), label };
  }

  function drawn(data, key, width, make) {
    const kept = once(data, key, () => ({}));
    if (kept.width !== width) Object.assign(kept, { width, text: make() });
    return kept.text;
  }

  const definition = { initial, controls, view, pick };
  if (typeof module !== "undefined") module.exports = { ...definition, arranged, beliefs, layout, shades };
  else BM.register("problem-heatmap", definition);
})();
