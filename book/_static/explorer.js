/* Explorers: a framed panel with a question, controls, a picture, and a sentence that states the
   result in words. Without this script the still picture inside each <bm-explorer> remains.

   explorers/<kind>.js holds one kind: BM.register(kind, {initial, controls, view}), all three pure.
     initial(data)             the state to open in, and to come back to on reset
     controls(data, state)     [{name, type: "select", label, options: [{value: text, label}]},
                                {name, type: "range", label, min, max, step, text, fewer, more}]
     view(data, state, width)  {svg, sentence, label}: the picture as text, `width` pixels wide;
                               what it shows in words; what the picture is, for who can't see it
     pick(data, state, width, {x, y} or {key})  may be left out: what of the state changes by a
                               point of the picture or a key pressed on it, or null
   The upper part makes numbers and SVG as text, so that node can test it; the lower part is the frame. */
(function () {
  "use strict";

  const BM = {};

  /* ---- numbers in words ---------------------------------------------------------------------- */

  const grouped = (digits) => digits.replace(/^\d+/, (whole) => whole.replace(/\B(?=(\d{3})+$)/g, ","));
  const signed = (x, digits) => (x < 0 && /[1-9]/.test(digits) ? "\u2212" : "") + digits;

  /* Three significant digits, and every digit before the decimal point: 0.0123, 45.6, 12,346. */
  BM.number = function (x) {
    const size = Math.abs(x);
    if (size === 0) return "0";
    return signed(x, grouped(size >= 100 ? size.toFixed(0) : size.toPrecision(3)));
  };

  /* One decimal, and never "0.0%" for what can happen or "100.0%" for what can fail. */
  BM.percent = function (p) {
    if (p === 0 || p === 1) return `${100 * p}%`;
    if (p < 0.0005) return "less than 0.1%";
    if (p > 0.9995) return "more than 99.9%";
    return `${(100 * p).toFixed(1)}%`;
  };

  /* ---- chances ------------------------------------------------------------------------------- */

  /* The chances of 0, 1, … n successes: from the most likely number on, each from its neighbour. */
  BM.binomial = function (n, p) {
    const chances = new Float64Array(n + 1);
    const mode = Math.min(n, Math.floor((n + 1) * p));
    chances[mode] = 1;
    for (let k = mode; k < n; k += 1) chances[k + 1] = (chances[k] * (n - k) * p) / ((k + 1) * (1 - p));
    for (let k = mode; k > 0; k -= 1) chances[k - 1] = (chances[k] * k * (1 - p)) / ((n - k + 1) * p);
    const total = chances.reduce((sum, chance) => sum + chance);
    return chances.map((chance) => chance / total);
  };

  /* Numbers from 0 to below 1, the same for the same seed everywhere: Mulberry32, 32 bits of state. */
  BM.generator = function (seed) {
    let state = seed >>> 0;
    return function () {
      state = (state + 0x6d2b79f5) >>> 0;
      let t = Math.imul(state ^ (state >>> 15), state | 1);
      t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
      return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
    };
  };

  /* What a standard normal variable stays below with probability p, to 1e-9 from p = 1e-6 to
     1 - 1e-6. Newton's steps from the middle never overshoot; the series is Marsaglia's. */
  BM.normalQuantile = function (p) {
    let x = 0;
    for (let change = 1, step = 0; Math.abs(change) > 1e-12 && step < 100; step += 1) {
      const density = Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI);
      let sum = x;
      for (let term = x, k = 3; Math.abs(term) > 1e-17; k += 2) sum += term *= (x * x) / k;
      change = (p - 0.5) / density - sum;
      x += change;
    }
    return x;
  };

  /* ---- scales -------------------------------------------------------------------------------- */

  BM.scale = function ([low, high], [from, to]) {
    const map = (x) => from + ((x - low) / (high - low)) * (to - from);
    return Object.assign(map, { domain: [low, high], range: [from, to], ticks: (count) => BM.ticks([low, high], count) });
  };

  /* The same by orders of magnitude, with ticks at powers of ten, and 2 and 5 times them if few. */
  BM.logScale = function ([low, high], range) {
    const scale = BM.scale([Math.log10(low), Math.log10(high)], range);
    const ticks = function (count) {
      const powers = Array.from({ length: 33 }, (_, k) => k - 16);
      const [all, few] = [[1, 2, 5], [1]].map((steps) => powers
        .flatMap((power) => steps.map((step) => Number(`${step}e${power}`)))
        .filter((value) => value >= low * (1 - 1e-9) && value <= high * (1 + 1e-9)));
      return (all.length <= count ? all : few).map((value) => ({ value, label: grouped(String(value)) }));
    };
    return Object.assign((x) => scale(Math.log10(x)), { domain: [low, high], range, ticks });
  };

  /* About `count` round numbers within a domain, with labels of equally many decimals. */
  BM.ticks = function ([low, high], count) {
    const rough = (high - low) / Math.max(1, count);
    const power = 10 ** Math.floor(Math.log10(rough));
    const step = power * [1, 2, 5, 10].find((m) => m * power >= rough * (1 - 1e-9));
    const decimals = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
    const found = [];
    for (let k = Math.ceil(low / step - 1e-9); k * step <= high + 1e-9 * step; k += 1) {
      const value = k * step;
      found.push({ value, label: signed(value, grouped(Math.abs(value).toFixed(decimals))) });
    }
    return found;
  };

  /* ---- pictures: SVG as text. Classes a and b are the two series, see explorer.css ------------- */

  BM.escape = (text) => String(text).replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`);
  const rounded = (value) => (typeof value === "number" ? Number(value.toFixed(2)) : value);

  /* An element; null attributes are left out, children are SVG already. */
  BM.element = function (tag, attributes, ...children) {
    const set = Object.entries(attributes).filter(([, value]) => value != null);
    const text = set.map(([name, value]) => ` ${name}="${BM.escape(rounded(value))}"`).join("");
    return `<${tag}${text}>${children.flat(Infinity).join("")}</${tag}>`;
  };

  /* The frame adds the label. */
  BM.svg = (width, height, ...parts) =>
    BM.element("svg", { class: "bm-svg", role: "img", width, height, viewBox: `0 0 ${width} ${height}` }, parts);

  BM.text = (x, y, words, { anchor = "start", className } = {}) =>
    BM.element("text", { x, y, "text-anchor": anchor, class: className }, BM.escape(words));

  BM.line = (x1, y1, x2, y2, className) => BM.element("line", { x1, y1, x2, y2, class: className });

  /* A horizontal axis below a picture: line, ticks, and its label in the middle. */
  BM.axis = function (scale, y, label, { ticks = Math.max(2, Math.floor((scale.range[1] - scale.range[0]) / 95)) } = {}) {
    const [left, right] = scale.range;
    const marks = scale.ticks(ticks).map(({ value, label: words }) => {
      const x = scale(value);
      return BM.line(x, y, x, y + 5) + BM.text(x, y + 18, words, { anchor: "middle" });
    });
    const name = BM.text((left + right) / 2, y + 36, label, { anchor: "middle", className: "name" });
    return BM.element("g", { class: "axis" }, BM.line(left, y, right, y), marks, name);
  };

  /* A vertical axis to the left of a picture, its label above it from the left edge. */
  BM.sideAxis = function (scale, x, label, { ticks = 5 } = {}) {
    const [bottom, top] = scale.range;
    const marks = scale.ticks(ticks).map(({ value, label: words }) => {
      const y = scale(value);
      return BM.line(x - 5, y, x, y) + BM.text(x - 8, y + 4.5, words, { anchor: "end" });
    });
    const name = BM.text(0, top - 14, label, { className: "name" });
    return BM.element("g", { class: "axis" }, BM.line(x, bottom, x, top), marks, name);
  };

  /* A line through points. */
  BM.path = function (points, className, { width = 2, dashes } = {}) {
    const d = `M${points.map(([x, y]) => `${rounded(x)} ${rounded(y)}`).join("L")}`;
    const look = { fill: "none", "stroke-width": width, "stroke-dasharray": dashes };
    return BM.element("g", { class: className }, BM.element("path", { d, ...look }));
  };

  const SHAPES = {
    circle: (x, y, r) => BM.element("circle", { cx: x, cy: y, r }),
    square: (x, y, r) => BM.element("rect", { x: x - 0.9 * r, y: y - 0.9 * r, width: 1.8 * r, height: 1.8 * r }),
  };
  BM.dots = (points, { shape = "circle", radius = 3.5, className } = {}) =>
    BM.element("g", { class: className }, points.map(([x, y]) => SHAPES[shape](x, y, radius)));

  /* How far to move each dot up or down so that none hides another, at most `limit`. */
  BM.swarm = function (xs, gap, limit) {
    const offsets = new Array(xs.length).fill(0);
    const placed = [];
    for (const i of xs.map((_, index) => index).sort((p, q) => xs[p] - xs[q])) {
      const near = placed.filter((j) => xs[i] - xs[j] < gap);
      const free = (y) => near.every((j) => (xs[i] - xs[j]) ** 2 + (y - offsets[j]) ** 2 >= gap * gap - 1e-9);
      for (let step = 0; step * gap <= 2 * limit; step += 0.5) {
        const found = [step * gap, -step * gap].find((y) => Math.abs(y) <= limit && free(y));
        if (found !== undefined) {
          offsets[i] = found;
          break;
        }
      }
      placed.push(i);
    }
    return offsets;
  };

  /* Bars that stand on `y`: [left, right, height] in pixels. */
  BM.bars = (bars, y, className) =>
    BM.element("g", { class: className }, bars.map(([left, right, height]) =>
      BM.element("rect", { x: left, y: y - height, width: right - left, height })));

  /* ---- state --------------------------------------------------------------------------------- */

  /* The state with every value one that its control can show. */
  BM.allowed = function (controls, state) {
    const result = { ...state };
    for (const { name, type, options, min, max } of controls) {
      if (type === "range") result[name] = Math.min(max, Math.max(min, Number(result[name])));
      else if (!options.some(({ value }) => value === result[name])) result[name] = options[0].value;
    }
    return result;
  };

  if (typeof module !== "undefined") {
    module.exports = BM;
    return;
  }

  /* ---- the frame ----------------------------------------------------------------------------- */

  const folder = new URL("explorers/", document.currentScript.src);
  const kinds = {};
  const requested = new Set();
  let count = 0;

  function make(tag, properties, ...children) {
    const made = Object.assign(document.createElement(tag), properties);
    made.append(...children);
    return made;
  }

  class Explorer extends HTMLElement {
    connectedCallback() {
      const kind = this.getAttribute("kind");
      if (kinds[kind]) this.start(kinds[kind]);
      else if (!requested.has(kind)) {
        requested.add(kind);
        document.head.append(make("script", { src: new URL(`${kind}.js`, folder).href }));
      }
    }

    start(definition) {
      if (this.panel) return;
      this.definition = definition;
      this.data = JSON.parse(this.querySelector("script[type='application/json']").textContent);
      this.id_ = `bm-explorer-${(count += 1)}`;
      this.fields = new Map();
      this.picture = make("div", { className: "bm-picture" });
      this.sentence = make("p", { className: "bm-sentence" });
      this.sentence.setAttribute("aria-live", "polite");
      this.panel = make("div", { className: "bm-panel" }, this.controls(), this.picture, this.sentence);
      this.panel.setAttribute("role", "group");
      this.panel.setAttribute("aria-label", this.querySelector(".bm-question").textContent);
      this.append(this.panel);
      // From here on the still is for print only.
      this.classList.add("bm-live");
      this.reset();
      if (definition.pick) this.listen();
      new ResizeObserver(() => this.width() !== this.drawn && this.draw()).observe(this.picture);
    }

    controls() {
      const reset = make("button", { type: "button", className: "bm-reset", textContent: "Reset" });
      reset.addEventListener("click", () => this.reset());
      const all = this.definition.controls(this.data, this.definition.initial(this.data));
      return make("div", { className: "bm-controls" }, ...all.map((control) => this.control(control)), reset);
    }

    control({ name, type, label, fewer, more }) {
      const range = type === "range";
      const input = make(range ? "input" : "select", { id: `${this.id_}-${name}`, ...(range ? { type } : {}) });
      const value = make("span", { className: "bm-value" });
      const title = make("label", { htmlFor: input.id }, label);
      input.addEventListener("input", () => this.set({ [name]: range ? Number(input.value) : input.value }));
      this.fields.set(name, { input, value });
      const step = (sign, text, words) => {
        const button = make("button", { type: "button", className: "bm-step", textContent: text });
        button.setAttribute("aria-label", words);
        button.addEventListener("click", () => this.set({ [name]: this.state[name] + sign * Number(input.step) }));
        return button;
      };
      const parts = range ? [value, step(-1, "\u2212", fewer), input, step(1, "+", more)] : [input];
      return make("div", { className: `bm-control bm-${type}` }, title, ...parts);
    }

    reset() {
      this.state = this.definition.initial(this.data);
      this.draw();
    }

    set(changes) {
      this.state = { ...this.state, ...changes };
      this.draw();
    }

    /* A finger that moves scrolls the page: of touches only taps count, which come as clicks. */
    listen() {
      const pick = (event) => {
        const { left, top } = this.picture.firstElementChild.getBoundingClientRect();
        const where = event.key ? { key: event.key } : { x: event.clientX - left, y: event.clientY - top };
        const changes = this.definition.pick(this.data, this.state, this.drawn, where);
        if (changes && event.key) event.preventDefault();
        if (Object.keys(changes || {}).some((name) => changes[name] !== this.state[name])) this.set(changes);
      };
      this.picture.addEventListener("click", pick);
      this.picture.addEventListener("pointermove", (event) => event.pointerType === "mouse" && pick(event));
      this.picture.addEventListener("keydown", (event) => event.altKey || event.ctrlKey || event.metaKey || pick(event));
      Object.assign(this.picture, { tabIndex: 0, role: "group", ariaLabel: "Picture: arrow keys move the mark" });
    }

    width() {
      return Math.min(760, Math.max(240, this.picture.clientWidth || 600));
    }

    draw() {
      const { controls, view } = this.definition;
      this.state = BM.allowed(controls(this.data, this.state), this.state);
      controls(this.data, this.state).forEach((control) => this.show(control));
      this.drawn = this.width();
      const { svg, sentence, label } = view(this.data, this.state, this.drawn);
      this.picture.innerHTML = svg;
      this.picture.firstElementChild.setAttribute("aria-label", label);
      // A screen reader would read it again if the same words were set.
      if (this.sentence.textContent !== sentence) this.sentence.textContent = sentence;
    }

    show({ name, type, min, max, step, text, options }) {
      const { input, value } = this.fields.get(name);
      if (type === "range") {
        Object.assign(input, { min, max, step });
        input.setAttribute("aria-valuetext", text);
        value.textContent = text;
      } else if (options.length !== input.length || options.some((o, i) => o.value !== input[i].value)) {
        input.replaceChildren(...options.map((option) => new Option(option.label, option.value)));
      }
      input.value = this.state[name];
    }
  }

  BM.register = function (kind, definition) {
    kinds[kind] = definition;
    document.querySelectorAll(`bm-explorer[kind="${kind}"]`).forEach((element) => element.start?.(definition));
  };
  window.BM = BM;

  // Only when the page is whole do the elements have their contents.
  const define = () => customElements.define("bm-explorer", Explorer);
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", define);
  else define();
})();
