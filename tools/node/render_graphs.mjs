// Draws Graphviz graphs as SVG: {name: graph} as JSON on stdin, {name: svg} as JSON on stdout.
// The layout engine is the pinned @viz-js/viz (Graphviz compiled to WebAssembly): it brings its
// own table of letter widths, so that the drawing does not depend on the fonts of the computer.
import { instance } from "@viz-js/viz";
import { readFileSync } from "node:fs";

const graphs = JSON.parse(readFileSync(0, "utf8"));
const viz = await instance();
const drawn = {};
for (const name of Object.keys(graphs).sort()) {
  const result = viz.render(graphs[name], { engine: "dot", format: "svg" });
  if (result.status !== "success") {
    const why = result.errors.map((error) => error.message).join("; ");
    process.stderr.write(`${name}: the graph cannot be drawn: ${why}\n`);
    process.exit(1);
  }
  drawn[name] = result.output;
}
process.stdout.write(JSON.stringify(drawn));
