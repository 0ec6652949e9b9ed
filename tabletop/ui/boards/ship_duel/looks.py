"""What the seven kinds of cards look like."""

from dataclasses import dataclass

from tabletop.games.ship_duel.tables import KINDS, Kind, text
from tabletop.ui.boards.cards.look import FIGHTING, OLIVE, TEAL, UMBER, CardLook, Shape
from tabletop.ui.theme import Colour


@dataclass(frozen=True)
class Print:
    """What differs from kind to kind."""

    value: str
    suit: str
    colour: Colour
    pip: Shape
    emblem: str


PRINTS: dict[Kind, Print] = {
    "north_wind": Print("N", "Wind", TEAL, "disc", "wind_north"),
    "south_wind": Print("S", "Wind", TEAL, "disc", "wind_south"),
    "east_wind": Print("E", "Wind", TEAL, "disc", "wind_east"),
    "west_wind": Print("W", "Wind", TEAL, "disc", "wind_west"),
    "cannon_balls": Print("1", "Hull", UMBER, "octagon", "balls"),
    "chain_shot": Print("1", "Rigging", OLIVE, "diamond", "chain"),
    "grape_shot": Print("1", "Crew", FIGHTING, "shield", "grape"),
}


def look(card: str, kind: Kind) -> CardLook:
    """A card of a kind."""
    row = PRINTS[kind]
    return CardLook(card, KINDS[kind].name, row.value, row.suit, row.colour, row.pip, text(kind), row.emblem)
