"""`mjscore rules`: the rule book, a system at a time or one rule."""

import json
from dataclasses import asdict
from typing import Annotated, Any

import typer

from mjscore import rulebook
from mjscore.cli import completing, options
from mjscore.cli.page import Page, show, write_json
from mjscore.errors import ScoreError, nearest
from mjscore.rulebook import Rule
from mjscore.ruleset import RuleSet
from mjscore.variant import differences

app = typer.Typer(rich_markup_mode=None, add_completion=False)
WHO = {"winner": "the winner", "all": "every hand"}


@app.command()
def rules(
    system: Annotated[
        str | None, typer.Argument(
            help="A system, ENG (common to all) or TBL (the table).",
            autocompletion=completing.books,
        )
    ] = None,
    id: Annotated[str | None, typer.Argument(
        help="A rule id such as SB-P09.", autocompletion=completing.rules)] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON and nothing else.")] = False,
    rules: options.Rules = None,
) -> None:
    """Look up the rules: all systems, one system's rules, or one rule.

    \b
    Examples:
      mjscore rules
      mjscore rules YEE
      mjscore rules SHOP-B SB-P09
      mjscore rules --rules tests/data/club.toml
    """
    with options.played(rules) as variant:
        _shown(system, id, as_json, variant)


def _shown(system: str | None, id: str | None, as_json: bool, variant: RuleSet | None) -> None:
    if variant is not None and (system or variant.system).upper() == variant.system and id is None:
        return _variant(variant, as_json)
    if system is None:
        return _systems(as_json)
    known = {name.lower(): name for name in rulebook.systems()}
    if id is None and system.lower() not in known and "-" in system and _is_rule(system):
        return _one(rulebook.rule(system), as_json)
    named = known.get(system.lower(), system)
    listed = rulebook.rules_of(named)
    if id is None:
        return _list(listed, as_json)
    ids = [rule.id for rule in listed]
    if id.lower() not in [each.lower() for each in ids]:
        hint = nearest(id.upper(), [each.upper() for each in ids])
        raise ScoreError(f'{named} has no rule "{id}"{hint}', "rule")
    return _one(rulebook.rule(id), as_json)


def _variant(rules: RuleSet, as_json: bool) -> None:
    """What a variant differs in: amounts, limit, payments, options, each beside the system's."""
    differs = differences(rules)
    if as_json:
        write_json({"name": rules.name, "system": rules.system, "differs": differs})
        return
    page = Page()
    page.line(f"{rules.name}: {rules.system}, and what is different", strong=True)
    rows = [[what, _told(now), _told(before)] for what, now, before in differs]
    page.table(("what", "here", rules.system), rows)
    show(page)


def _told(value: Any) -> str:
    return "none" if value is None else value if isinstance(value, str) else json.dumps(value)


def _is_rule(text: str) -> bool:
    try:
        return bool(rulebook.rule(text))
    except ScoreError:
        return False


def _systems(as_json: bool) -> None:
    names = rulebook.systems()
    if as_json:
        write_json({name: len(rulebook.rules_of(name)) for name in names})
        return
    page = Page()
    rows = [[name, str(len(rulebook.rules_of(name)))] for name in names]
    page.table(("system", "rules"), rows, (1,))
    show(page)


def _list(listed: tuple[Rule, ...], as_json: bool) -> None:
    if as_json:
        write_json([asdict(rule) for rule in listed])
        return
    page = Page()
    rows = [[rule.id, rule.amount, rule.name] for rule in listed]
    page.table(("rule", "worth", "name"), rows)
    show(page)


def _one(rule: Rule, as_json: bool) -> None:
    if as_json:
        write_json(asdict(rule))
        return
    page = Page()
    page.line(f"{rule.id} {rule.name} ({rule.system}, {rule.kind})", strong=True)
    page.line(rule.text)
    for what, told in (
        ("worth", rule.amount),
        ("for", WHO.get(rule.who, rule.who)),
        ("settles", ", ".join(rule.settles)),
        ("option", rule.option),
        ("test", rule.test),
        ("informative", "nothing is computed from it" if rule.informative else ""),
        ("source", rule.source),
    ):
        if told:
            page.line(f"  {what}: {told}")
    show(page)
