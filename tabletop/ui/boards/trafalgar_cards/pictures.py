"""The looks of cards and sides, and the pictures of the game outside its table: cover, position, outcomes."""

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
from tabletop.ui.boards.cards.faces import card_size, draw_card, draw_fan, draw_ground, scale_for
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
    "strategy": "dividers",
    "tactics": "signals",
    "morale": "drum",
    "fighting": "broadside",
    "admiral": "leader",
}
"""Emblems of cards without a vignette, as in a deck of the player's own."""
BACK = replace(GREEN, art=GAME.meta.id)
COLOURS: dict[Side, Colour] = {"british": INKS.british, "allied": INKS.french}
BADGES: dict[Side, str] = {"british": "badge_british", "allied": "badge_french"}


@lru_cache(maxsize=512)
def _printed_look(ident: str, name: str, suit: Use, points: int, words: str, foot: str) -> CardLook:
    shade, pip = SUITS[suit]
    art = f"{GAME.meta.id}/{to_slug(name)}"
    return CardLook(ident, name, str(points), USE_NAMES[suit], shade, pip, words, EMBLEMS[suit], foot, art)


def printed_look(ident: str, card: Card) -> CardLook:
    """Return how a card is drawn as it is printed."""
    foot = BADGES[card.side] if card.side else ""
    return _printed_look(ident, card.name, card.suit, card.points, describe_card(card), foot)


def recolour(shown: CardLook, use: Use) -> CardLook:
    """Return a look in the colours of another suit, in which the card is committed (TRA-6)."""
    shade, pip = SUITS[use]
    return replace(shown, suit=USE_NAMES[use], colour=shade, pip=pip)


def card_look(deck: Deck, ident: str) -> CardLook:
    """Return the look of a card of the deck. A card that the viewer does not know looks like any hidden card."""
    return printed_look(ident, deck[ident]) if ident in deck else CardLook(ident, "A hidden card")


COVER = (
    Card("Raking Fire", "fighting", 8),
    Card("Cut Enemy Line", "strategy", 11),
    Card("Nelson", "admiral", 12, side="british"),
    Card("Local Superiority", "tactics", 11),
    Card("Courage", "morale", 11),
)
"""The cards on the cover, from left to right."""


def draw_cover(size: Size) -> pygame.Surface:
    """Draw a hand of cards on the sea."""
    shown = [printed_look(card.name.lower().replace(" ", "_"), card) for card in COVER]
    made = draw_ground(size, GAME.meta.id)
    draw_fan(made, [draw_card(one, card_size(size)) for one in shown], (size[0] / 2, size[1] * 0.54))
    return made


def draw_position(state: State, size: Size) -> pygame.Surface:
    """Draw what everybody may see: the best cards at first, then backs, then the cards revealed last."""
    made = draw_ground(size, GAME.meta.id)
    if not state.battle and not any(state.cards.hands.values()):
        best = [draw_card(card_look(state.deck, card), card_size(size)) for card in _list_best_cards(state)]
        draw_fan(made, best, (size[0] / 2, size[1] * 0.54))
        return made
    small = (round(card_size(size)[0] * 0.68), round(card_size(size)[1] * 0.68))
    for side, height in zip(SIDES, (0.72, 0.27), strict=True):
        draw_fan(made, _draw_side_cards(state, side, small), (size[0] / 2, size[1] * height), 5)
    return made


def _list_best_cards(state: State) -> list[str]:
    """Return the strongest card of each suit, with the Admirals in the middle."""
    suits = [
        max(cards, key=lambda card: state.deck[card].points)
        for use in deck.SUITS
        if (cards := _list_cards_of_use(state, use))
    ]
    middle = len(suits) // 2
    return [*suits[:middle], *_list_cards_of_use(state, "admiral"), *suits[middle:]]


def _list_cards_of_use(state: State, use: Use) -> list[str]:
    return [ident for ident, card in state.deck.items() if card.suit == use]


def _draw_side_cards(state: State, side: Side, size: Size) -> list[pygame.Surface]:
    battle = state.battle
    if battle and battle.plays.get(side):
        return [draw_card(card_look(state.deck, play.card), size) for play in battle.plays[side]]
    return [faces.card_back(BACK, size, scale_for(size))] * max(1, len(state.cards.hands[side]))


# --- words


def list_sides(state: State) -> tuple[tuple[str, str], ...]:
    """Return each side with its Admirals and the size of its hand."""
    named = {
        side: join_words(card.name for card in state.deck.values() if card.side == side) or "nobody" for side in SIDES
    }
    return tuple(
        (SIDE_NAMES[side], f"{admirals}, {format_count(HAND, 'card')} a turn") for side, admirals in named.items()
    )


def list_outcomes(state: State) -> tuple[tuple[str, tuple[ShipOutcome, ...]], ...]:
    """Return the hands won, and the cards of the last battle."""
    hands = tuple(
        ShipOutcome(f"Turn {one.turn}", f"{SHORT_NAMES[one.side]}, {one.reason}", False) for one in state.scores
    )
    last = tuple(
        (f"Last battle, {SIDE_NAMES[side]}", _list_card_outcomes(state, state.battle, side))
        for side in SIDES
        if state.battle
    )
    return (("Hands won", hands), *last)


def _list_card_outcomes(state: State, battle: Battle | None, side: Side) -> tuple[ShipOutcome, ...]:
    if battle is None:
        return ()
    values = tally.count_points(state.deck, battle.plays[side], battle.notes)
    by = {note.card: state.deck[note.by].name for note in battle.notes if isinstance(note, CardNegated)}
    return tuple(
        ShipOutcome(state.deck[card].name, f"negated by {by[card]}" if card in by else f"counted {value}", card in by)
        for card, value in values.items()
    )


PICTURES = GamePictures(
    draw_cover,
    draw_position,
    list_sides,
    setup_notes=lambda state: (
        f"{len(state.deck)} cards, one deck for both",
        f"{format_count(state.wins_needed, 'hand')} to win",
    ),
    outcomes=list_outcomes,
    end_moment=lambda state: f"turn {state.turn}",
    score_words=("Hands won", "hand"),
    victory_summary=summarize_victory,
    chronicler=CHRONICLER,
    colours=COLOURS,
)
