"""Places the panels over the sea by the room that there is, and hides those that find none."""

import math
from collections.abc import Iterator

import pygame
from typing_extensions import override

from tabletop.core.state_cache import cache_per_state
from tabletop.games.ships_of_the_line.model import State, is_in_service, is_on_map, list_flags, side_of
from tabletop.games.ships_of_the_line.rule_modules import phase_of
from tabletop.games.ships_of_the_line.ship import Side
from tabletop.games.ships_of_the_line.survey.summaries import list_order_subjects
from tabletop.ui.boards import nations
from tabletop.ui.boards.battle.desk import REST, BattleDesk, map_buttons, rects
from tabletop.ui.boards.battle.pointers import Foe, Pointers, nearest
from tabletop.ui.boards.battle.small_map import SmallMap
from tabletop.ui.boards.ships_of_the_line.modes.sea_mode import SeaMode
from tabletop.ui.boards.ships_of_the_line.panels import battery_card, fleet_list, instruments, ship_card
from tabletop.ui.boards.ships_of_the_line.surface import SeaSurface, build_small_map_fleets
from tabletop.ui.boards.ships_of_the_line.table_view import SeaTableView
from tabletop.ui.theme import Theme
from tabletop.ui.widgets.base import Widget
from tabletop.ui.widgets.layout import Column, Row


@cache_per_state
def find_nearest_foe(state: State, side: Side, ship: str) -> Foe | None:
    """Return the fighting enemy nearest to `ship`, or to any ship of `side` if `ship` is "".

    Returns None if either side has no fighting ship.
    """
    serving = {key: (one.pose.x, one.pose.y) for key, one in state.ships.items() if is_in_service(state, key)}
    mine = {key: at for key, at in serving.items() if side_of(state, key) == side and ship in ("", key)}
    foes = {key: at for key, at in serving.items() if side_of(state, key) != side}
    found = nearest(mine, foes, math.dist)
    if found is None:
        return None
    own, key, far = found
    names = state.cards[key].name, state.cards[own].name
    return Foe(key, names[0], nations.nation_badge(*list_flags(state, key)), f"{max(1, round(far))} UM", names[1])


_ARCS_TIP = "Click to switch: the selected ship, the ship under the pointer, the whole side, none."
_THREATS_TIP = (
    "Click to switch: where enemy broadsides can strike, where your own can, neither. The numbers are the "
    "dice of the strongest broadside there; rakes roll more."
)
CARD_LEAST_HEIGHT = 200
"""Least height of a scrolling card under the smallest compass, design pixels."""
SUM_WIDTH = 300


class SeaPanelDock(BattleDesk):
    """The panels of the sea table with their layout."""

    def __init__(self, viewer: SeaTableView, station: SeaMode, sea: SeaSurface, aside: Widget | None = None) -> None:
        sheet = (
            fleet_list.build_fleets_panel(viewer.state)
            if viewer.shows_fleets
            else fleet_list.build_list_panel(viewer, set(station.actors()))
        )
        super().__init__(viewer, sheet)
        self.viewer = viewer
        self.station = station
        self.sea = sea
        self._aside = aside
        mode_panel = list(station.sheet())
        self.mode_panel = Column(mode_panel, gap=8) if len(mode_panel) > 1 else next(iter(mode_panel), None)
        tools = station.tools()
        self.tools: Widget | None = Row(tools, gap=4, ident="tools") if tools else None
        self.compass = instruments.Compass(viewer)
        self.sum_panel = instruments.build_sum_panel(viewer.state, viewer.selected) if viewer.sum_open else None
        self.map = SmallMap(sea, build_small_map_fleets)
        self.scale = instruments.ScaleBar(sea)
        self.zoom = map_buttons("Arcs of fire", _ARCS_TIP, _THREATS_TIP)
        self.legend = instruments.Legend(viewer.state, phase_of(viewer.state).ribbon)
        self.legend_button = instruments.build_legend_button()
        self._is_legend_open = self._is_panel_in_column = False
        """True if the key is open in the column; True if the panel of the mode has the place of the card."""
        self.players = fleet_list.build_players_panel(viewer)
        self.pointers = Pointers(sea, lambda: find_nearest_foe(viewer.state, viewer.side, viewer.own or ""))
        self._cards: tuple[Widget, ...] = ()
        self.card: Widget | None = None
        self._shown_card: str | None = None
        self._column = pygame.Rect(0, 0, 0, 0)
        self._build_cards()

    def _build_cards(self) -> None:
        """Build the whole and the short card of the ship to show, and collect all children."""
        self._shown_card, state = self._find_card_key(), self.viewer.state
        aside = (self._aside,) if self._aside else ()
        self._cards = tuple(self._build_cards_of(state, self._shown_card)) if self._shown_card else aside
        self.card = next(iter(self._cards), None)
        gauges = (self.map, self.scale, self.zoom, self.legend_button, self.tools, self.compass, self.legend)
        sheets = (self.sum_panel, self.mode_panel, *self._cards, self.listing.sheet, self.listing.tab, self.players)
        self.children = [part for part in (self.pointers, *gauges, *sheets) if part is not None]

    def _build_cards_of(self, state: State, key: str) -> Iterator[Widget]:
        """Yield the whole and the short card of a ship, or the card of a battery."""
        if key not in state.ships:
            yield battery_card.build_battery_card(state, key)
            return
        hands = self.station.hands(key)
        yield from (ship_card.build_card(state, key, hands), ship_card.build_short_card(state, key, hands))

    def _find_card_key(self) -> str | None:
        """Return the selected ship or battery, else the hovered one; None if it is not on the map."""
        viewer, state = self.viewer, self.viewer.state
        key = viewer.selected or viewer.selected_battery or viewer.hovered or viewer.hovered_battery
        return (
            key
            if key and (is_on_map(state, key) if key in state.ships else key in list_order_subjects(state))
            else None
        )

    # --- layout

    @override
    def place(self, theme: Theme, rect: pygame.Rect) -> None:
        """Place all panels; opens the key to the lines in the column if it is wanted and finds no room."""
        self._is_legend_open = False
        self._place_all(theme, rect)
        if self.viewer.legend_open and self._needs_legend and not self.legend.visible:
            self._is_legend_open = True
            self._place_all(theme, rect)

    @property
    def _needs_legend(self) -> bool:
        """Return True if there are lines to explain and labels are shown."""
        return bool(self.legend.rows) and self.viewer.labels != "none"

    def _place_all(self, theme: Theme, rect: pygame.Rect) -> None:
        """Place from the left: list, panel of the mode, sea, and the column of compass and card."""
        (room, area, column), gap = self._between_bars(theme, rect), self.gap
        if self._is_legend_open:
            wide = self.legend.measure(theme, area.w)[0]
            column = pygame.Rect(column.right - wide, area.y, wide, area.h)
            area = pygame.Rect(area.x, area.y, column.x - area.x, area.h)
        left = self.listing.place(
            theme, area, gap, self.listing.wanted(theme, area) if self.viewer.shows_fleets else area.h
        )
        self._is_panel_in_column = room.is_narrow and self.mode_panel is not None and self.station.docks
        left = left if self._is_panel_in_column else self._place_mode_panel(theme, area, left, gap)
        beside = left <= column.x - gap
        self._column = column if beside else pygame.Rect(area.right, area.y, 0, area.h)
        self._place_column(theme, gap)
        right = self._column.x - gap
        self._place_gauges(theme, pygame.Rect(left + gap, area.y, max(0, right - left - gap), area.h), gap)
        self.sea.view.cover(left, room.top, rect.right - self._column.x, room.bottom)
        self._report_covered_areas()
        self.pointers.place(theme, rect)

    def _report_covered_areas(self) -> bool:
        """Tell the sea view which areas are covered; return True if they have changed.

        A card that is only hovered does not count: labels do not move for it.
        """
        view = self.sea.view
        before = view.gauges, view.sheets
        view.gauges = rects(
            self.scale,
            self.zoom,
            self.legend_button,
            self.tools,
            self.compass,
            self.map if self.map.of_use else None,
            self.legend,
        )
        card_ = self.card if self._aside or self.viewer.selected or self.viewer.selected_battery else None
        view.sheets = rects(self.listing.sheet, self.listing.tab, self.players, self.mode_panel, self.sum_panel, card_)
        return before != (view.gauges, view.sheets)

    def _place_mode_panel(self, theme: Theme, area: pygame.Rect, left: int, gap: int) -> int:
        """Place the panel of the mode right of `left`, and return its right edge.

        The panel is hidden while an open list leaves no room for it.
        """
        if self.mode_panel is None:
            return left
        start = left + gap
        wide, high = self.mode_panel.measure(theme, area.right - start - gap)
        self.mode_panel.visible = start + wide <= area.right - gap
        if not self.mode_panel.visible:
            return left
        self.mode_panel.place(theme, pygame.Rect(start, area.y, wide, min(high, area.h)))
        return self.mode_panel.rect.right

    def _place_column(self, theme: Theme, gap: int) -> None:
        """Place the whole card under the largest compass that leaves room for it, else the short card.

        The compass is hidden without wind, and above a panel in the card's place that would have to scroll.
        """
        column = self._column
        if self._is_legend_open:
            self._place_open_legend(theme)
            return
        calm = not self.viewer.state.wind.counts
        left = {
            part: column.h - (0 if calm else gap + self._size_compass(theme, part))
            for part in (*instruments.LARGE, instruments.SMALL)
        }
        none: list[tuple[Widget | None, int]] = [(None, -gap)]
        cards = (self.mode_panel,) if self._is_panel_in_column and self.mode_panel else self._cards
        wanted = [(one, one.measure(theme, column.w)[1]) for one in cards] or none
        fits = ((one, part) for one, high in wanted for part in left if high <= left[part])
        found = next(fits, None)
        self.card, part = found or (cards[-1] if cards else None, instruments.SMALL)
        self._size_compass(theme, part)
        room = left[part] >= (theme.px(CARD_LEAST_HEIGHT) if self.card else -gap) and bool(
            found or not self._is_panel_in_column
        )
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

    def _place_open_legend(self, theme: Theme) -> None:
        """Place the key to the lines instead of compass and card."""
        for one in (
            self.compass,
            *self._cards,
            *((self.mode_panel,) if self._is_panel_in_column and self.mode_panel else ()),
        ):
            one.visible = False
        self.legend.visible = bool(self._column.w)
        high = self.legend.measure(theme, self._column.w)[1]
        self.legend.place(theme, pygame.Rect(self._column.topleft, (self._column.w, high)))

    def _size_compass(self, theme: Theme, part: int) -> int:
        """Set the size of the compass to `part` per cent, and return its height in screen pixels."""
        self.compass.part = part
        return self.compass.measure(theme, self._column.w)[1]

    def _place_gauges(self, theme: Theme, free: pygame.Rect, gap: int) -> None:
        """Place scale, zoom, small map, sum, tools, key and players in the free sea."""
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
        """Place the small map at the lower left of the free sea, or hide it."""
        wide, high = self.map.measure(theme, free.w)
        taken = max(self.scale.rect.w if self.scale.visible else 0, self.zoom.rect.w) + gap
        self.map.visible = wide + taken <= free.w and high <= free.h // 2
        self.map.place(theme, pygame.Rect(free.x, free.bottom - high, wide, high))

    def _place_legend(self, theme: Theme, free: pygame.Rect, gap: int) -> None:
        """Place the key to the lines at the upper left of the free sea, below the tools, or hide it."""
        top = self.tools.rect.bottom + gap if self.tools and self.tools.rect.y == free.y else free.y
        wide, high = self.legend.measure(theme, free.w)
        right = self.sum_panel.rect.x if self.sum_panel and self.sum_panel.visible else free.right
        bottom = self.map.rect.y if self.map.visible else free.bottom
        fits = wide <= min(free.w // 2, min(right, self.zoom.rect.x) - gap - free.x) and top + high + gap <= bottom
        if not self._is_legend_open:
            self.legend.visible = self._needs_legend and fits
            self.legend.place(theme, pygame.Rect(free.x, top, wide, high))
        self._place_legend_button(theme, free)

    def _place_legend_button(self, theme: Theme, free: pygame.Rect) -> None:
        """Place the button that opens the key, above or beside the buttons of the map."""
        wide, high = self.legend_button.measure(theme, free.w)
        place = pygame.Rect(free.right - wide, self.zoom.rect.y - theme.px(4) - high, wide, high)
        if place.y < free.y:
            place.topright = self.zoom.rect.x - theme.px(4), self.zoom.rect.y
        self.legend_button.visible = (
            self._needs_legend and (self._is_legend_open or not self.legend.visible) and free.contains(place)
        )
        self.legend_button.place(theme, place)

    def _place_players(self, theme: Theme, free: pygame.Rect, gap: int) -> None:
        """Place the players of a side under the tab of the folded list, or elsewhere, or hide them."""
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
        """Place the sum of points at the upper right of the free sea, or hide it."""
        if self.sum_panel is None:
            return
        high = self.sum_panel.measure(theme, theme.px(SUM_WIDTH))[1]
        self.sum_panel.visible = theme.px(SUM_WIDTH) <= free.w and high + gap <= self.zoom.rect.y - free.y
        self.sum_panel.place(theme, pygame.Rect(free.right - theme.px(SUM_WIDTH), free.y, theme.px(SUM_WIDTH), high))

    def _place_tools(self, theme: Theme, free: pygame.Rect, gap: int) -> None:
        """Place the tools at the bottom of the free sea, or at its top if gauges leave no room."""
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

    @override
    def tick(self, elapsed: int) -> bool:
        """Count how long the pointer rests on another ship, before its card is shown."""
        waits = self._shown_card != self._find_card_key()
        self._rested = self._rested + elapsed if waits else 0
        return any([super().tick(elapsed), waits, self._report_covered_areas(), self.pointers.tell(self.viewer.harms)])

    @override
    def prepare_frame(self, theme: Theme) -> bool:
        if self._rested < REST:
            return False
        self._rested = 0
        self._build_cards()  # of the ship on which the pointer rests
        self._place_column(theme, self.gap)
        return True
