"""The Combat Phase on the sea: targets with their odds, ties, and why a broadside is silent."""

from typing import Any

import pygame
import pytest
from msgspec.structs import replace

from tabletop.games.ships_of_the_line.model import Grapple, State
from tabletop.games.ships_of_the_line.ship import FallenMast, Shot
from tabletop.ui import text
from tabletop.ui.boards.battle.labels import RuledWords, whole
from tabletop.ui.boards.ships_of_the_line import chips
from tabletop.ui.boards.ships_of_the_line.overlays import BlockedTarget, Chip, FireField, LegalTarget, OddsChip
from tabletop.ui.motion import MOTION
from tabletop.ui.theme import Theme
from tests.ships_of_the_line.kit import battle, ship
from tests.ui.tables import Watch, begun


@pytest.fixture(autouse=True)
def motion(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(MOTION, "pace", "off")


def at_sea(*others: Any, **marks: Any) -> State:
    first = ship("B1", 0, 0, 90, card_name="Victory", card_captain="A", **marks)
    return battle(first, *others)


HEROS = ship("F1", 0, 2.5, 90, card_name="Héros", card_captain="C")
NEPTUNE = ship("F2", 0, -2.5, 90, card_name="Neptune", card_captain="D")
MARS = ship("B2", 0, 1.2, 90, card_name="Mars", card_captain="B")


def shown(watch: Watch, kind: type) -> list[Any]:
    return [one for one in watch.table.surface.overlays if isinstance(one, kind)]  # type: ignore[attr-defined]


def looking_at(state: State, key: str) -> Watch:
    watch = Watch(begun(state))
    watch.click_ship(key)
    watch.point((5, 500))
    watch.wait(400)
    return watch


def test_each_broadside_lights_its_target_with_its_odds() -> None:
    watch = looking_at(at_sea(HEROS, NEPTUNE), "B1")
    assert {one.ship for one in shown(watch, LegalTarget)} == {"F1", "F2"}
    assert {one.title for one in shown(watch, OddsChip)} == {"Fire at Héros", "Fire at Neptune"}


@pytest.mark.parametrize("scale", [100, 150, 175])
@pytest.mark.parametrize("target", ["F1", "F2"])
def test_the_odds_lie_under_no_button_no_panel_and_not_on_each_other(scale: int, target: str) -> None:
    watch = looking_at(at_sea(HEROS, NEPTUNE), "B1")
    watch.screen.resize(watch.surface.get_size(), Theme(scale))
    watch.wait(500)
    watch.point(watch.where(target))
    watch.wait(100)
    sea: Any = watch.table.surface
    places = [one.place for one in sea.renderer._chips]
    covers = [pygame.Rect(one) for one in (*sea.view.gauges, *sea.view.sheets)]
    assert len(places) == 2 and covers
    for place in places:
        assert place.collidelist(covers) < 0
    assert not places[0].colliderect(places[1])


@pytest.mark.parametrize("scale", [100, 200])
def test_the_odds_are_as_wide_as_the_longest_names_and_the_range_beside_them(scale: int, display: None) -> None:
    title, reach = "Nuestra Señora de la Santísima Trinidad could fire at Royal Sovereign", "4.74 UM, long"
    line = (RuledWords("1 die, hits on 5+"),)
    drawn, _ = chips._draw_odds(OddsChip((0, 0), title, reach, (5,), line, (RuledWords("0.3 hits"),)), Theme(scale))
    words = text.size_of(title, chips.ODDS_TITLE, scale)[0], text.size_of(reach, chips.ODDS_REACH, scale)[0]
    assert sum(words) < drawn.get_width()


@pytest.mark.parametrize("dice", [6, 8, 15])
def test_the_odds_show_as_many_dice_as_are_rolled(dice: int, display: None, monkeypatch: pytest.MonkeyPatch) -> None:
    thrown: list[int] = []

    def face(pips: int, side: int, lit: bool) -> pygame.Surface:
        thrown.append(pips)
        return pygame.Surface((side, side))

    monkeypatch.setattr(chips, "die_face", face)
    chips._draw_odds.__wrapped__(
        OddsChip((0, 0), "Fire", "0.5 UM", (4,) * dice, (RuledWords(f"{dice} dice"),), ()), Theme(100)
    )
    assert thrown == [4] * dice


def test_amb_15_of_two_at_the_same_distance_either_may_be_aimed_at() -> None:
    left = ship("F1", -0.6, 2.5, 90, card_name="Héros", card_captain="C")
    right = ship("F2", 0.6, 2.5, 90, card_name="Neptune", card_captain="D")
    watch = looking_at(at_sea(left, right), "B1")
    assert {one.ship for one in shown(watch, LegalTarget)} == {"F1", "F2"}
    watch.click_ship("F2")
    watch.click_ship("F2")
    assert watch.match.moves[-1].command.target == "F2"


def test_the_target_under_the_pointer_shows_the_whole_distribution() -> None:
    watch = looking_at(at_sea(HEROS, NEPTUNE), "B1")
    assert all(one.bars == () for one in shown(watch, OddsChip))
    watch.point(watch.where("F1"))
    watch.wait(50)
    (whole,) = [one for one in shown(watch, OddsChip) if one.bars]
    assert whole.title == "Fire at Héros"
    assert len(whole.bars) == len(whole.needed) + 1
    assert sum(whole.bars) == pytest.approx(1)


def test_aiming_keeps_the_distribution_in_sight() -> None:
    watch = looking_at(at_sea(HEROS, NEPTUNE), "B1")
    watch.click_ship("F2")
    watch.point((5, 500))
    watch.wait(50)
    (whole,) = [one for one in shown(watch, OddsChip) if one.bars]
    assert whole.title == "Aimed at Neptune"
    watch.press("Esc")
    assert all(one.bars == () for one in shown(watch, OddsChip))


def test_one_broadside_is_one_in_words() -> None:
    watch = looking_at(at_sea(HEROS), "B1")
    watch.press("Shift+F")
    (words,) = [run.text for one in watch.screen.layers[-1].walk() for run in getattr(one, "runs", ())]
    assert words == "1 broadside, at the nearest enemy in its field of fire."


def test_sotl_4_1_2_a_masked_target_names_what_masks_her() -> None:
    watch = looking_at(at_sea(MARS, HEROS), "B1")
    assert [one.ship for one in shown(watch, BlockedTarget)] == ["F1"]
    (chip,) = shown(watch, Chip)
    assert (chip.kind, chip.title) == ("refusal", "Héros: no shot")
    assert "Mars masks the line" in chip.lines[0]


@pytest.mark.parametrize(
    ("marks", "words"),
    [({"loaded": ("starboard",)}, "not loaded"), ({"fallen": (FallenMast("fore", "port"),)}, "Fallen rigging")],
)
def test_a_silent_broadside_says_why_beside_what_it_has_before_it(marks: dict[str, Any], words: str) -> None:
    watch = looking_at(at_sea(HEROS, **marks), "B1")
    (chip,) = shown(watch, Chip)
    assert words in chip.lines[0]
    assert shown(watch, LegalTarget) == []


def test_a_broadside_that_has_just_been_fired_needs_no_word() -> None:
    watch = looking_at(at_sea(HEROS, loaded=("starboard",), fired=("port",)), "B1")
    assert shown(watch, Chip) == []


def test_an_enemy_shows_her_arcs_and_what_she_could_fire_at() -> None:
    watch = looking_at(at_sea(HEROS), "F1")
    assert len(shown(watch, FireField)) == 2
    assert [one.ship for one in shown(watch, LegalTarget)] == ["B1"]
    assert [one.title for one in shown(watch, OddsChip)] == ["Héros could fire at Victory"]
    assert watch.table.primary_action().action_id == "next"  # type: ignore[union-attr]
    watch.click_ship("B1")
    assert watch.match.moves == []


def test_sotl_3_c_pencilled_damage_is_told_with_the_odds() -> None:
    noted = Shot(attacker="B1", broadside="starboard", target="F1", facing="bow", hits=2, hull=2)
    watch = looking_at(replace(at_sea(HEROS), shots=(noted,)), "B1")
    (chip,) = shown(watch, OddsChip)
    assert "2 hull damage already scored this phase" in whole(chip.headline)


def test_firing_goes_on_to_a_ship_that_can_or_says_why_none_does() -> None:
    hercule = ship("F1", 0, 0.4, 90, card_name="Hercule")
    held = replace(at_sea(hercule), grapples=(Grapple("B1", "F1", 1),))
    far = at_sea(ship("F1", 0, 30, 90, card_name="Hercule"))
    for state, words in ((held, "grappled to Hercule and cannot fire"), (far, "None of your broadsides bears")):
        watch = looking_at(state, "B1")
        watch.press("F")
        assert words in watch.toast
        assert watch.match.moves == []
    watch = looking_at(at_sea(HEROS, ship("B2", 0, 12, 90, card_name="Mars")), "B2")
    watch.press("F")
    assert (watch.toast, watch.table.viewer.selected) == ("", "B1")  # type: ignore[attr-defined]


def test_a_rake_is_named() -> None:
    across = ship("F1", 0, 2.0, 0, card_name="Héros", card_captain="C")
    watch = looking_at(at_sea(across), "B1")
    assert [one.title for one in shown(watch, OddsChip)] == ["Rake the stern of Héros"]
    watch.click_ship("F1")
    assert [one.title for one in shown(watch, OddsChip)] == ["Aimed at the stern of Héros"]


def test_numbers_aim_and_fire() -> None:
    watch = looking_at(at_sea(HEROS, NEPTUNE), "B1")
    watch.press("2")
    assert watch.table.primary_action().label == "Fire at Neptune"  # type: ignore[union-attr]
    watch.press("1")
    assert watch.table.primary_action().label == "Fire at Héros"  # type: ignore[union-attr]
    watch.press("3", "1")
    assert [move.command.target for move in watch.match.moves] == ["F1"]


def test_only_the_first_target_of_a_tie_is_fired_at_with_all_she_has() -> None:
    left = ship("F1", -0.6, 2.5, 90, card_name="Héros", card_captain="C")
    right = ship("F2", 0.6, 2.5, 90, card_name="Neptune", card_captain="D")
    watch = looking_at(at_sea(left, right), "B1")
    watch.press("Space")
    assert [move.command.target for move in watch.match.moves] == ["F1"]


def test_sotl_3_d_one_click_passes_the_phase_where_nobody_s_guns_bear() -> None:
    watch = Watch(begun(at_sea(ship("F1", 30, 30, 90, card_captain="C"))))
    watch.press("Space")
    assert [move.command.side for move in watch.match.moves] == ["british", "allied"]
    assert watch.state.phase == "movement"
    watch.press("Ctrl+Z")
    assert (watch.state.phase, watch.state.asked) == ("combat", "allied")
    watch.press("Space")
    assert watch.state.phase == "movement"


def test_sotl_3_d_who_can_fire_last_or_has_fired_is_asked() -> None:
    away = looking_at(at_sea(ship("F1", 0, 2.5, 90, card_captain="C")), "B1")
    away.press("E", "E")
    assert (away.state.phase, away.state.asked) == ("combat", "allied")
    away.press("Shift+F", "Enter")
    away.wait(3000)
    assert (away.state.phase, away.state.asked) == ("combat", "allied")
    away.press("Space")
    assert away.state.phase != "combat"
