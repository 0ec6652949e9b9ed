"""The rulebook: as a page, as a sheet beside a table, and the way to the page."""

from tabletop.ui.screen import Push, Transition


def open_rulebook(game: str, *words: str) -> Transition:
    """Return the way to the page of the rulebook, at the first rule of `game` that one of `words` names.

    If no word names a rule, the book opens at its first page. The page is imported here, for that takes a while.
    """
    from tabletop.rulebook.book import find_identifier
    from tabletop.ui.screens.rulebook.page import RulebookPage
    from tabletop.ui.screens.rulebook.reader import Reader

    reader = Reader(game)
    if rule := next(filter(None, (find_identifier(one, game) for one in words)), ""):
        reader.go_to(rule)
    return Push(RulebookPage(reader))
