"""Chapter 9: leaders help ships near them, change ship, fight on deck, and are lost (AMB-150 to AMB-155)."""

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Annotated

from annotated_types import Len
from msgspec import UNSET
from msgspec.structs import replace

from tabletop.core.command_context import FollowUp
from tabletop.core.commands import CommandHandler
from tabletop.core.dispatch import KindHandler, build_handlers
from tabletop.core.document import DataPath
from tabletop.core.errors import Refused
from tabletop.core.events import EventHandler
from tabletop.core.phrases import did_you_mean, format_signed
from tabletop.games.ships_of_the_line import commands, fleets, positions
from tabletop.games.ships_of_the_line.chapters import boarding, grappling, victory
from tabletop.games.ships_of_the_line.chapters.optional.coastal.grounding import Refloat
from tabletop.games.ships_of_the_line.chapters.optional.collision import Unfoul
from tabletop.games.ships_of_the_line.chapters.orders import check_commanded, offer_for_each_ship
from tabletop.games.ships_of_the_line.events.boarding import ShipCaptured, ShipRestored, ShipsGrappled
from tabletop.games.ships_of_the_line.events.combat import OfficerHit, ShipExploded, ShipSunk
from tabletop.games.ships_of_the_line.fleets import leader_on_card
from tabletop.games.ships_of_the_line.hooks import CommandExtension, Entry, Mark
from tabletop.games.ships_of_the_line.model import Context, ShipEvent, State, side_of, with_ship
from tabletop.games.ships_of_the_line.rule_modules import RuleModule, rules_of
from tabletop.games.ships_of_the_line.ship import DEFENDED, Admiral, Fate, Side, enemy_of
from tabletop.games.ships_of_the_line.tables import Check, Modifier, ModifierRule, ModifierTable, ModifierTables, Throw
from tabletop.games.ships_of_the_line.words import name_of

if TYPE_CHECKING:
    from tabletop.games.ships_of_the_line.schema import ScenarioData

_Name = Annotated[str, Len(1, 24)]
FORMATIONS = Entry(
    "formations",
    Annotated[dict[_Name, Annotated[tuple[_Name, ...], Len(1, 120)]], Len(0, 120)],
    dict[str, list[str]](),
    "Divisions that sail as one formation, by its name. A division not listed is a formation of its own (12).",
)

HELPED_CHECKS = frozenset(
    {"grapple", "break", "unrig", "unfoul", "refloat", "collision", "ground", "nail", "restore", "red_ball"}
)
"""SOTL-9-e, AMB-222: kinds of rolls that a leader helps with, unless the owner of the ship forgoes the help."""

FLEE_CHECK = "flee"
"""SOTL-12-c: kind of the roll in which the leader's rating counts even if it is bad."""

LeaderSortKey = Callable[[State, Admiral], tuple[int, ...]]
"""Returns the key by which leaders are compared; the lowest comes first."""


def leader_reach(state: State, one: Admiral) -> float:
    """Return the distance from hull to hull at which a leader's signals are seen, UM (14-b).

    Medium range for a bad rating (above 0), long range for 0 and −1, twice long range for ratings below −1.
    """
    rating = leader_on_card(state, one).rating
    if rating > 0:
        return state.profile.medium
    return state.profile.long * (2 if rating < -1 else 1)


def is_in_reach(state: State, one: Admiral, key: str) -> bool:
    """Return True if the ship `key` carries the leader or lies within `leader_reach` of his ship."""
    return one.ship == key or positions.is_within(state, one.ship, key, leader_reach(state, one))


def formation_of(state: State, division: str) -> str:
    """Return the name of the formation that lists `division`, else `division` itself (AMB-163)."""
    return next((name for name, parts in FORMATIONS.state_value(state).items() if division in parts), division)


def find_helper(state: State, key: str, kind: str = "") -> Admiral | None:
    """Return the leader with the lowest rating who can help the ship with a roll, or None (AMB-150).

    Leaders aboard and leaders of her division in reach are asked first; only if there is none, those who
    command her formation or the fleet. A leader aboard a struck ship helps only with the roll `restore`
    (AMB-162).
    """
    there = [one for one in _find_acting_leaders(state, key) if one.ship == key]
    aboard = there if kind == "restore" or state.ships[key].status != "struck" else []
    near = [*aboard, *_find_division_leaders(state, key)] or _find_higher_leaders(state, key)
    return _first_leader(state, near, _rating_key)


def find_obeyed_leader(state: State, key: str) -> Admiral | None:
    """Return the leader whose rating, good or bad, counts in the roll to flee, or None (AMB-165).

    A leader aboard comes first, then leaders of her division in reach, then those who command her formation or
    the fleet; among several the highest in rank.
    """
    there = [one for one in _find_acting_leaders(state, key) if one.ship == key]
    return _first_leader(
        state, there or _find_division_leaders(state, key) or _find_higher_leaders(state, key), _rank_key
    )


def _find_acting_leaders(state: State, key: str) -> Iterator[Admiral]:
    """Yield the leaders of the side that holds the ship who can act (`fleets.can_act`), wherever they are."""
    side = side_of(state, key)
    return (
        one for one in fleets.leaders(state) if fleets.side_of_leader(state, one) == side and fleets.can_act(state, one)
    )


def _find_leaders_in_reach(state: State, key: str) -> Iterator[Admiral]:
    """Yield the acting leaders aboard other ships, not struck, who have the ship in reach."""
    return (
        one
        for one in _find_acting_leaders(state, key)
        if one.ship != key and state.ships[one.ship].status != "struck" and is_in_reach(state, one, key)
    )


def _find_division_leaders(state: State, key: str) -> list[Admiral]:
    """Return the leaders in reach who lead the division of the ship."""
    division = state.cards[key].division
    return [one for one in _find_leaders_in_reach(state, key) if fleets.division_of_leader(state, one) == division]


def _find_higher_leaders(state: State, key: str) -> list[Admiral]:
    """Return the leaders in reach who command the ship's formation or the whole fleet."""
    own = formation_of(state, state.cards[key].division)
    return [one for one in _find_leaders_in_reach(state, key) if _is_in_command_of(state, one, own)]


def can_help(state: State, one: Admiral, key: str) -> bool:
    """Return True if a leader's command includes the ship, at any distance (AMB-150).

    That is: same side, and he leads her division or commands her formation or the fleet.
    """
    if fleets.side_of_leader(state, one) != side_of(state, key):
        return False
    own = formation_of(state, state.cards[key].division)
    return fleets.division_of_leader(state, one) == state.cards[key].division or _is_in_command_of(state, one, own)


def _is_in_command_of(state: State, one: Admiral, wanted: str) -> bool:
    """Return True if the leader commands the fleet, or a squadron whose formation is `wanted`."""
    scope = leader_on_card(state, one).scope
    return scope == "fleet" or (
        scope == "squadron" and formation_of(state, fleets.division_of_leader(state, one)) == wanted
    )


def _first_leader(state: State, found: Iterable[Admiral], worth: LeaderSortKey) -> Admiral | None:
    """Return the leader with the lowest sort key, or None if there is none."""
    return min(found, key=lambda one: worth(state, one), default=None)


def _rating_key(state: State, one: Admiral) -> tuple[int, ...]:
    """Return the sort key by rating; the lowest rating is the best."""
    return (leader_on_card(state, one).rating,)


def _rank_key(state: State, one: Admiral) -> tuple[int, ...]:
    """Return the sort key by rank, 1 first; leaders without a rank follow by rating (AMB-165)."""
    leader = leader_on_card(state, one)
    return (0, leader.rank) if leader.rank is not None else (1, leader.rating)


def leader_modifier(check: Check, so_far: int) -> Modifier | None:
    """Add a leader's rating to a roll; None if no leader counts or the rating is 0.

    The roll `FLEE_CHECK` uses any rating of `find_obeyed_leader`. The `HELPED_CHECKS` use only a rating below 0
    of `find_helper`, unless the command forgoes the leader.
    """
    if check.kind == FLEE_CHECK:
        one = find_obeyed_leader(check.state, check.ship)
    elif check.kind in HELPED_CHECKS and not check.leader:
        one = find_helper(check.state, check.ship, check.kind)
    else:
        return None
    rating = leader_on_card(check.state, one).rating if one else 0
    if one is None or rating == 0 or (rating > 0 and check.kind != FLEE_CHECK):
        return None
    return Modifier(leader_on_card(check.state, one).name, format_signed(rating), so_far + rating)


def find_formation_problems(data: "ScenarioData") -> Iterator[tuple[DataPath, str]]:
    """Yield divisions that are unknown or in two formations, and formations without ships.

    A formation with an unknown division is not searched for ships.
    """
    known = {ship.division for ship in data.ships if ship.division} | set(data.divisions)
    taken: dict[str, str] = {}
    for formation, parts in FORMATIONS.file_value(data).items():
        if known.issuperset(parts) and not any(ship.division in parts for ship in data.ships):
            yield (FORMATIONS.key, formation), f"no ship is in formation '{formation}'"
        for place, division in enumerate(parts):
            path = (FORMATIONS.key, formation, place)
            if division not in known:
                yield path, f"unknown division '{division}'{did_you_mean(division, known)}"
            elif division in taken:
                yield path, f"division '{division}' is already in formation '{taken[division]}'"
            taken.setdefault(division, formation)


class LeaderTransferred(ShipEvent, frozen=True, kw_only=True):
    """A leader went over to a ship alongside, wounded or not (9-f, AMB-153)."""

    to: str
    leader: str
    """Key of the ship on whose card the leader is printed."""
    rule: str = "AMB-152"


class LeaderJoined(ShipEvent, frozen=True, kw_only=True):
    """A leader fights on deck and can do nothing else in this phase (AMB-154)."""

    leader: str
    """Key of the ship on whose card the leader is printed."""
    rule: str = "AMB-154"


class LeaderLost(ShipEvent, frozen=True, kw_only=True):
    """A leader has died or is a prisoner (AMB-139, AMB-155)."""

    leader: str
    """Key of the ship on whose card the leader is printed."""
    fate: Fate
    rule: str = "AMB-155"


def _find_leader(state: State, home: str) -> Admiral:
    """Return the leader who is printed on the card of the ship `home`, wherever he is now."""
    return next(one for one in fleets.leaders(state) if one.home == home)


def _leader_name(state: State, home: str) -> str:
    """Return the name of the leader who is printed on the card of the ship `home`."""
    return fleets.leader_on_card(state, _find_leader(state, home)).name


def _apply_leader_transferred(state: State, event: LeaderTransferred) -> State:
    """Move the leader and note the turn; his wounds go with him as the officer's condition (AMB-153).

    The ship that he leaves has a well officer afterwards.
    """
    one = replace(_find_leader(state, event.leader), ship=event.to, moved=state.turn)
    state = with_ship(state, event.to, officer=state.ships[event.ship].officer)
    return fleets.with_leader(with_ship(state, event.ship, officer="well"), one)


def _apply_leader_joined(state: State, event: LeaderJoined) -> State:
    """Note the present turn as the turn in which the leader fights on deck."""
    return fleets.with_leader(state, replace(_find_leader(state, event.leader), fights=state.turn))


def _apply_leader_lost(state: State, event: LeaderLost) -> State:
    """Set the fate of the leader."""
    return fleets.with_leader(state, replace(_find_leader(state, event.leader), fate=event.fate))


def _describe_leader_lost(state: State, event: LeaderLost) -> str:
    """Return the log sentence: the leader is dead, or a prisoner for any other fate."""
    how = (
        "is dead and can no longer help his ships"
        if event.fate == "dead"
        else ("is a prisoner and can no longer help his ships")
    )
    return f"{_leader_name(state, event.leader)} {how}."


EVENT_HANDLERS: tuple[EventHandler[State], ...] = (
    EventHandler(
        LeaderTransferred,
        _apply_leader_transferred,
        lambda state, event: (
            f"{_leader_name(state, event.leader)} goes over from {name_of(state, event.ship)}"
            f" to {name_of(state, event.to)}."
        ),
    ),
    EventHandler(
        LeaderJoined,
        _apply_leader_joined,
        lambda state, event: (
            f"{_leader_name(state, event.leader)} draws his sword aboard {name_of(state, event.ship)}."
        ),
    ),
    EventHandler(LeaderLost, _apply_leader_lost, _describe_leader_lost),
)

POINTS_PER_RATING = 3
"""SOTL-8-d: victory points for each step of a leader's rating; ratings of 0 and +1 count as one step."""


def death_points(state: State, one: Admiral) -> int:
    """Return the victory points for a leader's death: 3 times the absolute rating, at least 3 (8-d)."""
    return POINTS_PER_RATING * max(1, abs(fleets.leader_on_card(state, one).rating))


def kill_hit_leader(turn: Context, event: OfficerHit) -> None:
    """Kill the leader aboard if the officer of the ship is hit and dead: both share wounds (AMB-28)."""
    one = fleets.leader_aboard(turn.state, event.ship)
    if one and event.condition == "dead":
        _kill_leader(turn, one)


def drown_leaders(turn: Context, event: ShipSunk | ShipExploded) -> None:
    """Kill all free leaders aboard a ship that sinks or explodes, of either side (AMB-139)."""
    for one in fleets.living_leaders(turn.state, event.ship):
        _kill_leader(turn, one)


def lose_captured_leaders(turn: Context, event: ShipCaptured) -> None:
    """Kill the former side's leaders aboard after a boarding; else make them prisoners (AMB-49, AMB-139).

    Under chapter 20 the captor's leader who fought in this turn goes over to the prize (20.2-g, AMB-213).
    """
    for one in _find_beaten_leaders(turn.state, event.ship):
        if event.cause == "boarding":
            _kill_leader(turn, one)
        else:
            turn.emit(LeaderLost(ship=event.ship, leader=one.home, fate="gone", rule="AMB-139"))
    winner = fleets.leader_aboard(turn.state, event.by)
    if winner and winner.fights == turn.state.turn and rules_of(turn.state).fights.columns:
        turn.emit(LeaderTransferred(ship=event.by, to=event.ship, leader=winner.home, rule="SOTL-20.2-g"))


def lose_recaptured_leaders(turn: Context, event: ShipRestored) -> None:
    """Kill the leaders of the former captors aboard a prize that is taken back."""
    for one in _find_beaten_leaders(turn.state, event.ship):
        _kill_leader(turn, one)


def _find_beaten_leaders(state: State, key: str) -> list[Admiral]:
    """Return the living leaders aboard a ship who are not of the side that holds the ship now."""
    return [
        one for one in fleets.living_leaders(state, key) if fleets.side_of_leader(state, one) != side_of(state, key)
    ]


def _kill_leader(turn: Context, one: Admiral) -> None:
    """Emit `LeaderLost` as dead; the enemy scores `death_points` and his own side loses as many (8-d)."""
    turn.emit(LeaderLost(ship=one.ship, leader=one.home, fate="dead"))
    own, worth = fleets.side_of_leader(turn.state, one), death_points(turn.state, one)
    reason = f"{fleets.leader_on_card(turn.state, one).name} dead"
    victory.score_points(turn, enemy_of(own), worth, one.ship, reason, "SOTL-8-d")
    victory.score_points(turn, own, -worth, one.ship, reason, "SOTL-8-d")


LEADER_FOLLOW_UPS: tuple[FollowUp[State], ...] = (
    FollowUp(OfficerHit, kill_hit_leader),
    FollowUp(ShipSunk, drown_leaders),
    FollowUp(ShipExploded, drown_leaders),
    FollowUp(ShipCaptured, lose_captured_leaders),
    FollowUp(ShipRestored, lose_recaptured_leaders),
)


def check_transfer(state: State, command: commands.Transfer) -> Refused | None:
    """Refuse a leader's transfer between ships not of the side, not alongside, or in a fight (AMB-152).

    Also refused: no leader aboard or chosen, a leader who moved in this turn, and a ship that has a leader.
    Returns None if legal.
    """
    key, to = command.ship, command.to
    return (
        check_commanded(state, command.side, key)
        or check_commanded(state, command.side, to)
        or _check_leader_goes(command)
        or _check_leader(state, key, to)
        or _check_peace(state, key, to)
        or _check_alongside(state, key, to)
    )


def _check_leader_goes(command: commands.Transfer) -> Refused | None:
    """Refuse a transfer command whose `leader` is false."""
    return None if command.leader else Refused("AMB-152", "Choose a leader to go over.", pieces=(command.ship,))


def _check_leader(state: State, key: str, to: str) -> Refused | None:
    """Refuse if no leader is aboard, or he is on `to` already, moved this turn, or finds a leader there."""
    one, there = fleets.leader_aboard(state, key), fleets.leader_aboard(state, to)
    if one is None:
        return Refused("AMB-152", f"No leader is aboard {state.cards[key].name}.", pieces=(key,))
    if key == to:
        return Refused(
            "AMB-152", f"{_name_aboard(state, key)} is already aboard {state.cards[key].name}.", pieces=(key,)
        )
    if one.moved == state.turn:
        reason = f"{_name_aboard(state, key)} has already changed ships this turn."
        return Refused("AMB-152", reason, "once a turn", (key,))
    if there:
        reason = f"{_name_aboard(state, to)} already commands {state.cards[to].name}."
        return Refused("AMB-152", reason, "one leader a ship", (to,))
    return None


def _name_aboard(state: State, key: str) -> str:
    """Return the name of the leader aboard the ship, or ""."""
    one = fleets.leader_aboard(state, key)
    return fleets.leader_on_card(state, one).name if one else ""


def _check_peace(state: State, key: str, to: str) -> Refused | None:
    """Refuse if either ship is in a fight on deck."""
    for other in (key, to):
        if grappling.melee_of(state, other):
            reason = f"{state.cards[other].name} is in a fight on deck."
            return Refused("AMB-152", reason, pieces=(other,))
    return None


def _check_alongside(state: State, key: str, to: str) -> Refused | None:
    """Refuse ships that are not fast to each other, unless they touch and one can throw grapples now.

    Ships that touch are refused if both are prizes (AMB-206) or the one that grapples did so already (AMB-135).
    """
    if grappling.is_fast_to(state, key, to):
        return None
    away, touching = positions.distance_between(state, key, to), state.profile.touching
    names = f"{state.cards[key].name} and {state.cards[to].name}"
    if away > touching:
        by = f"{positions.format_um(away, touching)} apart, at most {positions.format_um(touching)}"
        return Refused("AMB-152", f"{names} are neither made fast nor touching.", by, (key, to))
    grappler = _choose_grappler(state, key, to)
    if state.ships[grappler].status == "captured":
        return Refused("AMB-206", f"{names} are prizes, and prizes cannot throw lines.", pieces=(key, to))
    if state.ships[grappler].grapple_used:
        reason = f"{state.cards[grappler].name} has already thrown her grapples this turn."
        return Refused("AMB-135", reason, "one grapple a turn", (grappler,))
    return None


def _choose_grappler(state: State, key: str, to: str) -> str:
    """Return the ship that makes fast: the leader's own, or the other if his is a prize (AMB-213)."""
    return to if state.ships[key].status == "captured" else key


def execute_transfer(turn: Context, command: commands.Transfer) -> None:
    """Emit `ShipsGrappled` unless the ships are fast, then `LeaderTransferred`; no dice, no fatigue.

    Raises ValueError if no leader is aboard.
    """
    key, to = command.ship, command.to
    one = fleets.leader_aboard(turn.state, key)
    if one is None:
        raise ValueError("a transfer without a leader")
    if not grappling.is_fast_to(turn.state, key, to):
        grappler = _choose_grappler(turn.state, key, to)
        other = key if grappler == to else to
        turn.emit(ShipsGrappled(ship=grappler, target=other, friendly=True, rule="AMB-152"))
    turn.emit(LeaderTransferred(ship=key, to=to, leader=one.home))


def list_transfers(state: State, side: Side, key: str) -> Iterator[commands.Transfer]:
    """Yield transfers of the leader aboard to each ship within touching distance or grappled.

    Transfers are not checked here. Yields nothing if no leader is aboard.
    """
    if fleets.leader_aboard(state, key):
        near = positions.ships_within(state, key, state.profile.touching)
        for other in dict.fromkeys((*near, *grappling.find_grappled_ships(state, key))):
            yield commands.Transfer(side=side, ship=key, to=other)


def _lead_boarders(state: State, command: commands.Board) -> Iterator[LeaderJoined]:
    """Yield `LeaderJoined` before the fight if the command sends the leader aboard along (AMB-154)."""
    one = fleets.leader_aboard(state, command.ship) if command.ship in state.ships else None
    if one and command.leader is True:
        yield LeaderJoined(ship=command.ship, leader=one.home)


def _check_leader_aboard(state: State, command: commands.Board) -> Refused | None:
    """Refuse to send a leader along with boarders if none is aboard (AMB-154)."""
    if command.leader is True and fleets.leader_aboard(state, command.ship) is None:
        return Refused("AMB-154", f"No leader is aboard {state.cards[command.ship].name}.", pieces=(command.ship,))
    return None


def _lead_defenders(state: State, command: commands.Defend) -> Iterator[LeaderJoined]:
    """Yield `LeaderJoined` if the leader of the boarded ship is to defend her (AMB-154).

    If the command does not say (UNSET), he fights if his rating is below 0. The ship is the one of the open
    question.
    """
    one = fleets.leader_aboard(state, state.question.ship) if state.question else None
    helps = one is not None and fleets.leader_on_card(state, one).rating < 0
    if one and (helps if command.leader is UNSET else command.leader):
        yield LeaderJoined(ship=one.ship, leader=one.home)


def _check_leader_boarded(state: State, command: commands.Defend) -> Refused | None:
    """Refuse to defend with a leader if none is aboard the boarded ship (AMB-154)."""
    key = state.question.ship if state.question else ""
    if command.leader is True and fleets.leader_aboard(state, key) is None:
        return Refused("AMB-154", f"No leader is aboard {state.cards[key].name}.", pieces=(key,))
    return None


def add_leaders_to_fights(turn: Context) -> None:
    """Emit `LeaderJoined` for leaders who join fights by themselves, before dice are thrown (AMB-154).

    Left out: leaders who fight already in this turn, and those of ships whose side has answered how to defend.
    """
    for fight in boarding.list_fights(turn.state):
        for key in (*fight.attackers, *fight.defenders):
            one = None if DEFENDED in turn.state.ships[key].tried else fleets.leader_aboard(turn.state, key)
            if one and one.fights != turn.state.turn and will_join_fight(turn.state, one):
                turn.emit(LeaderJoined(ship=key, leader=one.home))


def will_join_fight(state: State, one: Admiral) -> bool:
    """Return True if a leader with a rating below 0 joins the fight of his ship by himself (AMB-154).

    In a melee: if his ship does not board, or he fought last turn. Else: if both sides agreed to fight in this
    turn, or his ship boards no one.
    """
    if fleets.leader_on_card(state, one).rating >= 0:
        return False
    held = grappling.melee_of(state, one.ship)
    if held:
        return one.ship not in held.boarders or one.fights == state.turn - 1
    agreed = any(hold.agreed and hold.turn == state.turn and hold.joins(one.ship) for hold in state.grapples)
    return agreed or all(assault.ship != one.ship for assault in state.boardings)


def _better_leader_modifier(throw: Throw, so_far: int) -> Modifier | None:
    """Subtract the lead of the better leader from the throw of his side (AMB-43, AMB-154).

    None if this side does not have the better leader, or leaders already counted as columns.
    """
    one, by = fleets.compute_lead(throw.state, throw.ships, throw.against)
    if one is None or throw.shifted:
        return None
    return Modifier(fleets.leader_on_card(throw.state, one).name, format_signed(-by), so_far - by)


def _list_led_boardings(state: State, side: Side, key: str) -> Iterator[commands.Board]:
    """Yield a boarding of each deck in reach with the leader aboard, if his rating is below 0."""
    one = fleets.leader_aboard(state, key)
    if one and fleets.leader_on_card(state, one).rating < 0:
        for target in sorted(boarding.decks_in_reach(state, key)):
            yield commands.Board(side=side, ship=key, target=target, leader=True)


def _list_marks(state: State, key: str) -> Iterator[Mark]:
    """Yield one mark with the rating, scope and reach of the leader aboard; none without a leader."""
    one = fleets.leader_aboard(state, key)
    if one is None:
        return
    leader = fleets.leader_on_card(state, one)
    far = positions.format_um(leader_reach(state, one))
    meaning = f"{leader.name} helps ships of his {leader.scope} within {far}."
    yield Mark("Leader", format_signed(leader.rating), meaning, "SOTL-9-d")


def _name_for_label(state: State, key: str) -> str:
    """Return the name of the leader aboard, or "Nobody"."""
    one = fleets.leader_aboard(state, key)
    return fleets.leader_on_card(state, one).name if one else "Nobody"


def _explain_no_effect(state: State) -> str:
    """Return a sentence if no leader is in this battle, else ""."""
    return "" if fleets.leaders(state) else "No leader is aboard any ship in this battle."


_AIDED_COMMANDS = (commands.Sail, commands.GrappleShip, commands.BreakGrapple, commands.ClearRigging, Unfoul, Refloat)
"""Commands with a parameter to forgo a leader's help."""


MODULE = RuleModule(
    id="leaders",
    rule="SOTL-9",
    title="Leaders",
    note="Leaders help nearby ships of their divisions, fight on deck, change ships and are worth points.",
    group="People",
    inert=_explain_no_effect,
    phase_start_rules={"boarding": add_leaders_to_fights},
    command_handlers=(CommandHandler(commands.Transfer, check_transfer, execute_transfer),),
    extra_commands={"grapple": ("transfer",)},
    labels=build_handlers(
        KindHandler(
            commands.Transfer,
            lambda state, order: (
                f"{_name_for_label(state, order.ship)} goes over to {name_of(state, order.to)}",
                "He helps from there, wounded if he was. No roll, no fatigue, once a turn.",
            ),
        ),
    ),
    command_extensions=(
        *(CommandExtension(kind, ("leader",)) for kind in _AIDED_COMMANDS),
        CommandExtension(commands.Board, ("leader",), _lead_boarders, _check_leader_aboard),
        CommandExtension(commands.Defend, ("leader",), _lead_defenders, _check_leader_boarded),
    ),
    choices={"grapple": offer_for_each_ship(list_transfers), "board": offer_for_each_ship(_list_led_boardings)},
    event_handlers=EVENT_HANDLERS,
    follow_ups=LEADER_FOLLOW_UPS,
    scenario=(FORMATIONS,),
    card_fields={"leader": ("communications", "line_breaking")},
    find_problems=find_formation_problems,
    marks=_list_marks,
    modifiers=ModifierTables(
        check=ModifierTable(
            (ModifierRule("leader", "SOTL-9-e", leader_modifier, after=("failed before", "over bow or stern")),)
        ),
        throw=ModifierTable((ModifierRule("leader", "SOTL-4.3.1-i", _better_leader_modifier, after=("dice",)),)),
    ),
)
