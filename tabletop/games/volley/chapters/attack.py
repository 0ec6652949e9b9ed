"""The attack phase (VOL-5): a meld, or none."""

from tabletop.cards import holding
from tabletop.core.errors import Refused
from tabletop.games.volley import melds
from tabletop.games.volley.chapters.unfolding import Unfolding, begin_next
from tabletop.games.volley.commands import Attack
from tabletop.games.volley.events import MeldPlayed
from tabletop.games.volley.state import State, card_name, other


def check(state: State, command: Attack) -> Refused | None:
    """The cards must be held and be a meld; the refusal tells everything that is missing or too many."""
    if refusal := holding.check(state, command.side, command.cards, "VOL-5", card_name):
        return refusal
    if found := melds.faults(state.deck, command.cards):
        pieces = dict.fromkeys(card for fault in found for card in fault.cards)
        return Refused(found[0].rule, " ".join(fault.words for fault in found), pieces=pieces)
    return None


def attack(turn: Unfolding, command: Attack) -> None:
    """Lay the meld on the table and ask the opponent, whatever it holds (VOL-11)."""
    deck, side = turn.state.deck, turn.state.active
    assert side is not None
    cards = melds.laid_out(deck, command.cards)
    forces = tuple([deck[card].force for card in cards])
    troop = melds.TROOP[deck[cards[0]].suit]
    turn.emit(MeldPlayed(side=side, troop=troop, cards=cards, forces=forces, total=sum(forces)))
    begin_next(turn, other(side), "VOL-11")
