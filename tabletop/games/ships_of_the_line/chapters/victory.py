"""Chapters 3-h, 4.2.1-j, 4.4 and 8: ships that are lost or change hands, victory points, and the end of a battle."""

from collections.abc import Iterable, Mapping
from typing import Literal

from msgspec import UNSET

from tabletop.core.agreement import GameEnded
from tabletop.core.events import Event
from tabletop.core.game import Outcome, Score
from tabletop.core.phrases import capitalize
from tabletop.games.ships_of_the_line import model, positions, tables
from tabletop.games.ships_of_the_line.chapters import grappling
from tabletop.games.ships_of_the_line.chapters.orders import order_by_initiative
from tabletop.games.ships_of_the_line.events.boarding import ShipCaptured, ShipRestored, ShipsParted
from tabletop.games.ships_of_the_line.events.combat import ColoursStruck, HullLost, ShipExploded, ShipSunk, SinkingCause
from tabletop.games.ships_of_the_line.events.crew import SinkingRolled, WreckRemoved
from tabletop.games.ships_of_the_line.events.movement import TowCastOff
from tabletop.games.ships_of_the_line.events.turn import PointsScored
from tabletop.games.ships_of_the_line.hooks import FIRST
from tabletop.games.ships_of_the_line.rule_modules import is_steadfast, rules_of
from tabletop.games.ships_of_the_line.ship import FLAGS, FLEETS, SIDES, Card, Ship, Side, enemy_of
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


def score_strike(turn: model.Context, key: str) -> None:
    """Score points for a ship that struck or was taken, unless the enemy holds points for her (8-b, AMB-64)."""
    if not award_held(turn.state, key):
        _score_fate(turn, _enemy_of_ship(turn.state, key), STRUCK_POINTS, key, "surrendered", "SOTL-8-b")


def score_recapture(turn: model.Context, key: str) -> None:
    """Take back the points held for a ship that is with her own side again (4.4.2-e, 8-g)."""
    if held := award_held(turn.state, key):
        _score_fate(turn, _enemy_of_ship(turn.state, key), -held, key, "recaptured", "SOTL-8-g")


def score_sinking(turn: model.Context, key: str) -> None:
    """Score points for a ship that sank or exploded, in addition to those for a surrender (8-c, AMB-64)."""
    _score_fate(turn, _enemy_of_ship(turn.state, key), SUNK_POINTS, key, "lost", "SOTL-8-c")


def score_fled(turn: model.Context, key: str) -> None:
    """Score points gained and lost for a ship that her own side took off the map (8-e, AMB-12, AMB-111)."""
    hesitation = turn.state.ships[key].hesitation
    if hesitation and hesitation.state == "withdrawn" and turn.state.profile.withdrawal_scores is False:
        return
    own = turn.state.cards[key].side
    _score_fate(turn, enemy_of(own), FLED_POINTS, key, "fled", "SOTL-8-e")
    _score_fate(turn, own, -FLED_POINTS, key, "fled", "SOTL-8-e")


def opening_scores(cards: Mapping[str, Card], ships: Iterable[Ship]) -> tuple[Score, ...]:
    """Return the points for ships that a scenario starts struck or captured (AMB-204)."""
    won = [cards[ship.key] for ship in ships if ship.status in ("struck", "captured")]
    return tuple(
        Score(enemy_of(card.side), STRUCK_POINTS, f"{card.name} won before the battle", "AMB-204", about=card.key)
        for card in won
    )


def opening_events(state: model.State) -> tuple[Event, ...]:
    """Return the points of the opening as events, for the log (AMB-204)."""
    return tuple(PointsScored(score=score, ship=score.about, rule=score.rule) for score in state.scores)


def award_held(state: model.State, key: str) -> int:
    """Return the points that the enemy holds now for the surrender of a ship (AMB-64)."""
    return sum(score.points for score in state.scores if score.about == key and score.rule in _FOR_SURRENDER)


def total_points(state: model.State) -> dict[str, int]:
    """Return the victory points of each side."""
    return {side: sum(score.points for score in state.scores if score.side == side) for side in SIDES}


def _enemy_of_ship(state: model.State, key: str) -> Side:
    return enemy_of(state.cards[key].side)


def _score_fate(turn: model.Context, side: Side, points: int, key: str, fate: str, rule: str) -> None:
    score_points(turn, side, points, key, f"{turn.state.cards[key].name} {fate}", rule)


def score_points(turn: model.Context, side: Side, points: int, key: str, reason: str, rule: str) -> None:
    """Emit victory points of a side for what happened to a ship; negative points are lost."""
    entry = Score(side=side, points=points, reason=reason, rule=rule, turn=turn.state.turn, about=key)
    turn.emit(PointsScored(score=entry, ship=key, rule=rule))


def check_end_of_battle(turn: model.Context) -> None:
    """End the battle if a side has no fighting ships or the last turn is over (3-h, AMB-115, AMB-140)."""
    if silent := model.find_silenced_sides(turn.state):
        fleets = " and ".join(FLEETS[side] for side in silent)
        _end_by_points(turn, f"{capitalize(fleets)} has no fighting ships left", "AMB-140")
    elif rules_of(turn.state).next_phase(turn.state.phase) == FIRST and turn.state.turn >= turn.state.turns:
        _end_by_points(turn, f"Turn {turn.state.turn} was the last", "SOTL-3-h")


def _end_by_points(turn: model.Context, reason: str, rule: str) -> None:
    """End the battle: most points win, equal points are a draw (8-a, AMB-115)."""
    points = total_points(turn.state)
    leaders = [side for side in SIDES if points[side] == max(points.values())]
    end_battle(turn, leaders[0] if len(leaders) == 1 else None, reason, rule)


def end_battle(turn: model.Context, winner: Side | None, reason: str, rule: str) -> None:
    """Emit the end of the battle with its outcome; `winner` None is a draw (8-a)."""
    outcome = Outcome(winner, reason, rule, total_points(turn.state), turn.state.scores)
    turn.emit(GameEnded(outcome=outcome, rule="SOTL-8-a"))


def strike_colours(
    turn: model.Context, key: str, cause: Literal["sinking_zone", "officer", "dismasted", "no_crew"]
) -> None:
    """Let a ship strike her colours: points are scored, and her fights on deck end (4.4.1, AMB-137)."""
    turn.emit(ColoursStruck(ship=key, cause=cause))
    score_strike(turn, key)
    grappling.leave_fights(turn, key)


def sink_ship(turn: model.Context, key: str, cause: SinkingCause) -> None:
    """Sink a ship: points are scored, and all lines to her part (2.2-h, 4.4.1-d)."""
    turn.emit(ShipSunk(ship=key, cause=cause))
    score_sinking(turn, key)
    cut_all_ties(turn, key)


def explode_ship(turn: model.Context, key: str) -> None:
    """Explode a ship, which counts as sunk (4.2.1-m, AMB-33)."""
    turn.emit(ShipExploded(ship=key))
    score_sinking(turn, key)
    cut_all_ties(turn, key)


def cut_all_ties(turn: model.Context, key: str) -> None:
    """End all grapples, tows and fights of a lost ship (AMB-138)."""
    for grapple in turn.state.grapples:
        if grapple.joins(key):
            turn.emit(ShipsParted(ship=key, other=grapple.other_ship(key), rule="AMB-138"))
    for tow in turn.state.tows:
        if key in (tow.tower, tow.towed):
            turn.emit(TowCastOff(ship=tow.tower, towed=tow.towed, rule="AMB-138"))
    grappling.leave_fights(turn, key)


def _add_points(harm: Harm, so_far: int) -> Modifier:  # noqa: ARG001 - where the sum begins
    return Modifier(harm.cause, str(harm.points), harm.points)


HARM: tuple[ModifierRule[Harm], ...] = (ModifierRule("points", "SOTL-4.1.5-a", _add_points),)
"""Hull points that anything but a broadside costs."""


def lose_hull_points(turn: model.Context, harm: Harm, rule: str = "SOTL-4.1.5-a") -> None:
    """Take hull points from a ship at once, at most all she has. The caller sinks her at 0."""
    loss = rules_of(turn.state).modifiers.harm
    points = loss.total(harm)
    left = max(0, turn.state.ships[harm.ship].hull - points)
    turn.emit(
        HullLost(
            ship=harm.ship, points=points, left=left, cause=harm.cause, loss=loss.list_event_lines(harm), rule=rule
        )
    )


def take_struck_ships(turn: model.Context) -> None:
    """Give each struck ship to the only side whose ships in service hold her, if any (AMB-137)."""
    struck = [key for key, ship in turn.state.ships.items() if ship.status == "struck"]
    claims = {key: find_holders(turn.state, key) for key in order_by_initiative(turn.state, struck)}
    for key, claimants in claims.items():
        sides = {model.side_of(turn.state, holder) for holder in claimants}
        if len(sides) == 1:
            change_hands(turn, key, sides.pop(), claimants[0], "prize")


def find_holders(state: model.State, key: str) -> list[str]:
    """Return the ships in service that are grappled to a ship, strongest crew first (AMB-120)."""
    held = set(grappling.find_grappled_ships(state, key))
    keys = [other for other in state.ships if other in held and model.is_in_service(state, other)]
    return sorted(keys, key=lambda other: -state.cards[other].boarding)


def change_captured_flags(turn: model.Context) -> None:
    """Change the flags of all ships taken in fights of this turn (AMB-50)."""
    for note in turn.state.notes:
        if note.side:
            change_hands(turn, note.ship, note.side, note.by, "boarding")


def change_hands(turn: model.Context, key: str, side: Side, by: str, cause: Literal["boarding", "prize"]) -> None:
    """Restore a ship to her own side or capture her, and score the points (4.4.2-e, 4.4.3-b, -c)."""
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


def roll_sinking_ships(turn: model.Context) -> None:
    """Roll for each attacked ship in her sinking zone, then strike and sink all that must (AMB-60)."""
    tested = order_by_initiative(
        turn.state, (key for key in turn.state.ships if must_roll_for_sinking(turn.state, key))
    )
    results = {key: _roll_for_sinking(turn, key) for key in tested}
    for key, result in results.items():
        if result == "sunk":
            sink_ship(turn, key, "flooding")
        elif result == "struck" and model.is_in_service(turn.state, key):
            strike_colours(turn, key, "sinking_zone")


def must_roll_for_sinking(state: model.State, key: str) -> bool:
    """Return True if a ship was attacked this turn in her sinking zone and does not hold out (AMB-60)."""
    ship = state.ships[key]
    wavered = ship.status == "struck" and ship.struck_turn == state.turn
    endangered = model.is_on_map(state, key) and ship.attacked and model.is_in_sinking_zone(state, key) and not wavered
    return endangered and not is_steadfast(state, key, "sinking_zone")


def _roll_for_sinking(turn: model.Context, key: str) -> Fate:
    die = turn.d6()
    first = tables.SINKING[die]
    if first != "again":
        turn.emit(SinkingRolled(ship=key, die=die, second=None, result=first))
        return first
    check, sums = Check(turn.state, key, "sinking", turn.d6()), rules_of(turn.state).modifiers
    fate: Fate = "sunk" if sums.check.total(check) >= tables.SINKS_AT_OR_ABOVE else "nothing"
    working = sums.check.list_event_lines(check)
    turn.emit(SinkingRolled(ship=key, die=die, second=check.die, result=fate, working=working))
    return fate


def strike_dismasted_ships(turn: model.Context) -> None:
    """Strike all dismasted ships that no friend covers; all are judged before any strikes (4.4.1-f)."""
    lost = [
        key for key in turn.state.ships if model.is_in_service(turn.state, key) and _is_without_hope(turn.state, key)
    ]
    for key in order_by_initiative(turn.state, lost):
        strike_colours(turn, key, "dismasted")


def _is_without_hope(state: model.State, key: str) -> bool:
    if state.ships[key].masts or is_steadfast(state, key, "dismasted"):
        return False
    enemy = _find_nearest_enemy(state, key)
    if enemy is None or _calibre(state, key) > _calibre(state, enemy):
        return False
    friends = positions.ships_within(state, key, state.profile.long)
    return not any(_covers(state, friend, key, enemy) for friend in friends)


def _find_nearest_enemy(state: model.State, key: str) -> str | None:
    """Return the nearest enemy in service by hulls, first in key order; None if none counts (AMB-61)."""
    own = model.side_of(state, key)
    foes = [other for other in state.ships if model.is_in_service(state, other) and model.side_of(state, other) != own]
    away = {foe: positions.distance_between(state, key, foe) for foe in foes}
    reach = state.profile.dismasted_enemy_max_range
    counted = [foe for foe in foes if reach is None or away[foe] <= reach]
    return min(counted, key=away.__getitem__, default=None)


def _covers(state: model.State, friend: str, key: str, enemy: str) -> bool:
    ours = model.is_in_service(state, friend) and model.side_of(state, friend) == model.side_of(state, key)
    return ours and _calibre(state, friend) >= _calibre(state, enemy)


def _calibre(state: model.State, key: str) -> int:
    """Return the printed dice of a ship, which stand for her gun calibre (AMB-36)."""
    return state.cards[key].dice


def burn_ships(turn: model.Context) -> None:
    """Take one hull point from each burning ship, however many fires (4.2.1-j), then sink those at 0."""
    burning = [key for key, ship in turn.state.ships.items() if ship.fires and model.is_on_map(turn.state, key)]
    for key in burning:
        lose_hull_points(turn, Harm(turn.state, key, "fire", 1), "SOTL-4.2.1-j")
    for key in burning:
        if turn.state.ships[key].hull <= 0:
            sink_ship(turn, key, "fire")


def clear_wrecks(turn: model.Context) -> None:
    """Remove wreck markers one turn after the sinking (4.4.1-e), except in a harbour (AMB-198)."""
    lasting = turn.state.coast.wrecks if turn.state.coast else ()
    for key, ship in turn.state.ships.items():
        if ship.wreck and ship.sunk_turn < turn.state.turn and key not in lasting:
            turn.emit(WreckRemoved(ship=key))
