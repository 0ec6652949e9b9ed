"""The sheet of a ship that is to move, and what the brass button offers for her (DOG-12 to DOG-16)."""

from collections.abc import Iterator, Sequence
from typing import Literal

from tabletop.core.phrases import format_percent
from tabletop.games.decks_of_glory.model import Hand, State, format_names
from tabletop.games.decks_of_glory.positions import format_row_reference, is_entangled, is_in_irons
from tabletop.games.decks_of_glory.survey import odds
from tabletop.games.decks_of_glory.survey.reach import Reached, find_reach
from tabletop.ui import keys
from tabletop.ui.boards.cards.reader import lines
from tabletop.ui.boards.contract import Offer
from tabletop.ui.boards.decks_of_glory import captions
from tabletop.ui.boards.decks_of_glory.stations import planning
from tabletop.ui.text import BODY
from tabletop.ui.widgets.base import Tip, Widget
from tabletop.ui.widgets.button import Button
from tabletop.ui.widgets.label import Text
from tabletop.ui.widgets.layout import Row

Card = Literal["", "loose", "irons"]
"""A card that must be drawn before a ship can move, if any."""

ALONGSIDE: dict[str, Hand] = {keys.key("alongside_port"): "port", keys.key("alongside_starboard"): "starboard"}
"""Keys of the sides on which she may lie."""
_DRAWS: dict[Card, tuple[str, str, str]] = {
    "loose": (
        "Draw to cut loose",
        "Cut loose",
        "Red: she can move this turn. Black: she stays entangled and her move ends.",
    ),
    "irons": (
        "Draw to get out of irons",
        "Draw to get out of irons",
        "Red: she turns one hex side. Black: her move ends.",
    ),
}
"""Each card as the sheet and as the brass button name it, and what it does."""
_BOTH = (
    "The first red card frees her, the second turns her one hex side. If she is still in the hex when her move ends, "
    "she is entangled again."
)
_STAY = "She stays where she is and her move for this turn ends."
OFF = "She withdraws from the battle for good (DOG-14)."


def card_for(state: State, key: str) -> Card:
    """The card that must be drawn before a ship that is ready can move."""
    if state.way is not None and state.way.ship == key:
        return ""
    if is_entangled(state, key):
        return "loose"
    return "irons" if is_in_irons(state, state.ships[key].facing) else ""


def hints(state: State, move: Reached) -> Sequence[str]:
    """Names of the keys for a ship that is ready: her card, the side on which she lies, or the helm."""
    if card_for(state, move.ship):
        return ("draw_card", "next_ship")
    if move.end == "entangled":
        return ("alongside_port", "alongside_starboard", "take_back", "back")
    if move.plan:
        return ("commit", "ahead", "port", "starboard", "take_back", "back")
    return ("ahead", "port", "starboard", "drag_ship", "stay", "next_ship")


def way_off(state: State, key: str) -> Reached | None:
    """The shortest move that leaves the map, if there is one."""
    return next((one for one in find_reach(state, key) if one.end == "withdrawn"), None)


# --- the sheet


def sheet(state: State, move: Reached) -> Iterator[Widget]:
    """Her actions, what the plan leads to, and the one click that a card or a side takes."""
    key = move.ship
    if card := card_for(state, key):
        yield from _card(state, key, card)
        return
    if move.end == "entangled":
        yield Text(f"On which side of {format_names(state, move.others)} does she go alongside?", BODY)
        whose = format_row_reference(state, move.others)
        yield Row([_hand(hand, chord, whose) for chord, hand in ALONGSIDE.items()], gap=8)
        if len(move.others) > 1:
            yield Text(f"Port and starboard of {whose}.", BODY.at(15))
    if move.plan:
        yield _tools()
    else:
        yield Button("stay", "End her move", "secondary", key=keys.key("stay"), tip=Tip("End her move", _STAY))
    if move.end != "entangled" and way_off(state, key):
        yield Button("withdraw", "Off the map", "secondary", tip=Tip("Plan to leave the map", OFF))
    yield from lines(planning.told(state, move))


def _tools() -> Widget:
    """What the keys do to a plan."""
    one, all_of_it = Tip("Undo one action", key=keys.key("take_back")), Tip("Clear the plan", key=keys.key("back"))
    shorter = Button("take_back", "Undo one", "secondary", tip=one, grow=1)
    return Row([shorter, Button("drop", "Clear the plan", "secondary", tip=all_of_it, grow=1)], gap=8)


def _card(state: State, key: str, card: Card) -> Iterator[Widget]:
    words, _, told = _DRAWS[card]
    told = _BOTH if _needs_both(state, key) else told
    rule = "DOG-16" if is_entangled(state, key) else "DOG-13"
    yield Button(card, words, "secondary", key=keys.key("draw_card"), tip=Tip(words, told))
    yield from lines([(_condition(state, key), format_percent(odds.chance_to_move(state, key)))], rule)
    yield Text(told, BODY.at(15))


def _condition(state: State, key: str) -> str:
    """What has to come up for her to move."""
    return "Chance of two red cards (she is in irons too)" if _needs_both(state, key) else "Chance of a red card"


def _needs_both(state: State, key: str) -> bool:
    return is_entangled(state, key) and is_in_irons(state, state.ships[key].facing)


def _hand(hand: Hand, key: str, whose: str) -> Button:
    tip = Tip(f"To {hand} of {whose}", "She makes the plotted move and becomes entangled.")
    return Button(f"alongside.{hand}", f"To {hand}", "secondary", key=key, tip=tip, grow=1)


# --- the brass button


def offer(state: State, move: Reached) -> Offer | None:
    """For a ship that is ready: order the plan, or draw the card that she needs; None if there is neither."""
    key = move.ship
    if move.plan:
        return _planned(state.fleet[key].name, move)
    if card := card_for(state, key):
        return Offer(_DRAWS[card][1], card, _chance(state, key))
    if state.way and state.way.ship == key:
        return Offer("Stay as she is", "stay", f"{state.fleet[key].name} does not use her red card.")
    return None


def _chance(state: State, key: str) -> str:
    """That she may move, in a sentence; of a single card with the cards counted."""
    if odds.chance_to_move(state, key) == odds.chance_of_red(state):
        return f"{captions.of_red(state)}."
    return f"{_condition(state, key)}: {format_percent(odds.chance_to_move(state, key))}."


def _planned(name: str, move: Reached) -> Offer:
    if move.end == "in_irons":
        return Offer("Turn into the wind", "sail", f"{name} will be in irons, and her move ends.")
    if move.end == "withdrawn":
        return Offer(f"Withdraw {name}", "sail", "She leaves the map for good.")
    reason = "Choose on which side she goes alongside." if move.end == "entangled" else ""
    return Offer(f"Sail: {name}", "sail", "She makes the plotted move.", reason)


def idle(others: Sequence[str]) -> Offer:
    """Go on to ships that have not moved, or end the moves."""
    if others:
        return Offer("Next ship to move", "next", "Selects the next ship that has not moved.")
    return Offer("End movement", "belay", "All your other ships have moved.", ends=True)
