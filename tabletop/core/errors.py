"""The errors that a player, the author of a scenario or the reader of a record can meet."""

from collections.abc import Iterable

import msgspec


class Refused(Exception):  # noqa: N818 - a refusal is the term of the rules, and it is also passed as a value
    """A command that the rules do not allow. `check` returns the refusal, `submit` raises it.

    Attributes:
        rule: id of the rule that forbids the command, e.g. ``SOTL-4.1.2-c``.
        reason: one sentence in a player's words.
        by: the measure of the failure, e.g. ``3.4 UM, the reach is 3.0``; "" if nothing was measured.
        pieces: ids of the pieces in the way, for the table to mark.
    """

    def __init__(self, rule: str, reason: str, by: str = "", pieces: Iterable[str] = ()) -> None:
        super().__init__(rule, reason, by)
        self.rule = rule
        self.reason = reason
        self.by = by
        self.pieces = tuple(pieces)

    def __str__(self) -> str:
        """Return the refusal as one line for a log."""
        measure = f" ({self.by})" if self.by else ""
        return f"{self.reason}{measure} [{self.rule}]"


def refuse_out_of_turn(rule: str, prompt: str) -> Refused:
    """Return the refusal of a command that belongs to another part of the turn; it names what is asked now.

    Args:
        rule: id of the rule that sets the order of the turn.
        prompt: the question that the game asks now.
    """
    return Refused(rule, f"That belongs to another part of the turn. Now: {prompt.lower().removesuffix('?')}.")


class Problem(msgspec.Struct, frozen=True, order=True):
    """One problem of a file that a person wrote; line and column count from 1."""

    source: str
    line: int
    column: int
    message: str

    def __str__(self) -> str:
        """Return the problem in the form that editors can jump to: ``file:line:column: message``."""
        return f"{self.source}:{self.line}:{self.column}: {self.message}"


class ScenarioError(Exception):
    """All problems of a file that a person wrote, sorted by line."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(sorted(problems))
        super().__init__("\n".join(map(str, self.problems)))


class RecordError(Exception):
    """A record file cannot be used; the message is one sentence. The file is never changed."""


class ChanceExhausted(Exception):  # noqa: N818 - named for what happened
    """A script of dice and shuffles was asked for more than it holds (C-2)."""
