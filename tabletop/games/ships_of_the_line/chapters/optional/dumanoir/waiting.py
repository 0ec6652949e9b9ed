"""Trafalgar, rule 1: what an undecided ship does not do, and how she sails on meanwhile (AMB-111, AMB-200, AMB-212)."""

from tabletop.core.errors import Refused
from tabletop.games.ships_of_the_line import commands
from tabletop.games.ships_of_the_line.chapters import passage, ties
from tabletop.games.ships_of_the_line.chapters.aiming import sighting
from tabletop.games.ships_of_the_line.chapters.allowance import allowance
from tabletop.games.ships_of_the_line.chapters.optional.dumanoir.events import hesitation
from tabletop.games.ships_of_the_line.chapters.plan import ADVANCE, begin, trial
from tabletop.games.ships_of_the_line.rule_modules import CommandExtension
from tabletop.games.ships_of_the_line.ship import Broadside
from tabletop.games.ships_of_the_line.state import State, in_service
from tabletop.geometry import hull


def undecided(state: State, key: str) -> bool:
    """Whether a ship in service has neither joined the battle nor left it."""
    found = hesitation(state, key) if key in state.ships and in_service(state, key) else None
    return found is not None and found.state == "undecided"


def run_on(state: State, key: str) -> tuple[commands.Step, ...] | None:
    """Her forced spend, after the smallest free turn that keeps her clear if something is ahead (AMB-111)."""
    if not undecided(state, key):
        return None
    straight = (ADVANCE,) * allowance(state, key).forced
    if not trial(state, key, straight).contact:
        return straight
    turns = (hand * degrees for degrees in range(1, state.profile.free_turn + 1) for hand in (1, -1))
    clear = (degrees for degrees in turns if _is_clear(state, key, degrees, straight))
    return next(((commands.Step("turn", degrees), *straight) for degrees in clear), straight)


def _is_clear(state: State, key: str, degrees: int, straight: tuple[commands.Step, ...]) -> bool:
    room, pose = begin(state, key).room, state.ships[key].pose
    turned = hull.pivoted(pose, degrees, room.size[0], room.profile.pivot_point)
    if passage.surely_blocked(room, turned, 1):
        return False
    tried = trial(state, key, (commands.Step("turn", degrees), *straight))
    return tried.verdict is None and not tried.end


def _refusal(state: State, key: str, rule: str, deed: str) -> Refused | None:
    reason = f"{state.cards[key].name} is undecided and {deed}." if undecided(state, key) else ""
    return Refused(rule, reason, pieces=(key,)) if reason else None


def unwilling(state: State, key: str) -> Refused | None:
    """She takes no orders how to sail."""
    return _refusal(state, key, "AMB-212", "holds her course")


def check_grapple(state: State, command: commands.GrappleShip) -> Refused | None:
    """She does not seek a fight on deck."""
    return _refusal(state, command.ship, "AMB-212", "throws no grapples")


def check_tow(state: State, command: commands.MakeFastTow) -> Refused | None:
    """She neither tows nor is towed."""
    keys = (command.ship, command.towed)
    return next((why for key in keys if (why := _refusal(state, key, "AMB-200", "has no part in a tow"))), None)


def check_board(state: State, command: commands.Board) -> Refused | None:
    """She boards nobody but those who have boarded her."""
    key = command.ship
    boarded = ties.melee_of(state, key) or any(one.target == key for one in state.boardings)
    return None if boarded else _refusal(state, key, "AMB-212", "boards nobody who has not boarded her")


def check_fire(state: State, command: commands.FireBroadside) -> Refused | None:
    """She fires back, and at nobody else."""
    found = hesitation(state, command.ship)
    if found and command.target in found.attackers:
        return None
    return _refusal(state, command.ship, "AMB-200", _FIRES_BACK)


def silent(state: State, key: str, broadside: Broadside) -> Refused | None:
    """She does not fire a broadside before which there is nobody who has attacked her."""
    if not undecided(state, key):
        return None
    targets, found = sighting(state, key, broadside).targets, hesitation(state, key)
    free = not targets or (found and any(target in found.attackers for target in targets))
    return None if free else _refusal(state, key, "AMB-200", _FIRES_BACK)


_FIRES_BACK = "fires only at ships that have attacked her"


AMENDMENTS = (
    CommandExtension(commands.Sail, ship=unwilling),
    CommandExtension(commands.TurnByBoats, ship=unwilling),
    CommandExtension(commands.DropAnchor, ship=unwilling),
    CommandExtension(commands.WeighAnchor, ship=unwilling),
    CommandExtension(commands.GrappleShip, check=check_grapple),
    CommandExtension(commands.MakeFastTow, check=check_tow),
    CommandExtension(commands.Board, check=check_board),
    CommandExtension(commands.FireBroadside, check=check_fire),
)
