/* When does a mirrored game stop being its own image?
   data: {maps: [{width, height, walls: [[x, y]], starts: [[x, y] of A, of B], facings: "EW"}],
          played: number of maps of a match,
          pairings: {key: {label, ties: how both break them, names: [A, B],
                           games: [{turns, moves: "NE…/SW…", ties: ["NE/SW", …]}, one a map],
                           tally: {won, drawn, lost by A, games, different}}},
          initial: {pairing, map, turn}}
   Ties hold the best moves of A and of B in each turn, in the order in which they prefer them, and
   nothing where only one is best. `map` in the state is a place in the list, as text. */
(function () {
  "use strict";

  const BM = typeof module !== "undefined" ? require("../explorer.js") : window.BM;

  const STEPS = { N: [0, -1], E: [1, 0], S: [0, 1], W: [-1, 0] };
  const OPPOSITE = { N: "S", E: "W", S: "N", W: "E" };
  const [NAMES, SHAPES] = [["A", "B"], ["circle", "square"]];

  /* ---- the rules ------------------------------------------------------------------------------- */

  const same = ([x, y], [u, v]) => x === u && y === v;
  const turnedMoves = (moves) => Array.from(moves, (move) => OPPOSITE[move]).join("");
  const turnedCell = ({ width, height }, [x, y]) => [width - 1 - x, height - 1 - y];

  /* The positions before the first turn and after every turn. */
  function replay(map, moves) {
    const [one, two] = moves.split("/");
    const blocked = new Set([...map.walls, ...map.starts].map(String));
    const positions = [{ trails: map.starts.map((cell) => [cell]), headings: map.facings, crashed: [false, false] }];
    for (let turn = 0; turn < one.length; turn += 1) {
      const headings = one[turn] + two[turn];
      const { trails } = positions[turn];
      const targets = trails.map((trail, k) => {
        const [[x, y], [dx, dy]] = [trail[trail.length - 1], STEPS[headings[k]]];
        return [x + dx, y + dy];
      });
      const outside = ([x, y]) => x < 0 || y < 0 || x >= map.width || y >= map.height;
      const crashed = targets.map((cell) => same(...targets) || outside(cell) || blocked.has(String(cell)));
      positions.push({ trails: trails.map((trail, k) => (crashed[k] ? trail : [...trail, targets[k]])), headings, crashed });
      targets.forEach((cell) => blocked.add(String(cell)));
    }
    return positions;
  }

  /* Points of A when the game is over, null before. */
  const result = ({ crashed: [a, b] }) => (a || b ? (1 + b - a) / 2 : null);

  /* A position turned by 180 degrees, with the cycles exchanged. */
  const image = (map, { trails, headings, crashed }) => ({
    trails: [trails[1], trails[0]].map((trail) => trail.map((cell) => turnedCell(map, cell))),
    headings: turnedMoves(headings[1] + headings[0]),
    crashed: [crashed[1], crashed[0]],
  });

  const isMirrored = (map, position) => JSON.stringify(image(map, position)) === JSON.stringify(position);

  /* The first turn after which a position is not its own image, or null. */
  function firstBroken(map, positions) {
    const turn = positions.findIndex((position) => !isMirrored(map, position));
    return turn < 0 ? null : turn;
  }

  /* Cells of each trail that its image lacks. */
  function differing(map, position) {
    const other = image(map, position).trails.map((trail) => new Set(trail.map(String)));
    return position.trails.map((trail, k) => trail.filter((cell) => !other[k].has(String(cell))));
  }

  /* Everything that a choice of game means; redraws of one game share it. */
  const made = new WeakMap();
  function gameOf(data, { pairing, map }) {
    const game = data.pairings[pairing].games[map];
    if (!made.has(game)) {
      const positions = replay(data.maps[map], game.moves);
      made.set(game, { ...game, map: data.maps[map], positions, broken: firstBroken(data.maps[map], positions) });
    }
    return made.get(game);
  }

  /* ---- words ----------------------------------------------------------------------------------- */

  const counted = (count, word) => `${count} ${word}${count === 1 ? "" : "s"}`;
  const listed = (tied) => Array.from(tied).sort((a, b) => "NESW".indexOf(a) - "NESW".indexOf(b)).join(" or ");

  /* What happened in the turn that broke the mirror. */
  function breaking({ broken, ties, moves }) {
    const [a, b] = ties[broken - 1].split("/");
    const [one, two] = moves.split("/").map((all) => all[broken - 1]);
    return `The mirror broke in turn ${broken}: A found ${listed(a)} equally good and B the same turned, ${listed(b)}, ` +
      `but A took ${one} and B took ${two}, which is not ${one} turned`;
  }

  function standing(game, turn) {
    const { turns, broken, positions, map, ties } = game;
    const at = `After turn ${turn} of ${turns}`;
    if (broken !== null && turn >= broken) {
      const alone = differing(map, positions[turn])[0].length;
      const now = turn === broken ? "" : `; ${at.toLowerCase()}, ${counted(alone, "cell")} of A's trail ${alone === 1 ? "has" : "have"} no image in B's`;
      return `${breaking(game)}${now}.`;
    }
    const tied = ties.slice(0, turn).filter((both) => both !== "/").length;
    const so = !tied ? "there was no tie so far" : tied === 1 ? "the one tie so far was broken alike from both seats"
      : `all ${tied} ties so far were broken alike from both seats`;
    return `${at}, the position is its own image: turned by 180\u00b0 with the bots exchanged, nothing changes; ${so}.`;
  }

  const ending = ({ positions, turns }) => ({
    1: `B crashes in turn ${turns}: A wins.`,
    0: `A crashes in turn ${turns}: B wins.`,
    0.5: `Both crash in turn ${turns}: a draw.`,
  })[result(positions[turns])];

  function match({ played }, { names: [a, b], tally: { won, drawn, lost, games, different } }) {
    const all = `In ${games} games on ${played} such maps, both seats, `;
    const copies = different < games ? ` Only ${different} of the games are different ones.` : "";
    return (drawn === games ? `${all}every game is drawn.` : `${all}the ${a} wins ${won}, draws ${drawn} and loses ${lost} against the ${b}.`) + copies;
  }

  /* ---- picture --------------------------------------------------------------------------------- */

  const MARGIN = 10; // of the line of turns

  function layout(data, { map }, width) {
    const { width: columns, height: rows } = data.maps[map];
    const wide = width >= 520;
    const gap = 28;
    const cell = Math.floor(Math.min(24, wide ? (width - 2 - gap) / 2 / columns : (width - 2) / columns, wide ? 24 : 17));
    const [top, board] = [76, { width: cell * columns, height: cell * rows }];
    const places = wide ? [[1, top], [1 + board.width + gap, top]] : [[1, top], [1, top + board.height + 34]];
    return { wide, cell, board, places, line: places[1][1] + board.height + 40 };
  }

  function drawBoard({ width, height, walls }, { trails, headings, crashed }, lacking, [left, top], cell) {
    const at = ([x, y]) => [left + (x + 0.5) * cell, top + (y + 0.5) * cell];
    const square = ([x, y], inset) => ({ x: left + x * cell + inset, y: top + y * cell + inset, width: cell - 2 * inset, height: cell - 2 * inset });
    const lines = [
      ...Array.from({ length: width + 1 }, (_, x) => `M${left + x * cell} ${top}v${height * cell}`),
      ...Array.from({ length: height + 1 }, (_, y) => `M${left} ${top + y * cell}h${width * cell}`),
    ].join("");
    const trail = (k, thick, dashes) => {
      const points = trails[k].map(at);
      const [head, className] = [points[points.length - 1], k ? "b solid" : "a solid"];
      return (points.length > 1 ? BM.path(points, className, { width: thick * cell, dashes }) : "") +
        [[points[0], 0.24], [head, 0.42]].map(([point, size]) => BM.dots([point], { className, radius: size * cell, shape: SHAPES[k] })).join("");
    };
    // Where each trail left its image stands out among the cells that came after.
    const outlined = (cells, className) =>
      BM.element("g", { class: className, fill: "none" }, cells.map((place) => BM.element("rect", square(place, 1))));
    // A crash is a cross at the edge that the cycle did not get over.
    const cross = (k) => {
      if (!crashed[k]) return "";
      const [[x, y], [dx, dy], r] = [at(trails[k][trails[k].length - 1]), STEPS[headings[k]], 0.32 * cell];
      const [u, v] = [x + 0.5 * dx * cell, y + 0.5 * dy * cell];
      return BM.line(u - r, v - r, u + r, v + r, "mean") + BM.line(u - r, v + r, u + r, v - r, "mean");
    };
    return [
      BM.element("g", { class: "zero", "stroke-opacity": 0.3 }, BM.element("path", { d: lines, fill: "none" })),
      BM.element("g", { class: "tie" }, walls.map((wall) => BM.element("rect", square(wall, 0)))),
      trail(0, 0.42), trail(1, 0.3, `${0.42 * cell} ${0.22 * cell}`),
      outlined(lacking.flatMap((cells) => cells.slice(1)), "zero"), outlined(lacking.flatMap((cells) => cells.slice(0, 1)), "mean"),
      cross(0), cross(1),
    ];
  }

  /* The turns, with the part in which the game is its own image. */
  function turnLine({ turns, broken }, turn, y, width) {
    const x = BM.scale([0, turns], [MARGIN, width - MARGIN]);
    const whole = broken === null;
    const [end, kept] = whole ? [turns, turns] : [broken, broken - 1];
    const rest = BM.path([[x(end), y], [x(turns), y]], "zero", { dashes: "3 3" }) + BM.line(x(end), y - 8, x(end), y + 8, "mean");
    const words = whole ? "mirrored to the end" : `broken in turn ${broken}`;
    return [
      BM.axis(x, y + 16, "turn"), BM.path([[x(0), y], [x(kept), y]], "mean", { width: 6 }), whole ? "" : rest,
      BM.text(x(end), y - 14, words, { anchor: x(end) < width / 2 ? "start" : "end", className: "strong" }),
      BM.dots([[x(turn), y]], { className: "tie", radius: 8 }),
    ];
  }

  /* ---- the functions of an explorer ------------------------------------------------------------ */

  const initial = (data) => ({ ...data.initial });

  function controls(data, state) {
    const { turns } = gameOf(data, state);
    return [
      { name: "pairing", type: "select", label: "Bots A and B", options: Object.entries(data.pairings).map(([value, { label }]) => ({ value, label })) },
      { name: "map", type: "select", label: "Mirrored map", options: data.maps.map((_, k) => ({ value: String(k), label: `map ${k + 1}` })) },
      { name: "turn", type: "range", label: "Turn", min: 0, max: turns, step: 1,
        text: `${Math.min(state.turn, turns)} of ${turns}`, fewer: "One turn back", more: "One turn on" },
    ];
  }

  /* The turn at a point of the line of turns, or one further by an arrow key. */
  function pick(data, state, width, { x, y, key }) {
    const { turns } = gameOf(data, state);
    const inside = (turn) => Math.min(turns, Math.max(0, turn));
    if (key !== undefined) {
      const step = { ArrowLeft: -1, ArrowRight: 1 }[key];
      return step ? { turn: inside(state.turn + step) } : null;
    }
    const { line } = layout(data, state, width);
    if (y < line - 12 || y > line + 36) return null;
    return { turn: inside(Math.round(((x - MARGIN) / (width - 2 * MARGIN)) * turns)) };
  }

  function view(data, state, width) {
    const game = gameOf(data, state);
    const pairing = data.pairings[state.pairing];
    const position = game.positions[state.turn];
    const turned = image(game.map, position);
    const { places, cell, line } = layout(data, state, width);
    const lacking = [position, turned].map((shown) => differing(game.map, shown));
    const count = lacking[0].flat().length;
    const legend = NAMES.map((name, k) => {
      const [y, className] = [10 + 20 * k, k ? "b solid" : "a solid"];
      return BM.path([[1, y], [29, y]], className, k ? { width: 5, dashes: "7 4" } : { width: 7 }) +
        BM.dots([[33, y]], { className, radius: 6, shape: SHAPES[k] }) +
        BM.text(48, y + 4.5, `${name}, the ${pairing.names[k]}`, { className: `strong ${k ? "b" : "a"}` });
    });
    const boards = [[position, "the position"], [turned, "turned by 180\u00b0, bots exchanged"]].map(([shown, words], k) =>
      [BM.text(places[k][0], places[k][1] - 8, words), drawBoard(game.map, shown, lacking[k], places[k], cell)]);
    const over = result(position);
    const svg = BM.svg(width, line + 56, [legend, boards, turnLine(game, state.turn, line, width)]);
    const sentence = [standing(game, state.turn), over === null ? "" : ending(game), `Here ${pairing.ties}.`, match(data, pairing)];
    const label = `Two boards with the trails of A and B after turn ${state.turn} of ${game.turns}: the position, and its image turned by 180 degrees ` +
      `with the bots exchanged. ${count ? `${counted(count, "cell")} of the position ${count === 1 ? "is" : "are"} not in the image.` : over === null || isMirrored(game.map, position) ? "Both are the same." : "Only the crash is not the same."}`;
    return { svg, sentence: sentence.filter(Boolean).join(" "), label };
  }

  const definition = { initial, controls, view, pick };
  if (typeof module !== "undefined") {
    module.exports = { ...definition, differing, firstBroken, gameOf, image, isMirrored, layout, replay, result };
  } else BM.register("mirror-replay", definition);
})();
