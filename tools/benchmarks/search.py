"""The search of the rulebook: from each typed letter to the picture of the results."""

from collections.abc import Iterator
from functools import partial
from statistics import median

import pygame

from tabletop.rulebook.search import search
from tabletop.ui.app import App
from tabletop.ui.screens.rulebook.page import RulebookPage
from tabletop.ui.screens.rulebook.reader import Reader
from tools.benchmarks.figures import SIZE, Figure, time_once

REACH = 50
"""Milliseconds for a letter."""
WORDS = ("raking fire", "the wind", "a card of the hand", "grapple and board", "sotl-4.2.3", "strike", "every ship")
"""Rare words, and words that are in nearly every section."""
RETURN = "\b"


def measure_search() -> Iterator[Figure]:
    """Yield rows for the letters on the page of the rulebook, and for the search alone."""
    app = App(SIZE, 100)
    app.show(RulebookPage(Reader("ships_of_the_line")))
    app.draw()
    _press(app, "/")
    first = _time_letter(app, "r")
    _press(app, RETURN)
    taken = [time for words in WORDS for time in _time_letters(app, words)]
    note = f"{len(taken)} letters; {median(taken):.1f} in the middle"
    yield Figure("a letter typed in the search of the rulebook, at most", max(taken), REACH, "ms", note)
    yield Figure("the first letter, with nothing found before", first, REACH, "ms")
    app.close()
    alone = [1e3 * time_once(partial(search, words[: end + 1])) for words in WORDS for end in range(len(words))]
    yield Figure("a search of all books, at most", max(alone), REACH, "ms", f"{median(alone):.1f} in the middle")


def _time_letters(app: App, words: str) -> Iterator[float]:
    """Yield the milliseconds of each letter; then delete them all."""
    yield from [_time_letter(app, letter) for letter in words]
    for _ in words:
        _press(app, RETURN)


def _time_letter(app: App, letter: str) -> float:
    return 1e3 * time_once(lambda: _press(app, letter))


def _press(app: App, letter: str) -> None:
    """Press a key, up to the next picture."""
    key = pygame.K_BACKSPACE if letter == RETURN else pygame.key.key_code(letter) if letter != " " else pygame.K_SPACE
    pygame.event.post(pygame.Event(pygame.KEYDOWN, key=key, mod=0, unicode=letter, scancode=0))
    if letter != RETURN:
        pygame.event.post(pygame.Event(pygame.TEXTINPUT, text=letter, window=None))
    app.step()
