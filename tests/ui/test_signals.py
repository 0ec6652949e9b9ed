"""Signals are written at the table and read behind the curtain; the enemy sees that flags fly and no more (14, C-6)."""

from typing import Any

import pytest
from msgspec.structs import replace

from tabletop.core.match import Match
from tabletop.core.record import Seating
from tabletop.games.ships_of_the_line.chapters.optional.communications import USUAL_TEXTS
from tabletop.games.ships_of_the_line.model import Player, State
from tabletop.games.ships_of_the_line.ship import Leader
from tabletop.ui.boards.ships_of_the_line.ship_names import list_plate_marks
from tabletop.ui.motion import MOTION
from tabletop.ui.theme import Theme
from tabletop.ui.widgets.label import Label, Text
from tests.ships_of_the_line.kit import battle, ship
from tests.ships_of_the_line.test_14_communications import PLAYERS, signals
from tests.ui.fitting import layout_problems
from tests.ui.tables import Watch, begun
from tests.ui.test_no_leaks import everything

TEXT, OTHER = "Bear up and rake their van", "Tack by the wind to my wake"
WINDOWS = (((1280, 720), 75), ((1280, 720), 100), ((1920, 1080), 150), ((1920, 1080), 200))


@pytest.fixture(autouse=True)
def motion(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(MOTION, "pace", "off")


def fleets() -> State:
    """Two players on each side, and a leader who can signal on both."""
    flags: list[dict[str, Any]] = [
        {"key": "B1", "at": (0, 20), "player": "nelson", "leader": Leader("Nelson", -3)},
        {"key": "B2", "at": (2, 20), "player": "collingwood", "leader": None},
        {"key": "F1", "at": (0, 0), "player": "villeneuve", "leader": Leader("Villeneuve", 0)},
        {"key": "S1", "at": (2, 0), "player": "gravina", "leader": None},
    ]
    ships = [ship(one["key"], *one["at"], 0, card_player=one["player"], card_leader=one["leader"]) for one in flags]
    return battle(
        *ships, players=(*PLAYERS, Player("collingwood", "british", "Collingwood")), phase="signals", asked="allied",
        initiative="allied", options={"communications": True, "leaders": True},
    )  # fmt: skip


def ready(state: State | None = None) -> Watch:
    watch = Watch(begun(state or signals()))
    if watch.screen.seats.waiting:
        watch.press("Space")
    watch.wait(100)
    return watch


def write(watch: Watch, text: str, key: str = "F1") -> None:
    watch.click(f"signal.text.{key}")
    watch.screen.type(text)
    watch.wait(50)


def counter(watch: Watch) -> str:
    found = watch.screen.find("signal.words")
    assert isinstance(found, Label)
    return found.text


def test_sotl_14_d_any_text_is_written_on_the_slip_and_its_words_are_counted() -> None:
    watch = ready()
    write(watch, TEXT)
    assert counter(watch) == "4 of 7 words"
    watch.click("signal.make.F1")
    assert [one.text for one in watch.state.signals] == [TEXT]


def test_sotl_14_d_too_many_words_are_not_sent_and_the_slip_says_why() -> None:
    watch = ready()
    write(watch, f"{TEXT} hard fast now here")
    assert counter(watch) == "8 of 7 words"
    watch.click("signal.make.F1")
    assert "8 words count; at most 7 may be sent" in watch.toast
    assert not watch.state.signals


def test_amb_170_enter_sends_what_is_written_and_space_and_numbers_are_letters_of_it() -> None:
    watch = ready()
    watch.click("signal.text.F1")
    for letter in "Chase 2":
        watch.press("Space" if letter == " " else letter)
        watch.screen.type(letter)
    watch.press("Enter")
    assert [one.text for one in watch.state.signals] == ["Chase 2"]


def test_amb_170_usual_texts_are_put_on_the_slip_one_after_the_other() -> None:
    watch = ready()
    for text in (*USUAL_TEXTS, USUAL_TEXTS[0]):
        watch.click("signal.usual.F1")
        assert watch.screen.find("signal.text.F1").text == text  # type: ignore[attr-defined]
    watch.click("signal.make.F1")
    assert [one.text for one in watch.state.signals] == [USUAL_TEXTS[0]]


def test_sotl_14_c_the_player_it_is_for_is_asked_next_and_reads_it() -> None:
    watch = ready()
    write(watch, TEXT)
    watch.click("signal.make.F1")
    watch.wait(3000)
    assert watch.state.phase == "signals"
    told = [one.runs[0].text for one in watch.screen.find("signals").walk() if isinstance(one, Text)]
    assert told == ["Villeneuve signals from F1:", f"“{TEXT}”"]
    watch.press("Space")
    assert watch.state.phase == "combat"


def test_c_6_amb_170_signals_are_made_behind_the_curtain_and_in_no_other_step() -> None:
    watch = Watch(begun(signals()))
    seats = watch.screen.seats
    assert (seats.waiting, seats.looking) == ("allied", "")
    assert "Villeneuve" in [getattr(one, "text", "") for one in watch.screen.layers[0].walk()]
    watch.press("Space")
    assert (seats.waiting, seats.looking) == ("", "allied")
    write(watch, TEXT)
    watch.press("Enter")
    watch.wait(300)
    watch.press("Space")
    assert (watch.state.phase != "signals", seats.waiting, seats.looking) == (True, "", "")
    assert [one.text for one in watch.table.viewer.state.signals] == ["?"]


def test_amb_170_a_pennant_flies_on_the_ship_that_signalled_for_everybody_to_see() -> None:
    watch = ready()
    write(watch, TEXT)
    watch.press("Enter")
    watch.wait(300)
    watch.press("Space")
    assert ("signal", 0) in list_plate_marks(watch.table.viewer.state, "F1")
    assert ("signal", 0) not in list_plate_marks(watch.table.viewer.state, "S1")


def test_esc_drops_what_is_written() -> None:
    watch = ready()
    write(watch, TEXT)
    watch.press("Esc")
    assert counter(watch) == "0 of 7 words"


@pytest.mark.parametrize("sent", [True, False], ids=["sent", "only written"])
def test_c_6_nothing_the_enemy_is_shown_depends_on_what_was_written(sent: bool) -> None:
    said = []
    for text in (TEXT, OTHER):
        watch = ready(fleets())
        write(watch, text)
        if sent:
            watch.press("Enter")
        watch.wait(300)
        watch.screen.give_focus(None)
        watch.press("Space")
        watch.wait(100)
        assert watch.screen.seats.waiting == "british"
        seen = [everything(watch.screen)]
        watch.press("Space")
        seen.append(everything(watch.screen))
        watch.press("G")
        seen.append(everything(watch.screen))
        watch.press("Esc")
        watch.press("Ctrl+Z")
        seen.append(everything(watch.screen))
        assert not any(text in told for one in seen for told in map(str, one))
        said.append(seen)
    assert said[0] == said[1]


def uncovered(state: State) -> Match:
    match = begun(state)
    match.header = replace(match.header, seating=Seating(curtain=False))
    return match


def test_c_6_who_plays_both_sides_alone_may_do_without_the_curtain() -> None:
    watch = Watch(uncovered(signals()))
    assert (watch.screen.seats.waiting, watch.screen.seats.looking) == ("", "allied")
    write(watch, TEXT)
    watch.press("Enter")
    assert [one.text for one in watch.state.signals] == [TEXT]


@pytest.mark.parametrize(("size", "scale"), WINDOWS)
def test_slips_fit_into_every_window(size: tuple[int, int], scale: int) -> None:
    watch = ready()
    write(watch, TEXT)
    watch.screen.resize(size, Theme(scale))
    watch.wait(300)
    assert layout_problems(watch.screen) == []
