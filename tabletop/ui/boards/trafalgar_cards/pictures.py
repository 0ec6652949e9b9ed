"""What cards and sides look like; the card game outside its table: cover, positions, and how the hands went."""

from dataclasses import replace
from functools import lru_cache

import pygame

from tabletop.core.phrases import format_count, join_words, to_slug
from tabletop.games.trafalgar_cards import GAME, deck, tally
from tabletop.games.trafalgar_cards.chronicle import CHRONICLER
from tabletop.games.trafalgar_cards.deck import (
    SHORT_NAMES,
    SIDE_NAMES,
    SIDES,
    USE_NAMES,
    Card,
    Deck,
    Side,
    Use,
    describe_card,
)
from tabletop.games.trafalgar_cards.limits import HAND
from tabletop.games.trafalgar_cards.model import Battle, State
from tabletop.games.trafalgar_cards.survey import summarize_victory
from tabletop.games.trafalgar_cards.tally import CardNegated
from tabletop.ui.boards.cards import faces
from tabletop.ui.boards.cards.faces import card_size, fan, ground, pictured, scale
from tabletop.ui.boards.cards.look import FIGHTING, GREEN, MORALE, NAVY, STRATEGY, TACTICS, CardLook, Shape
from tabletop.ui.boards.game_plugins import GamePictures, ShipOutcome, Size
from tabletop.ui.theme import INKS, Colour

SUITS: dict[Use, tuple[Colour, Shape]] = {
    "strategy": (STRATEGY, "disc"),
    "tactics": (TACTICS, "square"),
    "morale": (MORALE, "diamond"),
    "fighting": (FIGHTING, "shield"),
    "admiral": (NAVY, "star"),
}
"""Colour and pip of each suit."""
EMBLEMS: dict[Use, str] = {
    "strategy": "dividers", "tactics": "signals", "morale": "drum", "fighting": "broadside", "admiral": "leader",
}  # fmt: skip
"""The picture of a card that has no vignette, as some of a deck of the player's own."""
BACK = replace(GREEN, art=GAME.meta.id)
COLOURS: dict[Side, Colour] = {"british": INKS.british, "allied": INKS.french}
BADGES: dict[Side, str] = {"british": "badge_british", "allied": "badge_french"}


@lru_cache(maxsize=512)
def _look(ident: str, name: str, suit: Use, points: int, words: str, foot: str) -> CardLook:
    shade, pip = SUITS[suit]
    art = f"{GAME.meta.id}/{to_slug(name)}"
    return CardLook(ident, name, str(points), USE_NAMES[suit], shade, pip, words, EMBLEMS[suit], foot, art)


def look(ident: str, card: Card) -> CardLook:
    """A card as it is printed."""
    foot = BADGES[card.side] if card.side else ""
    return _look(ident, card.name, card.suit, card.points, describe_card(card), foot)


def used_as(shown: CardLook, use: Use) -> CardLook:
    """A card in the colours of another suit, as which it is committed (TRA-6)."""
    shade, pip = SUITS[use]
    return replace(shown, suit=USE_NAMES[use], colour=shade, pip=pip)


def looks(deck: Deck, ident: str) -> CardLook:
    """A card of a deck; of one that the viewer may not know nothing but that it is a card."""
    return look(ident, deck[ident]) if ident in deck else CardLook(ident, "A hidden card")


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
    shown = [look(card.name.lower().replace(" ", "_"), card) for card in COVER]
    made = ground(size, GAME.meta.id)
    fan(made, [pictured(one, card_size(size)) for one in shown], (size[0] / 2, size[1] * 0.54))
    return made


def position(state: State, size: Size) -> pygame.Surface:
    """What everybody may see: the best cards at first, then backs, then the cards that were revealed last."""
    made = ground(size, GAME.meta.id)
    if not state.battle and not any(state.cards.hands.values()):
        best = [pictured(looks(state.deck, card), card_size(size)) for card in _best(state)]
        fan(made, best, (size[0] / 2, size[1] * 0.54))
        return made
    small = (round(card_size(size)[0] * 0.68), round(card_size(size)[1] * 0.68))
    for side, height in zip(SIDES, (0.72, 0.27), strict=True):
        fan(made, _shown(state, side, small), (size[0] / 2, size[1] * height), 5)
    return made


def _best(state: State) -> list[str]:
    """The strongest card of each suit, and the Admirals in the middle."""
    suits = [max(cards, key=lambda card: state.deck[card].points) for use in deck.SUITS if (cards := _of(state, use))]
    middle = len(suits) // 2
    return [*suits[:middle], *_of(state, "admiral"), *suits[middle:]]


def _of(state: State, use: Use) -> list[str]:
    return [ident for ident, card in state.deck.items() if card.suit == use]


def _shown(state: State, side: Side, size: Size) -> list[pygame.Surface]:
    battle = state.battle
    if battle and battle.plays.get(side):
        return [pictured(looks(state.deck, play.card), size) for play in battle.plays[side]]
    return [faces.back(BACK, size, scale(size))] * max(1, len(state.cards.hands[side]))


# --- words


def sides(state: State) -> tuple[tuple[str, str], ...]:
    """Who commands, and the hand that each is dealt."""
    named = {
        side: join_words(card.name for card in state.deck.values() if card.side == side) or "nobody" for side in SIDES
    }
    return tuple(
        (SIDE_NAMES[side], f"{admirals}, {format_count(HAND, 'card')} a turn") for side, admirals in named.items()
    )


def fates(state: State) -> tuple[tuple[str, tuple[ShipOutcome, ...]], ...]:
    """The hands that were won, and the cards of the last battle."""
    hands = tuple(
        ShipOutcome(f"Turn {one.turn}", f"{SHORT_NAMES[one.side]}, {one.reason}", False) for one in state.scores
    )
    last = tuple(
        (f"Last battle, {SIDE_NAMES[side]}", _cards(state, state.battle, side)) for side in SIDES if state.battle
    )
    return (("Hands won", hands), *last)


def _cards(state: State, battle: Battle | None, side: Side) -> tuple[ShipOutcome, ...]:
    if battle is None:
        return ()
    values = tally.count_points(state.deck, battle.plays[side], battle.notes)
    by = {note.card: state.deck[note.by].name for note in battle.notes if isinstance(note, CardNegated)}
    return tuple(
        ShipOutcome(state.deck[card].name, f"negated by {by[card]}" if card in by else f"counted {value}", card in by)
        for card, value in values.items()
    )


PICTURES = GamePictures(
    cover,
    position,
    sides,
    setup_notes=lambda state: (
        f"{len(state.deck)} cards, one deck for both",
        f"{format_count(state.wins_needed, 'hand')} to win",
    ),
    outcomes=fates,
    end_moment=lambda state: f"turn {state.turn}",
    score_words=("Hands won", "hand"),
    victory_summary=summarize_victory,
    chronicler=CHRONICLER,
    colours=COLOURS,
)
