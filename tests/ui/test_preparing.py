"""The step before the battle in which guns are loaded (19)."""

from tabletop.ui.widgets.form_controls import Segments
from tests.ships_of_the_line.test_19_ammunition import opening
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
