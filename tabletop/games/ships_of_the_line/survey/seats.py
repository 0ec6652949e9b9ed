"""Seats: the player of a side who is asked, and the step as it is for one player (AMB-148)."""

from collections.abc import Collection
from typing import Literal, TypeVar

import msgspec
from msgspec.structs import replace

from tabletop.core.errors import Refused
from tabletop.core.state_cache import cache_per_state
from tabletop.games.ships_of_the_line import rules, words
from tabletop.games.ships_of_the_line.chapters import orders
from tabletop.games.ships_of_the_line.commands import Done, SideCommand
from tabletop.games.ships_of_the_line.fleets import commander, players_of
from tabletop.games.ships_of_the_line.model import Player, State, side_of
from tabletop.games.ships_of_the_line.rule_modules import phase_of
from tabletop.games.ships_of_the_line.ship import SIDES, Side


def find_asked_player(state: State) -> str:
    """Return the id of the player who is asked, or the side if the side has one player."""
    return orders.find_player_to_move(state) or rules.side_to_choose(state)


@cache_per_state
def restrict_to_player(state: State, player: str = "") -> State:
    """Return the state in which all other players of the side that is asked are done.

    Args:
        state: the battle.
        player: the player who is left if not done yet; else, or for "", the player who is asked.

    Returns:
        The state itself if each side has one player, a question is open, or both sides are asked at once.
    """
    if not state.players or state.question is not None or phase_of(state).asks == "either" or not state.asked:
        return state
    waiting = orders.players_not_done(state, state.asked)
    mine = player if player in waiting else orders.find_player_to_move(state)
    others = tuple(one for one in waiting if one != mine)
    return replace(state, done=(*(state.done or ()), *others)) if others else state


OrderT = TypeVar("OrderT", bound=SideCommand)
StepStatus = Literal["asked", "waits", "done"]


class SidePlayer(msgspec.Struct, frozen=True):
    """A player of a side that has several players.

    Attributes:
        id: id of the player.
        name: name of the player.
        status: `asked`, `waits` or `done` in this step; None if the side is not asked.
    """

    id: str
    name: str
    status: StepStatus | None


def list_side_players(state: State, side: Side, now: str) -> tuple[SidePlayer, ...]:
    """Return the players of a side in file order; () if the side has one player.

    `now` is the id of the player who is asked.
    """
    mine = players_of(state, side)
    return (
        tuple(SidePlayer(one.id, one.name, _find_step_status(state, one, now)) for one in mine) if len(mine) > 1 else ()
    )


def _find_step_status(state: State, one: Player, now: str) -> StepStatus | None:
    """Return "asked" for the player `now`, else "done" or "waits"; None if his side is not asked."""
    if one.id == now:
        return "asked"
    if one.side != state.asked or state.outcome is not None:
        return None
    return "done" if one.id in (state.done or ()) else "waits"


def commander_name(state: State, key: str) -> str:
    """Return the name of the player who commands a ship, or "" if the side has one player."""
    several = len(players_of(state, side_of(state, key))) > 1
    return words.player_name(state, commander(state, key)) if several else ""


def find_early_order_refusal(state: State, player: str, persons: Collection[str]) -> Refused | None:
    """Return the refusal to order for a player before the one who is asked, or None.

    Refused are players of a side that is not asked, who are done, or whom no person in `persons` plays.
    """
    name = words.player_name(state, player)
    if side_of_seat(state, player) != state.asked or state.question is not None:
        return Refused("AMB-148", f"It is not {name}'s turn.")
    if player in (state.done or ()):
        return Refused("AMB-148", f"{name} has finished this step.")
    if find_person_seat(restrict_to_player(state, player), persons) != player:
        return Refused("", f"The computer plays {name}.", "It gives its orders in its turn.")
    return None


def find_person_seat(state: State, persons: Collection[str]) -> str:
    """Return the seat that is asked if a person holds it, else the first that a person holds.

    Who holds a side holds every seat of it. If no person holds any seat, return the seat that is asked.
    """
    now = find_asked_player(state)
    if now in persons or rules.side_to_choose(state) in persons:
        return now
    seats = [(one.id, one.side) for one in state.players or ()] or [(side, side) for side in SIDES]
    return next((seat for seat, side in seats if seat in persons or side in persons), now)


def side_of_seat(state: State, seat: str) -> Side:
    """Return the side of a seat: of its player, or the side that it names; "allied" for anything unknown."""
    found = next((one.side for one in state.players or () if one.id == seat), seat)
    return "british" if found == "british" else "allied"


def is_commanded_from(state: State, key: str, seat: str) -> bool:
    """Return True if a ship or a battery obeys the seat: its player, or its side if that has one player."""
    works = state.coast.batteries if state.coast else {}
    of = works[key].side if key in works else side_of(state, key)
    return seat == (commander(state, key) or of)


def build_done(state: State) -> Done:
    """Return the done command of the player who is asked."""
    return sign_order(state, Done(side=rules.side_to_choose(state)))


def sign_order(state: State, order: OrderT) -> OrderT:
    """Return a copy of the command in the name of the player who is asked.

    The command itself if each side has one player.
    """
    return replace(order, by=orders.find_player_to_move(state)) if state.players else order
