"""Options of the commands that take a hand typed compactly: what a request holds beside it."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Annotated

import typer

from mjscore.cli import completing
from mjscore.ruleset import RuleSet

Words = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="FILE|SYSTEM SEAT HAND",
        autocompletion=completing.systems,
        show_default=False,
        help="A file of requests, one JSON object a line (stdin without it); or system, winner's"
        " seat (- for nobody) and his hand in the compact notation.",
    ),
]


@contextmanager
def played(rules: str | None) -> Iterator[RuleSet | None]:
    """Plays by the rules of a file, where one is named, as long as the block lasts."""
    if rules is None:
        yield None
        return
    from mjscore.systems import in_use
    from mjscore.variant import read

    with in_use(read(rules)) as game:
        yield game.rules


def option(
    *names: str, help: str, metavar: str | None = None,
    autocompletion: Callable[[str], list[str]] | None = None,
) -> typer.models.OptionInfo:  # fmt: skip
    """An option that is told nothing of a default."""
    return typer.Option(*names, help=help, metavar=metavar, show_default=False,
                        autocompletion=autocompletion)  # fmt: skip


Rules = Annotated[
    str | None,
    option("--rules", metavar="FILE", help="A club's own rules: a TOML file that inherits from the"
           " system."),
]  # fmt: skip
Giver = Annotated[
    str | None,
    option("--from", metavar="SEAT", autocompletion=completing.seats,
           help="Who discarded the tile, or had his kong robbed."),
]
Drawn = Annotated[bool, option("--drawn", help="The winning tile was drawn from the wall.")]
Source = Annotated[
    str | None,
    option(
        "--source",
        metavar="WHERE",
        autocompletion=completing.sources,
        help="discard, wall, loose_kong, loose_flower, robbed_kong or dealt.",
    ),
]
East = Annotated[str | None, option("--E", metavar="HAND", help="East's hand.")]
South = Annotated[str | None, option("--S", metavar="HAND", help="South's hand.")]
West = Annotated[str | None, option("--W", metavar="HAND", help="West's hand.")]
North = Annotated[
    str | None,
    option("--N", metavar="HAND", help="North's hand. Without any other hand the winner's alone is"
           " valued, and what the losers settle is left out."),
]  # fmt: skip
Wind = Annotated[str | None, option(
    "--wind", metavar="WIND", help="Prevailing wind, else E.", autocompletion=completing.seats)]
Dice = Annotated[str | None, option("--dice", metavar="3,4", help="The dice thrown.")]
Streak = Annotated[
    int | None,
    option("--streak", metavar="N", help="How often the dealer has kept the deal (YEE)."),
]
Config = Annotated[
    list[str] | None,
    option("--config", metavar="NAME=VALUE", help="An option of the system, e.g. limit=null."),
]
Wait = Annotated[
    bool | None,
    option("--single-wait/--no-single-wait", help="One tile alone completed it, else computed."),
]
First = Annotated[
    str | None, option("--first-turn", metavar="HOW", help="heaven, earth or first_discard.")
]
Special = Annotated[
    str | None, option("--special", metavar="ID", help="A special win, e.g. seven_flowers.")
]
LastFlower = Annotated[
    str | None, option("--last-flower-holder", metavar="SEAT", help="Who has the eighth flower.")
]
Bettor = Annotated[
    str | None, option("--bettor", metavar="SEAT", help="Whom the fifth player backs (SHOP-A).")
]
Riichi = Annotated[
    str | None,
    option("--riichi", metavar="WORDS", help="What RIICHI asks for: riichi or double, ippatsu,"
           " dora=C3,D5 ura=B1 honba=2 sticks=E,S red=1."),
]  # fmt: skip
Flags = Annotated[
    list[str] | None,
    option(
        "--flag",
        metavar="NAME",
        help="last_tile, first_round, original_call, last_possible, regularising,"
        " joker_used_during_hand, bettor_shown. May be repeated.",
    ),
]
Tiles = Annotated[
    str, option("--tiles", metavar="HOW", help="auto, pictures, codes or names, for people.",
                      autocompletion=completing.ways)
]
