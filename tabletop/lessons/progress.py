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
from tabletop.lessons.lesson import (
    Lesson,
    LessonStep,
    give_command,
    is_command_like,
    is_data_like,
    is_event_like,
    resolve_command,
)

NOT_IN_STEP = "Not in this step."
"""What is answered where the step has no words for it."""
AFTER_STEP = "After this step."
"""What is answered before its own words by a step that lets no order through at all."""
WATCH_OUTCOME = "Watch what comes of it."
"""What is answered once the step is done."""


def is_permitted(match: Match, step: LessonStep, command: Command) -> bool:
    """Whether a step lets through an order that the rules allow: it is one of its own, and leads where it should."""
    allowed = step.allow is None or any(is_command_like(command, said) for said in step.allow)
    return allowed and (
        not step.required_state or is_data_like(step.required_state, _compute_state_after(match, command))
    )


def _compute_state_after(match: Match, command: Command) -> object:
    """The state to which an order would lead."""
    if match.undone_moves and match.undone_moves[-1].command == command:
        return to_builtins(match.undone_moves[-1].after)
    chance = SeededChance(match.header.seed, match.draw_count)
    return to_builtins(match.game.decide(match.state, command, chance).state)


class LessonProgress:
    """Goes through the steps of a lesson, fed by what was done in a match and what was looked at.

    Attributes:
        lesson: the script.
        match: in which it is played.
        step_starts: how many moves had been made when each step began, the one that is on as the last.
        is_step_done: whether what the step waits for has been done; `due` follows then.
        due_commands: what is still to be given before the next step.
    """

    def __init__(self, lesson: Lesson, match: Match, step_starts: Sequence[int] = ()) -> None:
        """`marks` are those of a lesson that is gone on with: the step begins anew.

        Raises:
            RecordError: if what must be taken back for that cannot be written down.
        """
        self.lesson, self.match = lesson, match
        self.step_starts = list(step_starts)
        self.is_step_done = False
        self.due_commands: list[WrittenEntry] = []
        match.add_listener(self._handle_move)
        if self.step_starts:
            self._undo_step()
        else:
            for said in lesson.opening_commands:
                give_command(match, resolve_command(match.game, match.state, said))
            self.step_starts.append(len(match.moves))

    @property
    def step_number(self) -> int:
        """Of the step that is on, from 0; as many as there are once the lesson is over."""
        return len(self.step_starts) - 1

    @property
    def is_over(self) -> bool:
        """Whether every step is done."""
        return self.step_number >= len(self.lesson.steps)

    @property
    def is_last_step(self) -> bool:
        """Whether the step that is on is the last."""
        return self.step_number + 1 == len(self.lesson.steps)

    @property
    def is_decided(self) -> bool:
        """Whether the last step is on and the battle over: then its reckoning may be seen, which ends the lesson."""
        return self.is_last_step and self.match.game.outcome(self.match.state) is not None

    @property
    def step(self) -> LessonStep | None:
        """The step that is on; None once the lesson is over."""
        return None if self.is_over else self.lesson.steps[self.step_number]

    @property
    def previous_aims(self) -> Sequence[str]:
        """At what the step before has aimed, if nothing was ordered since it began."""
        before = self.lesson.steps[self.step_number - 1] if self.step_number and not self.is_over else None
        looks = before.look if before and self.step_starts[-1] == self.step_starts[-2] else ()
        return [of for kind, _, of in (look.partition(" ") for look in looks) if kind == "aim"]

    @property
    def has_begun(self) -> bool:
        """Whether anything has been done that could be taken back."""
        return bool(self.step_number) or len(self.match.moves) > self.step_starts[-1]

    # --- what the step allows

    def find_refusal(self, command: Command) -> Refused | None:
        """Why an order is not allowed in the step that is on, with the lesson in it; None if it is.

        What the rules refuse is theirs to refuse.
        """
        step = self.step
        if step is None or self.match.check(command) is not None:
            return None
        if self.blanket_refusal or is_permitted(self.match, step, command):
            return self.blanket_refusal
        return Refused(step.rule, step.answer or NOT_IN_STEP)

    @property
    def blanket_refusal(self) -> Refused | None:
        """Why no order at all is let through now; None if one is, or the lesson is over."""
        step = self.step
        if step is None or not (self.is_step_done or step.allow == ()):
            return None
        return Refused(step.rule, WATCH_OUTCOME if self.is_step_done else f"{AFTER_STEP} {step.answer}".strip())

    def advice_for(self, refusal: Refused) -> str:
        """What the step says when a rule refuses something; empty if nothing."""
        step = self.step
        return step.answers.get(refusal.rule, "") if step else ""

    # --- what completes it

    def find_awaited_look(self, looks: Collection[str]) -> str:
        """That of these looks for which the step waits; empty for none."""
        step = self.step
        return next((look for look in step.look if look in looks), "") if step and not self.is_step_done else ""

    def _handle_move(self, entry: Entry, move: Move) -> None:
        """Something was done in the match, or taken back."""
        step = self.step
        if step is None or self.is_step_done or isinstance(entry, UndoEntry):
            return
        if (step.order and is_command_like(move.command, step.order)) or (
            step.event and any(is_event_like(event, step.event) for event in move.events)
        ):
            self.complete_step()

    def complete_step(self) -> None:
        """The step is done; what follows is due."""
        if self.step and not self.is_step_done:
            self.is_step_done, self.due_commands = True, list(self.step.follow_ups)

    def next_command(self) -> Command | None:
        """The command that is to be given now, before the next step; None if none is."""
        return resolve_command(self.match.game, self.match.state, self.due_commands[0]) if self.due_commands else None

    def drop_given_command(self) -> None:
        """It was given."""
        self.due_commands.pop(0)

    def advance(self) -> None:
        """To the next step, once nothing is due."""
        self.step_starts.append(len(self.match.moves))
        self.is_step_done = False

    # --- back and forth

    def skip_step(self) -> None:
        """Do what the step shows, as it shows it, and all that follows; then on to the next.

        Raises:
            Refused: if the battle has gone another way than the lesson.
            RecordError: if it cannot be written down.
        """
        step = self.step
        if step is None:
            return
        if not self.is_step_done:
            self._undo_step()
        left = self.due_commands if self.is_step_done else [*step.solution, *step.follow_ups]
        self.is_step_done = True
        for said in left:
            give_command(self.match, resolve_command(self.match.game, self.match.state, said))
        self.due_commands = []
        self.advance()

    def go_back(self) -> None:
        """To the beginning of the step if anything was done in it, else of the one before."""
        if len(self.match.moves) == self.step_starts[-1] and not self.is_step_done and len(self.step_starts) > 1:
            self.step_starts.pop()
        self._undo_step()

    def restart(self) -> None:
        """To the beginning of the lesson."""
        del self.step_starts[1:]
        self._undo_step()

    def _undo_step(self) -> None:
        """All that was done since the step began; its dice have fallen, and come again if the same is ordered."""
        while len(self.match.moves) > self.step_starts[-1]:
            self.match.undo_by_agreement()
        self.is_step_done, self.due_commands = False, []
