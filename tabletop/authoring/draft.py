"""A scenario that is being written: its text, what it says, what is wrong with it, and all that was done to it."""

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from pathlib import Path as File
from typing import Protocol

import msgspec

from tabletop.authoring import forms, hints
from tabletop.authoring.edits import (
    DropPart,
    Edit,
    InsertEntry,
    LineChanges,
    SetValue,
    Splice,
    apply_edits,
    apply_splices,
    compare_lines,
)
from tabletop.authoring.edits import find_difference as between
from tabletop.authoring.kit import Data, DistanceGauge, Hint, Piece, PieceGroup, PieceKind, load_kit, value_at
from tabletop.authoring.yaml_text import apply_edits_to_text
from tabletop.core.document import DataPath, Document, LineColumn
from tabletop.core.errors import Problem, ScenarioError
from tabletop.core.game import AnyState, Unheeded, find_game, games_by_id
from tabletop.core.match import Match, MatchSetup
from tabletop.core.phrases import capitalize, escape_controls, format_count
from tabletop.core.unheeded import find_unheeded

UNTITLED = "Untitled"
"""The title of a new scenario until it has one."""


ChangeSummary = tuple[str, str]
"""What was done, and how much of it."""


class ImpossibleChangeError(Exception):
    """Why something cannot be done to a draft, as a sentence."""


class Change(Protocol):
    """Something that can be done."""

    def build_edits(self, draft: "Draft") -> Iterator[Edit]:
        """The edits that do it."""

    def summarize(self, draft: "Draft") -> ChangeSummary:
        """In words, of the draft before it."""


class SetField(msgspec.Struct, frozen=True):
    """Set any field; None takes an optional key out, and a key that is not there is made where it belongs."""

    path: DataPath
    value: object

    def build_edits(self, draft: "Draft") -> Iterator[Edit]:
        """One."""
        if self.value is not None:
            yield SetValue(self.path, self.value)
        elif value_at(draft.data, self.path) is not None:
            yield DropPart(self.path)

    def summarize(self, draft: "Draft") -> ChangeSummary:
        """The key and its value."""
        value = self.value
        short = f"now {value}" if isinstance(value, str | int | float) and len(str(value)) < 40 else ""
        return f"{describe_key(self.path)} {'left out' if value is None else 'set'}", short


def switch_on(draft: "Draft", switch: str) -> tuple[SetField, ...]:
    """Return the change that switches an option on; empty if it is on."""
    path = ("options", switch)
    return () if value_at(draft.data, path) is True else (SetField(path, True),)


class RemoveField(msgspec.Struct, frozen=True):
    """Take out a key, or an entry of a list."""

    path: DataPath

    def build_edits(self, draft: "Draft") -> Iterator[Edit]:
        """One."""
        yield DropPart(self.path)

    def summarize(self, draft: "Draft") -> ChangeSummary:
        """The key."""
        return f"{describe_key(self.path)} taken out", ""


class AddEntry(msgspec.Struct, frozen=True):
    """An entry comes into the list at a path, before the one at a place; left out: at the end."""

    path: DataPath
    value: object
    index: int | None = None

    def build_edits(self, draft: "Draft") -> Iterator[Edit]:
        """One."""
        yield InsertEntry(self.path, self.value, self.index)

    def summarize(self, draft: "Draft") -> ChangeSummary:
        """The list."""
        return f"{describe_key(self.path)} added to", ""


class MoveEntry(msgspec.Struct, frozen=True):
    """Move an entry of a list to another place of it."""

    path: DataPath
    index: int

    def build_edits(self, draft: "Draft") -> Iterator[Edit]:
        """It goes and comes."""
        yield DropPart(self.path)
        yield InsertEntry(self.path[:-1], value_at(draft.data, self.path), self.index)

    def summarize(self, draft: "Draft") -> ChangeSummary:
        """The list and the place."""
        return f"{describe_key(self.path[:-1])} put in another order", f"now number {self.index + 1}"


class CombinedChange(msgspec.Struct, frozen=True):
    """Several changes as one, all told of the draft before it."""

    changes: tuple[Change, ...]
    title: str

    def build_edits(self, draft: "Draft") -> Iterator[Edit]:
        """All of them."""
        for change in self.changes:
            yield from change.build_edits(draft)

    def summarize(self, draft: "Draft") -> ChangeSummary:
        """Its title."""
        return self.title, ""


def describe_key(path: DataPath) -> str:
    """The last key of a path as a sentence begins: ``Minutes per turn``."""
    named = [part for part in path if isinstance(part, str)] or ["the file"]
    return capitalize(named[-1].replace("_", " "))


def describe_pieces(draft: "Draft", ids: Sequence[str]) -> str:
    """Pieces in words: one by its name, a whole division by its title, others by their number."""
    if len(ids) == 1:
        return draft.find_piece(ids[0]).name
    group = next((one for one in draft.groups if sorted(one.pieces) == sorted(ids)), None)
    kinds = {draft.find_piece(one).kind for one in ids}
    thing = next(iter(kinds)) if len(kinds) == 1 else "piece"
    return group.title if group else format_count(len(ids), thing)


class DraftProblem(msgspec.Struct, frozen=True):
    """Something wrong, as `tabletop validate` tells it, with the part of the data that it is about.

    Attributes:
        message: in words.
        line: of the text, from 1.
        column: likewise.
        path: of the part, or the nearest thing around it.
        piece_id: id of the thing on the map that it belongs to; empty if none.
    """

    message: str
    line: int
    column: int
    path: DataPath
    piece_id: str = ""


class UndoStep(msgspec.Struct, frozen=True):
    """What was done: what and how much, and the things that were meant."""

    title: str
    detail: str
    piece_ids: tuple[str, ...] = ()


class Draft:
    """One text that is being written.

    Attributes:
        game: the rules.
        kit: what the game brings to setting up.
        source: name of the file, for messages.
        saved: the text as it was saved or opened.
        save_path: the player's own file that it is saved to without asking, if there is one.
        text: as it would be saved now.
        data: what it says, as plain data.
        full_data: the same with what it borrows from other files.
        state: the position to draw: the opening, as far as it can be made; else the last one.
        problems: everything wrong with it, in the order of the lines.
        unheeded: what it says without effect, because rules are off; empty while there are problems.
        change_hook: told after each change of the text.
    """

    def __init__(self, game: str, text: str, source: str, save_path: File | None = None) -> None:
        """Open a text.

        Raises:
            ScenarioError: if it is no YAML of which anything can be made, or there is no such game.
        """
        if game not in games_by_id():
            raise _build_error(source, f"this program has no game '{escape_controls(game)}'")
        self.game, self.kit = find_game(game), load_kit(game)
        self.source, self.saved, self.save_path = source, text, save_path
        self.state: AnyState = None
        self.change_hook: Callable[[], None] = lambda: None
        self._undo_steps: list[tuple[Splice, UndoStep]] = []
        self._redo_steps: list[tuple[Splice, UndoStep]] = []
        try:
            self._load_text(text)
        except ImpossibleChangeError as error:
            raise _build_error(source, str(error)) from error

    # --- what it says

    def find_piece(self, piece: str) -> Piece:
        """A thing by its id, also a point of an outline; KeyError if there is none."""
        if piece in self._pieces_by_id:
            return self._pieces_by_id[piece]
        outline, _, place = piece.rpartition(":")
        whole = self._pieces_by_id[outline]
        at = whole.points[int(place)]
        return Piece(piece, "point", (*whole.path, int(place)), f"Point of {whole.name}", at)

    @cached_property
    def pieces(self) -> tuple[Piece, ...]:
        """Things with places, in the order of the file."""
        return self.kit.list_pieces(self.full_data)

    @cached_property
    def _pieces_by_id(self) -> dict[str, Piece]:
        return {piece.id: piece for piece in reversed(self.pieces)}

    @cached_property
    def groups(self) -> tuple[PieceGroup, ...]:
        """Divisions and what is in none, in their order."""
        return self.kit.list_groups(self.full_data)

    @cached_property
    def kinds(self) -> tuple[PieceKind, ...]:
        """What can be placed now."""
        return self.kit.list_kinds(self.full_data)

    @cached_property
    def gauges(self) -> tuple[DistanceGauge, ...]:
        """The distances of the book, measured as things lie."""
        return self.kit.measure_distances(self.state) if self.state is not None else ()

    @cached_property
    def hints(self) -> tuple[Hint, ...]:
        """What may be wanted to be known, once nothing is wrong."""
        if self.problems or self.state is None:
            return ()
        ships = [piece for piece in self.pieces if piece.heading is not None]
        return (*hints.note_unheeded_options(self.unheeded, self.pieces), *self.kit.find_hints(ships, self.state))

    def find_field(self, path: DataPath) -> forms.FormField:
        """What may be set at a path."""
        return forms.find_field(self.game.meta.id, self.data, path)

    def list_fields(self, path: DataPath = ()) -> tuple[forms.FormField, ...]:
        """What may be set in a group."""
        return forms.list_fields(self.game.meta.id, self.data, path)

    def list_keys(self, path: DataPath) -> tuple[str, ...]:
        """The keys of a group as they are written usually."""
        return forms.list_keys(self.game.meta.id, path)

    @property
    def title(self) -> str:
        """The title, as far as there is one."""
        return str(self.data.get("title") or self.source)

    # --- what is done to it

    def apply(self, change: Change) -> UndoStep:
        """Change it, as one step.

        Raises:
            Unfit: why that cannot be done; then nothing is changed.
        """
        edits, (title, detail) = tuple(change.build_edits(self)), change.summarize(self)
        try:
            wanted = apply_edits(self.data, edits)
            text = apply_edits_to_text(self.text, edits, self.list_keys)
        except (LookupError, TypeError, AttributeError, AssertionError) as error:
            raise ImpossibleChangeError("There is nothing here that could be changed so.") from error
        document = Document(text, self.source)
        if document.data != wanted:
            raise ImpossibleChangeError("This cannot be written here.")
        step = UndoStep(title, detail, tuple(getattr(change, "ids", ())))
        if text != self.text:
            self._undo_steps.append((between(self.text, text), step))
            self._redo_steps.clear()
            self._accept_text(text, document)
            self._find_problems(document)
        return step

    def replace_last(self, change: Change) -> UndoStep:
        """Take the last step back and do this in its place: while something is dragged or typed.

        Raises:
            Unfit: as `do`; then the last step stands.
        """
        if not self._undo_steps:
            return self.apply(change)
        last, undone = self._undo_steps.pop(), self._redo_steps
        after, self._redo_steps = self.text, []
        before = _reverse_splice(after, last[0])
        self._accept_text(before, Document(before, self.source))
        try:
            step = self.apply(change)
        except ImpossibleChangeError:
            self._undo_steps.append(last)
            self._redo_steps = undone
            self._load_text(after)
            raise
        if self.text == before:
            self._load_text(before)
        return step

    @property
    def last_step(self) -> UndoStep | None:
        """What was done last."""
        return self._undo_steps[-1][1] if self._undo_steps else None

    @property
    def can_undo(self) -> bool:
        """Whether anything was done."""
        return bool(self._undo_steps)

    @property
    def can_redo(self) -> bool:
        """Whether anything was taken back."""
        return bool(self._redo_steps)

    def undo(self) -> UndoStep | None:
        """Take the last step back, and tell which one that was."""
        if not self._undo_steps:
            return None
        splice, step = self._undo_steps.pop()
        self._redo_steps.append((splice, step))
        self._load_text(_reverse_splice(self.text, splice))
        return step

    def redo(self) -> UndoStep | None:
        """Do again what was taken back last, and tell what that was."""
        if not self._redo_steps:
            return None
        splice, step = self._redo_steps.pop()
        self._undo_steps.append((splice, step))
        self._load_text(apply_splices(self.text, [splice]))
        return step

    # --- against the file

    @property
    def has_unsaved_changes(self) -> bool:
        """Whether it says anything else than was saved."""
        return self.text != self.saved

    @cached_property
    def line_changes(self) -> LineChanges:
        """The lines that are not as they were saved."""
        return compare_lines(self.saved, self.text)

    def build_setup(self, seed: str) -> MatchSetup:
        """A match with it, to begin at once.

        Raises:
            ScenarioError: while there are problems.
        """
        self.game.read(self.text, self.source)
        return MatchSetup(self.game, self.text, self.source, seed)

    def mark_saved(self, home: File) -> None:
        """It has been saved there as it is."""
        self.saved, self.save_path, self.source = self.text, home, home.name
        self.__dict__.pop("line_changes", None)

    # --- reading it anew

    def _load_text(self, text: str) -> None:
        document = Document(text, self.source)
        self._accept_text(text, document)
        self._find_problems(document)

    def _accept_text(self, text: str, document: Document) -> None:
        """Another text, not judged yet."""
        document.check_readable()
        if not isinstance(document.data, dict):
            raise ImpossibleChangeError("A scenario is a group of keys and values.")
        for name in ("pieces", "_pieces_by_id", "groups", "kinds", "gauges", "hints", "line_changes"):
            self.__dict__.pop(name, None)
        self.text = text
        self.data: Data = {key: list(one) if isinstance(one, list) else one for key, one in document.data.items()}
        self.problems: tuple[DraftProblem, ...] = ()
        self.unheeded: tuple[Unheeded, ...] = ()
        self.full_data = self.kit.fill_in_data(document)

    def _find_problems(self, document: Document) -> None:
        """What is wrong with it, and how it looks."""
        try:
            scenario = self.game.read(self.text, self.source)
            self.state = self.game.open(scenario, {})
            self.unheeded = find_unheeded(self.game, scenario, self.data)
        except ScenarioError as error:
            drawn = self.kit.open_despite_problems(self.text)
            self.state = self.state if drawn is None else drawn
            places = {piece.path: piece.id for piece in self.pieces}
            for one in error.problems:
                path = document.path_at(LineColumn(one.line, one.column)) if one.source == self.source else ()
                about = next((places[path[:end]] for end in range(len(path), 0, -1) if path[:end] in places), "")
                self.problems += (DraftProblem(one.message, one.line, one.column, path, about),)
        self.change_hook()


def create_blank(game: str) -> Draft:
    """A new scenario with no more in it than a game cannot do without."""
    text = f"game: {game}\ntitle: {UNTITLED}\n{load_kit(game).minimal_text}"
    return Draft(game, text, "untitled.yaml")


def _build_error(source: str, why: str) -> ScenarioError:
    return ScenarioError([Problem(source, 1, 1, why)])


def _reverse_splice(text: str, splice: Splice) -> str:
    return apply_splices(text, [Splice(splice.start, splice.new, splice.old)])


class SetupFromPosition(msgspec.Struct, frozen=True):
    """Everything comes to lie as it does in a position."""

    state: AnyState

    def build_edits(self, draft: Draft) -> Iterator[Edit]:
        """As the game finds them."""
        return draft.kit.find_position_edits(draft.full_data, self.state)

    def summarize(self, draft: Draft) -> ChangeSummary:
        """That it was taken from a match."""
        return "Set up as things lie", ""


def create_from_match(match: Match) -> Draft:
    """A draft of what lies on the table; of a match with secrets that goes on only the scenario that it began with.

    Raises:
        ScenarioError: if its scenario is no YAML of which anything can be made.
    """
    header = match.header
    draft = Draft(header.game, header.scenario, header.source)
    if not match.game.has_secrets(match.state) or match.game.outcome(match.state) is not None:
        draft.apply(SetupFromPosition(match.state))
    return draft
