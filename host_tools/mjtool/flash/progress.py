"""Progress of a long copy: a bar on a terminal, a line for each part elsewhere."""

from types import TracebackType

from rich.progress import BarColumn, DownloadColumn, TextColumn
from rich.progress import Progress as Bars

from ..output import Output


class Phase:
    """One part of the work, counted in `total` bytes; without a total the bar only moves."""

    def __init__(self, output: Output, text: str, total: int) -> None:
        self._output = output
        self._text = text
        columns = [TextColumn(text), BarColumn(), *([DownloadColumn()] if total else [])]
        self._bars = Bars(*columns, console=output.errors, transient=True,
                          disable=not output.errors.is_terminal or output.as_json)
        self._task = self._bars.add_task(text, total=total or None)
        self._before = 0

    def done(self, count: int) -> None:
        """This many more bytes are done."""
        self._before += count
        self._bars.update(self._task, completed=self._before)

    def within(self, count: int, total: int) -> None:
        """This many bytes of the file that is being worked on are done."""
        self._bars.update(self._task, completed=self._before + count)

    def of(self, count: int, total: int) -> None:
        """This many bytes are done, of so many, as it turns out."""
        self._bars.update(self._task, completed=count, total=total)

    def __enter__(self) -> "Phase":
        if not self._output.as_json and not self._output.errors.is_terminal:
            self._output.note(f"{self._text} ...")
        self._bars.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, value: BaseException | None,
                 trace: TracebackType | None) -> None:
        self._bars.stop()


class Progress:
    """Makes the parts; nothing is shown with `--json`."""

    def __init__(self, output: Output) -> None:
        self._output = output

    def phase(self, text: str, total: int = 0) -> Phase:
        """A part of the work."""
        return Phase(self._output, text, total)
