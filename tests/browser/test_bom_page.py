"""The fabrication pack's page of parts in a real browser, from a file: list and picture agree."""

from pathlib import Path

import pytest

from hardware.fab.boards import BOARDS

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(params=BOARDS, ids=lambda board: board.name)
def page(request, browser):
    """The page; it may complain of nothing and ask nobody but the file."""
    context, said, asked = browser.new_context(), [], []
    page = context.new_page()
    page.on("pageerror", lambda error: said.append(str(error)))
    page.on("console", lambda line: said.append(line.text))
    page.on("request", lambda its: asked.append(its.url))
    page.goto((ROOT / request.param.folder / "bom.html").as_uri())
    yield page
    assert said == [] and {url.split(":")[0] for url in asked} == {"file"}
    context.close()


def lit(page):
    return set(page.eval_on_selector_all("path.part.on", "them => them.map(it => it.id)"))


def refs(row):
    return {f"part-{ref}" for ref in row.get_attribute("data-refs").split()}


def test_a_line_shows_its_parts_and_only_them(page):
    rows = page.locator("tr[data-refs]")
    for number in (0, rows.count() - 1):
        rows.nth(number).locator("td").nth(3).click()
        assert lit(page) == refs(rows.nth(number))
    rows.nth(1).focus()
    page.keyboard.press("Enter")
    assert lit(page) == refs(rows.nth(1))


def test_a_part_finds_its_line(page):
    part = page.locator("path.part").last
    part.click()
    assert part.get_attribute("id") in lit(page) == refs(page.locator("tr.on"))


def test_a_tick_stays_and_words_narrow_the_list(page):
    row = page.locator("tr[data-refs]").first
    row.locator("input").check()
    assert page.locator("path.part.done").count() == len(refs(row))
    page.reload()
    assert row.locator("input").is_checked()
    assert page.locator("path.part.done").count() == len(refs(row))
    page.fill("#find", "0805")
    shown = page.locator("tr[data-refs]:not([hidden])")
    assert 0 < shown.count() < page.locator("tr[data-refs]").count()
    assert all("0805" in text for text in shown.all_inner_texts())
