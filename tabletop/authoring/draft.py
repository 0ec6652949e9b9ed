"""A scenario that is being written: its text, what it says, what is wrong with it, and all that was done to it."""

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from pathlib import Path as File
from typing import Protocol

import msgspec

from tabletop.authoring import forms, hints
from tabletop.authoring.edits import Changed, Drop, Edit, Insert, SetValue, Splice, changed, outcome, spliced
from tabletop.authoring.edits import difference as between
from tabletop.authoring.kit import Data, Gauge, Group, Hint, Kind, Piece, kit, value_at
from tabletop.authoring.yaml_text import rewritten
from tabletop.core.document import DataPath, Document, LineColumn
from tabletop.core.errors import Problem, ScenarioError
from tabletop.core.game import AnyState, Unheeded, find_game, games_by_id
from tabletop.core.match import Match, MatchSetup
from tabletop.core.phrases import capitalize, escape_controls, format_count
from tabletop.core.unheeded import find_unheeded

UNTITLED = "Untitled"
"""The title of a new scenario until it has one."""


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

    path: DataPath
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

    path: DataPath

    def edits(self, draft: "Draft") -> Iterator[Edit]:
        """One."""
        yield Drop(self.path)

    def told(self, draft: "Draft") -> Told:
        """The key."""
        return f"{key_words(self.path)} taken out", ""


class AddEntry(msgspec.Struct, frozen=True):
    """An entry comes into the list at a path, before the one at a place; left out: at the end."""

    path: DataPath
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

    path: DataPath
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


def key_words(path: DataPath) -> str:
    """The last key of a path as a sentence begins: ``Minutes per turn``."""
    named = [part for part in path if isinstance(part, str)] or ["the file"]
    return capitalize(named[-1].replace("_", " "))


def called(draft: "Draft", ids: Sequence[str]) -> str:
    """Pieces in words: one by its name, a whole division by its title, others by their number."""
    if len(ids) == 1:
        return draft.piece(ids[0]).name
    group = next((one for one in draft.groups if sorted(one.pieces) == sorted(ids)), None)
    kinds = {draft.piece(one).kind for one in ids}
    thing = next(iter(kinds)) if len(kinds) == 1 else "piece"
    return group.title if group else format_count(len(ids), thing)


class Fault(msgspec.Struct, frozen=True):
    """Something wrong, as `tabletop validate` tells it, with the part of the data that it is about.

    Attributes:
        message: in words.
        line: of the text, from 1.
        column: likewise.
        path: of the part, or the nearest thing around it.
        piece: id of the thing on the map that it belongs to; empty if none.
    """

    message: str
    line: int
    column: int
    path: DataPath
    piece: str = ""


class UndoStep(msgspec.Struct, frozen=True):
    """What was done: what and how much, and the things that were meant."""

    title: str
    detail: str
    pieces: tuple[str, ...] = ()


class Draft:
    """One text that is being written.

    Attributes:
        game: the rules.
        kit: what the game brings to setting up.
        source: name of the file, for messages.
        saved: the text as it was saved or opened.
        home: the player's own file that it is saved to without asking, if there is one.
        text: as it would be saved now.
        data: what it says, as plain data.
        whole: the same with what it borrows from other files.
        state: the position to draw: the opening, as far as it can be made; else the last one.
        problems: everything wrong with it, in the order of the lines.
        unheeded: what it says without effect, because rules are off; empty while there are problems.
        changed_hook: told after each change of the text.
    """

    def __init__(self, game: str, text: str, source: str, home: File | None = None) -> None:
        """Open a text.

        Raises:
            ScenarioError: if it is no YAML of which anything can be made, or there is no such game.
        """
        if game not in games_by_id():
            raise _unusable(source, f"this program has no game '{escape_controls(game)}'")
        self.game, self.kit = find_game(game), kit(game)
        self.source, self.saved, self.home = source, text, home
        self.state: AnyState = None
        self.changed_hook: Callable[[], None] = lambda: None
        self._done: list[tuple[Splice, UndoStep]] = []
        self._undone: list[tuple[Splice, UndoStep]] = []
        try:
            self._read(text)
        except Unfit as error:
            raise _unusable(source, str(error)) from error

    # --- what it says

    def piece(self, piece: str) -> Piece:
        """A thing by its id, also a point of an outline; KeyError if there is none."""
        if piece in self._by_id:
            return self._by_id[piece]
        outline, _, place = piece.rpartition(":")
        whole = self._by_id[outline]
        at = whole.points[int(place)]
        return Piece(piece, "point", (*whole.path, int(place)), f"Point of {whole.name}", at)

    @cached_property
    def pieces(self) -> tuple[Piece, ...]:
        """Things with places, in the order of the file."""
        return self.kit.pieces(self.whole)

    @cached_property
    def _by_id(self) -> dict[str, Piece]:
        return {piece.id: piece for piece in reversed(self.pieces)}

    @cached_property
    def groups(self) -> tuple[Group, ...]:
        """Divisions and what is in none, in their order."""
        return self.kit.groups(self.whole)

    @cached_property
    def kinds(self) -> tuple[Kind, ...]:
        """What can be placed now."""
        return self.kit.kinds(self.whole)

    @cached_property
    def gauges(self) -> tuple[Gauge, ...]:
        """The distances of the book, measured as things lie."""
        return self.kit.gauges(self.state) if self.state is not None else ()

    @cached_property
    def hints(self) -> tuple[Hint, ...]:
        """What may be wanted to be known, once nothing is wrong."""
        if self.problems or self.state is None:
            return ()
        ships = [piece for piece in self.pieces if piece.heading is not None]
        return (*hints.without_effect(self.unheeded, self.pieces), *self.kit.hints(ships, self.state))

    def field(self, path: DataPath) -> forms.Field:
        """What may be set at a path."""
        return forms.field(self.game.meta.id, self.data, path)

    def fields(self, path: DataPath = ()) -> tuple[forms.Field, ...]:
        """What may be set in a group."""
        return forms.fields(self.game.meta.id, self.data, path)

    def order(self, path: DataPath) -> tuple[str, ...]:
        """The keys of a group as they are written usually."""
        return forms.keys(self.game.meta.id, path)

    @property
    def title(self) -> str:
        """The title, as far as there is one."""
        return str(self.data.get("title") or self.source)

    # --- what is done to it

    def do(self, change: Change) -> UndoStep:
        """Change it, as one step.

        Raises:
            Unfit: why that cannot be done; then nothing is changed.
        """
        edits, (title, detail) = tuple(change.edits(self)), change.told(self)
        try:
            wanted = outcome(self.data, edits)
            text = rewritten(self.text, edits, self.order)
        except (LookupError, TypeError, AttributeError, AssertionError) as error:
            raise Unfit("There is nothing here that could be changed so.") from error
        document = Document(text, self.source)
        if document.data != wanted:
            raise Unfit("This cannot be written here.")
        step = UndoStep(title, detail, tuple(getattr(change, "ids", ())))
        if text != self.text:
            self._done.append((between(self.text, text), step))
            self._undone.clear()
            self._take(text, document)
            self._judge(document)
        return step

    def redo_as(self, change: Change) -> UndoStep:
        """Take the last step back and do this in its place: while something is dragged or typed.

        Raises:
            Unfit: as `do`; then the last step stands.
        """
        if not self._done:
            return self.do(change)
        last, undone = self._done.pop(), self._undone
        after, self._undone = self.text, []
        before = _taken_back(after, last[0])
        self._take(before, Document(before, self.source))
        try:
            step = self.do(change)
        except Unfit:
            self._done.append(last)
            self._undone = undone
            self._read(after)
            raise
        if self.text == before:
            self._read(before)
        return step

    @property
    def last(self) -> UndoStep | None:
        """What was done last."""
        return self._done[-1][1] if self._done else None

    @property
    def can_undo(self) -> bool:
        """Whether anything was done."""
        return bool(self._done)

    @property
    def can_redo(self) -> bool:
        """Whether anything was taken back."""
        return bool(self._undone)

    def undo(self) -> UndoStep | None:
        """Take the last step back, and tell which one that was."""
        if not self._done:
            return None
        splice, step = self._done.pop()
        self._undone.append((splice, step))
        self._read(_taken_back(self.text, splice))
        return step

    def redo(self) -> UndoStep | None:
        """Do again what was taken back last, and tell what that was."""
        if not self._undone:
            return None
        splice, step = self._undone.pop()
        self._done.append((splice, step))
        self._read(spliced(self.text, [splice]))
        return step

    # --- against the file

    @property
    def dirty(self) -> bool:
        """Whether it says anything else than was saved."""
        return self.text != self.saved

    @cached_property
    def changed(self) -> Changed:
        """The lines that are not as they were saved."""
        return changed(self.saved, self.text)

    def beginning(self, seed: str) -> MatchSetup:
        """A match with it, to begin at once.

        Raises:
            ScenarioError: while there are problems.
        """
        self.game.read(self.text, self.source)
        return MatchSetup(self.game, self.text, self.source, seed)

    def settled(self, home: File) -> None:
        """It has been saved there as it is."""
        self.saved, self.home, self.source = self.text, home, home.name
        self.__dict__.pop("changed", None)

    # --- reading it anew

    def _read(self, text: str) -> None:
        document = Document(text, self.source)
        self._take(text, document)
        self._judge(document)

    def _take(self, text: str, document: Document) -> None:
        """Another text, not judged yet."""
        document.check_readable()
        if not isinstance(document.data, dict):
            raise Unfit("A scenario is a group of keys and values.")
        for name in ("pieces", "_by_id", "groups", "kinds", "gauges", "hints", "changed"):
            self.__dict__.pop(name, None)
        self.text = text
        self.data: Data = {key: list(one) if isinstance(one, list) else one for key, one in document.data.items()}
        self.problems: tuple[Fault, ...] = ()
        self.unheeded: tuple[Unheeded, ...] = ()
        self.whole = self.kit.whole(document)

    def _judge(self, document: Document) -> None:
        """What is wrong with it, and how it looks."""
        try:
            scenario = self.game.read(self.text, self.source)
            self.state = self.game.open(scenario, {})
            self.unheeded = find_unheeded(self.game, scenario, self.data)
        except ScenarioError as error:
            drawn = self.kit.drawn(self.text)
            self.state = self.state if drawn is None else drawn
            places = {piece.path: piece.id for piece in self.pieces}
            for one in error.problems:
                path = document.path_at(LineColumn(one.line, one.column)) if one.source == self.source else ()
                about = next((places[path[:end]] for end in range(len(path), 0, -1) if path[:end] in places), "")
                self.problems += (Fault(one.message, one.line, one.column, path, about),)
        self.changed_hook()


def blank(game: str) -> Draft:
    """A new scenario with no more in it than a game cannot do without."""
    text = f"game: {game}\ntitle: {UNTITLED}\n{kit(game).blank}"
    return Draft(game, text, "untitled.yaml")


def _unusable(source: str, why: str) -> ScenarioError:
    return ScenarioError([Problem(source, 1, 1, why)])


def _taken_back(text: str, splice: Splice) -> str:
    return spliced(text, [Splice(splice.start, splice.new, splice.old)])


class SetupFromPosition(msgspec.Struct, frozen=True):
    """Everything comes to lie as it does in a position."""

    state: AnyState

    def edits(self, draft: Draft) -> Iterator[Edit]:
        """As the game finds them."""
        return draft.kit.as_lies(draft.whole, self.state)

    def told(self, draft: Draft) -> Told:
        """That it was taken from a match."""
        return "Set up as things lie", ""


def from_match(match: Match) -> Draft:
    """A draft of what lies on the table; of a match with secrets that goes on only the scenario that it began with.

    Raises:
        ScenarioError: if its scenario is no YAML of which anything can be made.
    """
    header = match.header
    draft = Draft(header.game, header.scenario, header.source)
    if not match.game.has_secrets(match.state) or match.game.outcome(match.state) is not None:
        draft.do(SetupFromPosition(match.state))
    return draft
