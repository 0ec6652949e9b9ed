"""The order of battle by divisions, and the state of the fleets with their victory points."""

from collections.abc import Container, Iterator
from dataclasses import dataclass
from fractions import Fraction

import pygame

from tabletop.core.phrases import capitalize, format_count, format_number, format_percent
from tabletop.games.ships_of_the_line import fleets, model, rules
from tabletop.games.ships_of_the_line.rule_modules import phase_of
from tabletop.games.ships_of_the_line.ship import SIDES, Side, Status
from tabletop.games.ships_of_the_line.survey import seats
from tabletop.games.ships_of_the_line.survey.fleet_orders import MANNER_WORDS, describe_term, find_squadron_orders
from tabletop.games.ships_of_the_line.tables import STRUCK_POINTS, SUNK_POINTS
from tabletop.ui import keys
from tabletop.ui.boards.battle.desk import ROWS, left_sheet, order_of_battle
from tabletop.ui.boards.nations import nation_badge
from tabletop.ui.boards.ships_of_the_line.captions import format_ledger, victory_points
from tabletop.ui.boards.ships_of_the_line.flags import build_hoist, find_common_manner
from tabletop.ui.boards.ships_of_the_line.table_view import SeaTableView
from tabletop.ui.text import LABEL, SMALL, STRONG, Style
from tabletop.ui.theme import INKS, Theme
from tabletop.ui.widgets.base import Tip, Widget
from tabletop.ui.widgets.button import Button
from tabletop.ui.widgets.label import Label, Text
from tabletop.ui.widgets.layout import Column, Row, Sized, Spacer
from tabletop.ui.widgets.list_box import ListBox
from tabletop.ui.widgets.list_entry import ListEntry
from tabletop.ui.widgets.marks import Drawn, Sign
from tabletop.ui.widgets.panel import Panel, Rule
from tabletop.ui.widgets.scroll import Scroll

STATUS_WORDS: dict[Status, str] = {
    "struck": "struck",
    "captured": "taken",
    "sunk": "sunk",
    "exploded": "blew up",
    "fled": "fled",
    "left": "gone",
}
"""Status of a ship that no longer fights, to its words in the list."""
SEATS = "order.seats"
"""Id of the list of a side's players."""
PLAYERS = 190
"""Width of the list of players beside the folded order of battle, design pixels."""
PRIZES = "prizes"
"""Id of the heading over captured ships."""


@dataclass(frozen=True)
class DivisionList:
    """A division with its chief and its ships in key order; the id is "" for ships in no division."""

    id: str
    name: str
    chief: str
    ships: tuple[str, ...]


def list_divisions(state: model.State, side: Side) -> Iterator[DivisionList]:
    """Yield the divisions of a side, then its ships in none, then its prizes."""
    mine = [key for key, card in state.cards.items() if card.side == side]
    for division, title in fleets.divisions(state).items():
        ships = tuple(key for key in mine if state.cards[key].division == division)
        if ships:
            name, _, chief = title.rstrip(")").partition(" (")
            yield DivisionList(division, name, chief or _find_chief(state, ships), ships)
    rest = tuple(key for key in mine if state.cards[key].division not in state.divisions)
    if rest:
        yield DivisionList("", "Ships", _find_chief(state, rest), rest)
    taken = tuple(key for key in state.ships if state.cards[key].side != side and model.side_of(state, key) == side)
    if taken:
        yield DivisionList(PRIZES, "Prizes", "", taken)


def _find_chief(state: model.State, ships: tuple[str, ...]) -> str:
    """Return the last name of the first leader aboard `ships`, or ""."""
    leaders = (leader.name.split()[-1] for key in ships if (leader := state.cards[key].leader))
    return next(leaders, "")


def count_fighting_ships(state: model.State, side: Side) -> int:
    """Return the number of ships of `side` that are in service."""
    return sum(card.side == side and model.is_in_service(state, key) for key, card in state.cards.items())


def find_pending_damage(state: model.State, key: str) -> int:
    """Return the hull points that ship `key` loses when the phase ends, at most those it has (3-c)."""
    return min(max(0, state.ships[key].hull), sum(shot.hull for shot in state.shots if shot.target == key))


def hull_share(state: model.State, ships: tuple[str, ...]) -> Fraction:
    """Return the share of the printed hull points that ships in service still have."""
    printed = sum(state.cards[key].hull for key in ships)
    left = sum(max(0, state.ships[key].hull) for key in ships if model.is_in_service(state, key))
    return Fraction(left, printed) if printed else Fraction(0)


def build_list_panel(viewer: SeaTableView, actors: Container[str]) -> Widget:
    """Build the order of battle of the listed side, with a tab for each side."""
    state = viewer.state
    tabs = [(side, f"{fleets.short_fleet_name(state, side)} {count_fighting_ships(state, side)}") for side in SIDES]
    entries = list(_build_entries(viewer, actors))
    rows = ListBox(ROWS, entries, chosen=viewer.selected or "", several=True)
    fleets_ = Button(
        "order.fleets", "State of the fleets", "secondary", tip=Tip("Hull points and victory points of both sides")
    )
    return order_of_battle(tabs, viewer.listed_side, rows, *_build_players(viewer, viewer.listed_side), fleets_)


def build_players_panel(viewer: SeaTableView) -> Widget | None:
    """Build the list of the players of the side to move; None if the side has one player."""
    found = next(_build_players(viewer, rules.side_to_choose(viewer.state)), None)
    return Panel(Sized(found, PLAYERS), ident="order.players", padding=5) if found else None


def _build_players(viewer: SeaTableView, side: Side) -> Iterator[Widget]:
    """Yield the list of a side's players if there are several; a click lets another one go first."""
    found = seats.list_side_players(viewer.full_state or viewer.state, side, seats.find_asked_player(viewer.state))
    tips = {"asked": "To move now.", "waits": "Moves next. Click to let this player go first.", "done": "Has finished."}
    rows = [
        ListEntry(
            one.id,
            one.name,
            one.status or "",
            acted=one.status == "done",
            tip=Tip(one.name, f"{tips.get(one.status or '', 'Waits for the other side.')}\nRule AMB-148"),
        )
        for one in found
    ]
    asked = next((one.id for one in found if one.status == "asked"), "")
    if rows:
        yield ListBox(SEATS, rows, chosen=asked, row=28, grow=0)


def _build_entries(viewer: SeaTableView, actors: Container[str]) -> Iterator[ListEntry]:
    """Yield the entries of the listed side: headings, and the ships of open divisions."""
    state = viewer.state
    for roll in list_divisions(state, viewer.listed_side):
        folded = roll.id in viewer.folded_divisions
        yield _build_heading(state, roll, folded=folded)
        if not folded:
            yield from (_build_ship_row(viewer, key, actors) for key in roll.ships)


def build_heading_tip(roll: DivisionList, more: str = "") -> Tip:
    """Build the tooltip of a division's name, in the list and on the sea; `more` is added to it."""
    many = f"{format_count(len(roll.ships), 'ship')}{f' under {roll.chief}' if roll.chief else ''}."
    return Tip(roll.name, f"{many}\nClick to select them all.{more}", keys.key("squadron"))


def _build_heading(state: model.State, roll: DivisionList, *, folded: bool) -> ListEntry:
    """Build the heading of a division with its chief, number of ships and standing order."""
    many, manner = str(len(roll.ships)), find_common_manner(state, roll.ships)
    return ListEntry(
        roll.id,
        roll.name,
        f"{roll.chief}, {many}" if roll.chief else many,
        heading=True,
        folded=folded,
        tip=build_heading_tip(roll, " Click the arrow to fold the list."),
        brief=many,
        gathers=True,
        flag=build_hoist(manner) if manner else None,
    )


def _build_ship_row(viewer: SeaTableView, key: str, actors: Container[str]) -> ListEntry:
    """Build the entry of a ship with badge, guns, hull bar and standing order."""
    state = viewer.state
    card, ship, zone = state.cards[key], state.ships[key], model.sinking_zone_limit(state, key)
    asked = model.is_in_service(state, key) and viewer.mine(key)
    prize = ship.status == "captured" and model.side_of(state, key) == viewer.listed_side
    return ListEntry(
        key,
        card.name,
        STATUS_WORDS.get(ship.status) or str(card.guns),
        sign=nation_badge(*model.list_flags(state, key)),
        bar=(max(0, ship.hull) / card.hull, zone / card.hull) if model.is_on_map(state, key) else None,
        acted=asked and key not in actors and has_acted(state, key),
        struck=ship.status != "in_service" and not prize,
        tip=Tip(card.name, describe_ship(state, key)),
        pencilled=find_pending_damage(state, key) / card.hull,
        too=key in viewer.group,
        brief="" if model.is_in_service(state, key) else None,
        flag=build_hoist(order.manner) if (order := find_squadron_orders(state).get(key)) else None,
    )


def describe_ship(state: model.State, key: str) -> str:
    """Return one line about a ship for the tooltip of its row."""
    card, ship, lost = state.cards[key], state.ships[key], find_pending_damage(state, key)
    parts = [f"{card.guns} guns", f"hull {max(0, ship.hull)} of {card.hull}"]
    if ship.status == "in_service":
        parts.append(f"sinking zone at {model.sinking_zone_limit(state, key)}, the notch in the bar")
    if lost:
        parts.append(f"will lose {lost} when this phase ends")
    if ship.status != "in_service":
        parts.append(STATUS_WORDS[ship.status])
    if obeyed := seats.commander_name(state, key):
        parts.append(f"under {obeyed}")
    if order := find_squadron_orders(state).get(key):
        parts.append(f"standing order: {MANNER_WORDS[order.manner]}, {describe_term(order)}")
    return capitalize(", ".join(parts)) + "."


def has_acted(state: model.State, key: str) -> bool:
    """Return True if the ship has fired, worked or moved in this phase."""
    ship, part = state.ships[key], phase_of(state).ribbon
    fired = part == "Combat" and (bool(ship.fired) or any(shot.attacker == key for shot in state.shots))
    worked = part == "Crew" and bool(ship.tried or ship.grapple_used or ship.exerted)
    return fired or worked or (part == "Movement" and ship.moved)


BAR = (74, 8)
_POINTS_TIP = f"{STRUCK_POINTS} for a ship that strikes, {SUNK_POINTS} for a ship lost."


def build_fleets_panel(state: model.State) -> Widget:
    """Build the state of both fleets, and their victory points."""
    parts: list[Widget] = []
    for side in SIDES:
        parts += [*_build_fleet_rows(state, side), Rule()]
    parts += list(_build_ledger_rows(state))
    back = Button("order.ships", "Order of battle", "secondary", tip=Tip("List of ships"))
    whole = Column([Scroll(Column(parts, gap=8), ident="fleets.scroll"), back], gap=12)
    return left_sheet("State of the Fleets", "fleets", whole)


def _build_fleet_rows(state: model.State, side: Side) -> Iterator[Widget]:
    """Yield the rows of one fleet: ships and share of hull points by division."""
    ships = format_count(count_fighting_ships(state, side), "ship")
    who = Sign(nation_badge(*fleets.nations(state, side)), 20), Label(fleets.short_fleet_name(state, side), STRONG)
    yield Row([*who, Spacer(grow=1), Label(ships, LABEL)], gap=8, align="centre")
    for roll in list_divisions(state, side):
        share = hull_share(state, roll.ships)
        left = sum(state.ships[key].status == "in_service" for key in roll.ships)
        tip = Tip(
            roll.name,
            f"{left} of {len(roll.ships)} ships still fight, with {format_percent(share)} of their hull points.",
        )
        parts = (
            Text(roll.name, Style("body", 15), grow=1),
            Sized(Label(str(left), SMALL, right=True), 20),
            _build_hull_bar(share),
            Sized(Label(format_percent(share), SMALL, right=True), 38),
        )
        yield Row(parts, gap=8, align="centre", tip=tip)


def _build_hull_bar(share: Fraction) -> Drawn:
    """Build a bar that is filled to `share`."""

    def pen(surface: pygame.Surface, theme: Theme, rect: pygame.Rect) -> None:
        surface.fill(INKS.edge, rect)
        inner = rect.inflate(-2 * theme.px(1), -2 * theme.px(1))
        surface.fill(INKS.paper_3, inner)
        surface.fill(INKS.ink, (inner.x, inner.y, round(inner.w * share), inner.h))

    return Drawn(*BAR, pen)


def _build_ledger_rows(state: model.State) -> Iterator[Widget]:
    """Yield the victory points of both sides."""
    yield Label("Victory points", STRONG, tip=Tip("Victory points", _POINTS_TIP))
    for side in SIDES:
        name, sum_ = fleets.short_fleet_name(state, side), format_number(victory_points(state, side))
        parts = [Label(name, Style("body", 15)), Spacer(grow=1), Label(sum_, LABEL)]
        yield Row(parts, tip=Tip(f"{name}: {sum_}", format_ledger(state, side)))
