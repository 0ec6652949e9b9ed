"""Fire, damage, and ships that are lost or strike (4.1, 4.2, 4.4.1)."""

from collections.abc import Iterable
from typing import Literal

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from tabletop.core.events import Event, EventHandler, keep_state
from tabletop.core.phrases import capitalize, format_count, join_words
from tabletop.games.ships_of_the_line import fleets
from tabletop.games.ships_of_the_line.model import Band, Injury, Rake, ShipEvent, State, set_marks, with_ship
from tabletop.games.ships_of_the_line.positions import format_um
from tabletop.games.ships_of_the_line.rule_modules import rules_of
from tabletop.games.ships_of_the_line.ship import (
    BROADSIDES,
    Broadside,
    Bystander,
    Critical,
    Facing,
    FallenMast,
    Mast,
    Shot,
    Special,
)
from tabletop.games.ships_of_the_line.tables import Harm, Modifier
from tabletop.games.ships_of_the_line.words import SHOT, describe_by, format_dice, name_of
from tabletop.geometry.pose import Point


class BroadsideFired(ShipEvent, frozen=True, kw_only=True, rename={"broadside": "battery"}):
    """A broadside was fired and its damage noted in pencil until the phase ends (4.2).

    `distance` is in UM; `rolls` are the dice to hit, and `needed` the number from which one hits.
    """

    broadside: Broadside
    target: str
    distance: float
    band: Band
    sight: tuple[Point, Point]
    """Nearest points of broadside and hull: the line of fire, UM."""
    facing: Facing
    bearing: int
    """Bearing of the firing broadside from the target, 0 over the target's bow to 180 over the stern."""
    rake: Rake
    dice: tuple[Modifier, ...]
    """The steps to the number of dice; the last value is the number rolled."""
    needed: int
    rolls: tuple[int, ...]
    hits: int
    damage: tuple[int, ...]
    """A damage die for each hit."""
    hull: int
    """Hull points lost, doublings included."""
    criticals: tuple[Critical, ...]
    to_hit: tuple[Modifier, ...] | UnsetType = UNSET
    """The steps to `needed`, if a rule module changed the printed number."""
    loss: tuple[Modifier, ...] | UnsetType = UNSET
    """The steps to `hull`, if a rule module changed it."""
    special: Special | UnsetType = UNSET
    """The kind of shot and its effects other than hull points and criticals; left out for round shot."""
    past: tuple[Bystander, ...] | UnsetType = UNSET
    """The ships that the broadside was fired past, each with the hull points that it cost her (11)."""
    rule: str = "SOTL-4.2-a"


class HullLost(ShipEvent, frozen=True, kw_only=True):
    """A ship lost hull points: `points` is the loss, `left` what remains, at least 0 (4.1.5-a)."""

    points: int
    left: int
    cause: Injury
    loss: tuple[Modifier, ...] | UnsetType = UNSET
    """The steps to `points`, if a rule module changed the loss and no broadside caused it."""
    rule: str = "SOTL-4.1.5-a"


class MastFell(ShipEvent, frozen=True, kw_only=True):
    """A mast fell over a side and masks the guns there (4.2.1-f)."""

    mast: Mast
    over: Broadside
    facing: Facing
    rule: str = "SOTL-4.2.1-f"


class OfficerHit(ShipEvent, frozen=True, kw_only=True):
    """The captain, or the leader in his place, was wounded or killed (4.2.1-h)."""

    condition: Literal["wounded", "dead"]
    rule: str = "SOTL-4.2.1-h"


class RudderLost(ShipEvent, frozen=True, kw_only=True):
    """The rudder was shot away (4.2.1-i)."""

    rule: str = "SOTL-4.2.1-i"


class FireStarted(ShipEvent, frozen=True, kw_only=True):
    """One more fire burns aboard a ship.

    `fires` is the number now (4.2.1-j, or -l from the ammunition die).
    """

    fires: int
    rule: str = "SOTL-4.2.1-j"


class CriticalWithoutEffect(ShipEvent, frozen=True, kw_only=True):
    """A critical die changed nothing, for the given reason (AMB-27, 30, 32, 129)."""

    die: int
    reason: str
    rule: str = "SOTL-4.2.1-d"


class ExplosionStruck(Event, frozen=True, kw_only=True):
    """Wreckage of a ship that exploded struck a ship near her, an attack of twelve dice (4.2.1-m).

    `distance` is in UM; `rolls` are the dice to hit, and `needed` the number from which one hits.
    """

    exploded: str
    ship: str
    distance: float
    rolls: tuple[int, ...]
    needed: int
    hits: int
    damage: tuple[int, ...]
    hull: int
    """Hull points of the damage dice alone.

    `HullLost` has the loss after the rule modules in use (AMB-202).
    """
    criticals: tuple[Critical, ...]
    rule: str = "SOTL-4.2.1-m"


class DamageInked(Event, frozen=True, kw_only=True):
    """All noted damage has taken effect; the notes are cleared (3-d)."""

    rule: str = "SOTL-3-d"


_MAST_WORDS = {"fore": "foremast", "main": "mainmast", "mizzen": "mizzenmast"}

_RAKE_WORDS: dict[Rake, str] = {
    None: "at",
    "bow": "rakes the bow of",
    "stern": "rakes the stern of",
}

_INJURY_WORDS: dict[Injury, str] = {
    "gunfire": "to gunfire",
    "explosion": "to the explosion",
    "fire": "to the flames",
    "collision": "to the collision",
    "grounding": "to the grounding",
}


def _apply_broadside(state: State, event: BroadsideFired) -> State:
    """Unload the guns, mark the target as attacked and hit, and note the shot (3-c, 4.1.3-a).

    Ships fired past get a noted shot too, but no marks. No hull points are lost yet.
    """
    firer = state.ships[event.ship]
    fired = tuple(broadside for broadside in BROADSIDES if broadside in (*firer.fired, event.broadside))
    loaded = tuple(broadside for broadside in firer.loaded if broadside != event.broadside)
    shot = Shot(
        event.ship,
        event.broadside,
        event.target,
        event.facing,
        event.hits,
        event.hull,
        event.criticals,
        event.special,
    )
    state = with_ship(state, event.ship, loaded=loaded, fired=fired)
    if event.target in state.ships:
        hit = state.ships[event.target].hit or event.hits > 0
        state = with_ship(state, event.target, attacked=True, hit=hit)
    past = (_build_bystander_shot(event, one) for one in event.past or ())
    return replace(state, shots=(*state.shots, shot, *past))


def _build_bystander_shot(event: BroadsideFired, one: Bystander) -> Shot:
    """Return the noted shot, without hits, that costs a ship fired past her hull points."""
    return Shot(event.ship, event.broadside, one.ship, event.facing, 0, one.loss, past=True)


def _apply_explosion(state: State, event: ExplosionStruck) -> State:
    """Mark the ship as attacked, and as hit if any die hit (AMB-60). The losses follow as other events."""
    hit = state.ships[event.ship].hit or event.hits > 0
    return with_ship(state, event.ship, attacked=True, hit=hit)


def _apply_mast_fall(state: State, event: MastFell) -> State:
    """Remove the mast, and add its wreckage over the side that it masks."""
    ship = state.ships[event.ship]
    standing = tuple(mast for mast in ship.masts if mast != event.mast)
    return with_ship(state, event.ship, masts=standing, fallen=(*ship.fallen, FallenMast(event.mast, event.over)))


def _describe_broadside(state: State, event: BroadsideFired) -> str:
    """Return the sentence for a shot: firer, rake, target, distance, dice, damage, and ships fired past."""
    shot = f", {SHOT[event.special.kind]}," if event.special else ""
    guns = f"{name_of(state, event.ship)}'s {event.broadside} broadside{shot} {_RAKE_WORDS[event.rake]}"
    thrown = f"{format_count(len(event.rolls), 'die').replace('dies', 'dice')} {format_dice(event.rolls)}"
    outcome = _format_outcome(
        f"{_format_hull_points(event.hull)}{_format_working(event.loss)}" if event.hull else "",
        event,
        _list_special_effects(event.special),
    )
    told = (f"{name_of(state, one.ship)}, fired past, {_format_hull_points(one.loss)}" for one in event.past or ())
    beside = "".join(f"; {one}" for one in told)
    aimed = f"{guns} {name_of(state, event.target)}, {format_um(event.distance)}"
    return f"{aimed}: {thrown}{_format_working(event.to_hit)}, {outcome}{beside}."


def _format_working(working: tuple[Modifier, ...] | UnsetType) -> str:
    """Return the steps of a sum in brackets, for example `` (5+, Veteran crew 4+)``; "" for UNSET."""
    if working is UNSET:
        return ""
    first, *steps = working
    return f" ({', '.join((first.change, *(f'{step.source} {step.change}' for step in steps)))})"


def _describe_explosion(state: State, event: ExplosionStruck) -> str:
    """Return the sentence for wreckage that strikes a ship: distance, dice, and the loss after modifiers."""
    rain = f"Burning wreckage of {name_of(state, event.exploded)} rains on {name_of(state, event.ship)}"
    thrown = f"{len(event.rolls)} dice {format_dice(event.rolls)}"
    harm = Harm(state, event.ship, "explosion", event.hull, event.exploded)
    loss = rules_of(state).modifiers.harm
    hull = (
        f"{_format_hull_points(loss.total(harm))}{_format_working(loss.list_event_lines(harm))}" if event.hull else ""
    )
    return f"{rain}, {format_um(event.distance)}: {thrown}, {_format_outcome(hull, event)}."


def _format_hull_points(hull: int) -> str:
    """Return ``2 hull points``; "" for 0."""
    return format_count(hull, "hull point") if hull else ""


def _list_special_effects(special: Special | UnsetType) -> list[str]:
    """Return the effects of a kind of shot in words: fires, crews, masts, fatigue; [] for none or UNSET."""
    if not special:
        return []
    done = ((special.fires, "fire"), (special.crews, "crew"), (len(special.masts), "mast"))
    tired = [f"{special.fatigue} fatigue"] if special.fatigue else []
    return [format_count(number, what) for number, what in done if number] + tired


def _format_outcome(hull: str, event: BroadsideFired | ExplosionStruck, besides: Iterable[str] = ()) -> str:
    """Return the hits and their harm: ``2 hits, 1 hull point and 1 critical [3]``, or ``no hits``.

    `hull` is the loss in words, "" for none; `besides` are further effects.
    """
    if not event.hits:
        return "no hits"
    parts = [hull] if hull else []
    if event.criticals:
        faces = (face for one in event.criticals for face in (one.die, one.magazine) if face is not None)
        parts.append(f"{format_count(len(event.criticals), 'critical')} {format_dice(faces)}")
    return f"{format_count(event.hits, 'hit')}, {join_words([*parts, *besides]) or 'no harm'}"


def _describe_hull_loss(state: State, event: HullLost) -> str:
    """Return the sentence for a loss: points, cause, and the points left."""
    lost = f"{name_of(state, event.ship)} loses {format_count(event.points, 'hull point')} {_INJURY_WORDS[event.cause]}"
    return f"{lost}, {max(0, event.left) or 'none'} left."


def _describe_mast_fall(state: State, event: MastFell) -> str:
    """Return the sentence for a mast that falls over a side."""
    mast = f"{name_of(state, event.ship)}'s {_MAST_WORDS[event.mast]}"
    return f"{mast} goes by the board to {event.over}, masking her guns there."


def _describe_officer_hit(state: State, event: OfficerHit) -> str:
    """Return the sentence for an officer wounded or dead: the leader aboard by name, else the captain."""
    fate = "is carried below wounded" if event.condition == "wounded" else "falls dead on her quarterdeck"
    card, leader = state.cards[event.ship], fleets.leader_aboard(state, event.ship)
    officer = capitalize(fleets.leader_on_card(state, leader).name if leader else card.captain or "the captain")
    return f"{officer} of {card.name} {fate}."


SinkingCause = Literal["hull", "flooding", "fire", "collision", "grounding"]
"""The cause of a sinking."""


class ShipExploded(ShipEvent, frozen=True, kw_only=True):
    """A ship's magazine exploded; she counts as sunk and leaves no wreck (4.2.1-m)."""

    rule: str = "SOTL-4.2.1-m"


class ShipSunk(ShipEvent, frozen=True, kw_only=True):
    """A ship sank and leaves a wreck (2.2-h, 4.4.1-d)."""

    cause: SinkingCause
    rule: str = "SOTL-2.2-h"


class ColoursStruck(ShipEvent, frozen=True, kw_only=True):
    """A ship surrendered and obeys nobody until she is taken (4.4.1)."""

    cause: Literal["sinking_zone", "officer", "dismasted", "no_crew"]
    rule: str = "SOTL-4.4.1-b"


_SINKING_TEXTS: dict[SinkingCause, str] = {
    "hull": "{ship} is shot to pieces and goes down.",
    "flooding": "The sea wins: {ship} fills and sinks with all hands.",
    "fire": "{ship} burns to the waterline and sinks.",
    "collision": "Her side stove in, {ship} goes down.",
    "grounding": "Her bottom torn open, {ship} fills and goes down.",
}

_STRIKING_TEXTS: dict[Literal["sinking_zone", "officer", "dismasted", "no_crew"], str] = {
    "sinking_zone": "{ship}, sinking under her people, strikes her colours.",
    "officer": "With her captain dead {ship} strikes her colours.",
    "dismasted": "Dismasted and alone, {ship} strikes her colours.",
    "no_crew": "Nobody is left aboard {ship}: her colours come down.",
}


EVENT_HANDLERS: tuple[EventHandler[State], ...] = (
    EventHandler(BroadsideFired, _apply_broadside, _describe_broadside),
    EventHandler(ExplosionStruck, _apply_explosion, _describe_explosion),
    EventHandler(HullLost, lambda state, event: with_ship(state, event.ship, hull=event.left), _describe_hull_loss),
    EventHandler(MastFell, _apply_mast_fall, _describe_mast_fall),
    EventHandler(
        OfficerHit, lambda state, event: with_ship(state, event.ship, officer=event.condition), _describe_officer_hit
    ),
    EventHandler(
        RudderLost,
        set_marks(rudder_lost=True),
        describe_by("{ship}'s rudder is shot away: she no longer answers her helm."),
    ),
    EventHandler(
        FireStarted,
        apply=lambda state, event: with_ship(state, event.ship, fires=event.fires),
        describe=lambda state, event: (
            f"Fire aboard {name_of(state, event.ship)}: {format_count(event.fires, 'fire')} burning."
        ),
    ),
    EventHandler(
        CriticalWithoutEffect,
        keep_state,
        describe_by("A critical hit (rolled {die}) on {ship} has no effect: {reason}."),
    ),
    EventHandler(
        DamageInked,
        apply=lambda state, event: replace(state, shots=()),  # noqa: ARG005
        describe=lambda state, event: (  # noqa: ARG005
            "The smoke lifts: all damage of this phase has taken effect." if state.shots else ""
        ),
    ),
    EventHandler(
        ShipExploded,
        lambda state, event: with_ship(state, event.ship, status="exploded", hull=0, sunk_turn=state.turn),
        describe_by("The fire reaches the magazine: {ship} blows up!"),
    ),
    EventHandler(
        ShipSunk,
        apply=lambda state, event: with_ship(state, event.ship, status="sunk", sunk_turn=state.turn, wreck=True),
        describe=lambda state, event: _SINKING_TEXTS[event.cause].format(ship=name_of(state, event.ship)),
    ),
    EventHandler(
        ColoursStruck,
        apply=lambda state, event: with_ship(state, event.ship, status="struck", struck_turn=state.turn),
        describe=lambda state, event: _STRIKING_TEXTS[event.cause].format(ship=name_of(state, event.ship)),
    ),
)
