"""Who of several players of a side is asked, and the step as it is for him alone (AMB-148)."""

from collections.abc import Collection
from typing import Literal, TypeVar

import msgspec
from msgspec.structs import replace

from tabletop.core.errors import Refused
from tabletop.core.memory import per_state
from tabletop.games.ships_of_the_line import rules, words
from tabletop.games.ships_of_the_line.chapters import orders
from tabletop.games.ships_of_the_line.commands import Done, SideCommand
from tabletop.games.ships_of_the_line.fleets import commander, players_of
from tabletop.games.ships_of_the_line.rule_modules import phase_of
from tabletop.games.ships_of_the_line.ship import SIDES, Side
from tabletop.games.ships_of_the_line.state import Player, State, side_of


def asked(state: State) -> str:
    """The player who is asked, or the side where it has one player."""
    return orders.asked_player(state) or rules.side_to_choose(state)


@per_state
def alone(state: State, player: str = "") -> State:
    """The battle for one player of the side that is asked: its others have nothing more to order in this step.

    Args:
        state: the battle.
        player: he, if he has not said that he is done; else who is asked.
    """
    if not state.players or state.question is not None or phase_of(state).asks == "either" or not state.asked:
        return state
    waiting = orders.players_not_done(state, state.asked)
    mine = player if player in waiting else orders.asked_player(state)
    others = tuple(one for one in waiting if one != mine)
    return replace(state, done=(*(state.done or ()), *others)) if others else state


Given = TypeVar("Given", bound=SideCommand)
Standing = Literal["asked", "waits", "done"]


class SidePlayer(msgspec.Struct, frozen=True):
    """A player of a side that has several.

    Attributes:
        id: of the player.
        name: of the player.
        standing: what he has to do with this step; nothing if his side is not asked.
    """

    id: str
    name: str
    standing: Standing | None


def places(state: State, side: Side, now: str) -> tuple[SidePlayer, ...]:
    """The players of a side, in file order, `now` being who is asked; none where it has one."""
    mine = players_of(state, side)
    return tuple(SidePlayer(one.id, one.name, _standing(state, one, now)) for one in mine) if len(mine) > 1 else ()


def _standing(state: State, one: Player, now: str) -> Standing | None:
    if one.id == now:
        return "asked"
    if one.side != state.asked or state.outcome is not None:
        return None
    return "done" if one.id in (state.done or ()) else "waits"


def commander_of(state: State, key: str) -> str:
    """The name of the player whom a ship obeys, where her side has several."""
    several = len(players_of(state, side_of(state, key))) > 1
    return words.player_name(state, commander(state, key)) if several else ""


def cannot_go_first(state: State, player: str, persons: Collection[str]) -> Refused | None:
    """Why a player, though a person sits there, cannot order anything before the one who is asked, or None."""
    name = words.player_name(state, player)
    if side(state, player) != state.asked or state.question is not None:
        return Refused("AMB-148", f"{name} is not asked now.")
    if player in (state.done or ()):
        return Refused("AMB-148", f"{name} has no more orders in this step.")
    if held(alone(state, player), persons) != player:
        return Refused("", f"The computer plays {name}.", "It orders when it is asked.")
    return None


def held(state: State, persons: Collection[str]) -> str:
    """The seat of who is asked, if a person holds it; else the first one that a person holds, or nobody's.

    Who holds a side holds every seat of it.
    """
    now = asked(state)
    if now in persons or rules.side_to_choose(state) in persons:
        return now
    seats = [(one.id, one.side) for one in state.players or ()] or [(side, side) for side in SIDES]
    return next((seat for seat, side in seats if seat in persons or side in persons), now)


def side(state: State, seat: str) -> Side:
    """The side of a seat."""
    found = next((one.side for one in state.players or () if one.id == seat), seat)
    return "british" if found == "british" else "allied"


def obeys(state: State, key: str, seat: str) -> bool:
    """Whether a ship or a battery takes the orders that come from a seat."""
    works = state.coast.batteries if state.coast else {}
    of = works[key].side if key in works else side_of(state, key)
    return seat == (commander(state, key) or of)


def done(state: State) -> Done:
    """Who is asked has nothing more to order in this step."""
    return signed(state, Done(side=rules.side_to_choose(state)))


def signed(state: State, order: Given) -> Given:
    """An order of who is asked, whomever its ship obeys."""
    return replace(order, by=orders.asked_player(state)) if state.players else order
