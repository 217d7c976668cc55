"""Accessibility by axe-core: what it finds wrong with a page, as sentences."""

from pathlib import Path

SOURCE = Path(__file__).parents[2] / "tools" / "node" / "node_modules" / "axe-core" / "axe.min.js"
TAGS = ["wcag2a", "wcag2aa", "best-practice"]


def findings(page) -> list[str]:
    """Every violation: rule, what it is, where."""
    page.evaluate(SOURCE.read_text(encoding="utf-8"))
    found = page.evaluate("(tags) => axe.run(document, {runOnly: {type: 'tag', values: tags}})",
                          TAGS)
    return [f"{page.url}: {one['id']}: {one['help']}: {node['target']} {node['failureSummary']}"
            for one in found["violations"] for node in one["nodes"]]
