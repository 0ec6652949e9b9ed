"""Every fact of a duel with all that is done with it: the state after it, its words, who may know it, what it shows."""

from tabletop.cards import events as cards
from tabletop.cards import unseen
from tabletop.cards.events import CardsDealt, CardsDiscarded, PileShuffled
from tabletop.cards.words import shuffled
from tabletop.core import agreement
from tabletop.core.agreement import GameEnded
from tabletop.core.facts import Happening, silent, unchanged
from tabletop.games.ship_duel import evolve, words
from tabletop.games.ship_duel.events import (
    AdvantageGained,
    AttackMade,
    ChoiceMade,
    FireHeld,
    PhaseBegan,
    ShipLost,
    TurnBegan,
    TurnEnded,
    WindsRevealed,
    chosen_by,
)
from tabletop.games.ship_duel.state import State

FACTS: tuple[Happening[State], ...] = (
    Happening(WindsRevealed, evolve.winds_revealed, words.winds, shows="The winds were shown."),
    Happening(AttackMade, evolve.attack_made, words.attack, shows="Shot was shown."),
    Happening(FireHeld, unchanged, words.held, shows="It was shown who held her fire."),
    Happening(CardsDiscarded, cards.discarded, words.discarded, shows="Discards were shown."),
    Happening(PileShuffled, unseen.shuffled, shuffled, cards.shuffled_unseen, "The cards were shuffled."),
    Happening(CardsDealt, cards.dealt, words.dealt, cards.dealt_to, "Cards were dealt."),
    Happening(TurnBegan, evolve.turn_began, words.turn_began),
    Happening(PhaseBegan, evolve.phase_began, silent),
    Happening(ChoiceMade, evolve.choice_made, words.choice, chosen_by),
    Happening(AdvantageGained, unchanged, words.advantage),
    Happening(ShipLost, unchanged, words.lost),
    Happening(TurnEnded, evolve.turn_ended, words.turn_ended),
    *agreement.facts(words.offered, words.ended),
    Happening(GameEnded, evolve.ended, words.ended),
)
"""Of several facts that show something, the first in this table is told."""
