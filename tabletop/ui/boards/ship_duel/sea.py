"""The middle of the table: both ships on the sea, the compass between them, and a card for each ship."""

from collections.abc import Mapping

import pygame
from typing_extensions import override

from tabletop.games.ship_duel.model import OTHER, SIDES, Ship, Side, State, find_advantaged_side
from tabletop.games.ship_duel.tables import HAND, STATS, Stat
from tabletop.ui.assets import drawn
from tabletop.ui.boards.cards.drop_target import draw_dashed_frame
from tabletop.ui.boards.cards.tableau import Tableau
from tabletop.ui.boards.nations import nation_badge
from tabletop.ui.boards.ship_duel import choice, ship_model, ship_painting
from tabletop.ui.boards.ship_duel.compass import Windrose, Winds
from tabletop.ui.boards.ship_duel.ship_painting import Gunsmoke, find_berth
from tabletop.ui.text import LABEL, NAME, SMALL
from tabletop.ui.theme import INKS, Theme
from tabletop.ui.widgets.backdrop import sea
from tabletop.ui.widgets.base import Size, Tip, Widget
from tabletop.ui.widgets.draw import rim, rounded
from tabletop.ui.widgets.label import Label
from tabletop.ui.widgets.layout import Column, Row, Sized, Spacer
from tabletop.ui.widgets.marks import Chip, Sign, Track
from tabletop.ui.widgets.panel import Panel

SIDE_NAMES: dict[Side, str] = {"port": "Port", "starboard": "Starboard"}
TAKEN_BY: dict[Stat, str] = {"hull": "cannon balls", "rigging": "chain shot", "crew": "grape shot"}
LEFT: dict[Stat, str] = {"hull": "Hull", "rigging": "Rigging", "crew": "Crew"}
BOX = 21
"""Width of one box of a track where there is room, design pixels."""


def build_ship_card(side: Side, ship: Ship, whose: str, planned: Mapping[Stat, int], width: float) -> Panel:
    """Build the card of a ship. Points that the viewer plans to take are struck through in pencil.

    Args:
       side: the side of the ship.
       ship: the ship as it is now.
       whose: the line under the name, e.g. ``Port side (you)``.
       planned: points of each stat that would be lost.
       width: width of the card, design pixels.
    """
    rows: list[Widget] = [_build_track(side, ship, stat, planned.get(stat, 0), width) for stat in STATS]
    head = Row(
        [Sign(nation_badge(ship.nation), 20), Label(ship.name, NAME.at(19)), Spacer(grow=1)], gap=8, align="centre"
    )
    body = Column([head, Label(whose, SMALL), *rows], gap=5)
    return Panel(Sized(body, width - 28), ident=f"ship.{side}", padding=14)


def hit_widget(side: Side, number: int) -> str:
    """Return the id of the place where a fired card lies on a ship; `number` counts the cards from 0."""
    return f"hit.{side}.{number}"


STEP = 34
"""Distance between two of these places, design pixels."""
ShipCards = dict[tuple[Side, float], tuple[tuple[Ship, str, Mapping[Stat, int], Theme], Panel, int]]
"""By side and width: the contents of a ship's card, the card, and its height in screen pixels."""


def _build_track(side: Side, ship: Ship, stat: Stat, planned: int, width: float) -> Widget:
    left, whole = ship.left[stat], ship.whole[stat]
    going = min(planned, left)
    told = f"{left} to {left - going}" if going else f"{left} of {whole}"
    tip = Tip(f"{LEFT[stat]}: {left} of {whole}", f"Each card of {TAKEN_BY[stat]} takes a point.")
    room = width - 28 - 62 - 58
    track = Track(whole, left, 0, pencilled=going, ident=f"track.{side}.{stat}", tip=tip)
    parts: list[Widget] = [
        Sized(Label(LEFT[stat], LABEL), 58),
        Sized(track, min(room, BOX * whole)),
        Spacer(grow=1),
        Label(told, LABEL, ident=f"left.{side}.{stat}"),
    ]
    row = Row(parts, gap=4, align="centre")
    row.tip = tip
    return row


SEA = "sea"
"""Id of the sea as a place for chosen cards."""
CARD, NARROWEST = (286, 236), 212
"""Widths of a ship's card with much and with less room, and its least width; design pixels."""
AMPLE, ROOMY = 1180, 900
"""Widths of the sea from which these widths are used, design pixels."""
MARGIN = 12
EDGE, LINE = 6, 32
"""Least distance from the edge, and height of a line on a hit; design pixels."""
SLOT = 96
"""Least width in which a ship is drawn, design pixels."""


class SeaWidget(Widget):
    """The sea with both ships; compass, ship cards and chips are widgets on it.

    The widget shows what `viewer` may know ("" for nobody) while cards of the own hand are chosen.

    Attributes:
       ships: the ships by side.
       whose: the line under the name of each ship.
       winds: the winds on the compass.
       counts: the number of winds of each side; ``?`` while a side can still surprise the viewer (C-6).
       advantage: the side with the advantage, in words.
       hits: for each side the hits on its ship in words, and whether a hit is only planned.
       planned: the points that the viewer's choice would take, by side.
    """

    sharpens = True

    def __init__(self, view: State, viewer: str, tableau: Tableau, smoke: Gunsmoke, cards: ShipCards) -> None:
        super().__init__(SEA, grow=1)
        self.tableau, self.smoke, self._cards = tableau, smoke, cards
        us = next((side for side in SIDES if side == viewer), None)
        hit = choice.preview_hit(view, us, tableau.selected) if us and choice.is_asked(view, us) else None
        self.ships = view.ships
        self.whose = {side: f"{SIDE_NAMES[side]} side (you)" if side == viewer else SIDE_NAMES[side] for side in SIDES}
        self.winds = _visible_winds(view, us, tableau.selected)
        numbers = {"port": len(self.winds.port), "starboard": len(self.winds.starboard)}
        self.counts = {side: "?" if view.phase == "sail" and side != us else str(numbers[side]) for side in SIDES}
        self.advantage = describe_advantage(view)
        self.hits = {side: [(words, False)] for side in SIDES if (words := choice.describe_last_hit(view, side))}
        self.planned: dict[Side, dict[Stat, int]] = {}
        if us and hit:
            self.hits.setdefault(OTHER[us], []).append((hit.words, True))
            self.planned[OTHER[us]] = {hit.stat: hit.points}
        self.text = f"{self.counts['port']} winds to {self.counts['starboard']}. {self.advantage}"
        self._rooms: dict[Side, pygame.Rect] = {}

    # --- layout

    def measure(self, theme: Theme, width: int) -> Size:
        """Return the whole width, and the height of the higher ship card with its hits."""
        return width, max(
            self._column_height(theme, side, self._card_width(theme, width)) for side in SIDES
        ) + 2 * theme.px(EDGE)

    def _card_width(self, theme: Theme, width: int) -> float:
        """Return the width of a ship's card on a sea of `width` screen pixels, in design pixels."""
        design = width * 100 / theme.scale
        if design >= AMPLE:
            return CARD[0]
        return CARD[1] if design >= ROOMY else max(NARROWEST, min(CARD[1], (design - 3 * MARGIN) / 2))

    def place(self, theme: Theme, rect: pygame.Rect) -> None:
        """Place the cards at both sides, the ships beside them, and the compass in the middle."""
        self.rect, self.dirty = pygame.Rect(rect), True
        self.tableau.drop_targets[SEA] = pygame.Rect(rect)
        self.children = []
        width, margin = self._card_width(theme, rect.w), theme.px(MARGIN)
        for side in SIDES:
            self._place_card(theme, side, width, margin)
        inner = rect.inflate(-2 * (theme.px(width) + 2 * margin), -2 * theme.px(6))
        self._place_ships(theme, inner)

    def _ship_card(self, theme: Theme, side: Side, width: float) -> tuple[Widget, int]:
        """Return the card of a ship and its height in screen pixels. Builds the card only if its contents changed."""
        told, kept = (
            (self.ships[side], self.whose[side], self.planned.get(side, {}), theme),
            self._cards.get((side, width)),
        )
        if kept is None or kept[0] != told:
            card = build_ship_card(side, *told[:3], width)
            kept = self._cards[side, width] = told, card, card.measure(theme, theme.px(width))[1]
        return kept[1:]

    def _column_height(self, theme: Theme, side: Side, width: float) -> int:
        return self._ship_card(theme, side, width)[1] + len(self.hits.get(side, ())) * theme.px(LINE)

    def _place_card(self, theme: Theme, side: Side, width: float, margin: int) -> None:
        """Place the card of a ship half way down, and the lines of its hits below it."""
        wide = theme.px(width)
        left = self.rect.x + margin if side == "port" else self.rect.right - margin - wide
        top = self.rect.y + max(theme.px(EDGE), (self.rect.h - self._column_height(theme, side, width)) // 2)
        card, high = self._ship_card(theme, side, width)
        at, below = pygame.Rect(left, top, wide, high), top + high
        if card.rect != at:
            card.place(theme, at)
        self.children.append(card)
        for words, planned in self.hits.get(side, ()):
            chip = Chip(words, "plan" if planned else "loss")
            room = (min(chip.measure(theme, wide)[0], wide), theme.px(26))
            chip.place(theme, pygame.Rect((left, below + theme.px(LINE - 26)), room))
            self.children.append(chip)
            below += theme.px(LINE)

    def _place_ships(self, theme: Theme, inner: pygame.Rect) -> None:
        """Divide the room between the cards: a third for the compass, the rest for the ships.

        Without room for ships the compass gets everything. Sets the places where cards land.
        """
        third = max(inner.w * 34 // 100, min(inner.w, theme.px(150)))
        slot = (inner.w - third) // 2
        roomy = slot >= theme.px(SLOT)
        self._rooms = {}
        if roomy:
            self._rooms["port"] = pygame.Rect(inner.x, inner.y, slot, inner.h)
            self._rooms["starboard"] = pygame.Rect(inner.right - slot, inner.y, slot, inner.h)
        words = theme.px(56)
        side = min(third if roomy else inner.w, inner.h - words, theme.px(300))
        box = pygame.Rect(0, 0, max(0, side), max(0, side))
        box.midtop = (inner.centerx, inner.y + max(0, (inner.h - side - words) // 2))
        self._place_compass(theme, box)
        for side_, room in self._rooms.items():
            self._set_landing(f"ship.{side_}", room.center, theme)
        self._set_landing("compass", box.center if side > 0 else self.rect.center, theme)
        for one in SIDES:
            lies = self.tableau.rects.setdefault(f"ship.{one}", pygame.Rect(self.tableau.rects["compass"]))
            for number in range(HAND):
                self.tableau.rects[hit_widget(one, number)] = lies.move(theme.px(STEP * (number - 1)), 0)

    def _place_compass(self, theme: Theme, box: pygame.Rect) -> None:
        """Add the compass, if `box` is large enough."""
        if box.w >= theme.px(60):
            rose = Windrose(self.winds, self.advantage, self.counts, self.ships, self.rect)
            rose.place(theme, box)
            self.children.append(rose)

    def _set_landing(self, ident: str, middle: tuple[int, int], theme: Theme) -> None:
        """Set the rectangle around `middle` where cards that fly to `ident` land."""
        lies = pygame.Rect(0, 0, theme.px(70), theme.px(98))
        lies.center = middle
        self.tableau.rects[ident] = lies

    # --- painting

    def tick(self, elapsed: int) -> bool:
        """Let the smoke drift. Return True while it drifts."""
        drifting = self.smoke.tick(elapsed)
        if drifting:
            self.touch()
        return drifting

    @override
    def reach(self, theme: Theme) -> pygame.Rect:
        return self.rect.inflate(2, 2)

    def paint(self, surface: pygame.Surface, theme: Theme) -> None:
        """Draw sea, ships and smoke, and a dashed frame while a card is dragged over the sea."""
        before = surface.get_clip()
        surface.set_clip(before.clip(self.rect))
        surface.blit(sea(self.rect.size, drawn("sea_tile_640", 1.0)), self.rect)
        looks = {side: ship_model.ship_look(self.ships[side]) for side in self._rooms}
        lies = {side: find_berth(side, room, looks[side].model) for side, room in self._rooms.items()}
        for side, seen in looks.items():
            ship = ship_model.cached_ship(seen, lies[side].zoom, lies[side].heading, lies[side].brace)
            surface.blit(*ship.at(*lies[side].at), special_flags=pygame.BLEND_PREMULTIPLIED)
            if side in self.tableau.noted:
                ship_painting.draw_ring(surface, seen, lies[side])
        for side, seen in looks.items():
            self.smoke.paint(surface, side, seen.model, lies[side])
        rim(surface, INKS.bar_rule, self.rect, theme.px(1.5))
        self._draw_invitation(surface, theme)
        surface.set_clip(before)

    def _draw_invitation(self, surface: pygame.Surface, theme: Theme) -> None:
        if self.tableau.dragged is None or self.tableau.target_below != SEA:
            return
        inner = self.rect.inflate(-theme.px(8), -theme.px(8))
        if not self.tableau.drop_refusal:
            surface.blit(rounded(inner.size, theme.px(4), INKS.brass, 40), inner)
        draw_dashed_frame(
            surface, inner, theme.px(2), theme.px(9), INKS.dim if self.tableau.drop_refusal else INKS.target
        )


def _visible_winds(view: State, us: Side | None, selected: tuple[str, ...]) -> Winds:
    """Return the winds of the last reveal. While winds are chosen, return those that `us` chooses or has chosen."""
    if view.phase == "sail":
        cards = (view.chosen.get(us) or selected) if us else ()
        return Winds(**{us or "port": tuple(view.deck[card] for card in cards)}, shown=False)
    shown = view.winds
    return Winds(shown.get("port", ()), shown.get("starboard", ()), view.phase in ("fire", "retire"))


def describe_advantage(view: State) -> str:
    """Return the side that has, or had, the advantage in words; at the end the winner; "" before any reveal."""
    if view.outcome is not None:
        winner = [view.ships[side].name for side in SIDES if side == view.outcome.winner]
        return f"{winner[0]} has won" if winner else "The duel is a draw"
    if view.phase == "sail" or not view.winds:
        return ""
    ahead = find_advantaged_side(view)
    if view.phase == "reload":
        return "Last turn: tie" if ahead is None else f"Last turn: {view.ships[ahead].name}"
    return "Tie: both may fire" if ahead is None else f"{view.ships[ahead].name} has the advantage"
