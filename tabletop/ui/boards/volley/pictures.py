"""The looks of cards and sides, and the pictures of the game outside its table: cover, position, outcomes."""

from dataclasses import replace
from functools import lru_cache, partial

import pygame

from tabletop.core.phrases import format_count, to_slug
from tabletop.games.volley import GAME, melds
from tabletop.games.volley.chronicle import CHRONICLER
from tabletop.games.volley.events import CasualtiesSuffered, CounterPlayed, DefencePlayed, MeldPlayed
from tabletop.games.volley.melds import SUIT_WORDS, describe_card
from tabletop.games.volley.model import SIDES, Card, Negated, Side, State, Suit
from tabletop.games.volley.phases import PHASES
from tabletop.games.volley.survey import summarize_victory
from tabletop.ui.boards.cards import emblems, faces, look
from tabletop.ui.boards.cards.drawing import draw_negation
from tabletop.ui.boards.contract import Badge
from tabletop.ui.boards.game_plugins import Costs, GamePictures, ShipOutcome, group_by_turn, no_cost
from tabletop.ui.text import Style, elided, rendered
from tabletop.ui.theme import INKS, Colour, Theme
from tabletop.ui.widgets.draw import rounded


def badge(side: Side) -> Badge:
    """Return the badge of a side."""
    return emblems.badge(SIDES.index(side))


SUITS: dict[Suit, tuple[Colour, look.Shape, str]] = {
    "infantry_unit": (look.TACTICS, "shield", "infantry"),
    "infantry_weapon": (look.TACTICS, "square", "muskets"),
    "cavalry_unit": (look.STRATEGY, "shield", "cavalry"),
    "cavalry_weapon": (look.STRATEGY, "square", "swords"),
    "artillery_unit": (look.UMBER, "shield", "cannon"),
    "artillery_weapon": (look.UMBER, "square", "balls"),
    "leader": (look.PLUM, "star", "leader"),
    "strategy": (look.TEAL, "hexagon", "plan"),
    "morale": (look.MORALE, "diamond", "drum"),
    "defence": (look.FIGHTING, "octagon", "defence"),
}
"""Colour, pip and emblem of each suit. Units and weapons of one troop type share a colour and differ in the pip."""

DEFENCES: dict[Negated, str] = {
    "infantry_weapon": "defence",
    "cavalry_weapon": "square",
    "artillery_weapon": "hill",
    "leader": "skull",
    "strategy": "signals",
    "morale": "flag_white",
    "defence": "fog",
}
"""Emblems of defence cards, by the suit that they negate."""

BACK = replace(look.RED, art=GAME.meta.id)
COLOURS: dict[Side, Colour] = {"red": INKS.british, "blue": INKS.french}


@lru_cache(maxsize=256)
def card_look(card: Card) -> look.CardLook:
    """Return how a card of this game is drawn."""
    shade, pip, emblem = SUITS[card.suit]
    if card.negates is not None:
        emblem = DEFENCES[card.negates]
    value = "" if card.suit == "defence" else str(card.force)
    suit = SUIT_WORDS[card.suit].removesuffix(" card").capitalize()
    return look.CardLook(
        card.id,
        card.name,
        value,
        suit,
        shade,
        pip,
        describe_card(card),
        emblem,
        art=f"{GAME.meta.id}/{to_slug(card.name)}",
    )


def card_status(view: State, card: str, by: str, note: str = "", *, fresh: bool = False) -> look.CardStatus:
    """Return how a card on the table is drawn. `by` is the id of the card that negates it, or ""."""
    name = view.deck[by].name if by else ""
    value = "0" if name and view.deck[card].force else ""
    return look.CardStatus(negated_by=name, note="" if name else note, value=value, fresh=fresh)


COVER: tuple[Card, ...] = (
    Card("guard_infantry", "Guard Infantry", "infantry_unit", 5),
    Card("volley", "Volley", "infantry_weapon", 4),
    Card("general", "General", "leader", 5),
    Card("envelopment", "Envelopment", "strategy", 5),
    Card("flush_with_victory", "Flush with Victory", "morale", 5),
)
"""The meld of the first worked example."""
TILT, STEP, DROP = 7.0, 0.42, 0.035
"""Degrees between two cards of the fan, and their distance as shares of width and height."""
_NAME, _COUNT = Style("title", 19, INKS.cream), Style("number", 20, INKS.cream)


def draw_cover(size: tuple[int, int]) -> pygame.Surface:
    """Draw a whole meld fanned out on the table."""
    made = faces.draw_ground(size, GAME.meta.id)
    high = round(min(size[1] * 0.78, size[0] * 0.46))
    wide = round(high * faces.FULL[0] / faces.FULL[1])
    cards = [faces.face(card_look(card), look.PLAIN, faces.FULL, 100) for card in COVER]
    middle, zoom = (size[0] / 2, size[1] / 2), high / faces.FULL[1]
    faces.draw_fan(made, cards, middle, TILT, apart=wide * STEP, drop=high * DROP, zoom=zoom)
    return made


def draw_position(state: State, size: tuple[int, int]) -> pygame.Surface:
    """Draw the troops of both sides and the cards on the table. Nothing of a hand or of the pile's order is shown."""
    made = faces.draw_ground(size, GAME.meta.id)
    bar = max(16, size[1] // 7)
    tops: dict[Side, int] = {"blue": bar // 2, "red": size[1] - bar - bar // 2}
    for side, top in tops.items():
        _draw_track(made, state, side, pygame.Rect(size[0] // 16, top, size[0] * 7 // 8, bar))
    _draw_meld(made, state, pygame.Rect(0, 2 * bar, size[0], size[1] - 4 * bar))
    return made


def _draw_track(made: pygame.Surface, state: State, side: Side, rect: pygame.Rect) -> None:
    """Draw name and troops over a bar; its length is the share of troops left."""
    made.blit(rounded(rect.size, rect.h // 4, INKS.bar), rect)
    share = state.troops[side] / state.strengths[side]
    full = rounded(rect.size, rect.h // 4, COLOURS[side])
    made.blit(full, rect, (0, 0, round(rect.w * share), rect.h))
    sign = badge(side)(rect.h * 3 // 4)
    made.blit(sign, sign.get_rect(midleft=(rect.x + rect.h // 4, rect.centery)))
    name, troops = _NAME.at(rect.h * 0.6), _COUNT.at(rect.h * 0.6)
    told = rendered(elided(state.names[side], name, rect.w * 2 // 3, 100), name, 100)
    made.blit(told, told.get_rect(midleft=(rect.x + rect.h * 5 // 4, rect.centery)))
    left = rendered(str(state.troops[side]), troops, 100)
    made.blit(left, left.get_rect(midright=(rect.right - rect.h // 3, rect.centery)))


def _draw_meld(made: pygame.Surface, state: State, room: pygame.Rect) -> None:
    """Draw the meld on the table with negated cards struck through, or the pile if there is no meld."""
    high = round(room.h * 0.94)
    wide = min(round(high * faces.FULL[0] / faces.FULL[1]), room.w // 6)
    if state.assault is None:
        back = faces.card_back(BACK, (wide, high), 100)
        made.blit(back, back.get_rect(center=room.center))
        return
    broken = melds.find_negated(state.assault)
    cards = state.assault.meld
    left = room.centerx - (len(cards) * (wide + 6) - 6) // 2
    for number, card in enumerate(cards):
        at = pygame.Rect(left + number * (wide + 6), room.centery - high // 2, wide, high)
        face = faces.face(card_look(state.deck[card]), look.PLAIN, faces.FULL, 100)
        made.blit(pygame.transform.smoothscale(face, at.size), at)
        if card in broken:
            draw_negation(made, Theme(), at, look.CardStatus(negated_by=state.deck[broken[card].card].name), 1)


_ANSWERS = {"1": "one answer to an attack", "any": "any number of answers to an attack"}


def list_outcomes(state: State) -> tuple[tuple[str, tuple[ShipOutcome, ...]], ...]:
    """Return the troops left of each army, under the name of its side."""
    told = []
    for side, name in state.names.items():
        left, whole = state.troops[side], state.strengths[side]
        words = f"{left} of {whole} troops left" if left else f"none of {whole} troops left"
        told.append((name, (ShipOutcome("Army", words, left == 0),)))
    return tuple(told)


COSTS: Costs = {
    MeldPlayed: no_cost,
    DefencePlayed: no_cost,
    CounterPlayed: no_cost,
    CasualtiesSuffered: lambda event: int(event.before - event.left),
}


PICTURES = GamePictures(
    draw_cover,
    draw_position,
    sides=lambda state: tuple((name, f"{state.strengths[side]} troops") for side, name in state.names.items()),
    setup_notes=lambda state: (format_count(len(state.deck), "card"), _ANSWERS[state.defences]),
    outcomes=list_outcomes,
    end_moment=lambda state: f"turn {state.turn}, {PHASES[state.stage].id}" if state.turn else "before the deal",
    decisive_events=partial(group_by_turn, narrate=GAME.describe, costs=COSTS),
    victory_summary=summarize_victory,
    chronicler=CHRONICLER,
    colours=COLOURS,
)
