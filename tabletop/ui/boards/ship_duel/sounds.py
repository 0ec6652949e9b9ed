"""What is heard of a duel: each ship fires from where she is drawn."""

from collections.abc import Iterable

from tabletop.core.dispatch import KindHandler
from tabletop.games.ship_duel.events import AttackMade, ShipLost, TurnBegan, WindsRevealed
from tabletop.games.ship_duel.tables import Stat
from tabletop.ui.boards.cards.sounds import COMMON
from tabletop.ui.sound.score import Call, Score, always, bells, score

STRIKES = 420
"""Milliseconds from the first gun until shot comes home."""
SIDE = 3
"""Cards from which it is a broadside."""
LOST: dict[Stat, str] = {"hull": "going_under", "rigging": "mast", "crew": "ruffle"}


def _fired(_state: object, event: AttackMade) -> Iterable[Call]:
    yield Call("card_turned", each=True)
    yield Call("broadside" if len(event.cards) >= SIDE else "gun", f"ship.{event.side}")
    if event.damage:
        yield Call("splinters", f"ship.{event.target}", STRIKES)


SOUNDS: Score = COMMON | score(
    KindHandler(WindsRevealed, always("card_turned", each=True)),
    KindHandler(AttackMade, _fired),
    KindHandler(ShipLost, lambda _, event: [Call(LOST[event.stat], f"ship.{event.side}")]),
    KindHandler(TurnBegan, lambda _, event: bells(event.turn)),
)
