"""Chapter 9: leaders help ships near them, change ship, fight on deck, and are lost (AMB-150 to AMB-155)."""

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Annotated

from annotated_types import Len
from msgspec import UNSET
from msgspec.structs import replace

from tabletop.core.command_context import FollowUp
from tabletop.core.commands import CommandHandler
from tabletop.core.dispatch import Case, by_kind
from tabletop.core.document import Path
from tabletop.core.errors import Refused
from tabletop.core.events import EventHandler
from tabletop.core.phrases import did_you_mean, signed
from tabletop.games.ships_of_the_line import fleets, positions
from tabletop.games.ships_of_the_line.chapters import boarding, grappling, victory
from tabletop.games.ships_of_the_line.chapters.optional.coastal.grounding import Refloat
from tabletop.games.ships_of_the_line.chapters.optional.collision import Unfoul
from tabletop.games.ships_of_the_line.chapters.orders import check_commanded, each_ship
from tabletop.games.ships_of_the_line.commands import (
    Board,
    BreakGrapple,
    ClearRigging,
    Defend,
    GrappleShip,
    Sail,
    Transfer,
)
from tabletop.games.ships_of_the_line.events.boarding import ShipCaptured, ShipRestored, ShipsGrappled
from tabletop.games.ships_of_the_line.events.combat import OfficerHit
from tabletop.games.ships_of_the_line.events.losses import ShipExploded, ShipSunk
from tabletop.games.ships_of_the_line.fleets import printed
from tabletop.games.ships_of_the_line.hooks import CommandExtension, Entry, Mark
from tabletop.games.ships_of_the_line.rule_modules import RuleModule, rules_of
from tabletop.games.ships_of_the_line.ship import DEFENDED, Admiral, Fate, Side, enemy_of
from tabletop.games.ships_of_the_line.state import Context, ShipEvent, State, side_of, with_ship
from tabletop.games.ships_of_the_line.tables import Check, Modifier, ModifierRule, ModifierTable, ModifierTables, Throw
from tabletop.games.ships_of_the_line.words import name

if TYPE_CHECKING:
    from tabletop.games.ships_of_the_line.schema import ScenarioData

_Name = Annotated[str, Len(1, 24)]
FORMATIONS = Entry(
    "formations",
    Annotated[dict[_Name, Annotated[tuple[_Name, ...], Len(1, 120)]], Len(0, 120)],
    dict[str, list[str]](),
    "Divisions that sail as one formation, by its name; a division that none names is one by itself (12).",
)

HELPED_CHECKS = frozenset(
    {"grapple", "break", "unrig", "unfoul", "refloat", "collision", "ground", "nail", "restore", "red_ball"}
)
"""SOTL-9-e, AMB-222: the rolls that a leader helps with, if her owner wants it."""

FLEE_CHECK = "flee"
"""SOTL-12-c: the roll in which he must be obeyed, for better or worse."""

LeaderSortKey = Callable[[State, Admiral], tuple[int, ...]]
"""By what leaders are compared; the least comes first."""


def leader_reach(state: State, one: Admiral) -> float:
    """How far he can be seen, in UM from hull to hull (14-b): the template's middle or end, or twice that."""
    rating = printed(state, one).rating
    if rating > 0:
        return state.profile.medium
    return state.profile.long * (2 if rating < -1 else 1)


def is_in_reach(state: State, one: Admiral, key: str) -> bool:
    """Whether a ship is near enough to him now; his own always is."""
    return one.ship == key or positions.reaches(state, one.ship, key, leader_reach(state, one))


def formation_of(state: State, division: str) -> str:
    """The formation that a division belongs to: one that the scenario names, or itself (AMB-163)."""
    return next((name for name, parts in FORMATIONS.of(state).items() if division in parts), division)


def find_helper(state: State, key: str, kind: str = "") -> Admiral | None:
    """Whose rating can be used in a roll of a ship: the lowest near her (AMB-150).

    Aboard a ship that has struck a leader is silent, but for the roll by which she returns to the fight (AMB-162).
    """
    there = [one for one in _find_acting_leaders(state, key) if one.ship == key]
    aboard = there if kind == "restore" or state.ships[key].status != "struck" else []
    near = [*aboard, *_find_division_leaders(state, key)] or _find_higher_leaders(state, key)
    return _first_leader(state, near, _rating_key)


def find_obeyed_leader(state: State, key: str) -> Admiral | None:
    """Whose rating must be used where her line is broken: aboard, or the highest in rank near her (AMB-165)."""
    there = [one for one in _find_acting_leaders(state, key) if one.ship == key]
    return _first_leader(
        state, there or _find_division_leaders(state, key) or _find_higher_leaders(state, key), _rank_key
    )


def _find_acting_leaders(state: State, key: str) -> Iterator[Admiral]:
    side = side_of(state, key)
    return (one for one in fleets.leaders(state) if fleets.side(state, one) == side and fleets.acts(state, one))


def _find_leaders_in_reach(state: State, key: str) -> Iterator[Admiral]:
    """Those in range aboard other ships, none of which has struck."""
    return (
        one
        for one in _find_acting_leaders(state, key)
        if one.ship != key and state.ships[one.ship].status != "struck" and is_in_reach(state, one, key)
    )


def _find_division_leaders(state: State, key: str) -> list[Admiral]:
    division = state.cards[key].division
    return [one for one in _find_leaders_in_reach(state, key) if fleets.division(state, one) == division]


def _find_higher_leaders(state: State, key: str) -> list[Admiral]:
    """Those of her formation, and of the whole fleet."""
    own = formation_of(state, state.cards[key].division)
    return [one for one in _find_leaders_in_reach(state, key) if _is_in_command_of(state, one, own)]


def can_help(state: State, one: Admiral, key: str) -> bool:
    """Whether a ship is of those whom he may help when she is near: of his division, squadron or fleet (AMB-150)."""
    if fleets.side(state, one) != side_of(state, key):
        return False
    own = formation_of(state, state.cards[key].division)
    return fleets.division(state, one) == state.cards[key].division or _is_in_command_of(state, one, own)


def _is_in_command_of(state: State, one: Admiral, wanted: str) -> bool:
    scope = printed(state, one).scope
    return scope == "fleet" or (scope == "squadron" and formation_of(state, fleets.division(state, one)) == wanted)


def _first_leader(state: State, found: Iterable[Admiral], worth: LeaderSortKey) -> Admiral | None:
    return min(found, key=lambda one: worth(state, one), default=None)


def _rating_key(state: State, one: Admiral) -> tuple[int, ...]:
    return (printed(state, one).rating,)


def _rank_key(state: State, one: Admiral) -> tuple[int, ...]:
    """Those with a rank before those without, who stand by their ratings (AMB-165)."""
    leader = printed(state, one)
    return (0, leader.rank) if leader.rank is not None else (1, leader.rating)


def leader_modifier(check: Check, so_far: int) -> Modifier | None:
    """What a leader makes of a roll: any rating where he must be obeyed, else one that helps."""
    if check.kind == FLEE_CHECK:
        one = find_obeyed_leader(check.state, check.ship)
    elif check.kind in HELPED_CHECKS and not check.leader:
        one = find_helper(check.state, check.ship, check.kind)
    else:
        return None
    rating = printed(check.state, one).rating if one else 0
    if one is None or rating == 0 or (rating > 0 and check.kind != FLEE_CHECK):
        return None
    return Modifier(printed(check.state, one).name, signed(rating), so_far + rating)


def find_formation_problems(data: "ScenarioData") -> Iterator[tuple[Path, str]]:
    """A formation is of divisions that there are, each in one of them, and has ships."""
    known = {ship.division for ship in data.ships if ship.division} | set(data.divisions)
    taken: dict[str, str] = {}
    for formation, parts in FORMATIONS.said(data).items():
        if known.issuperset(parts) and not any(ship.division in parts for ship in data.ships):
            yield (FORMATIONS.key, formation), f"no ship is in formation '{formation}'"
        for place, division in enumerate(parts):
            path = (FORMATIONS.key, formation, place)
            if division not in known:
                yield path, f"unknown division '{division}'{did_you_mean(division, known)}"
            elif division in taken:
                yield path, f"division '{division}' is in formation '{taken[division]}' already"
            taken.setdefault(division, formation)


class LeaderTransferred(ShipEvent, frozen=True, kw_only=True):
    """A leader goes over to a ship alongside, wounded or not (9-f, AMB-153)."""

    to: str
    leader: str
    """Key of the ship on whose card he stands."""
    rule: str = "AMB-152"


class LeaderJoined(ShipEvent, frozen=True, kw_only=True):
    """A leader fights on deck; he can do nothing else in this phase (AMB-154)."""

    leader: str
    """Key of the ship on whose card he stands."""
    rule: str = "AMB-154"


class LeaderLost(ShipEvent, frozen=True, kw_only=True):
    """A leader has died, or is a prisoner (AMB-139, AMB-155)."""

    leader: str
    """Key of the ship on whose card he stands."""
    fate: Fate
    rule: str = "AMB-155"


def _find_leader(state: State, home: str) -> Admiral:
    return next(one for one in fleets.leaders(state) if one.home == home)


def _leader_name(state: State, home: str) -> str:
    return fleets.printed(state, _find_leader(state, home)).name


def _apply_leader_transferred(state: State, event: LeaderTransferred) -> State:
    """He brings his wounds; the captain whom he leaves is well (AMB-153)."""
    one = replace(_find_leader(state, event.leader), ship=event.to, moved=state.turn)
    state = with_ship(state, event.to, officer=state.ships[event.ship].officer)
    return fleets.with_leader(with_ship(state, event.ship, officer="well"), one)


def _apply_leader_joined(state: State, event: LeaderJoined) -> State:
    return fleets.with_leader(state, replace(_find_leader(state, event.leader), fights=state.turn))


def _apply_leader_lost(state: State, event: LeaderLost) -> State:
    return fleets.with_leader(state, replace(_find_leader(state, event.leader), fate=event.fate))


def _describe_leader_lost(state: State, event: LeaderLost) -> str:
    how = "is dead, and lost to his ships" if event.fate == "dead" else "is a prisoner, and lost to his ships"
    return f"{_leader_name(state, event.leader)} {how}."


EVENT_HANDLERS: tuple[EventHandler[State], ...] = (
    EventHandler(
        LeaderTransferred,
        _apply_leader_transferred,
        lambda state, event: (
            f"{_leader_name(state, event.leader)} goes over from {name(state, event.ship)} to {name(state, event.to)}."
        ),
    ),
    EventHandler(
        LeaderJoined,
        _apply_leader_joined,
        lambda state, event: f"{_leader_name(state, event.leader)} draws his sword aboard {name(state, event.ship)}.",
    ),
    EventHandler(LeaderLost, _apply_leader_lost, _describe_leader_lost),
)

POINTS_PER_RATING = 3
"""SOTL-8-d: points for each step of a rating; ratings of 0 and +1 count as 1."""


def death_points(state: State, one: Admiral) -> int:
    """What his death is worth (AMB-116)."""
    return POINTS_PER_RATING * max(1, abs(fleets.printed(state, one).rating))


def kill_hit_leader(turn: Context, event: OfficerHit) -> None:
    """The leader's wounds are those of the officer's track of his ship (AMB-28)."""
    one = fleets.aboard(turn.state, event.ship)
    if one and event.condition == "dead":
        _kill_leader(turn, one)


def drown_leaders(turn: Context, event: ShipSunk | ShipExploded) -> None:
    """Everybody aboard goes down with her, prisoners of a white flag too (AMB-139)."""
    for one in fleets.living(turn.state, event.ship):
        _kill_leader(turn, one)


def lose_captured_leaders(turn: Context, event: ShipCaptured) -> None:
    """Taken by boarding he dies (AMB-49); in hand after she struck, he is a prisoner (AMB-139).

    Where a ship is taken in two rounds, the leader who fought for her captor commands her now (20.2-g, AMB-213).
    """
    for one in _find_beaten_leaders(turn.state, event.ship):
        if event.cause == "boarding":
            _kill_leader(turn, one)
        else:
            turn.emit(LeaderLost(ship=event.ship, leader=one.home, fate="gone", rule="AMB-139"))
    winner = fleets.aboard(turn.state, event.by)
    if winner and winner.fights == turn.state.turn and rules_of(turn.state).fights.columns:
        turn.emit(LeaderTransferred(ship=event.by, to=event.ship, leader=winner.home, rule="SOTL-20.2-g"))


def lose_recaptured_leaders(turn: Context, event: ShipRestored) -> None:
    """A leader who commanded a prize dies when she is boarded and taken back."""
    for one in _find_beaten_leaders(turn.state, event.ship):
        _kill_leader(turn, one)


def _find_beaten_leaders(state: State, key: str) -> list[Admiral]:
    return [one for one in fleets.living(state, key) if fleets.side(state, one) != side_of(state, key)]


def _kill_leader(turn: Context, one: Admiral) -> None:
    """To the enemy, and as many off his own side (8-d)."""
    turn.emit(LeaderLost(ship=one.ship, leader=one.home, fate="dead"))
    own, worth = fleets.side(turn.state, one), death_points(turn.state, one)
    reason = f"{fleets.printed(turn.state, one).name} dead"
    victory.score(turn, enemy_of(own), worth, one.ship, reason, "SOTL-8-d")
    victory.score(turn, own, -worth, one.ship, reason, "SOTL-8-d")


LEADER_FOLLOW_UPS: tuple[FollowUp[State], ...] = (
    FollowUp(OfficerHit, kill_hit_leader),
    FollowUp(ShipSunk, drown_leaders),
    FollowUp(ShipExploded, drown_leaders),
    FollowUp(ShipCaptured, lose_captured_leaders),
    FollowUp(ShipRestored, lose_recaptured_leaders),
)


def check_transfer(state: State, command: Transfer) -> Refused | None:
    """Once a turn, to a friend alongside who has no leader, and neither out of nor into a fight."""
    key, to = command.ship, command.to
    return (
        check_commanded(state, command.side, key)
        or check_commanded(state, command.side, to)
        or _check_leader_goes(command)
        or _check_leader(state, key, to)
        or _check_peace(state, key, to)
        or _check_alongside(state, key, to)
    )


def _check_leader_goes(command: Transfer) -> Refused | None:
    return None if command.leader else Refused("AMB-152", "It is not said who goes over.", pieces=(command.ship,))


def _check_leader(state: State, key: str, to: str) -> Refused | None:
    one, there = fleets.aboard(state, key), fleets.aboard(state, to)
    if one is None:
        return Refused("AMB-152", f"No leader is aboard {state.cards[key].name}.", pieces=(key,))
    if key == to:
        return Refused(
            "AMB-152", f"{_name_aboard(state, key)} is aboard {state.cards[key].name} already.", pieces=(key,)
        )
    if one.moved == state.turn:
        reason = f"{_name_aboard(state, key)} has changed ship this turn."
        return Refused("AMB-152", reason, "once a turn", (key,))
    if there:
        reason = f"{_name_aboard(state, to)} commands {state.cards[to].name} already."
        return Refused("AMB-152", reason, "one leader a ship", (to,))
    return None


def _name_aboard(state: State, key: str) -> str:
    one = fleets.aboard(state, key)
    return fleets.printed(state, one).name if one else ""


def _check_peace(state: State, key: str, to: str) -> Refused | None:
    for other in (key, to):
        if grappling.melee_of(state, other):
            reason = f"{state.cards[other].name} is engaged in a fight on deck."
            return Refused("AMB-152", reason, pieces=(other,))
    return None


def _check_alongside(state: State, key: str, to: str) -> Refused | None:
    """Fast to each other, or touching, and one of the two free to make fast to the other."""
    if grappling.fast(state, key, to):
        return None
    away, touching = positions.apart(state, key, to), state.profile.touching
    names = f"{state.cards[key].name} and {state.cards[to].name}"
    if away > touching:
        by = f"{positions.in_um(away, touching)} apart, at most {positions.in_um(touching)}"
        return Refused("AMB-152", f"{names} are neither fast to each other nor touching.", by, (key, to))
    grappler = _choose_grappler(state, key, to)
    if state.ships[grappler].status == "captured":
        return Refused("AMB-206", f"{names} are prizes, and prizes throw no lines.", pieces=(key, to))
    if state.ships[grappler].grapple_used:
        reason = f"{state.cards[grappler].name} has thrown her grapples this turn."
        return Refused("AMB-135", reason, "one grapple a turn", (grappler,))
    return None


def _choose_grappler(state: State, key: str, to: str) -> str:
    """Who makes fast: his ship, or, since a prize throws no lines, the other (AMB-213)."""
    return to if state.ships[key].status == "captured" else key


def execute_transfer(turn: Context, command: Transfer) -> None:
    """They are made fast if they were not, and he goes over, without a roll or fatigue."""
    key, to = command.ship, command.to
    one = fleets.aboard(turn.state, key)
    if one is None:
        raise ValueError("a transfer without a leader")
    if not grappling.fast(turn.state, key, to):
        grappler = _choose_grappler(turn.state, key, to)
        other = key if grappler == to else to
        turn.emit(ShipsGrappled(ship=grappler, target=other, friendly=True, rule="AMB-152"))
    turn.emit(LeaderTransferred(ship=key, to=to, leader=one.home))


def list_transfers(state: State, side: Side, key: str) -> Iterator[Transfer]:
    """Whatever is alongside a ship with a leader."""
    if fleets.aboard(state, key):
        near = positions.neighbours(state, key, state.profile.touching)
        for to in dict.fromkeys((*near, *grappling.held_by(state, key))):
            yield Transfer(side=side, ship=key, to=to)


def _lead_boarders(state: State, command: Board) -> Iterator[LeaderJoined]:
    """A leader who boards is named before any blow falls (AMB-154)."""
    one = fleets.aboard(state, command.ship) if command.ship in state.ships else None
    if one and command.leader is True:
        yield LeaderJoined(ship=command.ship, leader=one.home)


def _check_leader_aboard(state: State, command: Board) -> Refused | None:
    if command.leader is True and fleets.aboard(state, command.ship) is None:
        return Refused("AMB-154", f"No leader is aboard {state.cards[command.ship].name}.", pieces=(command.ship,))
    return None


def _lead_defenders(state: State, command: Defend) -> Iterator[LeaderJoined]:
    """Where crews are counted the owner says whether a leader who is boarded fights; unsaid, if it helps (AMB-154)."""
    one = fleets.aboard(state, state.question.ship) if state.question else None
    helps = one is not None and fleets.printed(state, one).rating < 0
    if one and (helps if command.leader is UNSET else command.leader):
        yield LeaderJoined(ship=one.ship, leader=one.home)


def _check_leader_boarded(state: State, command: Defend) -> Refused | None:
    key = state.question.ship if state.question else ""
    if command.leader is True and fleets.aboard(state, key) is None:
        return Refused("AMB-154", f"No leader is aboard {state.cards[key].name}.", pieces=(key,))
    return None


def add_leaders_to_fights(turn: Context) -> None:
    """Leaders whom nobody is asked about take part if it helps, before any dice are thrown (AMB-154)."""
    for fight in boarding.fights(turn.state):
        for key in (*fight.attackers, *fight.defenders):
            one = None if DEFENDED in turn.state.ships[key].tried else fleets.aboard(turn.state, key)
            if one and one.fights != turn.state.turn and will_join_fight(turn.state, one):
                turn.emit(LeaderJoined(ship=key, leader=one.home))


def will_join_fight(state: State, one: Admiral) -> bool:
    """Whether he fights by himself: where he did so before, or where his ship is boarded, or agreed to it."""
    if fleets.printed(state, one).rating >= 0:
        return False
    held = grappling.melee_of(state, one.ship)
    if held:
        return one.ship not in held.boarders or one.fights == state.turn - 1
    agreed = any(hold.agreed and hold.turn == state.turn and hold.joins(one.ship) for hold in state.grapples)
    return agreed or all(assault.ship != one.ship for assault in state.boardings)


def _better_leader_modifier(throw: Throw, so_far: int) -> Modifier | None:
    """The better leader in the fight takes the difference off his side's throw (AMB-43, AMB-154)."""
    one, by = fleets.lead(throw.state, throw.ships, throw.against)
    if one is None or throw.shifted:
        return None
    return Modifier(fleets.printed(throw.state, one).name, signed(-by), so_far - by)


def _list_led_boardings(state: State, side: Side, key: str) -> Iterator[Board]:
    """Boarders with a leader who helps them."""
    one = fleets.aboard(state, key)
    if one and fleets.printed(state, one).rating < 0:
        for target in sorted(boarding.within_reach(state, key)):
            yield Board(side=side, ship=key, target=target, leader=True)


def _list_marks(state: State, key: str) -> Iterator[Mark]:
    one = fleets.aboard(state, key)
    if one is None:
        return
    leader = fleets.printed(state, one)
    far = positions.in_um(leader_reach(state, one))
    meaning = f"{leader.name} helps ships of his {leader.scope} within {far}."
    yield Mark("Leader", signed(leader.rating), meaning, "SOTL-9-d")


def _name_for_label(state: State, key: str) -> str:
    one = fleets.aboard(state, key)
    return fleets.printed(state, one).name if one else "Nobody"


def _explain_no_effect(state: State) -> str:
    return "" if fleets.leaders(state) else "No leader is aboard any ship in this battle."


_AIDED_COMMANDS = (Sail, GrappleShip, BreakGrapple, ClearRigging, Unfoul, Refloat)
"""Orders that may do without a leader's help."""


MODULE = RuleModule(
    id="leaders",
    rule="SOTL-9",
    words="Leaders",
    note="Leaders help the ships of their divisions near them, fight on deck, change ship, and are worth points.",
    group="People",
    inert=_explain_no_effect,
    opening={"boarding": add_leaders_to_fights},
    command_handlers=(CommandHandler(Transfer, check_transfer, execute_transfer),),
    orders={"grapple": ("transfer",)},
    labels=by_kind(
        Case(
            Transfer,
            lambda state, order: (
                f"{_name_for_label(state, order.ship)} goes over to {name(state, order.to)}",
                "He takes his wounds along, and helps from there; without a roll or fatigue, once a turn.",
            ),
        ),
    ),
    amendments=(
        *(CommandExtension(kind, ("leader",)) for kind in _AIDED_COMMANDS),
        CommandExtension(Board, ("leader",), _lead_boarders, _check_leader_aboard),
        CommandExtension(Defend, ("leader",), _lead_defenders, _check_leader_boarded),
    ),
    choices={"grapple": each_ship(list_transfers), "board": each_ship(_list_led_boardings)},
    event_handlers=EVENT_HANDLERS,
    sequels=LEADER_FOLLOW_UPS,
    scenario=(FORMATIONS,),
    printed={"leader": ("communications", "line_breaking")},
    problems=find_formation_problems,
    marks=_list_marks,
    sums=ModifierTables(
        check=ModifierTable(
            (ModifierRule("leader", "SOTL-9-e", leader_modifier, after=("failed before", "over bow or stern")),)
        ),
        throw=ModifierTable((ModifierRule("leader", "SOTL-4.3.1-i", _better_leader_modifier, after=("dice",)),)),
    ),
)
