"""Chapter 11: fire past friends, the damage to them, and struck ships that fight again (AMB-93 to 95, 160 to 162)."""

import shapely
from msgspec import UNSET, UnsetType

from tabletop.core.events import EventHandler, keep_state
from tabletop.games.ships_of_the_line import positions
from tabletop.games.ships_of_the_line.chapters import victory
from tabletop.games.ships_of_the_line.events.boarding import ShipRestored
from tabletop.games.ships_of_the_line.hooks import Barring, Seen
from tabletop.games.ships_of_the_line.model import Band, Context, ShipEvent, State, side_of
from tabletop.games.ships_of_the_line.rule_modules import RuleModule, rules_of
from tabletop.games.ships_of_the_line.ship import Broadside, Bystander
from tabletop.games.ships_of_the_line.tables import Check, Harm, Hits, Modifier
from tabletop.games.ships_of_the_line.words import format_throw, name_of


class RallyRolled(ShipEvent, frozen=True, kw_only=True):
    """A struck ship was fired at by her enemies, and her crew rolled to return to the fight (AMB-162).

    `modifiers` run from the die to the modified result, which must be at most `needed`.
    """

    die: int
    modifiers: tuple[Modifier, ...]
    needed: int
    success: bool
    rule: str = "SOTL-11.1-a"


def _describe_rally_rolled(state: State, event: RallyRolled) -> str:
    """Return the log sentence with the outcome, the throw and the number needed."""
    mood = "takes up arms again" if event.success else "stays surrendered"
    crew = f"Fired on under her white flag, the crew of {name_of(state, event.ship)} {mood}"
    return f"{crew}: {format_throw(event.modifiers)}, needed {event.needed} or less."


EVENT_HANDLERS: tuple[EventHandler[State], ...] = (EventHandler(RallyRolled, keep_state, _describe_rally_rolled),)

SPARED_POINTS: dict[Band, int] = {"point_blank": 0, "medium": 1, "long": 2}
"""SOTL-11-b: hull points that a friend near the line of fire is spared, by her range (AMB-94)."""

RALLY_NEEDED = 2
"""SOTL-11.1-a: a crew returns to the fight if the modified die is at most this."""


def _find_ships_in_the_way(
    state: State, key: str, broadside: Broadside, target: Seen, near: tuple[Seen, ...]
) -> tuple[Seen, ...]:
    """Return the ships of `near` that block a shot at `target`; () if it passes them all.

    All of `near` block if the target has struck or if all are enemies in the fight. Otherwise enemies in the
    fight block, and others only if their hulls touch the line from the broadside to the middle of the target.
    """
    if _has_struck(state, target) or all(_is_fighting_enemy(state, one) for one in near):
        return near
    begins, ends = positions.broadside_center(state, key, broadside), positions.center_of(state, target.ship)
    line = shapely.LineString([(begins.x, begins.y), (ends.x, ends.y)])
    return tuple(
        one
        for one in near
        if _is_fighting_enemy(state, one) or positions.hull_outline(state, one.ship).intersects(line)
    )


def _is_fighting_enemy(state: State, one: Seen) -> bool:
    """Return True if the ship is an enemy that has not struck."""
    return one.enemy and not _has_struck(state, one)


def _has_struck(state: State, one: Seen) -> bool:
    """Return True if the ship has struck; False for a battery."""
    return one.ship in state.ships and state.ships[one.ship].status == "struck"


def _find_bystanders(state: State, shot: Hits, near: tuple[Seen, ...]) -> tuple[Bystander, ...] | UnsetType:
    """Return the friends that a shot passes and harms, with their losses; UNSET if none (AMB-161).

    The loss is the hull points of the damage dice before doubling, less the points spared by range, then
    modified. Friends who would lose nothing are left out.
    """
    harm = rules_of(state).modifiers.harm
    found = ((one.ship, shot.hull - SPARED_POINTS[one.band]) for one in near)
    lost = ((key, Harm(state, key, "gunfire", points, shot.ship)) for key, points in found if points > 0)
    return tuple(Bystander(key, harm.total(loss)) for key, loss in lost) or UNSET


def _roll_rallies(turn: Context) -> None:
    """Roll in key order for each ship struck earlier that enemy fire damaged as a bystander (AMB-162).

    Emits `RallyRolled`; after a success also `ShipRestored`, and the points of a recapture.
    """
    harmed = {
        shot.target for shot in turn.state.shots if shot.past and _is_enemy_fire(turn.state, shot.attacker, shot.target)
    }
    for key in [key for key in turn.state.ships if key in harmed and _is_under_white_flag(turn.state, key)]:
        check = Check(turn.state, key, "restore", turn.d6())
        modifiers = rules_of(turn.state).modifiers.check.working(check)
        success = modifiers[-1].value <= RALLY_NEEDED
        turn.emit(RallyRolled(ship=key, die=check.die, modifiers=modifiers, needed=RALLY_NEEDED, success=success))
        if success:
            turn.emit(ShipRestored(ship=key, by=key, rule="AMB-162"))
            victory.score_recapture(turn, key)


def _is_enemy_fire(state: State, attacker: str, target: str) -> bool:
    """Return True if the attacker does not fight for the original side of the target."""
    return side_of(state, attacker) != state.cards[target].side


def _is_under_white_flag(state: State, key: str) -> bool:
    """Return True if the ship struck in an earlier turn and still has struck."""
    ship = state.ships[key]
    return ship.status == "struck" and ship.struck_turn < state.turn


MODULE = RuleModule(
    id="friendly_fire",
    rule="SOTL-11",
    title="Friendly fire",
    note="Broadsides may fire past a friend outside the line of fire, at the risk of hitting her.",
    group="Guns",
    event_handlers=EVENT_HANDLERS,
    fire_blockers=Barring(
        rule="AMB-160",
        words="The line of fire crosses {ships}.",
        bars=_find_ships_in_the_way,
        past=_find_bystanders,
    ),
    post_inking_rules={"rallying": _roll_rallies},
)
