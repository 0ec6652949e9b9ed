"""The crews on a ship's card: drag figures to tasks, and see what the ship would lose by it (20)."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

import pygame
from typing_extensions import override

from tabletop.core.errors import Refused
from tabletop.core.phrases import format_count, format_percent
from tabletop.games.ships_of_the_line.model import State
from tabletop.games.ships_of_the_line.survey import crew_tasks
from tabletop.games.ships_of_the_line.survey.summaries import compute_strength
from tabletop.ui.assets import icon
from tabletop.ui.input import Input
from tabletop.ui.text import LABEL, SMALL, fitted, size_of, write, write_at
from tabletop.ui.theme import INKS, Colour, Theme
from tabletop.ui.widgets.base import Size, Tip, Widget
from tabletop.ui.widgets.draw import boxed
from tabletop.ui.widgets.report import CONSUMED, Report

GUNS, BOATS = "guns", "boats"
"""Boxes that are no task: the guns, where idle crews are, and the boats, which need no crew."""
BOXES = (GUNS, crew_tasks.PUMP, crew_tasks.GANG, crew_tasks.FIGHT, BOATS, crew_tasks.TRANSFER)
ACROSS = 3
BOX_NAMES = {
    GUNS: "Guns",
    crew_tasks.PUMP: "Pumps",
    crew_tasks.GANG: "Gangs",
    crew_tasks.FIGHT: "Boarding",
    BOATS: "Boats",
    crew_tasks.TRANSFER: "Transfer",
}
_SIGNS = {crew_tasks.FIGHT: "task_board"}
_TIPS = {
    GUNS: "Each gun deck without a crew costs a die, except the last.\nRule SOTL-20.1-e",
    crew_tasks.PUMP: "Two crews take 1 off the die to stay afloat.\nRule SOTL-20.1-b",
    crew_tasks.GANG: "They clear wreckage and fight fires. Two crews take 1 off the die.\nRule SOTL-20.1-c",
    crew_tasks.FIGHT: "Crews who board the enemy or resist boarders.\nRule SOTL-20.2-a",
    BOATS: "Boats need no crew of their own, only a crew aboard.\nRule AMB-184",
    crew_tasks.TRANSFER: "Crews who go to a grappled friend; one crew must stay.\nRule AMB-189",
}
_IDLE_WORDS = {crew_tasks.PUMP: "2 crews: −1", crew_tasks.GANG: "2 crews: −1", crew_tasks.TRANSFER: "to a friend"}
_NO_CREW = Refused("AMB-184", "Boats need no crew of their own, only a crew aboard.")
BOX, GAP, FIGURE, STEP, LINE = 70, 5, 28, 19, 20
"""Height of a box, gap, height of a figure, distance of figures, height of a line; design pixels."""
_INSET = 5
"""Distance from the edge of a box to its contents, design pixels."""


@dataclass(frozen=True)
class CrewsAssigned(Report):
    """The report that crews of a ship were dragged: task to number of crews."""

    ship: str
    assigned: dict[str, int]


@dataclass(frozen=True)
class AssignmentRefused(Report):
    """The report that a crew was dropped on a box where it cannot go."""

    refusal: Refused


class StrengthChange(NamedTuple):
    """A number of a ship before and after an assignment, and if the ship is not worse off."""

    title: str
    before: str
    after: str
    better: bool


class CrewBoard(Widget):
    """Boxes with the crews of a ship, and four numbers below.

    Reports `CrewsAssigned` or `AssignmentRefused`.

    Args:
        state: the battle.
        key: the ship.
        sent: task to number of crews assigned already.
    """

    interactive = True
    keeps_clear = True

    def __init__(self, state: State, key: str, assigned: Mapping[str, int]) -> None:
        super().__init__(f"crews.{key}", tip=Tip("Crews", "Drag a crew to its task."))
        self.state = state
        self.key = key
        self.tasks: dict[str, crew_tasks.CrewTask] = {one.task: one for one in crew_tasks.find_crew_tasks(state, key)}
        self.assigned = {task: crews for task, crews in assigned.items() if crews}
        self._from = self._over = ""
        """The box from which a crew was lifted, and the one over which it is held; empty for none."""
        self._at = (0, 0)

    # --- what is meant

    @property
    def preview(self) -> dict[str, int]:
        """Return the assignment if the dragged crew were dropped now."""
        moved = dict(self.assigned)
        if self._from in moved:
            moved[self._from] -= 1
        if not self._find_box_refusal(self._over) and self._over in self.tasks:
            moved[self._over] = moved.get(self._over, 0) + 1
        return {task: crews for task, crews in moved.items() if crews}

    def _find_box_refusal(self, box: str) -> Refused | None:
        """Return why the dragged crew cannot go to `box`; None if it can, or outside of all boxes."""
        errand = self.tasks.get(box)
        if not self._from or errand is None:
            return _NO_CREW if self._from and box == BOATS else None
        there = self.assigned.get(box, 0) - (box == self._from)
        if errand.refusal is None and there >= errand.max_crews:
            return Refused("AMB-183", "No more crews can go there.", f"{there + 1} ordered, {errand.max_crews} can go")
        return errand.refusal

    def list_changes(self) -> Iterator[StrengthChange]:
        """Yield the numbers of the ship before and after the previewed assignment."""
        was, now = (
            crew_tasks.forecast_reduced_ship(self.state, self.key, {}),
            crew_tasks.forecast_reduced_ship(self.state, self.key, self.preview),
        )
        yield StrengthChange("Dice", _format_dice(was), _format_dice(now), now.dice >= was.dice)
        most = compute_strength(self.state, self.key).fatigue_limit
        yield StrengthChange(f"Fatigue of {most}", str(was.fatigue), str(now.fatigue), now.fatigue <= was.fatigue)
        yield StrengthChange("Strength", str(was.boarding), str(now.boarding), now.boarding >= was.boarding)
        if was.chance_to_sink is not None and now.chance_to_sink is not None:
            yield StrengthChange(
                "Sinks",
                format_percent(was.chance_to_sink),
                format_percent(now.chance_to_sink),
                now.chance_to_sink <= was.chance_to_sink,
            )

    def list_figures(self, box: str) -> list[str]:
        """Return the icon names of the crews in `box` without the dragged one; "" is an empty gun deck."""
        lifted = bool(self._from) and box == self._find_landing_box()
        if box in self.tasks:
            kind = "crew_boarder" if box == crew_tasks.FIGHT else "crew_hand"
            return ["crew_away"] * self.tasks[box].crews + [kind] * (self.preview.get(box, 0) - lifted)
        if box != GUNS:
            return []
        guns, decks, hand = crew_tasks.count_idle_crews(self.state, self.key, self.preview)
        gone = int(lifted and not hand)
        return ["crew_guns"] * (guns - gone) + [""] * (decks - guns) + ["crew_hand"] * (hand - lifted + gone)

    def _find_landing_box(self) -> str:
        """Return the box where the dragged crew would land."""
        return self._over if self._over in self.tasks and not self._find_box_refusal(self._over) else GUNS

    def describe_box(self, box: str) -> str:
        """Return the words at the foot of `box`."""
        if box == GUNS:
            guns, decks, _ = crew_tasks.count_idle_crews(self.state, self.key, self.preview)
            return f"{guns} of {format_count(decks, 'deck')}"
        if box == BOATS:
            return "need no crew"
        errand, sent = self.tasks[box], self.preview.get(box, 0)
        if sent:
            return f"send {sent}" if errand.is_open else f"{sent} later"
        if errand.crews:
            return f"{errand.crews} away"
        return errand.reason or _IDLE_WORDS.get(box, f"up to {errand.max_crews}")

    # --- where it is

    @override
    def measure(self, theme: Theme, width: int) -> Size:
        return width, 2 * theme.px(BOX + GAP) + 2 * theme.px(LINE)

    def find_box_rect(self, theme: Theme, name: str) -> pygame.Rect:
        """Return the rectangle of the box `name`, screen pixels."""
        row, column = divmod(BOXES.index(name), ACROSS)
        gap, high = theme.px(GAP), theme.px(BOX)
        wide = (self.rect.w - (ACROSS - 1) * gap) // ACROSS
        return pygame.Rect(self.rect.x + column * (wide + gap), self.rect.y + row * (high + gap), wide, high)

    def _find_box_at(self, theme: Theme, pos: tuple[int, int]) -> str:
        """Return the box at `pos`, or ""."""
        return next((name for name in BOXES if self.find_box_rect(theme, name).collidepoint(pos)), "")

    # --- the pointer

    @override
    def handle(self, given: Input, theme: Theme) -> Report | None:
        """Lift a crew on a press, move it, and drop it on release."""
        under = self._find_box_at(theme, given.pos)
        if given.kind == "pressed" and given.button == "left":
            return self._lift_crew(under, given.pos)
        if given.kind == "moved":
            self.tip = Tip(BOX_NAMES[under], self._describe_tip(under)) if under else self.tip
            if self._from:
                self._over, self._at = under, given.pos
                self.touch()
                return CONSUMED
        if given.kind == "released" and self._from:
            return self._drop_crew(under)
        return None

    def _describe_tip(self, box: str) -> str:
        """Return the tooltip of `box`: its rule, or the reason why no crew can go there."""
        errand = self.tasks.get(box)
        if errand is None or errand.refusal is None:
            return _TIPS[box]
        return f"{errand.refusal.reason}\nRule {errand.refusal.rule}"

    def _lift_crew(self, box: str, pos: tuple[int, int]) -> Report:
        """Start to drag a crew of `box`, if there is one."""
        guns, _, hand = crew_tasks.count_idle_crews(self.state, self.key, self.assigned)
        if self.assigned.get(box) or (box == GUNS and guns + hand):
            self._from, self._over, self._at = box, box, pos
            self.touch()
        return CONSUMED

    def _drop_crew(self, box: str) -> Report:
        """End the drag in `box`, and report the new assignment or the refusal."""
        self._over = box
        refused, meant = self._find_box_refusal(box), self.preview
        self._from = self._over = ""
        self.touch()
        if refused:
            return AssignmentRefused(refused)
        changed, self.assigned = meant != self.assigned, meant
        return CrewsAssigned(self.key, meant) if changed else CONSUMED

    # --- painting

    @override
    def paint(self, surface: pygame.Surface, theme: Theme) -> None:
        for name in BOXES:
            self._paint_box(surface, theme, name)
        top = self.rect.y + 2 * theme.px(BOX + GAP)
        for number, change in enumerate(self.list_changes()):
            row, column = divmod(number, 2)
            gap, high = theme.px(14), theme.px(LINE)
            wide = (self.rect.w - gap) // 2
            cell = pygame.Rect(self.rect.x + column * (wide + gap), top + row * high, wide, high)
            _paint_change(surface, theme, cell, change)
        if self._from:
            figure = icon("crew_hand", theme.px(FIGURE) * 5 // 4)
            place = figure.get_rect(midbottom=(self._at[0], self._at[1] + theme.px(8))).clamp(self.rect)
            surface.blit(figure, place, special_flags=pygame.BLEND_PREMULTIPLIED)

    def _paint_box(self, surface: pygame.Surface, theme: Theme, name: str) -> None:
        box, errand = self.find_box_rect(theme, name), self.tasks.get(name)
        able = name == GUNS or bool(errand and (errand.refusal is None or errand.crews))
        over = bool(self._from) and name == self._over and not self._find_box_refusal(name)
        fill = INKS.cream if over else INKS.paper_2 if able else INKS.paper_3
        surface.blit(
            boxed(box.size, theme.px(3), fill, INKS.brass if over else INKS.rule, theme.px(3 if over else 1)), box
        )
        ink, inset = INKS.ink if able else INKS.muted, theme.px(_INSET)
        sign = icon(_SIGNS.get(name, f"task_{name}"), theme.px(17))
        surface.blit(sign, (box.x + inset, box.y + theme.px(3)), special_flags=pygame.BLEND_PREMULTIPLIED)
        room = box.w - 2 * inset
        title, style = fitted(BOX_NAMES[name], LABEL.tinted(ink), room - theme.px(21), theme.scale)
        write_at(surface, theme, title, style, midleft=(box.x + inset + theme.px(21), box.y + theme.px(11)))
        words, style = fitted(self.describe_box(name), SMALL.tinted(ink), room, theme.scale)
        write_at(surface, theme, words, style, midleft=(box.x + inset, box.bottom - theme.px(10)))
        self._paint_figures(surface, theme, box, self.list_figures(name))

    def _paint_figures(self, surface: pygame.Surface, theme: Theme, box: pygame.Rect, figures: list[str]) -> None:
        room = box.w - 2 * theme.px(_INSET)
        step = min(theme.px(STEP), room // max(1, len(figures)))
        foot = box.bottom - theme.px(19)
        for number, name in enumerate(figures):
            drawn = icon(name or "crew_away", theme.px(FIGURE))
            if not name:
                drawn = drawn.copy()
                drawn.fill((110, 110, 110, 110), special_flags=pygame.BLEND_RGBA_MULT)
            place = drawn.get_rect(midbottom=(box.x + theme.px(_INSET) + number * step + step // 2, foot))
            surface.blit(drawn, place, special_flags=pygame.BLEND_PREMULTIPLIED)


def _format_dice(had: crew_tasks.ReducedShip) -> str:
    """Return the dice of both broadsides, such as "4, 3", or "none"."""
    return ", ".join(str(dice) for dice in had.dice if dice) or "none"


def _paint_change(surface: pygame.Surface, theme: Theme, cell: pygame.Rect, change: StrengthChange) -> None:
    """Draw the title at the left, and at the right the number, or an arrow from the old to the new one."""
    write_at(surface, theme, change.title, SMALL, midleft=cell.midleft)
    ink: Colour = INKS.ink if change.after == change.before else INKS.better if change.better else INKS.danger
    wide = size_of(change.after, LABEL, theme.scale)[0]
    write_at(surface, theme, change.after, LABEL.tinted(ink), midright=cell.midright)
    if change.after == change.before:
        return
    tip, long, barb = cell.right - wide - theme.px(5), theme.px(12), theme.px(3)
    middle = cell.centery + theme.px(1)
    pygame.draw.line(surface, INKS.ink_2, (tip - long, middle), (tip, middle), theme.px(2))
    head = ((tip, middle), (tip - 2 * barb, middle - barb), (tip - 2 * barb, middle + barb))
    pygame.draw.polygon(surface, INKS.ink_2, head)
    before = size_of(change.before, SMALL, theme.scale)
    write(surface, theme, change.before, SMALL, (tip - long - theme.px(5) - before[0], cell.centery - before[1] // 2))
