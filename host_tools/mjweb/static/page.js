// Keeps a page with the table: one stream of changes; whatever shows a field has `data-field`.

const words = fetch("/words/page.json").then((answer) => answer.json());
const known = {};

async function link(state, why, where) {
  const bar = document.getElementById("link"), text = await words;
  bar.dataset.link = state;
  bar.querySelector("b").textContent = text[`link_${state}`];
  bar.querySelector("span").textContent = (text[`why_${why}`] ?? "").replace("{where}", where || text.why_somewhere);
}

async function fields(changed) {
  const text = await words;
  const said = (value) => text[`state_${value}`] ?? text[value] ?? String(value ?? "").replaceAll("_", " ");
  for (const node of document.querySelectorAll("[data-field]")) {
    const [key, index] = node.dataset.field.split(".");
    if (!(key in changed)) continue;
    let value = changed[key];
    if (index !== undefined && value) value = value[index];
    if (value && typeof value === "object" && "at" in value && !Array.isArray(value)) value = value.at;
    node.dataset.value = Array.isArray(value) ? value.join(" ") : value ?? "";
    if (key === "wind") node.textContent = text[`wind_${value}`] ?? value;
    else node.textContent = /^[a-z_]+$/.test(node.dataset.value)
      ? said(node.dataset.value) : node.dataset.value;
  }
}

async function levels() {  // what is on and what runs, in words: no colour alone
  if (!known.on) return;
  const text = await words, on = new Set(known.on), runs = new Set(known.runs);
  for (const node of document.querySelectorAll("[data-level]")) {
    const level = on.has(node.dataset.level) ? "1" : "0";
    node.textContent = text[`level_${level}`];
    node.dataset.value = level;
    node.classList.toggle("odd", "idle" in node.dataset && node.dataset.idle !== level);
  }
  for (const node of document.querySelectorAll("[data-runs]")) {
    const level = runs.has(node.dataset.runs);
    node.textContent = text[level ? "runs" : "stands"];
    node.classList.toggle("odd", level);
  }
}

function log(news, whole) {
  const list = document.getElementById("log");
  if (!list) return;
  if (whole) list.replaceChildren();
  for (const row of news) {
    const line = document.createElement("li");
    const number = document.createElement("small");
    number.textContent = `${(row.t_ms / 1000).toFixed(1)} s`;
    line.append(number, " ", row.text[document.documentElement.lang]);
    line.dataset.event = row.n;
    line.dataset.name = row.name;
    list.prepend(line);
  }
  while (list.children.length > 200) list.lastElementChild.remove();
}

function take(changed) {
  const faultBefore = known.fault;
  Object.assign(known, changed);
  if ("link" in changed || "why" in changed) link(known.link, known.why, known.where);
  for (const table of document.querySelectorAll("mj-table")) table.show(changed);
  fields(changed);
  if ("on" in changed || "runs" in changed) levels();
  if (changed.news) log(changed.news, changed.whole);
  const told = (changed.news || []).some((row) => row.name === "fault" || row.name === "ack");
  if (known.fault !== faultBefore || changed.whole || told) document.body.dispatchEvent(new CustomEvent("fault"));
  document.body.dispatchEvent(new CustomEvent("table", { detail: changed }));
}

let source;
function listen() {
  source = new EventSource("/live");
  source.onmessage = (message) => take(JSON.parse(message.data));
  source.onerror = () => {
    link("server");
    if (source.readyState === EventSource.CLOSED) { source.close(); setTimeout(listen, 1000); }
  };
}
document.addEventListener("htmx:after:swap", () => { fields(known); levels(); });
customElements.whenDefined("mj-table").then(listen);
addEventListener("pageshow", (event) => { if (event.persisted) { source.close(); listen(); } });
