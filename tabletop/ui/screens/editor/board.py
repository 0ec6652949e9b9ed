"""The battle of the editor with its panels: list and tree at the left, what is chosen at the right."""

from collections.abc import Callable, Sequence

from tabletop.authoring.draft import CombinedChange, SetField
from tabletop.authoring.piece_changes import JoinGroup
from tabletop.ui.boards.battle.gestures import Gesture
from tabletop.ui.boards.battle.measuring import Measuring
from tabletop.ui.boards.battle.surface import AnySurface
from tabletop.ui.boards.battle.viewer import AnyViewer
from tabletop.ui.boards.room import Room
from tabletop.ui.screens.editor import zones
from tabletop.ui.screens.editor.bench import Bench
from tabletop.ui.screens.editor.desk import EditorDesk, pieces_sheet
from tabletop.ui.screens.editor.fields import blank_key
from tabletop.ui.screens.editor.form import Form
from tabletop.ui.screens.editor.handling import Handling
from tabletop.ui.screens.editor.inspector import inspector
from tabletop.ui.screens.editor.marks import Waters
from tabletop.ui.screens.editor.pieces import KIND, NATION, SIDE, TREE, Carried, left_panel
from tabletop.ui.widgets.base import Widget
from tabletop.ui.widgets.report import (
    Chosen,
    Folded,
    Hearing,
    On,
    Pressed,
    Report,
    RowAdded,
    RowOpened,
    RowPointed,
    hearing,
)


class BattleBoard(Handling):
    """The workplace of games on a map; see `boards.Workplace`."""

    def __init__(self, bench: Bench, viewer: AnyViewer, surface: AnySurface, measuring: Measuring[object]) -> None:
        super().__init__(bench, viewer, surface, measuring)
        self._keys = self._bound()
        self._presses: dict[str, Callable[[], object]] = {
            "zoom.in": lambda: self.view.zoom(1), "zoom.out": lambda: self.view.zoom(-1), "zoom.fit": self.view.fit,
            "order.open": viewer.toggle_list, "order.close": viewer.toggle_list, "inspector.open": self._fold,
            "inspector.close": self._fold, "kinds.next": self.reinforce, "division.new": self.new_division,
            zones.NEW: lambda: self.choose_zone(None),
        }  # fmt: skip
        self._on: Hearing[bool] = hearing(
            On(Gesture, self.gesture), On(Carried, self.carry), On(Chosen, self._kind_chosen, KIND),
            On(Chosen, self._nation_chosen, NATION), On(Chosen, self._side_chosen, SIDE),
            On(Chosen, self._zone_side, zones.SIDE), On(Chosen, self._row, TREE),
            On(RowOpened, self._sought, TREE), On(RowAdded, self._row_too, TREE), On(Folded, self._heading, TREE),
            On(RowPointed, self._pointed, TREE),
        )  # fmt: skip

    def under(self) -> Sequence[Widget]:
        """The table and what is drawn over it."""
        return [self.surface, self.markings]

    def panels(self, form: Form, room: Room) -> Sequence[Widget]:
        """Pieces, what is chosen, and what lies small between them."""
        if self.bench.inspected is None:
            self.bench.inspected = not room.low
        left = pieces_sheet(left_panel(self.bench, self.portray, room.size[1] * 100 / room.theme.scale))
        right = inspector(self.bench, form, self.panel(), self.measured(), self.above())
        return [EditorDesk(self, left, right, opened=self.bench.inspected)]

    def tick(self) -> None:
        """Nothing moves by itself but the camera."""

    # --- the panels

    def answer(self, report: Report) -> bool:
        """Reports of the table and of its panels."""
        if heard := self._on.get(report.key):
            return heard(report)
        if isinstance(report, Pressed) and report.id in self._presses:
            self._presses[report.id]()
            return True
        if isinstance(report, Pressed) and report.id.startswith("gauge."):
            gauge = self.measured()[int(report.id.removeprefix("gauge."))]
            self.view.keep_in_sight((gauge.first, gauge.second))
            return True
        return self.own_answer(report)

    def _fold(self) -> None:
        self.bench.inspected = not self.bench.inspected

    def reinforce(self) -> None:
        """One more of the chosen kind, beside what is chosen."""
        chosen = self.bench.chosen
        at = (
            self.bench.draft.find_piece(chosen[-1]).at
            if chosen
            else self.written(self.view.camera.to_table(*self.view.middle()))
        )
        self._place(self.kind, self.point((at[0] + self.beside[0], at[1] + self.beside[1])))

    def new_division(self) -> None:
        """What is chosen becomes a division of its own; with nothing chosen it is empty, and ships join it later."""
        draft = self.bench.draft
        if not draft.kit.group_key:
            return
        key = blank_key(draft.find_field(("divisions",)))
        named = SetField(("divisions", key), key.replace("_", " ").capitalize())
        self.bench.do(CombinedChange((named, JoinGroup(self.bench.chosen, key)), "New division"))

    def _kind_chosen(self, report: Chosen) -> bool:
        self.bench.kind, self.bench.tool = report.value, "place"
        return True

    def _nation_chosen(self, report: Chosen) -> bool:
        self.bench.nation = report.value
        return True

    def _side_chosen(self, report: Chosen) -> bool:
        self.bench.side = report.value
        return True

    def _zone_side(self, report: Chosen) -> bool:
        """What is drawn next is a zone of that side, and no part of another."""
        self.bench.side = report.value
        self.choose_zone(None)
        return True

    def _row(self, report: Chosen) -> bool:
        self.bench.choose((report.value,))
        self.view.keep_in_sight(self.bench.chosen)
        return True

    def _row_too(self, report: RowAdded) -> bool:
        self.bench.choose_too((report.row,))
        return True

    def _sought(self, report: RowOpened) -> bool:
        self.seek((report.row,))
        return True

    def seek(self, pieces: Sequence[str]) -> None:
        """Choose the first, unless she is chosen; of one come so near that she can be read."""
        if pieces[0] not in self.bench.chosen:
            self.bench.choose(pieces[:1])
        look = self.view.approach if len(pieces) == 1 else self.view.keep_in_sight
        look(pieces)

    def taken(self) -> None:
        """With that of zones all of them come into view."""
        self.refresh()
        self.view.gather([point for one in self.markings.marks if isinstance(one, Waters) for point in one.points])

    def look_near(self, pieces: Sequence[str], zoom: int | None) -> None:
        """Begin with the first of them in the middle."""
        if pieces and zoom is not None:
            self.view.open_near(pieces[0], zoom)

    def _heading(self, report: Folded) -> bool:
        """A division: chosen at first, folded once it is."""
        found = next((one.pieces for one in self.bench.draft.groups if one.id == report.heading), ())
        if found and set(found) != set(self.bench.chosen):
            self.bench.choose(found)
        else:
            self.bench.folded ^= {report.heading}
        return True

    def _pointed(self, report: RowPointed) -> bool:
        self.hover(report.row if self._mine(report.row) else None)
        return False
