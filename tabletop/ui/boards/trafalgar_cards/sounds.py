"""What is heard of Trafalgar on the card table."""

from tabletop.core.dispatch import Case
from tabletop.games.trafalgar_cards.events import CommitRevealed, HandDrawn, HandWon, TotalsReckoned, TurnBegan
from tabletop.games.trafalgar_cards.tally import BonusGained, CardNegated
from tabletop.ui.boards.cards.sounds import COMMON
from tabletop.ui.sound.score import Score, always, bells, score

SOUNDS: Score = COMMON | score(
    Case(CommitRevealed, always("card_turned", each=True)),
    Case(CardNegated, always("splinters")),
    Case(BonusGained, always("pipe_short")),
    Case(TotalsReckoned, always("rolling")),
    Case(HandWon, always("drum")),
    Case(HandDrawn, always("ruffle")),
    Case(TurnBegan, lambda _, event: bells(event.turn)),
)
