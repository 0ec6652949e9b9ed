"""Trafalgar, rule 1: undecided ships that may join the battle or withdraw (SOTL-T-R1, AMB-111, AMB-200, AMB-212)."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Literal

from annotated_types import MaxLen
from msgspec.structs import replace

from tabletop.core.command_context import FollowUp
from tabletop.core.document import DataPath
from tabletop.core.errors import Refused
from tabletop.core.events import EventHandler, describe_nothing
from tabletop.core.phrases import did_you_mean
from tabletop.games.ships_of_the_line import commands, positions
from tabletop.games.ships_of_the_line.chapters import grappling
from tabletop.games.ships_of_the_line.chapters.aiming import compute_sighting
from tabletop.games.ships_of_the_line.chapters.optional import line_breaking
from tabletop.games.ships_of_the_line.chapters.optional.line_breaking import FLIGHT_EVENTS, MORALE_PHASE, FlightBegan
from tabletop.games.ships_of_the_line.chapters.sailing import ADVANCE, begin_plan, compute_allowance, evaluate_plan
from tabletop.games.ships_of_the_line.events.boarding import BoardingDeclared, ShipsGrappled
from tabletop.games.ships_of_the_line.events.combat import BroadsideFired
from tabletop.games.ships_of_the_line.hooks import CommandExtension, Entry, Mark
from tabletop.games.ships_of_the_line.model import Context, ShipEvent, State, is_in_service, side_of, with_ship
from tabletop.games.ships_of_the_line.rule_modules import RuleModule, rules_of
from tabletop.games.ships_of_the_line.ship import Broadside, Hesitation
from tabletop.games.ships_of_the_line.tables import Check, Modifier, ModifierRule, ModifierTable, ModifierTables
from tabletop.games.ships_of_the_line.words import describe_by, format_throw, name_of
from tabletop.geometry import hull

if TYPE_CHECKING:
    from tabletop.games.ships_of_the_line.hooks import Scenario
    from tabletop.games.ships_of_the_line.schema import ScenarioData

ResolveChoice = Literal["withdraws", "waits", "joins"]

_STATE_OF_CHOICE: dict[ResolveChoice, Literal["withdrawn", "undecided", "joined"]] = {
    "withdraws": "withdrawn",
    "waits": "undecided",
    "joins": "joined",
}
_CHOICE_WORDS: dict[ResolveChoice, str] = {
    "withdraws": "she withdraws",
    "waits": "she cannot make up her mind",
    "joins": "she joins the battle",
}


class FleetAttacked(ShipEvent, frozen=True, kw_only=True):
    """An enemy fired at or boarded the fleet for the first time: its undecided ships now choose (T-R1)."""

    target: str
    rule: str = "SOTL-T-R1"


class Provoked(ShipEvent, frozen=True, kw_only=True):
    """An enemy fired at an undecided ship or grappled her; she may fire back at this enemy (AMB-200)."""

    by: str
    rule: str = "AMB-200"


class ChoiceRolled(ShipEvent, frozen=True, kw_only=True):
    """An undecided ship rolled for her choice; `modifiers` run from the die to the modified result (T-R1)."""

    die: int
    modifiers: tuple[Modifier, ...]
    result: ResolveChoice
    rule: str = "SOTL-T-R1"


class IndecisionEnded(ShipEvent, frozen=True, kw_only=True):
    """An undecided ship flees because the line was broken, and does not choose any more."""

    rule: str = "SOTL-12-d"


def hesitation_of(state: State, key: str) -> Hesitation | None:
    """Return the marks of a ship that was undecided when the battle began; None for other ships.

    The marks stay after the ship has chosen.
    """
    return state.ships[key].hesitation or None


def _change_hesitation(state: State, key: str, /, **marks: object) -> State:
    """Return the state with fields of the ship's hesitation replaced, from a new one if she has none."""
    return with_ship(state, key, hesitation=replace(hesitation_of(state, key) or Hesitation(), **marks))


def _apply_fleet_attacked(state: State, event: FleetAttacked) -> State:  # noqa: ARG001 - it concerns all of them
    """Mark all ships that began undecided as roused, of either side."""
    for key in state.ships:
        if hesitation_of(state, key):
            state = _change_hesitation(state, key, roused=True)
    return state


def _apply_provoked(state: State, event: Provoked) -> State:
    """Add the attacker to the enemies at whom the ship may fire back."""
    found = hesitation_of(state, event.ship) or Hesitation()
    return _change_hesitation(state, event.ship, attackers=(*found.attackers, event.by))


def _describe_choice_rolled(state: State, event: ChoiceRolled) -> str:
    """Return the log sentence with the throw and the choice."""
    return f"{name_of(state, event.ship)} hesitates: {format_throw(event.modifiers)}; {_CHOICE_WORDS[event.result]}."


EVENT_HANDLERS: tuple[EventHandler[State], ...] = (
    EventHandler(
        FleetAttacked,
        _apply_fleet_attacked,
        describe_by("{ship} has attacked {target}: now the undecided ships must choose."),
    ),
    EventHandler(Provoked, _apply_provoked, describe_nothing),
    EventHandler(
        ChoiceRolled,
        lambda state, event: _change_hesitation(state, event.ship, state=_STATE_OF_CHOICE[event.result]),
        _describe_choice_rolled,
    ),
    EventHandler(
        IndecisionEnded, lambda state, event: _change_hesitation(state, event.ship, state="over"), describe_nothing
    ),
)


def is_undecided(state: State, key: str) -> bool:
    """Return True if a ship in service began undecided and still is; False for ordinary ships.

    False also for an unknown key.
    """
    found = hesitation_of(state, key) if key in state.ships and is_in_service(state, key) else None
    return found is not None and found.state == "undecided"


def plan_straight_course(state: State, key: str) -> tuple[commands.Step, ...] | None:
    """Return the forced points as advances, after the smallest free turn that avoids contact (AMB-111).

    Without contact ahead, or without a clear turn, there is no turn. At equal degrees starboard comes first.
    Returns None if the ship is not undecided.
    """
    if not is_undecided(state, key):
        return None
    straight = (ADVANCE,) * compute_allowance(state, key).forced
    if not evaluate_plan(state, key, straight).contact:
        return straight
    turns = (hand * degrees for degrees in range(1, state.profile.free_turn + 1) for hand in (1, -1))
    clear = (degrees for degrees in turns if _is_clear(state, key, degrees, straight))
    return next(((commands.Step("turn", degrees), *straight) for degrees in clear), straight)


def _is_clear(state: State, key: str, degrees: int, straight: tuple[commands.Step, ...]) -> bool:
    """Return True if the plan "turn `degrees`, then `straight`" is legal and nothing ends it early.

    Positive degrees turn to starboard.
    """
    room, pose = begin_plan(state, key).room, state.ships[key].pose
    turned = hull.pivot_pose(pose, degrees, room.size[0], room.profile.pivot_point)
    if positions.is_surely_blocked(room, turned, 1):
        return False
    tried = evaluate_plan(state, key, (commands.Step("turn", degrees), *straight))
    return tried.verdict is None and not tried.end


def _refuse_undecided(state: State, key: str, rule: str, deed: str) -> Refused | None:
    """Return the refusal "<ship> is undecided and <deed>." for an undecided ship, else None."""
    reason = f"{state.cards[key].name} is undecided and {deed}." if is_undecided(state, key) else ""
    return Refused(rule, reason, pieces=(key,)) if reason else None


def refuse_sailing(state: State, key: str) -> Refused | None:
    """Return the refusal of sailing, boats and anchors for an undecided ship, else None (AMB-212)."""
    return _refuse_undecided(state, key, "AMB-212", "holds her course")


def check_undecided_grapple(state: State, command: commands.GrappleShip) -> Refused | None:
    """Refuse grapples thrown by an undecided ship, else None (AMB-212)."""
    return _refuse_undecided(state, command.ship, "AMB-212", "does not throw grapples")


def check_undecided_tow(state: State, command: commands.MakeFastTow) -> Refused | None:
    """Refuse a tow if either ship is undecided, else None (AMB-200)."""
    keys = (command.ship, command.towed)
    return next(
        (why for key in keys if (why := _refuse_undecided(state, key, "AMB-200", "takes no part in a tow"))),
        None,
    )


def check_undecided_board(state: State, command: commands.Board) -> Refused | None:
    """Refuse boarding by an undecided ship, unless she is boarded or in a fight on deck (AMB-212)."""
    key = command.ship
    boarded = grappling.melee_of(state, key) or any(one.target == key for one in state.boardings)
    return None if boarded else _refuse_undecided(state, key, "AMB-212", "boards only ships that have boarded her")


def check_undecided_fire(state: State, command: commands.FireBroadside) -> Refused | None:
    """Refuse fire by an undecided ship at a ship that has not attacked her (AMB-200)."""
    found = hesitation_of(state, command.ship)
    if found and command.target in found.attackers:
        return None
    return _refuse_undecided(state, command.ship, "AMB-200", _FIRES_BACK_ONLY)


def refuse_first_fire(state: State, key: str, broadside: Broadside) -> Refused | None:
    """Refuse an undecided ship a broadside that has targets, none of which has attacked her (AMB-200).

    Returns None if there is no target or one has attacked her.
    """
    if not is_undecided(state, key):
        return None
    targets, found = compute_sighting(state, key, broadside).targets, hesitation_of(state, key)
    free = not targets or (found and any(target in found.attackers for target in targets))
    return None if free else _refuse_undecided(state, key, "AMB-200", _FIRES_BACK_ONLY)


_FIRES_BACK_ONLY = "fires only at ships that have attacked her"


UNDECIDED_EXTENSIONS = (
    CommandExtension(commands.Sail, ship=refuse_sailing),
    CommandExtension(commands.TurnByBoats, ship=refuse_sailing),
    CommandExtension(commands.DropAnchor, ship=refuse_sailing),
    CommandExtension(commands.WeighAnchor, ship=refuse_sailing),
    CommandExtension(commands.GrappleShip, check=check_undecided_grapple),
    CommandExtension(commands.MakeFastTow, check=check_undecided_tow),
    CommandExtension(commands.Board, check=check_undecided_board),
    CommandExtension(commands.FireBroadside, check=check_undecided_fire),
)

WITHDRAWS_UP_TO = 2
"""SOTL-T-R1: an undecided ship withdraws if the modified die is at most this."""
JOINS_FROM = 5
"""SOTL-T-R1: an undecided ship joins the battle if the modified die is at least this."""

FLAGSHIP_LOST_MODIFIER = -1
"""SOTL-T-R1: change of the die if the flagship was sunk, exploded or captured."""

_Key = Annotated[str, MaxLen(24)]
UNDECIDED_SHIPS: Entry[tuple[str, ...]] = Entry(
    "undecided", Annotated[tuple[_Key, ...], MaxLen(120)], (), "Ships that have yet to choose whether to fight (T-R1)."
)
FLAGSHIP_KEY: Entry[str] = Entry(
    "flagship", _Key, "", ("The flagship. If she is lost, they are more likely to withdraw (T-R1).")
)


def _mark_undecided_ships(state: State, scenario: "Scenario") -> State:  # noqa: ARG001 - the battle has all that the file says
    """Return the opening state with a hesitation for each ship under the key `undecided`."""
    for key in UNDECIDED_SHIPS.state_value(state):
        state = with_ship(state, key, hesitation=Hesitation())
    return state


def note_broadside(turn: Context, event: BroadsideFired) -> None:
    """Rouse the fleet of the ship that was fired at, and let her fire back; no effect for batteries."""
    if event.target in turn.state.ships:  # not a battery
        _rouse_fleet(turn, event.ship, event.target)
        _provoke_ship(turn, event.ship, event.target)


def note_boarding(turn: Context, event: BoardingDeclared) -> None:
    """Rouse the fleet of the ship that is boarded."""
    _rouse_fleet(turn, event.ship, event.target)


def note_grapple(turn: Context, event: ShipsGrappled) -> None:
    """Let an undecided ship fire at an enemy who grapples her; the fleet is not roused (AMB-111)."""
    if not event.friendly:
        _provoke_ship(turn, event.ship, event.target)


def _rouse_fleet(turn: Context, by: str, target: str) -> None:
    """Emit `FleetAttacked` if an enemy attacks a side that has ships with a hesitation not yet roused.

    The side is the one printed on the card of `target`.
    """
    state = turn.state
    side = state.cards[target].side
    calm = [key for key in state.ships if (found := hesitation_of(state, key)) and not found.roused]
    if side_of(state, by) != side and any(state.cards[key].side == side for key in calm):
        turn.emit(FleetAttacked(ship=by, target=target))


def _provoke_ship(turn: Context, by: str, key: str) -> None:
    """Emit `Provoked` if the ship `key` is undecided and `by` has not attacked her before."""
    found = hesitation_of(turn.state, key)
    if found and is_undecided(turn.state, key) and by not in found.attackers:
        turn.emit(Provoked(ship=key, by=by))


def end_indecision(turn: Context, event: FlightBegan) -> None:
    """Emit `IndecisionEnded` if a ship that begins to flee is still undecided."""
    if is_undecided(turn.state, event.ship):
        turn.emit(IndecisionEnded(ship=event.ship))


def roll_choices(turn: Context) -> None:
    """Roll for each roused undecided ship in key order; the turn sequence calls this each turn (T-R1)."""
    for key in turn.state.ships:
        found = hesitation_of(turn.state, key)
        if found and found.roused and is_undecided(turn.state, key):
            _roll_choice(turn, key)


def _roll_choice(turn: Context, key: str) -> None:
    """Roll a die for the ship and emit `ChoiceRolled`; if she withdraws, begin her flight."""
    check = Check(turn.state, key, "choice", turn.d6())
    modifiers = rules_of(turn.state).modifiers.check.working(check)
    result = _choice_of_value(modifiers[-1].value)
    turn.emit(ChoiceRolled(ship=key, die=check.die, modifiers=modifiers, result=result))
    if result == "withdraws":
        line_breaking.begin_flight(turn, key, "AMB-200")


def _choice_of_value(value: int) -> ResolveChoice:
    """Return "withdraws" up to 2, "joins" from 5, else "waits" (T-R1)."""
    if value <= WITHDRAWS_UP_TO:
        return "withdraws"
    return "joins" if value >= JOINS_FROM else "waits"


def _flagship_modifier(roll: Check, so_far: int) -> Modifier | None:
    """Subtract 1 from the roll `choice` if the flagship is sunk, exploded or captured; else None.

    None also if the scenario names no flagship.
    """
    flagship = FLAGSHIP_KEY.state_value(roll.state)
    if roll.kind != "choice" or flagship not in roll.state.ships:
        return None
    if roll.state.ships[flagship].status not in ("sunk", "exploded", "captured"):
        return None
    lost = f"{roll.state.cards[flagship].name} is lost"
    return Modifier(lost, "−1", so_far + FLAGSHIP_LOST_MODIFIER)


def _list_marks(state: State, key: str) -> Iterator[Mark]:
    """Yield a mark for a ship that is undecided or has chosen; none once the line was broken."""
    found = hesitation_of(state, key)
    if is_undecided(state, key):
        meaning = (
            "She holds her course and fires only at ships that have attacked her. Once the fleet has been attacked, "
            f"roll a die at the end of each turn: up to {WITHDRAWS_UP_TO} she withdraws, "
            f"from {JOINS_FROM} she joins the battle."
        )
        yield Mark("Resolve", "undecided", meaning, "SOTL-T-R1", "?")
    elif found and found.state != "over":
        yield Mark("Resolve", found.state, MODULE.note, "SOTL-T-R1")


def _explain_no_effect(state: State) -> str:
    """Return a sentence if the scenario names no undecided ship, else ""."""
    return "" if UNDECIDED_SHIPS.state_value(state) else "No ship is undecided in this battle."


def _find_problems(data: "ScenarioData") -> Iterator[tuple[DataPath, str]]:
    """Yield undecided ships that are unknown or named twice, and a flagship that is unknown."""
    keys, seen = [ship.key for ship in data.ships], set[str]()
    for place, key in enumerate(UNDECIDED_SHIPS.file_value(data)):
        path = (UNDECIDED_SHIPS.key, place)
        if key not in keys:
            yield path, f"unknown ship '{key}'{did_you_mean(key, keys)}"
        elif key in seen:
            yield path, f"{key} is named twice"
        seen.add(key)
    flagship = FLAGSHIP_KEY.file_value(data)
    if flagship and flagship not in keys:
        yield (FLAGSHIP_KEY.key,), f"unknown ship '{flagship}'{did_you_mean(flagship, keys)}"


MODULE = RuleModule(
    id="dumanoir",
    rule="SOTL-T-R1",
    title="Dumanoir's division",
    note="Undecided ships hold their course until a die roll makes them join the battle or withdraw.",
    group="Trafalgar",
    build_opening=_mark_undecided_ships,
    inert=_explain_no_effect,
    phases=(MORALE_PHASE,),
    phase_start_rules={"movement": line_breaking.change_shut_edges},
    phase_end_rules={MORALE_PHASE.id: roll_choices},
    default_move=plan_straight_course,
    duties={"movement": line_breaking.list_flight_moves},
    silences=(refuse_first_fire,),
    command_extensions=(*UNDECIDED_EXTENSIONS, *line_breaking.FLIGHT_EXTENSIONS),
    event_handlers=(*FLIGHT_EVENTS, *EVENT_HANDLERS),
    follow_ups=(
        FollowUp(BroadsideFired, note_broadside),
        FollowUp(BoardingDeclared, note_boarding),
        FollowUp(ShipsGrappled, note_grapple),
        FollowUp(FlightBegan, end_indecision),
        *line_breaking.FLIGHT_FOLLOW_UPS,
    ),
    scenario=(UNDECIDED_SHIPS, FLAGSHIP_KEY),
    find_problems=_find_problems,
    marks=_list_marks,
    modifiers=ModifierTables(
        check=ModifierTable((ModifierRule("flagship", "SOTL-T-R1", _flagship_modifier, after=("die", "leader")),))
    ),
)
