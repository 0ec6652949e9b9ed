"""Putting right a card, as both sides agree (C-9)."""

from functools import partial

from tabletop.cards import correcting
from tabletop.core.commands import CommandHandler
from tabletop.core.events import EventHandler
from tabletop.games.trafalgar_cards.deck import SIDES
from tabletop.games.trafalgar_cards.naming import with_article
from tabletop.games.trafalgar_cards.state import State, card_name

correctables = partial(correcting.correctables, card_name)
COMMAND_HANDLERS: tuple[CommandHandler[State], ...] = (correcting.exchanging(SIDES),)
EVENT_HANDLERS: tuple[EventHandler[State], ...] = (
    correcting.exchanged(lambda state, side: with_article(side), card_name),  # noqa: ARG005
)
