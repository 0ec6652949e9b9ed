"""Lines of battle on the sea (12): links, what a plan crosses, who would flee, who does and where to."""

from typing import Any

import msgspec
import pygame
import pytest

from tabletop.games.ships_of_the_line.chapters.optional import line_breaking
from tabletop.games.ships_of_the_line.chapters.optional.line_breaking import MoraleRolled
from tabletop.games.ships_of_the_line.model import Lines, State
from tabletop.games.ships_of_the_line.ship import Leader
from tabletop.games.ships_of_the_line.survey import summaries
from tabletop.geometry.pose import Pose
from tabletop.ui.boards.ships_of_the_line.lines import GROW_MS, LIGHT_MS, PART_MS, Growth, draw_link
from tabletop.ui.boards.ships_of_the_line.overlays import Chip, EscapeRoute, LinkMark
from tabletop.ui.boards.ships_of_the_line.ship_names import list_plate_marks
from tabletop.ui.motion import MOTION
from tabletop.ui.theme import Theme
from tabletop.ui.widgets.label import Fitted, Label
from tests.ships_of_the_line.kit import battle, ship
from tests.ui.fitting import layout_problems, problems, problems_now
from tests.ui.tables import Watch, begun

VILLENEUVE = Leader("Pierre Villeneuve", 0, rank=1, scope="squadron")
ON = {"line_breaking": True, "leaders": True}


@pytest.fixture(autouse=True)
def motion(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(MOTION, "pace", "off")


def column(**fields: Any) -> State:
    """Victory, heading east, before the gap between the first and the second of three Frenchmen in line."""
    centre = {"card_division": "centre"}
    ships = (
        ship("B1", -2.5, -0.7, 90, "I", card_name="Victory"),
        ship("F1", 0, 0, 0, card_leader=VILLENEUVE, card_name="Bucentaure", **centre),
        ship("F2", 0, -1.4, 0, card_name="Redoutable", **centre),
        ship("F3", 0, -2.8, 0, "IV", card_name="Héros", **centre),
    )
    values: dict[str, Any] = {"phase": "movement", "initiative": "allied", "options": ON, "turn": 3} | fields
    return battle(*ships, wind=270, divisions={"centre": "Centre", "british": "British"}, **values)


def shown(watch: Watch, kind: type) -> list[Any]:
    return [one for one in watch.table.surface.overlays if isinstance(one, kind)]  # type: ignore[attr-defined]


def listed(watch: Watch) -> bool:
    return any(one.id == "morale" for one in watch.screen.layers[-1].walk())


def words(watch: Watch, ident: str) -> list[str]:
    found = watch.screen.find(ident).walk()
    return [one.text if isinstance(one, Label) else one.texts[0] for one in found if isinstance(one, Label | Fitted)]


def test_sotl_12_f_the_links_of_the_enemy_alone_are_drawn_as_they_are_judged() -> None:
    watch = Watch(begun(column()))
    watch.click_ship("B1")
    assert [one.condition for one in shown(watch, LinkMark)] == ["held", "held"]
    assert len(line_breaking.pairs_in_line(watch.state, "allied")) == 2
    off = Watch(begun(column(options={"leaders": True})))
    off.click_ship("B1")
    assert shown(off, LinkMark) == []


def test_amb_164_a_plan_through_the_line_says_so_and_lists_who_would_flee() -> None:
    watch = Watch(begun(column()))
    watch.click_ship("B1")
    watch.press("W", "W")
    assert [one.condition for one in shown(watch, LinkMark)] == ["held", "held"]
    assert not listed(watch)
    watch.press("W", "W")
    assert [one.condition for one in shown(watch, LinkMark)] == ["crossed", "held"]
    (chip,) = shown(watch, Chip)
    told = " ".join(chip.lines)
    # 3 against a die: 4 of 6; 3: 4 of 6; 2: 5 of 6
    assert "Crosses the line of Centre: her first rake will break it" in told
    assert "3 ships must roll for morale, about 2.2 flee" in told
    assert [one for one in words(watch, "morale") if one.endswith("%")] == ["67 %", "67 %", "83 %"]
    assert layout_problems(watch.screen) == problems(watch.screen) == []
    watch.press("Space")
    watch.wait(4000)
    assert watch.state.lines == Lines({"B1": ("centre",)})


def test_sotl_12_a_who_has_sailed_through_sees_before_her_guns_which_links_she_may_break() -> None:
    state = column(phase="combat", initiative="british", lines=Lines({"B1": ("centre",)}))
    watch = Watch(begun(state))
    watch.click_ship("B1")
    assert [one.condition for one in shown(watch, LinkMark)] == ["crossed", "crossed"]
    assert [(one.title, one.value) for one in summaries.list_marks(state, "B1")][:1] == [("Sailed through", "Centre")]


def test_sotl_12_d_a_ship_that_flees_bears_a_sign_and_an_arrow_to_her_edge() -> None:
    state = column()
    fleeing = battle(
        ship("B1", 9, 9, 0), ship("F2", 20, 0, 0, fleeing="E"), phase="movement", options=ON, initiative="allied"
    )
    assert "fleeing" not in [name for name, _ in list_plate_marks(state, "F2")]
    assert "fleeing" in [name for name, _ in list_plate_marks(fleeing, "F2")]
    (course,) = shown(Watch(begun(fleeing)), EscapeRoute)
    assert (course.end, course.words) == ((45, 0), "Flees east, 25 UM")


def broken() -> Watch:
    """The end of a turn in which the line was broken, before the dice."""
    state = column(phase="reload", lines=Lines(broken=("centre",)), initiative="british")
    watch = Watch(begun(state))
    for _ in range(12):
        if watch.state.phase != "initiative":
            watch.press("E")
            watch.wait(3000, 500)
    return watch


def test_sotl_12_b_all_rolls_stand_in_one_list_after_the_turn() -> None:
    watch = broken()
    assert watch.state.phase == "initiative"
    rolls = [event for move in watch.match.moves for event in move.events if isinstance(event, MoraleRolled)]
    assert len(rolls) == 3
    told = words(watch, "morale")
    assert [one for one in told if one in ("stays", "flees")] == ["stays" if one.stands else "flees" for one in rolls]
    assert len(shown(watch, EscapeRoute)) == sum(not one.stands for one in rolls)
    assert layout_problems(watch.screen) == problems(watch.screen) == []
    watch.press("Space")
    watch.wait(4000, 500)
    assert not listed(watch)


def test_the_list_shares_the_height_with_the_picker_of_sails_and_gives_way_to_it() -> None:
    watch = Watch(begun(column(options=ON | {"sail_states": True})))
    watch.click_ship("B1")
    watch.press("W", "W", "W")
    assert listed(watch)
    assert layout_problems(watch.screen) == problems(watch.screen) == []
    watch.screen.resize((1280, 720), Theme(200))
    assert not listed(watch)
    assert problems_now(watch.screen) == []


# --- what comes into being, and the key to it


def test_a_link_lights_up_and_one_that_a_plan_crosses_lights_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(MOTION, "pace", "full")
    watch = Watch(begun(column()))
    watch.click_ship("B1")
    assert [one.share for one in shown(watch, LinkMark)] == [1, 1]  # they lay there before
    watch.press("W", "W", "W", "W")
    assert [(one.condition, one.share) for one in shown(watch, LinkMark)] == [("crossed", 0), ("held", 1)]
    watch.wait(LIGHT_MS // 2, LIGHT_MS // 2)
    assert 0 < shown(watch, LinkMark)[0].share < 1
    watch.wait(LIGHT_MS, LIGHT_MS // 2)
    assert shown(watch, LinkMark)[0].share == 1
    assert not watch.table._growth.is_growing


def test_a_line_that_is_broken_before_ones_eyes_parts_with_a_spark_and_only_then(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    growth, ends = Growth(), ((0.0, 0.0), (0.0, -1.4))
    monkeypatch.setattr(MOTION, "pace", "full")
    assert growth.animate((LinkMark(*ends, "broken"),)) == (
        LinkMark(*ends, "broken"),
    )  # it was so when it was seen first
    growth.animate((LinkMark(*ends, "crossed"),))
    growth.tick(LIGHT_MS)
    shares = []
    for _ in range(4):
        (link,) = growth.animate((LinkMark(*ends, "broken"),))
        assert isinstance(link, LinkMark)
        shares.append(link.share)
        growth.tick(PART_MS // 3 + 1)
    assert shares[0] == 0
    assert shares == sorted(set(shares))
    assert shares[-1] == 1
    looks = {drawn("broken", share) for share in (0.0, 0.2, 0.8, 1.0)}
    assert len(looks) == 4


def drawn(condition: Any, share: float) -> bytes:
    surface = pygame.Surface((160, 60))
    draw_link(surface, (20, 30), (140, 30), condition, share)
    return pygame.image.tobytes(surface, "RGB")


def test_with_motion_off_everything_stands_there_whole() -> None:
    growth, flight = Growth(), EscapeRoute((0, 0), (9, 0), "Flees east, 9 UM")
    marks = (LinkMark((0, 0), (0, -1), "crossed"), flight)
    assert growth.animate(marks) == marks
    broken = (LinkMark((0, 0), (0, -1), "broken"), flight)
    assert growth.animate(broken) == broken
    assert not growth.is_growing
    assert not growth.tick(1000)


def test_an_arrow_of_flight_grows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(MOTION, "pace", "fast")
    growth, flight = Growth(), EscapeRoute((0, 0), (9, 0), "Flees east, 9 UM")
    shares = []
    for _ in range(3):
        (arrow,) = growth.animate((flight,))
        assert isinstance(arrow, EscapeRoute)
        shares.append(arrow.share)
        growth.tick(GROW_MS // 6 + 1)
    assert (shares[0], shares[2]) == (0, 1)
    assert 0 < shares[1] < 1


def told(watch: Watch) -> list[str]:
    legend: Any = watch.screen.find("legend") if watch.screen.has("legend") else None
    return [words for words, _ in legend.rows] if legend else []


def test_the_key_says_what_links_breaks_and_arrows_mean_where_there_are_such() -> None:
    options = ON | {"friendly_fire": True}
    watch = Watch(begun(column(options=options)))
    assert told(watch) == [
        "Line of battle: at most 0.5 UM apart, within 45°", "Link that her plan crosses", "Link of a broken line",
    ]  # fmt: skip
    assert layout_problems(watch.screen) == problems(watch.screen) == []
    watch.press("L", "L")
    assert told(watch) == []
    fight = Watch(begun(column(phase="combat", options=options)))
    assert told(fight) == [
        "Link that her next rake breaks", "Link of a broken line", "Fire past a friend, who may be hit",
        "Fire blocked by a friend",
    ]  # fmt: skip
    assert told(Watch(begun(column(options={"leaders": True})))) == []


@pytest.mark.parametrize(("phase", "rows"), [("movement", 3), ("combat", 4)])
def test_the_key_folds_out_where_the_sea_has_no_room_for_it(phase: str, rows: int) -> None:
    watch = Watch(begun(column(phase=phase, options=ON | {"friendly_fire": True})))
    assert not watch.screen.has("show.key")
    watch.click_ship("B1")
    watch.screen.resize((1280, 720), Theme(200))
    for chords in ((), ("O",), ("W", "W", "W", "W")):
        watch.press(*chords)
        assert told(watch) == []
        watch.click("show.key")
        assert len(told(watch)) == rows
        assert problems_now(watch.screen) == []
        watch.click("show.key")
    watch.click("show.key")
    watch.press("L", "L")
    assert not watch.screen.has("show.key")
    watch.press("L")
    assert told(watch)
    assert problems(watch.screen, lambda: () if told(watch) else ["no key"]) == []


def test_amb_164_the_rake_that_breaks_a_line_is_played_and_then_its_links_part(monkeypatch: pytest.MonkeyPatch) -> None:
    state = column(phase="combat", initiative="british", lines=Lines({"B1": ("centre",)}))
    victory = msgspec.structs.replace(state.ships["B1"], pose=Pose(0, -4.8, 90))
    watch = Watch(begun(msgspec.structs.replace(state, ships=state.ships | {"B1": victory})))
    monkeypatch.setattr(MOTION, "pace", "full")
    watch.click_ship("B1")
    watch.wait(200)
    watch.press("Space")
    assert watch.state.lines.broken == ("centre",)
    seen: list[tuple[str, float]] = []
    for _ in range(120):
        moves = watch.wait(50)
        seen += [(one.condition, one.share) for one in shown(watch, LinkMark)[:1]]
        if not moves:
            break
    assert {condition for condition, _ in seen} == {"broken"}
    assert any(share < 1 for _, share in seen)
    assert seen[-1] == ("broken", 1)
