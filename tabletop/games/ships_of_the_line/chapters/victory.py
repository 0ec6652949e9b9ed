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
    """Score 15 points to the enemy of the side on a ship's card, unless it holds some for her (AMB-64).

    For a ship that struck or was captured (8-b).
    """
    if not award_held(turn.state, key):
        _score_fate(turn, _enemy_of_ship(turn.state, key), STRUCK_POINTS, key, "surrendered", "SOTL-8-b")


def score_recapture(turn: model.Context, key: str) -> None:
    """Take back all points that the enemy holds for the surrender of a ship (4.4.2-e, 8-g).

    None held, no event.
    """
    if held := award_held(turn.state, key):
        _score_fate(turn, _enemy_of_ship(turn.state, key), -held, key, "recaptured", "SOTL-8-g")


def score_sinking(turn: model.Context, key: str) -> None:
    """Score 10 points to the enemy for a ship that sank or exploded.

    Points for her surrender stay (8-c, AMB-64).
    """
    _score_fate(turn, _enemy_of_ship(turn.state, key), SUNK_POINTS, key, "lost", "SOTL-8-c")


def score_fled(turn: model.Context, key: str) -> None:
    """Give the enemy 5 points and take 5 from the side of a ship that fled (8-e, AMB-12, AMB-111).

    A ship that withdrew by Dumanoir's rule scores nothing if the profile says so.
    """
    hesitation = turn.state.ships[key].hesitation
    if hesitation and hesitation.state == "withdrawn" and turn.state.profile.withdrawal_scores is False:
        return
    own = turn.state.cards[key].side
    _score_fate(turn, enemy_of(own), FLED_POINTS, key, "fled", "SOTL-8-e")
    _score_fate(turn, own, -FLED_POINTS, key, "fled", "SOTL-8-e")


def opening_scores(cards: Mapping[str, Card], ships: Iterable[Ship]) -> tuple[Score, ...]:
    """Return 15 points to the enemy for each ship that a scenario starts struck or captured (AMB-204)."""
    won = [cards[ship.key] for ship in ships if ship.status in ("struck", "captured")]
    return tuple(
        Score(enemy_of(card.side), STRUCK_POINTS, f"{card.name} won before the battle", "AMB-204", about=card.key)
        for card in won
    )


def opening_events(state: model.State) -> tuple[Event, ...]:
    """Return all points that the state already holds as events, for the log (AMB-204)."""
    return tuple(PointsScored(score=score, ship=score.about, rule=score.rule) for score in state.scores)


def award_held(state: model.State, key: str) -> int:
    """Return the points that the enemy holds now for the surrender of a ship; 0 for none (AMB-64)."""
    return sum(score.points for score in state.scores if score.about == key and score.rule in _FOR_SURRENDER)


def total_points(state: model.State) -> dict[str, int]:
    """Return the victory points of each side, lost points subtracted; both sides are there."""
    return {side: sum(score.points for score in state.scores if score.side == side) for side in SIDES}


def _enemy_of_ship(state: model.State, key: str) -> Side:
    """Return the enemy of the side on a ship's card, whoever holds her now."""
    return enemy_of(state.cards[key].side)


def _score_fate(turn: model.Context, side: Side, points: int, key: str, fate: str, rule: str) -> None:
    """Emit points with the ship's name and `fate` as the reason."""
    score_points(turn, side, points, key, f"{turn.state.cards[key].name} {fate}", rule)


def score_points(turn: model.Context, side: Side, points: int, key: str, reason: str, rule: str) -> None:
    """Emit victory points of a side about a ship; negative points are lost."""
    entry = Score(side=side, points=points, reason=reason, rule=rule, turn=turn.state.turn, about=key)
    turn.emit(PointsScored(score=entry, ship=key, rule=rule))


def check_end_of_battle(turn: model.Context) -> None:
    """End the battle if a side has no fighting ships or the last turn is over.

    Else do nothing (3-h, AMB-140). The last turn is over (AMB-115) when the next step would be the first of another
    turn.
    """
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
    """Emit the end of the battle with points and reason; `winner` None is a draw (8-a)."""
    outcome = Outcome(winner, reason, rule, total_points(turn.state), turn.state.scores)
    turn.emit(GameEnded(outcome=outcome, rule="SOTL-8-a"))


def strike_colours(
    turn: model.Context, key: str, cause: Literal["sinking_zone", "officer", "dismasted", "no_crew"]
) -> None:
    """Emit that a ship strikes, score her, and take her out of her fights (4.4.1, AMB-137)."""
    turn.emit(ColoursStruck(ship=key, cause=cause))
    score_strike(turn, key)
    grappling.leave_fights(turn, key)


def sink_ship(turn: model.Context, key: str, cause: SinkingCause) -> None:
    """Emit that a ship sinks, score her, and cut all her grapples, tows and fights (2.2-h, 4.4.1-d)."""
    turn.emit(ShipSunk(ship=key, cause=cause))
    score_sinking(turn, key)
    cut_all_ties(turn, key)


def explode_ship(turn: model.Context, key: str) -> None:
    """Emit that a ship explodes, score her as sunk, and cut all her ties (4.2.1-m, AMB-33).

    Ships near are not harmed here.
    """
    turn.emit(ShipExploded(ship=key))
    score_sinking(turn, key)
    cut_all_ties(turn, key)


def cut_all_ties(turn: model.Context, key: str) -> None:
    """Emit the end of all grapples, tows and fights of a lost ship (AMB-138); foulings stay."""
    for grapple in turn.state.grapples:
        if grapple.joins(key):
            turn.emit(ShipsParted(ship=key, other=grapple.other_ship(key), rule="AMB-138"))
    for tow in turn.state.tows:
        if key in (tow.tower, tow.towed):
            turn.emit(TowCastOff(ship=tow.tower, towed=tow.towed, rule="AMB-138"))
    grappling.leave_fights(turn, key)


def _add_points(harm: Harm, so_far: int) -> Modifier:  # noqa: ARG001 - where the sum begins
    """Return the first line: the points before any modifier."""
    return Modifier(harm.cause, str(harm.points), harm.points)


HARM: tuple[ModifierRule[Harm], ...] = (ModifierRule("points", "SOTL-4.1.5-a", _add_points),)
"""Hull points that anything but a broadside costs."""


def lose_hull_points(turn: model.Context, harm: Harm, rule: str = "SOTL-4.1.5-a") -> None:
    """Emit the loss of hull points after modifiers; the hull stops at 0. The caller sinks the ship at 0."""
    loss = rules_of(turn.state).modifiers.harm
    points = loss.total(harm)
    left = max(0, turn.state.ships[harm.ship].hull - points)
    turn.emit(
        HullLost(
            ship=harm.ship, points=points, left=left, cause=harm.cause, loss=loss.list_event_lines(harm), rule=rule
        )
    )


def take_struck_ships(turn: model.Context) -> None:
    """Give each struck ship to the side whose ships in service hold her by grapples (AMB-137).

    She stays as she is if no ship or ships of both sides hold her. All claims are read before any ship changes
    hands.
    """
    struck = [key for key, ship in turn.state.ships.items() if ship.status == "struck"]
    claims = {key: find_holders(turn.state, key) for key in order_by_initiative(turn.state, struck)}
    for key, claimants in claims.items():
        sides = {model.side_of(turn.state, holder) for holder in claimants}
        if len(sides) == 1:
            change_hands(turn, key, sides.pop(), claimants[0], "prize")


def find_holders(state: model.State, key: str) -> list[str]:
    """Return the ships in service grappled to a ship, by printed boarding strength, best first (AMB-120)."""
    held = set(grappling.find_grappled_ships(state, key))
    keys = [other for other in state.ships if other in held and model.is_in_service(state, other)]
    return sorted(keys, key=lambda other: -state.cards[other].boarding)


def change_captured_flags(turn: model.Context) -> None:
    """Give each ship whose capture was noted this turn to her captor (AMB-50)."""
    for note in turn.state.notes:
        if note.side:
            change_hands(turn, note.ship, note.side, note.by, "boarding")


def change_hands(turn: model.Context, key: str, side: Side, by: str, cause: Literal["boarding", "prize"]) -> None:
    """Emit that a ship is captured for `side` by the ship `by`, or restored to her own side, and score it.

    The `cause` decides the rule that is named (4.4.2-e, 4.4.3-b, -c).
    """
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
    """Roll for each ship attacked in her sinking zone, then strike and sink all that must (AMB-60).

    A ship that has struck already or is a prize does not strike again.
    """
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
    """Return True if a ship on the map was attacked this turn and is in her sinking zone (AMB-60).

    Not a ship that struck this turn, nor one that a rule module keeps steadfast.
    """
    ship = state.ships[key]
    wavered = ship.status == "struck" and ship.struck_turn == state.turn
    endangered = model.is_on_map(state, key) and ship.attacked and model.is_in_sinking_zone(state, key) and not wavered
    return endangered and not is_steadfast(state, key, "sinking_zone")


def _roll_for_sinking(turn: model.Context, key: str) -> Fate:
    """Roll one die, a second on 5 or 6, and emit the roll; return the fate. The caller carries it out."""
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
    """Strike all dismasted ships that must; all are judged before any strikes (4.4.1-f).

    A ship must if the nearest enemy has at least her calibre and no friend within long range has as much as that
    enemy.
    """
    lost = [
        key for key in turn.state.ships if model.is_in_service(turn.state, key) and _is_without_hope(turn.state, key)
    ]
    for key in order_by_initiative(turn.state, lost):
        strike_colours(turn, key, "dismasted")


def _is_without_hope(state: model.State, key: str) -> bool:
    """Return True if a dismasted ship must strike: no stronger than the nearest enemy, and not covered.

    False if she is steadfast, or no enemy is near enough to count.
    """
    if state.ships[key].masts or is_steadfast(state, key, "dismasted"):
        return False
    enemy = _find_nearest_enemy(state, key)
    if enemy is None or _calibre(state, key) > _calibre(state, enemy):
        return False
    friends = positions.ships_within(state, key, state.profile.long)
    return not any(_covers(state, friend, key, enemy) for friend in friends)


def _find_nearest_enemy(state: model.State, key: str) -> str | None:
    """Return the nearest enemy in service, hull to hull, of equals the first in key order (AMB-61).

    None if there is none within the range that the profile sets, if it sets one.
    """
    own = model.side_of(state, key)
    foes = [other for other in state.ships if model.is_in_service(state, other) and model.side_of(state, other) != own]
    away = {foe: positions.distance_between(state, key, foe) for foe in foes}
    reach = state.profile.dismasted_enemy_max_range
    counted = [foe for foe in foes if reach is None or away[foe] <= reach]
    return min(counted, key=away.__getitem__, default=None)


def _covers(state: model.State, friend: str, key: str, enemy: str) -> bool:
    """Return True if a ship in service is with the side of `key` and has at least the calibre of `enemy`."""
    ours = model.is_in_service(state, friend) and model.side_of(state, friend) == model.side_of(state, key)
    return ours and _calibre(state, friend) >= _calibre(state, enemy)


def _calibre(state: model.State, key: str) -> int:
    """Return the printed dice of a ship, which stand for the calibre of her guns (AMB-36)."""
    return state.cards[key].dice


def burn_ships(turn: model.Context) -> None:
    """Take one hull point from each burning ship on the map, however many fires.

    Sink those at 0 (4.2.1-j).
    """
    burning = [key for key, ship in turn.state.ships.items() if ship.fires and model.is_on_map(turn.state, key)]
    for key in burning:
        lose_hull_points(turn, Harm(turn.state, key, "fire", 1), "SOTL-4.2.1-j")
    for key in burning:
        if turn.state.ships[key].hull <= 0:
            sink_ship(turn, key, "fire")


def clear_wrecks(turn: model.Context) -> None:
    """Emit the removal of wrecks from earlier turns (4.4.1-e), except in a harbour (AMB-198)."""
    lasting = turn.state.coast.wrecks if turn.state.coast else ()
    for key, ship in turn.state.ships.items():
        if ship.wreck and ship.sunk_turn < turn.state.turn and key not in lasting:
            turn.emit(WreckRemoved(ship=key))
