"""What the parts of the editor share: the draft, what is chosen of it, and with which tool it is worked on."""

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
    """Nobody is told."""


@dataclass
class EditorSession:
    """A draft on the bench.

    Attributes:
        draft: what is being written.
        auto_saver: keeps it on disk.
        refuse: told why something cannot be done.
        selection: the pieces that are chosen, by id, the first of them leading.
        tool: what the pointer does.
        form_path: the part of the file whose fields are shown in place of those of what is chosen; None for none.
        nation: whose kinds of pieces are listed.
        side: the group of pieces that the tree shows.
        kind_id: what is placed next.
        folded_groups: groups that are folded in the tree.
        last_problem: number of the problem that was gone to last; -1 before the first.
        is_inspector_open: whether the panel at the right is open; None until the window has a size.
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
        """Change the draft, or tell why not; what is typed into one field, letter by letter, is one step of undo."""
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
        """The field into which it is typed now."""
        return self._typed_field

    def end_typing(self) -> None:
        """What is typed next is a step of its own."""
        self._typed_field = None

    def undo_typing(self, path: DataPath) -> None:
        """Take back what is being typed into a field."""
        if self._typed_field == path:
            self.undo()

    def undo(self) -> UndoStep | None:
        """Take the last step back."""
        self._typed_field = None
        step = self.draft.undo()
        self._drop_missing()
        return step

    def redo(self) -> UndoStep | None:
        """Do again what was taken back."""
        self._typed_field = None
        step = self.draft.redo()
        self._drop_missing()
        return step

    def _drop_missing(self) -> None:
        """Nothing stays chosen that is gone."""
        ids = {piece.id for piece in self.draft.pieces}
        self.selection = tuple(one for one in self.selection if one in ids)

    # --- what is chosen

    def select(self, pieces: Sequence[str]) -> None:
        """Choose these alone; the tree shows their side."""
        self.selection, self.form_path, self._typed_field = tuple(dict.fromkeys(pieces)), None, None
        first = next(iter(self.selection), "")
        self.side = next((one.side for one in self.draft.groups if first in one.pieces), self.side)

    def toggle(self, pieces: Sequence[str]) -> None:
        """Choose these besides what is chosen; those that are chosen all are let go of."""
        if pieces and set(pieces) <= set(self.selection):
            self.select([one for one in self.selection if one not in pieces])
        else:
            self.select((*self.selection, *pieces))

    @property
    def headed_selection(self) -> tuple[str, ...]:
        """Of what is chosen all that heads somewhere: what can lie in line."""
        return tuple(one for one in self.selection if self.draft.find_piece(one).heading is not None)

    def division_of(self, piece: str) -> tuple[str, ...]:
        """The pieces of the division of a piece, in the order of the file; of one in none herself."""
        group = self.draft.find_piece(piece).group
        together = (one.id for one in self.draft.pieces if one.group == group)
        return tuple(together) if group else (piece,)

    def open_form(self, path: DataPath | None) -> None:
        """Show the fields of a part of the file."""
        self.form_path, self._typed_field = path, None

    def find_form(self, path: DataPath) -> DataPath:
        """The innermost part about a path that has fields."""
        return next((path[:end] for end in range(len(path), 0, -1) if self.draft.list_fields(path[:end])), ())

    @property
    def visible_form(self) -> DataPath:
        """The part whose fields are shown: that which was opened, else of what is chosen, else the whole."""
        if self.form_path is not None:
            return self.form_path
        return self.draft.find_piece(self.selection[0]).path if len(self.selection) == 1 else ()
