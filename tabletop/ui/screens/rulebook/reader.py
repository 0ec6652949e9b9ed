"""Where somebody reads in the rulebook: the place, the way there and back, and what is looked for."""

from functools import cached_property

from tabletop.rulebook.book import COMMON, RuleSection, find_section, load_books
from tabletop.rulebook.search import SearchResult, search


class Reader:
    """A reader of all books.

    Attributes:
        typed: the question that is searched for; "" for none.
        searching: True while the hits are looked through, False once one of them is read.
        marked: the number of the hit that the keys stand on.
    """

    def __init__(self, game: str) -> None:
        """At the first page of a game's book, or of what all games share where there is none."""
        self._game = game
        self.typed = ""
        self.searching = False
        self.marked = 0
        self._asked_in = game
        self._behind: list[RuleSection] = []
        self._ahead: list[RuleSection] = []

    @cached_property
    def section(self) -> RuleSection:
        """What is read; the books are opened no sooner, for that takes longer than to lay a table."""
        return load_books()[self._game if self._game in load_books() else COMMON].sections[0]

    def go(self, target: str) -> bool:
        """Go to an identifier, or to the name of a section of this book or of another, ``game.name``; whether it is
        there."""
        game, dot, name = target.partition(".")
        found = find_section(name, game) if dot and game in load_books() else find_section(target, self.section.game)
        if found is None:
            return False
        self.turn(found)
        return True

    def turn(self, section: RuleSection) -> None:
        """Go to a section; what was ahead is forgotten. What is looked for stays, so that all that was found does."""
        self.searching = False
        self.marked = next((n for n, hit in enumerate(self.found) if hit.section == section), self.marked)
        if section != self.section:
            self._behind.append(self.section)
            self._ahead.clear()
            self.section = section

    def seek(self, words: str) -> None:
        """Search for other words, with the open book first; "" ends the search. The first hit is marked."""
        if words != self.typed:
            self._asked_in, self.marked = self.section.game, 0
        self.typed, self.searching = words, bool(words)

    def mark(self, by: int) -> None:
        """Mark the hit `by` places further down, at most the first or the last; do nothing without a hit."""
        self.searching = bool(self.typed)
        self.marked = max(0, min(self.marked + by, len(self.found) - 1))

    def open(self) -> None:
        """Go to the marked hit, if there is one."""
        if self.found:
            self.turn(self.found[self.marked].section)

    def step(self, by: int) -> None:
        """So many sections on in the same book, or back; at its ends it stays."""
        sections = load_books()[self.section.game].sections
        place = sections.index(self.section) + by
        self.seek("")
        if 0 <= place < len(sections):
            self.turn(sections[place])

    @property
    def may_back(self) -> bool:
        """Whether there is a section that was read before."""
        return bool(self._behind)

    @property
    def may_forward(self) -> bool:
        """Whether the reader has gone back from another."""
        return bool(self._ahead)

    def back(self) -> None:
        """To what was read before."""
        if self._behind:
            self._ahead.append(self.section)
            self.section, self.searching = self._behind.pop(), False

    def forward(self) -> None:
        """To where the reader went back from."""
        if self._ahead:
            self._behind.append(self.section)
            self.section, self.searching = self._ahead.pop(), False

    @property
    def found(self) -> tuple[SearchResult, ...]:
        """Return the hits in all books, best first; the book that was open when the words were typed has preference."""
        return search(self.typed, self._asked_in)

    @property
    def chapter(self) -> tuple[RuleSection, ...]:
        """All sections of the chapter that is read."""
        book = load_books()[self.section.game]
        first = book.sections.index(book.path_to(self.section)[0])
        later = (n for n, one in enumerate(book.sections) if n > first and one.level == 1)
        return book.sections[first : next(later, len(book.sections))]
