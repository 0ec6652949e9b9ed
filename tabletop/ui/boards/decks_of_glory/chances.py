"""Exact odds in a player's words; they are counted from the cards that have not been seen."""

from collections.abc import Sequence
from fractions import Fraction

from tabletop.core.phrases import percent
from tabletop.games.decks_of_glory.naming import POINTS_OF_COMPASS
from tabletop.games.decks_of_glory.positions import wind_of
from tabletop.games.decks_of_glory.state import State
from tabletop.games.decks_of_glory.survey import odds
from tabletop.games.decks_of_glory.survey.odds import HitOdds
from tabletop.ui.boards.cards.reader import lines

Rows = Sequence[tuple[str, str]]

__all__ = ["averaged", "initiative", "lines", "of_red", "red", "wind"]


def red(state: State) -> str:
    """The chance that the next card is red."""
    return percent(odds.red(state))


def of_red(state: State) -> str:
    """The same with the cards counted: ``25 of 48 cards are red, 52 %``."""
    cards = len(odds.unseen(state))
    return f"{odds.red(state) * cards} of {cards} cards are red, {red(state)}"


def wind(state: State) -> Rows:
    """Where the wind will blow to."""
    now, found = wind_of(state), odds.winds(state)
    turns = {0: "Red: it holds towards", 5: "Spade: it backs towards", 1: "Club: it veers towards"}
    return [
        (f"{words} {POINTS_OF_COMPASS[(now + points) % 6]}", percent(found.get((now + points) % 6, Fraction(0))))
        for points, words in turns.items()
    ]


def initiative(state: State) -> Rows:
    """Who will move first."""
    return [
        (f"{state.names[side]} ({state.colours[side]})", percent(chance))
        for side, chance in odds.initiative(state).items()
    ]


def averaged(found: HitOdds) -> str:
    """Hits on average."""
    return f"{float(found.expected):.1f}"
