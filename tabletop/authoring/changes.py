"""What can be done to a draft, as small values: each gives the edits of the text, and says in words what it does."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Protocol

import msgspec

from tabletop.authoring.edits import Drop, Edit, Insert, SetValue
from tabletop.authoring.kit import value_at
from tabletop.core.document import Path
from tabletop.core.phrases import capital, count

if TYPE_CHECKING:
    from tabletop.authoring.draft import Draft

Told = tuple[str, str]
"""What was done, and how much of it."""


class Unfit(Exception):  # noqa: N818 - named for what it is
    """Why something cannot be done to a draft, as a sentence."""


class Change(Protocol):
    """Something that can be done."""

    def edits(self, draft: "Draft") -> Iterator[Edit]:
        """The edits that do it."""

    def told(self, draft: "Draft") -> Told:
        """In words, of the draft before it."""


class SetField(msgspec.Struct, frozen=True):
    """Set any field; None takes an optional key out, and a key that is not there is made where it belongs."""

    path: Path
    value: object

    def edits(self, draft: "Draft") -> Iterator[Edit]:
        """One."""
        if self.value is not None:
            yield SetValue(self.path, self.value)
        elif value_at(draft.data, self.path) is not None:
            yield Drop(self.path)

    def told(self, draft: "Draft") -> Told:
        """The key and its value."""
        value = self.value
        short = f"now {value}" if isinstance(value, str | int | float) and len(str(value)) < 40 else ""
        return f"{key_words(self.path)} {'left out' if value is None else 'set'}", short


def switch_on(draft: "Draft", switch: str) -> tuple[SetField, ...]:
    """Return the change that switches an option on; empty if it is on."""
    path = ("options", switch)
    return () if value_at(draft.data, path) is True else (SetField(path, True),)


class TakeOut(msgspec.Struct, frozen=True):
    """Take out a key, or an entry of a list."""

    path: Path

    def edits(self, draft: "Draft") -> Iterator[Edit]:
        """One."""
        yield Drop(self.path)

    def told(self, draft: "Draft") -> Told:
        """The key."""
        return f"{key_words(self.path)} taken out", ""


class AddEntry(msgspec.Struct, frozen=True):
    """An entry comes into the list at a path, before the one at a place; left out: at the end."""

    path: Path
    value: object
    place: int | None = None

    def edits(self, draft: "Draft") -> Iterator[Edit]:
        """One."""
        yield Insert(self.path, self.value, self.place)

    def told(self, draft: "Draft") -> Told:
        """The list."""
        return f"{key_words(self.path)} added to", ""


class Shift(msgspec.Struct, frozen=True):
    """Move an entry of a list to another place of it."""

    path: Path
    place: int

    def edits(self, draft: "Draft") -> Iterator[Edit]:
        """It goes and comes."""
        yield Drop(self.path)
        yield Insert(self.path[:-1], value_at(draft.data, self.path), self.place)

    def told(self, draft: "Draft") -> Told:
        """The list and the place."""
        return f"{key_words(self.path[:-1])} put in another order", f"now number {self.place + 1}"


class Together(msgspec.Struct, frozen=True):
    """Several changes as one, all told of the draft before it."""

    changes: tuple[Change, ...]
    title: str

    def edits(self, draft: "Draft") -> Iterator[Edit]:
        """All of them."""
        for change in self.changes:
            yield from change.edits(draft)

    def told(self, draft: "Draft") -> Told:
        """Its title."""
        return self.title, ""


def key_words(path: Path) -> str:
    """The last key of a path as a sentence begins: ``Minutes per turn``."""
    named = [part for part in path if isinstance(part, str)] or ["the file"]
    return capital(named[-1].replace("_", " "))


def called(draft: "Draft", ids: Sequence[str]) -> str:
    """Pieces in words: one by its name, a whole division by its title, others by their number."""
    if len(ids) == 1:
        return draft.piece(ids[0]).name
    group = next((one for one in draft.groups if sorted(one.pieces) == sorted(ids)), None)
    kinds = {draft.piece(one).kind for one in ids}
    thing = next(iter(kinds)) if len(kinds) == 1 else "piece"
    return group.title if group else count(len(ids), thing)
