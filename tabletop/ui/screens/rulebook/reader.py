"""A reader of the rulebooks: the current section, the history, and the search."""

from functools import cached_property

from tabletop.rulebook.book import COMMON, RuleSection, find_section, load_books
from tabletop.rulebook.search import SearchResult, search


class Reader:
    """A place in the rulebooks, with a history and a search.

    Attributes:
        query: the question that is searched for; "" for none.
        is_searching: True while the hits are looked through, False once one of them is read.
        marked_hit: the number of the hit that the keys stand on.
    """

    def __init__(self, game: str) -> None:
        """Start at the first page of a game's book, or of what all games share if there is none."""
        self._game = game
        self.query = ""
        self.is_searching = False
        self.marked_hit = 0
        self._searched_from = game
        self._visited: list[RuleSection] = []
        self._left: list[RuleSection] = []

    @cached_property
    def section(self) -> RuleSection:
        """Return the current section. The books are loaded here, for that is slower than building a table."""
        return load_books()[self._game if self._game in load_books() else COMMON].sections[0]

    def go_to(self, target: str) -> bool:
        """Go to a rule id or a section, such as ``volley.Counter``. Return False if there is none."""
        game, dot, name = target.partition(".")
        found = find_section(name, game) if dot and game in load_books() else find_section(target, self.section.game)
        if found is None:
            return False
        self.open_section(found)
        return True

    def open_section(self, section: RuleSection) -> None:
        """Go to a section and drop the forward history; the search stays."""
        self.is_searching = False
        self.marked_hit = next((n for n, hit in enumerate(self.hits) if hit.section == section), self.marked_hit)
        if section != self.section:
            self._visited.append(self.section)
            self._left.clear()
            self.section = section

    def search_for(self, words: str) -> None:
        """Search for other words, with the open book first; "" ends the search. The first hit is marked."""
        if words != self.query:
            self._searched_from, self.marked_hit = self.section.game, 0
        self.query, self.is_searching = words, bool(words)

    def move_mark(self, by: int) -> None:
        """Mark the hit `by` places further down, at most the first or the last; do nothing without a hit."""
        self.is_searching = bool(self.query)
        self.marked_hit = max(0, min(self.marked_hit + by, len(self.hits) - 1))

    def open_hit(self) -> None:
        """Go to the marked hit, if there is one."""
        if self.hits:
            self.open_section(self.hits[self.marked_hit].section)

    def step(self, by: int) -> None:
        """End the search and go `by` sections on in the same book; do nothing at its ends."""
        sections = load_books()[self.section.game].sections
        place = sections.index(self.section) + by
        self.search_for("")
        if 0 <= place < len(sections):
            self.open_section(sections[place])

    @property
    def can_go_back(self) -> bool:
        """Return True if there is a previous section."""
        return bool(self._visited)

    @property
    def can_go_forward(self) -> bool:
        """Return True if the reader has gone back."""
        return bool(self._left)

    def go_back(self) -> None:
        """Go to the previous section."""
        if self._visited:
            self._left.append(self.section)
            self.section, self.is_searching = self._visited.pop(), False

    def go_forward(self) -> None:
        """Go to the section that the reader left by going back."""
        if self._left:
            self._visited.append(self.section)
            self.section, self.is_searching = self._left.pop(), False

    @property
    def hits(self) -> tuple[SearchResult, ...]:
        """Return the hits in all books, best first; the book that was open at the search has preference."""
        return search(self.query, self._searched_from)

    @property
    def chapter(self) -> tuple[RuleSection, ...]:
        """Return all sections of the current chapter."""
        book = load_books()[self.section.game]
        first = book.sections.index(book.path_to(self.section)[0])
        later = (n for n, one in enumerate(book.sections) if n > first and one.level == 1)
        return book.sections[first : next(later, len(book.sections))]
