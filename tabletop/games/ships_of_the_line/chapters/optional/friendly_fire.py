"""Chapter 11: fire past friends, what it costs them, and ships that return to the fight (AMB-93 to 95, 160 to 162)."""

import shapely
from msgspec import UNSET, UnsetType

from tabletop.core.events import EventHandler, unchanged
from tabletop.games.ships_of_the_line import positions
from tabletop.games.ships_of_the_line.chapters import victory
from tabletop.games.ships_of_the_line.events.boarding import ShipRestored
from tabletop.games.ships_of_the_line.hooks import Barring, Seen
from tabletop.games.ships_of_the_line.rule_modules import RuleModule, rules_of
from tabletop.games.ships_of_the_line.ship import Broadside, Bystander
from tabletop.games.ships_of_the_line.state import Band, Context, ShipEvent, State, side_of
from tabletop.games.ships_of_the_line.tables import Check, Harm, Hits, Modifier
from tabletop.games.ships_of_the_line.words import name, thrown


class RallyRolled(ShipEvent, frozen=True, kw_only=True):
    """Harmed under her white flag, her crew may return to the fight (AMB-162).

    `modifiers` run from the die to the modified result.
    """

    die: int
    modifiers: tuple[Modifier, ...]
    needed: int
    success: bool
    rule: str = "SOTL-11.1-a"


def _describe_rally_rolled(state: State, event: RallyRolled) -> str:
    """The die, what was needed, and whether they do."""
    mood = "takes up arms again" if event.success else "bears it"
    crew = f"Fired on under her white flag, the crew of {name(state, event.ship)} {mood}"
    return f"{crew}: {thrown(event.modifiers)}, {event.needed} or less needed."


EVENT_HANDLERS: tuple[EventHandler[State], ...] = (EventHandler(RallyRolled, unchanged, _describe_rally_rolled),)

SPARED_POINTS: dict[Band, int] = {"point_blank": 0, "medium": 1, "long": 2}
"""SOTL-11-b: hull points that a friend is spared by her own range (AMB-94)."""

RALLY_NEEDED = 2
"""SOTL-11.1-a: a crew returns to the fight if a modified die comes to so much at most."""


def _find_ships_in_the_way(
    state: State, key: str, broadside: Broadside, target: Seen, near: tuple[Seen, ...]
) -> tuple[Seen, ...]:
    """Enemies bar each other, friends and struck ships who touch the line; a struck ship is a target if nearest."""
    if _has_struck(state, target) or all(_is_fighting_enemy(state, one) for one in near):
        return near
    begins, ends = positions.side_middle(state, key, broadside), positions.middle(state, target.ship)
    line = shapely.LineString([(begins.x, begins.y), (ends.x, ends.y)])
    return tuple(
        one for one in near if _is_fighting_enemy(state, one) or positions.outline(state, one.ship).intersects(line)
    )


def _is_fighting_enemy(state: State, one: Seen) -> bool:
    return one.enemy and not _has_struck(state, one)


def _has_struck(state: State, one: Seen) -> bool:
    return one.ship in state.ships and state.ships[one.ship].status == "struck"


def _find_bystanders(state: State, shot: Hits, near: tuple[Seen, ...]) -> tuple[Bystander, ...] | UnsetType:
    """The damage dice that cost hull points before anything doubles them, less by her range; no more (AMB-161)."""
    harm = rules_of(state).sums.harm
    found = ((one.ship, shot.hull - SPARED_POINTS[one.band]) for one in near)
    lost = ((key, Harm(state, key, "gunfire", points, shot.ship)) for key, points in found if points > 0)
    return tuple(Bystander(key, harm.total(loss)) for key, loss in lost) or UNSET


def _roll_rallies(turn: Context) -> None:
    """Struck ships that were harmed by others than their own side; one roll each, by key (AMB-162)."""
    harmed = {
        shot.target for shot in turn.state.shots if shot.past and _is_enemy_fire(turn.state, shot.attacker, shot.target)
    }
    for key in [key for key in turn.state.ships if key in harmed and _is_under_white_flag(turn.state, key)]:
        check = Check(turn.state, key, "restore", turn.d6())
        modifiers = rules_of(turn.state).sums.check.working(check)
        success = modifiers[-1].value <= RALLY_NEEDED
        turn.emit(RallyRolled(ship=key, die=check.die, modifiers=modifiers, needed=RALLY_NEEDED, success=success))
        if success:
            turn.emit(ShipRestored(ship=key, by=key, rule="AMB-162"))
            victory.score_recapture(turn, key)


def _is_enemy_fire(state: State, attacker: str, target: str) -> bool:
    return side_of(state, attacker) != state.cards[target].side


def _is_under_white_flag(state: State, key: str) -> bool:
    """Whether she struck before this phase, and still floats."""
    ship = state.ships[key]
    return ship.status == "struck" and ship.struck_turn < state.turn


MODULE = RuleModule(
    id="friendly_fire",
    rule="SOTL-11",
    words="Friendly fire",
    note="A broadside may be fired past a friend who is not in its line, and may cost her hull points.",
    group="Guns",
    event_handlers=EVENT_HANDLERS,
    barring=Barring(
        rule="AMB-160",
        words="The line of fire runs across {ships}.",
        bars=_find_ships_in_the_way,
        past=_find_bystanders,
    ),
    inked={"rallying": _roll_rallies},
)
