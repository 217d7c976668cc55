// <mj-plot>: a line for each of `data-keys`, fed once a second while somebody looks at it, and only
// then. What is not known leaves a gap; the last values stand beside it as text.

const NS = "http://www.w3.org/2000/svg";
const KEPT = 120, WIDE = 480, HIGH = 140, PAUSE_MS = 1000;
const plots = new Set();
let waits = null;

async function feed() {
  waits = null;
  if (!plots.size) return;
  if (!document.hidden) {
    try {
      const found = await (await fetch("/motors/gauges")).json();
      for (const plot of plots) plot.take(found);
    } catch { for (const plot of plots) plot.take({}); }
  }
  if (!waits) waits = setTimeout(feed, PAUSE_MS);
}

class MjPlot extends HTMLElement {
  connectedCallback() {
    const { keys, names, scale, least, most } = this.dataset;
    this.keys = keys.split(" ");
    this.names = names.split(" ");
    this.scale = Number(scale || 1);
    this.range = [Number(least), Number(most)];
    this.values = this.keys.map(() => []);
    const svg = document.createElementNS(NS, "svg");
    svg.setAttribute("viewBox", `0 0 ${WIDE} ${HIGH}`);
    svg.setAttribute("aria-hidden", "true");
    this.lines = this.keys.map((key, number) => {
      const line = document.createElementNS(NS, "path");
      line.setAttribute("class", `line line-${number}`);
      svg.append(line);
      return line;
    });
    this.legend = document.createElement("p");
    this.replaceChildren(svg, this.legend);
    plots.add(this);
    if (!waits) feed();
  }

  disconnectedCallback() { plots.delete(this); }

  take(found) {
    this.keys.forEach((key, number) => {
      const value = found[key] ?? null, row = this.values[number];
      row.push(value === null ? null : value * this.scale);
      if (row.length > KEPT) row.shift();
    });
    this.draw();
  }

  draw() {
    const seen = this.values.flat().filter((value) => value !== null);
    const least = Math.min(this.range[0], ...seen), most = Math.max(this.range[1], ...seen);
    this.values.forEach((row, number) => {
      let path = "", pen = "M";
      row.forEach((value, at) => {
        if (value === null) { pen = "M"; return; }
        const x = (at + KEPT - row.length) * WIDE / KEPT;
        path += `${pen}${x.toFixed(1)} ${(HIGH - 4 - (HIGH - 8) * (value - least) / (most - least)).toFixed(1)}`;
        pen = "L";
      });
      this.lines[number].setAttribute("d", path);
    });
    this.legend.textContent = this.values.map((row, number) => {
      const value = row.at(-1);
      return `${this.names[number]}: ${value === null || value === undefined ? "?" : Number(value.toFixed(1))} ${this.dataset.unit}`;
    }).join("  \u00b7  ") + `  (${Number(least.toFixed(1))} \u2013 ${Number(most.toFixed(1))} ${this.dataset.unit})`;
  }
}

customElements.define("mj-plot", MjPlot);
