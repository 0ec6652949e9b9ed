"""The step before the battle in which guns are loaded (19)."""

from tabletop.ui.widgets.form_controls import Segments
from tests.decks_of_glory import test_placing
from tests.ships_of_the_line import test_deployment
from tests.ships_of_the_line.test_19_ammunition import opening
from tests.ui import hexes
from tests.ui.tables import Watch, begun


def test_amb_147_guns_are_loaded_in_the_sheet_before_the_battle() -> None:
    watch = Watch(begun(opening(ammo=True)))
    picker = next(one for one in watch.screen.find("crew").walk() if isinstance(one, Segments))
    watch.click_at(picker._part([value for value, _ in picker.options].index("red")).center)
    assert watch.state.ships["F1"].shot == {"port": "red"}
    watch.press("Space")
    assert (watch.state.phase, watch.state.asked) == ("prepare", "british")
    watch.press("Space")
    assert watch.state.phase == "initiative"


def test_amb_147_who_leaves_the_ships_in_their_places_goes_on_with_the_brass_button() -> None:
    watch = Watch(test_deployment.match(test_deployment.TEXT.replace("  secret: true\n", "")))
    assert watch.state.phase == "prepare"
    watch.press("Space")
    watch.press("Space")
    assert watch.state.phase == "initiative"


def test_dog_6_on_the_grid_too() -> None:
    watch = hexes.HexPlayer(test_placing.match(test_placing.TEXT.replace("  secret: true\n", "")))
    watch.press("Space")
    assert (watch.state.phase, watch.state.asked) == ("deployment", "allied")
    watch.press("Space")
    assert watch.state.phase == "colours"
