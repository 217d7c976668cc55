"""`mjscore deal`: which tiles everybody takes, from profile and dice."""

from typing import Annotated, Any

import typer

from mjscore.cli import completing
from mjscore.cli.deal_picture import LEGEND, picture
from mjscore.cli.page import Page, show, write_json
from mjscore.cli.typed import dice_of
from mjscore.tiles import SEAT_NAMES
from mjscore.wall import Deal
from mjscore.wall import deal as dealt

Profile = Annotated[str, typer.Option(
    "--profile", help="Table profile, e.g. SHOP-B-136.", autocompletion=completing.profiles)]
Dice = Annotated[str, typer.Option("--dice", metavar="3,4", help="The dice thrown.")]
Side = Annotated[
    str, typer.Option("--dealer-side", help="Side of the table where East sits: A, B, C, D.",
                      autocompletion=completing.sides)
]
Hop = Annotated[
    bool, typer.Option("--east-hop", help="East takes the first and third top tile (SA-Q01).")
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON and nothing else.")]

app = typer.Typer(rich_markup_mode=None, add_completion=False)


@app.command()
def deal(
    profile: Profile,
    dice: Dice,
    dealer_side: Side = "A",
    east_hop: Hop = False,
    as_json: Json = False,
) -> None:
    """Break the wall and deal.

    Shows a picture of the walls, or with --json every tile's place.

    \b
    Examples:
      mjscore deal --profile SHOP-B-136 --dice 3,4
      mjscore deal --profile YEE --dice 6,6,6 --dealer-side C --json

    \b
    Places are a seat, the stack from that player's right, t (upper) or b (lower): E8t.
    Profiles: SHOP-A SHOP-B-136 SHOP-B-144 MJG YEE HANDS-144 HANDS-148 LASFS
    """
    found = dealt(profile.upper(), dice_of(dice), dealer_side.upper(), east_hop=east_hop)
    if as_json:
        write_json(_head(found) | found.as_dict())
        return
    page = Page()
    _tell(page, found)
    show(page)


def _head(found: Deal) -> dict[str, Any]:
    return {"profile": found.profile, "dice": list(found.dice), "dealer_side": found.dealer_side}


def _tell(page: Page, found: Deal) -> None:
    pips = " + ".join(map(str, found.dice))
    tail = found.order[-1].by_seat()[:-1]
    page.line(f"{found.profile}, dice {pips} = {found.counted}: the wall of"
              f" {SEAT_NAMES[found.break_wall]} is broken after stack {found.counted}.",
              strong=True)  # fmt: skip
    page.line()
    for line in picture(found):
        page.line(line)
    page.line()
    page.line(LEGEND)
    page.line()
    rows = [[SEAT_NAMES[seat], str(len(places)), " ".join(place.by_seat() for place in places)]
            for seat, places in found.hands.items()]  # fmt: skip
    page.table(("who", "tiles", "from"), rows, (1,))
    page.line(f"Next draw {found.next_draw.by_seat()}, tail {tail}, first replacement"
              f" {found.order[-2].by_seat()}, {found.left} tiles left.")  # fmt: skip
