"""How quick and how light the dashboard is: five pages in a real Chromium, a table that sorts.

From a dealer set over the wire, by another program, to the event's line in each page; what the
server takes of a core and of memory meanwhile, and after 200 reloads.
"""

import sys
import tempfile
import time
from pathlib import Path
from statistics import quantiles

from playwright.sync_api import Page, sync_playwright

from mjtool.client import Client
from tests.browser.chromium import find
from tests.browser.house import Program, dashboard, table

PAGES = 5
TIMES = 40
RELOADS = 200
WATCH = """() => {
    window.lines = [];
    const log = document.getElementById("log");
    new MutationObserver((changes) => {
        for (const change of changes) for (const node of change.addedNodes) {
            if (node.dataset.name === "marker") window.lines.push(Date.now());
        }
    }).observe(log, {childList: true});
}"""


def main() -> int:
    """Print the figures; they are reported, never a test."""
    program = find()
    with tempfile.TemporaryDirectory() as state, sync_playwright() as playwright:
        one = table(Path(state), "--seed", "8")
        server = dashboard(Path(state), one.first.strip())
        try:
            browser = playwright.chromium.launch(executable_path=program,
                                                 args=["--no-sandbox"])
            pages = [browser.new_page() for _ in range(PAGES)]
            for page in pages:
                page.goto(server.links["dashboard"])
                page.wait_for_selector("#link[data-link=ok]")
                page.evaluate(WATCH)
            measure(one.first.strip(), pages, server)
            reload(pages[0], server)
        finally:
            server.end()
            one.end()
    return 0


def measure(url: str, pages: list[Page], server: Program) -> None:
    """While the set is sorted: events, the pages' lines, the server's share of a core."""
    began, used = time.monotonic(), cpu_s(server)
    sent: list[float] = []
    with Client(url) as client:
        for _ in range(3):  # home, open, shut: it sorts
            client.request("press", key="elevator", ms=80)
            pages[0].wait_for_timeout(6000)
        for number in range(TIMES):
            sent.append(time.time() * 1000)
            client.request("marker.set", dealer="AB"[number % 2])
            pages[0].wait_for_timeout(500)
    took = time.monotonic() - began
    late = [at - sent[n] for page in pages
            for n, at in enumerate(page.evaluate("window.lines")[:len(sent)])]
    cut = quantiles(late, n=100)
    print(f"dashboard: event to line in {PAGES} pages, {len(late)} lines: p50 {cut[49]:.0f} ms, "
          f"p95 {cut[94]:.0f} ms (asked 200)")
    print(f"dashboard: server {100 * (cpu_s(server) - used) / took:.1f} % of a core (asked 5), "
          f"{memory_mb(server):.0f} MB (asked 60)")


def reload(page: Page, server: Program) -> None:
    """What stays in the server's memory."""
    before = memory_mb(server)
    for _ in range(RELOADS):
        page.reload()
    print(f"dashboard: after {RELOADS} reloads {memory_mb(server) - before:+.1f} MB")


def cpu_s(server: Program) -> float:
    """Processor time of the server until now."""
    text = Path(f"/proc/{server.process.pid}/stat").read_text(encoding="utf-8")
    user, system = text.rpartition(") ")[2].split()[11:13]
    return (int(user) + int(system)) / 100


def memory_mb(server: Program) -> float:
    """Its resident memory."""
    text = Path(f"/proc/{server.process.pid}/status").read_text(encoding="utf-8")
    return int(text.partition("VmRSS:")[2].split()[0]) / 1024


if __name__ == "__main__":
    sys.exit(main())
