"""Every fact of a game with all that is done with it: the state after it, its words, who may know it, what it shows."""

from tabletop.cards import events as cards
from tabletop.cards import unseen
from tabletop.cards import words as common
from tabletop.cards.events import CardsDealt, CardsDiscarded, PileShuffled
from tabletop.core import agreement
from tabletop.core.facts import Happening, silent
from tabletop.games.trafalgar_cards import evolve, words
from tabletop.games.trafalgar_cards.events import (
    BonusGained,
    CardNegated,
    ChoiceMade,
    CommitRevealed,
    FightBegan,
    HandDrawn,
    HandWon,
    NoteIdle,
    TableCleared,
    TacticsBegan,
    TotalsReckoned,
    TurnBegan,
    choice_as_seen,
)
from tabletop.games.trafalgar_cards.state import State, card_name

_DEALT = "Cards were dealt."

FACTS: tuple[Happening[State], ...] = (
    Happening(CommitRevealed, evolve.commit_revealed, words.commit_revealed, shows="Cards were revealed."),
    Happening(PileShuffled, unseen.shuffled, common.shuffled, cards.shuffled_unseen, _DEALT),
    Happening(CardsDealt, cards.dealt, common.dealt(words.short, card_name), cards.dealt_to, _DEALT),
    Happening(CardsDiscarded, cards.discarded, common.discarded(words.short, card_name), shows=_DEALT),
    Happening(TacticsBegan, evolve.tactics_began, silent),
    Happening(FightBegan, evolve.fight_began, silent),
    Happening(ChoiceMade, evolve.choice_made, words.choice_made, choice_as_seen),
    Happening(CardNegated, evolve.noted, words.card_negated),
    Happening(BonusGained, evolve.noted, words.bonus_gained),
    Happening(NoteIdle, evolve.noted, words.note_idle),
    Happening(TotalsReckoned, evolve.totals_reckoned, words.totals_reckoned),
    Happening(HandWon, evolve.hand_won, words.hand_won),
    Happening(HandDrawn, evolve.hand_drawn, words.hand_drawn),
    Happening(TableCleared, evolve.table_cleared, silent),
    Happening(TurnBegan, evolve.turn_began, words.turn_began),
    *agreement.facts(words.draw_offered, words.game_ended),
)
"""Of several facts that show something, the first in this table is told."""
