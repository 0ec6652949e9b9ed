"""The layout of the panels around the hex map, the order of battle, and the card of a ship."""

from collections.abc import Callable, Iterator
from functools import partial

import pygame

from tabletop.core.phrases import capitalize, format_count
from tabletop.core.state_cache import cache_per_state
from tabletop.games.decks_of_glory.model import Side, State, format_names
from tabletop.games.decks_of_glory.positions import find_others_in_hex, first_in_hex, is_active, list_active, row
from tabletop.games.decks_of_glory.survey.fields import list_dangers
from tabletop.geometry.hexgrid import distance
from tabletop.ui.boards import nations
from tabletop.ui.boards.battle.desk import GAP, LOW_GAP, REST, ROWS, BattleDesk, map_buttons, order_of_battle, rects
from tabletop.ui.boards.battle.pointers import Foe, Pointers, nearest
from tabletop.ui.boards.battle.small_map import SmallMap
from tabletop.ui.boards.decks_of_glory.captions import FATES, RATES, sailing
from tabletop.ui.boards.decks_of_glory.compass import Legend, WindChip, WindRose
from tabletop.ui.boards.decks_of_glory.panels.deck import DrawnCards
from tabletop.ui.boards.decks_of_glory.stations.station import Station
from tabletop.ui.boards.decks_of_glory.surface import HexMap, fleets
from tabletop.ui.boards.decks_of_glory.viewer import Viewer
from tabletop.ui.text import CARD_NAME, LABEL, SMALL, STRONG, Style
from tabletop.ui.theme import INKS, Theme
from tabletop.ui.widgets.base import Tip, Widget
from tabletop.ui.widgets.form_controls import Segments
from tabletop.ui.widgets.label import Fitted, Label, Text
from tabletop.ui.widgets.layout import Column, Row, Spacer
from tabletop.ui.widgets.list_box import ListBox
from tabletop.ui.widgets.list_entry import ListEntry
from tabletop.ui.widgets.marks import Sign, Track
from tabletop.ui.widgets.panel import DoubleRule, Panel, Rule
from tabletop.ui.widgets.scroll import Scroll

LONGEST = 9
"""Letters of a side's name that a tab has room for."""


def sheet(viewer: Viewer, station: Station) -> Widget:
    """The list of one side; the other is a tab away."""
    rows = ListBox(ROWS, list(_entries(viewer, station)), chosen=viewer.selected)
    return order_of_battle(_tabs(viewer), viewer.listed, rows)


def refill(made: Widget, viewer: Viewer, station: Station) -> None:
    """The same list once more is known."""
    for one in made.walk():
        if isinstance(one, ListBox):
            one.fill(list(_entries(viewer, station)), viewer.selected)
        elif isinstance(one, Segments):
            one.options = tuple(_tabs(viewer))
            one.touch()


def _tabs(viewer: Viewer) -> list[tuple[str, str]]:
    state = viewer.known
    return [(side, f"{_short(state.names[side])} {len(list_active(state, side))}") for side in state.sides]


def _short(name: str) -> str:
    """A side as a tab names it."""
    return name if len(name) <= LONGEST else name.split()[0]


def _entries(viewer: Viewer, station: Station) -> Iterator[ListEntry]:
    state = viewer.known
    for key, vessel in state.fleet.items():
        if vessel.side == viewer.listed:
            own = state.ships[key].status == "sailing" and viewer.mine(key)
            yield _entry(state, key, acted=own and station.acted(key), tip=Tip(vessel.name, told(state, key)))


def _entry(state: State, key: str, *, acted: bool = False, tip: Tip | None = None) -> ListEntry:
    """A ship with her points, or what has become of her."""
    vessel, ship = state.fleet[key], state.ships[key]
    gone = ship.status != "sailing"
    bar = None if gone else (ship.strength / vessel.points, 0.5)
    words = FATES[ship.status] if gone else str(ship.strength)
    sign = nations.nation_badge(vessel.nation)
    return ListEntry(key, vessel.name, words, sign=sign, bar=bar, acted=acted, struck=gone, tip=tip)


def told(state: State, key: str) -> str:
    """A ship in a line."""
    vessel, ship = state.fleet[key], state.ships[key]
    return f"{RATES[vessel.rate]}, {ship.strength} of {vessel.points} points, {sailing(state, key)}."


PICK = "row.pick"
_VALUE = Style("body", 15)


def parts(state: State, key: str) -> Iterator[Widget]:
    """Everything that is known of a ship."""
    yield _head(state, key, 46, 31)
    yield DoubleRule()
    yield from _condition(state, key)


def terse(state: State, key: str) -> Iterator[Widget]:
    """The same where room is short."""
    yield _head(state, key, 26, 20)
    yield from _condition(state, key)


def _head(state: State, key: str, ensign: int, size: int) -> Widget:
    vessel = state.fleet[key]
    name = Fitted(vessel.name, CARD_NAME.at(size), tip=Tip(vessel.name))
    flag = Sign(lambda pixels: nations.draw_ensign(vessel.nation, pixels), ensign)
    rate = Label(RATES[vessel.rate], LABEL, tip=Tip("Rate", f"{vessel.points} points when undamaged (DOG-6)."))
    return Row([flag, name, rate], gap=12, align="centre")


def _condition(state: State, key: str) -> Iterator[Widget]:
    """Her points, how she sails, and who lies beside her or could fire at her."""
    vessel, ship = state.fleet[key], state.ships[key]
    track = Track(vessel.points, ship.strength, 0, ident="card.points")
    track.grow = 1
    left = Label(f"{ship.strength} of {vessel.points}", LABEL)
    yield Row([track, left], gap=12, align="centre", tip=Tip("Points", _points(state, key)))
    moved = ", has moved" if ship.moved and ship.status == "sailing" else ""
    yield Text(f"{capitalize(sailing(state, key))}{moved}", _VALUE, tip=Tip("Point of sail", _SAIL))
    if others := find_others_in_hex(state, key):
        yield from _row(state, key, len(others) + 1)
    elif is_active(ship) and (exposed := list_dangers(state, key)):
        yield _danger(state, [one.ship for one in exposed], any(one.rake for one in exposed))


_SAIL = "Running: two actions. Close-hauled: one. In irons, facing the wind: she needs a red card to turn (DOG-12)."


def _points(state: State, key: str) -> str:
    vessel, ship = state.fleet[key], state.ships[key]
    half = " She has lost half of them: the enemy scores for that." if 2 * ship.strength <= vessel.points else ""
    return f"Each hit takes one; when the last is gone she strikes or sinks.{half}"


def _danger(state: State, ships: list[str], raked: bool) -> Widget:
    what = "Under the guns of"
    told = Label(f"{format_count(len(ships), 'ship')}{', raking' if raked else ''}", _VALUE)
    tip = Tip(what, f"{format_names(state, ships)} could fire at her now.")
    return Row([Label(what, LABEL), Spacer(grow=1), told], gap=10, align="centre", tip=tip)


def _row(state: State, key: str, many: int) -> Iterator[Widget]:
    """The ships of her hex from port to starboard, to be picked one by one."""
    lying = row(state, state.ships[key].at)
    yield Text(
        f"From port to starboard as {format_names(state, [first_in_hex(state, lying)])} heads", SMALL.tinted(INKS.muted)
    )
    entries = [_entry(state, one) for one in lying]
    yield Column([ListBox(PICK, entries, chosen=key, visible=min(many, 5), grow=0)], gap=0)


@cache_per_state
def nearest_foe(state: State, side: Side, ship: str) -> Foe | None:
    """The sailing enemy nearest to a ship of a side, for an empty one to any; none if either has none."""
    sailing = {key: one.at for key, one in state.ships.items() if one.status == "sailing"}
    mine = {key: at for key, at in sailing.items() if state.fleet[key].side == side and ship in ("", key)}
    foes = {key: at for key, at in sailing.items() if state.fleet[key].side != side}
    found = nearest(mine, foes, distance)
    if found is None:
        return None
    own, key, far = found
    enemy = state.fleet[key]
    return Foe(
        key, enemy.name, nations.nation_badge(enemy.nation), format_count(round(far), "hex"), state.fleet[own].name
    )


ENTRY, CARD_LEAST, LIST_LEAST = 110, 130, 250
"""Height that the drawn cards have at least, or they stay away, and that ship card and list keep in any case."""
ROSE = 4
"""So many times as wide as the wind rose is the free map at least that it lies upon."""
SNUG, ROOMY, TALL = 440, 560, 700
"""Design pixels of height from which cards that were drawn have a place beside any ship card, from which that place is
kept for them, and from which the deck lies there with its cards."""
_ARCS = "Click to switch: the ship selected or under the pointer, her whole side, none."
_THREATS = "Shows where enemy broadsides can strike, and which of them bear on this ship."


class HexDesk(BattleDesk):
    """The panels of the hex table."""

    def __init__(self, viewer: Viewer, station: Station, sea: HexMap, bring: Callable[[], object]) -> None:
        super().__init__(viewer, sheet(viewer, station))
        self.viewer, self.station, self.sea, self.bring = viewer, station, sea, bring
        self.drawn = DrawnCards(viewer)
        self.rose, self.legend, self.zoom = WindRose(sea), Legend(sea), map_buttons("Fields of fire", _ARCS, _THREATS)
        self.wind, self.map = WindChip(viewer.state), SmallMap(sea.surface, fleets)
        self.pointers = Pointers(
            sea.surface, lambda: nearest_foe(viewer.known, viewer.side, viewer.own), sea.find_targets
        )
        self._busy = False
        self._take_card()

    def _take_card(self) -> None:
        """Make the card of the ship that is looked at, with what the moment asks for, whole and terse."""
        self._shown, state, own = self.viewer.shown, self.viewer.known, list(self.station.sheet())
        head = [Label(self.station.title, STRONG), *own] if own else []
        whole = [*parts(state, self._shown), *([Rule()] if own else []), *head] if self._shown else head
        scroll = f"card.scroll.{self._shown}"
        self._cards = [Panel(Scroll(Column(whole, gap=8), ident=scroll), ident="card")]
        if self._shown:
            brief = [*terse(state, self._shown), *([Rule()] if own else []), *self.station.sheet()]
            self._cards.append(Panel(Scroll(Column(brief, gap=3), ident=scroll), ident="card", padding=9))
        self.card, self._blank = self._cards[0], not whole
        gauges = (self.legend, self.map, self.rose, self.wind, self.zoom)
        self.children = [self.pointers, *gauges, *self._cards, self.drawn.sheet, self.listing.sheet, self.listing.tab]

    def tick(self, elapsed: int) -> bool:
        """Let the pointer rest on a ship before her card is shown."""
        self.bring()
        self._tell()
        waits = self._shown != self.viewer.shown
        self._rested = self._rested + elapsed if waits else 0
        if waits and self._rested >= REST and self.rect.w:
            self._look_again()
            waits = False
        turned = len(self.viewer.drawn.shown)
        moves = any([super().tick(elapsed), self.drawn.tick(elapsed), self.pointers.tell(self.viewer.harms)])
        if self._busy != self.viewer.drawn.busy and self.rect.w:
            refill(self.listing.sheet, self.viewer, self.station)
            self._look_again()
        elif turned != len(self.viewer.drawn.shown) and self.rect.w:
            self.place(self._theme, self.rect)
        return moves or waits

    def _look_again(self) -> None:
        """Another ship is looked at, or more is known of her."""
        self._take_card()
        self.place(self._theme, self.rect)

    # --- layout

    def place(self, theme: Theme, rect: pygame.Rect) -> None:
        """The list at the left, ship card, drawn cards and deck in a column at the right."""
        (room, area, column), gap = self._between_bars(theme, rect), self.gap
        left = self.listing.place(theme, area, gap, self._list_height(theme, area))
        beside = left <= column.x - gap
        for part in (*self._cards, self.drawn.sheet):
            part.visible = beside
        if beside:
            self._place_column(theme, column, theme.px(LOW_GAP))
        right = column.x if beside else area.right
        self._place_gauges(theme, pygame.Rect(left + gap, area.y, max(0, right - left - 2 * gap), area.h))
        self.sea.view.cover(left, room.top, rect.right - right, room.bottom)
        self.pointers.place(theme, rect)

    def _place_gauges(self, theme: Theme, free: pygame.Rect) -> None:
        """The rose at the upper left of the free map, key and small map at the lower left, zoom at the lower right."""
        wide, high = self.zoom.measure(theme, free.w)
        self.zoom.visible = wide <= free.w and high <= free.h // 2
        self.zoom.place(theme, pygame.Rect(free.right - wide, free.bottom - high, wide, high))
        room = max(1, free.w - wide - theme.px(GAP))
        across, low = self.legend.measure(theme, room)
        self.legend.visible = across <= room and low <= free.h // 4
        self.legend.place(theme, pygame.Rect(free.x, free.bottom - low, room, low))
        self._place_rose(theme, free, low)
        self._place_map(theme, free, low)
        self.sea.view.gauges = rects(self.rose, self.wind, self.zoom)
        self.sea.view.sheets = rects(self.listing.sheet, self.listing.tab, self.card, self.drawn.sheet)
        self.sea.legend = partial(self.legend.upon, theme=theme)
        self._tell()

    def _tell(self) -> None:
        """Tell the sea whether the small map lies upon it."""
        self.sea.overview = rects(self.map if self.map.of_use else None)

    def _place_map(self, theme: Theme, free: pygame.Rect, low: int) -> None:
        """Over the key; where rose and key leave it no room it stays away."""
        (wide, high), gap = self.map.measure(theme, free.w), theme.px(LOW_GAP)
        place = pygame.Rect(free.x, free.bottom - low - gap - high, wide, high)
        others = [one.rect.inflate(2 * gap, 2 * gap) for one in (self.rose, self.wind, self.zoom) if one.visible]
        self.map.visible = free.contains(place) and place.collidelist(others) < 0
        self.map.place(theme, place)

    def _place_rose(self, theme: Theme, free: pygame.Rect, low: int) -> None:
        """Under an open list, else at the upper left of the free map; where it would hide too much, between ship card
        and deck; where they leave it no room, in words.
        """
        wide, high = self.rose.measure(theme, free.w)
        listed, between = self.listing.sheet, self._between(theme)
        top = listed.rect.bottom + theme.px(GAP)
        under = listed.visible and high <= free.bottom - top
        upon = ROSE * wide <= free.w and high + low <= free.h
        self.rose.visible = under or upon or (wide <= between.w and high <= between.h)
        middle = between.centerx - wide // 2, between.centery - high // 2
        at = (listed.rect.centerx - wide // 2, top) if under else free.topleft if upon else middle
        self.rose.place(theme, pygame.Rect(at, (wide, high)))
        wide, high = self.wind.measure(theme, free.w)
        self.wind.visible = not self.rose.visible and self.viewer.state.wind is not None and wide <= free.w
        self.wind.place(theme, pygame.Rect(free.topleft, (wide, high)))

    def _between(self, theme: Theme) -> pygame.Rect:
        """What ship card and deck leave of their column; nothing where there is none."""
        card, deck, gap = self.card.rect, self.drawn.sheet, theme.px(LOW_GAP)
        high = deck.rect.y - card.bottom - 2 * gap if self.card.visible and deck.visible else 0
        return pygame.Rect(card.x, card.bottom + gap, card.w, max(0, high))

    def _list_height(self, theme: Theme, area: pygame.Rect) -> int:
        """So low that the wind rose finds room below it, if enough of the list is left then."""
        room = area.h - theme.px(GAP) - self.rose.measure(theme, area.w)[1]
        return min(room if room >= theme.px(LIST_LEAST) else area.h, self.listing.wanted(theme, area))

    def _place_column(self, theme: Theme, column: pygame.Rect, gap: int) -> None:
        """The deck at the bottom, over it the drawn cards in what the ship card leaves; while cards come, in more."""
        self._busy = self.viewer.drawn.busy
        self.drawn.show(entries=True, cards=column.h >= theme.px(TALL))
        deck, _ = self.drawn.heights(theme, column.w)
        self.drawn.sheet.visible = column.h - deck - gap >= theme.px(CARD_LEAST)
        room = column.h - (deck + gap if self.drawn.sheet.visible else 0)
        entries = self.drawn.fit(theme, column.w, room * 6 // 10)
        kept = theme.px(ENTRY) if column.h >= theme.px(SNUG if self.viewer.drawn.shown else ROOMY) else 0
        least = min(entries, room * 6 // 10 if self._busy else kept) if self.drawn.sheet.visible else 0
        sizes = [(one, one.measure(theme, column.w)[1]) for one in self._cards]
        self.card, wanted = next((pair for pair in sizes if pair[1] <= room - least), sizes[-1])
        for one in self._cards:
            one.visible = one is self.card and not self._blank
        if not self.drawn.sheet.visible:
            self.card.place(theme, pygame.Rect(column.topleft, (column.w, min(wanted, room))))
            return
        shown = room - least >= theme.px(CARD_LEAST)
        high = min(wanted, room - (least if shown else 0))
        entries = self.drawn.fit(theme, column.w, room - high)
        listed = shown and room - high >= max(least, min(entries, theme.px(80)))
        self.drawn.show(entries=listed, cards=self.drawn.tray.cards)
        low = deck + (min(entries, room - high) if listed else 0)
        self.drawn.place(theme, pygame.Rect(column.x, column.bottom - low, column.w, low))
        high = min(wanted, column.h - low - gap)
        self.card.place(theme, pygame.Rect(column.x, column.y, column.w, high))
