"""DOG-22: ships that lost their last point strike or sink."""

from typing import Literal

from tabletop.cards.standard import COLOUR_OF, Colour
from tabletop.games.decks_of_glory.chapters.draws import draw
from tabletop.games.decks_of_glory.chapters.unfolding import Unfolding
from tabletop.games.decks_of_glory.events.combat import ColoursStruck
from tabletop.games.decks_of_glory.positions import in_order

FATES: dict[Colour, Literal["sunk", "derelict"]] = {"red": "sunk", "black": "derelict"}


def strike(turn: Unfolding) -> None:
    """Each of them draws: on red she sinks, on black she stays afloat as a derelict."""
    ships = turn.state.ships
    for key in in_order(turn.state):
        if ships[key].status == "sailing" and ships[key].strength == 0:
            card = draw(turn, "striking", ship=key)
            turn.emit(ColoursStruck(ship=key, card=card, fate=FATES[COLOUR_OF[card]]))
