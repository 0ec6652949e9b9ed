"""A replay as a player would: it is played, scrubbed, looked at as others, and taken over."""

from functools import cache

import pygame
import pytest

import tabletop.games  # noqa: F401 - makes the games known
from tabletop.core import record_files
from tabletop.core.match import Match
from tabletop.core.replay import ALL, BOTH_SIDES, FUTURE_EVENTS, NOBODY_YET, Replay, list_information
from tabletop.ui.input import Input
from tabletop.ui.motion import MOTION
from tabletop.ui.screen import Pop, Push, Reset
from tabletop.ui.screens import local_backend
from tabletop.ui.screens.load import LoadPage
from tabletop.ui.screens.replay.bottom_bar import SIGNS, SPEEDS
from tabletop.ui.screens.replay.screen import MOVE_DURATION, ReplayScreen
from tabletop.ui.screens.table.match_log import MatchLog
from tabletop.ui.screens.table.screen import TableScreen
from tabletop.ui.theme import Theme
from tabletop.ui.widgets.label import Label
from tabletop.ui.widgets.marks import Dice
from tests.records.test_archive import RECORDS
from tests.sampling import sample
from tests.ui.fitting import problems_now, windows

OURS = [path for path in RECORDS if not path.stem.startswith("tiny") and "open" not in path.stem]
SIZE = (1280, 720)


@cache
def recorded(name):
    return Match.load(next(path for path in RECORDS if path.stem == name))


def watched(name, place=0, size=SIZE):
    page = local_backend.build_replay(recorded(name), place)
    page.resize(size, Theme())
    return page


@pytest.fixture(scope="module")
def frigates():
    return watched("four_frigates_last_turn")


@pytest.fixture(autouse=True)
def at_once(monkeypatch):
    monkeypatch.setattr(MOTION, "pace", "off")


def test_played_at_any_speed_it_comes_to_its_end_and_stands_still(frigates):
    frigates.go_to(frigates.replay.places - 3)
    frigates.press("5")
    frigates.press("Space")
    assert frigates.is_running and 0 < frigates.pulse <= MOVE_DURATION / SPEEDS[4][1] + 1
    for _ in range(12):
        frigates.update(200)
    assert not frigates.is_running and frigates.replay.place == frigates.replay.places
    assert isinstance(frigates.press("Esc"), Pop) and isinstance(frigates.click("replay.back"), Pop)
    frigates.press("Space")
    assert frigates.is_running and frigates.replay.place == 0
    frigates.press("Space")
    assert not frigates.is_running


def test_steps_turns_and_losses_by_their_keys(frigates):
    frigates.go_to(0)
    frigates.press("Right")
    assert frigates.replay.place == 1
    frigates.press("Shift+Right")
    begins = dict(frigates.find("lanes").chronicle.turn_starts)
    assert frigates.replay.place == begins[2]
    frigates.press("Left")
    assert frigates.replay.place == begins[2] - 1
    frigates.press("L")
    assert frigates.replay.place == frigates.find("lanes").chronicle.loss_places[0]
    assert "carried by boarding" in " ".join(line.text for line in frigates._log.current.lines)
    for _ in range(len(frigates.find("lanes").chronicle.loss_places) + 1):
        frigates.press("L")
    assert "Only ships that strike, sink or leave count" in frigates.toast.body


def test_lanes_are_dragged_a_sign_leads_to_what_it_marks_and_says_it(frigates):
    frigates.go_to(0)
    lanes = frigates.find("lanes")
    at = lanes.rect.centerx, lanes.rect.bottom - 20
    frigates.handle(Input("pressed", at, "left", frozenset({"left"})))
    assert frigates.replay.place == 0 and frigates.pulse == 1
    frigates.update(10)
    middle = frigates.replay.place
    assert 0 < middle < frigates.replay.places
    for far in (20, 60):
        frigates.handle(Input("moved", (at[0] + far, at[1])))
    frigates.update(10)
    assert frigates.replay.place > middle
    frigates.handle(Input("released", at, "left"))
    x, marked = lanes.group_marks(frigates.theme)[-1]
    frigates.handle(Input("moved", (x, lanes.rect.y + 6)))
    assert lanes.tip and SIGNS[marked[0].notice.mark][0] in lanes.tip.title and lanes.tip.body
    assert f", {frigates.chronicle.turn_times[marked[0].turn]}:" in lanes.tip.title
    frigates.handle(Input("pressed", (x, lanes.rect.y + 6), "left", frozenset({"left"})))
    frigates.handle(Input("released", (x, lanes.rect.y + 6), "left"))
    frigates.update(10)
    assert frigates.replay.place == marked[0].place


def test_what_comes_about_in_the_phase_stands_at_the_right_and_a_row_leads_there():
    page = watched("four_frigates_last_turn", size=(1920, 1080))
    first = next(one for one in page.chronicle.noted_events if one.notice.shot)
    page.go_to(first.place)
    rows = page.find("replay.row")
    shot = next(entry for entry in rows.entries if entry.id == str(first.place))
    assert " at " in shot.text and "hit" in shot.aside and shot.acted and rows.chosen == shot.id
    later = [entry for entry in rows.entries if int(entry.id) > first.place]
    assert later and not any(entry.acted for entry in later)
    at = rows.row_rect(rows.entries.index(later[-1])).center
    for kind in ("moved", "pressed", "released"):
        page.handle(Input(kind, at, "left"))
    assert page.replay.place == int(later[-1].id) and page.find("replay.row").chosen == later[-1].id
    page.resize(SIZE, Theme())
    assert not page.has("replay.row")


def test_the_dice_of_the_deed_lie_beside_the_table_with_the_terms_of_their_sum():
    page = watched("four_frigates_last_turn", size=(1920, 1080))
    first = next(one for one in page.chronicle.noted_events if one.notice.shot)
    page.go_to(first.place)
    shot = next(one for one in page.match.moves[-1].events if hasattr(one, "rolls"))
    sheet = list(page.find("phase").walk())
    dice = [one.dice for one in sheet if isinstance(one, Dice)]
    assert tuple(face for face, _ in dice[0]) == shot.rolls
    assert sum(bool(word) for _, word in dice[0]) == shot.hits
    labels = {one.text for one in sheet if isinstance(one, Label)}
    assert f"{shot.needed} or more" in labels and {"both sides", "nobody yet"} <= labels
    assert any(f"{shot.distance:.2f} UM" in text for text in labels)
    page.go_to(0)
    assert not page.has("phase") or not any(isinstance(one, Dice) for one in page.find("phase").walk())


@pytest.mark.parametrize("record", ["volley_won", "trafalgar_cards_won", "decks_of_glory_secret_fire"])
def test_c6_a_side_is_told_its_own_secrets_and_of_others_only_that_there_may_be_some(record):
    match = recorded(record)
    sides = [side.id for side in match.game.meta.sides]
    when = local_backend.build_replay(match, 0).chronicle.chronicler.moment
    for side in sides:
        seen, own = Replay(match, side), MatchLog(match, side)
        lines = {line.text for line in own.lines}
        others = [one for one in sides if one != side]
        kept = set()
        for place in (0, *sample(range(seen.places + 1), 8, "places at which secrets are kept")):
            seen.go_to(place)
            known = list_information(seen, when)
            fixed = [one for one in known if one.what not in lines]
            named = {one.who for one in fixed} - {BOTH_SIDES, NOBODY_YET}
            kept.add(tuple(one for one in fixed if one.who == f"{match.game.name_of(match.opening, others[0])} only"))
            assert (known[-1] == (FUTURE_EVENTS, NOBODY_YET)) is (place < seen.places)
            assert named <= {f"{match.game.name_of(match.opening, one)} only" for one in sides}
        assert len(kept) == 1 and next(iter(kept))[0].what.startswith("What ")  # whatever the other really holds


def test_c6_who_sees_all_is_told_which_side_knew_what_alone_and_where_nothing_is_hidden_both_know_it(frigates):
    match = recorded("volley_won")
    seen, when = Replay(match, ALL, 28), local_backend.build_replay(match, 0).chronicle.chronicler.moment
    red, blue = (match.game.name_of(match.opening, side) for side in ("red", "blue"))
    assert {f"{red} only", f"{blue} only"} <= {one.who for one in list_information(seen, when)}
    frigates.go_to(40)
    assert {one.who for one in list_information(frigates.replay, frigates.chronicle.chronicler.moment)} == {
        BOTH_SIDES,
        NOBODY_YET,
    }
    frigates.press("I")
    assert any(one.text == "both sides" for one in frigates.layers[-1].walk() if isinstance(one, Label))
    frigates.press("Esc")
    assert len(frigates.layers) == 1


def test_a_ship_that_is_chosen_is_followed(frigates):
    frigates.go_to(30)
    frigates.table.arrange_picture("", "", None)
    frigates.press("F")
    assert not frigates.followed_piece and frigates.toast
    frigates.table.arrange_picture(
        "F2" if "F2" in frigates.replay.state.ships else next(iter(frigates.replay.state.ships)), "", 3
    )
    frigates.press("F")
    assert frigates.followed_piece == frigates.table.selected_piece()
    frigates.press("Right")
    frigates.press("F")
    assert not frigates.followed_piece


def test_nothing_can_be_ordered_taken_back_or_agreed(frigates):
    crew = next(place for place, (_, phase) in enumerate(frigates.chronicle.moments) if phase == "grapple")
    frigates.go_to(crew)
    assert frigates.table.viewer.is_waiting and not frigates.table.station.extras()
    assert not any(one.id.startswith(("crew", "order.", "task")) for one in frigates.layers[0].walk() if one.key)
    frigates.go_to(20)
    before, lines = frigates.replay.state, len(frigates.replay.whole.trace)
    for chord in ("E", "Ctrl+Z", "Ctrl+Y", "Enter", "Shift+F", "A", "W", "I", "Q", "H"):
        frigates.press(chord)
    assert frigates.replay.state is before and len(frigates.replay.whole.trace) == lines


def test_c6_seen_as_a_side_the_other_hand_is_face_down_and_seen_as_all_whoever_orders_shows_the_own():
    page = watched("volley_won", 28)
    assert page.replay.viewer == "all" and "?" not in page.table.view.cards.hands[page.table.own]
    page.press("V")
    assert page.replay.viewer == "red" == page.table.viewer
    assert set(page.table.view.cards.hands["blue"]) == {"?"}
    page.press("V")
    assert set(page.table.view.cards.hands["red"]) == {"?"} and page.replay.place == 28


def test_what_was_taken_back_is_compared():
    page = watched("ship_duel_sunk")
    place = next(iter(page.replay.undone_branches))
    page.go_to(place)
    page.press("K")
    assert page.replay.is_comparing and page.find("replay.compare").text == "Back to the match"
    page.press("Right")
    assert not page.replay.is_comparing and page.replay.place == place + 1


def test_taken_over_from_here_a_new_match_lies_on_the_table(tmp_path, monkeypatch):
    monkeypatch.setenv("TABLETOP_HOME", str(tmp_path))
    page = watched("four_frigates_last_turn", 50)
    page.press("T")
    page.handle(Input("key", (0, 0), key="Esc"))
    assert len(page.layers) == 1
    page.click("replay.take_over")
    led = page.press("Enter")
    assert isinstance(led, Reset) and isinstance(led.screen, TableScreen)
    assert led.screen.match.state == page.replay.state and led.screen.match.path.parent == tmp_path / "records"
    local_backend.RECORD_LOCK.release()


def test_load_reckoning_and_log_lead_to_it(tmp_path, monkeypatch):
    monkeypatch.setenv("TABLETOP_HOME", str(tmp_path))
    record_files.import_record(next(path for path in RECORDS if path.stem == "volley_won"))
    load = LoadPage(local_backend.build_backend())
    load.resize(SIZE, Theme())
    led = load.click("watch")
    assert isinstance(led, Push) and isinstance(led.screen, ReplayScreen)
    match = recorded("volley_won")
    reckoning = local_backend.build_result_page(match)
    reckoning.resize(SIZE, Theme())
    assert isinstance(reckoning.press("W").screen, ReplayScreen)
    table = local_backend.build_table(match.match_at(40))
    table.look_as(None)
    table.resize(SIZE, Theme())
    table.book.open(5)
    led = table.click("log.watch")
    assert led.screen.replay.place == table._log.current.moves_made(5) > 0 and len(table.layers) == 1
    assert isinstance(led.screen.back(), Pop)
    over = local_backend.build_table(match)
    over.resize(SIZE, Theme())
    for shown in (table, over):
        shown.press("F10")
    assert not table.has("menu.watch")
    assert over.click("menu.watch").screen.replay.place == 0 and len(over.layers) == 1


def test_c6_from_the_log_of_a_match_that_goes_on_it_is_seen_as_whoever_sits_there():
    table = local_backend.build_table(recorded("volley_won").match_at(40))
    table.resize(SIZE, Theme())
    table._take_screen()
    looking = table.seats.looking
    table.book.open(5)
    shown = table.click("log.watch").screen
    shown.resize(SIZE, Theme())
    assert looking and shown.replay.viewer == looking
    shown.press("V")
    assert shown.replay.viewer == looking
    other = next(side.id for side in shown.match.game.meta.sides if side.id != looking)
    assert set(shown.table.view.cards.hands[other]) <= {"?"}


@pytest.mark.parametrize("record", sample(OURS, 3, "replays"), ids=lambda path: path.stem)
def test_nothing_of_a_replay_is_clipped_or_covered(record):
    page = local_backend.build_replay(Match.load(record))
    for size, theme in windows():
        page.resize(size, theme)
        page.go_to(page.replay.places * 2 // 3)
        page.draw(pygame.Surface(size))
        assert problems_now(page) == []
