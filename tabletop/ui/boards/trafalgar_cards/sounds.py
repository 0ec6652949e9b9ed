"""What is heard of Trafalgar on the card table."""

from tabletop.core.dispatch import KindHandler
from tabletop.games.trafalgar_cards.events import CommitRevealed, HandDrawn, HandWon, TotalsReckoned, TurnBegan
from tabletop.games.trafalgar_cards.tally import BonusGained, CardNegated
from tabletop.ui.boards.cards.sounds import COMMON
from tabletop.ui.sound.score import Score, always, bells, score

SOUNDS: Score = COMMON | score(
    KindHandler(CommitRevealed, always("card_turned", each=True)),
    KindHandler(CardNegated, always("splinters")),
    KindHandler(BonusGained, always("pipe_short")),
    KindHandler(TotalsReckoned, always("rolling")),
    KindHandler(HandWon, always("drum")),
    KindHandler(HandDrawn, always("ruffle")),
    KindHandler(TurnBegan, lambda _, event: bells(event.turn)),
)
