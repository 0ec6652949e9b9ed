"""The ship card: all that the paper card and the markers beside the ship tell, what it means, and by which rule."""

from collections.abc import Iterator

from tabletop.core.phrases import format_count, format_number
from tabletop.games.ships_of_the_line import fleets
from tabletop.games.ships_of_the_line.model import (
    Band,
    State,
    is_in_sinking_zone,
    list_flags,
    side_of,
    sinking_zone_limit,
)
from tabletop.games.ships_of_the_line.ship import BROADSIDES, MASTS, ShipClass
from tabletop.games.ships_of_the_line.survey.sailing import MoveOptions, find_move_options
from tabletop.games.ships_of_the_line.survey.summaries import compute_strength, list_marks
from tabletop.ui.boards import nations
from tabletop.ui.boards.ships_of_the_line.panels import pictograms
from tabletop.ui.boards.ships_of_the_line.panels.order import pencilled
from tabletop.ui.boards.ships_of_the_line.panels.people import (
    VALUE,
    crew_lines,
    crew_row,
    explained,
    fatigue_row,
    leader_row,
    titled,
)
from tabletop.ui.boards.ships_of_the_line.panels.pictograms import BroadsideRow, Broadsides
from tabletop.ui.text import CARD_NAME, LABEL, SMALL, Style
from tabletop.ui.theme import INKS
from tabletop.ui.widgets.base import Tip, Widget
from tabletop.ui.widgets.label import Fitted, Label
from tabletop.ui.widgets.layout import Column, Row, Spacer
from tabletop.ui.widgets.marks import Sign, Track
from tabletop.ui.widgets.panel import DoubleRule, Panel, Rule
from tabletop.ui.widgets.scroll import Scroll

Fact = tuple[str, str, Tip]
"""What, how it is, and what that means."""

RATES: dict[ShipClass, str] = {
    "I": "First rate", "II": "Second rate", "III": "Third rate", "IV": "Fourth rate", "V": "Fifth rate",
    "VI": "Sixth rate",
}  # fmt: skip
DECKS: dict[int, str] = {1: "one deck", 2: "two decks", 3: "three decks", 4: "four decks"}

_BANDS: tuple[tuple[Band, str], ...] = (("point_blank", "point-blank"), ("medium", "medium"), ("long", "long"))


def sheet(state: State, key: str, hands: Widget | None = None) -> Widget:
    """The card of a ship; `hands` stand in the place of her crew."""
    parts: list[Widget] = [
        *_head(state, key),
        DoubleRule(),
        *_hull(state, key),
        *_sending(hands),
        Broadsides(state, key),
        _dice(state, key),
        _masts(state, key),
        Rule(),
        *([] if hands else [crew_row(state, key)]),
        fatigue_row(state, key),
        Rule(),
        *_condition(state, key),
    ]
    return Panel(Scroll(Column(parts, gap=7), ident=f"card.scroll.{key}"), ident="card")


def _sending(hands: Widget | None) -> list[Widget]:
    """The crews of a ship while they can be sent somewhere."""
    if hands is None:
        return []
    told = Label("Drag a crew to its task.", SMALL.tinted(INKS.muted))
    return [Row([Label("Crews", LABEL), Spacer(grow=1), told], align="centre"), hands]


def terse(state: State, key: str, hands: Widget | None = None) -> Widget:
    """The card where room is short: all that counts in a fight; the rest is told by what stands there on hover."""
    parts: list[Widget] = [
        _name_row(state, key, 26, 20),
        *_hull(state, key),
        *([] if hands is None else [hands]),
        Column([BroadsideRow(state, key, broadside) for broadside in BROADSIDES], gap=0, ident="card.broadsides"),
        _dice(state, key),
        _mast_line(state, key),
        *([fatigue_row(state, key)] if hands else crew_lines(state, key)),
        *_condition(state, key),
    ]
    return Panel(Scroll(Column(parts, gap=1), ident=f"card.scroll.{key}"), ident="card", padding=9)


def _head(state: State, key: str) -> Iterator[Widget]:
    card = state.cards[key]
    yield _name_row(state, key, 46, 31)
    kind = f"{RATES[card.ship_class]}, {DECKS[card.decks]}"
    named = Fitted(captain(card.captain), LABEL, tip=Tip("Captain", card.captain))
    yield Row([named, Label(kind, SMALL.tinted(INKS.muted))], gap=10, align="centre")
    if leader := fleets.leader_aboard(state, key):
        yield leader_row(state, key, fleets.leader_on_card(state, leader))


def _name_row(state: State, key: str, ensign: float, size: int) -> Widget:
    card = state.cards[key]
    name = Fitted(card.name, CARD_NAME.at(size), tip=Tip(card.name))
    guns = Label(
        f"{card.guns} guns", LABEL, tip=explained("Guns", "The number of guns decides her class.", "SOTL-4.1.4-a")
    )
    emblems = [
        Label(mark.emblem, LABEL.tinted(INKS.brass_dark), tip=explained(mark.title, mark.meaning, mark.rule))
        for mark in list_marks(state, key)
        if mark.emblem
    ]
    return Row([Sign(nations.ensigns(*list_flags(state, key)), ensign), name, *emblems, guns], gap=12, align="centre")


def _hull(state: State, key: str) -> Iterator[Widget]:
    title, value, tip = hull(state, key)
    yield Row([Label(title, LABEL), Spacer(grow=1), Label(value, VALUE)], align="centre", tip=tip)
    card, left = state.cards[key], max(0, state.ships[key].hull)
    zone, lost = sinking_zone_limit(state, key), pencilled(state, key)
    yield Track(card.hull, left, zone, pencilled=lost, ident="card.hull", tip=tip)


def _dice(state: State, key: str) -> Widget:
    rolled, parts = compute_strength(state, key).dice, list[Widget]([Label("Dice", LABEL), Spacer(grow=1)])
    for band, title in _BANDS:
        dice = rolled[band]
        parts += [Label(str(dice) if dice else "–", LABEL.tinted(INKS.brass_dark)), Label(title, SMALL), Spacer(4)]
    halved = " Halved, for she is in her sinking zone." if is_in_sinking_zone(state, key) else ""
    body = f"Dice of one broadside by range, before a rake doubles them.{halved}"
    return Row(parts[:-1], gap=5, align="centre", tip=explained("Dice by range", body, "SOTL-4.1.4-b, -d"))


def _masts(state: State, key: str) -> Widget:
    masts = (Column(one, gap=0, align="start", grow=1) for one in _rigging(state, key))
    return Row([titled("Masts"), *masts], gap=6, align="centre")


def _mast_line(state: State, key: str) -> Widget:
    fore, main, mizzen = (Row(one, gap=4, align="centre") for one in _rigging(state, key))
    return Row([titled("Masts"), fore, Spacer(grow=1), main, Spacer(grow=1), mizzen], gap=2, align="centre")


def _rigging(state: State, key: str) -> Iterator[tuple[Widget, Widget]]:
    """The name of each mast and a picture of it."""
    ship = state.ships[key]
    over = {fallen.mast: fallen.over for fallen in ship.fallen}
    for mast in MASTS:
        standing = mast in ship.masts
        told = "stands" if standing else f"lies over the {over[mast]} side" if mast in over else "is gone"
        tip = explained(f"{mast.capitalize()}mast", f"The {mast}mast {told}.", "SOTL-4.2.1-f, 5.2.1-a")
        title = Label(mast.capitalize(), SMALL if standing else SMALL.tinted(INKS.danger), tip=tip)
        yield title, pictograms.spar(standing, tip)


def _condition(state: State, key: str) -> Iterator[Widget]:
    officer, rudder, fires, colours = _marked(state, key)
    yield _pair(officer, rudder)
    yield _pair(fires, colours)
    told = ((mark.title, mark.value, explained(mark.title, mark.meaning, mark.rule)) for mark in list_marks(state, key))
    for fact in (*told, *_ties(state, key), points(state, key)):
        yield _fact(fact)


def _pair(one: Fact, other: Fact) -> Widget:
    return Row([_fact(one, grow=1), _fact(other, grow=1)], gap=14, align="centre")


_GOOD = ("well", "sound", "none", "flying")
"""What gives no cause for worry."""


def _fact(fact: Fact, *, grow: float = 0) -> Widget:
    title, value, tip = fact
    bad = grow and value not in _GOOD
    style = Style("semibold", 15, INKS.danger) if bad else VALUE
    shown = Fitted((value, value.partition(",")[0]), style, right=True)
    return Row([Label(title, LABEL), shown], gap=6, align="centre", tip=tip, grow=grow)


# --- in words


def _told(title: str, value: str, body: str, rule: str) -> Fact:
    return title, value, explained(title, body, rule)


def hull(state: State, key: str) -> Fact:
    """The hull and the zone in which she may go down."""
    card, left, zone = state.cards[key], max(0, state.ships[key].hull), sinking_zone_limit(state, key)
    where = "in the sinking zone" if is_in_sinking_zone(state, key) else f"sinking zone at {zone}"
    body = (
        f"With {zone} hull points or fewer she fires half her dice, and each turn she is attacked she rolls "
        f"to see whether she strikes or sinks. At 0 she sinks. The red line marks this zone; lost points are "
        f"crossed off."
    )
    if going := pencilled(state, key):
        body += f" Pencilled: {going} {'point is' if going == 1 else 'points are'} lost when the Combat Phase ends."
    return _told("Hull", f"{left} of {card.hull}, {where}", body, "SOTL-2.2-h, 4.4.1-a")


def captain(name: str) -> tuple[str, ...]:
    """A captain's name as long, and then as short, as it can be written."""
    if not name.strip():
        return ("Captain unknown",)
    *given, last = name.split()
    initials = " ".join("-".join(f"{part[0]}." for part in one.split("-") if part) for one in given)
    first = [f"Capt. {given[0]} {last}"] if len(given) > 1 else []
    return f"Capt. {name}", *first, f"Capt. {initials} {last}", f"Capt. {last}"


_CAPTAIN = "The first hit wounds him, the second kills him. After that she may strike whenever she is hit."
_RUDDER = "Without a rudder she cannot sail and drifts unless towed; repaired on a 1, each attempt tires the crew."
_FIRES = (
    "While any fire burns she loses a hull point at the end of the Crew Phase. A hit in the magazine "
    "blows her up on a 6 if a fire burned when the turn began."
)
_COLOURS = "A ship that has struck drifts and no longer fights. A captured ship may be moved by her captor."


def _marked(state: State, key: str) -> tuple[Fact, Fact, Fact, Fact]:
    """The captain's health, whether she steers, fires on board, and whose flag flies."""
    ship = state.ships[key]
    burning = f"{ship.fires or 'none'}{f', {ship.old_fires} since an earlier turn' if ship.old_fires else ''}"
    prize = f"prize, {fleets.short_fleet_name(state, side_of(state, key))}"
    flag = {"in_service": "flying", "struck": "struck", "captured": prize}.get(ship.status, "lost")
    return (
        _told("Captain", ship.officer, _CAPTAIN, "SOTL-4.2.1-h"),
        _told("Rudder", "lost" if ship.rudder_lost else "sound", _RUDDER, "SOTL-4.2.1-i"),
        _told("Fires", burning, _FIRES, "SOTL-4.2.1-j, -l"),
        _told("Colours", flag, _COLOURS, "SOTL-4.4.2"),
    )


def _ties(state: State, key: str) -> Iterator[Fact]:
    """Grapples, tows, and whatever else holds her."""
    for grapple in state.grapples:
        if grapple.joins(key):
            other = f"{state.cards[grapple.other_ship(key)].name}{', by agreement' if grapple.agreed else ''}"
            body = "Grappled ships neither move nor fire. The crews may board each other or cut loose."
            yield _told("Grappled", other, body, "SOTL-6-d")
    going, ship = find_move_options(state, key), state.ships[key]
    if going.tows:
        body = "A towing ship has half her points and one die less."
        yield "Tows", state.cards[going.tows].name, explained("A ship in tow", body, "SOTL-5.6-c")
    if going.towed_by:
        yield (
            "In tow of",
            state.cards[going.towed_by].name,
            explained("In tow", "She follows the ship that tows her.", "SOTL-5.6-c"),
        )
    if ship.anchored:
        yield _told("At anchor", "does not drift", "She cannot move until she weighs anchor.", "SOTL-5.2.5-d")
    elif ship.stopped:
        body = f"She has no way on: resistance costs her {going.resistance} points when she gets under way."
        yield _told("Hove to", "no way on", body, "SOTL-5.2.5-a")


def points(state: State, key: str) -> Fact:
    """Her allowance now, and how it comes about."""
    going = find_move_options(state, key)
    sum_, hold = going.allowance, going.hindrance
    words = f"{format_count(sum_.points, 'point')} at {sum_.percentage} % speed"
    if sum_.forced:
        words += f", must use {sum_.forced}"
    if sum_.optional:
        words += f", {sum_.optional} optional"
    if hold:
        return "Points", words if sum_.points else "none", explained("Points for her move", hold.reason, hold.rule)
    return "Points", words, explained("Points for her move", " \n".join(_addition(going)), "SOTL-5.2")


def _addition(going: MoveOptions) -> Iterator[str]:
    """The sum of a ship's points, a line for each step."""
    for step in going.allowance.working:
        yield f"{step.source}: {f'{step.change} = ' if step.change else ''}{format_number(step.value)}"
    yield f"Allowance {going.allowance.points}, at least {going.allowance.forced} to be used"
