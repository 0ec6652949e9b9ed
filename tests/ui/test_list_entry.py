"""A row of a list as it is drawn."""

import pygame
import pytest

from tabletop.ui.text import NAME
from tabletop.ui.theme import INKS, Theme
from tabletop.ui.widgets.list_entry import ListEntry, Shown, paint


def brightness(colour: pygame.Color) -> float:
    return 0.3 * colour.r + 0.6 * colour.g + 0.1 * colour.b


@pytest.mark.parametrize("chosen", [False, True])
def test_the_tick_of_a_ship_that_has_acted_stands_out_from_its_row(chosen: bool) -> None:
    drawn = []
    for acted in (False, True):
        surface = pygame.Surface((300, 28))
        surface.fill(INKS.paper)
        entry = ListEntry("one", "Mars", struck=True, acted=acted)
        paint(surface, Theme(), entry, surface.get_rect(), Shown(NAME, chosen, under=False))
        drawn.append(surface)
    pairs = [[brightness(one.get_at((x, y))) for one in drawn] for x in range(300) for y in range(28)]
    assert max(abs(without - tick) for without, tick in pairs) > 100
