"""Draws of cards: the next card, and the draws for colours, wind and initiative (DOG-7 to DOG-9, DOG-11, DOG-27)."""

from tabletop.cards.events import PileShuffled
from tabletop.cards.standard import COLOUR_OF, RANK_OF, SUIT_OF, Colour
from tabletop.core.errors import Refused
from tabletop.games.decks_of_glory import commands, events
from tabletop.games.decks_of_glory.model import Context, Side, State, enemy_of
from tabletop.games.decks_of_glory.positions import current_wind
from tabletop.games.decks_of_glory.tables import WIND_TURNS
from tabletop.geometry.hexgrid import SIDES, turn_direction


def draw_card(turn: Context, purpose: events.Purpose, ship: str = "", side: Side | None = None) -> str:
    """Draw and return the next card. If the pile is empty, the discards are shuffled first (C-7)."""
    if not turn.state.cards.pile:
        turn.emit(PileShuffled(order=turn.shuffle(turn.state.cards.discards)))
    card = turn.state.cards.pile[0]
    turn.emit(events.CardDrawn(card=card, purpose=purpose, ship=ship, side=side))
    return card


OTHER_COLOUR: dict[Colour, Colour] = {"red": "black", "black": "red"}


def choose_colour(turn: Context, command: commands.ChooseColour) -> None:
    """Give the chosen colour to the side, the other colour to its enemy."""
    side = commands.side_of_command(command)
    colours: dict[Side, Colour] = {side: command.colour, enemy_of(side): OTHER_COLOUR[command.colour]}
    turn.emit(events.ColoursChosen(colours={one: colours[one] for one in turn.state.sides}))


def shuffle(turn: Context, command: commands.Shuffle) -> None:  # noqa: ARG001
    """Shuffle the whole deck before the first card is drawn."""
    turn.emit(PileShuffled(order=turn.shuffle(turn.state.cards.pile), rule="DOG-7"))


def draw_for_wind(turn: Context) -> Side:
    """Draw a card for each side until one is higher; return the side that may choose the first wind."""
    while True:
        cards: dict[Side, str] = {one: draw_card(turn, "first_wind", side=one) for one in turn.state.sides}
        first, second = turn.state.sides
        higher = max(turn.state.sides, key=lambda one: RANK_OF[cards[one]])
        winner = None if RANK_OF[cards[first]] == RANK_OF[cards[second]] else higher
        turn.emit(events.CardsCompared(cards=cards, winner=winner))
        if winner:
            return winner


def check_choose_wind(state: State, command: commands.ChooseWind) -> Refused | None:  # noqa: ARG001
    """Return a refusal if the direction is not one of 0 to 5."""
    if not 0 <= command.wind < SIDES:
        return Refused("DOG-1", "The wind blows towards one of the directions 0 to 5.")
    return None


def choose_wind(turn: Context, command: commands.ChooseWind) -> None:
    """Set the first wind."""
    turn.emit(events.WindSet(side=commands.side_of_command(command), wind=command.wind))


def check_wind(turn: Context, command: commands.CheckWind) -> None:  # noqa: ARG001
    """Draw for the wind. A spade turns the wind one point counter-clockwise, a club clockwise."""
    card = draw_card(turn, "wind")
    points = WIND_TURNS[SUIT_OF[card]]
    turn.emit(events.WindChecked(card=card, turned=points, wind=turn_direction(current_wind(turn.state), points)))


def draw_initiative(turn: Context, command: commands.DrawInitiative) -> None:  # noqa: ARG001
    """Draw for the initiative: the side with the colour of the card moves first."""
    card = draw_card(turn, "initiative")
    first = next(side for side, colour in turn.state.colours.items() if colour == COLOUR_OF[card])
    turn.emit(events.InitiativeDrawn(card=card, side=first))
