"""The board's engine and the `transitions` library agree on every chart of the table."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st
from transitions import Machine

from mjtable.scan.statechart import Statechart
from tests.statechart.charts import all_charts, guards, names, rows, stand_in, states, triggers

CHARTS = all_charts()
IDS = [chart.name for chart in CHARTS]


class Model:
    """The model of a `transitions` machine: its guards read the same truth as the stand-in."""

    def __init__(self, chart, truth):
        for name in truth:
            setattr(self, name, lambda name=name: truth[name])
        table = [
            {"trigger": trigger, "source": list(source) if isinstance(source, tuple) else source,
             "dest": dest, "conditions": list(names(conditions))}
            for trigger, source, dest, conditions in rows(chart)
        ]
        self.machine = Machine(
            model=self,
            states=states(chart),
            transitions=table,
            initial=states(chart)[0],
            auto_transitions=False,
            ignore_invalid_triggers=True,
        )


def pair(chart):
    ours = stand_in(chart)
    return ours, Model(chart, ours.truth)


@pytest.mark.parametrize("chart", CHARTS, ids=IDS)
def test_every_state_and_event_give_the_same_result(chart):
    ours, theirs = pair(chart)
    for state, trigger in itertools.product(states(chart), triggers(chart)):
        used = sorted({n for r in rows(chart) if r[0] == trigger for n in names(r[3])})
        for values in itertools.product((False, True), repeat=len(used)):
            ours.truth.update(zip(used, values, strict=True))
            ours.state = state
            theirs.machine.set_state(state)
            taken = ours.fire(trigger)
            assert taken == bool(theirs.trigger(trigger)), (state, trigger, dict(ours.truth))
            assert ours.state == theirs.state, (state, trigger, dict(ours.truth))


@pytest.mark.parametrize("chart", CHARTS, ids=IDS)
@given(data=st.data())
def test_event_storms_give_the_same_walk(chart, data):
    ours, theirs = pair(chart)
    known = guards(chart)
    storm = st.lists(
        st.tuples(st.sampled_from(triggers(chart)), st.lists(st.booleans(), min_size=len(known),
                                                             max_size=len(known))),
        min_size=30, max_size=120,
    )
    for trigger, values in data.draw(storm):
        ours.truth.update(zip(known, values, strict=True))
        assert ours.fire(trigger) == bool(theirs.trigger(trigger))
        assert ours.state == theirs.state


@pytest.mark.parametrize("chart", CHARTS, ids=IDS)
def test_every_state_can_be_reached_and_left(chart):
    edges = {state: set() for state in states(chart)}
    for _, source, dest, _ in rows(chart):
        for state in states(chart) if source == "*" else names(source):
            edges[state].add(dest)
    seen, todo = set(), [states(chart)[0]]
    while todo:
        state = todo.pop()
        if state not in seen:
            seen.add(state)
            todo += edges[state]
    assert seen == set(states(chart)), "never reached: %s" % (set(states(chart)) - seen)
    stuck = [state for state in states(chart) if not edges[state] - {state}]
    assert stuck in ([], ["maintenance"]), "no way out of %s" % stuck


@pytest.mark.parametrize("chart", CHARTS, ids=IDS)
def test_tables_name_only_what_exists(chart):
    known = set(states(chart))
    for trigger, source, dest, conditions in rows(chart):
        assert dest in known, (trigger, dest)
        assert source == "*" or set(names(source)) <= known, (trigger, source)
        for name in names(conditions):
            assert callable(getattr(chart, name)), name
    for name, _, _, overstay in chart.STATES:
        assert not isinstance(overstay, str) or overstay in triggers(chart), (name, overstay)


def test_a_second_condition_is_refused():
    class Greedy(Statechart):
        NAME = "greedy"
        STATES = (("a", (), 0, 0), ("b", (), 0, 0))
        TRANSITIONS = (("go", "a", "b", ("one", "one")),)

        def one(self):
            return True

    with pytest.raises(ValueError, match="greedy: go has more than one condition; join them"):
        Greedy(None, {})
