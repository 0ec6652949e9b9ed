"""Casualties and the end of a turn (VOL-1, VOL-9, VOL-12)."""

from tabletop.core.agreement import GameEnded
from tabletop.core.game import Outcome
from tabletop.core.phrases import listed
from tabletop.games.volley import melds
from tabletop.games.volley.chapters.unfolding import Unfolding
from tabletop.games.volley.events import CasualtiesSuffered, PhaseBegan, TableCleared, TurnBegan, TurnEnded
from tabletop.games.volley.state import QUIET, Assault, State, losses, other


def answered(turn: Unfolding) -> None:
    """An answer and its counters lie: more answers may come, or the attack is reckoned (VOL-6)."""
    assault = turn.state.assault
    assert assault is not None
    if turn.state.defences == "any":
        turn.emit(PhaseBegan(stage="defence", side=other(assault.side), rule="VOL-6"))
    else:
        reckon(turn)


def reckon(turn: Unfolding) -> None:
    """Take the force of the meld from the opponent's troops and clear the table (VOL-9)."""
    state, assault = turn.state, turn.state.assault
    assert assault is not None
    loser = other(assault.side)
    shares = melds.shares(state.deck, assault)
    total = sum([share.counted for share in shares])
    before = state.troops[loser]
    left = max(0, before - total)
    turn.emit(CasualtiesSuffered(side=loser, shares=shares, total=total, before=before, left=left))
    turn.emit(TableCleared(cards=state.cards.table))
    if left == 0:
        end(turn, assault.side, _broken(turn.state, assault, total), "VOL-1")
    else:
        end_turn(turn, total)


def end_turn(turn: Unfolding, suffered: int) -> None:
    """The turn passes, unless nothing has happened for too long (VOL-12)."""
    state, side = turn.state, turn.state.active
    assert side is not None
    quiet = 0 if suffered else state.quiet + 1
    turn.emit(TurnEnded(side=side, quiet=quiet))
    if quiet >= QUIET:
        end(turn, None, f"{QUIET} turns in a row without a casualty", "VOL-12")
    else:
        turn.emit(TurnBegan(turn=state.turn + 1, side=other(side)))


def end(turn: Unfolding, winner: str | None, reason: str, rule: str) -> None:
    """The game is over; the troops that are left are the reckoning."""
    troops = {str(side): number for side, number in turn.state.troops.items()}
    turn.emit(GameEnded(outcome=Outcome(winner, reason, rule, troops), rule=rule))


def _broken(state: State, assault: Assault, total: int) -> str:
    """By which cards of the meld the last troops were lost (VOL-1); what was negated had no part in it (VOL-8)."""
    broken = melds.negated(assault)
    meld = listed(state.deck[card].name for card in assault.meld if card not in broken)
    return f"{state.names[other(assault.side)]} has no troops left: {losses(total)} by {meld}"
