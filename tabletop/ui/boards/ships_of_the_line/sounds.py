"""The sounds of a battle at sea, by event."""

from collections.abc import Callable, Iterable

from tabletop.core.agreement import GameEnded
from tabletop.core.dispatch import KindHandler
from tabletop.games.ships_of_the_line.events import boarding, combat, crew, movement, turn
from tabletop.games.ships_of_the_line.model import ShipEvent, State
from tabletop.games.ships_of_the_line.survey.rolls import BatteryFired, CollisionRolled, GroundingRolled, SignalMade
from tabletop.ui.boards.contract import DiceThrow
from tabletop.ui.sound.cues import CueTable, SoundCue, always_cue, bell_cues, build_cue_table

STRIKE_MS = 420
"""Time from the first gun until shot strikes, ms."""
PHASES = {"combat": "drum", "movement": "pipe"}
"""Phase to the sound that begins it."""


def _from_ship(kind: str) -> Callable[[State, ShipEvent], Iterable[SoundCue]]:
    """Return a handler that plays a sound at the event's ship."""
    return lambda _, event: [SoundCue(kind, event.ship)]


def _shot_calls(kind: str, firer: str, target: str, hits: int) -> Iterable[SoundCue]:
    """Return the sound of the guns, and that of splinters at the target if there were hits."""
    return [SoundCue(kind, firer), *([SoundCue("splinters", target, STRIKE_MS)] if hits else [])]


SOUNDS: CueTable = build_cue_table(
    KindHandler(combat.BroadsideFired, lambda _, event: _shot_calls("broadside", event.ship, event.target, event.hits)),
    KindHandler(BatteryFired, lambda _, event: _shot_calls("gun", event.battery, event.target, event.hits)),
    KindHandler(combat.HullLost, lambda _, event: [SoundCue("flames", event.ship)] if event.cause == "fire" else []),
    KindHandler(combat.MastFell, _from_ship("mast")),
    KindHandler(combat.FireStarted, _from_ship("flames")),
    KindHandler(crew.FireExtinguished, _from_ship("splash")),
    KindHandler(combat.ShipSunk, _from_ship("going_under")),
    KindHandler(combat.ShipExploded, _from_ship("magazine")),
    KindHandler(combat.ColoursStruck, always_cue("ruffle")),
    KindHandler(boarding.ShipsGrappled, _from_ship("grappled")),
    KindHandler(boarding.BoardingFought, lambda _, event: [SoundCue("musketry", event.target)]),
    KindHandler(boarding.ShipCaptured, always_cue("ruffle")),
    KindHandler(CollisionRolled, lambda _, event: [SoundCue("collision", event.ship)] if event.collided else []),
    KindHandler(GroundingRolled, lambda _, event: [SoundCue("collision", event.ship)] if event.aground else []),
    KindHandler(movement.AnchorDropped, _from_ship("splash")),
    KindHandler(movement.AnchorWeighed, always_cue("pipe_short")),
    KindHandler(SignalMade, always_cue("pipe_short")),
    KindHandler(turn.TurnBegan, lambda _, event: bell_cues(event.turn)),
    KindHandler(turn.PhaseBegan, lambda _, event: [SoundCue(PHASES[event.phase])] if event.phase in PHASES else []),
    KindHandler(GameEnded, always_cue("ruffle")),
    KindHandler(DiceThrow, always_cue("dice")),
)
