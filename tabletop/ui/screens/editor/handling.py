"""What the pointer and the keys do with a battle that is laid out: the same for sea and hexes."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import ClassVar

from tabletop.authoring.piece_changes import CopyPieces, MovePieces, PlacePiece, RemovePieces, TurnPieces
from tabletop.ui import keys
from tabletop.ui.boards.battle.camera_view import PANS
from tabletop.ui.boards.battle.gestures import Gesture
from tabletop.ui.camera import Xy
from tabletop.ui.input import Input
from tabletop.ui.screens.editor import zones
from tabletop.ui.screens.editor.holds import Carrying, Framing
from tabletop.ui.screens.editor.layout import Layout
from tabletop.ui.screens.editor.pieces import Carried, shown_nation
from tabletop.ui.screens.editor.zones import ZONES


class Handling(Layout):
    """A layout that can be worked on."""

    # --- the pointer

    def wants(self, gesture: Gesture) -> bool:
        """Whether a drag that begins so holds something, and does not move the table."""
        if self.measuring.wants(gesture) or self.bench.tool == "measure":
            return True
        if gesture.button != "left" or self.bench.tool in ("place", "wind"):
            return False
        held = gesture.shift or self._mine(gesture.ship) or self.markings.grip_at(gesture.pixel)
        return bool(held) or self.bench.tool == "zone"

    def _mine(self, piece: str | None) -> bool:
        return piece in {one.id for one in self.bench.draft.pieces}

    def gesture(self, gesture: Gesture) -> bool:
        """What the pointer did; whether the panels must be composed anew."""
        self._over, self._at = gesture.kind != "leave", (gesture.at.x, gesture.at.y)
        meant = (
            replace(gesture, button="right") if self.bench.tool == "measure" and gesture.button == "left" else gesture
        )
        if self.measuring.gesture(meant):
            self.refresh()
            return False
        done = _POINTED.get(gesture.kind, Handling._look)
        anew = done(self, gesture)
        self.refresh()
        return anew

    def _look(self, gesture: Gesture) -> bool:
        self.hover(gesture.ship)
        return False

    def hover(self, piece: str | None) -> None:
        """Ring what is under the pointer."""
        self.surface.ringed = piece

    def _press(self, gesture: Gesture) -> bool:
        """Take hold of what lies there; a piece that was not chosen is chosen first."""
        if gesture.button != "left" or self.bench.tool in ("place", "wind"):
            return False
        at, grip = self._at, self.markings.grip_at(gesture.pixel)
        if grip:
            self._held = self.take(grip, at)
            return False
        if self.bench.tool == "zone":
            self._held = self.draw_zone(at)
            return False
        if not self._mine(gesture.ship):
            self._held = Framing((), at) if gesture.shift else None
            return False
        if gesture.alt and gesture.ship:
            return self._press_in_line(gesture.ship)
        anew = gesture.ship not in self.bench.chosen and not gesture.shift
        if anew and gesture.ship:
            self.bench.choose(self._meant(gesture.ship))
        self._held = Carrying(self.bench.chosen, at, self.way, gesture.ctrl)
        return anew

    def _press_in_line(self, piece: str) -> bool:
        """Take hold of the interval of the line in which it lies: of what is chosen, else of its division."""
        anew = piece not in self.bench.lined or len(self.bench.lined) < 2
        if anew:
            self.bench.choose(self.bench.group_of(piece))
        self._held = self.spread(self._at)
        return anew

    def _meant(self, piece: str) -> tuple[str, ...]:
        """A piece, or with the tool for columns her whole division."""
        return self.bench.group_of(piece) if self.bench.tool == "column" else (piece,)

    def _drag(self, _gesture: Gesture) -> bool:
        self.suppose(self._held.change(self._at) if self._held else None)
        return False

    def _drop(self, gesture: Gesture) -> bool:
        held, at = self._held, self._at
        if isinstance(held, Framing):
            self.let_go()
            self._choose_within(held.start, at)
            return True
        change = held.change(at) if held else None
        self.let_go()
        before = len(zones.entries(self.bench.draft.data))
        if change:
            self.bench.do(change)
        if len(zones.entries(self.bench.draft.data)) > before:
            self.choose_zone(before)
        return bool(change)

    def _choose_within(self, one: Xy, other: Xy) -> None:
        (west, east), (south, north) = (sorted(pair) for pair in zip(one, other, strict=True))
        inside = [
            piece.id for piece in self.bench.draft.pieces
            for x, y in [self.point(piece.at)] if west <= x <= east and south <= y <= north
        ]  # fmt: skip
        self.bench.choose((*self.bench.chosen, *inside))

    def _click(self, gesture: Gesture) -> bool:
        self.let_go()
        if gesture.button != "left":
            return False
        bench, at = self.bench, (gesture.at.x, gesture.at.y)
        if bench.tool == "place":
            self._place(self.kind, at)
        elif bench.tool == "wind":
            change = self.set_wind(at)
            if change:
                bench.do(change)
        elif bench.tool == "zone":
            self.click_zone(at)
        elif not self._mine(gesture.ship):
            if not (gesture.shift or self.markings.grip_at(gesture.pixel)):
                bench.choose(())
        elif gesture.ship:
            self._click_on(gesture.ship, gesture)
        return True

    def click_zone(self, at: Xy) -> None:
        """Its fields are shown; beside all zones those of the whole."""
        self.choose_zone(self.zone_at(at))

    def choose_zone(self, number: int | None) -> None:
        """The fields of a zone, or of all, are shown."""
        self.bench.open_form(self.form_of("zone") if number is None else (*ZONES, number))

    def _click_on(self, piece: str, gesture: Gesture) -> None:
        meant = self.bench.group_of(piece) if gesture.clicks > 1 else self._meant(piece)
        if gesture.shift:
            self.bench.choose_too(meant)
        else:
            self.bench.choose(meant)

    # --- new pieces

    def carry(self, report: Carried) -> bool:
        """A kind is dragged off the list; let go over the table it lies there. Whether the panels are composed anew."""
        over = self._free(report.pixel)
        at = self.view.camera.to_table(*report.pixel)
        self._carried = (report.kind, at) if over and not report.dropped else None
        if over and report.dropped:
            self._place(report.kind, at)
        self.refresh()
        return report.dropped

    def _free(self, pixel: tuple[int, int]) -> bool:
        """Whether no panel lies there."""
        left, top, right, bottom = self.view.insets
        wide, high = self.view.camera.size
        return left <= pixel[0] <= wide - right and top <= pixel[1] <= high - bottom

    def _place(self, kind: str, at: Xy) -> None:
        """Place one, heading as the first of the chosen, and choose it."""
        draft, chosen = self.bench.draft, self.bench.chosen
        like = draft.find_piece(chosen[0]) if chosen else None
        heading = like.heading if like and like.heading is not None else 0
        nation = shown_nation(self.bench)
        group = like.group if like and like.nation == nation else ""
        self.bench.do(PlacePiece(kind, self.written(at), heading, nation, group))

    def place_here(self) -> None:
        """Place the chosen kind under the pointer, or in the middle of what is seen."""
        pixel = self.view.pointer if self._free(self.view.pointer) else self.view.middle()
        self._place(self.kind, self.view.camera.to_table(*pixel))

    # --- keys

    def key(self, given: Input) -> bool:
        """A key; whether it was one of the board's, after which panels are composed anew."""
        reply = self.measuring.key(given)
        if reply is None and given.kind == "key" and given.key in self._keys:
            self._keys[given.key]()
            reply = True  # type: ignore[assignment]
        elif given.kind == "key" and given.key in PANS:
            self.view.pan(*PANS[given.key])
        self.refresh()
        return bool(reply)

    def _bound(self) -> dict[str, Callable[[], object]]:
        nudges = {"Left": (-1, 0), "Right": (1, 0), "Up": (0, 1), "Down": (0, -1)}
        return {
            keys.key("place"): self.place_here, keys.key("fit"): self.view.fit,
            keys.key("zoom_in"): lambda: self.view.zoom(1), keys.key("zoom_out"): lambda: self.view.zoom(-1),
            keys.key("copy"): self.copy, keys.key("remove"): self.remove,
            keys.key("turn_port"): lambda: self.turn_by(-self.turn),
            keys.key("turn_starboard"): lambda: self.turn_by(self.turn),
            keys.key("next_ship"): lambda: self.step(1), keys.key("previous_ship"): lambda: self.step(-1),
            **{f"Shift+{arrow}": partial(self.move_by, by) for arrow, by in nudges.items()},
            **self.more_keys(),
        }  # fmt: skip

    def move_by(self, by: tuple[int, int]) -> None:
        """A little that way."""
        if self.bench.chosen:
            self.bench.do(MovePieces(self.bench.chosen, (by[0] * self.nudge, by[1] * self.nudge)))

    def turn_by(self, by: int) -> None:
        """Each about herself."""
        if self.bench.chosen:
            self.bench.do(TurnPieces(self.bench.chosen, by))

    def copy(self) -> None:
        """The same once more beside it, chosen from now on."""
        if self.bench.chosen:
            self.bench.do(CopyPieces(self.bench.chosen, self.beside))

    beside: ClassVar[tuple[float, float]] = (0.0, -1.0)
    """Where a copy lies, in the measure of the file."""

    def remove(self) -> None:
        """Away with what is chosen, or with a zone."""
        number = zones.chosen(self.bench) if self.bench.tool == "zone" else None
        if number is not None:
            self.bench.do(zones.without(self.bench.draft, number))
            self.choose_zone(None)
        elif self.bench.chosen:
            self.bench.do(RemovePieces(self.bench.chosen))

    def step(self, by: int) -> None:
        """The next or previous piece of the file, brought into view."""
        ids = [piece.id for piece in self.bench.draft.pieces]
        if not ids:
            return
        now = ids.index(self.bench.chosen[0]) if self.bench.chosen else (-1 if by > 0 else 0)
        self.bench.choose((ids[(now + by) % len(ids)],))
        self.show()
        self.view.keep_in_sight(self.bench.chosen)

    def back(self) -> bool:
        """Esc: what is held, then the rulers, then a form, then what is chosen; whether there was any."""
        held = self._held
        self.let_go()
        if held or self.measuring.back():
            return True
        had = self.bench.form is not None or bool(self.bench.chosen)
        if self.bench.form is not None:
            self.bench.open_form(None)
        else:
            self.bench.choose(())
        return had


_POINTED: dict[str, Callable[[Handling, Gesture], bool]] = {
    "press": Handling._press, "drag": Handling._drag, "drop": Handling._drop, "click": Handling._click,
}  # fmt: skip
