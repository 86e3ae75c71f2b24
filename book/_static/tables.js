/* Tables that sort and filter. Without this script every table is plainly there.

   It works on the table in each figure.bm-table (benchlib.notebook.table writes them). More than
   15 rows: each header becomes a button that sorts. data-filter="yes": a text filter and a live
   count; data-filter-columns="verdict,document": a drop-down for each of these columns. A cell
   may carry its exact value in data-sort. */
(function () {
  "use strict";

  const SORTABLE_FROM = 16; // rows
  const SHORT_TEXT = 18; // characters, as the next
  const LONG_TEXT = 36;
  const PROSE = 150; // the longest entry, or
  const SENTENCES = 40; // the usual one

  function element(tag, properties, ...children) {
    const made = Object.assign(document.createElement(tag), properties);
    made.append(...children);
    return made;
  }

  const text = (cell) => cell.textContent.trim();

  /* A cell's value: a number if it reads as one (1,234.5 or −3 or 12 %), else text, else null. */
  function value(cell) {
    if (!cell) return null;
    const raw = cell.dataset.sort ?? text(cell);
    const plain = raw.replace(/[,\s%\u2009\u202f]/g, "").replace(/^\u2212/, "-");
    if (plain !== "" && Number.isFinite(Number(plain))) return Number(plain);
    return raw === "" || /^(nan|–|—|-)$/i.test(raw) ? null : raw.toLowerCase();
  }

  /* Numbers before text, in their own order; what is missing comes last either way. */
  function compare(a, b, direction) {
    if (a === null || b === null) return (a === null) - (b === null);
    if (typeof a !== typeof b) return typeof a === "number" ? -1 : 1;
    return direction * (typeof a === "number" ? a - b : a.localeCompare(b, "en", { numeric: true }));
  }

  function headers(table) {
    const rows = table.tHead ? table.tHead.rows : [];
    return rows.length ? Array.from(rows[rows.length - 1].cells) : [];
  }

  function makeSortable(table, body) {
    const cells = headers(table);
    cells.forEach((header, column) => {
      if (text(header) === "") return;
      const button = element("button", { type: "button", className: "bm-sort" });
      button.append(...header.childNodes);
      header.append(button);
      header.setAttribute("aria-sort", "none");
      button.addEventListener("click", () => {
        const up = header.getAttribute("aria-sort") !== "ascending";
        cells.forEach((other) => other.hasAttribute("aria-sort") && other.setAttribute("aria-sort", "none"));
        header.setAttribute("aria-sort", up ? "ascending" : "descending");
        const keyed = Array.from(body.rows, (row) => [value(row.cells[column]), row]);
        keyed.sort((a, b) => compare(a[0], b[0], up ? 1 : -1));
        body.append(...keyed.map((pair) => pair[1]));
      });
    });
  }

  function makeFilter(table, body) {
    const names = headers(table).map((header) => text(header).toLowerCase());
    const rows = Array.from(body.rows, (row) => ({ row, text: row.textContent.toLowerCase() }));
    const search = element("input", { type: "search", autocomplete: "off", spellcheck: false });
    const count = element("output", {});
    count.setAttribute("aria-live", "polite");
    const panel = element("div", { className: "bm-filter" }, element("label", {}, "Filter rows by text", search));
    panel.setAttribute("role", "search");
    panel.setAttribute("aria-label", "Filter the table");
    const choices = [];

    function update() {
      const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
      let shown = 0;
      for (const { row, text: content } of rows) {
        const keep = words.every((word) => content.includes(word)) &&
          choices.every(([select, column]) => !select.value || text(row.cells[column]) === select.value);
        row.hidden = !keep;
        shown += keep;
      }
      count.textContent = `${shown} of ${rows.length} rows`;
    }

    for (const name of (table.dataset.filterColumns || "").split(",").map((part) => part.trim().toLowerCase())) {
      const column = names.indexOf(name);
      if (name === "" || column < 0) continue;
      const found = new Set(rows.map(({ row }) => text(row.cells[column])).filter(Boolean));
      const select = element("select", {}, element("option", { value: "" }, "all"));
      for (const option of Array.from(found).sort()) select.append(element("option", { value: option }, option));
      select.addEventListener("change", update);
      choices.push([select, column]);
      panel.append(element("label", {}, name, select));
    }
    search.addEventListener("input", update);
    panel.append(count);
    table.closest("figure").prepend(panel);
    update();
  }

  function enliven(table) {
    const body = table.tBodies[0];
    if (!body) return;
    if (body.rows.length >= SORTABLE_FROM) makeSortable(table, body);
    if (table.dataset.filter === "yes") makeFilter(table, body);
  }

  /* pandas aligns every column to the right; words read better from the left. Short
     entries stay on one line and long ones don't become ribbons: a wide table scrolls in its frame instead. */
  function arrange(table) {
    const body = table.tBodies[0];
    if (!body) return;
    headers(table).forEach((header, column) => {
      const cells = Array.from(body.rows, (row) => row.cells[column]).filter(Boolean);
      const words = cells.some((cell) => typeof value(cell) === "string");
      const lengths = cells.map((cell) => text(cell).length).sort((a, b) => a - b);
      const longest = lengths[lengths.length - 1];
      const usual = lengths[Math.floor(lengths.length / 2)];
      for (const cell of [header, ...cells]) {
        cell.classList.toggle("text", words);
        cell.classList.toggle("short", longest <= SHORT_TEXT);
        cell.classList.toggle("long", longest > LONG_TEXT);
        cell.classList.toggle("prose", longest > PROSE || usual > SENTENCES);
      }
    });
  }

  /* Say how many rows there are where they don't all fit; a filter has a count of its own. */
  function tellRows(table) {
    const rows = table.tBodies[0] ? table.tBodies[0].rows.length : 0;
    const caption = table.closest("figure").querySelector("figcaption");
    if (rows < SORTABLE_FROM || table.dataset.filter === "yes" || !caption) return;
    caption.append(element("span", { className: "bm-rows" }, ` ${rows} rows.`));
  }

  /* Mark the edges of a frame behind which more of its table lies. */
  function watchEdges(frame) {
    const update = () => {
      const right = frame.scrollWidth - frame.clientWidth - frame.scrollLeft;
      const below = frame.scrollHeight - frame.clientHeight - frame.scrollTop;
      frame.classList.toggle("bm-more-right", right > 2);
      frame.classList.toggle("bm-more-below", below > 2);
    };
    frame.classList.add("bm-scrolls");
    frame.addEventListener("scroll", update, { passive: true });
    new ResizeObserver(update).observe(frame);
    if (frame.firstElementChild) new ResizeObserver(update).observe(frame.firstElementChild);
  }

  document.addEventListener("DOMContentLoaded", () => {
    document.querySelectorAll("figure.bm-table table, table.dataframe").forEach(arrange);
    document.querySelectorAll("figure.bm-table table").forEach(enliven);
    document.querySelectorAll("figure.bm-table table").forEach(tellRows);
    document
      .querySelectorAll(".bm-table-frame, .pst-scrollable-table-container, .output.text_html:has(> div > table.dataframe)")
      .forEach(watchEdges);
  });
})();
