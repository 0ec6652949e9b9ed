"""Ships, cards, aims and the moment in words."""

from collections.abc import Iterable, Sequence

from tabletop.cards.standard import name as card_name
from tabletop.core.phrases import capital, listed
from tabletop.games.decks_of_glory.phases import PHASES
from tabletop.games.decks_of_glory.positions import eldest
from tabletop.games.decks_of_glory.state import Aims, State

POINTS_OF_COMPASS: tuple[str, ...] = ("N", "NE", "SE", "S", "SW", "NW")
"""The six directions as the map shows them, up being north."""


def name(state: State, key: str) -> str:
    """A ship's name."""
    return state.fleet[key].name


def names(state: State, keys: Iterable[str]) -> str:
    """Several ships' names: ``Victory, Neptune and Mars``."""
    return listed(name(state, key) for key in keys)


def reckoned(state: State, keys: Sequence[str]) -> str:
    """Of whom port and starboard are told where ships lie in one hex: ``her``, or of several as one of them heads."""
    return "her" if len(keys) == 1 else f"them as {name(state, eldest(state, keys))} heads"


def cards_in_words(cards: Iterable[str]) -> str:
    """Cards by their names: ``ace of spades and 3 of clubs``."""
    return listed(map(card_name, cards))


def aims_in_words(state: State, aims: Aims) -> str:
    """Who aims at whom."""
    return listed(f"{name(state, aim.ship)} at {name(state, aim.target)}" for aim in aims)


def headline(state: State) -> str:
    """The moment in a few words: ``Turn 3 of 12, movement``."""
    moment = "over" if state.outcome else PHASES[state.phase].ribbon.lower()
    return f"Turn {state.turn} of {state.turns}, {moment}" if state.turn else capital(moment)


def side_name(state: State, side: str) -> str:
    """What a side is called in this scenario."""
    return next(name for one, name in state.names.items() if one == side)
