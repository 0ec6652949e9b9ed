"""Exact chances of the cards that are dealt for those that one discards, from what the side may know (TRA-3, C-6)."""

from collections.abc import Iterator
from fractions import Fraction

import msgspec

from tabletop.cards import odds
from tabletop.cards.unseen import unseen
from tabletop.cards.zones import Cards
from tabletop.core.phrases import percent
from tabletop.games.trafalgar_cards.deck import SIDES, USES, Side, Use
from tabletop.games.trafalgar_cards.limits import MOST_DISCARDED, most, uses
from tabletop.games.trafalgar_cards.naming import USE_NAMES
from tabletop.games.trafalgar_cards.state import State

_ORDINALS = ("a", "a second", "a third", "a fourth", "a fifth", "a sixth", "a seventh", "an eighth")


class Draw(msgspec.Struct, frozen=True):
    """One thing that could be hoped for.

    Attributes:
        use: what is wanted.
        held: how many of it are kept.
        chance: that at least one more comes.
    """

    use: Use
    held: int
    chance: Fraction

    @property
    def hope(self) -> str:
        """``a second Strategy card``."""
        return "your Admiral" if self.use == "admiral" else f"{_ORDINALS[self.held]} {USE_NAMES[self.use]} card"

    @property
    def words(self) -> str:
        """``chance to draw a second Strategy card: 41 %``."""
        return f"chance to draw {self.hope}: {percent(self.chance)}"


def hopes(view: State, side: Side, discarding: Cards) -> tuple[Draw, ...]:
    """The chance of one card more for every row that is not full, if these cards are discarded now.

    `view` is what the side may know. Nothing is told where the pile could run out before the deal is over, for then
    cards come that depend on what the other side discards.
    """
    if not discarding or not known(view, side, len(discarding)):
        return ()
    return tuple(_hopes(view, side, discarding))


def known(view: State, side: Side, draws: int) -> bool:
    """Whether the pile lasts whatever the other side discards; the British are dealt theirs first (TRA-3)."""
    before = MOST_DISCARDED if side != SIDES[0] else 0
    return draws + before <= len(view.cards.pile)


def _hopes(view: State, side: Side, discarding: Cards) -> Iterator[Draw]:
    limit = most(view.limits, view.turn)
    kept = [card for card in view.cards.hands[side] if card not in discarding]
    hidden = unseen(view, side).loose
    able = {card: uses(view.deck[card], side, limit) for card in (*kept, *hidden)}
    for use in USES:
        held = sum(use in able[card] for card in kept)
        if held < limit[use]:
            wanted = sum(use in able[card] for card in hidden)
            yield Draw(use, held, odds.at_least(1, len(discarding), wanted, len(hidden)))
