"""What is heard of the events that all card games share; a game that wants them heard has them in its score."""

from tabletop.cards.events import CardPlayed, CardsCleared, CardsDealt, CardsDiscarded, PileShuffled
from tabletop.core.agreement import GameEnded
from tabletop.core.dispatch import KindHandler
from tabletop.ui.sound.score import Score, always, score

COMMON: Score = score(
    KindHandler(PileShuffled, always("shuffled")),
    KindHandler(CardsDealt, always("card_dealt", each=True)),
    KindHandler(CardPlayed, always("card_placed", each=True)),
    KindHandler(CardsDiscarded, always("card_placed", each=True)),
    KindHandler(CardsCleared, always("card_placed")),
    KindHandler(GameEnded, always("ruffle")),
)
