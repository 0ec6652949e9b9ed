"""Chapters 3-d and 4.2: the notes of a Combat Phase take effect, in an order of their own (AMB-128)."""

from tabletop.games.ships_of_the_line import positions
from tabletop.games.ships_of_the_line.chapters import damage, losses
from tabletop.games.ships_of_the_line.events.combat import DamageInked, ExplosionStruck, HullLost, SurrenderRolled
from tabletop.games.ships_of_the_line.ship import BROADSIDES
from tabletop.games.ships_of_the_line.state import Shot, State, Unfolding, in_service, on_map
from tabletop.games.ships_of_the_line.tables import HITS_FROM, WAVERING_STRIKES


def ink(turn: Unfolding) -> None:
    """Apply every noted shot, remove the lost, let explosions strike, and roll for crews that waver."""
    shots = in_order(turn.state)
    for shot in shots:
        _apply(turn, shot)
    exploding = _remove(turn, {shot.target for shot in shots if damage.blows_up(shot.criticals)})
    while exploding:
        exploding = _remove(turn, _shower(turn, exploding))
    _wavering(turn)
    turn.emit(DamageInked())


def in_order(state: State) -> tuple[Shot, ...]:
    """The notes by target, then attacker, in key order, port before starboard."""
    place = {key: number for number, key in enumerate(state.ships)}
    rank = {broadside: number for number, broadside in enumerate(BROADSIDES)}
    return tuple(sorted(state.shots, key=lambda shot: (place[shot.target], place[shot.attacker], rank[shot.broadside])))


def _apply(turn: Unfolding, shot: Shot) -> None:
    if shot.hull:
        left = max(0, turn.state.ships[shot.target].hull - shot.hull)
        turn.emit(HullLost(ship=shot.target, points=shot.hull, left=left, cause="gunfire"))
    damage.apply(turn, shot.target, shot.facing, shot.criticals)


def _remove(turn: Unfolding, exploding: set[str]) -> list[str]:
    """Take the lost ships off the sea; those that exploded, in key order."""
    exploded = []
    for key, ship in turn.state.ships.items():
        if not on_map(turn.state, key):
            continue
        if key in exploding:
            losses.explode(turn, key)
            exploded.append(key)
        elif ship.hull <= 0:
            losses.sink(turn, key, "hull")
    return exploded


def _shower(turn: Unfolding, exploded: list[str]) -> set[str]:
    """Each explosion strikes its neighbours in key order; the ships that it sets off in turn (4.2.1-m, AMB-33)."""
    reach = turn.state.profile.explosion_reach
    return {
        key
        for source in exploded
        for key, gap in positions.neighbours(turn.state, source, reach).items()
        if _strike(turn, source, key, gap.distance)
    }


def _strike(turn: Unfolding, source: str, key: str, distance: float) -> bool:
    """Twelve dice against one neighbour, at once; whether her magazine goes up too."""
    needed = HITS_FROM["point_blank"]
    rolls = turn.roll(turn.state.profile.explosion_dice)
    hits = sum(die >= needed for die in rolls)
    done = damage.roll(turn, key, hits, 1)
    turn.emit(
        ExplosionStruck(
            exploded=source,
            ship=key,
            distance=distance,
            rolls=rolls,
            needed=needed,
            hits=hits,
            damage=done.dice,
            hull=done.hull,
            criticals=done.criticals,
        )
    )
    if done.hull:
        left = max(0, turn.state.ships[key].hull - done.hull)
        turn.emit(HullLost(ship=key, points=done.hull, left=left, cause="explosion"))
    damage.apply(turn, key, "broadside", done.criticals)
    return damage.blows_up(done.criticals)


def _wavering(turn: Unfolding) -> None:
    """A crew whose officer is dead may strike each time that she was hit (4.2.1-h, AMB-29)."""
    for key, ship in turn.state.ships.items():
        if in_service(turn.state, key) and ship.officer == "dead" and ship.hit:
            die = turn.d6()
            turn.emit(SurrenderRolled(ship=key, die=die))
            if die <= WAVERING_STRIKES:
                losses.strike(turn, key, "officer")
