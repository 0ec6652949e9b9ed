"""All that bear is shown and told before it is given; what was fired in a phase is listed until it ends."""

from collections.abc import Iterator

import pytest

from tabletop.core.phrases import format_percent
from tabletop.games.ships_of_the_line.commands import Done
from tabletop.games.ships_of_the_line.survey.gunnery import find_outlooks
from tabletop.games.ships_of_the_line.survey.odds import compute_broadside_odds as odds_of
from tabletop.ui.boards.ships_of_the_line.order_words import mean_of
from tabletop.ui.boards.ships_of_the_line.overlays import LegalTarget
from tabletop.ui.boards.ships_of_the_line.panels import broadsides
from tabletop.ui.motion import MOTION
from tabletop.ui.theme import Theme
from tabletop.ui.widgets.base import Widget
from tests.ships_of_the_line.kit import battle, ship
from tests.ui.fitting import layout_problems
from tests.ui.tables import Watch, begun

pytestmark = pytest.mark.usefixtures("display")
PAIRS = 5


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(MOTION, "pace", "off")


@pytest.fixture
def watch() -> Watch:
    ours = (ship(f"B{n}", 3.2 * n, 0, 90) for n in range(1, PAIRS + 1))
    theirs = (ship(f"F{n}", 3.2 * n + 0.3, -1.4, 90) for n in range(1, PAIRS + 1))
    return Watch(begun(battle(*ours, *theirs, wind=315)))


def told(watch: Watch) -> list[str]:
    return [str(words) for words in _words(watch.screen.layers[-1]) if words]


def _words(page: Widget) -> Iterator[object]:
    for one in page.walk():
        yield from getattr(one, "texts", ()) or (getattr(one, "text", ""),)


def lines(watch: Watch) -> list[str]:
    watch.table.refresh()
    return sorted(one.ship for one in watch.table.surface.overlays if isinstance(one, LegalTarget))


def fire(watch: Watch) -> None:
    watch.click("all")
    watch.click("ask.yes")
    watch.wait(100)


def test_lines_of_fire_are_shown_while_all_that_bear_is_pointed_at(watch: Watch) -> None:
    button = watch.screen.find("all")
    assert lines(watch) == []
    button.point(hovered=True)
    watch.wait(100)
    assert lines(watch) == [f"F{n}" for n in range(1, PAIRS + 1)]
    button.point(hovered=False)
    watch.wait(100)
    assert lines(watch) == []


def test_every_shot_is_told_with_its_target_and_its_odds_before_it_is_given(watch: Watch) -> None:
    watch.click("all")
    words = told(watch)
    aims = [aim for one in find_outlooks(watch.state).values() if one.refusal is None for aim in one.aims]
    mine = [aim for aim in aims if aim.ship.startswith("B")]
    assert len(mine) == PAIRS and watch.state.shots == ()
    for aim in mine:
        odds = odds_of(watch.state, aim)
        at = words.index(watch.state.cards[aim.ship].name)
        assert watch.state.cards[aim.target].name in words[at : at + 3]
        for part in (f"{odds.dice} on {odds.needed}+", f"{mean_of(odds.hits):.1f}", format_percent(odds.critical)):
            assert part in words[at : at + 8]
    watch.press("Esc")
    assert watch.state.shots == () and "broadsides.away" not in watch.idents()


def test_after_a_mass_fire_a_sheet_lists_every_shot_until_the_phase_ends(watch: Watch) -> None:
    fire(watch)
    assert len(watch.state.shots) == PAIRS
    words = told(watch)
    for shot in watch.state.shots:
        at = words.index(watch.state.cards[shot.attacker].name, words.index("Shooter"))
        row = words[at : at + 6]
        assert {watch.state.cards[shot.target].name, str(shot.hits)} <= set(row)
        assert (f"−{shot.hull}" if shot.hull else "none") in row
    assert f"{PAIRS} fired" in words and str(sum(shot.hits for shot in watch.state.shots)) in words
    for side in ("british", "allied"):
        watch.match.submit(Done(side=side))
    assert watch.state.shots == () and broadsides.build_fired_panel(watch.state) is None
    watch.table.show(watch.state)
    watch.screen.rebuild()
    assert "broadsides.away" not in watch.idents()


def test_the_sheet_is_put_away_and_comes_back_by_mouse_and_by_key(watch: Watch) -> None:
    watch.press("J")
    assert "broadsides.away" not in watch.idents()  # nothing was fired yet
    assert not watch.table.viewer.shots_open
    fire(watch)
    assert "broadsides.away" in watch.idents() and "broadsides.open" not in watch.idents()
    watch.click("broadsides.away")
    assert "broadsides.away" not in watch.idents()
    watch.click("broadsides.open")
    assert "broadsides.away" in watch.idents()
    watch.press("J")
    assert "broadsides.away" not in watch.idents()


def test_a_row_rings_its_ships(watch: Watch) -> None:
    fire(watch)
    shot = watch.state.shots[2]
    watch.click("broadsides.2")
    assert watch.table.viewer.noted == (shot.attacker, shot.target)


def test_in_a_narrow_window_the_sheet_stands_where_the_card_did_and_leaves_the_sea_in_view(watch: Watch) -> None:
    watch.screen.resize((1280, 720), Theme())
    watch.click_ship("B3")
    watch.wait(500)
    card, left = watch.screen.find("card").rect, watch.table.view.insets[0]  # type: ignore[attr-defined]
    fire(watch)
    sheet = watch.screen.find("broadsides").rect
    assert (sheet.x, sheet.right) == (card.x, card.right) and not watch.screen.has("card.hull")
    assert watch.table.view.insets[0] == left  # type: ignore[attr-defined]
    watch.press("J")
    assert watch.screen.find("card.hull").visible


def test_question_and_sheet_find_their_room(watch: Watch) -> None:
    for size, scale in (((1280, 720), 75), ((1280, 720), 150), ((1920, 1080), 200)):
        watch.screen.resize(size, Theme(scale))
        watch.click("all")
        assert layout_problems(watch.screen) == [], (size, scale)
        watch.press("Esc")
    fire(watch)
    for size, scale in (((1280, 720), 75), ((1280, 720), 150), ((1920, 1080), 100), ((1920, 1080), 200)):
        watch.screen.resize(size, Theme(scale))
        assert layout_problems(watch.screen) == [], (size, scale)
