"""One group of modules and their tests: every mistake tried, and what came of it.

A fork imports the tests once, with modules that say which statement runs. It runs every test, and
then, a fork for each mistake, those that come to its statement: the one first that has found most
mistakes of this function, then the quickest. What runs at an import already (a module's tables,
constants, class bodies, and functions they call) is imported anew with its mistake, by a process
that knows none of the project yet: nothing made from it is forgotten.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from tools.check.mutate import forks, hits, trial
from tools.check.mutate.mutants import Mutant, Source
from tools.check.mutate.swap import Swap

IMPORT_S = 60.0
KILLED, ENDLESS, SURVIVED, UNREACHED = "killed", "endless", "survived", "unreached"
Job = tuple[Source, Mutant]
Tell = Callable[[Source, Mutant, str, str], None]


class Trouble(Exception):
    """The tests cannot tell anything."""


@dataclass
class Campaign:
    """`jobs` are the mistakes to be tried, `width` how many at a time; `tell` hears each."""

    sources: list[Source]
    tests: list[str]
    jobs: list[Job]
    width: int
    tell: Tell
    log: str

    def run(self) -> None:
        """All of it."""
        self._kills: Counter[tuple[str, str]] = Counter()
        self._seconds: dict[str, float] = {}
        cold: list[Job] = []
        fork = forks.start(self._warm, self.log)
        for line in fork.lines:
            said = json.loads(line)
            if "trouble" in said:
                fork.ended()
                raise Trouble(said["trouble"])
            if "seconds" in said:
                self._seconds = said["seconds"]
                cold = [self.jobs[number] for number in said["cold"]]
            else:
                self._heard(self.jobs[said["job"]], said["verdict"], said["by"])
        if fork.ended() or not self._seconds:
            raise Trouble(f"the tests cannot be run: {last_line(self.log)}")
        for job, said, died in forks.each(cold, self._cold, self.width):
            self._heard(job, *verdict(said, died))

    def _heard(self, job: Job, what: str, by: str) -> None:
        self._kills[job[1].function, by] += 1
        self.tell(*job, what, by)

    # ------------------------------------------------------------------ imported once
    def _warm(self, answer: IO[str]) -> None:
        """In a fork: import, run every test once, try what a swapped function can show."""
        trial.prepare()
        swap, counted = Swap(), hits.Hits()
        for source in self.sources:
            swap.at_import(hits.code(source))

        def say(**words: Any) -> None:
            answer.write(json.dumps(words) + "\n")
            answer.flush()

        def work(house: trial.House) -> None:
            early = set(counted.taken())
            swap.find()
            try:
                by_statement = self._baseline(house, counted)
            except Trouble as trouble:
                say(trouble=str(trouble))
                return
            for source in self.sources:
                swap.everywhere(source.code())
            cold = {at for at, (_, each) in enumerate(self.jobs)
                    if each.statement < 0 or each.statement in early}
            say(seconds=self._seconds, cold=sorted(cold))
            warm = [at for at in range(len(self.jobs)) if at not in cold]
            for at, what, by in self._try(house, swap, warm, by_statement):
                self._kills[self.jobs[at][1].function, by] += 1
                say(job=at, verdict=what, by=by)

        house = trial.collect(self.tests, work)
        if not house.items:
            say(trouble=f"the tests cannot be imported: {last_words(house.failure)}")

    def _baseline(self, house: trial.House, counted: hits.Hits) -> dict[int, list[str]]:
        """Every test without a mistake: its work, and for each statement the tests it has."""
        files: dict[str, list[str]] = {}
        for name in house.items:
            files.setdefault(name.split("::")[0], []).append(name)

        def work(names: list[str], answer: IO[str]) -> None:
            for name, seen in house.run(names):
                row = [name, seen.seconds, seen.failure, counted.taken()]
                answer.write(json.dumps(row) + "\n")

        found: dict[int, list[str]] = {}
        for names, said, died in forks.each(files.values(), work, self.width):
            rows = [json.loads(line) for line in said.splitlines()]
            for name, seconds, failure, numbers in rows:
                self._seconds[name] = seconds
                if failure:
                    raise Trouble(f"{name} fails without any mistake: {last_words(failure)}")
                for number in numbers:
                    found.setdefault(number, []).append(name)
            if died:
                raise Trouble(f"{names[len(rows)]} ends its process ({died}) without any mistake")
        return found

    def _try(self, house: trial.House, swap: Swap, numbers: list[int],
             tests: dict[int, list[str]]) -> Iterator[tuple[int, str, str]]:
        def work(at: int, answer: IO[str]) -> None:
            source, mutant = self.jobs[at]
            trial.limit_memory()
            swap.everywhere(source.code(mutant))
            self._first_failure(house, tests[mutant.statement], mutant, answer)

        reached = [at for at in numbers if self.jobs[at][1].statement in tests]
        for at in sorted(set(numbers) - set(reached)):
            yield at, UNREACHED, ""
        for at, said, died in forks.each(reached, work, self.width):
            yield at, *verdict(said, died)

    def _first_failure(self, house: trial.House, names: Iterable[str], mutant: Mutant,
                       answer: IO[str]) -> None:
        """Says each test it begins, and a last word when none of them fails."""
        first = sorted(names, key=lambda name: (-self._kills[mutant.function, name],
                                                self._seconds[name]))
        answer.write(first[0] + "\n")
        for at, (_, seen) in enumerate(house.run(first, self._seconds.__getitem__)):
            if seen.failure:
                return
            answer.write(first[at + 1] + "\n" if at + 1 < len(first) else SURVIVED)
            answer.flush()

    # ------------------------------------------------------------------ imported anew
    def _cold(self, job: Job, answer: IO[str]) -> None:
        """In a fork of a process that has imported nothing of the project."""
        source, mutant = job
        trial.prepare()
        trial.limit_memory()
        trial.limit_work(IMPORT_S)
        Swap().at_import(source.code(mutant))
        trial.collect(self.tests, lambda house: self._first_failure(
            house, [name for name in self._seconds if name in house.items], mutant, answer))


def verdict(said: str, died: str) -> tuple[str, str]:
    """What came of one mistake, and which test saw it."""
    lines = said.splitlines()
    if lines and lines[-1] == SURVIVED:
        return SURVIVED, ""
    return ENDLESS if died == "SIGXCPU" else KILLED, lines[-1] if lines else "(import)"


def last_words(failure: str) -> str:
    """The line of a failure that says what is wrong."""
    lines = [line for line in failure.splitlines() if line.strip()]
    said = [line[1:].strip() for line in lines if line.startswith("E ")]
    return said[0] if said else lines[-1] if lines else "no words"


def last_line(log: str) -> str:
    """What a fork has printed last."""
    return last_words(Path(log).read_text(encoding="utf-8", errors="replace"))
