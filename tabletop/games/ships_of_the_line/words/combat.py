"""Chapters 4.1, 4.2 and 4.4.1 in words: broadsides and what they do."""

from collections.abc import Callable, Iterable
from typing import Any, Literal

from msgspec import UNSET, UnsetType

from tabletop.core.phrases import capital, count
from tabletop.games.ships_of_the_line.events import (
    BroadsideFired,
    ColoursStruck,
    CriticalWithoutEffect,
    DamageInked,
    ExplosionStruck,
    FireStarted,
    HullLost,
    MastFell,
    Modifier,
    OfficerHit,
    RudderLost,
    ShipExploded,
    ShipSunk,
    SurrenderRolled,
)
from tabletop.games.ships_of_the_line.positions import in_um
from tabletop.games.ships_of_the_line.state import Critical, State
from tabletop.games.ships_of_the_line.tables import WAVERING_STRIKES
from tabletop.games.ships_of_the_line.words.phrases import dice, name

_MASTS = {"fore": "foremast", "main": "mainmast", "mizzen": "mizzenmast"}

_AIMS: dict[Literal["bow", "stern"] | None, str] = {
    None: "at",
    "bow": "rakes the bow of",
    "stern": "rakes the stern of",
}

_HURTS: dict[Literal["gunfire", "explosion", "fire"], str] = {
    "gunfire": "to gunfire",
    "explosion": "to the explosion",
    "fire": "to the flames",
}

_GRAVES: dict[Literal["hull", "flooding", "fire"], str] = {
    "hull": "{ship} is shot to pieces and goes down.",
    "flooding": "The sea wins: {ship} fills and sinks with all hands.",
    "fire": "{ship} burns to the waterline and sinks.",
}

_STRIKES: dict[Literal["sinking_zone", "officer", "dismasted"], str] = {
    "sinking_zone": "{ship}, sinking under her people, strikes her colours.",
    "officer": "With her captain dead {ship} strikes her colours.",
    "dismasted": "Dismasted and alone, {ship} strikes her colours.",
}


def broadside_fired(state: State, event: BroadsideFired) -> str:
    """Who fired at whom, how far, with how many dice, and what was noted."""
    guns = f"{name(state, event.ship)}'s {event.broadside} broadside {_AIMS[event.rake]} {name(state, event.target)}"
    thrown = f"{count(len(event.rolls), 'die').replace('dies', 'dice')} {dice(event.rolls)}"
    outcome = _outcome(f"{_points(event.hull)}{_sum(event.loss)}", event)
    return f"{guns}, {in_um(event.distance)}: {thrown}{_sum(event.to_hit)}, {outcome}."


def _sum(working: tuple[Modifier, ...] | UnsetType) -> str:
    """What rule modules had a part in, step by step: `` (5+, Veteran crew 4+)``."""
    if working is UNSET:
        return ""
    first, *steps = working
    return f" ({', '.join((first.change, *(f'{step.source} {step.change}' for step in steps)))})"


def explosion_struck(state: State, event: ExplosionStruck) -> str:
    """The wreckage that rained on a neighbour."""
    rain = f"Burning wreckage of {name(state, event.exploded)} rains on {name(state, event.ship)}"
    thrown = f"{len(event.rolls)} dice {dice(event.rolls)}"
    return f"{rain}, {in_um(event.distance)}: {thrown}, {_outcome(_points(event.hull), event)}."


def _points(hull: int) -> str:
    return count(hull, "hull point") if hull else ""


def _outcome(hull: str, event: BroadsideFired | ExplosionStruck) -> str:
    if not event.hits:
        return "no hits"
    parts = [hull] if hull else []
    if event.criticals:
        parts.append(f"{count(len(event.criticals), 'critical')} {dice(_faces(event.criticals))}")
    return f"{count(event.hits, 'hit')}, {' and '.join(parts)}"


def _faces(criticals: tuple[Critical, ...]) -> Iterable[int]:
    return (face for one in criticals for face in (one.die, one.magazine) if face is not None)


def hull_lost(state: State, event: HullLost) -> str:
    """Hull points gone, and how many are left."""
    lost = f"{name(state, event.ship)} loses {count(event.points, 'hull point')} {_HURTS[event.cause]}"
    return f"{lost}, {max(0, event.left) or 'none'} left."


def mast_fell(state: State, event: MastFell) -> str:
    """Which mast, over which side."""
    return (
        f"{name(state, event.ship)}'s {_MASTS[event.mast]} goes by the board to {event.over}, masking her guns there."
    )


def officer_hit(state: State, event: OfficerHit) -> str:
    """Wounded or dead."""
    fate = "is carried below wounded" if event.condition == "wounded" else "falls dead on her quarterdeck"
    return f"{_officer(state, event.ship)} of {name(state, event.ship)} {fate}."


def _officer(state: State, key: str) -> str:
    card = state.cards[key]
    return capital(card.leader.name if card.leader else card.captain or "the captain")


def rudder_lost(state: State, event: RudderLost) -> str:
    """She cannot steer."""
    return f"{name(state, event.ship)}'s rudder is shot away: she no longer answers her helm."


def fire_started(state: State, event: FireStarted) -> str:
    """How many fires burn now."""
    return f"Fire aboard {name(state, event.ship)}: {count(event.fires, 'fire')} burning."


def critical_without_effect(state: State, event: CriticalWithoutEffect) -> str:
    """Why a critical did nothing."""
    return f"A critical hit [{event.die}] on {name(state, event.ship)} changes nothing: {event.reason}."


def ship_exploded(state: State, event: ShipExploded) -> str:
    """The magazine."""
    return f"The fire reaches the magazine: {name(state, event.ship)} blows up!"


def ship_sunk(state: State, event: ShipSunk) -> str:
    """How she went."""
    return _GRAVES[event.cause].format(ship=name(state, event.ship))


def surrender_rolled(state: State, event: SurrenderRolled) -> str:
    """Whether a crew without its officer fights on."""
    mood = "wavers" if event.die <= WAVERING_STRIKES else "fights on"
    return f"The crew of {name(state, event.ship)}, her captain dead, {mood} [{event.die}]."


def colours_struck(state: State, event: ColoursStruck) -> str:
    """The white flag, and why."""
    return _STRIKES[event.cause].format(ship=name(state, event.ship))


def damage_inked(state: State, event: DamageInked) -> str:  # noqa: ARG001
    """The pencil notes are inked."""
    return "The smoke lifts: all damage of this phase has taken effect." if state.shots else ""


WORDS: dict[type, Callable[[State, Any], str]] = {
    BroadsideFired: broadside_fired,
    ExplosionStruck: explosion_struck,
    HullLost: hull_lost,
    MastFell: mast_fell,
    OfficerHit: officer_hit,
    RudderLost: rudder_lost,
    FireStarted: fire_started,
    CriticalWithoutEffect: critical_without_effect,
    ShipExploded: ship_exploded,
    ShipSunk: ship_sunk,
    SurrenderRolled: surrender_rolled,
    ColoursStruck: colours_struck,
    DamageInked: damage_inked,
}
