"""Every fact of a game with all that is done with it: the state after it, its words, who may know it, what it shows."""

from tabletop.cards import events as cards
from tabletop.cards import words as common
from tabletop.cards.events import CardsDealt, CardsDiscarded, PileShuffled
from tabletop.core import agreement
from tabletop.core.facts import Happening, silent, unchanged
from tabletop.games.volley import evolve, words
from tabletop.games.volley.events import (
    CasualtiesSuffered,
    CoinTossed,
    CounterPlayed,
    DefencePlayed,
    MeldPlayed,
    Passed,
    PhaseBegan,
    TableCleared,
    TurnBegan,
    TurnEnded,
)
from tabletop.games.volley.state import State, called, card_name

_DEALT, _CARDS, _CARD = "Cards were dealt.", "Cards were shown.", "A card was shown."

FACTS: tuple[Happening[State], ...] = (
    Happening(CardsDealt, cards.dealt, common.dealt(called, card_name), cards.dealt_to, _DEALT),
    Happening(PileShuffled, evolve.shuffled, common.shuffled, cards.shuffled_unseen, _DEALT),
    Happening(CardsDiscarded, cards.discarded, common.discarded(called, card_name), shows=_CARDS),
    Happening(MeldPlayed, evolve.meld_played, words.meld, shows=_CARDS),
    Happening(DefencePlayed, evolve.defence_played, words.defence, shows=_CARD),
    Happening(CounterPlayed, evolve.counter_played, words.counter, shows=_CARD),
    Happening(CoinTossed, evolve.coin_tossed, words.tossed),
    Happening(TurnBegan, evolve.turn_began, words.turn_began),
    Happening(PhaseBegan, evolve.phase_began, silent),
    Happening(Passed, unchanged, words.passed),
    Happening(CasualtiesSuffered, evolve.casualties_suffered, words.suffered),
    Happening(TableCleared, evolve.table_cleared, silent),
    Happening(TurnEnded, evolve.turn_ended, words.turn_ended),
    *agreement.facts(words.offered, words.ended),
)
"""Of several facts that show something, the first in this table is told."""
