"""Several players on a side: who commands which ship, who is asked, and how they end a battle (AMB-120, AMB-148)."""

from collections.abc import Callable, Iterable

import msgspec
from msgspec import UNSET

from tabletop.core.agreement import AcceptDraw, Agreement, Concede, OfferDraw
from tabletop.core.commands import Command
from tabletop.core.errors import Refused
from tabletop.core.memory import per_state
from tabletop.core.phrases import capital
from tabletop.games.ships_of_the_line import commands
from tabletop.games.ships_of_the_line.chapters import orders, victory
from tabletop.games.ships_of_the_line.chapters.orders import commanded
from tabletop.games.ships_of_the_line.commanders import commander, players_of, successor, without
from tabletop.games.ships_of_the_line.commands import BatteryCommand, ShipCommand
from tabletop.games.ships_of_the_line.compiled import phase_of, rules_of
from tabletop.games.ships_of_the_line.events.turn import PlayerAgreed, PlayerConceded, with_done
from tabletop.games.ships_of_the_line.sides import FLEETS, SIDES, Side
from tabletop.games.ships_of_the_line.state import Context, State, side_of
from tabletop.games.ships_of_the_line.words import name, player


def giver(state: State, command: Command) -> str:
    """The player who gives a command; if it does not say, he whom its ship obeys, or who is asked.

    Nobody where each side has one player.
    """
    if command.by is not UNSET or not state.players:
        return command.by or ""
    key = ordered(state, command)
    if state.question is None and key:
        return commander(state, key)
    if type(command) is AcceptDraw:
        return next((one.id for one in players_of(state, command.side) if one.id not in (state.agreed or ())), "")
    if command.side in (state.asked, state.question and state.question.side):
        return asked_player(state)
    return next((one.id for one in players_of(state, command.side)), "")


def asked_player(state: State) -> str:
    """The player who is asked: the owner of the ship that a question is about, else the first who can do something.

    Nobody where each side has one player.
    """
    return _asked_of_several(state) if state.players else ""


@per_state
def _asked_of_several(state: State) -> str:
    if question := state.question:
        keys = [key for key in (question.other, question.ship) if key and side_of(state, key) == question.side]
        return commander(state, next(iter(keys), question.ship))
    if not state.asked:
        return ""
    left = waiting(state, state.asked)
    others = left if len(left) > 1 else ()
    alone = ((one, tuple(rest for rest in left if rest != one)) for one in others)
    able_ones = (one for one, rest in alone if able(with_done(state, (*(state.done or ()), *rest)), state.asked))
    return next(able_ones, next(iter(left), ""))


def waiting(state: State, side: Side) -> tuple[str, ...]:
    """The players of a side who have not said that they are done, in file order."""
    return tuple(one.id for one in players_of(state, side) if one.id not in (state.done or ()))


def able(state: State, side: Side) -> bool:
    """Whether one of the players of a side who are not done has something to order in this step."""
    told: Callable[[State, Side], Iterable[object]] = rules_of(state).actors.get(state.phase, orders.choices)
    if any(True for _ in told(state, side)):
        return True
    left = waiting(state, side)
    return any(commander(state, key) in left for key in orders.besides(state, side))


def check_player(state: State, command: Command) -> Refused | None:
    """Why this player may not give the command, or None; a ship obeys her own player alone."""
    if refusal := _check_seat(state, command):
        return refusal
    if not state.players or type(command) in (Concede, OfferDraw, AcceptDraw) or phase_of(state).asks == "either":
        return None
    by = giver(state, command)
    if state.question is not None:
        asked = asked_player(state)
        return None if by == asked else Refused("AMB-148", f"The question is put to {player(state, asked)}.")
    if by in (state.done or ()):
        return Refused("AMB-148", f"{player(state, by)} has no more orders in this step.")
    key = ordered(state, command)
    if key and (owner := commander(state, key)) != by:
        return Refused("AMB-148", f"{name(state, key)} obeys {player(state, owner)}.", pieces=(key,))
    return None


def ordered(state: State, command: Command) -> str:
    """The ship or the battery of the side to which a command goes, or an empty key."""
    if isinstance(command, BatteryCommand):
        battery = state.coast.batteries.get(command.battery) if state.coast else None
        return battery.key if battery and battery.side == command.side else ""
    key = command.ship if isinstance(command, ShipCommand) else ""
    return key if key in state.ships and side_of(state, key) == command.side else ""


def _check_seat(state: State, command: Command) -> Refused | None:
    seat = next((one for one in state.players or () if (one.id, one.side) == (command.by, command.side)), None)
    if command.by is UNSET or (seat and not seat.gone):
        return None
    if seat:
        return Refused("AMB-148", f"{seat.name} has conceded.")
    return Refused("C-3", f"There is no player '{command.by}' on that side.")


def own(state: State, side: Side) -> list[str]:
    """The ships that obey the player who is asked, in key order; all of a side that has one player."""
    asked = asked_player(state)
    return [key for key in commanded(state, side) if commander(state, key) == asked]


def signed(state: State, command: commands.SideCommand) -> commands.SideCommand:
    """A command that says who of several players gives it."""
    return msgspec.structs.replace(command, by=giver(state, command)) if state.players else command


class Parley(Agreement[State, Side]):
    """C-9 where sides may have several players: a draw needs all of them, and who concedes hands his ships on."""

    def check_side(self, command: Command) -> Refused | None:
        """A command must come from one of the sides (C-3); `check_player` looks at the player."""
        return super().check_side(msgspec.structs.replace(command, by=UNSET))

    def _for_it(self, state: State, command: Command) -> bool:
        return giver(state, command) in (state.agreed or ()) if state.players else super()._for_it(state, command)

    def _concede(self, turn: Context, command: Concede) -> None:
        state, by = turn.state, giver(turn.state, command)
        if len(players_of(state, command.side)) > 1:
            gone = msgspec.structs.replace(state, players=without(state, by))
            turn.emit(PlayerConceded(player=by, to=successor(gone.players or (), command.side, by)))
        else:
            super()._concede(turn, command)

    def _offer(self, turn: Context, command: OfferDraw) -> None:
        """Of several players who offers is the first who is for it."""
        fresh = turn.state.draw_offered is None
        super()._offer(turn, command)
        if turn.state.players and fresh:
            turn.emit(PlayerAgreed(player=giver(turn.state, command)))

    def _accept(self, turn: Context, command: AcceptDraw | OfferDraw) -> None:
        if turn.state.players:
            turn.emit(PlayerAgreed(player=giver(turn.state, command)))
        voices = {one.id for side in SIDES for one in players_of(turn.state, side)}
        if voices <= set(turn.state.agreed or ()):
            super()._accept(turn, command)


AGREEMENT = Parley(SIDES, lambda state, side: capital(FLEETS[side]), victory.end)  # noqa: ARG005
"""Who concedes loses, and an agreed draw is a draw, whatever the points (C-9, AMB-140)."""
