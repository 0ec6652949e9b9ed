"""What is heard of a battle on the hexes."""

from tabletop.core.agreement import GameEnded
from tabletop.core.dispatch import KindHandler
from tabletop.games.decks_of_glory.events import (
    BoardingFought,
    BroadsideFired,
    CardDrawn,
    CardsCompared,
    ColoursStruck,
    InitiativeDrawn,
    PhaseBegan,
    ShipEntangled,
    TurnBegan,
    WindChecked,
)
from tabletop.ui.boards.decks_of_glory.animations import STRUCK_HOME
from tabletop.ui.sound.score import Call, Score, always, bells, score

PHASES = {"gunnery": "drum", "movement": "pipe"}
"""The hands are called to the guns, and to the braces."""
FATES = {"sunk": "going_under", "derelict": "mast"}

SOUNDS: Score = score(
    KindHandler(
        BroadsideFired,
        lambda _, event: [
            Call("broadside", event.ship),
            *(Call("splinters", key, STRUCK_HOME) for key, hits in event.shares.items() if hits),
        ],
    ),
    KindHandler(BoardingFought, lambda _, event: [Call("musketry", event.ship)]),
    KindHandler(ColoursStruck, lambda _, event: [Call(FATES[event.fate], event.ship)]),
    KindHandler(ShipEntangled, lambda _, event: [Call("grappled", event.ship)]),
    KindHandler(CardDrawn, always("card_turned")),
    KindHandler(CardsCompared, always("card_turned")),
    KindHandler(WindChecked, always("card_turned")),
    KindHandler(InitiativeDrawn, always("card_turned")),
    KindHandler(TurnBegan, lambda _, event: bells(event.turn)),
    KindHandler(PhaseBegan, lambda _, event: [Call(PHASES[event.phase])] if event.phase in PHASES else []),
    KindHandler(GameEnded, always("ruffle")),
)
