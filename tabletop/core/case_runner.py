"""Running case files: any game is played by its own rules with scripted dice, and every difference is explained."""

from collections.abc import Sequence

import msgspec

from tabletop.core import case_file
from tabletop.core.chance import ScriptedChance
from tabletop.core.commands import Command
from tabletop.core.document import DataPath as DataPath
from tabletop.core.errors import ChanceExhausted, Problem, Refused
from tabletop.core.events import Event
from tabletop.core.match_history import BROKEN
from tabletop.core.reading import shorten_error


def run_case(file: case_file.CaseFile, number: int) -> tuple[Problem, ...]:
    """Play case `number` of a file and return a problem for every difference; () if the case holds."""
    return _CaseRun(file, number).find_differences()


def describe_case(file: case_file.CaseFile, number: int) -> tuple[str, ...]:
    """Play case `number` of a file and return its log: a sentence for each event or refusal."""
    case = _CaseRun(file, number)
    case.find_differences()
    return tuple(case.log)


class _CaseRun:
    """One case while it is played: the state, the remaining dice, the log and the differences so far."""

    def __init__(self, file: case_file.CaseFile, number: int) -> None:
        self._game = file.game
        self._case = file.data.cases[number]
        self._path: DataPath = ("cases", number)
        self._state = file.openings[number]
        self._chance = ScriptedChance(self._case.dice, self._case.decks)
        self._document = file.document
        self._found: set[Problem] = set()
        self.log: list[str] = []

    def find_differences(self) -> tuple[Problem, ...]:
        """Play all steps, stop where the case cannot go on, and return the problems by line.

        Dice and shuffles of the case that were not used are problems too.
        """
        for place, step in enumerate(self._case.steps):
            if not self._run_step((*self._path, "steps", place), step):
                return tuple(sorted(self._found))
        self._compare_used(self._path, self._chance)
        return tuple(sorted(self._found))

    def _add_problem(self, path: DataPath, message: str) -> None:
        """Add a problem at the line of `path` in the case file."""
        at = self._document.position_of(path)
        self._found.add(Problem(self._document.source, at.line, at.column, message))

    def _run_step(self, path: DataPath, step: case_file.StepData) -> bool:
        """Play one command and compare its results. Return False if the case cannot go on.

        A failure of the rules is reported as a problem.
        """
        try:
            return self._play_step(path, step)
        except BROKEN as error:
            self._add_problem((*path, "do"), f"the rules do not allow this position ({shorten_error(error)})")
            return False

    def _play_step(self, path: DataPath, step: case_file.StepData) -> bool:
        """Play one command or its expected refusal, add it to the log and compare the results.

        Dice and decks of the step replace those of the case. Return False, after adding a problem, if the command
        was refused or allowed unexpectedly, or the script of chance ran out.
        """
        command = self._build_command(step)
        refusal = self._game.check(self._state, command)
        if refusal is not None or step.expect.refused is not None:
            if not self._compare_refusal(path, step.expect.refused, refusal):
                return False
            events: Sequence[Event] = ()
            self.log.append(str(refusal))
        else:
            own = step.dice is not None or step.decks is not None
            chance = ScriptedChance(step.dice or (), step.decks or ()) if own else self._chance
            try:
                came = self._game.decide(self._state, command, chance)
            except ChanceExhausted as error:
                self._add_problem(path, f"the script of chance does not fit: {error}")
                return False
            if chance is not self._chance:
                self._compare_used(path, chance)
            self._add_to_log(came.events)
            self._state, events = came.state, came.events
        self._compare((*path, "expect"), step.expect, events)
        return True

    def _add_to_log(self, events: Sequence[Event]) -> None:
        """Append a sentence for each event to the log, from the present state on; skip those without a sentence."""
        state = self._state
        for event in events:
            self.log.append(self._game.describe(state, event))
            state = self._game.evolve(state, event)
        self.log = [sentence for sentence in self.log if sentence]

    def _compare_used(self, path: DataPath, chance: ScriptedChance) -> None:
        """Add a problem for dice that were not rolled, and one for shuffles that did not happen."""
        if chance.dice_left:
            self._add_problem(
                (*path, "dice"), f"these dice were not rolled: {case_file.format_value(chance.dice_left)}"
            )
        if chance.decks_left:
            self._add_problem(
                (*path, "decks"), f"these shuffles did not happen: {case_file.format_value(chance.decks_left)}"
            )

    def _build_command(self, step: case_file.StepData) -> Command:
        """Build the command of a step. A command without a side is given by the side that must act.

        Once the game is over, the first side gives it.
        """
        decision = self._game.decision(self._state)
        side = decision.side if decision else self._game.meta.sides[0].id
        return case_file.build_command(self._game, step.do, side)

    def _compare_refusal(self, path: DataPath, expected: str | None, refusal: Refused | None) -> bool:
        """Add a problem unless the rule `expected` refused the command.

        Return True if the command was refused and a refusal was expected, even by another rule.
        """
        if refusal is None:
            self._add_problem(
                (*path, "expect", "refused"), (f"expected a refusal by {expected}, but the command was allowed")
            )
        elif expected is None:
            self._add_problem((*path, "do"), f"refused: {refusal}")
        elif refusal.rule != expected:
            self._add_problem((*path, "expect", "refused"), f"expected a refusal by {expected}, got: {refusal}")
        return refusal is not None and expected is not None

    def _compare(self, path: DataPath, expect: case_file.Expectation, events: Sequence[Event]) -> None:
        """Add a problem for each difference in events, forbidden events, state, outcome and next decision."""
        came = [msgspec.to_builtins(event) for event in events]
        kinds = [str(event[case_file.EVENT]) for event in came]
        self._compare_events(path, expect, came, kinds)
        for place, name in enumerate(expect.never):
            if name in kinds:
                self._add_problem(
                    (*path, "never", place), f"{name} happened: {case_file.format_value(came[kinds.index(name)])}"
                )
        self._compare_part((*path, "state"), expect.state, self._state)
        if expect.outcome is not None:
            self._compare_part((*path, "outcome"), expect.outcome, self._game.outcome(self._state))
        if expect.decision is not None:
            self._compare_part((*path, "decision"), expect.decision, self._game.decision(self._state))

    def _compare_part(self, path: DataPath, expected: dict[str, object], whole: object) -> None:
        """Add a problem for each key of `expected` that differs in `whole`; none if `expected` is empty."""
        if not expected:
            return
        for where, message in case_file.find_differences(expected, msgspec.to_builtins(whole)):
            self._add_problem((*path, *where), f"{_join_path(where)}: {message}" if where else message)

    def _compare_events(
        self, path: DataPath, expect: case_file.Expectation, came: Sequence[object], kinds: list[str]
    ) -> None:
        """Add a problem for each expected event that does not happen in its order, or with other values.

        Other events may happen in between. If no event of a kind fits, the first of that kind is compared field by
        field.
        """
        start = 0
        for place, said in enumerate(expect.events):
            name, fields = case_file.split_entry(said)
            found = [n for n in range(start, len(came)) if kinds[n] == name]
            exact = next((n for n in found if not any(case_file.find_differences(fields, came[n]))), None)
            if exact is not None:
                start = exact + 1
                continue
            where = (*path, "events", place)
            if not found:
                after = ", ".join(kinds[start:]) or "nothing"
                self._add_problem(where, f"{name} did not happen; what happened: {after}")
                continue
            for part, message in case_file.find_differences(fields, came[found[0]]):
                self._add_problem((*where, name, *part), f"{name}.{_join_path(part)}: {message}")
            start = found[0] + 1


def _join_path(path: DataPath) -> str:
    """Return a path with dots between its parts, e.g. ``ships.3.heading``."""
    return ".".join(map(str, path))
