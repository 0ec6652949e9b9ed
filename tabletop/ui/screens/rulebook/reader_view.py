"""The widgets that the sheet and the page of the rulebook share: search, contents, text and keys."""

from collections.abc import Callable, Sequence

import pygame

from tabletop.core.game import games_by_id
from tabletop.rulebook.book import COMMON, RuleSection, load_books
from tabletop.rulebook.search import SearchResult
from tabletop.ui import keys
from tabletop.ui.screen import Transition
from tabletop.ui.screens.rulebook.reader import Reader
from tabletop.ui.screens.rulebook.section_widgets import SectionBuilder
from tabletop.ui.text import SMALL, Block, Run, Style, flowed, size_of, write_block
from tabletop.ui.theme import INKS, Theme
from tabletop.ui.widgets.base import Tip, Widget
from tabletop.ui.widgets.button import Button
from tabletop.ui.widgets.form_controls import TextEntry
from tabletop.ui.widgets.label import Text
from tabletop.ui.widgets.layout import Row
from tabletop.ui.widgets.list_box import ListBox
from tabletop.ui.widgets.list_entry import ListEntry
from tabletop.ui.widgets.page import Page
from tabletop.ui.widgets.report import (
    Chosen,
    Hearing,
    On,
    Pressed,
    Presses,
    Report,
    RowOpened,
    RuleAsked,
    Typed,
    hearing,
)
from tabletop.ui.widgets.scroll import Scroll

TITLE, ROW = 26, 66
"""Heights of a title alone and of a title with an excerpt of two lines, design pixels."""
SIDE = 8
"""Margin at the left and right of an excerpt, design pixels."""
ON_PAPER = SMALL, Style("bold", SMALL.size)
ON_INK = SMALL.tinted(INKS.mist), Style("bold", SMALL.size, INKS.cream)
"""Styles of an excerpt and of the words found, also in the chosen row."""


class HitList(ListBox):
    """A list with an excerpt under each entry, in which the words found are bold."""

    def __init__(
        self,
        ident: str,
        entries: Sequence[ListEntry],
        found: Sequence[SearchResult],
        *,
        chosen: str,
        visible: int,
        grow: float,
    ) -> None:
        """Take the titles of `found` as `entries`, in the same order."""
        super().__init__(ident, entries, chosen=chosen, visible=visible, row=ROW, grow=grow)
        self._excerpts = {entry.id: one.excerpt for entry, one in zip(entries, found, strict=True)}

    def excerpt(self, ident: str) -> tuple[tuple[str, bool], ...]:
        """Return the excerpt of an entry: pairs of text and whether it is a word found."""
        return self._excerpts[ident]

    def paint_row(self, surface: pygame.Surface, theme: Theme, entry: ListEntry, rect: pygame.Rect) -> None:
        """Draw the title at the top of the row and the excerpt below it."""
        head = pygame.Rect(rect.topleft, (rect.w, theme.px(TITLE)))
        if entry.id == self.chosen:
            surface.fill(INKS.ink, rect)
            surface.fill(INKS.brass, (rect.x, rect.y, theme.px(4), rect.h))
        elif entry.id == self.under:
            surface.fill(INKS.paper_2, rect)
        super().paint_row(surface, theme, entry, head)
        surface.fill(INKS.rule, (rect.x, rect.bottom - theme.px(1), rect.w, theme.px(1)))
        self._paint_excerpt(
            surface, theme, entry.id, pygame.Rect(rect.x, head.bottom, rect.w, rect.bottom - head.bottom)
        )

    def _paint_excerpt(self, surface: pygame.Surface, theme: Theme, ident: str, room: pygame.Rect) -> None:
        """Draw as many whole lines of an excerpt as there is room for."""
        inside = room.inflate(-2 * theme.px(SIDE), 0)
        plain, strong = ON_INK if ident == self.chosen else ON_PAPER
        runs = tuple(Run(text, strong if sought else plain) for text, sought in self.excerpt(ident))
        block = flowed(runs, inside.w, theme.scale)
        high = size_of("X", plain, theme.scale)[1]
        shown = tuple(piece for piece in block.pieces if piece.y + high <= inside.h)
        write_block(surface, theme, Block(shown, block.width, inside.h), inside.topleft)


SEARCH, ROWS, TEXT = "rulebook.search", "rulebook.rows", "rulebook.text"
LONGEST_QUERY = 120
"""The most letters of a question."""
MOST_HITS = 3
"""The most hits in sight if the number of rows is limited."""
KEY_ACTIONS = {"next_rule": "next", "previous_rule": "previous", "find_rule": "find"}
"""Keys without a button, and their actions."""
SEARCH_KEY_ACTIONS = {"Down": "next", "Up": "previous", "Enter": "open", "Esc": "clear"}
"""Keys without a button during a search, and their actions."""


class HiddenKey(Widget):
    """A key that presses an invisible button."""

    def __init__(self, key: str, ident: str) -> None:
        super().__init__(key=key)
        self._ident = ident

    def activate(self) -> Report:
        """Return the report of the button."""
        return Pressed(self._ident)

    def path_to(self, pos: tuple[int, int]) -> list[Widget]:
        """Return []: the pointer never meets this widget."""
        return []


def book_title(game: str, *, brief: bool = False) -> str:
    """Return the title of a book, with its subtitle if two games share it; the subtitle alone if `brief`."""
    if game == COMMON:
        return "All games"
    meta = games_by_id()[game].meta
    if sum(one.meta.title == meta.title for one in games_by_id().values()) == 1:
        return meta.title
    return meta.subtitle if brief else f"{meta.title}: {meta.subtitle}"


class ReaderView:
    """The widgets of a reader, shared by page and sheet.

    Attributes:
        reader: the place in the books.
        presses: what its buttons do.
        on: what its links, its list and its search do.
    """

    def __init__(self, page: Page, reader: Reader, shown: Callable[[], None]) -> None:
        """Take a page, a reader, and the function that rebuilds the page."""
        self.reader = reader
        self._page = page
        self._rebuild = shown
        self.presses: Presses[Transition | None] = {
            "rulebook.back": lambda: self.go(reader.go_back),
            "rulebook.forward": lambda: self.go(reader.go_forward),
            "rulebook.next": lambda: self._step(1),
            "rulebook.previous": lambda: self._step(-1),
            "rulebook.find": self._focus_search,
            "rulebook.open": lambda: self.go(reader.open_hit),
            "rulebook.clear": self.clear_search,
        }
        self.on: Hearing[Transition | None] = hearing(
            On(RuleAsked, lambda asked: self.go(lambda: reader.go_to(asked.target))),
            On(Chosen, self._choose, ROWS),
            On(RowOpened, lambda _: self.go(reader.open_hit) if reader.query else None, ROWS),
            On(Typed, self._search, SEARCH),
        )

    # --- widgets

    def build_history_buttons(self) -> list[Widget]:
        """Build the buttons that lead back and forward."""
        back = Button("rulebook.back", "", sign="left", key=keys.key("rule_back"), show_key=False, tip=Tip("Back"))
        ahead = Button(
            "rulebook.forward", "", sign="right", key=keys.key("rule_forward"), show_key=False, tip=Tip("Forward")
        )
        return [
            back.disable("" if self.reader.can_go_back else "There is no previous page."),
            ahead.disable("" if self.reader.can_go_forward else "There is no next page."),
        ]

    def build_search_line(self) -> Widget:
        """Build the line in which a question is typed, with the keys that need no button."""
        tip = Tip("Search the rules of all games", "Type a question or keywords. Up and Down select, Enter opens.", "/")
        typed, hint = self.reader.query, "Ask or search"
        line = TextEntry(SEARCH, typed, longest=LONGEST_QUERY, tip=tip, grow=1, hint=hint, allowed=_is_searched)
        strokes = {keys.key(name): action for name, action in KEY_ACTIONS.items()} | (
            SEARCH_KEY_ACTIONS if typed else {}
        )
        return Row([line, *(HiddenKey(key, f"rulebook.{action}") for key, action in strokes.items())], gap=0, grow=1)

    def build_list(self, visible: int = 0) -> Widget:
        """Build the list of the book's sections, or of the hits during a search.

        `visible` is the number of sections in sight; 0 fills the room there is. Of hits, which are higher, fewer are.
        """
        if self.reader.query:
            return self._build_hits(min(MOST_HITS, visible - 1))
        entries = [
            ListEntry(_section_id(one), _format_heading(one)) for one in load_books()[self.reader.section.game].sections
        ]
        return ListBox(
            ROWS, entries, chosen=_section_id(self.reader.section), row=26, visible=visible, grow=not visible
        )

    def _build_hits(self, visible: int) -> Widget:
        """Build the list of hits, or a sentence if there are none."""
        found = self.reader.hits
        if not found:
            return Text("No rules found. Try other words.")
        entries = [
            ListEntry(
                _section_id(one.section),
                one.section.title,
                aside=book_title(one.section.game),
                brief=book_title(one.section.game, brief=True),
            )
            for one in found
        ]
        chosen = entries[self.reader.marked_hit].id
        return HitList(ROWS, entries, found, chosen=chosen, visible=max(0, visible), grow=visible <= 0)

    def build_text(self, leaf: SectionBuilder) -> Scroll:
        """Build the scrolling text of the chapter."""
        return Scroll(leaf.build_sections(self.reader.chapter), ident=TEXT, grow=1)

    def reveal(self) -> None:
        """Scroll the current section to the top, and its row into sight."""
        seen = {one.id: one for one in self._page.layers[-1].walk() if one.id}
        text, at = seen.get(TEXT), seen.get(f"section.{self.reader.section.name}")
        if isinstance(text, Scroll) and at:
            text.move(at.rect.y - text.children[0].rect.y)
        rows = seen.get(ROWS)
        if isinstance(rows, ListBox) and not self.reader.query:
            rows.reveal(_section_id(self.reader.section))

    # --- what is done

    def go(self, deed: Callable[[], object]) -> None:
        """Run an action that moves the reader, rebuild the page, and reveal the section."""
        deed()
        self._rebuild()
        self.reveal()

    def clear_search(self) -> None:
        """End the search; the current section stays."""
        self.reader.search_for("")
        self.go(lambda: self._page.give_focus(None))

    def _step(self, by: int) -> None:
        """Mark the next or previous hit during a search, else go to the next or previous section."""
        if not self.reader.query:
            self.go(lambda: self.reader.step(by))
            return
        self.reader.move_mark(by)
        self._rebuild()
        self._reveal_hit()

    def _focus_search(self) -> None:
        """Put the focus into the search, with the last question."""
        self.reader.search_for(self.reader.query)
        self._rebuild()
        self._page.give_focus(self._page.find(SEARCH))

    def _choose(self, chosen: Chosen) -> None:
        """Go to the section of a row."""
        game, _, name = chosen.value.partition(".")
        section = next(one for one in load_books()[game].sections if one.name == name)
        self.go(lambda: self.reader.open_section(section))

    def _search(self, typed: Typed) -> None:
        """Search for the typed words."""
        self.reader.search_for(typed.text)
        self._rebuild()
        self._reveal_hit()

    def _reveal_hit(self) -> None:
        """Scroll the marked hit into sight."""
        rows = next((one for one in self._page.layers[-1].walk() if one.id == ROWS), None)
        if isinstance(rows, HitList):
            rows.reveal(rows.chosen)


def _is_searched(letter: str) -> bool:
    """Return True if a letter can be searched for; the key that leads to the search is typed there too."""
    return letter.isprintable() and letter != keys.key("find_rule")


def _section_id(section: RuleSection) -> str:
    """Return the id of a section: ``game.name``."""
    return f"{section.game}.{section.name}"


def _format_heading(section: RuleSection) -> str:
    """Return the heading of a section, indented by its level."""
    return f"{'    ' * (section.level - 1)}{section.heading}"
