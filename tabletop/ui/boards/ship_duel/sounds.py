"""The sounds of a duel. Each ship fires from its place on the screen."""

from collections.abc import Iterable

from tabletop.core.dispatch import KindHandler
from tabletop.games.ship_duel.events import AttackMade, ShipLost, TurnBegan, WindsRevealed
from tabletop.games.ship_duel.tables import Stat
from tabletop.ui.boards.cards.sounds import COMMON
from tabletop.ui.sound.cues import CueTable, SoundCue, always_cue, bell_cues, build_cue_table

STRIKES = 420
"""Milliseconds from the first gun until the shot strikes."""
SIDE = 3
"""Cards from which shots sound like a broadside."""
LOST: dict[Stat, str] = {"hull": "going_under", "rigging": "mast", "crew": "ruffle"}


def _list_attack_sounds(_state: object, event: AttackMade) -> Iterable[SoundCue]:
    yield SoundCue("card_turned", per_card=True)
    yield SoundCue("broadside" if len(event.cards) >= SIDE else "gun", f"ship.{event.side}")
    if event.damage:
        yield SoundCue("splinters", f"ship.{event.target}", STRIKES)


SOUNDS: CueTable = COMMON | build_cue_table(
    KindHandler(WindsRevealed, always_cue("card_turned", each=True)),
    KindHandler(AttackMade, _list_attack_sounds),
    KindHandler(ShipLost, lambda _, event: [SoundCue(LOST[event.stat], f"ship.{event.side}")]),
    KindHandler(TurnBegan, lambda _, event: bell_cues(event.turn)),
)
