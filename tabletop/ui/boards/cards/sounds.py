"""What is heard of the events that all card games share; a game that wants them heard has them in its score."""

from tabletop.cards.events import CardPlayed, CardsCleared, CardsDealt, CardsDiscarded, PileShuffled
from tabletop.core.agreement import GameEnded
from tabletop.core.dispatch import Case
from tabletop.ui.sound.score import Score, always, score

COMMON: Score = score(
    Case(PileShuffled, always("shuffled")),
    Case(CardsDealt, always("card_dealt", each=True)),
    Case(CardPlayed, always("card_placed", each=True)),
    Case(CardsDiscarded, always("card_placed", each=True)),
    Case(CardsCleared, always("card_placed")),
    Case(GameEnded, always("ruffle")),
)
