"""Placement and copper of the mains board: the tile stamped for every channel, then the feed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from hardware.board.domains import Side
from hardware.board.layout import Layout, LayoutError
from hardware.mains import feed, tile
from hardware.mains.outline import BUS_X, EARTH_X, NEUTRAL_X, WIDTH
from hardware.mains.spec import BOTH, Bar, Frame, Spot, lay
from hardware.model import Circuit
from hardware.route.job import Routing, Segment

FIRST = {"L_MOT_A": feed.FIRST_LEFT, "L_MOT_B": feed.FIRST_RIGHT}  # bus -> its first channel
# a channel's parts in the tile and on the board: 100 times the channel and this
NUMBERED = {"C1": "C{}1", "R1": "R{}1", "R2": "R{}2", "R3": "R{}3", "R4": "R{}4", "R5": "R{}5",
            "D1": "D{}1"}


class Channel(NamedTuple):
    """One motor channel: its number, where its tile lies, the names of its nets and parts."""

    number: int
    frame: Frame
    nets: dict[str, str]
    refs: dict[str, str]

    @property
    def reversible(self) -> bool:
        return "K" in self.refs


def channels(circuit: Circuit) -> Iterator[Channel]:
    """The channels in order, each on the side of its bus."""
    y = dict(FIRST)
    for ref, triac in circuit.of_kind("triac").items():
        number = int(ref[1:]) - 2
        bus, out = triac.pins["2"], triac.pins["1"]
        refs = {name: its.format(f"{number}0") for name, its in NUMBERED.items()}
        refs |= {"Q": ref, "OK": f"OK{number}"}
        nets = {"BUS": bus, "OUT": out, "GATE": triac.pins["3"],
                "SNUB": circuit.parts[refs["C1"]].pins["1"],
                "HV": circuit.parts[refs["R3"]].pins["2"]}
        relay = _of_net(circuit, "relay_spdt", out)
        if relay:
            refs["K"] = relay
            nets |= {"A": circuit.parts[relay].pins["12"], "B": circuit.parts[relay].pins["14"]}
        refs["J"] = _of_net(circuit, "connector", nets.get("A", out)) or "?"
        right = bus != "L_MOT_A"
        yield Channel(number, Frame(WIDTH if right else 0.0, y[bus], right), nets, refs)
        y[bus] += tile.REVERSIBLE if relay else tile.ONE_WAY


def _of_net(circuit: Circuit, kind: str, net: str) -> str | None:
    return next((ref for ref, part in circuit.of_kind(kind).items()
                 if net in part.pins.values()), None)


def tables(channel: Channel) -> list[tuple[tuple[Spot, ...], tuple[Bar, ...]]]:
    """What the channel's tile is made of."""
    own = (tile.RELAY, tile.RELAY_BARS) if channel.reversible else (tile.PLUG, tile.PLUG_BARS)
    return [(tile.CHANNEL, tile.CHANNEL_BARS), own]


def put(layout: Layout, spots: tuple[Spot, ...], frame: Frame, refs: Mapping[str, str]) -> None:
    for spot in spots:
        layout.put(refs.get(spot.ref, spot.ref), *frame.point(spot.x, spot.y),
                   frame.turned(spot.turned))


def layout_of(circuit: Circuit, sides: dict[str, Side]) -> Layout:
    """Every part of the mains board in its place."""
    layout = Layout(circuit, sides)
    put(layout, feed.PARTS, Frame(0, 0), {})
    for channel in channels(circuit):
        for spots, _ in tables(channel):
            put(layout, spots, channel.frame, channel.refs)
    if layout.missing():
        raise LayoutError(f"not placed on the mains board: {', '.join(layout.missing())}; add "
                          "them in hardware/mains/feed.py or tile.py")
    return layout


def mains_copper(circuit: Circuit) -> Routing:
    """All tracks and vias at mains or earth: the feed, the tiles, the bars beside them."""
    found = Routing()
    lay(feed.BARS, feed.HOPS, Frame(0, 0), {}, found)
    every = list(channels(circuit))
    for channel in every:
        for _, bars in tables(channel):
            lay(bars, tile.RELAY_HOPS if channel.reversible and bars is tile.RELAY_BARS else (),
                channel.frame, channel.nets, found)
    for bus in FIRST:
        found.segments += column_bars([c for c in every if c.nets["BUS"] == bus])
    return found


def column_bars(mine: list[Channel]) -> list[Segment]:
    """Bus, neutral and earth along a column, from where the feed brings them to the last pad."""
    first, last = mine[0].frame, mine[-1]
    right = first.half_turn

    def bar(net: str, layer: int, width: float, at: float, top: float, end: float) -> Segment:
        x = first.point(at, 0)[0]
        return Segment(net, layer, x, top, x, end, width)

    plug = last.frame.point(0, tile.PLUG_Y[last.reversible])[1]
    pad = last.frame.point(0, tile.BUS_END)[1]
    found = [bar(mine[0].nets["BUS"], 1, 3.0, BUS_X, feed.BUS_TOP[right],
                 feed.RIGHT_BUS_END if right else pad),
             bar("N_MOT", 1, 4.0, NEUTRAL_X, feed.NEUTRAL_TOP[right], plug)]
    if not right:
        top = first.point(0, tile.PLUG_Y[mine[0].reversible])[1]
        found += [bar("PE", layer, 4.0, EARTH_X, top, feed.EARTH_Y) for layer in BOTH]
    return found
