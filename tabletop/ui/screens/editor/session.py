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


def _silent(_refused: Refused) -> None:
    """Nobody is told."""


@dataclass
class Bench:
    """A draft on the bench.

    Attributes:
        draft: what is being written.
        keeper: keeps it on disk.
        refuse: told why something cannot be done.
        chosen: the pieces that are chosen, by id, the first of them leading.
        tool: what the pointer does.
        form: the part of the file whose fields are shown in place of those of what is chosen; None for none.
        nation: whose kinds of pieces are listed.
        side: the group of pieces that the tree shows.
        kind: what is placed next.
        folded: groups that are folded in the tree.
        problem: number of the problem that was gone to last; -1 before the first.
        inspected: whether the panel at the right is open; None until the window has a size.
    """

    draft: Draft
    keeper: AutoSaver
    refuse: Callable[[Refused], None] = _silent
    chosen: tuple[str, ...] = ()
    tool: Tool = "select"
    form: DataPath | None = None
    nation: str = ""
    side: str = ""
    kind: str = ""
    folded: set[str] = field(default_factory=set)
    problem: int = -1
    inspected: bool | None = None
    _typing: DataPath | None = None

    # --- the draft

    def do(self, change: Change, typed: DataPath | None = None) -> UndoStep | None:
        """Change the draft, or tell why not; what is typed into one field, letter by letter, is one step of undo."""
        again, before = typed is not None and typed == self._typing, {piece.id for piece in self.draft.pieces}
        try:
            step = self.draft.replace_last(change) if again else self.draft.apply(change)
        except ImpossibleChangeError as error:
            self.refuse(Refused("", str(error)))
            return None
        self._typing = typed if self.draft.last_step is step else None
        self._keep()
        if fresh := [piece.id for piece in self.draft.pieces if piece.id not in before and not again]:
            self.choose(fresh)
        return step

    @property
    def typing(self) -> DataPath | None:
        """The field into which it is typed now."""
        return self._typing

    def end_typing(self) -> None:
        """What is typed next is a step of its own."""
        self._typing = None

    def untype(self, path: DataPath) -> None:
        """Take back what is being typed into a field."""
        if self._typing == path:
            self.undo()

    def undo(self) -> UndoStep | None:
        """Take the last step back."""
        self._typing = None
        step = self.draft.undo()
        self._keep()
        return step

    def redo(self) -> UndoStep | None:
        """Do again what was taken back."""
        self._typing = None
        step = self.draft.redo()
        self._keep()
        return step

    def _keep(self) -> None:
        """Nothing stays chosen that is gone."""
        ids = {piece.id for piece in self.draft.pieces}
        self.chosen = tuple(one for one in self.chosen if one in ids)

    # --- what is chosen

    def choose(self, pieces: Sequence[str]) -> None:
        """Choose these alone; the tree shows their side."""
        self.chosen, self.form, self._typing = tuple(dict.fromkeys(pieces)), None, None
        first = next(iter(self.chosen), "")
        self.side = next((one.side for one in self.draft.groups if first in one.pieces), self.side)

    def choose_too(self, pieces: Sequence[str]) -> None:
        """Choose these besides what is chosen; those that are chosen all are let go of."""
        if pieces and set(pieces) <= set(self.chosen):
            self.choose([one for one in self.chosen if one not in pieces])
        else:
            self.choose((*self.chosen, *pieces))

    @property
    def lined(self) -> tuple[str, ...]:
        """Of what is chosen all that heads somewhere: what can lie in line."""
        return tuple(one for one in self.chosen if self.draft.find_piece(one).heading is not None)

    def group_of(self, piece: str) -> tuple[str, ...]:
        """The pieces of the division of a piece, in the order of the file; of one in none herself."""
        group = self.draft.find_piece(piece).group
        together = (one.id for one in self.draft.pieces if one.group == group)
        return tuple(together) if group else (piece,)

    def open_form(self, path: DataPath | None) -> None:
        """Show the fields of a part of the file."""
        self.form, self._typing = path, None

    def nearest_form(self, path: DataPath) -> DataPath:
        """The innermost part about a path that has fields."""
        return next((path[:end] for end in range(len(path), 0, -1) if self.draft.list_fields(path[:end])), ())

    @property
    def shown(self) -> DataPath:
        """The part whose fields are shown: that which was opened, else of what is chosen, else the whole."""
        if self.form is not None:
            return self.form
        return self.draft.find_piece(self.chosen[0]).path if len(self.chosen) == 1 else ()
