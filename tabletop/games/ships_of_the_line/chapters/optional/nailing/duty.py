"""Chapter 13-d: who sank or took an enemy with nailed colours must board the next one (AMB-98, AMB-169, AMB-221)."""

from collections.abc import Iterator

from tabletop.core.command_context import FollowUp
from tabletop.core.errors import Refused
from tabletop.games.ships_of_the_line import commands, positions
from tabletop.games.ships_of_the_line.chapters import boarding, duties
from tabletop.games.ships_of_the_line.chapters.optional.collision.events import CollisionRolled
from tabletop.games.ships_of_the_line.chapters.optional.nailing.events import (
    DutyBegan,
    DutyEnded,
    DutyMarked,
    EnemyHarmed,
    NailingEnded,
    nailing_of,
)
from tabletop.games.ships_of_the_line.chapters.plan import trial
from tabletop.games.ships_of_the_line.events.boarding import BoardingDeclared, ShipCaptured
from tabletop.games.ships_of_the_line.events.combat import BroadsideFired, OfficerHit
from tabletop.games.ships_of_the_line.events.losses import ShipExploded, ShipSunk
from tabletop.games.ships_of_the_line.state import Context, State, in_service, side_of


def nailed(state: State, key: str) -> bool:
    """Whether her colours are nailed to the mast."""
    return nailing_of(state, key).state == "nailed"


def officer_hit(turn: Context, event: OfficerHit) -> None:
    """With her officer dead her colours may come down (13-e)."""
    if event.condition == "dead" and nailed(turn.state, event.ship):
        turn.emit(NailingEnded(ship=event.ship))


def captured(turn: Context, event: ShipCaptured) -> None:
    """Hers come down when she is taken; who takes an enemy with her own nailed must go on (AMB-168, AMB-169)."""
    if nailed(turn.state, event.ship):
        turn.emit(NailingEnded(ship=event.ship, rule="AMB-168"))
    _go_on(turn, event.by)


def fired(turn: Context, event: BroadsideFired) -> None:
    """She will cost her target hull points; a battery is nothing to board."""
    if event.hull > 0 and event.target in turn.state.ships:
        _harm(turn, event.ship, event.target)


def rammed(turn: Context, event: CollisionRolled) -> None:
    """Ships that collide cost each other hull points."""
    if event.collided:
        _harm(turn, event.ship, event.other)
        _harm(turn, event.other, event.ship)


def _harm(turn: Context, key: str, other: str) -> None:
    if nailed(turn.state, key) and side_of(turn.state, key) != side_of(turn.state, other):
        turn.emit(EnemyHarmed(ship=key, other=other))


def sunk(turn: Context, event: ShipSunk | ShipExploded) -> None:
    """An enemy that she harmed in this turn goes down (AMB-221)."""
    for key in turn.state.ships:
        nailing = nailing_of(turn.state, key)
        if nailing.harmed_turn == turn.state.turn and event.ship in nailing.harmed:
            _go_on(turn, key)


def _go_on(turn: Context, key: str) -> None:
    if in_service(turn.state, key) and nailed(turn.state, key) and not nailing_of(turn.state, key).duty:
        turn.emit(DutyBegan(ship=key))


def boards(turn: Context, event: BoardingDeclared) -> None:
    """Her duty is done."""
    if nailing_of(turn.state, event.ship).duty:
        turn.emit(DutyEnded(ship=event.ship))


def fix_marks(turn: Context) -> None:
    """As the Movement Phase opens: the nearest enemy in service, the first in key order of several (AMB-169)."""
    for key in turn.state.ships:
        if in_service(turn.state, key) and nailing_of(turn.state, key).duty and (mark := _nearest(turn.state, key)):
            turn.emit(DutyMarked(ship=key, mark=mark))


def _nearest(state: State, key: str) -> str:
    own = side_of(state, key)
    foes = (other for other in state.ships if in_service(state, other) and side_of(state, other) != own)
    return min(foes, key=lambda foe: positions.apart(state, key, foe), default="")


def mark_of(state: State, key: str) -> str:
    """The enemy that she makes for, as long as he is in service; else an empty key."""
    nailing = nailing_of(state, key)
    bound = in_service(state, key) and nailing.state == "nailed" and nailing.duty and nailing.mark
    return nailing.mark if bound and in_service(state, nailing.mark) else ""


def sail(state: State, key: str) -> Iterator[commands.SideCommand]:
    """By the bee-line."""
    if mark := mark_of(state, key):
        yield from duties.sail(state, key, duties.towards(state, key, mark))


def throw(state: State, key: str) -> Iterator[commands.SideCommand]:
    """Her grapples, if they reach."""
    if mark := mark_of(state, key):
        yield commands.GrappleShip(side=side_of(state, key), ship=key, target=mark)


def board(state: State, key: str) -> Iterator[commands.SideCommand]:
    """If she is fast to it."""
    mark = mark_of(state, key)
    if mark and mark in boarding.within_reach(state, key):
        yield commands.Board(side=side_of(state, key), ship=key, target=mark)


def check_course(state: State, command: commands.Sail) -> Refused | None:
    """Not away from the mark, where she could come nearer (AMB-149)."""
    key = command.ship
    mark = mark_of(state, key)
    if not mark:
        return None
    return duties.check_course(
        state,
        trial(state, key, command.plan),
        duties.towards(state, key, mark),
        lambda pose: positions.gap_from(state, key, pose, mark).distance,
        state.cards[mark].name,
    )


SEQUELS: tuple[FollowUp[State], ...] = (
    FollowUp(OfficerHit, officer_hit),
    FollowUp(ShipCaptured, captured),
    FollowUp(BroadsideFired, fired),
    FollowUp(CollisionRolled, rammed),
    FollowUp(ShipSunk, sunk),
    FollowUp(ShipExploded, sunk),
    FollowUp(BoardingDeclared, boards),
)
