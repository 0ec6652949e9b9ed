"""Where the panels lie: each gets its place by the room there is, and what there is no room for stays away."""

from collections.abc import Iterator

import pygame
from typing_extensions import override

from tabletop.games.ships_of_the_line.model import State, is_on_map
from tabletop.games.ships_of_the_line.rule_modules import phase_of
from tabletop.games.ships_of_the_line.survey.summaries import list_order_subjects
from tabletop.ui.boards.battle.desk import REST, BattleDesk, map_buttons, rects
from tabletop.ui.boards.battle.pointers import Pointers
from tabletop.ui.boards.battle.small_map import SmallMap
from tabletop.ui.boards.ships_of_the_line.foes import nearest_foe
from tabletop.ui.boards.ships_of_the_line.panels import battery, card, order
from tabletop.ui.boards.ships_of_the_line.panels.instruments import LARGE, SMALL, Compass, ScaleBar, sum_sheet
from tabletop.ui.boards.ships_of_the_line.panels.legend import Legend, key_button
from tabletop.ui.boards.ships_of_the_line.stations.station import Station
from tabletop.ui.boards.ships_of_the_line.surface import SeaSurface, fleets
from tabletop.ui.boards.ships_of_the_line.viewer import Viewer
from tabletop.ui.theme import Theme
from tabletop.ui.widgets.base import Widget
from tabletop.ui.widgets.layout import Column, Row

_ARCS = "Click to switch: the selected ship, the ship under the pointer, the whole side, none."
_THREATS = (
    "Click to switch: where enemy broadsides can strike, where your own can, neither. The numbers are the "
    "dice of the strongest broadside there; rakes roll more."
)
CARD_LEAST = 200
"""Height that the smallest compass leaves to a card that has to scroll in it."""
SUM = 300


class Desk(BattleDesk):
    """The panels of the sea table."""

    def __init__(self, viewer: Viewer, station: Station, sea: SeaSurface, aside: Widget | None = None) -> None:
        sheet = order.fleets_sheet(viewer.state) if viewer.fleets else order.sheet(viewer, set(station.actors()))
        super().__init__(viewer, sheet)
        self.viewer, self.station, self.sea, self._aside = viewer, station, sea, aside
        own = list(station.sheet())
        self.own = Column(own, gap=8) if len(own) > 1 else next(iter(own), None)
        tools = station.tools()
        self.tools: Widget | None = Row(tools, gap=4, ident="tools") if tools else None
        self.compass = Compass(viewer)
        self.sum = sum_sheet(viewer.state, viewer.selected) if viewer.sum_open else None
        self.map, self.scale = SmallMap(sea, fleets), ScaleBar(sea)
        self.zoom = map_buttons("Arcs of fire", _ARCS, _THREATS)
        self.legend, self.chip = Legend(viewer.state, phase_of(viewer.state).ribbon), key_button()
        self._folded_out = self._docks = False
        """Whether the key to the lines has the place of compass and card, or the station's sheet that of the card."""
        self.players = order.players_sheet(viewer)
        self.pointers = Pointers(sea, lambda: nearest_foe(viewer.state, viewer.side, viewer.own or ""))
        self._cards: tuple[Widget, ...] = ()
        self.card: Widget | None = None
        self._shown_card: str | None = None
        self._column = pygame.Rect(0, 0, 0, 0)
        self._take_card()

    def _take_card(self) -> None:
        """Make the card of what is looked at, a ship's whole and terse, and gather all parts, the lowest first."""
        self._shown_card, state = self._wanted(), self.viewer.state
        aside = (self._aside,) if self._aside else ()
        self._cards = tuple(self._made(state, self._shown_card)) if self._shown_card else aside
        self.card = next(iter(self._cards), None)
        gauges = (self.map, self.scale, self.zoom, self.chip, self.tools, self.compass, self.legend)
        sheets = (self.sum, self.own, *self._cards, self.listing.sheet, self.listing.tab, self.players)
        self.children = [part for part in (self.pointers, *gauges, *sheets) if part is not None]

    def _made(self, state: State, key: str) -> Iterator[Widget]:
        """The cards of a ship, or that of a battery."""
        if key not in state.ships:
            yield battery.sheet(state, key)
            return
        hands = self.station.hands(key)
        yield from (card.sheet(state, key, hands), card.terse(state, key, hands))

    def _wanted(self) -> str | None:
        """The selected ship or battery; with none selected, the one under the pointer."""
        viewer, state = self.viewer, self.viewer.state
        key = viewer.selected or viewer.post or viewer.hovered or viewer.work
        return (
            key
            if key and (is_on_map(state, key) if key in state.ships else key in list_order_subjects(state))
            else None
        )

    # --- layout

    def place(self, theme: Theme, rect: pygame.Rect) -> None:
        """Everything in its place; a key to the lines that finds none is folded out where that is wanted."""
        self._folded_out = False
        self._lay(theme, rect)
        if self.viewer.key_open and self._keyed and not self.legend.visible:
            self._folded_out = True
            self._lay(theme, rect)

    @property
    def _keyed(self) -> bool:
        """Whether there are lines to which a key is wanted."""
        return bool(self.legend.rows) and self.viewer.labels != "none"

    def _lay(self, theme: Theme, rect: pygame.Rect) -> None:
        """From the left: list, the station's sheet, the sea, the column of compass and card."""
        (room, area, column), gap = self._between_bars(theme, rect), self.gap
        if self._folded_out:
            wide = self.legend.measure(theme, area.w)[0]
            column = pygame.Rect(column.right - wide, area.y, wide, area.h)
            area = pygame.Rect(area.x, area.y, column.x - area.x, area.h)
        left = self.listing.place(theme, area, gap, self.listing.wanted(theme, area) if self.viewer.fleets else area.h)
        self._docks = room.narrow and self.own is not None and self.station.docks
        left = left if self._docks else self._place_own(theme, area, left, gap)
        beside = left <= column.x - gap
        self._column = column if beside else pygame.Rect(area.right, area.y, 0, area.h)
        self._place_column(theme, gap)
        right = self._column.x - gap
        self._place_gauges(theme, pygame.Rect(left + gap, area.y, max(0, right - left - gap), area.h), gap)
        self.sea.view.cover(left, room.top, rect.right - self._column.x, room.bottom)
        self._tell()
        self.pointers.place(theme, rect)

    def _tell(self) -> bool:
        """Tell the sea what lies upon it; whether that is news. Words do not give way to a card that comes and goes."""
        view = self.sea.view
        before = view.gauges, view.sheets
        view.gauges = rects(
            self.scale, self.zoom, self.chip, self.tools, self.compass, self.map if self.map.of_use else None,
            self.legend,
        )  # fmt: skip
        card_ = self.card if self._aside or self.viewer.selected or self.viewer.post else None
        view.sheets = rects(self.listing.sheet, self.listing.tab, self.players, self.own, self.sum, card_)
        return before != (view.gauges, view.sheets)

    def _place_own(self, theme: Theme, area: pygame.Rect, left: int, gap: int) -> int:
        """The right edge of the station's sheet, which waits while an open list leaves no room for it."""
        if self.own is None:
            return left
        start = left + gap
        wide, high = self.own.measure(theme, area.right - start - gap)
        self.own.visible = start + wide <= area.right - gap
        if not self.own.visible:
            return left
        self.own.place(theme, pygame.Rect(start, area.y, wide, min(high, area.h)))
        return self.own.rect.right

    def _place_column(self, theme: Theme, gap: int) -> None:
        """The whole card under the largest compass that leaves it room, else the terse one, which may scroll.

        Where no wind counts there is no compass, nor over a sheet in place of the card that would have to scroll.
        """
        column = self._column
        if self._folded_out:
            self._place_key(theme)
            return
        calm = not self.viewer.state.wind.counts
        left = {part: column.h - (0 if calm else gap + self._compass_height(theme, part)) for part in (*LARGE, SMALL)}
        none: list[tuple[Widget | None, int]] = [(None, -gap)]
        cards = (self.own,) if self._docks and self.own else self._cards
        wanted = [(one, one.measure(theme, column.w)[1]) for one in cards] or none
        fits = ((one, part) for one, high in wanted for part in left if high <= left[part])
        found = next(fits, None)
        self.card, part = found or (cards[-1] if cards else None, SMALL)
        self._compass_height(theme, part)
        room = left[part] >= (theme.px(CARD_LEAST) if self.card else -gap) and bool(found or not self._docks)
        self.compass.visible = bool(column.w) and room and not calm
        top = column.y
        if self.compass.visible:
            high = column.h - gap - left[part]
            self.compass.place(theme, pygame.Rect(column.x, column.y, column.w, high))
            top = self.compass.rect.bottom + gap
        for one in (*self._cards, *cards):
            one.visible = bool(column.w) and one is self.card
        if self.card is not None:
            high = min(column.bottom - top, self.card.measure(theme, column.w)[1])
            self.card.place(theme, pygame.Rect(column.x, top, column.w, high))

    def _place_key(self, theme: Theme) -> None:
        """The key to the lines in the place of compass and card."""
        for one in (self.compass, *self._cards, *((self.own,) if self._docks and self.own else ())):
            one.visible = False
        self.legend.visible = bool(self._column.w)
        high = self.legend.measure(theme, self._column.w)[1]
        self.legend.place(theme, pygame.Rect(self._column.topleft, (self._column.w, high)))

    def _compass_height(self, theme: Theme, part: int) -> int:
        """How high the compass is at one of its sizes, which it has from now on."""
        self.compass.part = part
        return self.compass.measure(theme, self._column.w)[1]

    def _place_gauges(self, theme: Theme, free: pygame.Rect, gap: int) -> None:
        """Scale and zoom at the lower right of the free sea, the small map at its lower left, the sum at its top."""
        wide, high = self.scale.measure(theme, free.w)
        self.scale.visible = wide <= free.w
        self.scale.place(theme, pygame.Rect(free.right - wide, free.bottom - high, wide, high))
        bottom = self.scale.rect.y - theme.px(8) if self.scale.visible else free.bottom
        wide, high = self.zoom.measure(theme, free.w)
        self.zoom.visible = wide <= free.w and bottom - high >= free.y
        self.zoom.place(theme, pygame.Rect(free.right - wide, bottom - high, wide, high))
        self._place_map(theme, free, gap)
        self._place_sum(theme, free, gap)
        self._place_tools(theme, free, gap)
        self._place_legend(theme, free, gap)
        self._place_players(theme, free, gap)

    def _place_map(self, theme: Theme, free: pygame.Rect, gap: int) -> None:
        wide, high = self.map.measure(theme, free.w)
        taken = max(self.scale.rect.w if self.scale.visible else 0, self.zoom.rect.w) + gap
        self.map.visible = wide + taken <= free.w and high <= free.h // 2
        self.map.place(theme, pygame.Rect(free.x, free.bottom - high, wide, high))

    def _place_legend(self, theme: Theme, free: pygame.Rect, gap: int) -> None:
        """At the upper left of the free sea, below tools that are there, while nothing else needs the place.

        Else a button over those of the map folds it out.
        """
        top = self.tools.rect.bottom + gap if self.tools and self.tools.rect.y == free.y else free.y
        wide, high = self.legend.measure(theme, free.w)
        right = self.sum.rect.x if self.sum and self.sum.visible else free.right
        bottom = self.map.rect.y if self.map.visible else free.bottom
        fits = wide <= min(free.w // 2, min(right, self.zoom.rect.x) - gap - free.x) and top + high + gap <= bottom
        if not self._folded_out:
            self.legend.visible = self._keyed and fits
            self.legend.place(theme, pygame.Rect(free.x, top, wide, high))
        self._place_chip(theme, free)

    def _place_chip(self, theme: Theme, free: pygame.Rect) -> None:
        """What folds the key out, over the buttons of the map, or beside them in a low room."""
        wide, high = self.chip.measure(theme, free.w)
        place = pygame.Rect(free.right - wide, self.zoom.rect.y - theme.px(4) - high, wide, high)
        if place.y < free.y:
            place.topright = self.zoom.rect.x - theme.px(4), self.zoom.rect.y
        self.chip.visible = self._keyed and (self._folded_out or not self.legend.visible) and free.contains(place)
        self.chip.place(theme, place)

    def _place_players(self, theme: Theme, free: pygame.Rect, gap: int) -> None:
        """The players of a side, where the list is folded: under its tab, or where else nothing lies."""
        if self.players is None:
            return
        tab, size = self.listing.tab, self.players.measure(theme, free.w)
        taken = [one.rect for one in self.children if one.visible and one not in (self.players, self.listing.sheet)]
        tops = (free.y, *(one.bottom + gap for one in taken))
        places = [pygame.Rect(tab.rect.x, tab.rect.bottom + gap, *size)]
        places += [pygame.Rect(x, y, *size) for y in sorted(tops) for x in (free.x, free.right - size[0])]
        whole = free.union(tab.rect)
        clear = (one for one in places if whole.contains(one) and one.collidelist(taken) < 0)
        place = next(clear, None) if tab.visible else None
        self.players.visible = place is not None
        self.players.place(theme, place or tab.rect)

    def _place_sum(self, theme: Theme, free: pygame.Rect, gap: int) -> None:
        if self.sum is None:
            return
        high = self.sum.measure(theme, theme.px(SUM))[1]
        self.sum.visible = theme.px(SUM) <= free.w and high + gap <= self.zoom.rect.y - free.y
        self.sum.place(theme, pygame.Rect(free.right - theme.px(SUM), free.y, theme.px(SUM), high))

    def _place_tools(self, theme: Theme, free: pygame.Rect, gap: int) -> None:
        """Low in the middle of the free sea; where the gauges leave no room there, at its top."""
        if self.tools is None:
            return
        wide, high = self.tools.measure(theme, free.w)
        left = self.map.rect.right + gap if self.map.visible else free.x
        right = min(one.rect.x for one in (self.scale, self.zoom)) - gap
        low = right - left >= wide
        x = max(left, min(right - wide, free.centerx - wide // 2)) if low else free.x
        self.tools.visible = wide <= free.w
        self.tools.place(theme, pygame.Rect(x, free.bottom - high if low else free.y, wide, high))

    # --- painting

    def tick(self, elapsed: int) -> bool:
        """Let the pointer rest on a ship before her card is shown."""
        waits = self._shown_card != self._wanted()
        self._rested = self._rested + elapsed if waits else 0
        return any([super().tick(elapsed), waits, self._tell(), self.pointers.tell(self.viewer.harms)])

    @override
    def prepare_frame(self, theme: Theme) -> bool:
        if self._rested < REST:
            return False
        self._rested = 0
        self._take_card()  # of the ship on which the pointer rests
        self._place_column(theme, self.gap)
        return True
