"""The numbers of the rules, as they are printed."""

from tabletop.cards.standard import Suit
from tabletop.games.decks_of_glory.model import Nation, Side

POINTS: dict[int, int] = {1: 12, 2: 10, 3: 8, 4: 6}
"""Strength of a ship by its rate (DOG-6)."""

SIDE_OF: dict[Nation, Side] = {"britain": "british", "france": "allied", "spain": "allied"}
"""The side that a nation fights on."""

WIND_TURNS: dict[Suit, int] = {"spade": -1, "heart": 0, "diamond": 0, "club": 1}
"""Points that the wind turns, clockwise (DOG-9)."""

ACTIONS: tuple[int, int, int, int] = (2, 2, 1, 0)
"""Actions of a ship by the hex sides between its facing and the wind (DOG-2, DOG-12)."""

IRONS = 3
"""Number of hex sides between the facing of a ship in irons and the wind."""

GUNNERY: dict[Suit, int] = {"spade": 4, "heart": 3, "diamond": 2, "club": 1}
"""Hits of a broadside by its card (DOG-18)."""

REACH = 3
"""Hexes that a broadside carries (DOG-3)."""

RANGE_MODIFIER: dict[int, int] = {1: 0, 2: -1, 3: -1}
"""Hits added to a card by the range in hexes (DOG-18)."""

RAKING_CARDS = 2
"""Cards that a raking broadside draws; any other draws one (DOG-18)."""

BOARDING: dict[Suit, int] = {"spade": 3, "heart": 2, "diamond": 1, "club": 0}
"""Hits of a ship's boarders by their card (DOG-20)."""
