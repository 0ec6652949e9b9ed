"""Steps of rule modules before the guns speak: loading before the battle, and signals behind the curtain (14, 19)."""

from tabletop.games.ships_of_the_line.chapters.optional.communications import USUAL
from tabletop.ui.widgets.form_controls import Segments
from tests.ships_of_the_line.test_14_communications import signals
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


def test_c_6_amb_170_signals_are_made_behind_the_curtain_and_in_no_other_step() -> None:
    watch = Watch(begun(signals()))
    seats = watch.screen.seats
    assert (seats.waiting, seats.looking) == ("allied", "")
    watch.press("1")
    assert not watch.state.signals
    watch.press("Space")
    assert (seats.waiting, seats.looking) == ("", "allied")
    watch.press("1")
    assert [one.text for one in watch.state.signals] == [USUAL[0]]
    watch.wait(3000)
    watch.press("Space")
    assert (watch.state.phase != "signals", seats.waiting, seats.looking) == (True, "", "")
    assert [one.text for one in watch.table.viewer.state.signals] == ["?"]
