"""A scenario that is being edited: its text, its data, its problems, and the changes made to it."""

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
"""A change in words: a title and a detail, as ``("Victory moved", "0.51 UM to the west")``."""


class ImpossibleChangeError(Exception):
    """A change that a draft cannot make; its message is a sentence for the player."""


class Change(Protocol):
    """A change that a draft can make as one step."""

    def build_edits(self, draft: "Draft") -> Iterator[Edit]:
        """Yield the edits of `draft` that make the change. Raises ImpossibleChangeError if it cannot be made."""

    def summarize(self, draft: "Draft") -> ChangeSummary:
        """Return the change in words; `draft` is the draft before the change."""


class SetField(msgspec.Struct, frozen=True):
    """A change that sets the field at a path; None removes an optional key.

    A missing key is added where the schema has it.
    """

    path: DataPath
    value: object

    def build_edits(self, draft: "Draft") -> Iterator[Edit]:
        """Yield one edit, or none if a missing key has to be removed."""
        if self.value is not None:
            yield SetValue(self.path, self.value)
        elif value_at(draft.data, self.path) is not None:
            yield DropPart(self.path)

    def summarize(self, draft: "Draft") -> ChangeSummary:
        """Return the key, and its value if that is short: ``("Minutes per turn set", "now 10")``."""
        value = self.value
        short = f"now {value}" if isinstance(value, str | int | float) and len(str(value)) < 40 else ""
        return f"{describe_key(self.path)} {'removed' if value is None else 'set'}", short


def switch_on(draft: "Draft", switch: str) -> tuple[SetField, ...]:
    """Return the change that switches an option on; () if it is on."""
    path = ("options", switch)
    return () if value_at(draft.data, path) is True else (SetField(path, True),)


class RemoveField(msgspec.Struct, frozen=True):
    """A change that removes the key, or the entry of a list, at a path."""

    path: DataPath

    def build_edits(self, draft: "Draft") -> Iterator[Edit]:
        """Yield one edit."""
        yield DropPart(self.path)

    def summarize(self, draft: "Draft") -> ChangeSummary:
        """Return the key; there is no detail."""
        return f"{describe_key(self.path)} removed", ""


class AddEntry(msgspec.Struct, frozen=True):
    """A change that adds an entry to the list at a path, before `index`; None adds it at the end."""

    path: DataPath
    value: object
    index: int | None = None

    def build_edits(self, draft: "Draft") -> Iterator[Edit]:
        """Yield one edit."""
        yield InsertEntry(self.path, self.value, self.index)

    def summarize(self, draft: "Draft") -> ChangeSummary:
        """Return the key of the list; there is no detail."""
        return f"{describe_key(self.path)} extended", ""


class MoveEntry(msgspec.Struct, frozen=True):
    """A change that moves an entry of a list to another index of the list."""

    path: DataPath
    index: int

    def build_edits(self, draft: "Draft") -> Iterator[Edit]:
        """Yield an edit that drops the entry and an edit that inserts it."""
        yield DropPart(self.path)
        yield InsertEntry(self.path[:-1], value_at(draft.data, self.path), self.index)

    def summarize(self, draft: "Draft") -> ChangeSummary:
        """Return the key of the list and the new place of the entry, counted from 1."""
        return f"{describe_key(self.path[:-1])} reordered", f"now number {self.index + 1}"


class CombinedChange(msgspec.Struct, frozen=True):
    """Several changes as one step; each is computed from the draft before all of them."""

    changes: tuple[Change, ...]
    title: str

    def build_edits(self, draft: "Draft") -> Iterator[Edit]:
        """Yield the edits of all changes."""
        for change in self.changes:
            yield from change.build_edits(draft)

    def summarize(self, draft: "Draft") -> ChangeSummary:
        """Return the title; there is no detail."""
        return self.title, ""


def describe_key(path: DataPath) -> str:
    """Return the last key of a path as words, ``Minutes per turn``; ``The file`` for a path without keys."""
    named = [part for part in path if isinstance(part, str)] or ["the file"]
    return capitalize(named[-1].replace("_", " "))


def describe_pieces(draft: "Draft", ids: Sequence[str]) -> str:
    """Return pieces in words: a single one by name, a whole group by title, any others as ``3 ships``."""
    if len(ids) == 1:
        return draft.find_piece(ids[0]).name
    group = next((one for one in draft.groups if sorted(one.pieces) == sorted(ids)), None)
    kinds = {draft.find_piece(one).kind for one in ids}
    thing = next(iter(kinds)) if len(kinds) == 1 else "piece"
    return group.title if group else format_count(len(ids), thing)


class DraftProblem(msgspec.Struct, frozen=True):
    """An error in a scenario, as `tabletop validate` prints it.

    Attributes:
        message: the error in words.
        line: line of the text, from 1.
        column: column of the text, from 1.
        path: path of the wrong part, or of the nearest part around it.
        piece_id: id of the piece that the error belongs to; "" if none.
    """

    message: str
    line: int
    column: int
    path: DataPath
    piece_id: str = ""


class UndoStep(msgspec.Struct, frozen=True):
    """A change that was made: its title, its detail, and the ids of the pieces that it changed."""

    title: str
    detail: str
    piece_ids: tuple[str, ...] = ()


class Draft:
    """A scenario that is being edited.

    Attributes:
        game: the rules.
        kit: what the game brings to the editor.
        source: name of the file, for messages.
        saved: the text as it was opened or saved last.
        save_path: the player's own file that the draft is saved to without a question; None before the first save.
        text: the text now.
        data: the text as plain data.
        full_data: `data` with what it borrows from other files.
        state: the position to draw: the opening, as far as it can be made, else the last one that could.
        problems: all errors, by line.
        unheeded: parts without effect because their rules are off; () while there are errors.
        change_hook: called without arguments after each change of the text.
    """

    def __init__(self, game: str, text: str, source: str, save_path: File | None = None) -> None:
        """Open a text.

        Raises:
            ScenarioError: if the text is not readable YAML, or no game has the id `game`.
        """
        if game not in games_by_id():
            raise _build_error(source, f"this program has no game '{escape_controls(game)}'")
        self.game = find_game(game)
        self.kit = load_kit(game)
        self.source = source
        self.saved = text
        self.save_path = save_path
        self.state: AnyState = None
        self.change_hook: Callable[[], None] = lambda: None
        self._undo_steps: list[tuple[Splice, UndoStep]] = []
        self._redo_steps: list[tuple[Splice, UndoStep]] = []
        try:
            self._load_text(text)
        except ImpossibleChangeError as error:
            raise _build_error(source, str(error)) from error

    # --- contents

    def find_piece(self, piece: str) -> Piece:
        """Return the piece of an id, or a point of an outline: ``land:0:3``.

        Raises:
            KeyError: if there is none.
        """
        if piece in self._pieces_by_id:
            return self._pieces_by_id[piece]
        outline, _, place = piece.rpartition(":")
        whole = self._pieces_by_id[outline]
        at = whole.points[int(place)]
        return Piece(piece, "point", (*whole.path, int(place)), f"Point of {whole.name}", at)

    @cached_property
    def pieces(self) -> tuple[Piece, ...]:
        """The pieces with places, in the order of the file."""
        return self.kit.list_pieces(self.full_data)

    @cached_property
    def _pieces_by_id(self) -> dict[str, Piece]:
        return {piece.id: piece for piece in reversed(self.pieces)}

    @cached_property
    def groups(self) -> tuple[PieceGroup, ...]:
        """The divisions in their order, then the pieces of each side that are in none."""
        return self.kit.list_groups(self.full_data)

    @cached_property
    def kinds(self) -> tuple[PieceKind, ...]:
        """The kinds of pieces that can be placed now."""
        return self.kit.list_kinds(self.full_data)

    @cached_property
    def gauges(self) -> tuple[DistanceGauge, ...]:
        """The distances that the rulebook sets, measured in the present position."""
        return self.kit.measure_distances(self.state) if self.state is not None else ()

    @cached_property
    def hints(self) -> tuple[Hint, ...]:
        """Notes about the scenario; () while there are errors."""
        if self.problems or self.state is None:
            return ()
        ships = [piece for piece in self.pieces if piece.heading is not None]
        return (*hints.note_unheeded_options(self.unheeded, self.pieces), *self.kit.find_hints(ships, self.state))

    def find_field(self, path: DataPath) -> forms.FormField:
        """Return the field at a path, with its value and its limits."""
        return forms.find_field(self.game.meta.id, self.data, path)

    def list_fields(self, path: DataPath = ()) -> tuple[forms.FormField, ...]:
        """Return the fields of the group at a path, in the order of the schema."""
        return forms.list_fields(self.game.meta.id, self.data, path)

    def list_keys(self, path: DataPath) -> tuple[str, ...]:
        """Return the keys of the group at a path, in the order in which they are usually written."""
        return forms.list_keys(self.game.meta.id, path)

    @property
    def title(self) -> str:
        """The title of the scenario, or the name of its file if it has none."""
        return str(self.data.get("title") or self.source)

    # --- changes

    def apply(self, change: Change) -> UndoStep:
        """Make a change as one step that can be undone; a change without effect adds no step.

        Raises:
            ImpossibleChangeError: if the change cannot be made; the draft stays as it is.
        """
        edits, (title, detail) = tuple(change.build_edits(self)), change.summarize(self)
        try:
            wanted = apply_edits(self.data, edits)
            text = apply_edits_to_text(self.text, edits, self.list_keys)
        except (LookupError, TypeError, AttributeError, AssertionError) as error:
            raise ImpossibleChangeError("This change is not possible here.") from error
        document = Document(text, self.source)
        if document.data != wanted:
            raise ImpossibleChangeError("This value cannot be written here.")
        step = UndoStep(title, detail, tuple(getattr(change, "ids", ())))
        if text != self.text:
            self._undo_steps.append((between(self.text, text), step))
            self._redo_steps.clear()
            self._accept_text(text, document)
            self._find_problems(document)
        return step

    def replace_last(self, change: Change) -> UndoStep:
        """Undo the last step and make `change` in its place.

        The window calls this while a piece is dragged or a word is typed, so that the whole act is one step.

        Raises:
            ImpossibleChangeError: as `apply`; the last step stays.
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
        """The last step, or None if there is none."""
        return self._undo_steps[-1][1] if self._undo_steps else None

    @property
    def can_undo(self) -> bool:
        """True if there is a step to undo."""
        return bool(self._undo_steps)

    @property
    def can_redo(self) -> bool:
        """True if there is a step to redo."""
        return bool(self._redo_steps)

    def undo(self) -> UndoStep | None:
        """Undo the last step and return it; None if there is none."""
        if not self._undo_steps:
            return None
        splice, step = self._undo_steps.pop()
        self._redo_steps.append((splice, step))
        self._load_text(_reverse_splice(self.text, splice))
        return step

    def redo(self) -> UndoStep | None:
        """Make the step again that was undone last, and return it; None if there is none."""
        if not self._redo_steps:
            return None
        splice, step = self._redo_steps.pop()
        self._undo_steps.append((splice, step))
        self._load_text(apply_splices(self.text, [splice]))
        return step

    # --- saved and unsaved

    @property
    def has_unsaved_changes(self) -> bool:
        """True if the text differs from the saved one."""
        return self.text != self.saved

    @cached_property
    def line_changes(self) -> LineChanges:
        """The lines that differ from the saved text."""
        return compare_lines(self.saved, self.text)

    def build_setup(self, seed: str) -> MatchSetup:
        """Return the setup of a match with this scenario.

        Raises:
            ScenarioError: while there are errors.
        """
        self.game.read(self.text, self.source)
        return MatchSetup(self.game, self.text, self.source, seed)

    def mark_saved(self, save_path: File) -> None:
        """Note that the present text is saved in `save_path`. Writes no file."""
        self.saved = self.text
        self.save_path = save_path
        self.source = save_path.name
        self.__dict__.pop("line_changes", None)

    # --- parsing

    def _load_text(self, text: str) -> None:
        """Replace the text, and find its problems."""
        document = Document(text, self.source)
        self._accept_text(text, document)
        self._find_problems(document)

    def _accept_text(self, text: str, document: Document) -> None:
        """Replace text and data, and clear what was computed from them. The problems are not found yet.

        Raises:
            ImpossibleChangeError: if the text is not readable as a group of keys.
        """
        document.check_readable()
        if not isinstance(document.data, dict):
            raise ImpossibleChangeError("A scenario file must be a group of keys and values.")
        for name in ("pieces", "_pieces_by_id", "groups", "kinds", "gauges", "hints", "line_changes"):
            self.__dict__.pop(name, None)
        self.text = text
        self.data: Data = {key: list(one) if isinstance(one, list) else one for key, one in document.data.items()}
        self.problems: tuple[DraftProblem, ...] = ()
        self.unheeded: tuple[Unheeded, ...] = ()
        self.full_data = self.kit.fill_in_data(document)

    def _find_problems(self, document: Document) -> None:
        """Set the problems, the position and the parts without effect; then call the hook."""
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
    """Return a new untitled draft with only the keys that the game requires."""
    text = f"game: {game}\ntitle: {UNTITLED}\n{load_kit(game).minimal_text}"
    return Draft(game, text, "untitled.yaml")


def _build_error(source: str, why: str) -> ScenarioError:
    return ScenarioError([Problem(source, 1, 1, why)])


def _reverse_splice(text: str, splice: Splice) -> str:
    """Return the text before `splice` was applied."""
    return apply_splices(text, [Splice(splice.start, splice.new, splice.old)])


class SetupFromPosition(msgspec.Struct, frozen=True):
    """A change that sets up the scenario as a position of a match that began with it."""

    state: AnyState

    def build_edits(self, draft: Draft) -> Iterator[Edit]:
        """Yield the edits that the game's kit finds."""
        return draft.kit.find_position_edits(draft.full_data, self.state)

    def summarize(self, draft: Draft) -> ChangeSummary:
        """Return the title; there is no detail."""
        return "Copied from the match", ""


def create_from_match(match: Match) -> Draft:
    """Return a draft of the present position of a match.

    If the match goes on and holds secrets, the draft is the scenario that the match began with.

    Raises:
        ScenarioError: if the scenario of the match is not readable YAML.
    """
    header = match.header
    draft = Draft(header.game, header.scenario, header.source)
    if not match.game.has_secrets(match.state) or match.game.outcome(match.state) is not None:
        draft.apply(SetupFromPosition(match.state))
    return draft
