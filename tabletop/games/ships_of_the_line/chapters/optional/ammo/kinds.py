"""Chapter 19: what red-hot, double, chain and grape shot do (AMB-178 to AMB-181, AMB-215), and when it takes effect."""

from collections.abc import Mapping

import msgspec

from tabletop.games.ships_of_the_line import positions, tables
from tabletop.games.ships_of_the_line.chapters import damage
from tabletop.games.ships_of_the_line.chapters.optional.ammo.events import CrewsLost, GunsHeated, HotShotTried
from tabletop.games.ships_of_the_line.compiled import fatigue_limit, rules_of
from tabletop.games.ships_of_the_line.events.combat import FireStarted
from tabletop.games.ships_of_the_line.events.crew import FatigueRose
from tabletop.games.ships_of_the_line.firing import Ammunition
from tabletop.games.ships_of_the_line.modifiers import Check, Hits, Modifier, ModifierRule
from tabletop.games.ships_of_the_line.ship import Broadside, ShotKind
from tabletop.games.ships_of_the_line.shots import Critical, Shot, Special
from tabletop.games.ships_of_the_line.state import Context, State
from tabletop.games.ships_of_the_line.words import SHOT

COOLING: Mapping[ShotKind, int] = {"red": 2, "double": 1}
"""AMB-178, AMB-179: reload steps that the guns are left out of after it."""

CHECK = "red_ball"
"""Kind of the roll before hot shot is fired."""

FAST = "fast game"
"""Term of the sum of hull points that comes after all that fires are reckoned from (AMB-178, AMB-202)."""


def _leadership(turn: Context, key: str, broadside: Broadside) -> bool:
    """The roll before the dice to hit (19-c); where it fails no shot is fired."""
    check = Check(turn.state, key, CHECK, turn.d6())
    modifiers = rules_of(turn.state).sums.check.working(check)
    needed = _needed(turn.state)
    success = modifiers[-1].value <= needed
    turn.emit(
        HotShotTried(ship=key, broadside=broadside, die=check.die, modifiers=modifiers, needed=needed, success=success)
    )
    return success


def _needed(state: State) -> int:
    said = state.profile.leadership
    return tables.LEADERSHIP if said is msgspec.UNSET else said


def _hot_critical(turn: Context, target: str) -> Critical:  # noqa: ARG001 - any magazine will do
    """Resolved as ever, but what finds the ammunition explodes her without a second die."""
    die = turn.d6()
    return Critical(die, hot=True) if tables.CRITICALS[die] == "ammunition" else Critical(die)


def _fires(shot: Hits) -> Special:
    """Half of the damage, rounded up, after rake and firepower but before the fast game doubles it."""
    lost = 0
    for term, line in rules_of(shot.state).sums.hull_loss.lines(shot):
        lost = lost if term.name == FAST else line.value
    return Special("red", fires=-(-lost // 2))


def _masts(shot: Hits) -> Special:
    """A mast for each critical, over the side away from the firer; dead ahead or astern to starboard."""
    falls = tables.RAKE_DAMAGE[shot.rake] * shot.sixes
    return Special("chain", masts=(_away(shot),) * falls)


def _away(shot: Hits) -> Broadside:
    firer = positions.side_middle(shot.state, shot.ship, shot.broadside or "port")
    return "port" if positions.to_starboard(shot.state, shot.target, firer) > 0 else "starboard"


def _heat(kind: ShotKind, turn: Context, key: str, broadside: Broadside) -> None:
    turn.emit(GunsHeated(ship=key, broadside=broadside, wait=COOLING[kind]))


RED = Ammunition(
    id="red",
    words=SHOT["red"],
    rule="SOTL-19-c",
    critical=_hot_critical,
    six="critical",
    special=_fires,
    check=CHECK,
    needed=_needed,
    tried=_leadership,
    fired=lambda turn, key, broadside: _heat("red", turn, key, broadside),
)
DOUBLE = Ammunition(
    id="double",
    words=SHOT["double"],
    rule="SOTL-19-d",
    band="point_blank",
    six="fatigue",
    ashore=0,
    special=lambda shot: Special("double", fatigue=shot.sixes),
    fired=lambda turn, key, broadside: _heat("double", turn, key, broadside),
)
CHAIN = Ammunition(id="chain", words=SHOT["chain"], rule="SOTL-19-e", band="medium", six="a mast", special=_masts)
GRAPE = Ammunition(
    id="grape",
    words=SHOT["grape"],
    rule="SOTL-19-f",
    band="point_blank",
    six="a crew",
    special=lambda shot: Special("grape", crews=min(1, shot.sixes)),
)
KINDS = (RED, DOUBLE, CHAIN, GRAPE)

ABOUT: Mapping[ShotKind, str] = {
    "red": "Starts fires in the first fight; on a failed roll of 2 or less it burns her own side.",
    "double": "Doubles the hull points at point-blank range, without criticals; sixes tire the enemy.",
    "chain": "Every critical fells a mast; as far as medium range.",
    "grape": "A critical kills a crew; at point-blank range.",
}
"""What is told of each on the card of a ship."""


def _doubled(shot: Hits, so_far: int) -> Modifier | None:
    return Modifier("double shot", "×2", 2 * so_far) if shot.kind == "double" else None


DOUBLED = ModifierRule("double shot", "SOTL-19-d", _doubled, after=("damage",))
"""Before a stern rake doubles it once more (AMB-25)."""


def take_effect(turn: Context, shot: Shot) -> None:
    """Fires, fatigue, crews and masts of one attack, in this order (AMB-146)."""
    special, key = shot.special, shot.target
    if special is msgspec.UNSET:
        return
    ship = turn.state.ships[key]
    if special.fires:
        turn.emit(FireStarted(ship=key, fires=ship.fires + special.fires, rule="AMB-178"))
    if special.fatigue and ship.fatigue < (limit := fatigue_limit(turn.state, key)):
        level = min(limit, ship.fatigue + special.fatigue)
        turn.emit(FatigueRose(ship=key, level=level, cause="double shot", rule="AMB-179"))
    if special.crews and (left := _crews(turn.state, key)):
        turn.emit(CrewsLost(ship=key, lost=1, left=left - 1))
    for over in special.masts:
        damage.fell_mast(over, turn, key, shot.facing, Critical(6))


def _crews(state: State, key: str) -> int:
    left = state.ships[key].crews
    return state.cards[key].crews if left is msgspec.UNSET else left
