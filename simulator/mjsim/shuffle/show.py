"""A shuffle study for people: a table, a histogram, a sentence for each column, the verdict."""

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from mjsim.shuffle.fixed import FIXED
from mjsim.shuffle.report import failures, histogram, reasons, sees
from mjsim.shuffle.statistics import family
from mjsim.shuffle.statistics.family import PooledTest, Verdict
from mjsim.shuffle.study import Outcome, Plan

BAR_CELLS = 24
DECIMALS = {"spearman": 3, "adjacency": 2}


def show(console: Console, plan: Plan, outcomes: list[Outcome]) -> None:
    """Write the study for people."""
    plain = not (console.encoding or "").lower().startswith("utf")
    for table in (_verdicts(plan, outcomes, plain), _spread(outcomes, plain)):
        console.print(table)
    for outcome in outcomes:
        console.print(_sentence(outcome), soft_wrap=True)
        for stop in outcome.stopped:
            console.print(Text(f"  stopped, counted: {stop}"), soft_wrap=True)
    console.print(f"fixed.toml of mjsim shuffle {FIXED.sha256}", soft_wrap=True)
    wrong = reasons(outcomes)
    for sentence in wrong:
        console.print(Text(f"FAILED: {sentence}", style="bold red"), soft_wrap=True)
    if not wrong:
        console.print(Text("PASSED", style="bold green"))


def _table(title: str, plain: bool) -> Table:
    style = box.ASCII if plain else box.SIMPLE_HEAD
    return Table(title=title, box=style, title_justify="left", pad_edge=False)


def _verdicts(plan: Plan, outcomes: list[Outcome], plain: bool) -> Table:
    """One row a test; the p and the verdict are those of the machine as it is set."""
    tests = family.tests(plan.layout) if all(one.verdicts for one in outcomes) else []
    sign = "+-" if plain else "±"
    count = f"{plan.cycles} {_shuffles(plan.cycles)}"
    title = (f"{plan.profile} on {plan.machine}: {count}, {plan.unit} unit, {plan.figures} set, "
             f"seed {plan.seed}")  # fmt: skip
    table = _table(title, plain)
    table.add_column("test")
    table.add_column("uniform")
    for outcome in outcomes:
        table.add_column(outcome.arm.title, justify="right")
    for heading in ("p (Holm)", "sees"):
        table.add_column(heading, justify="right")
    table.add_column("verdict")
    for i, test in enumerate(tests):
        digits = DECIMALS.get(test.key, 1)
        mean, sd = test.reference.mean, test.reference.sd
        cells = [_value(outcome.verdicts[i], digits) for outcome in outcomes]
        machine = outcomes[0].verdicts[i]
        seen = sees(test, plan.cycles, len(tests))
        share = isinstance(test, PooledTest)
        table.add_row(
            test.title, f"{mean:.{digits}f} {sign} {sd:.{digits}f}", *cells,
            f"{machine.p_holm:.2g}", f"{100 * seen:.1f} %" if share else f"{seen:.{digits}f}",
            _verdict(machine),
        )  # fmt: skip
    table.caption = f"! fails. sees: the smallest defect they find with {FIXED.sees:.0%}."
    table.caption_justify = "left"
    return table


def _shuffles(count: int) -> str:
    return "shuffle" if count == 1 else "shuffles"


def _value(verdict: Verdict, digits: int) -> Text:
    mark = "" if verdict.passed else " !"
    value = round(verdict.value, digits) + 0.0  # no minus before a zero
    return Text(f"{value:.{digits}f}{mark}", style="" if verdict.passed else "yellow")


def _verdict(verdict: Verdict) -> Text:
    return Text("pass", style="green") if verdict.passed else Text("FAIL", style="bold red")


def _spread(outcomes: list[Outcome], plain: bool) -> Table:
    """Histogram of neighbours kept, every arm to the same scale."""
    counts = [histogram(outcome) for outcome in outcomes]
    rows = min(max(map(len, counts)), 11)
    top = max(max(_row(count, i, rows) for i in range(rows)) for count in counts)
    table = _table("Drop neighbours that are wall neighbours, shuffles with that many", plain)
    table.add_column("kept", justify="right")
    for outcome in outcomes:
        table.add_column(outcome.arm.title)
    for i in range(rows):
        more = i == rows - 1 and any(len(count) > rows for count in counts)
        cells = [_bar(_row(count, i, rows), top, plain) for count in counts]
        table.add_row(f"{i}+" if more else str(i), *cells)
    return table


def _row(count: list[int], i: int, rows: int) -> int:
    """Shuffles in row i; the last row takes all that is beyond."""
    return sum(count[i:]) if i == rows - 1 else sum(count[i : i + 1])


def _bar(shuffles: int, top: int, plain: bool) -> str:
    cells = round(BAR_CELLS * shuffles / top)
    return f"{('#' if plain else '█') * cells} {shuffles}".strip()


def _sentence(outcome: Outcome) -> Text:
    """What an arm did, and whether that is as it must be."""
    failed = failures(outcome)
    did = f"fails {failed}" if failed else "passes every test"
    if outcome.arm.must == "":
        return Text(f"{outcome.arm.title}: {did} (shown beside the machine, not judged)")
    wanted = "as it must" if outcome.as_it_must else f"but must {outcome.arm.must}"
    style = "green" if outcome.as_it_must else "bold red"
    return Text.assemble(f"{outcome.arm.title}: {did}, ", (wanted, style))
