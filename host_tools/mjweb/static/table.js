// <mj-table>: the table from above, true to scale in millimetres, drawn by what its sensors say.
// `show(now)` takes the fields that have changed. What lies between two sensors is marked as
// estimated, what no sensor has shown as unknown.

const NS = "http://www.w3.org/2000/svg";
const SIDES = ["a", "b", "c", "d"];
const PIPS = { 1: [4], 2: [0, 8], 3: [0, 4, 8], 4: [0, 2, 6, 8], 5: [0, 2, 4, 6, 8], 6: [0, 2, 3, 5, 6, 8] };
const WINDS = ["E", "S", "W", "N"];
const FRAME_MS = 80;  // what turns is seen to turn, and an old phone stays cool
const STILL = matchMedia("(prefers-reduced-motion: reduce)");

function make(name, attributes = {}, parent = null) {
  const node = document.createElementNS(NS, name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  if (parent) parent.append(node);
  return node;
}

function rect(parent, [x0, x1, y0, y1], attributes) {  // y away from side A, as in the geometry
  return make("rect", { x: x0, y: -y1, width: x1 - x0, height: y1 - y0, ...attributes }, parent);
}

class MjTable extends HTMLElement {
  async connectedCallback() {
    this.now = {};
    this.waits = [];
    const [geometry, words] = await Promise.all([
      fetch("/static/geometry.json").then((answer) => answer.json()),
      fetch("/words/page.json").then((answer) => answer.json())]);
    this.words = words;
    this.geometry = geometry;
    this.draw();
    this.ready = true;
    if (this.dataset.blamed) this.highlight(this.dataset.blamed.split(" "));
    for (const now of this.waits.splice(0)) this.show(now);
  }

  draw() {
    const g = this.geometry, half = g.size / 2;
    this.svg = make("svg", { viewBox: `${-half} ${-half} ${g.size} ${g.size}`, role: "img" });
    this.told = make("title", {}, this.svg);
    make("rect", { class: "rim", x: -half, y: -half, width: g.size, height: g.size, rx: 30 }, this.svg);
    const felt = half - g.rim;
    make("rect", { class: "felt", x: -felt, y: -felt, width: 2 * felt, height: 2 * felt }, this.svg);
    this.parts = {};
    this.drum();
    this.chain();
    this.sides = SIDES.map((side, number) => this.side(side, number));
    this.hatch();
    this.replaceChildren(this.svg);
  }

  named(name, node) {
    node.dataset.part = name;
    this.parts[name] = node;
    return node;
  }

  drum() {
    const g = this.geometry;
    const drum = this.named("drum", make("g", { class: "drum" }, this.svg));
    make("circle", { class: "body", r: g.drum }, drum);
    this.spokes = make("g", { class: "spokes" }, drum);
    for (let turn = 0; turn < 360; turn += 60) {
      make("line", { x1: g.hatch[1], x2: g.drum - 10, transform: `rotate(${turn})` }, this.spokes);
    }
    const ring = this.named("ring", make("g", { class: "ring" }, this.svg));
    make("circle", { class: "body", r: g.ring[0], "stroke-width": g.ring[1] }, ring);
    this.slots = make("circle", { class: "slots", r: g.ring[0], "stroke-width": 8 }, ring);
  }

  chain() {  // it carries rows along the four lanes; drawn where the machine has one
    const chain = this.named("chain", make("g", { class: "chain absent" }, this.svg));
    const way = -this.geometry.wall.centre;
    for (const width of [this.geometry.tile[1] + 10, this.geometry.tile[1] - 2]) {
      make("rect", { class: "body", x: -way - width / 2, y: -way - width / 2, width: 2 * way + width,
        height: 2 * way + width, rx: 24 }, chain);
    }
  }

  side(side, number) {
    const g = this.geometry;
    const all = make("g", { class: "side", transform: `rotate(${-90 * number})` }, this.svg);
    all.dataset.side = side;
    const belt = this.named(`belt_${side}`, make("g", { class: "belt" }, all));
    rect(belt, g.belt, { class: "body" });
    const middle = (g.belt[0] + g.belt[1]) / 2;
    const seen = {};
    for (const [name, share] of [["inlet", 0.95], ["jam", 0.5], ["cnt", 0.05]]) {
      const y = -(g.belt[2] + (g.belt[3] - g.belt[2]) * share);
      seen[name] = this.named(`${name}_${side}`, make("circle", { class: "beam", cx: middle, cy: y, r: 7 }, belt));
    }
    const head = this.named(`head_${side}`, make("g", { class: "head" }, all));
    rect(head, g.head, { class: "body" });
    const lift = this.named(`lift_${side}`, make("g", { class: "lift" }, all));
    rect(lift, g.slot, { class: "body" });
    const raised = rect(lift, g.slot, { class: "raised" });
    const wall = this.named(`wall_${side}`, make("g", { class: "wall" }, all));
    const [wide, long] = g.tile;
    const stacks = [];
    for (let n = 0; n < g.wall.most; n++) {
      const x = g.wall.start - (n + 1) * wide;
      stacks.push(rect(wall, [x, x + wide, g.wall.centre - long / 2, g.wall.centre + long / 2], { class: "stack" }));
    }
    // along the side, but nobody reads upside down; between the wall and the rim
    const words = make("g", { transform: `translate(0 ${-g.wall.centre + 52}) rotate(${number === 2 ? 180 : 0})` }, all);
    const label = make("text", { class: "label", y: 2 }, words);
    const note = make("text", { class: "note", y: 26 }, words);
    return { all, belt, seen, head, lift, raised, stacks, label, note, letter: side.toUpperCase() };
  }

  hatch() {
    const g = this.geometry;
    make("circle", { class: "opening", r: g.hatch[1] }, this.svg);
    const hatch = this.named("hatch", make("g", { class: "hatch" }, this.svg));
    make("circle", { class: "body", r: g.hatch[0] }, hatch);
    this.mark = make("text", { class: "mark", y: 100 }, hatch);
    const dice = this.named("dice", make("g", { class: "dice" }, hatch));
    make("circle", { class: "dome", r: g.hatch[2] }, dice);
    this.dice = [-26, 26].map((x) => {
      const die = make("g", { transform: `translate(${x} 0)` }, dice);
      make("rect", { class: "die", x: -20, y: -20, width: 40, height: 40, rx: 6 }, die);
      return [...Array(9).keys()].map((spot) => make("circle", {
        class: "pip", cx: -12 + 12 * (spot % 3), cy: -12 + 12 * Math.floor(spot / 3), r: 4 }, die));
    });
  }

  show(changed) {
    if (!this.ready) { this.waits.push(changed); return; }
    const at = performance.now();
    for (const [key, value] of Object.entries(changed)) {
      this.now[key] = value && value.at === "moving" ? { ...value, since: at - value.gone_ms } : value;
    }
    if (!this.now.stacks) return;
    this.classList.toggle("lost", this.now.link !== "ok");
    const on = new Set(this.now.on), runs = new Set(this.now.runs);
    for (const name of Object.keys(this.parts)) {
      this.parts[name].classList.toggle("runs", runs.has(name));
      if (this.parts[name].classList.contains("beam")) this.parts[name].classList.toggle("on", on.has(name));
    }
    this.sides.forEach((side, number) => this.showSide(side, number));
    const machine = this.geometry.machines[this.now.machine];
    this.parts.chain.classList.toggle("absent", !machine || !machine.chain);
    this.place("hatch");
    this.mark.textContent = this.caption("hatch");
    const dice = this.now.dice;
    this.dice.forEach((pips, die) => pips.forEach((pip, spot) =>
      pip.classList.toggle("on", Boolean(dice) && (PIPS[dice[die]] || []).includes(spot))));
    this.told.textContent = this.inWords();
    this.move();
  }

  showSide(side, number) {
    const now = this.now, name = side.letter.toLowerCase(), machine = this.geometry.machines[now.machine];
    const ownLine = !machine || machine.lines.includes(name);
    side.belt.classList.toggle("absent", !ownLine);
    side.head.classList.toggle("absent", !ownLine);
    side.stacks.forEach((stack, n) => stack.classList.toggle("on", n < now.stacks[number]));
    side.all.dataset.stacks = now.stacks[number];
    // which set is built: the one that waits below, else the other one than lies on the table
    const built = now.waiting !== "none" ? now.waiting : { green: "blue", blue: "green" }[now.set];
    for (const colour of ["green", "blue"]) side.all.classList.toggle(colour, colour === built);
    this.place(`lift_${name}`);
    const dealer = now.dealer === side.letter;
    const wind = WINDS[(number - "ABCD".indexOf(now.dealer) + 4) % 4];
    side.label.textContent = `${side.letter} ${wind}${dealer ? " \u25cf" : ""}`;
    side.label.classList.toggle("dealer", dealer);
    side.note.textContent = `${now.counted[number]}/${now.quota[number]} \u00b7 ${this.caption(`lift_${name}`)}`;
  }

  place(name) {
    const node = this.parts[name], where = this.now[name].at;
    node.dataset.at = where;
    for (const at of ["up", "down", "moving", "unknown"]) node.classList.toggle(at, at === where);
  }

  caption(name) {
    const part = this.now[name], words = this.words;
    return part.at === "moving" ? `${words.moving} (${words.estimated})` : words[part.at];
  }

  inWords() {
    const now = this.now, words = this.words;
    const sides = this.sides.map((side, number) =>
      `${words.side.replace("{side}", side.letter)}: ` +
      words.stacks.replace("{n}", now.counted[number]).replace("{quota}", now.quota[number]));
    return [`${words.hatch}: ${this.caption("hatch")}`, ...sides].join(". ");
  }

  gone(name) {  // 0 = down, 1 = up
    const part = this.now[name];
    if (part.at === "up") return 1;
    if (part.at !== "moving" || !part.way_ms) return part.at === "down" ? 0 : 0.5;
    const share = Math.min(0.95, Math.max(0.05, (performance.now() - part.since) / part.way_ms));
    return part.to === "up" ? share : 1 - share;
  }

  move() {  // what nobody has measured: between two sensors, or how far a drum has turned
    clearTimeout(this.later);
    const now = this.now, runs = new Set(now.runs), at = performance.now();
    const moving = ["hatch", ...SIDES.map((side) => `lift_${side}`)].filter((name) => now[name].at === "moving");
    this.parts.hatch.setAttribute("transform", `scale(${1 + 0.12 * this.gone("hatch")})`);
    this.sides.forEach((side) => side.raised.setAttribute("opacity", this.gone(`lift_${side.letter.toLowerCase()}`)));
    if (runs.has("drum")) this.spokes.setAttribute("transform", `rotate(${-at / 1000 * 44 % 360})`);
    if (runs.has("ring")) this.slots.setAttribute("transform", `rotate(${at / 1000 * 20 % 360})`);
    const goes = moving.length || runs.has("drum") || runs.has("ring");
    if (goes && !STILL.matches && !document.hidden) {
      this.later = setTimeout(() => requestAnimationFrame(() => this.move()), FRAME_MS);
    }
  }

  highlight(names) {
    for (const [name, node] of Object.entries(this.parts)) node.classList.toggle("blamed", names.includes(name));
  }
}

customElements.define("mj-table", MjTable);
