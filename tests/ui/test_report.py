"""The after-action report: its numbers, its pages and files, and what leads on from it."""

import csv
import html
import io
import re
from collections import Counter
from functools import cache
from types import SimpleNamespace

import msgspec
import pygame
import pytest
from matplotlib.figure import Figure
from matplotlib.text import Text

import tabletop.games  # noqa: F401 - makes the games known
from tabletop.core import user_folders
from tabletop.core.after_action import PieceAccount
from tabletop.core.errors import RecordError
from tabletop.core.match import Match
from tabletop.core.record import ComputerPlayer, Seating
from tabletop.core.replay import ALL, Replay
from tabletop.ui.input import Input
from tabletop.ui.screen import Pop, Push, Reset
from tabletop.ui.screens import local_backend, seating
from tabletop.ui.screens.replay.screen import ReplayScreen
from tabletop.ui.screens.report import page as report_page
from tabletop.ui.screens.report import panels, web
from tabletop.ui.screens.report.page import ReportPage
from tabletop.ui.screens.report.panels import Chart
from tabletop.ui.theme import INKS, Theme
from tabletop.ui.widgets.backdrop import Picture, SpreadPicture
from tabletop.ui.widgets.label import Label
from tests.records.test_archive import RECORDS
from tests.sampling import sample
from tests.ui.fitting import problems

OURS = [path for path in RECORDS if not path.stem.startswith("tiny")]


@cache
def recorded(name):
    return Match.load(next(path for path in RECORDS if path.stem == name))


@cache
def whole(name):
    pygame.display.init()
    pygame.display.set_mode((1, 1))
    return report_page.build_report_data(recorded(name))


def test_points_harm_and_losses_are_those_of_the_battle():
    match, told = recorded("four_frigates_last_turn"), whole("four_frigates_last_turn").report
    assert {side: by_turn[-1][1] for side, by_turn in told.points.items()} == match.state.outcome.totals
    taken = {one.key: one.taken for one in told.accounts}
    assert all(max(0, card.hull - taken[key]) == match.state.ships[key].hull for key, card in match.state.cards.items())
    assert sum(one.given for one in told.accounts) == sum(taken.values())
    assert told.lost == {"british": 2, "allied": 0} and told.verdict == "French victory"
    assert [one.turn for one in told.turning] == [10, 16]
    assert told.longest and 0 < told.longest.distance < 12
    assert sum(one.taken for one in told.groups) == sum(taken.values())


def test_sailed_is_what_the_log_says_and_what_no_ship_gave_is_told():
    match, told = recorded("four_frigates_last_turn"), whole("four_frigates_last_turn").report
    lines = [match.game.describe(move.before, event) for move in match.moves for event in move.events]
    said = [float(way) for line in lines for way in re.findall(r" sails ([0-9.]+) UM", line)]
    assert said and sum(one.sailed for one in told.accounts) == pytest.approx(sum(said), abs=0.005 * len(said))
    burnt = msgspec.structs.replace(told.accounts[0], taken=told.accounts[0].taken + 2)
    assert told.damage_by_nobody == ""
    assert "2 of the damage" in msgspec.structs.replace(told, accounts=[burnt, *told.accounts[1:]]).damage_by_nobody


def test_hours_are_told_where_the_scenario_says_them_and_those_who_are_gone_are_the_lost():
    match, told = recorded("four_frigates_last_turn"), whole("four_frigates_last_turn").report
    first = match.opening.clock_start
    assert told.hours[1] == first and told.format_turn(1) == f"Turn 1, {first}" and 0 not in told.hours
    assert len(set(told.hours.values())) == len(told.hours) == told.points["british"][-1][0]
    assert {match.state.cards[key].side for key in told.gone} == {"british"} and len(told.gone) == 2
    assert whole("volley_won").report.hours == {} and whole("volley_won").report.format_turn(2) == "Turn 2"


def test_page_and_file_say_the_same_hours_and_show_the_same_nations():
    of = whole("four_frigates_last_turn")
    page, shown = (
        ReportPage("ships_of_the_line", of.report, of.outcomes, of.look, lambda _: Pop(), {}),
        web.build_page(*of),
    )
    page.resize((1920, 1080), Theme())
    page.draw(pygame.Surface(page.size))
    seen = list(page.layers[0].walk())
    labels = {one.text for one in seen if isinstance(one, Label)}
    for one in of.report.turning:
        assert of.report.format_turn(one.turn) in labels and f"{of.report.format_turn(one.turn)}.</b>" in shown
        assert len(panels.list_signs(one, of.look)) == 2
    bars = [one for one in seen if isinstance(one, panels.HarmBars) and one.account.key]
    assert {one.account.key for one in bars if one.ink == INKS.danger} == of.report.gone and all(
        one.badge for one in bars
    )
    signs = re.findall(r"\.s(\d+) \{", shown)
    assert len(signs) == len(set(signs)) >= 3
    signed = Counter(re.findall(r'<td[^>]*><i class="s\d+"></i>([^<]+)', shown))
    assert signed == {one.name: 2 for one in of.report.accounts}  # where harm is told, and where fates are
    charts = [one for one in seen if isinstance(one, Chart)]
    assert charts and all(one.hours == of.report.hours for one in charts)


def test_luck_is_hits_against_what_was_to_be_expected_and_says_what_it_was_worth():
    told = whole("four_frigates_last_turn").report
    british = next(one for one in told.lucks if one.side == "british")
    assert (british.dice, british.hits) == (6, 4) and british.expected == pytest.approx(3.0)
    assert british.percentile == round(100 * 0.7929)
    assert british.by_turn[-1][1] == pytest.approx(british.surplus)
    assert "Luck favoured the" in told.luck_summary
    assert whole("volley_won").report.luck_summary == "" and whole("volley_won").report.lucks == []


def test_the_page_of_the_web_has_all_in_one_file_and_the_table_lies_beside_it(tmp_path):
    of = whole("four_frigates_last_turn")
    path = web.write_page(tmp_path / "report", *of)
    page = path.read_text()
    assert path.name == "report.html" and "http" not in page
    assert of.report.verdict in page and all(fate[0] in page for _, among in of.outcomes for fate in among)
    pictures = re.findall(r'src="data:image/png;base64,iVBOR', page)
    assert len(pictures) == page.count("<img") >= 2 + len(of.report.turning)
    rows = list(csv.reader(io.StringIO((tmp_path / "report.csv").read_text())))
    assert rows[0] == ["what", "turn", "side", "piece", "group", "number"] and all(len(row) == 6 for row in rows)
    assert {row[3] for row in rows[1:] if row[3]} == {one.name for one in of.report.accounts}
    with pytest.raises(RecordError, match="it was not overwritten"):
        web.write_page(tmp_path / "report.html", *of)


def test_it_leads_to_its_moments_to_files_and_to_the_battle_fought_again(tmp_path, monkeypatch):
    monkeypatch.setenv("TABLETOP_HOME", str(tmp_path / "home"))
    monkeypatch.setattr(user_folders, "documents_folder", lambda: tmp_path)
    match = recorded("four_frigates_last_turn")
    reckoning = local_backend.build_result_page(match)
    reckoning.resize((1920, 1080), Theme())
    page = reckoning.press("A").screen
    assert isinstance(page, ReportPage)
    page.resize((1920, 1080), Theme())
    place = page.report.turning[0].place
    assert isinstance(page.press("W"), Push)
    led = page.click(f"watch.{place}")
    assert isinstance(led.screen, ReplayScreen) and led.screen.replay.place == place
    page.resize((1280, 720), Theme())
    views = {ident: page.find(ident) for ident in ("left", "right")}
    for view in views.values():
        page.handle(Input("moved", view.rect.center))
        page.handle(Input("wheel", view.rect.center, steps=-1))
    assert [view.offset > 0 for view in views.values()] == [True, True]
    monkeypatch.setattr(web, "find_spec", lambda _: None)
    page.resize(page.size, page.theme)
    assert page.press("E") is None
    assert "extra" in page.find("web_page").reason
    files = page.press("C").screen
    files.resize((1280, 720), Theme())
    assert isinstance(files.press("Enter"), Pop) and list(tmp_path.glob("*.csv"))
    led = page.click("play_again")
    assert isinstance(led, Reset) and led.screen.match.state == match.opening
    assert led.screen.match.header.seed != match.header.seed
    local_backend.RECORD_LOCK.release()


def test_c6_with_secrets_a_match_that_was_taken_over_is_dealt_anew_when_it_is_fought_again(monkeypatch):
    taken = Match.new(Replay(recorded("volley_won"), ALL, 30).build_takeover("taken", Seating()))
    monkeypatch.setattr(seating, "draw_seed", lambda: "again")
    monkeypatch.setattr(local_backend, "start_match", lambda _, told: told)
    before, begun = taken.opening, local_backend.start_rematch(None, taken).screen.opening
    assert taken.game.view(begun, "") == taken.game.view(before, "")
    assert all(begun.cards.hands[side] != before.cards.hands[side] for side in ("red", "blue"))
    assert begun.cards.pile != before.cards.pile and sorted(_hidden(begun)) == sorted(_hidden(before))


def _hidden(state):
    return [*state.cards.pile, *(card for hand in state.cards.hands.values() for card in hand)]


def test_where_the_reckoning_leads_back_to_something_else_neither_it_nor_its_report_begins_the_battle_anew():
    reckoning = local_backend.build_result_page(recorded("volley_won"), Pop())
    reckoning.resize((1280, 720), Theme())
    page = reckoning.press("A").screen
    page.resize((1280, 720), Theme())
    assert not reckoning.has("play_again") and not page.has("play_again")
    assert page.has("as_table")


def test_a_match_fought_again_changes_the_players_of_the_sides():
    among = recorded("volley_won").game.seats(recorded("volley_won").opening)
    alone = Seating(computer=("blue",), players={"blue": ComputerPlayer("captain")})
    changed = seating.with_sides_swapped(among, alone)
    assert changed.computer == ("red",) and changed.players["red"].player == "captain"
    assert seating.with_sides_swapped(among, changed).computer == alone.computer
    assert seating.with_sides_swapped(among, Seating()).computer == ()


@pytest.mark.parametrize("record", sample(OURS, 2, "reports"), ids=lambda path: path.stem)
def test_nothing_of_a_report_or_a_reckoning_is_clipped_or_covered(record, monkeypatch):
    for one in (Picture, SpreadPicture):
        monkeypatch.setattr(one, "paint", lambda *_: None)  # of a whole table: nobody reads words in it
    match = Match.load(record)
    assert problems(local_backend.build_report_page(match, local_backend.rematch_actions(match))) == []
    if match.game.outcome(match.state):
        assert problems(local_backend.build_result_page(match)) == []


def test_the_charts_of_the_page_count_turns_and_points_in_whole_numbers():
    kept = []
    web._format_chart("Luck", lambda axes: kept.extend((axes, axes.plot([1, 2, 3], [0.5, -1, 1]))))
    ticks = kept[0].get_xticks()
    assert [tick for tick in ticks if 1 <= tick <= 3] == [1, 2, 3]
    web._format_chart("Luck", lambda axes: kept.extend((axes, axes.plot([1, 2, 3], [0.5, -1, 1]))), {2: "12:15"})
    axes = kept[2]
    assert [axes.xaxis.get_major_formatter()(turn, 0) for turn in (2, 3)] == ["2\n12:15", "3\n"]


def test_the_names_of_squadrons_are_whole_beside_their_bars_where_there_is_room(monkeypatch):
    written, squadron = [], PieceAccount("b", "Weather Column (Nelson)", "british", "", 31, 24)
    monkeypatch.setattr(panels, "write_at", lambda _surface, _theme, words, *_, **__: written.append(words))
    for wide in (440, 240):
        bars = panels.HarmBars(squadron, 31, {}, [squadron.name, "Mars"])
        bars.place(Theme(), pygame.Rect(0, 0, wide, 27))
        bars.paint(pygame.Surface((wide, 27)), Theme())
    assert written[:3] == ["24", "31", "Weather Column (Nelson)"]
    assert written[-1].endswith("…")  # a bar is left in a narrow sheet


AWKWARD = (r"$\frac{1}{0$", "$x^2$", "_hidden", "Fifty $ and no more", r"\alpha", "$$", "%s {0}", "\u2603\U0001f6a2")


@pytest.mark.parametrize("name", AWKWARD)
def test_names_are_printed_on_charts_and_page_as_they_are(name, monkeypatch, recwarn):
    told, fates, look = whole("four_frigates_last_turn")
    accounts = [msgspec.structs.replace(told.accounts[0], name=name), *told.accounts[1:]]
    named = msgspec.structs.replace(told, title=name, sides=dict.fromkeys(told.sides, name), accounts=accounts)
    drawn = texts_drawn(monkeypatch)
    page = web.build_page(named, fates, look)
    assert page.count(html.escape(name)) >= 3
    assert {text for text in drawn if name in text} >= {name, f"{name} {told.points['british'][-1][1]}"}
    assert list(recwarn) == []


def texts_drawn(monkeypatch):
    """Return the list in which all texts of the charts that are saved from now on are kept, as they are shown."""
    kept, save = [], Figure.savefig

    def saved(sheet, *given, **named):
        save(sheet, *given, **named)
        texts = [text for text in sheet.findobj(Text) if text.get_visible()]
        assert not any(text.get_parse_math() or text.get_usetex() for text in texts)
        kept.extend(text.get_text().removeprefix("\u200b") for text in texts)

    monkeypatch.setattr(Figure, "savefig", saved)
    return kept


def test_no_cell_of_the_table_is_a_formula_and_numbers_stay_numbers():
    odd = ["=1+1", "+cmd|' /C calc'!A0", "-2+3", "@SUM(A1)", "＝1+1"]
    plain = ["Victory", "-3", "+0.25", "12", "", "B1-B2", "a\rb"]
    told = SimpleNamespace(table_rows=lambda: [tuple(odd), tuple(plain)])
    assert list(csv.reader(io.StringIO(web.build_table(told).decode(), newline=""))) == [
        [f"'{one}" for one in odd],
        [*plain[:-1], "a\\u000db"],
    ]
