"""The state that the parts of the editor share: draft, selection and tool."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Literal, get_args

from tabletop.authoring.draft import Change, Draft, ImpossibleChangeError, UndoStep
from tabletop.authoring.draft_files import AutoSaver
from tabletop.core.document import DataPath
from tabletop.core.errors import Refused

Tool = Literal["select", "place", "column", "measure", "wind", "sea", "zone"]
TOOLS: tuple[Tool, ...] = get_args(Tool)


def _ignore_refusal(_refused: Refused) -> None:
    """Do nothing with a refusal."""


@dataclass
class EditorSession:
    """A draft in the editor, with the selection and the tool.

    Attributes:
        draft: the scenario that is edited.
        auto_saver: keeps the draft on disk.
        refuse: receives the reason if a change is impossible.
        selection: ids of the selected pieces; the first leads.
        tool: the current tool of the pointer.
        form_path: the part of the file whose fields replace those of the selection; None for none.
        nation: the nation whose kinds are listed.
        side: the side whose groups the tree shows.
        kind_id: the kind that is placed next.
        folded_groups: ids of the groups that are folded in the tree.
        last_problem: number of the issue visited last; -1 before the first.
        is_inspector_open: None until the window has a size.
    """

    draft: Draft
    auto_saver: AutoSaver
    refuse: Callable[[Refused], None] = _ignore_refusal
    selection: tuple[str, ...] = ()
    tool: Tool = "select"
    form_path: DataPath | None = None
    nation: str = ""
    side: str = ""
    kind_id: str = ""
    folded_groups: set[str] = field(default_factory=set)
    last_problem: int = -1
    is_inspector_open: bool | None = None
    _typed_field: DataPath | None = None

    # --- the draft

    def apply(self, change: Change, typed: DataPath | None = None) -> UndoStep | None:
        """Apply a change and select new pieces. Return its step of undo, or refuse it and return None.

        `typed` is the field in which the change was typed; all letters typed there are one step of undo.
        """
        again, before = typed is not None and typed == self._typed_field, {piece.id for piece in self.draft.pieces}
        try:
            step = self.draft.replace_last(change) if again else self.draft.apply(change)
        except ImpossibleChangeError as error:
            self.refuse(Refused("", str(error)))
            return None
        self._typed_field = typed if self.draft.last_step is step else None
        self._drop_missing()
        if fresh := [piece.id for piece in self.draft.pieces if piece.id not in before and not again]:
            self.select(fresh)
        return step

    @property
    def typed_field(self) -> DataPath | None:
        """Return the field in which the player types; None for none."""
        return self._typed_field

    def end_typing(self) -> None:
        """Make the next typed letter a new step of undo."""
        self._typed_field = None

    def undo_typing(self, path: DataPath) -> None:
        """Undo what is being typed into the field at `path`."""
        if self._typed_field == path:
            self.undo()

    def undo(self) -> UndoStep | None:
        """Undo the last step. Return it, or None."""
        self._typed_field = None
        step = self.draft.undo()
        self._drop_missing()
        return step

    def redo(self) -> UndoStep | None:
        """Redo the step that was undone last. Return it, or None."""
        self._typed_field = None
        step = self.draft.redo()
        self._drop_missing()
        return step

    def _drop_missing(self) -> None:
        """Remove pieces that no longer exist from the selection."""
        ids = {piece.id for piece in self.draft.pieces}
        self.selection = tuple(one for one in self.selection if one in ids)

    # --- what is chosen

    def select(self, pieces: Sequence[str]) -> None:
        """Select these pieces only, close the form, and show their side in the tree."""
        self.selection, self.form_path, self._typed_field = tuple(dict.fromkeys(pieces)), None, None
        first = next(iter(self.selection), "")
        self.side = next((one.side for one in self.draft.groups if first in one.pieces), self.side)

    def toggle(self, pieces: Sequence[str]) -> None:
        """Add pieces to the selection; remove them if all of them are selected."""
        if pieces and set(pieces) <= set(self.selection):
            self.select([one for one in self.selection if one not in pieces])
        else:
            self.select((*self.selection, *pieces))

    @property
    def headed_selection(self) -> tuple[str, ...]:
        """Return the selected pieces that have a heading, which can stand in line."""
        return tuple(one for one in self.selection if self.draft.find_piece(one).heading is not None)

    def division_of(self, piece: str) -> tuple[str, ...]:
        """Return the pieces of the division of a piece, in the order of the file; a piece without one alone."""
        group = self.draft.find_piece(piece).group
        together = (one.id for one in self.draft.pieces if one.group == group)
        return tuple(together) if group else (piece,)

    def open_form(self, path: DataPath | None) -> None:
        """Show the fields of a part of the file; None closes them."""
        self.form_path, self._typed_field = path, None

    def find_form(self, path: DataPath) -> DataPath:
        """Return the innermost part around a path that has fields."""
        return next((path[:end] for end in range(len(path), 0, -1) if self.draft.list_fields(path[:end])), ())

    @property
    def visible_form(self) -> DataPath:
        """Return the part whose fields are shown: the opened part, a single selected piece, or the whole."""
        if self.form_path is not None:
            return self.form_path
        return self.draft.find_piece(self.selection[0]).path if len(self.selection) == 1 else ()
