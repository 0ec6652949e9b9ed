"""What lies between the hands: the meld in its five places with the answers on it, and the attack before."""

from collections.abc import Iterable, Sequence

import pygame

from tabletop.games.volley import melds
from tabletop.games.volley.state import Answer, State
from tabletop.ui.boards.cards.card import Card
from tabletop.ui.boards.cards.drop_target import PAD, DropTarget
from tabletop.ui.boards.cards.look import Standing
from tabletop.ui.boards.cards.tableau import Tableau
from tabletop.ui.boards.volley.drafting import answers
from tabletop.ui.text import Style, rendered, size_of
from tabletop.ui.theme import INKS, Theme
from tabletop.ui.widgets.base import Size, Tip, Widget
from tabletop.ui.widgets.label import Label, Text
from tabletop.ui.widgets.layout import Column, Row, Spacer

TITLE, SAID = Style("title", 22, INKS.cream), Style("body", 17, INKS.mist)
WANTED = Style("bold", 17, INKS.brass_light)
_PLACE = Style("semibold", 15, INKS.mist)
CARD, COMPACT, LEAST = (166, 232), (218, 64), 34
"""Size of a card in the meld and of an answer on it, and how low either may become; design pixels."""
NAMES = {"unit": "Unit", "weapon": "Weapon", "leader": "Leader", "strategy": "Strategy", "morale": "Morale"}


class MeldPlace(Widget):
    """One place of the meld under its name: the card, and over its lower part the answers that were played on it."""

    def __init__(self, name: str, target: DropTarget, played: Sequence[DropTarget], rows: int) -> None:
        super().__init__(f"{target.id}.place", grow=max(1, len(target.cards)))
        self.name, self.target, self.played = name, target, list(played)
        self.rows = rows
        self.children = [target, *self.played]

    @property
    def text(self) -> str:
        """The name of the place."""
        return self.name

    def measure(self, theme: Theme, width: int) -> Size:
        """A share of the row; as low as it may become."""
        return width, self._head(theme) + theme.px(LEAST + 8) * (1 + self.rows)

    def _head(self, theme: Theme) -> int:
        return size_of(self.name, _PLACE, theme.scale)[1] + theme.px(2)

    def place(self, theme: Theme, rect: pygame.Rect) -> None:
        """The card, the answers below it; as far down in all places of the meld."""
        self.rect, self.dirty = pygame.Rect(rect), True
        top = rect.y + self._head(theme)
        room = rect.bottom - top
        row = min(theme.px(COMPACT[1] + 8), room // (self.rows + 1))
        card = min(room - row * self.rows, theme.px(CARD[1] + 2 * PAD))
        spare = (room - row * self.rows - card) // 2
        self.target.place(theme, pygame.Rect(rect.x, top + spare, rect.w, card))
        for place, child in enumerate(self.played):
            child.place(theme, pygame.Rect(rect.x, top + spare + card + row * place, rect.w, row))

    def paint(self, surface: pygame.Surface, theme: Theme) -> None:
        """Its name."""
        told = rendered(self.name, _PLACE, theme.scale)
        surface.blit(told, told.get_rect(midtop=(self.rect.centerx, self.rect.y)))


def meld_row(tableau: Tableau, cards: dict[str, list[Card]], played: dict[str, list[list[Card]]], total: Widget) -> Row:
    """The five places with their cards and answers, and the total.

    Args:
        tableau: of the table.
        cards: by place of the meld.
        played: by place, what lies or may be laid on its card, one row after the other.
        total: at the right.
    """
    rows = max((len(one) for one in played.values()), default=0)
    places = [
        MeldPlace(
            NAMES[place],
            DropTarget(place, cards.get(place, ()), tableau, size=CARD, least=LEAST, centred=True, grow=1),
            [_answer(place, number, row, tableau) for number, row in enumerate(played.get(place, ()))],
            rows,
        )
        for place in melds.PLACES
    ]
    return Row([*places, total], gap=6, grow=1)


def _answer(place: str, number: int, row: Sequence[Card], tableau: Tableau) -> DropTarget:
    ident = answers(place) if number == 0 else f"{answers(place)}.{number}"
    return DropTarget(ident, row, tableau, size=COMPACT, least=LEAST, centred=True)


def line(title: str, said: str, wanted: str = "") -> Widget:
    """What is going on, in a title and a sentence; what is missing in brass."""
    words: list[Widget] = [Label(title, TITLE)] if title else []
    words += [Text(said, SAID, grow=1)] if said else []
    words += [Text(wanted, WANTED, ident="wanted", grow=1)] if wanted else []
    return Row(words, gap=16, align="centre")


def chain(answer: Answer) -> list[tuple[str, str]]:
    """The cards of an answer, each with the card that negates it; empty for none."""
    cards = (answer.card, *answer.counters)
    broken = ""
    told = []
    for number in range(len(cards) - 1, -1, -1):
        told.append((cards[number], broken))
        broken = "" if broken else cards[number]
    return told[::-1]


def standing(view: State, card: str, by: str, note: str = "", *, fresh: bool = False) -> Standing:
    """How a card on the table stands; `by` is the id of the card that negates it."""
    name = view.deck[by].name if by else ""
    value = "0" if name and view.deck[card].force else ""
    return Standing(negated=name, note="" if name else note, value=value, fresh=fresh)


class Last(Widget):
    """The attack that was reckoned last, small, with what was negated struck through."""

    def __init__(self, title: str, cards: Iterable[Card], tableau: Tableau) -> None:
        super().__init__("last", tip=Tip("The last attack", title))
        laid = list(cards)
        held = DropTarget("last.cards", laid, tableau, slots=len(laid), size=(200, 64), least=52, centred=True)
        self.children = [Column([Row([Spacer(grow=1), Label(title, _PLACE), Spacer(grow=1)], gap=0), held], gap=2)]
