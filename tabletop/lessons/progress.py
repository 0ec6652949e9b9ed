"""The progress of a player in a lesson: the current step, what it allows, and what completes it."""

from collections.abc import Collection, Sequence

from msgspec import to_builtins

from tabletop.core.case_file import WrittenEntry
from tabletop.core.chance import SeededChance
from tabletop.core.commands import Command
from tabletop.core.errors import Refused
from tabletop.core.match import Match
from tabletop.core.match_history import Move
from tabletop.core.record import Entry, UndoEntry
from tabletop.lessons import lesson as lessons
from tabletop.lessons.lesson import Lesson, LessonStep

NOT_IN_STEP = "Not in this step."
"""The refusal of a step that has no answer of its own."""
AFTER_STEP = "After this step."
"""The first words of the refusal if a step allows no command at all."""
WATCH_OUTCOME = "Watch what happens."
"""The refusal once the task of the step is done."""


def is_permitted(match: Match, step: LessonStep, command: Command) -> bool:
    """Return True if a step allows a legal command and the command leads to the required state."""
    allowed = step.allow is None or any(lessons.is_command_like(command, said) for said in step.allow)
    return allowed and (
        not step.required_state or lessons.is_data_like(step.required_state, _compute_state_after(match, command))
    )


def _compute_state_after(match: Match, command: Command) -> object:
    """Return the state after a command, as plain data. The match stays as it is."""
    if match.undone_moves and match.undone_moves[-1].command == command:
        return to_builtins(match.undone_moves[-1].after)
    chance = SeededChance(match.header.seed, match.draw_count)
    return to_builtins(match.game.decide(match.state, command, chance).state)


class LessonProgress:
    """The progress through the steps of a lesson. It listens to the match; the window reports looks.

    Attributes:
        lesson: the lesson.
        match: the match in which it is played.
        step_starts: number of moves at the beginning of each step so far, the current step last.
        is_step_done: True once the task of the current step is done.
        due_commands: the commands that the window still has to submit before the next step.
    """

    def __init__(self, lesson: Lesson, match: Match, step_starts: Sequence[int] = ()) -> None:
        """Begin a lesson, or continue one: `step_starts` are those of the earlier progress.

        A new lesson submits its opening commands. A continued one undoes all commands of its current step.

        Raises:
            Refused: if an opening command is illegal.
            RecordError: if the record cannot be written.
        """
        self.lesson = lesson
        self.match = match
        self.step_starts = list(step_starts)
        self.is_step_done = False
        self.due_commands: list[WrittenEntry] = []
        match.add_listener(self._handle_move)
        if self.step_starts:
            self._undo_step()
        else:
            for said in lesson.opening_commands:
                lessons.give_command(match, lessons.resolve_command(match.game, match.state, said))
            self.step_starts.append(len(match.moves))

    @property
    def step_number(self) -> int:
        """Index of the current step, from 0; the number of steps once the lesson is over."""
        return len(self.step_starts) - 1

    @property
    def is_over(self) -> bool:
        """True if every step is done."""
        return self.step_number >= len(self.lesson.steps)

    @property
    def is_last_step(self) -> bool:
        """True if the current step is the last."""
        return self.step_number + 1 == len(self.lesson.steps)

    @property
    def is_decided(self) -> bool:
        """True if the battle is over in the last step: its report may then be shown, and the lesson ends."""
        return self.is_last_step and self.match.game.outcome(self.match.state) is not None

    @property
    def step(self) -> LessonStep | None:
        """The current step; None once the lesson is over."""
        return None if self.is_over else self.lesson.steps[self.step_number]

    @property
    def previous_aims(self) -> Sequence[str]:
        """The ships at which the previous step has aimed; () if a command was given in that step."""
        before = self.lesson.steps[self.step_number - 1] if self.step_number and not self.is_over else None
        looks = before.look if before and self.step_starts[-1] == self.step_starts[-2] else ()
        return [of for kind, _, of in (look.partition(" ") for look in looks) if kind == "aim"]

    @property
    def has_begun(self) -> bool:
        """True if there is a step or a command to go back from."""
        return bool(self.step_number) or len(self.match.moves) > self.step_starts[-1]

    # --- what the step allows and refuses

    def find_refusal(self, command: Command) -> Refused | None:
        """Return the refusal of a command by the current step; None if the step allows it.

        A command that the rules refuse gets None too, as the rules answer it.
        """
        step = self.step
        if step is None or self.match.check(command) is not None:
            return None
        if self.blanket_refusal or is_permitted(self.match, step, command):
            return self.blanket_refusal
        return Refused(step.rule, step.answer or NOT_IN_STEP)

    @property
    def blanket_refusal(self) -> Refused | None:
        """The refusal of every command; None if the step allows some, or the lesson is over."""
        step = self.step
        if step is None or not (self.is_step_done or step.allow == ()):
            return None
        return Refused(step.rule, WATCH_OUTCOME if self.is_step_done else f"{AFTER_STEP} {step.answer}".strip())

    def advice_for(self, refusal: Refused) -> str:
        """Return the text of the step for a refusal of the rules; "" for none."""
        step = self.step
        return step.answers.get(refusal.rule, "") if step else ""

    # --- completing the step

    def find_awaited_look(self, looks: Collection[str]) -> str:
        """Return the first look in `looks` that fulfils the task; "" for none."""
        step = self.step
        return next((look for look in step.look if look in looks), "") if step and not self.is_step_done else ""

    def _handle_move(self, entry: Entry, move: Move) -> None:
        """Complete the step if a move of the match has fulfilled its task. Ignores undone moves."""
        step = self.step
        if step is None or self.is_step_done or isinstance(entry, UndoEntry):
            return
        if (step.order and lessons.is_command_like(move.command, step.order)) or (
            step.event and any(lessons.is_event_like(event, step.event) for event in move.events)
        ):
            self.complete_step()

    def complete_step(self) -> None:
        """Mark the task as done; the commands that follow become due."""
        if self.step and not self.is_step_done:
            self.is_step_done = True
            self.due_commands = list(self.step.follow_ups)

    def next_command(self) -> Command | None:
        """Return the first due command without submitting it; None if none is due."""
        return (
            lessons.resolve_command(self.match.game, self.match.state, self.due_commands[0])
            if self.due_commands
            else None
        )

    def drop_given_command(self) -> None:
        """Remove the first due command, after the window has submitted it."""
        self.due_commands.pop(0)

    def advance(self) -> None:
        """Go to the next step. Call it once no command is due."""
        self.step_starts.append(len(self.match.moves))
        self.is_step_done = False

    # --- skipping and going back

    def skip_step(self) -> None:
        """Submit the solution of the step and all that follows, then go to the next step.

        Raises:
            Refused: if the battle has developed differently from the lesson.
            RecordError: if the record cannot be written.
        """
        step = self.step
        if step is None:
            return
        if not self.is_step_done:
            self._undo_step()
        left = self.due_commands if self.is_step_done else [*step.solution, *step.follow_ups]
        self.is_step_done = True
        for said in left:
            lessons.give_command(self.match, lessons.resolve_command(self.match.game, self.match.state, said))
        self.due_commands = []
        self.advance()

    def go_back(self) -> None:
        """Go to the beginning of the step; if nothing was done in it, to the beginning of the previous step."""
        if len(self.match.moves) == self.step_starts[-1] and not self.is_step_done and len(self.step_starts) > 1:
            self.step_starts.pop()
        self._undo_step()

    def restart(self) -> None:
        """Go to the beginning of the lesson."""
        del self.step_starts[1:]
        self._undo_step()

    def _undo_step(self) -> None:
        """Undo all commands of the current step. Their dice come again if the same commands are given."""
        while len(self.match.moves) > self.step_starts[-1]:
            self.match.undo_by_agreement()
        self.is_step_done = False
        self.due_commands = []
