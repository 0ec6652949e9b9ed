"""The card game outside its table: the cover, small pictures of games, and how the hands went."""

import pygame

from tabletop.core.phrases import count, listed
from tabletop.games.trafalgar_cards import tally
from tabletop.games.trafalgar_cards.deck import SIDES, SUITS, Card, Side, Use
from tabletop.games.trafalgar_cards.events import CardNegated
from tabletop.games.trafalgar_cards.limits import HAND
from tabletop.games.trafalgar_cards.naming import SHORT_NAMES, SIDE_NAMES
from tabletop.games.trafalgar_cards.state import Battle, State
from tabletop.ui.boards.cards import faces
from tabletop.ui.boards.cards.look import GREEN
from tabletop.ui.boards.cards.pictures import card_size, face, fan, ground, scale
from tabletop.ui.boards.known import Fate, Pictures, Size
from tabletop.ui.boards.trafalgar_cards.looks import look as look_of
from tabletop.ui.boards.trafalgar_cards.looks import looks

COVER = (
    Card("Raking Fire", "fighting", 8),
    Card("Cut Enemy Line", "strategy", 11),
    Card("Nelson", "admiral", 12, side="british"),
    Card("Local Superiority", "tactics", 11),
    Card("Courage", "morale", 11),
)
"""The cards on the cover, from left to right."""


def cover(size: Size) -> pygame.Surface:
    """A hand of cards on the sea."""
    shown = [look_of(card.name.lower().replace(" ", "_"), card) for card in COVER]
    made = ground(size)
    fan(made, [face(one, card_size(size)) for one in shown], (size[0] / 2, size[1] * 0.54))
    return made


def position(state: State, size: Size) -> pygame.Surface:
    """What everybody may see: the best cards at first, then backs, then the cards that were revealed last."""
    made = ground(size)
    if not state.battle and not any(state.cards.hands.values()):
        best = [face(looks(state.deck, card), card_size(size)) for card in _best(state)]
        fan(made, best, (size[0] / 2, size[1] * 0.54))
        return made
    small = (round(card_size(size)[0] * 0.68), round(card_size(size)[1] * 0.68))
    for side, height in zip(SIDES, (0.72, 0.27), strict=True):
        fan(made, _shown(state, side, small), (size[0] / 2, size[1] * height), 5)
    return made


def _best(state: State) -> list[str]:
    """The strongest card of each suit, and the Admirals in the middle."""
    suits = [max(cards, key=lambda card: state.deck[card].points) for use in SUITS if (cards := _of(state, use))]
    middle = len(suits) // 2
    return [*suits[:middle], *_of(state, "admiral"), *suits[middle:]]


def _of(state: State, use: Use) -> list[str]:
    return [ident for ident, card in state.deck.items() if card.suit == use]


def _shown(state: State, side: Side, size: Size) -> list[pygame.Surface]:
    battle = state.battle
    if battle and battle.plays.get(side):
        return [face(looks(state.deck, play.card), size) for play in battle.plays[side]]
    return [faces.back(GREEN, size, scale(size))] * max(1, len(state.cards.hands[side]))


# --- words


def sides(state: State) -> tuple[tuple[str, str], ...]:
    """Who commands, and the hand that each is dealt."""
    return tuple((SIDE_NAMES[side], f"{_admirals(state, side)}, {count(HAND, 'card')} a turn") for side in SIDES)


def _admirals(state: State, side: Side) -> str:
    return listed(card.name for card in state.deck.values() if card.side == side) or "nobody"


def facts(state: State) -> tuple[str, ...]:
    """The deck and the length of the match."""
    return f"{len(state.deck)} cards, one deck for both", f"{count(state.wins_needed, 'hand')} to win"


def fates(state: State) -> tuple[tuple[str, tuple[Fate, ...]], ...]:
    """The hands that were won, and the cards of the last battle."""
    hands = tuple((f"Turn {one.turn}", f"{SHORT_NAMES[one.side]}, {one.reason}", False) for one in state.scores)
    last = tuple(
        (f"Last battle, {SIDE_NAMES[side]}", _cards(state, state.battle, side)) for side in SIDES if state.battle
    )
    return (("Hands won", hands), *last)


def _cards(state: State, battle: Battle | None, side: Side) -> tuple[Fate, ...]:
    if battle is None:
        return ()
    values = tally.counted(state.deck, battle.plays[side], battle.notes)
    by = {note.card: state.deck[note.by].name for note in battle.notes if isinstance(note, CardNegated)}
    return tuple(
        (state.deck[card].name, f"negated by {by[card]}" if card in by else f"counted {value}", card in by)
        for card, value in values.items()
    )


def moment(state: State) -> str:
    """The turn."""
    return f"turn {state.turn}"


PICTURES = Pictures(cover, position, sides, facts, fates, moment, scored=("Hands won", "hand"))
