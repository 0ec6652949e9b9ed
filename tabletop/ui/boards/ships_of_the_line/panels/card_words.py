"""The ship card in words: every mark with what it means and the rule it comes from."""

from collections.abc import Iterator

from tabletop.core.phrases import count, figure
from tabletop.games.ships_of_the_line import fleets
from tabletop.games.ships_of_the_line.ship import Officer, ShipClass
from tabletop.games.ships_of_the_line.state import State, in_sinking_zone, side_of, sinking_zone
from tabletop.games.ships_of_the_line.survey.card import marks
from tabletop.games.ships_of_the_line.survey.sailing import Way, way
from tabletop.ui.boards.ships_of_the_line.panels.order import pencilled
from tabletop.ui.widgets.base import Tip

Fact = tuple[str, str, Tip]
"""What, how it is, and what that means."""

RATES: dict[ShipClass, str] = {
    "I": "First rate", "II": "Second rate", "III": "Third rate", "IV": "Fourth rate", "V": "Fifth rate",
    "VI": "Sixth rate",
}  # fmt: skip
DECKS: dict[int, str] = {1: "one deck", 2: "two decks", 3: "three decks", 4: "four decks"}
OFFICERS: dict[Officer, str] = {"well": "well", "wounded": "wounded", "dead": "dead"}


def explained(title: str, body: str, rule: str) -> Tip:
    """A tooltip that names its rule."""
    return Tip(title, f"{body}\nRule {rule}")


def hull(state: State, key: str) -> Fact:
    """The hull and the zone in which she may go down."""
    card, left, zone = state.cards[key], max(0, state.ships[key].hull), sinking_zone(state, key)
    going = pencilled(state, key)
    words = f"{left} of {card.hull}, "
    words += "in the sinking zone" if in_sinking_zone(state, key) else f"sinking zone at {zone}"
    body = (
        f"At {zone} hull points or less she fires half her dice, and strikes or sinks on a die "
        f"each turn that she is attacked. At 0 she sinks."
    )
    if going:
        body += f" Pencilled: {going} {'point is' if going == 1 else 'points are'} lost when the Combat Phase ends."
    return "Hull", words, explained("Hull", body, "SOTL-2.2-h, 4.4.1-a")


def captain(name: str) -> tuple[str, ...]:
    """A captain's name as long, and then as short, as it can be written."""
    if not name.strip():
        return ("Captain unknown",)
    *given, last = name.split()
    initials = " ".join("-".join(f"{part[0]}." for part in one.split("-") if part) for one in given)
    first = [f"Capt. {given[0]} {last}"] if len(given) > 1 else []
    return f"Capt. {name}", *first, f"Capt. {initials} {last}", f"Capt. {last}"


def officer(state: State, key: str) -> Fact:
    """The captain's health."""
    body = "Hit once he is wounded, hit twice he is dead; then she may strike whenever she is hit."
    return "Captain", OFFICERS[state.ships[key].officer], explained("Captain", body, "SOTL-4.2.1-h")


def rudder(state: State, key: str) -> Fact:
    """Whether she steers."""
    body = "Without a rudder she cannot sail and drifts unless towed; repaired on a 1, each attempt tires the crew."
    return "Rudder", "lost" if state.ships[key].rudder_lost else "sound", explained("Rudder", body, "SOTL-4.2.1-i")


def fires(state: State, key: str) -> Fact:
    """Fires on board."""
    ship = state.ships[key]
    words = str(ship.fires) if ship.fires else "none"
    if ship.old_fires:
        words += f", {ship.old_fires} old"
    body = (
        "While any fire burns she loses a hull point at the end of the Crew Phase. A hit in the magazine "
        "blows her up on a 6 if a fire burned when the turn began."
    )
    return "Fires", words, explained("Fires", body, "SOTL-4.2.1-j, -l")


def colours(state: State, key: str) -> Fact:
    """Whose flag flies."""
    ship = state.ships[key]
    captor = fleets.short(state, side_of(state, key))
    words = {"in_service": "flying", "struck": "struck", "captured": f"prize, {captor}"}
    body = "A ship that has struck drifts and fights no more; one that is taken may be moved by her captor."
    return "Colours", words.get(ship.status, "lost"), explained("Colours", body, "SOTL-4.4.2")


def ties(state: State, key: str) -> Iterator[Fact]:
    """Grapples, tows, and whatever else holds her."""
    for grapple in state.grapples:
        if grapple.joins(key):
            other = state.cards[grapple.other(key)].name
            agreed = ", both willing" if grapple.agreed else ""
            body = "Grappled ships neither move nor fire. The crews may board each other or cut loose."
            yield "Grappled", f"{other}{agreed}", explained("Grappled", body, "SOTL-6-d")
    going = way(state, key)
    if going.tows:
        body = "A tow leaves half the points and costs a die."
        yield "Tows", state.cards[going.tows].name, explained("A ship in tow", body, "SOTL-5.6-c")
    if going.tower:
        yield "In tow of", state.cards[going.tower].name, explained("In tow", "She follows her tower.", "SOTL-5.6-c")
    ship = state.ships[key]
    if ship.anchored:
        body = "She does not move until she has weighed anchor."
        yield "At anchor", "does not drift", explained("At anchor", body, "SOTL-5.2.5-d")
    elif ship.stopped:
        body = f"She has no way on her: {going.resistance} points are lost to resistance when she moves off."
        yield "Stopped", "no way on her", explained("Stopped", body, "SOTL-5.2.5-a")


def modules(state: State, key: str) -> Iterator[Fact]:
    """What the rule modules in use tell of her."""
    for mark in marks(state, key):
        yield mark.title, mark.value, explained(mark.title, mark.meaning, mark.rule)


def points(state: State, key: str) -> Fact:
    """Her allowance now, and how it comes about."""
    going = way(state, key)
    sum_ = going.allowance
    words = f"{count(sum_.points, 'point')} at {sum_.percentage} %"
    if sum_.forced:
        words += f", {sum_.forced} forced"
    if hold := going.hold:
        words = "none" if not sum_.points else words
        return "Points", words, explained("Points for her move", hold.reason, hold.rule)
    return "Points", words, explained("Points for her move", " \n".join(addition(going)), "SOTL-5.2")


def addition(going: Way) -> list[str]:
    """The sum of a ship's points, a line for each step."""
    sum_ = going.allowance
    lines = [
        f"{step.source}: {f'{step.change} = ' if step.change else ''}{figure(step.value)}" for step in sum_.working
    ]
    return [*lines, f"Allowance {sum_.points}, of which {sum_.forced} forced"]
