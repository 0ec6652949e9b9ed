"""A game of cards while it is set up: its deck as a table of cards with their pictures, and its fields."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

import pygame

from tabletop.authoring.draft import AddEntry, SetField
from tabletop.authoring.kit import DistanceGauge
from tabletop.core import resources
from tabletop.core.document import DataPath, Document
from tabletop.core.phrases import format_count
from tabletop.core.scenario import load_text
from tabletop.ui.boards import game_plugins
from tabletop.ui.boards.cards import faces
from tabletop.ui.boards.cards.look import CardLook, CardStatus
from tabletop.ui.boards.cards.table import AnyCardTable, CardTable
from tabletop.ui.boards.window_layout import WindowLayout
from tabletop.ui.input import Input
from tabletop.ui.screens.editor.form import Form, build_blank
from tabletop.ui.screens.editor.inspector import build_inspector
from tabletop.ui.screens.editor.session import EditorSession, Tool
from tabletop.ui.screens.title_art import wide_sea
from tabletop.ui.text import LABEL, SMALL, fitted, rendered
from tabletop.ui.theme import INKS, Theme
from tabletop.ui.widgets.backdrop import Backdrop
from tabletop.ui.widgets.base import Size, Tip, Widget
from tabletop.ui.widgets.button import Button
from tabletop.ui.widgets.draw import boxed, draw_focus
from tabletop.ui.widgets.label import Text
from tabletop.ui.widgets.layout import Column, Grid, Pad, Row, Sized
from tabletop.ui.widgets.panel import Panel
from tabletop.ui.widgets.report import Pressed, Report
from tabletop.ui.widgets.scroll import Scroll

CARDS: DataPath = ("cards",)
CARD_WIDTH, CARD_HEIGHT, LINE_HEIGHT = 150, 206, 26
"""Size of a card and height of the line below the card, design pixels."""
INSPECTOR_WIDTH = 352
NARROW_BELOW = 800
"""Width below which fields and deck take turns, design pixels."""
STANDARD_DECK = "standard"


@dataclass(frozen=True)
class DeckEntry:
    """An entry of the deck: its place in the file, its count, and the id of one card ("" for none)."""

    path: DataPath
    name: str
    count: int
    card: str = ""


class CardTile(Widget):
    """A card of the deck with its count; a click shows its fields."""

    focusable = True
    interactive = True
    glows = True

    def __init__(self, entry: DeckEntry, look: CardLook | None, *, chosen: bool) -> None:
        super().__init__(f"card.{'.'.join(map(str, entry.path))}", tip=Tip(entry.name, f"{entry.count} in the deck."))
        self.text = f"{entry.name} × {entry.count}"
        self._look = look
        self._is_chosen = chosen

    def measure(self, theme: Theme, width: int) -> Size:
        """Return the size of the card and the line below the card."""
        return theme.px(CARD_WIDTH), theme.px(CARD_HEIGHT + LINE_HEIGHT)

    def paint(self, surface: pygame.Surface, theme: Theme) -> None:
        """Draw the card's face with its count; the card whose fields are shown has a brass edge."""
        if self.focused:
            draw_focus(surface, theme, self.rect)
        if self._is_chosen or self.hovered:
            edge = INKS.bar_rule if self._is_chosen else INKS.paper_2
            surface.blit(boxed(self.rect.size, theme.px(4), INKS.paper_2, edge, theme.px(1.5)), self.rect)
        card = pygame.Rect(self.rect.x, self.rect.y, self.rect.w, self.rect.h - theme.px(LINE_HEIGHT)).inflate(
            -theme.px(8), -theme.px(8)
        )
        if self._look:
            face = faces.face(self._look, CardStatus(), card.size, theme.scale)
            surface.blit(face, face.get_rect(center=card.center), special_flags=pygame.BLEND_PREMULTIPLIED)
        words, style = fitted(self.text, LABEL, self.rect.w - theme.px(8), theme.scale)
        line = rendered(words, style, theme.scale)
        surface.blit(line, line.get_rect(midbottom=(self.rect.centerx, self.rect.bottom - theme.px(4))))

    def activate(self) -> Report | None:
        """Return the report that shows the fields of this card."""
        return Pressed(self.id)


class DeckTable:
    """The workplace of games without a map; see `screen.Workplace`."""

    tools: ClassVar[Sequence[str]] = ()
    hints: ClassVar[Sequence[str]] = ("next", "next_problem", "undo", "redo", "save", "try", "rulebook", "back")

    def __init__(self, session: EditorSession) -> None:
        self.session = session
        self._is_deck_open = True
        self._table: tuple[object, AnyCardTable] | None = None

    # --- what is shown

    def build_background(self) -> Sequence[Widget]:
        """Return the sea that lies behind all screens."""
        return [Backdrop(wide_sea)]

    def build_panels(self, form: Form, room: WindowLayout) -> Sequence[Widget]:
        """Return the deck and the inspector; in a narrow window only one of them."""
        right, gap = build_inspector(self.session, form, None, ()), 8 if room.is_low else 16
        deck = Panel(self._build_deck(), "Deck", ident="deck", grow=1)
        if room.design_width < NARROW_BELOW:
            turn = Button(
                "deck.turn",
                "Fields" if self._is_deck_open else "Deck",
                tip=Tip("Show fields" if self._is_deck_open else "Show the deck"),
            )
            body: Widget = Column([Row([turn]), Sized(deck if self._is_deck_open else right, grow=1)], gap=8)
        else:
            body = Row([deck, Sized(right, INSPECTOR_WIDTH)], gap=gap)
        top, bottom = (side * 100 / room.theme.scale for side in (room.top, room.bottom))
        return [Pad(body, (gap, top + gap, gap, bottom + gap))]

    def _build_deck(self) -> Widget:
        """Build the cards with their number and the buttons that copy the deck or add a card."""
        entries = list(self._list_entries())
        number = sum(entry.count for entry in entries)
        head: list[Widget] = [
            Text(f"{format_count(number, 'card')}, {format_count(len(entries), 'kind')}", SMALL, grow=1)
        ]
        if self._has_own_deck:
            if isinstance(self.session.draft.data.get("cards"), list):
                head.append(
                    Button(
                        "deck.add", "Add card", sign="plus", tip=Tip("Add card", "Adds a card at the end of the deck.")
                    )
                )
        elif self._can_have_own_deck:
            tip = Tip("Copy the deck", "Copies the cards into this file so that you can change each.")
            head.append(Button("deck.write", "Copy the deck", tip=tip))
        tiles = [
            CardTile(entry, self._look_of(entry.card), chosen=self.session.form_path == entry.path) for entry in entries
        ]
        grid = Scroll(Grid(tiles, least=CARD_WIDTH, gap=10), ident="deck.scroll")
        return Column([Row(head, gap=8, align="centre"), grid], gap=8)

    @property
    def _has_own_deck(self) -> bool:
        """Return True if the cards are written in this file."""
        return isinstance(self.session.draft.data.get("cards"), list | dict)

    @property
    def _can_have_own_deck(self) -> bool:
        """Return True if a scenario of this game can have its own cards; some games have one deck for all."""
        return any(field.key == "cards" for field in self.session.draft.list_fields())

    def _list_entries(self) -> Iterator[DeckEntry]:
        """Yield the entries of this file, or the kinds of cards of a deck that another file holds."""
        cards_of_file, deck = self.session.draft.data.get("cards"), self._card_ids()
        if isinstance(cards_of_file, list):
            waiting = iter(deck)
            for number, card in enumerate(cards_of_file):
                named = card if isinstance(card, dict) else {}
                many = named.get("count", 1) if isinstance(named.get("count", 1), int) else 1
                first = [next(waiting, "") for _ in range(many)]
                yield DeckEntry((*CARDS, number), str(named.get("name", number + 1)), many, next(iter(first), ""))
            return
        kinds: dict[str, list[str]] = {}
        for card in deck:
            kinds.setdefault(self._look_of(card).title if self._look_of(card) else card, []).append(card)  # type: ignore[union-attr]
        for name, cards in kinds.items():
            yield DeckEntry((*CARDS, cards[0].rpartition("_")[0] or cards[0]), name, len(cards), cards[0])

    def _card_ids(self) -> Sequence[str]:
        """Return the ids of all cards of the deck, () if the draft cannot be drawn."""
        return tuple(getattr(self.session.draft.state, "deck", ()) or ())

    def _look_of(self, card: str) -> CardLook | None:
        """Return how a card looks on the table of its game; None without a state or a card."""
        state = self.session.draft.state
        if state is None or not card:
            return None
        if self._table is None or self._table[0] is not state:
            table = game_plugins.create_table(self.session.draft.game.meta.id, state)
            assert isinstance(table, CardTable)
            self._table = state, table
        return self._table[1].card_look(card)

    def refresh(self) -> None:
        """Do nothing: the panels are built from the draft each time."""

    # --- what is done

    def handle_report(self, report: Report) -> bool:
        """Handle a press of a card or of a button of the deck. Return False for any other report."""
        ident = report.id if isinstance(report, Pressed) else ""
        if ident in _BUTTON_ACTIONS:
            _BUTTON_ACTIONS[ident](self)
            return True
        if not ident.startswith("card."):
            return False
        path = next(
            (entry.path for entry in self._list_entries() if f"card.{'.'.join(map(str, entry.path))}" == ident), ()
        )
        self.session.open_form(
            path if self._has_own_deck and isinstance(path[-1], int) else CARDS if self._has_own_deck else None
        )
        self._is_deck_open = not self._has_own_deck
        return True

    def _toggle_deck(self) -> None:
        """Show the deck in place of the fields, or the fields in place of the deck."""
        self._is_deck_open = not self._is_deck_open

    def _copy_deck(self) -> None:
        """Copy the cards of the deck that the draft names into the draft."""
        draft = self.session.draft
        name = draft.data.get("cards") or STANDARD_DECK
        path = resources.find_scenario(draft.game.meta.id, str(name))
        self.session.apply(SetField(CARDS, Document(load_text(path), path.name).data["cards"]))

    def _add_card(self) -> None:
        """Add a blank card and open its fields."""
        draft = self.session.draft
        if self.session.apply(AddEntry(CARDS, build_blank(draft, draft.find_field((*CARDS, 0))))):
            self.session.open_form((*CARDS, len(draft.data["cards"]) - 1))

    def handle_key(self, given: Input) -> bool:
        """Return False: the deck has no keys."""
        return False

    def go_back(self) -> bool:
        """Close the fields of a card. Return False if none were open."""
        had = self.session.form_path is not None
        self.session.open_form(None)
        return had

    def show_pieces(self, pieces: Sequence[str]) -> None:
        """Do nothing: cards have no place on a map."""

    def measure_distances(self) -> Sequence[DistanceGauge]:
        """Return (): a deck has no distances."""
        return ()

    def handle_tool_change(self) -> None:
        """Do nothing: a deck has no tools."""

    def frame_pieces(self, pieces: Sequence[str], zoom: int | None) -> None:
        """Do nothing: cards have no place on a map."""

    def form_for_tool(self, tool: Tool) -> DataPath | None:
        """Return None: a deck has no tools."""
        return None


_BUTTON_ACTIONS: dict[str, Callable[[DeckTable], None]] = {
    "deck.turn": DeckTable._toggle_deck,
    "deck.write": DeckTable._copy_deck,
    "deck.add": DeckTable._add_card,
}
WORKPLACE = DeckTable
