"""The errors a player, a scenario writer or a record reader can meet."""

from collections.abc import Iterable

import msgspec


class Refused(Exception):  # noqa: N818 - a refusal is the term of the rules, and it is also passed as a value
    """A command that the rules do not allow; `check` returns it, `submit` raises it.

    Attributes:
        rule: identifier of the rule that forbids it, e.g. ``SOTL-4.1.2-c``.
        reason: one sentence in a player's words.
        by: by how much it fails, e.g. ``3.4 UM, the reach is 3.0``; empty when nothing was measured.
        pieces: ids of the pieces that stand in the way, for the table to mark.
    """

    def __init__(self, rule: str, reason: str, by: str = "", pieces: Iterable[str] = ()) -> None:
        super().__init__(rule, reason, by)
        self.rule = rule
        self.reason = reason
        self.by = by
        self.pieces = tuple(pieces)

    def __str__(self) -> str:
        """The refusal as one line for a log."""
        measure = f" ({self.by})" if self.by else ""
        return f"{self.reason}{measure} [{self.rule}]"


def out_of_turn(rule: str, prompt: str) -> Refused:
    """A command of another part of the turn; `prompt` is what is asked now, `rule` says when it is."""
    return Refused(rule, f"That belongs to another part of the turn; now: {prompt.lower().removesuffix('?')}.")


class Problem(msgspec.Struct, frozen=True, order=True):
    """One thing wrong in a file that a person wrote; line and column count from 1."""

    source: str
    line: int
    column: int
    message: str

    def __str__(self) -> str:
        """The form that editors jump to."""
        return f"{self.source}:{self.line}:{self.column}: {self.message}"


class ScenarioError(Exception):
    """Everything wrong in one authored file, all at once, in the order of its lines."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(sorted(problems))
        super().__init__("\n".join(map(str, self.problems)))


class RecordError(Exception):
    """A record file that cannot be used, in one sentence; the file is never touched."""


class ChanceExhausted(Exception):  # noqa: N818 - named for what happened
    """A scripted source of chance was asked for more than it holds (C-2)."""
