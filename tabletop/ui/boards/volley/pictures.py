"""The game outside its table: the cover, small pictures of positions, and what became of the armies."""

import pygame

from tabletop.core.game import Score
from tabletop.core.phrases import count
from tabletop.games.volley import GAME, melds
from tabletop.games.volley.events import CasualtiesSuffered, CounterPlayed, DefencePlayed, MeldPlayed
from tabletop.games.volley.phases import PHASES
from tabletop.games.volley.state import Card, Side, State
from tabletop.ui.boards.cards import faces, pictures
from tabletop.ui.boards.cards.drawing import negated
from tabletop.ui.boards.cards.look import PLAIN, Standing
from tabletop.ui.boards.course import Costs, free
from tabletop.ui.boards.course import course as turn_by_turn
from tabletop.ui.boards.known import Fate, Pictures, Told
from tabletop.ui.boards.volley.looks import BACKS, COLOURS, badge, look
from tabletop.ui.text import Style, elided, rendered
from tabletop.ui.theme import INKS, Theme
from tabletop.ui.widgets.draw import rounded

COVER: tuple[Card, ...] = (
    Card("guard_infantry", "Guard Infantry", "infantry_unit", 5),
    Card("volley", "Volley", "infantry_weapon", 4),
    Card("general", "General", "leader", 5),
    Card("envelopment", "Envelopment", "strategy", 5),
    Card("flush_with_victory", "Flush with Victory", "morale", 5),
)
"""The meld of the first worked example."""
TILT, STEP, DROP = 7.0, 0.42, 0.035
"""Degrees from one card of the fan to the next; how far they lie apart as a share of their width, and one below the
other as a share of their height."""
DARK = 70
_NAME, _COUNT = Style("title", 19, INKS.cream), Style("number", 20, INKS.cream)


def cover(size: tuple[int, int]) -> pygame.Surface:
    """A whole meld fanned out on the table."""
    made = _cloth(size)
    high = round(min(size[1] * 0.78, size[0] * 0.46))
    wide = round(high * faces.FULL[0] / faces.FULL[1])
    cards = [faces.face(look(card), PLAIN, faces.FULL, 100) for card in COVER]
    middle, zoom = (size[0] / 2, size[1] / 2), high / faces.FULL[1]
    pictures.fan(made, cards, middle, TILT, apart=wide * STEP, drop=high * DROP, zoom=zoom)
    return made


def position(state: State, size: tuple[int, int]) -> pygame.Surface:
    """Troops of both sides and what lies on the table between them; nothing of any hand or of the pile's order."""
    made = _cloth(size)
    bar = max(16, size[1] // 7)
    tops: dict[Side, int] = {"blue": bar // 2, "red": size[1] - bar - bar // 2}
    for side, top in tops.items():
        _track(made, state, side, pygame.Rect(size[0] // 16, top, size[0] * 7 // 8, bar))
    _melds(made, state, pygame.Rect(0, 2 * bar, size[0], size[1] - 4 * bar))
    return made


def _cloth(size: tuple[int, int]) -> pygame.Surface:
    made = pictures.ground(size)
    shade = pygame.Surface(size, pygame.SRCALPHA)
    shade.fill((*INKS.scrim, DARK))
    made.blit(shade, (0, 0))
    return made


def _track(made: pygame.Surface, state: State, side: Side, rect: pygame.Rect) -> None:
    """Name and troops over a bar as long as the troops that are left."""
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


def _melds(made: pygame.Surface, state: State, room: pygame.Rect) -> None:
    """The meld on the table, negated cards struck through; the pile where there is none."""
    high = round(room.h * 0.94)
    wide = min(round(high * faces.FULL[0] / faces.FULL[1]), room.w // 6)
    if state.assault is None:
        back = faces.back(BACKS[state.active or "blue"], (wide, high), 100)
        made.blit(back, back.get_rect(center=room.center))
        return
    broken = melds.negated(state.assault)
    cards = state.assault.meld
    left = room.centerx - (len(cards) * (wide + 6) - 6) // 2
    for number, card in enumerate(cards):
        at = pygame.Rect(left + number * (wide + 6), room.centery - high // 2, wide, high)
        face = faces.face(look(state.deck[card]), PLAIN, faces.FULL, 100)
        made.blit(pygame.transform.smoothscale(face, at.size), at)
        if card in broken:
            negated(made, Theme(), at, Standing(negated=state.deck[broken[card].card].name), 1)


_ANSWERS = {"1": "one answer to an attack", "any": "any number of answers to an attack"}


def sides(state: State) -> tuple[tuple[str, str], ...]:
    """The troops of each side."""
    return tuple((name, f"{state.strengths[side]} troops") for side, name in state.names.items())


def facts(state: State) -> tuple[str, ...]:
    """The size of the deck, and how many answers there may be."""
    return count(len(state.deck), "card"), _ANSWERS[state.defences]


def fates(state: State) -> tuple[tuple[str, tuple[Fate, ...]], ...]:
    """What is left of each army."""
    told = []
    for side, name in state.names.items():
        left, whole = state.troops[side], state.strengths[side]
        words = f"{left} of {whole} troops left" if left else f"none of {whole} troops left"
        told.append((name, (("Army", words, left == 0),)))
    return tuple(told)


def moment(state: State) -> str:
    """The turn and its phase."""
    return f"turn {state.turn}, {PHASES[state.stage].id}" if state.turn else "before the deal"


COSTS: Costs = {
    MeldPlayed: free, DefencePlayed: free, CounterPlayed: free,
    CasualtiesSuffered: lambda event: int(event.before - event.left),
}  # fmt: skip


def course(told: Told) -> tuple[tuple[str, tuple[Score, ...]], ...]:
    """Every attack with what was held against it, and what it cost."""
    return turn_by_turn(told, GAME.narrate, COSTS)


PICTURES = Pictures(cover, position, sides, facts, fates, moment, course)
