"""What the sheet and the page of the rulebook share: search, contents, text and keys."""

from collections.abc import Callable, Sequence

import pygame

from tabletop.core.game import games_by_id
from tabletop.rulebook.book import COMMON, RuleSection, load_books
from tabletop.rulebook.search import SearchResult
from tabletop.ui import keys
from tabletop.ui.screen import Transition
from tabletop.ui.screens.rulebook.reader import Reader
from tabletop.ui.screens.rulebook.section_widgets import Leaf
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
"""Room at the left and right of an excerpt, design pixels."""
ON_PAPER = SMALL, Style("bold", SMALL.size)
ON_INK = SMALL.tinted(INKS.mist), Style("bold", SMALL.size, INKS.cream)
"""How an excerpt and the words found in it look, also in the chosen row."""


class FoundList(ListBox):
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
        """`entries` are the titles of `found`, in the same order."""
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
LONGEST = 120
"""Letters of the longest question."""
HITS = 3
"""The most hits in sight where the number of rows is limited."""
STROKES = {"next_rule": "next", "previous_rule": "previous", "find_rule": "find"}
"""Keys without a button: what they do."""
SEARCH_STROKES = {"Down": "next", "Up": "previous", "Enter": "open", "Esc": "clear"}
"""Keys without a button while something is searched for."""


class Stroke(Widget):
    """A key that presses a button which nobody sees."""

    def __init__(self, key: str, ident: str) -> None:
        super().__init__(key=key)
        self._ident = ident

    def activate(self) -> Report:
        """As the button would."""
        return Pressed(self._ident)

    def path_to(self, pos: tuple[int, int]) -> list[Widget]:
        """It is nowhere."""
        return []


def title(game: str, *, brief: bool = False) -> str:
    """What a book is called; where two games share a title, by its subtitle too, or in `brief` by that alone."""
    if game == COMMON:
        return "All games"
    meta = games_by_id()[game].meta
    if sum(one.meta.title == meta.title for one in games_by_id().values()) == 1:
        return meta.title
    return meta.subtitle if brief else f"{meta.title}: {meta.subtitle}"


class RulebookDesk:
    """Reading in a page's widgets.

    Attributes:
        reader: where it is read.
        presses: what its buttons do.
        on: what is done at its links, its list and its search.
    """

    def __init__(self, page: Page, reader: Reader, shown: Callable[[], None]) -> None:
        """`shown` composes the page anew."""
        self.reader = reader
        self._page = page
        self._shown = shown
        self.presses: Presses[Transition | None] = {
            "rulebook.back": lambda: self.do(reader.back),
            "rulebook.forward": lambda: self.do(reader.forward),
            "rulebook.next": lambda: self._step(1),
            "rulebook.previous": lambda: self._step(-1),
            "rulebook.find": self._find,
            "rulebook.open": lambda: self.do(reader.open),
            "rulebook.clear": self.clear,
        }
        self.on: Hearing[Transition | None] = hearing(
            On(RuleAsked, lambda asked: self.do(lambda: reader.go(asked.target))),
            On(Chosen, self._choose, ROWS),
            On(RowOpened, lambda _: self.do(reader.open) if reader.typed else None, ROWS),
            On(Typed, self._type, SEARCH),
        )

    # --- widgets

    def ways(self) -> list[Widget]:
        """Build the buttons that lead back and forward."""
        back = Button("rulebook.back", "", sign="left", key=keys.key("rule_back"), show_key=False, tip=Tip("Back"))
        ahead = Button(
            "rulebook.forward", "", sign="right", key=keys.key("rule_forward"), show_key=False, tip=Tip("Forward")
        )
        return [
            back.disable("" if self.reader.may_back else "There is no previous page."),
            ahead.disable("" if self.reader.may_forward else "There is no next page."),
        ]

    def entry(self) -> Widget:
        """Build the line in which a question is typed, with the keys that need no button."""
        tip = Tip("Search the rules of all games", "Type a question or keywords. Up and Down select, Enter opens.", "/")
        typed, hint = self.reader.typed, "Ask or search"
        line = TextEntry(SEARCH, typed, longest=LONGEST, tip=tip, grow=1, hint=hint, allowed=_is_searched)
        strokes = {keys.key(name): action for name, action in STROKES.items()} | (SEARCH_STROKES if typed else {})
        return Row([line, *(Stroke(key, f"rulebook.{action}") for key, action in strokes.items())], gap=0, grow=1)

    def rows(self, visible: int = 0) -> Widget:
        """Build the list of the book's sections, or of the hits while something is searched for.

        `visible` is the number of sections in sight; 0 fills the room there is. Of hits, which are higher, fewer are.
        """
        if self.reader.typed:
            return self._hits(min(HITS, visible - 1))
        entries = [ListEntry(_id(one), _indented(one)) for one in load_books()[self.reader.section.game].sections]
        return ListBox(ROWS, entries, chosen=_id(self.reader.section), row=26, visible=visible, grow=not visible)

    def _hits(self, visible: int) -> Widget:
        found = self.reader.found
        if not found:
            return Text("No rules found. Try other words.")
        entries = [
            ListEntry(
                _id(one.section),
                one.section.title,
                aside=title(one.section.game),
                brief=title(one.section.game, brief=True),
            )
            for one in found
        ]
        chosen = entries[self.reader.marked].id
        return FoundList(ROWS, entries, found, chosen=chosen, visible=max(0, visible), grow=visible <= 0)

    def text(self, leaf: Leaf) -> Scroll:
        """The chapter that is read."""
        return Scroll(leaf.sections(self.reader.chapter), ident=TEXT, grow=1)

    def reveal(self) -> None:
        """Bring what is read to the top, and its row into sight."""
        seen = {one.id: one for one in self._page.layers[-1].walk() if one.id}
        text, at = seen.get(TEXT), seen.get(f"section.{self.reader.section.name}")
        if isinstance(text, Scroll) and at:
            text.move(at.rect.y - text.children[0].rect.y)
        rows = seen.get(ROWS)
        if isinstance(rows, ListBox) and not self.reader.typed:
            rows.reveal(_id(self.reader.section))

    # --- what is done

    def do(self, deed: Callable[[], object]) -> None:
        """Read elsewhere."""
        deed()
        self._shown()
        self.reveal()

    def clear(self) -> None:
        """End the search; the section that is read stays."""
        self.reader.seek("")
        self.do(lambda: self._page.give_focus(None))

    def _step(self, by: int) -> None:
        """Mark the next or previous hit while something is searched for, else read the next or previous section."""
        if not self.reader.typed:
            self.do(lambda: self.reader.step(by))
            return
        self.reader.mark(by)
        self._shown()
        self._reveal_hit()

    def _find(self) -> None:
        """Go to the search, with what was found there before."""
        self.reader.seek(self.reader.typed)
        self._shown()
        self._page.give_focus(self._page.find(SEARCH))

    def _choose(self, chosen: Chosen) -> None:
        game, _, name = chosen.value.partition(".")
        section = next(one for one in load_books()[game].sections if one.name == name)
        self.do(lambda: self.reader.turn(section))

    def _type(self, typed: Typed) -> None:
        self.reader.seek(typed.text)
        self._shown()
        self._reveal_hit()

    def _reveal_hit(self) -> None:
        """Scroll the marked hit into sight."""
        rows = next((one for one in self._page.layers[-1].walk() if one.id == ROWS), None)
        if isinstance(rows, FoundList):
            rows.reveal(rows.chosen)


def _is_searched(letter: str) -> bool:
    """Return True if a letter can be searched for; the key that leads to the search is typed there too."""
    return letter.isprintable() and letter != keys.key("find_rule")


def _id(section: RuleSection) -> str:
    return f"{section.game}.{section.name}"


def _indented(section: RuleSection) -> str:
    return f"{'    ' * (section.level - 1)}{section.heading}"
