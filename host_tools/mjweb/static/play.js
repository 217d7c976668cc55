// Keeps a phone with its match: what another phone has tapped comes by itself, and after a locked
// screen the page is brought up to date. Every tap itself is a form, and needs nothing of this.

const EVERY_MS = 3000;
const play = document.getElementById("play");

function shown() {
  return document.getElementById("board").dataset.revision;
}

async function look() {
  if (document.hidden) return;
  const before = shown();
  try {
    const answer = await fetch(`${play.dataset.match}/revision`);
    if (!answer.ok) return;
    const now = await answer.text();
    if (now !== before && before === shown()) {
      htmx.ajax("GET", `${play.dataset.match}/board`, { target: "#play", swap: "innerMorph" });
    }
  } catch {
    // no network: the next look will tell
  }
}

setInterval(look, EVERY_MS);
document.addEventListener("visibilitychange", look);
addEventListener("pageshow", (event) => { if (event.persisted) look(); });
