"""The Sail Phase: who shows more winds has the advantage (SLC-6, SLC-7)."""

from tabletop.core.errors import Refused
from tabletop.games.ship_duel.chapters.turn import Unfolding, begin_next, choices
from tabletop.games.ship_duel.commands import Sail
from tabletop.games.ship_duel.events import AdvantageGained, WindsRevealed
from tabletop.games.ship_duel.state import SIDES, State, advantaged, of_kind
from tabletop.games.ship_duel.tables import KINDS, OPPOSITES, SHOT


def check(state: State, command: Sail) -> Refused | None:
    """Only winds, and no two that are opposites (SLC-6)."""
    kinds = {state.deck[card] for card in command.cards}
    for kind in SHOT.values():
        if kind in kinds:
            return Refused("SLC-6", f"{KINDS[kind].name} is not a wind.", pieces=of_kind(state, command.cards, kind))
    for kind, opposite in OPPOSITES:
        if kind in kinds and opposite in kinds:
            pair = f"{KINDS[kind].name} and {KINDS[opposite].name}"
            against = (*of_kind(state, command.cards, kind), *of_kind(state, command.cards, opposite))
            return Refused("SLC-6", f"{pair} are opposites: they cannot blow together.", pieces=against)
    return None


def sail(turn: Unfolding) -> None:
    """Show the winds and tell who may attack (SLC-7)."""
    winds = choices(turn.state)
    turn.emit(WindsRevealed(winds=winds))
    ahead = advantaged(turn.state)
    turn.emit(AdvantageGained(counts={side: len(winds[side]) for side in SIDES}, advantaged=ahead))
    begin_next(turn, (ahead,) if ahead else SIDES)
