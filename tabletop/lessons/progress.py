"""How far somebody has come in a lesson: the step that is on, what it allows, and what completes it."""

from collections.abc import Collection, Sequence

from msgspec import to_builtins

from tabletop.core.case_file import WrittenEntry
from tabletop.core.chance import SeededChance
from tabletop.core.commands import Command
from tabletop.core.errors import Refused
from tabletop.core.match import Match
from tabletop.core.match_history import Move
from tabletop.core.record import Entry, UndoEntry
from tabletop.lessons.lesson import Lesson, LessonStep, came, fits, give, given, ordered

NOT_YET = "Not in this step."
"""What is answered where the step has no words for it."""
AFTER = "After this step."
"""What is answered before its own words by a step that lets no order through at all."""
WATCH = "Watch what comes of it."
"""What is answered once the step is done."""


def permitted(match: Match, step: LessonStep, command: Command) -> bool:
    """Whether a step lets through an order that the rules allow: it is one of its own, and leads where it should."""
    allowed = step.allow is None or any(ordered(command, said) for said in step.allow)
    return allowed and (not step.leads or fits(step.leads, _led(match, command)))


def _led(match: Match, command: Command) -> object:
    """The state to which an order would lead."""
    if match.undone_moves and match.undone_moves[-1].command == command:
        return to_builtins(match.undone_moves[-1].after)
    chance = SeededChance(match.header.seed, match.draw_count)
    return to_builtins(match.game.decide(match.state, command, chance).state)


class Progress:
    """Goes through the steps of a lesson, fed by what was done in a match and what was looked at.

    Attributes:
        lesson: the script.
        match: in which it is played.
        marks: how many moves had been made when each step began, the one that is on as the last.
        done: whether what the step waits for has been done; `due` follows then.
        due: what is still to be given before the next step.
    """

    def __init__(self, lesson: Lesson, match: Match, marks: Sequence[int] = ()) -> None:
        """`marks` are those of a lesson that is gone on with: the step begins anew.

        Raises:
            RecordError: if what must be taken back for that cannot be written down.
        """
        self.lesson, self.match = lesson, match
        self.marks = list(marks)
        self.done = False
        self.due: list[WrittenEntry] = []
        match.add_listener(self._heard)
        if self.marks:
            self._take_back()
        else:
            for said in lesson.begin:
                give(match, given(match.game, match.state, said))
            self.marks.append(len(match.moves))

    @property
    def number(self) -> int:
        """Of the step that is on, from 0; as many as there are once the lesson is over."""
        return len(self.marks) - 1

    @property
    def over(self) -> bool:
        """Whether every step is done."""
        return self.number >= len(self.lesson.steps)

    @property
    def at_last(self) -> bool:
        """Whether the step that is on is the last."""
        return self.number + 1 == len(self.lesson.steps)

    @property
    def decided(self) -> bool:
        """Whether the last step is on and the battle over: then its reckoning may be seen, which ends the lesson."""
        return self.at_last and self.match.game.outcome(self.match.state) is not None

    @property
    def step(self) -> LessonStep | None:
        """The step that is on; None once the lesson is over."""
        return None if self.over else self.lesson.steps[self.number]

    @property
    def aimed(self) -> Sequence[str]:
        """At what the step before has aimed, if nothing was ordered since it began."""
        before = self.lesson.steps[self.number - 1] if self.number and not self.over else None
        looks = before.look if before and self.marks[-1] == self.marks[-2] else ()
        return [of for kind, _, of in (look.partition(" ") for look in looks) if kind == "aim"]

    @property
    def begun(self) -> bool:
        """Whether anything has been done that could be taken back."""
        return bool(self.number) or len(self.match.moves) > self.marks[-1]

    # --- what the step allows

    def bars(self, command: Command) -> Refused | None:
        """Why an order is not allowed in the step that is on, with the lesson in it; None if it is.

        What the rules refuse is theirs to refuse.
        """
        step = self.step
        if step is None or self.match.check(command) is not None:
            return None
        if self.shut or permitted(self.match, step, command):
            return self.shut
        return Refused(step.rule, step.answer or NOT_YET)

    @property
    def shut(self) -> Refused | None:
        """Why no order at all is let through now; None if one is, or the lesson is over."""
        step = self.step
        if step is None or not (self.done or step.allow == ()):
            return None
        return Refused(step.rule, WATCH if self.done else f"{AFTER} {step.answer}".strip())

    def advice(self, refusal: Refused) -> str:
        """What the step says when a rule refuses something; empty if nothing."""
        step = self.step
        return step.answers.get(refusal.rule, "") if step else ""

    # --- what completes it

    def awaited(self, looks: Collection[str]) -> str:
        """That of these looks for which the step waits; empty for none."""
        step = self.step
        return next((look for look in step.look if look in looks), "") if step and not self.done else ""

    def _heard(self, entry: Entry, move: Move) -> None:
        """Something was done in the match, or taken back."""
        step = self.step
        if step is None or self.done or isinstance(entry, UndoEntry):
            return
        if (step.order and ordered(move.command, step.order)) or (
            step.fact and any(came(event, step.fact) for event in move.events)
        ):
            self.complete()

    def complete(self) -> None:
        """The step is done; what follows is due."""
        if self.step and not self.done:
            self.done, self.due = True, list(self.step.then)

    def next_due(self) -> Command | None:
        """The command that is to be given now, before the next step; None if none is."""
        return given(self.match.game, self.match.state, self.due[0]) if self.due else None

    def gave(self) -> None:
        """It was given."""
        self.due.pop(0)

    def go_on(self) -> None:
        """To the next step, once nothing is due."""
        self.marks.append(len(self.match.moves))
        self.done = False

    # --- back and forth

    def skip(self) -> None:
        """Do what the step shows, as it shows it, and all that follows; then on to the next.

        Raises:
            Refused: if the battle has gone another way than the lesson.
            RecordError: if it cannot be written down.
        """
        step = self.step
        if step is None:
            return
        if not self.done:
            self._take_back()
        left = self.due if self.done else [*step.shown, *step.then]
        self.done = True
        for said in left:
            give(self.match, given(self.match.game, self.match.state, said))
        self.due = []
        self.go_on()

    def back(self) -> None:
        """To the beginning of the step if anything was done in it, else of the one before."""
        if len(self.match.moves) == self.marks[-1] and not self.done and len(self.marks) > 1:
            self.marks.pop()
        self._take_back()

    def restart(self) -> None:
        """To the beginning of the lesson."""
        del self.marks[1:]
        self._take_back()

    def _take_back(self) -> None:
        """All that was done since the step began; its dice have fallen, and come again if the same is ordered."""
        while len(self.match.moves) > self.marks[-1]:
            self.match.undo_by_agreement()
        self.done, self.due = False, []
