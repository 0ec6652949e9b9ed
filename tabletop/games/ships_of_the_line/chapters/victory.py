"""Chapters 3-h, 4.2.1-j, 4.4 and 8: ships that are lost or change hands, victory points, and the end of a battle."""

from collections.abc import Iterable, Mapping
from typing import Literal

from msgspec import UNSET

from tabletop.core.agreement import GameEnded
from tabletop.core.events import Event
from tabletop.core.game import Outcome, Score
from tabletop.core.phrases import capital
from tabletop.games.ships_of_the_line import positions, tables
from tabletop.games.ships_of_the_line.chapters import grappling
from tabletop.games.ships_of_the_line.chapters.orders import by_initiative
from tabletop.games.ships_of_the_line.events.boarding import ShipCaptured, ShipRestored, ShipsParted
from tabletop.games.ships_of_the_line.events.combat import HullLost
from tabletop.games.ships_of_the_line.events.crew import SinkingRolled, WreckRemoved
from tabletop.games.ships_of_the_line.events.losses import ColoursStruck, Grave, ShipExploded, ShipSunk
from tabletop.games.ships_of_the_line.events.movement import TowCastOff
from tabletop.games.ships_of_the_line.events.turn import PointsScored
from tabletop.games.ships_of_the_line.hooks import FIRST
from tabletop.games.ships_of_the_line.rule_modules import holds_out, rules_of
from tabletop.games.ships_of_the_line.ship import FLAGS, FLEETS, SIDES, Card, Ship, Side, enemy_of
from tabletop.games.ships_of_the_line.state import (
    Context,
    State,
    in_service,
    in_sinking_zone,
    on_map,
    side_of,
    silenced,
)
from tabletop.games.ships_of_the_line.tables import (
    FLED_POINTS,
    STRUCK_POINTS,
    SUNK_POINTS,
    Check,
    Harm,
    Modifier,
    ModifierRule,
)

_FOR_SURRENDER = frozenset({"AMB-204", "SOTL-8-b", "SOTL-8-g"})


def score_strike(turn: Context, key: str) -> None:
    """Points for a ship that struck or was taken, unless they are held already (8-b, AMB-64)."""
    if not award(turn.state, key):
        _of_ship(turn, _foe(turn.state, key), STRUCK_POINTS, key, "surrendered", "SOTL-8-b")


def score_recapture(turn: Context, key: str) -> None:
    """The points held for a ship are lost when she is back with her own side (4.4.2-e, 8-g)."""
    if held := award(turn.state, key):
        _of_ship(turn, _foe(turn.state, key), -held, key, "recaptured", "SOTL-8-g")


def score_sinking(turn: Context, key: str) -> None:
    """Points for a ship that sank or exploded, whoever caused it, besides those for a surrender (8-c, AMB-64)."""
    _of_ship(turn, _foe(turn.state, key), SUNK_POINTS, key, "lost", "SOTL-8-c")


def score_fled(turn: Context, key: str) -> None:
    """Points gained and lost for a ship that her own side took off the map (8-e, AMB-12, AMB-111)."""
    hesitation = turn.state.ships[key].hesitation
    if hesitation and hesitation.state == "withdrawn" and turn.state.profile.withdrawal_scores is False:
        return
    own = turn.state.cards[key].side
    _of_ship(turn, enemy_of(own), FLED_POINTS, key, "fled", "SOTL-8-e")
    _of_ship(turn, own, -FLED_POINTS, key, "fled", "SOTL-8-e")


def won_before(cards: Mapping[str, Card], ships: Iterable[Ship]) -> tuple[Score, ...]:
    """What the ledger opens with: the points for ships that a scenario starts struck or captured (AMB-204)."""
    won = [cards[ship.key] for ship in ships if ship.status in ("struck", "captured")]
    return tuple(
        Score(enemy_of(card.side), STRUCK_POINTS, f"{card.name} won before the battle", "AMB-204", about=card.key)
        for card in won
    )


def opening_facts(state: State) -> tuple[Event, ...]:
    """The ledger of an opening as events, for the log (AMB-204)."""
    return tuple(PointsScored(score=score, ship=score.about, rule=score.rule) for score in state.scores)


def award(state: State, key: str) -> int:
    """The points that the enemy holds now for the surrender of a ship (AMB-64)."""
    return sum(score.points for score in state.scores if score.about == key and score.rule in _FOR_SURRENDER)


def totals(state: State) -> dict[str, int]:
    """The victory points of each side so far."""
    return {side: sum(score.points for score in state.scores if score.side == side) for side in SIDES}


def _foe(state: State, key: str) -> Side:
    return enemy_of(state.cards[key].side)


def _of_ship(turn: Context, side: Side, points: int, key: str, fate: str, rule: str) -> None:
    score(turn, side, points, key, f"{turn.state.cards[key].name} {fate}", rule)


def score(turn: Context, side: Side, points: int, key: str, reason: str, rule: str) -> None:
    """Points for a side, or lost by it, that have to do with a ship."""
    entry = Score(side=side, points=points, reason=reason, rule=rule, turn=turn.state.turn, about=key)
    turn.emit(PointsScored(score=entry, ship=key, rule=rule))


def at_end_of_phase(turn: Context) -> None:
    """A side without fighting ships, or the last turn over, ends the battle (3-h, AMB-115, AMB-140)."""
    if silent := silenced(turn.state):
        fleets = " and ".join(FLEETS[side] for side in silent)
        _by_points(turn, f"{capital(fleets)} has no fighting ships left", "AMB-140")
    elif rules_of(turn.state).next_phase(turn.state.phase) == FIRST and turn.state.turn >= turn.state.turns:
        _by_points(turn, f"Turn {turn.state.turn} was the last", "SOTL-3-h")


def _by_points(turn: Context, reason: str, rule: str) -> None:
    """Most points win; equal points are a draw (8-a, AMB-115)."""
    points = totals(turn.state)
    leaders = [side for side in SIDES if points[side] == max(points.values())]
    end(turn, leaders[0] if len(leaders) == 1 else None, reason, rule)


def end(turn: Context, winner: Side | None, reason: str, rule: str) -> None:
    """The battle is over, and reckoned (8-a)."""
    outcome = Outcome(winner, reason, rule, totals(turn.state), turn.state.scores)
    turn.emit(GameEnded(outcome=outcome, rule="SOTL-8-a"))


def strike(turn: Context, key: str, cause: Literal["sinking_zone", "officer", "dismasted", "no_crew"]) -> None:
    """She hauls down her colours; her fights on deck end at once (4.4.1, AMB-137)."""
    turn.emit(ColoursStruck(ship=key, cause=cause))
    score_strike(turn, key)
    grappling.leave_fights(turn, key)


def sink(turn: Context, key: str, cause: Grave) -> None:
    """She goes down (2.2-h, 4.4.1-d)."""
    turn.emit(ShipSunk(ship=key, cause=cause))
    score_sinking(turn, key)
    part_all(turn, key)


def explode(turn: Context, key: str) -> None:
    """She blows up, which counts as sunk (4.2.1-m, AMB-33)."""
    turn.emit(ShipExploded(ship=key))
    score_sinking(turn, key)
    part_all(turn, key)


def part_all(turn: Context, key: str) -> None:
    """End all that binds a lost ship to others (AMB-138)."""
    for grapple in turn.state.grapples:
        if grapple.joins(key):
            turn.emit(ShipsParted(ship=key, other=grapple.other(key), rule="AMB-138"))
    for tow in turn.state.tows:
        if key in (tow.tower, tow.towed):
            turn.emit(TowCastOff(ship=tow.tower, towed=tow.towed, rule="AMB-138"))
    grappling.leave_fights(turn, key)


def _hurt(harm: Harm, so_far: int) -> Modifier:  # noqa: ARG001 - where the sum begins
    return Modifier(harm.cause, str(harm.points), harm.points)


HARM: tuple[ModifierRule[Harm], ...] = (ModifierRule("points", "SOTL-4.1.5-a", _hurt),)
"""Hull points that anything but a broadside costs."""


def hurt(turn: Context, harm: Harm, rule: str = "SOTL-4.1.5-a") -> None:
    """She loses hull points at once, never more than she has; that she sinks is told by whatever hurt her."""
    loss = rules_of(turn.state).sums.harm
    points = loss.total(harm)
    left = max(0, turn.state.ships[harm.ship].hull - points)
    turn.emit(HullLost(ship=harm.ship, points=points, left=left, cause=harm.cause, loss=loss.told(harm), rule=rule))


def take_in_hand(turn: Context) -> None:
    """A struck ship goes to the only side whose ships in service hold her, her own included (AMB-137)."""
    struck = [key for key, ship in turn.state.ships.items() if ship.status == "struck"]
    claims = {key: holders(turn.state, key) for key in by_initiative(turn.state, struck)}
    for key, claimants in claims.items():
        sides = {side_of(turn.state, holder) for holder in claimants}
        if len(sides) == 1:
            change_hands(turn, key, sides.pop(), claimants[0], "prize")


def holders(state: State, key: str) -> list[str]:
    """The ships in service that hold a ship, the strongest crew first, then in key order (AMB-120)."""
    held = set(grappling.held_by(state, key))
    keys = [other for other in state.ships if other in held and in_service(state, other)]
    return sorted(keys, key=lambda other: -state.cards[other].boarding)


def haul_down(turn: Context) -> None:
    """Ships taken in this turn's fights change flags together (AMB-50)."""
    for note in turn.state.notes:
        if note.side:
            change_hands(turn, note.ship, note.side, note.by, "boarding")


def change_hands(turn: Context, key: str, side: Side, by: str, cause: Literal["boarding", "prize"]) -> None:
    """She is her own again, or a prize; the points follow (4.4.2-e, 4.4.3-b, -c)."""
    if side == turn.state.cards[key].side:
        turn.emit(ShipRestored(ship=key, by=by, rule="SOTL-4.4.3-c" if cause == "prize" else "AMB-63"))
        score_recapture(turn, key)
    else:
        rule = "SOTL-4.4.3-b" if cause == "prize" else "SOTL-4.4.1-g"
        nation = turn.state.cards[by].nation
        colours = UNSET if nation == FLAGS[side] else nation
        turn.emit(ShipCaptured(ship=key, captor=side, by=by, cause=cause, colours=colours, rule=rule))
        score_strike(turn, key)


Fate = Literal["struck", "nothing", "sunk"]


def founder(turn: Context) -> None:
    """Ships attacked in their sinking zone roll; then all who struck strike and all who sink sink (AMB-60)."""
    tested = by_initiative(turn.state, (key for key in turn.state.ships if endangered(turn.state, key)))
    results = {key: _roll(turn, key) for key in tested}
    for key, result in results.items():
        if result == "sunk":
            sink(turn, key, "flooding")
        elif result == "struck" and in_service(turn.state, key):
            strike(turn, key, "sinking_zone")


def endangered(state: State, key: str) -> bool:
    """Whether a ship must be tested: attacked this turn, and in her sinking zone (AMB-60)."""
    ship = state.ships[key]
    wavered = ship.status == "struck" and ship.struck_turn == state.turn
    endangered = on_map(state, key) and ship.attacked and in_sinking_zone(state, key) and not wavered
    return endangered and not holds_out(state, key, "sinking_zone")


def _roll(turn: Context, key: str) -> Fate:
    die = turn.d6()
    first = tables.SINKING[die]
    if first != "again":
        turn.emit(SinkingRolled(ship=key, die=die, second=None, result=first))
        return first
    check, sums = Check(turn.state, key, "sinking", turn.d6()), rules_of(turn.state).sums
    fate: Fate = "sunk" if sums.check.total(check) >= tables.SINKS_AT_OR_ABOVE else "nothing"
    working = sums.check.told(check)
    turn.emit(SinkingRolled(ship=key, die=die, second=check.die, result=fate, working=working))
    return fate


def despair(turn: Context) -> None:
    """Dismasted ships that no friend can cover strike, all judged before any of them does (4.4.1-f)."""
    lost = [key for key in turn.state.ships if in_service(turn.state, key) and _without_hope(turn.state, key)]
    for key in by_initiative(turn.state, lost):
        strike(turn, key, "dismasted")


def _without_hope(state: State, key: str) -> bool:
    if state.ships[key].masts or holds_out(state, key, "dismasted"):
        return False
    enemy = _nearest_enemy(state, key)
    if enemy is None or _calibre(state, key) > _calibre(state, enemy):
        return False
    friends = positions.neighbours(state, key, state.profile.long)
    return not any(_covers(state, friend, key, enemy) for friend in friends)


def _nearest_enemy(state: State, key: str) -> str | None:
    """By hulls, the first in key order of several equally near; None without an enemy that counts (AMB-61)."""
    own = side_of(state, key)
    foes = [other for other in state.ships if in_service(state, other) and side_of(state, other) != own]
    away = {foe: positions.apart(state, key, foe) for foe in foes}
    reach = state.profile.dismasted_enemy_max_range
    counted = [foe for foe in foes if reach is None or away[foe] <= reach]
    return min(counted, key=away.__getitem__, default=None)


def _covers(state: State, friend: str, key: str, enemy: str) -> bool:
    ours = in_service(state, friend) and side_of(state, friend) == side_of(state, key)
    return ours and _calibre(state, friend) >= _calibre(state, enemy)


def _calibre(state: State, key: str) -> int:
    """Gun calibre stands for the printed dice (AMB-36)."""
    return state.cards[key].dice


def burn(turn: Context) -> None:
    """A ship that burns loses one hull point, however many fires there are (4.2.1-j); then the lost ones sink."""
    burning = [key for key, ship in turn.state.ships.items() if ship.fires and on_map(turn.state, key)]
    for key in burning:
        hurt(turn, Harm(turn.state, key, "fire", 1), "SOTL-4.2.1-j")
    for key in burning:
        if turn.state.ships[key].hull <= 0:
            sink(turn, key, "fire")


def clear_wrecks(turn: Context) -> None:
    """A hull marker goes at the end of the turn after the sinking (4.4.1-e), but in a harbour (AMB-198)."""
    lasting = turn.state.coast.wrecks if turn.state.coast else ()
    for key, ship in turn.state.ships.items():
        if ship.wreck and ship.sunk_turn < turn.state.turn and key not in lasting:
            turn.emit(WreckRemoved(ship=key))
