"""Chapter 9: leaders help ships near them, change ship, fight on deck, and are lost (AMB-150 to AMB-155)."""

from collections.abc import Iterator

from msgspec import UNSET

from tabletop.core.commands import CommandHandler
from tabletop.core.dispatch import Case, by_kind
from tabletop.core.errors import Refused
from tabletop.core.phrases import signed
from tabletop.games.ships_of_the_line import positions, roster
from tabletop.games.ships_of_the_line.chapters import boarding, melee, ties
from tabletop.games.ships_of_the_line.chapters.optional.coastal.grounding import Refloat
from tabletop.games.ships_of_the_line.chapters.optional.collision.fouling import Unfoul
from tabletop.games.ships_of_the_line.chapters.optional.leaders import fates, influence, transfer
from tabletop.games.ships_of_the_line.chapters.optional.leaders.events import EVENT_HANDLERS, LeaderJoined
from tabletop.games.ships_of_the_line.chapters.orders import each_ship
from tabletop.games.ships_of_the_line.commands import (
    Board,
    BreakGrapple,
    ClearRigging,
    Defend,
    GrappleShip,
    Sail,
    Transfer,
)
from tabletop.games.ships_of_the_line.modifiers import Modifier, ModifierRule, ModifierTable, ModifierTables, Throw
from tabletop.games.ships_of_the_line.rule_modules import CommandExtension, Mark, RuleModule
from tabletop.games.ships_of_the_line.ship import DEFENDED, Admiral
from tabletop.games.ships_of_the_line.sides import Side
from tabletop.games.ships_of_the_line.state import Context, State
from tabletop.games.ships_of_the_line.words import name


def _go_first(state: State, command: Board) -> Iterator[LeaderJoined]:
    """A leader who boards is named before any blow falls (AMB-154)."""
    one = roster.aboard(state, command.ship) if command.ship in state.ships else None
    if one and command.leader is True:
        yield LeaderJoined(ship=command.ship, leader=one.home)


def _check_aboard(state: State, command: Board) -> Refused | None:
    if command.leader is True and roster.aboard(state, command.ship) is None:
        return Refused("AMB-154", f"No leader is aboard {state.cards[command.ship].name}.", pieces=(command.ship,))
    return None


def _stand(state: State, command: Defend) -> Iterator[LeaderJoined]:
    """Where crews are counted the owner says whether a leader who is boarded fights; unsaid, if it helps (AMB-154)."""
    one = roster.aboard(state, state.question.ship) if state.question else None
    helps = one is not None and roster.printed(state, one).rating < 0
    if one and (helps if command.leader is UNSET else command.leader):
        yield LeaderJoined(ship=one.ship, leader=one.home)


def _check_stand(state: State, command: Defend) -> Refused | None:
    key = state.question.ship if state.question else ""
    if command.leader is True and roster.aboard(state, key) is None:
        return Refused("AMB-154", f"No leader is aboard {state.cards[key].name}.", pieces=(key,))
    return None


def name_fighters(turn: Context) -> None:
    """Leaders whom nobody is asked about take part if it helps, before any dice are thrown (AMB-154)."""
    for fight in melee.fights(turn.state):
        for key in (*fight.attackers, *fight.defenders):
            one = None if DEFENDED in turn.state.ships[key].tried else roster.aboard(turn.state, key)
            if one and one.fights != turn.state.turn and joins(turn.state, one):
                turn.emit(LeaderJoined(ship=key, leader=one.home))


def joins(state: State, one: Admiral) -> bool:
    """Whether he fights by himself: where he did so before, or where his ship is boarded, or agreed to it."""
    if roster.printed(state, one).rating >= 0:
        return False
    held = ties.melee_of(state, one.ship)
    if held:
        return one.ship not in held.boarders or one.fights == state.turn - 1
    agreed = any(hold.agreed and hold.turn == state.turn and hold.joins(one.ship) for hold in state.grapples)
    return agreed or all(assault.ship != one.ship for assault in state.boardings)


def _better(throw: Throw, so_far: int) -> Modifier | None:
    """The better leader in the fight takes the difference off his side's throw (AMB-43, AMB-154)."""
    one, by = roster.lead(throw.state, throw.ships, throw.against)
    if one is None or throw.shifted:
        return None
    return Modifier(roster.printed(throw.state, one).name, signed(-by), so_far - by)


def _with_leader(state: State, side: Side, key: str) -> Iterator[Board]:
    """Boarders with a leader who helps them."""
    one = roster.aboard(state, key)
    if one and roster.printed(state, one).rating < 0:
        for target in sorted(boarding.within_reach(state, key)):
            yield Board(side=side, ship=key, target=target, leader=True)


def _marks(state: State, key: str) -> Iterator[Mark]:
    one = roster.aboard(state, key)
    if one is None:
        return
    leader = roster.printed(state, one)
    far = positions.in_um(influence.reach(state, one))
    meaning = f"{leader.name} helps ships of his {leader.scope} within {far}."
    yield Mark("Leader", signed(leader.rating), meaning, "SOTL-9-d")


def _called(state: State, key: str) -> str:
    one = roster.aboard(state, key)
    return roster.printed(state, one).name if one else "Nobody"


def _inert(state: State) -> str:
    return "" if roster.leaders(state) else "No leader is aboard any ship in this battle."


_AIDED = (Sail, GrappleShip, BreakGrapple, ClearRigging, Unfoul, Refloat)
"""Orders that may do without a leader's help."""


MODULE = RuleModule(
    id="leaders",
    rule="SOTL-9",
    words="Leaders",
    note="Leaders help the ships of their divisions near them, fight on deck, change ship, and are worth points.",
    group="People",
    inert=_inert,
    opening={"boarding": name_fighters},
    command_handlers=(CommandHandler(Transfer, transfer.check, transfer.transfer),),
    orders={"grapple": ("transfer",)},
    labels=by_kind(
        Case(
            Transfer,
            lambda state, order: (
                f"{_called(state, order.ship)} goes over to {name(state, order.to)}",
                "He takes his wounds along, and helps from there; without a roll or fatigue, once a turn.",
            ),
        ),
    ),
    amendments=(
        *(CommandExtension(kind, ("leader",)) for kind in _AIDED),
        CommandExtension(Board, ("leader",), _go_first, _check_aboard),
        CommandExtension(Defend, ("leader",), _stand, _check_stand),
    ),
    choices={"grapple": each_ship(transfer.choices_of), "board": each_ship(_with_leader)},
    event_handlers=EVENT_HANDLERS,
    sequels=fates.SEQUELS,
    scenario=(influence.FORMATIONS,),
    printed={"leader": ("communications", "line_breaking")},
    problems=influence.problems,
    marks=_marks,
    sums=ModifierTables(
        check=ModifierTable(
            (ModifierRule("leader", "SOTL-9-e", influence.line, after=("failed before", "over bow or stern")),)
        ),
        throw=ModifierTable((ModifierRule("leader", "SOTL-4.3.1-i", _better, after=("dice",)),)),
    ),
)
