"""Chapters 3-h and 8: how a battle ends, and who has won."""

from tabletop.core.errors import Refused
from tabletop.core.game import Outcome
from tabletop.games.ships_of_the_line.chapters.unfolding import Unfolding
from tabletop.games.ships_of_the_line.chapters.victory import totals
from tabletop.games.ships_of_the_line.commands import AcceptDraw, Command, Concede, OfferDraw
from tabletop.games.ships_of_the_line.events import DrawLapsed, DrawOffered, GameEnded
from tabletop.games.ships_of_the_line.phases import PHASES
from tabletop.games.ships_of_the_line.state import SIDES, Side, State, enemy_of, in_service, side_of

FLEETS: dict[Side, str] = {"british": "the British fleet", "allied": "the Combined Fleet"}


def check_concede(state: State, command: Concede) -> Refused | None:  # noqa: ARG001
    """A side may give up at any time (C-9)."""
    return None


def concede(turn: Unfolding, command: Concede) -> None:
    """Who concedes loses, whatever the points (AMB-140)."""
    reason = f"{_capital(command.side)} conceded"
    _end(turn, enemy_of(command.side), reason, "C-9")


def check_offer_draw(state: State, command: OfferDraw) -> Refused | None:
    """One offer at a time."""
    if state.draw_offered == command.side:
        return Refused("C-9", "Your offer of a draw stands already.")
    return None


def offer_draw(turn: Unfolding, command: OfferDraw) -> None:
    """The offer stands until it is accepted or lapses; whoever offers what he has been offered agrees (C-9)."""
    if turn.state.draw_offered == enemy_of(command.side):
        _agreed(turn)
    else:
        turn.emit(DrawOffered(side=command.side))


def check_accept_draw(state: State, command: AcceptDraw) -> Refused | None:
    """There must be an offer of the other side."""
    if state.draw_offered != enemy_of(command.side):
        return Refused("C-9", "The other side has not offered a draw.")
    return None


def accept_draw(turn: Unfolding, command: AcceptDraw) -> None:  # noqa: ARG001
    """An agreed draw is a draw (AMB-140)."""
    _agreed(turn)


def _agreed(turn: Unfolding) -> None:
    _end(turn, None, "A draw was agreed", "C-9")


def lapse(turn: Unfolding, command: Command) -> None:
    """Any command of the side that was offered a draw, but to agree to one, is a refusal (C-9)."""
    if turn.state.draw_offered == enemy_of(command.side) and type(command) not in (AcceptDraw, OfferDraw):
        turn.emit(DrawLapsed())


def at_end_of_phase(turn: Unfolding) -> None:
    """A side without fighting ships, or the last turn over, ends the battle (3-h, AMB-115, AMB-140)."""
    without = [side for side in SIDES if not _fights(turn.state, side)]
    if without:
        fleets = " and ".join(FLEETS[side] for side in without)
        _by_points(turn, f"{fleets[:1].upper()}{fleets[1:]} has no fighting ships left", "AMB-140")
    elif PHASES[turn.state.phase].next == "initiative" and turn.state.turn >= turn.state.turns:
        _by_points(turn, f"Turn {turn.state.turn} was the last", "SOTL-3-h")


def _fights(state: State, side: Side) -> bool:
    return any(in_service(state, key) and side_of(state, key) == side for key in state.ships)


def _by_points(turn: Unfolding, reason: str, rule: str) -> None:
    """Most points win; equal points are a draw (8-a, AMB-115)."""
    points = totals(turn.state)
    leaders = [side for side in SIDES if points[side] == max(points.values())]
    _end(turn, leaders[0] if len(leaders) == 1 else None, reason, rule)


def _end(turn: Unfolding, winner: Side | None, reason: str, rule: str) -> None:
    outcome = Outcome(winner, reason, rule, totals(turn.state), turn.state.scores)
    turn.emit(GameEnded(outcome=outcome))


def _capital(side: Side) -> str:
    return f"{FLEETS[side][:1].upper()}{FLEETS[side][1:]}"
