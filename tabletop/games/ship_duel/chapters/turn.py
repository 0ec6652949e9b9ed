"""What the phases share: the command on its way through the rules, and how a phase or a turn begins (SLC-3, SLC-4)."""

from tabletop.cards.dealing import deal, shuffle
from tabletop.core import unfolding
from tabletop.games.ship_duel.commands import Deal
from tabletop.games.ship_duel.events import PhaseBegan, TurnBegan
from tabletop.games.ship_duel.phases import NEXT
from tabletop.games.ship_duel.state import SIDES, Side, State
from tabletop.games.ship_duel.tables import HAND

Unfolding = unfolding.Unfolding[State]


def begin_next(turn: Unfolding, asked: tuple[Side, ...] = SIDES) -> None:
    """Ask for the choices of the next phase."""
    turn.emit(PhaseBegan(phase=NEXT[turn.state.phase], asked=asked))


def load(turn: Unfolding) -> None:
    """Begin a turn and fill up both hands (SLC-4)."""
    turn.emit(TurnBegan(turn=turn.state.turn + 1))
    hands = turn.state.cards.hands
    deal(turn, {side: max(HAND - len(hands[side]), 0) for side in SIDES}, "SLC-4")
    begin_next(turn)


def first_deal(turn: Unfolding, command: Deal) -> None:  # noqa: ARG001
    """Shuffle the deck and deal the first hands (SLC-4)."""
    shuffle(turn)
    load(turn)


def choices(state: State) -> dict[Side, tuple[str, ...]]:
    """What the sides that were asked have chosen, once all have."""
    return {side: state.chosen[side] or () for side in state.asked}
