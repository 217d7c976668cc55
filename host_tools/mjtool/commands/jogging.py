"""A jog's bar and its sentence."""

from rich.progress import BarColumn, Progress, TextColumn

from ..jog import Run
from ..output import Output
from ..values import event_json


class bar:  # noqa: N801 - used as a function
    """A progress bar on a terminal, nothing elsewhere."""

    def __init__(self, output: Output, name: str, seconds: float) -> None:
        self._progress = Progress(TextColumn(name), BarColumn(),
                                  TextColumn("{task.completed:.1f} s"), console=output.errors,
                                  disable=not output.errors.is_terminal, transient=True)
        self._task = self._progress.add_task(name, total=seconds)

    def show(self, seconds: float) -> None:
        """This much is done."""
        self._progress.update(self._task, completed=seconds)

    def __enter__(self) -> "bar":
        self._progress.start()
        return self

    def __exit__(self, *problem: object) -> None:
        self._progress.stop()


def told(output: Output, name: str, run: Run) -> None:
    """Say how long the motor ran, and why it ended early."""
    ran = "stands again" if run.ran_ms is None else f"ran {run.ran_ms / 1000:.2f} s and stands"
    text = f"Motor {name} {ran}."
    if run.stopped_by_you:
        text += " You stopped it."
    elif run.ran_ms is not None and run.ran_ms < run.seconds * 900:
        text += " It ended early: the table stopped it: the service key let go, a fault, "
        text += "an end or a pinch, or a late keepalive."
    output.say(text, {"motor": name, "seconds": run.seconds, "ran_ms": run.ran_ms,
                      "stopped_by_you": run.stopped_by_you,
                      "events": [event_json(event) for event in run.events]})
