"""The middle of the table: both ships on the sea, the compass between them, and the cards of the ships at the sides."""

from collections.abc import Mapping

import pygame

from tabletop.games.ship_duel.model import OTHER, SIDES, Ship, Side, State, find_advantaged_side
from tabletop.games.ship_duel.tables import HAND, STATS, Stat
from tabletop.ui.assets import drawn
from tabletop.ui.boards.cards.drop_target import dashed
from tabletop.ui.boards.cards.tableau import Tableau
from tabletop.ui.boards.nations import nation_badge
from tabletop.ui.boards.ship_duel import choice, ship_model, ship_painting
from tabletop.ui.boards.ship_duel.compass import Windrose, Winds
from tabletop.ui.boards.ship_duel.ship_painting import Gunsmoke, berth
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
"""Width of a box of a track where there is room, design pixels."""


def shipcard(side: Side, ship: Ship, whose: str, planned: Mapping[Stat, int], width: float) -> Panel:
    """A sheet of paper; points that the viewer plans to take are struck through in pencil.

    Args:
        side: of the ship.
        ship: as she is.
        whose: e.g. ``Port, yours``.
        planned: points of each stat that would be lost.
        width: of the sheet, design pixels.
    """
    rows: list[Widget] = [_track(side, ship, stat, planned.get(stat, 0), width) for stat in STATS]
    head = Row(
        [Sign(nation_badge(ship.nation), 20), Label(ship.name, NAME.at(19)), Spacer(grow=1)], gap=8, align="centre"
    )
    body = Column([head, Label(whose, SMALL), *rows], gap=5)
    return Panel(Sized(body, width - 28), ident=f"ship.{side}", padding=14)


def hit(side: Side, number: int) -> str:
    """The id of the place where the card of a shot lies upon a ship, one beside the other."""
    return f"hit.{side}.{number}"


STEP = 34
"""From one of these places to the next, design pixels."""
ShipCards = dict[tuple[Side, float], tuple[tuple[Ship, str, Mapping[Stat, int], Theme], Panel, int]]
"""By side and width: what a ship's card tells, the card, and its height in pixels."""


def _track(side: Side, ship: Ship, stat: Stat, planned: int, width: float) -> Widget:
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
"""Id of the sea as a place on which chosen cards are dropped."""
CARD, NARROWEST = (286, 236), 212
"""Width of a ship's card where there is room and where there is less, and at least; design pixels."""
AMPLE, ROOMY = 1180, 900
"""Width of the sea from which the cards are so wide, design pixels."""
MARGIN = 12
EDGE, LINE = 6, 32
"""Least distance from the edge, and height of a line of what hit a ship; design pixels."""
SLOT = 96
"""A ship is drawn where she has so much width, design pixels."""


class Waters(Widget):
    """Paints sea and ships; the compass, the cards of the ships and chips are widgets on it.

    It shows what whoever looks may know, nobody is ``""``, while some cards of the own hand are chosen.

    Attributes:
        ships: by side.
        whose: what stands under the name of each ship.
        winds: what blows.
        counts: how many winds each side shows; ``?`` while it can still surprise whoever looks (C-6).
        gained: who has the advantage, in words.
        fired: for each side what hit its ship, and whether that is only planned.
        planned: points that the viewer's choice would take, by side.
    """

    sharpens = True

    def __init__(self, view: State, viewer: str, tableau: Tableau, smoke: Gunsmoke, cards: ShipCards) -> None:
        super().__init__(SEA, grow=1)
        self.tableau, self.smoke, self._cards = tableau, smoke, cards
        us = next((side for side in SIDES if side == viewer), None)
        hit = choice.damage(view, us, tableau.selected) if us and choice.is_asked(view, us) else None
        self.ships = view.ships
        self.whose = {side: f"{SIDE_NAMES[side]} side (you)" if side == viewer else SIDE_NAMES[side] for side in SIDES}
        self.winds = _winds(view, us, tableau.selected)
        numbers = {"port": len(self.winds.port), "starboard": len(self.winds.starboard)}
        self.counts = {side: "?" if view.phase == "sail" and side != us else str(numbers[side]) for side in SIDES}
        self.gained = gained(view)
        self.fired = {side: [(words, False)] for side in SIDES if (words := choice.struck(view, side))}
        self.planned: dict[Side, dict[Stat, int]] = {}
        if us and hit:
            self.fired.setdefault(OTHER[us], []).append((hit.words, True))
            self.planned[OTHER[us]] = {hit.stat: hit.points}
        self.text = f"{self.counts['port']} winds to {self.counts['starboard']}. {self.gained}"
        self._rooms: dict[Side, pygame.Rect] = {}

    # --- layout

    def measure(self, theme: Theme, width: int) -> Size:
        """All the width; at least the height of the ships' cards with what hit them."""
        return width, max(self._high(theme, side, self._card(theme, width)) for side in SIDES) + 2 * theme.px(EDGE)

    def _card(self, theme: Theme, width: int) -> float:
        """Width of a ship's card on a sea of this width, design pixels."""
        design = width * 100 / theme.scale
        if design >= AMPLE:
            return CARD[0]
        return CARD[1] if design >= ROOMY else max(NARROWEST, min(CARD[1], (design - 3 * MARGIN) / 2))

    def place(self, theme: Theme, rect: pygame.Rect) -> None:
        """Cards at both sides, the ships beside them, the compass in the middle."""
        self.rect, self.dirty = pygame.Rect(rect), True
        self.tableau.drop_targets[SEA] = pygame.Rect(rect)
        self.children = []
        width, margin = self._card(theme, rect.w), theme.px(MARGIN)
        for side in SIDES:
            self._put_card(theme, side, width, margin)
        inner = rect.inflate(-2 * (theme.px(width) + 2 * margin), -2 * theme.px(6))
        self._divide(theme, inner)

    def _sheet(self, theme: Theme, side: Side, width: float) -> tuple[Widget, int]:
        """The card of a ship, and how high it is; made anew only when it tells something else."""
        told, kept = (
            (self.ships[side], self.whose[side], self.planned.get(side, {}), theme),
            self._cards.get((side, width)),
        )
        if kept is None or kept[0] != told:
            card = shipcard(side, *told[:3], width)
            kept = self._cards[side, width] = told, card, card.measure(theme, theme.px(width))[1]
        return kept[1:]

    def _high(self, theme: Theme, side: Side, width: float) -> int:
        return self._sheet(theme, side, width)[1] + len(self.fired.get(side, ())) * theme.px(LINE)

    def _put_card(self, theme: Theme, side: Side, width: float, margin: int) -> None:
        """The card half way down, and under it what hit the ship."""
        wide = theme.px(width)
        left = self.rect.x + margin if side == "port" else self.rect.right - margin - wide
        top = self.rect.y + max(theme.px(EDGE), (self.rect.h - self._high(theme, side, width)) // 2)
        card, high = self._sheet(theme, side, width)
        at, below = pygame.Rect(left, top, wide, high), top + high
        if card.rect != at:
            card.place(theme, at)
        self.children.append(card)
        for words, planned in self.fired.get(side, ()):
            chip = Chip(words, "plan" if planned else "loss")
            room = (min(chip.measure(theme, wide)[0], wide), theme.px(26))
            chip.place(theme, pygame.Rect((left, below + theme.px(LINE - 26)), room))
            self.children.append(chip)
            below += theme.px(LINE)

    def _divide(self, theme: Theme, inner: pygame.Rect) -> None:
        """The compass is a third of what is between the cards, the ships have the rest; without room it is all."""
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
        self._rose(theme, box)
        for side_, room in self._rooms.items():
            self._land(f"ship.{side_}", room.center, theme)
        self._land("compass", box.center if side > 0 else self.rect.center, theme)
        for one in SIDES:
            lies = self.tableau.rects.setdefault(f"ship.{one}", pygame.Rect(self.tableau.rects["compass"]))
            for number in range(HAND):
                self.tableau.rects[hit(one, number)] = lies.move(theme.px(STEP * (number - 1)), 0)

    def _rose(self, theme: Theme, box: pygame.Rect) -> None:
        """The compass, where it finds room."""
        if box.w >= theme.px(60):
            rose = Windrose(self.winds, self.gained, self.counts, self.ships, self.rect)
            rose.place(theme, box)
            self.children.append(rose)

    def _land(self, ident: str, middle: tuple[int, int], theme: Theme) -> None:
        """Where cards fly to."""
        lies = pygame.Rect(0, 0, theme.px(70), theme.px(98))
        lies.center = middle
        self.tableau.rects[ident] = lies

    # --- painting

    def tick(self, elapsed: int) -> bool:
        """Let the smoke drift; nothing else here moves by itself."""
        drifting = self.smoke.tick(elapsed)
        if drifting:
            self.touch()
        return drifting

    def reach(self, theme: Theme) -> pygame.Rect:
        """The sea and its edge."""
        return self.rect.inflate(2, 2)

    def paint(self, surface: pygame.Surface, theme: Theme) -> None:
        """Sea, ships, and the dashed line where cards may be dropped."""
        before = surface.get_clip()
        surface.set_clip(before.clip(self.rect))
        surface.blit(sea(self.rect.size, drawn("sea_tile_640", 1.0)), self.rect)
        looks = {side: ship_model.look(self.ships[side]) for side in self._rooms}
        lies = {side: berth(side, room, looks[side].model) for side, room in self._rooms.items()}
        for side, seen in looks.items():
            ship = ship_model.shown(seen, lies[side].zoom, lies[side].heading, lies[side].brace)
            surface.blit(*ship.at(*lies[side].at), special_flags=pygame.BLEND_PREMULTIPLIED)
            if side in self.tableau.noted:
                ship_painting.ring(surface, seen, lies[side])
        for side, seen in looks.items():
            self.smoke.paint(surface, side, seen.model, lies[side])
        rim(surface, INKS.bar_rule, self.rect, theme.px(1.5))
        self._light(surface, theme)
        surface.set_clip(before)

    def _light(self, surface: pygame.Surface, theme: Theme) -> None:
        if self.tableau.held is None or self.tableau.over != SEA:
            return
        inner = self.rect.inflate(-theme.px(8), -theme.px(8))
        if not self.tableau.barred:
            surface.blit(rounded(inner.size, theme.px(4), INKS.brass, 40), inner)
        dashed(surface, inner, theme.px(2), theme.px(9), INKS.dim if self.tableau.barred else INKS.target)


def _winds(view: State, us: Side | None, selected: tuple[str, ...]) -> Winds:
    """Those of the last reveal; while winds are being chosen, one's own, sealed or not."""
    if view.phase == "sail":
        cards = (view.chosen.get(us) or selected) if us else ()
        return Winds(**{us or "port": tuple(view.deck[card] for card in cards)}, shown=False)
    shown = view.winds
    return Winds(shown.get("port", ()), shown.get("starboard", ()), view.phase in ("fire", "retire"))


def gained(view: State) -> str:
    """Who has, or had, the advantage; at the end, who has won."""
    if view.outcome is not None:
        winner = [view.ships[side].name for side in SIDES if side == view.outcome.winner]
        return f"{winner[0]} has won" if winner else "The duel is a draw"
    if view.phase == "sail" or not view.winds:
        return ""
    ahead = find_advantaged_side(view)
    if view.phase == "reload":
        return "Last turn: tie" if ahead is None else f"Last turn: {view.ships[ahead].name}"
    return "Tie: both may fire" if ahead is None else f"{view.ships[ahead].name} has the advantage"
