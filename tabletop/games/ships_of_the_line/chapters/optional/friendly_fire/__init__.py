"""Chapter 11: fire past friends, what it costs them, and ships that return to the fight (AMB-93 to 95, 160 to 162)."""

import shapely
from msgspec import UNSET, UnsetType

from tabletop.games.ships_of_the_line import positions
from tabletop.games.ships_of_the_line.chapters import victory
from tabletop.games.ships_of_the_line.chapters.aiming import Seen
from tabletop.games.ships_of_the_line.chapters.optional.friendly_fire.events import EVENT_HANDLERS, RallyRolled
from tabletop.games.ships_of_the_line.compiled import rules_of
from tabletop.games.ships_of_the_line.events.boarding import ShipRestored
from tabletop.games.ships_of_the_line.firing import Barring
from tabletop.games.ships_of_the_line.modifiers import Check, Harm, Hits
from tabletop.games.ships_of_the_line.rule_modules import RuleModule
from tabletop.games.ships_of_the_line.ship import Broadside
from tabletop.games.ships_of_the_line.shots import Bystander
from tabletop.games.ships_of_the_line.state import Band, Context, State, side_of

SPARED: dict[Band, int] = {"point_blank": 0, "medium": 1, "long": 2}
"""SOTL-11-b: hull points that a friend is spared by her own range (AMB-94)."""

RALLIES = 2
"""SOTL-11.1-a: a crew returns to the fight if a modified die comes to so much at most."""


def _bars(state: State, key: str, broadside: Broadside, target: Seen, near: tuple[Seen, ...]) -> tuple[Seen, ...]:
    """Enemies bar each other, friends and struck ships who touch the line; a struck ship is a target if nearest."""
    if _has_struck(state, target) or all(_fights(state, one) for one in near):
        return near
    begins, ends = positions.side_middle(state, key, broadside), positions.middle(state, target.ship)
    line = shapely.LineString([(begins.x, begins.y), (ends.x, ends.y)])
    return tuple(one for one in near if _fights(state, one) or positions.outline(state, one.ship).intersects(line))


def _fights(state: State, one: Seen) -> bool:
    return one.enemy and not _has_struck(state, one)


def _has_struck(state: State, one: Seen) -> bool:
    return one.ship in state.ships and state.ships[one.ship].status == "struck"


def _past(state: State, shot: Hits, near: tuple[Seen, ...]) -> tuple[Bystander, ...] | UnsetType:
    """The damage dice that cost hull points before anything doubles them, less by her range; no more (AMB-161)."""
    harm = rules_of(state).sums.harm
    found = ((one.ship, shot.hull - SPARED[one.band]) for one in near)
    lost = ((key, Harm(state, key, "gunfire", points, shot.ship)) for key, points in found if points > 0)
    return tuple(Bystander(key, harm.total(loss)) for key, loss in lost) or UNSET


def _rally(turn: Context) -> None:
    """Struck ships that were harmed by others than their own side; one roll each, by key (AMB-162)."""
    harmed = {
        shot.target for shot in turn.state.shots if shot.past and _by_others(turn.state, shot.attacker, shot.target)
    }
    for key in [key for key in turn.state.ships if key in harmed and _under_white_flag(turn.state, key)]:
        check = Check(turn.state, key, "restore", turn.d6())
        modifiers = rules_of(turn.state).sums.check.working(check)
        success = modifiers[-1].value <= RALLIES
        turn.emit(RallyRolled(ship=key, die=check.die, modifiers=modifiers, needed=RALLIES, success=success))
        if success:
            turn.emit(ShipRestored(ship=key, by=key, rule="AMB-162"))
            victory.score_recapture(turn, key)


def _by_others(state: State, attacker: str, target: str) -> bool:
    return side_of(state, attacker) != state.cards[target].side


def _under_white_flag(state: State, key: str) -> bool:
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
    barring=Barring(rule="AMB-160", words="The line of fire runs across {ships}.", bars=_bars, past=_past),
    inked={"rallying": _rally},
)
