"""DOG-9, DOG-11: the wind of the turn, and who moves first."""

from tabletop.cards.standard import COLOUR_OF, SUIT_OF
from tabletop.games.decks_of_glory.chapters.draws import draw
from tabletop.games.decks_of_glory.chapters.unfolding import Unfolding
from tabletop.games.decks_of_glory.commands import CheckWind, DrawInitiative
from tabletop.games.decks_of_glory.events.turn import InitiativeDrawn, WindChecked
from tabletop.games.decks_of_glory.positions import wind_of
from tabletop.games.decks_of_glory.tables import WIND_TURNS
from tabletop.geometry.hexgrid import turned


def check_wind(turn: Unfolding, command: CheckWind) -> None:  # noqa: ARG001
    """A spade turns it one point counter-clockwise, a club clockwise."""
    card = draw(turn, "wind")
    points = WIND_TURNS[SUIT_OF[card]]
    turn.emit(WindChecked(card=card, turned=points, wind=turned(wind_of(turn.state), points)))


def draw_initiative(turn: Unfolding, command: DrawInitiative) -> None:  # noqa: ARG001
    """The side whose colour comes up moves first."""
    card = draw(turn, "initiative")
    first = next(side for side, colour in turn.state.colours.items() if colour == COLOUR_OF[card])
    turn.emit(InitiativeDrawn(card=card, side=first))
