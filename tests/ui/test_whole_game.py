"""A whole battle through the table screen alone: clicks and keys, to the reckoning; and a fuzz of the great one."""

from random import Random

import pytest

from tabletop.games.ships_of_the_line.model import is_on_map
from tabletop.ui.screen import Push
from tabletop.ui.screens.result import ResultPage
from tests.ui.tables import Watch, from_scenario, somewhere

STEPS = 4000
MOSTLY = ("Space",) * 6 + ("E", "N", "F", "Shift+F", "Enter", "1", "2", "3")
MOVING = ("W", "W", "W", "A", "D", "Enter", "S")
SELDOM = ("Tab", "Esc", "Ctrl+Z", "Ctrl+Y", "B", "T", "L", "G", "Home", "Shift+N", "Backspace", "O", "M")


def _one_deed(watch: Watch, fancy: Random) -> None:
    kind = fancy.random()
    ships = [key for key in watch.state.ships if is_on_map(watch.state, key)]
    if len(watch.screen.layers) > 1 and fancy.random() < 0.8:
        watch.click(fancy.choice([one for one in watch.idents() if one not in _QUITTING] or ["dialog.back"]))
    elif kind < 0.15 and ships:
        watch.click_ship(fancy.choice(ships))
    elif kind < 0.2:
        watch.click(fancy.choice([one for one in watch.idents() if one not in _QUITTING]))
    elif kind < 0.3:
        watch.press(fancy.choice(SELDOM))
    elif watch.state.phase == "movement" and kind < 0.8:
        watch.press(*fancy.sample(MOVING, 3), "Enter")
    else:
        watch.press(fancy.choice(MOSTLY))


_QUITTING = ("menu.title", "menu.full_screen", "menu.scale", "menu.concede.british", "menu.concede.allied")


@pytest.mark.sampled(1)
@pytest.mark.parametrize("seed", [1, 2])
def test_a_duel_is_played_to_the_reckoning_with_clicks_and_keys_alone(seed: int) -> None:
    watch, fancy = Watch(from_scenario("duel_of_two_74s", str(seed))), Random(seed)
    for step in range(STEPS):
        _one_deed(watch, fancy)
        watch.wait(50) if step % 5 else watch.wait(600)
        if watch.state.outcome is not None:
            break
    assert watch.state.outcome is not None
    while len(watch.screen.layers) > 1:
        watch.press("Esc")
    watch.wait(4000)
    watch.press("Space")
    assert isinstance(watch.left, Push)
    assert isinstance(watch.left.screen, ResultPage)


def test_trafalgar_bears_any_input() -> None:
    watch, fancy = Watch(from_scenario("trafalgar", "1"), (1280, 720)), Random(5)
    keys = [*MOSTLY, *MOVING, *SELDOM, "Up", "Left", "R", "J", "H", "+", "-", "F10", "Shift+Tab", "Page down"]
    for _ in range(300):
        kind = fancy.random()
        if kind < 0.5:
            watch.click_at(somewhere(fancy, (1280, 720)), fancy.choice(["left", "left", "right"]))
        else:
            watch.press(fancy.choice(keys))
        watch.wait(50)
    assert watch.match.state.cards
