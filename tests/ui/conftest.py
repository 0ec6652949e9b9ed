"""No test here opens a window or a sound device: SDL must know before pygame is imported."""

import os
from collections.abc import Iterator
from math import inf

os.environ["SDL_VIDEODRIVER"] = "dummy"
os.environ["SDL_AUDIODRIVER"] = "dummy"

import pygame
import pytest

from tabletop.ui import app, fonts, picture_cache, text
from tabletop.ui.screens import local_backend
from tabletop.ui.screens.table import advice
from tabletop.ui.settings import Veteran
from tests.conftest import LARGE

WINDOW = (1280, 720)


@pytest.fixture(autouse=True, scope="package")
def display() -> Iterator[None]:
    """A display for surfaces to be converted to."""
    pygame.display.init()
    pygame.font.init()
    pygame.display.set_mode(WINDOW)
    app.GIVEN_BACK = LARGE  # the program, once it has a window, keeps larger pieces
    yield
    pygame.display.quit()
    pygame.font.quit()
    fonts.forget()
    text.forget()


@pytest.fixture(autouse=True, scope="package")
def _veterans() -> Iterator[None]:
    """No note for newcomers lies upon what a test clicks."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(local_backend, "Newcomer", Veteran)
        patch.setattr(advice, "LEAD", inf)  # nobody is fetched who takes half a second to come and is never asked
        yield


@pytest.fixture(autouse=True)
def _sharp() -> None:
    """What a test sees does not hang on the sizes in which others have drawn the same pictures."""
    picture_cache._drawn.clear()
    picture_cache.forget()


@pytest.fixture(autouse=True)
def _usual_window() -> Iterator[None]:
    """Nor on the size in which they have left the window, what they have posted to it, or whose record they hold."""
    pygame.display.init()
    surface = pygame.display.get_surface()
    if surface is None or surface.get_size() != WINDOW:
        pygame.display.set_mode(WINDOW)
    pygame.event.clear()
    yield
    local_backend.RECORD_LOCK.release()
