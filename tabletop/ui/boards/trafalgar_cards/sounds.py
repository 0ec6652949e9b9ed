"""The sounds of Trafalgar, the card game."""

from tabletop.core.dispatch import KindHandler
from tabletop.games.trafalgar_cards.events import CommitRevealed, HandDrawn, HandWon, TotalsReckoned, TurnBegan
from tabletop.games.trafalgar_cards.tally import BonusGained, CardNegated
from tabletop.ui.boards.cards.sounds import COMMON
from tabletop.ui.sound.cues import CueTable, always_cue, bell_cues, build_cue_table

SOUNDS: CueTable = COMMON | build_cue_table(
    KindHandler(CommitRevealed, always_cue("card_turned", each=True)),
    KindHandler(CardNegated, always_cue("splinters")),
    KindHandler(BonusGained, always_cue("pipe_short")),
    KindHandler(TotalsReckoned, always_cue("rolling")),
    KindHandler(HandWon, always_cue("drum")),
    KindHandler(HandDrawn, always_cue("ruffle")),
    KindHandler(TurnBegan, lambda _, event: bell_cues(event.turn)),
)
