"""The phases in which cards are discarded: Reload (SLC-5) and Retire (SLC-9)."""

from tabletop.cards.dealing import deal
from tabletop.cards.events import CardsDiscarded
from tabletop.core.agreement import GameEnded
from tabletop.core.errors import Refused
from tabletop.core.game import Outcome
from tabletop.games.ship_duel.chapters.turn import Unfolding, begin_next, choices, load
from tabletop.games.ship_duel.commands import Reload, Retire
from tabletop.games.ship_duel.events import TurnEnded
from tabletop.games.ship_duel.state import State
from tabletop.games.ship_duel.tables import QUIET_TURNS, RELOADED, RETIRED


def check_reload(state: State, command: Reload) -> Refused | None:  # noqa: ARG001
    """At most four cards are exchanged (SLC-5)."""
    return _check_number(command.cards, RELOADED, "SLC-5")


def check_retire(state: State, command: Retire) -> Refused | None:  # noqa: ARG001
    """At most three cards are discarded (SLC-9)."""
    return _check_number(command.cards, RETIRED, "SLC-9")


def _check_number(cards: tuple[str, ...], most: int, rule: str) -> Refused | None:
    if len(cards) <= most:
        return None
    return Refused(rule, f"At most {most} cards may be discarded.", f"{len(cards)} chosen", cards[most:])


def reload(turn: Unfolding) -> None:
    """Both discard; then all of port's replacements are dealt, then starboard's (SLC-5)."""
    chosen = choices(turn.state)
    for side, cards in chosen.items():
        turn.emit(CardsDiscarded(side=side, cards=cards, rule="SLC-5"))
    for side, cards in chosen.items():
        deal(turn, {side: len(cards)}, "SLC-5")
    begin_next(turn)


def retire(turn: Unfolding) -> None:
    """Both discard; the turn ends, and with it the game if nothing was hit for long (SLC-9, SLC-10)."""
    for side, cards in choices(turn.state).items():
        turn.emit(CardsDiscarded(side=side, cards=cards, rule="SLC-9"))
    state = turn.state
    hit = any(attack.damage for attack in state.attacks.values())
    turn.emit(TurnEnded(turn=state.turn, quiet=0 if hit else state.quiet + 1))
    if turn.state.quiet < QUIET_TURNS:
        load(turn)
    else:
        reason = f"{QUIET_TURNS} turns in a row passed without damage"
        turn.emit(GameEnded(outcome=Outcome(None, reason, "SLC-10"), rule="SLC-10"))
