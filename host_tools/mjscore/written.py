"""An answer as its line of JSON: what encoding `Answer.as_dict()` gives, in half the time.

Rule ids, seats and readings are plain ASCII of our own, so that nothing in them needs escaping;
what a system adds beside them is encoded as usual.
"""

import json
from functools import lru_cache

from mjscore.settle import PLAYERS, Payments
from mjscore.sheet import Answer, Item, Sheet
from mjscore.tiles import SEATS
from mjscore.view import notation

ENCODER = json.JSONEncoder(separators=(",", ":"), check_circular=False)


def line(answer: Answer) -> str:
    """The whole answer."""
    hands = ",".join([f'"{SEATS[seat]}":{_hand(sheet)}' for seat, sheet in answer.sheets.items()])
    more = "," + ENCODER.encode(answer.extra)[1:-1] if answer.extra else ""
    return (
        f'{{"system":"{answer.system}","legal":true,"hands":{{{hands}}},'
        f"{_paid(answer.payments)}{more}}}"
    )


def _hand(sheet: Sheet) -> str:
    rounded = "" if sheet.rounded is None else f'"points_rounded":{sheet.rounded},'
    limits = fixed = reading = ""
    if sheet.fixed:
        limits = ",".join([f'"{rule}"' for rule, _ in sheet.fixed])
        fixed = f',"fixed":[{_items(sheet.fixed)}]'
    if (read := sheet.reading) is not None:
        reading = f',"reading":"{read if isinstance(read, str) else notation(read)}"'
    return (
        f'{{"lines":[{_items(sheet.lines)}],"doubles":[{_items(sheet.doubles)}],'
        f'"points":{sheet.points},{rounded}"doubles_total":{sheet.doubles_total},'
        f'"value":{sheet.value},"limits":[{limits}]{fixed}{reading}}}'
    )


def _items(items: list[Item]) -> str:
    return ",".join(map(_item, items)) if items else ""


@lru_cache(maxsize=1 << 12)
def _item(item: Item) -> str:
    """The same few come again."""
    return f'["{item[0]}",{item[1]}]'


def _paid(payments: Payments) -> str:
    sums, transfers = [0] * payments.players, []
    for (low, high), amount in payments.pairs.items():
        if not amount:
            continue
        sums[low] -= amount
        sums[high] += amount
        if amount < 0:
            low, high, amount = high, low, -amount
        transfers.append(f'{{"from":"{PLAYERS[low]}","to":"{PLAYERS[high]}","amount":{amount}}}')
    net = ",".join([f'"{player}":{amount}' for player, amount in zip(PLAYERS, sums)])  # noqa: B905
    return f'"transfers":[{",".join(transfers)}],"net":{{{net}}}'
