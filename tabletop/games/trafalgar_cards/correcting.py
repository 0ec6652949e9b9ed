"""Putting right a card, as both sides agree (C-9)."""

from functools import partial

from tabletop.cards import correcting
from tabletop.core.deeds import Deed
from tabletop.core.facts import Happening
from tabletop.games.trafalgar_cards.deck import SIDES
from tabletop.games.trafalgar_cards.naming import with_article
from tabletop.games.trafalgar_cards.state import State, card_name

correctables = partial(correcting.correctables, card_name)
DEEDS: tuple[Deed[State], ...] = (correcting.exchanging(SIDES),)
FACTS: tuple[Happening[State], ...] = (
    correcting.exchanged(lambda state, side: with_article(side), card_name),  # noqa: ARG005
)
