"""The ship card: what it tells, what each mark means, and when it is shown."""

from typing import Any

import pygame
import pytest

from tabletop.games.ships_of_the_line.model import Grapple
from tabletop.games.ships_of_the_line.ship import FallenMast, Gunnery, Shot
from tabletop.ui.boards.ships_of_the_line.panels import fleet_list
from tabletop.ui.boards.ships_of_the_line.panels import ship_card as cards
from tabletop.ui.boards.ships_of_the_line.panels.panel_dock import REST
from tabletop.ui.boards.ships_of_the_line.panels.pictograms import BroadsideRow, BroadsidesPicture, describe_broadside
from tabletop.ui.boards.ships_of_the_line.panels.ship_card import build_card, build_short_card
from tabletop.ui.input import Input
from tabletop.ui.theme import INKS, Theme
from tabletop.ui.widgets.label import Label
from tabletop.ui.widgets.scroll import Scroll
from tests.ships_of_the_line.kit import battle, ship
from tests.ui.fitting import cut
from tests.ui.panel_kit import fleet, told, watched


@pytest.mark.parametrize("scale", [75, 100, 200])
@pytest.mark.parametrize("made", [build_card, build_short_card])
def test_row_25_long_names_are_written_smaller_before_they_are_cut(made: Any, scale: int) -> None:
    long = "Nuestra Señora de la Santísima Trinidad"
    state = battle(ship("B1", 0, 0, 90, "I", card_name=long, card_captain="Jean L’Hospitalier-Villemadrin"))
    assert cut(made(state, "B1"), scale) == []


def test_the_card_tells_what_the_paper_card_tells() -> None:
    watch = watched(fleet())
    watch.table.viewer.selected = "B1"
    watch.screen.rebuild()
    words = told(watch, "card")
    for part in (
        "British 1",
        "74 guns",
        "Third rate, two decks",
        "16 of 16, sinking zone at 6",
        "boarding 3",
        "0 of 3",
    ):
        assert part in words


@pytest.mark.parametrize("made", [build_card, build_short_card])
def test_sotl_15_a_veteran_crew_has_a_v_by_the_name_of_its_ship(made: Any) -> None:
    marks = {"on": {"veterans": True}, "off": {"veterans": False}}
    both = (ship("B1", 0, 0, 90, card_veteran=True), ship("B2", 5, 0, 90), ship("F1", 9, 9, 0))
    taken = (ship("F1", 0, 0, 90, card_veteran=True, status="captured", captor="british"), ship("B1", 9, 9, 0))
    for ships, key, switched, emblems in (
        (both, "B1", "on", ["V"]), (both, "B2", "on", []), (both, "B1", "off", []), (taken, "F1", "on", []),
    ):  # fmt: skip
        card = made(battle(*ships, options=marks[switched]), key)
        assert [one.text for one in card.walk() if isinstance(one, Label) and one.text == "V"] == emblems


def test_amb_171_the_card_tells_of_the_point_that_a_veteran_crew_need_not_spend() -> None:
    ships = ship("B1", 0, 0, 90, card_veteran=True), ship("B2", 5, 0, 90), ship("F1", 9, 9, 0)
    state = battle(*ships, options={"veterans": True})
    told_of = {key: cards.describe_points(state, key)[1] for key in ("B1", "B2")}
    assert told_of["B1"].endswith(", 1 optional")
    assert "optional" not in told_of["B2"]


FIGHTING = {
    "hull": 9, "fatigue": 2, "fires": 2, "old_fires": 1, "rudder_lost": True, "officer": "wounded", "masts": ("fore",),
    "fallen": (FallenMast("main", "port"),), "loaded": (), "fired": ("port",), "stopped": True,
}  # fmt: skip


@pytest.mark.parametrize(
    ("size", "scale", "opened"),
    [((1280, 720), 100, False), ((1280, 720), 75, True), ((1920, 1080), 125, True), ((1920, 1080), 150, False)],
)
def test_all_that_counts_in_a_fight_is_seen_without_scrolling(size: tuple[int, int], scale: int, opened: bool) -> None:
    grappled = (Grapple("B1", "F1", 1),)
    watch = watched(battle(ship("B1", 0, 0, 90, **FIGHTING), ship("F1", 0.6, 0, 90), grapples=grappled), size)
    watch.table.viewer.selected = "B1"
    watch.screen.resize(size, Theme(scale))
    words = told(watch, "card")
    for part in (
        "9 of 16",
        "Dice",
        "Fore",
        "Mizzen",
        "boarding",
        "Fatigue",
        "wounded",
        "lost",
        "2, 1 since an earlier turn",
        "Grappled",
    ):
        assert part in words
    assert watch.screen.has("card.broadsides")
    scroll = watch.screen.find("card.scroll.B1")
    assert isinstance(scroll, Scroll)
    assert not scroll.overflowing
    assert watch.screen.has("order") is opened


def test_every_mark_of_the_card_explains_itself_by_rule() -> None:
    marks = {"fires": 1, "rudder_lost": True, "fatigue": 3, "masts": ("fore",), "stopped": True}
    watch = watched(battle(ship("B1", 0, 0, 90, **marks), ship("F1", 2, 1, 0)))
    watch.table.viewer.selected = "B1"
    watch.screen.rebuild()
    tips = [widget.tip for widget in watch.screen.find("card").walk() if widget.tip]
    rules = " ".join(tip.body for tip in tips)
    for rule in ("2.2-h", "4.1.3", "4.1.4-b", "4.2.1-f", "4.2.1-h", "4.2.1-i", "4.2.1-j", "4.4.2", "2.2-n", "5.2.5-a"):
        assert f"SOTL-{rule}" in rules or f", {rule}" in rules, rule
    title = next(one for one in watch.screen.find("card").walk() if isinstance(one, Label) and one.text == "Fatigue")
    for at in (title.rect.center, (title.rect.right + 150, title.rect.centery)):
        watch.screen.handle(Input("moved", at))
        assert "SOTL-2.2-n" in watch.screen.pointed[0]


@pytest.mark.parametrize(
    ("marks", "words"),
    [
        ({}, "loaded"),
        ({"loaded": ("starboard",)}, "empty"),
        ({"loaded": ("starboard",), "fired": ("port",)}, "fired"),
        ({"masts": ("fore", "mizzen"), "fallen": (FallenMast("main", "port"),)}, "loaded, masked by wreckage"),
        ({"status": "struck"}, "silent"),
    ],
)
def test_a_broadside_in_words(marks: dict[str, Any], words: str) -> None:
    state = battle(ship("B1", 0, 0, 90, **marks), ship("F1", 9, 9, 0))
    assert describe_broadside(state, "B1", "port") == words


@pytest.mark.parametrize(("made", "kind"), [(build_card, BroadsidesPicture), (build_short_card, BroadsideRow)])
def test_amb_177_guns_that_cool_bear_a_disc_for_each_turn(made: Any, kind: type) -> None:
    discs = []
    for left in (0, 1, 2):
        gunnery = Gunnery(wait={"port": left} if left else {})
        marks = {"loaded": ("starboard",), "gunnery": gunnery}
        state = battle(ship("B1", 0, 0, 90, **marks), ship("F1", 9, 9, 0), options={"ammo": True})
        assert describe_broadside(state, "B1", "port") == ("cools" if left else "empty")
        guns = next(one for one in made(state, "B1").walk() if isinstance(one, kind))
        assert guns.tip and ("AMB-177" in guns.tip.body) == bool(left)
        surface, theme = pygame.Surface((330, 140)), Theme()
        guns.place(theme, surface.get_rect())
        guns.paint(surface, theme)
        mask = pygame.mask.from_threshold(surface, INKS.danger, (6, 6, 6, 255))
        discs.append(sum(one.count() > 60 for one in mask.connected_components()))
    assert discs == [0, 1, 2]


def test_dice_are_halved_in_the_sinking_zone() -> None:
    for hull, dice in ((16, ["4", "3", "2"]), (5, ["2", "1", "–"])):
        watch = watched(battle(ship("B1", 0, 0, 90, hull=hull), ship("F1", 9, 9, 0)))
        watch.table.viewer.selected = "B1"
        watch.screen.rebuild()
        labels = [one.text for one in watch.screen.find("card").walk() if isinstance(one, Label)]
        assert labels[labels.index("Dice") + 1 : labels.index("Dice") + 6 : 2] == dice


def test_pencilled_damage_is_told_but_not_taken_off() -> None:
    state = fleet(shots=(Shot(attacker="F1", broadside="port", target="B2", facing="bow", hits=99, hull=99),))
    assert fleet_list.find_pending_damage(state, "B2") == 16
    _, words, tip = cards.describe_hull(state, "B2")
    assert words.startswith("16 of 16")
    assert "16 points are lost" in tip.body


def test_a_captains_name_is_shortened_from_its_middle() -> None:
    assert cards.list_captain_names("Thomas Masterman Hardy") == (
        "Capt. Thomas Masterman Hardy", "Capt. Thomas Hardy", "Capt. T. M. Hardy", "Capt. Hardy",
    )  # fmt: skip
    assert cards.list_captain_names("Jean-Gilles Filhol-Camas")[1] == "Capt. J.-G. Filhol-Camas"
    assert cards.list_captain_names("") == ("Captain unknown",)


def test_the_card_of_the_ship_under_the_pointer_comes_after_a_rest_and_yields_to_a_selection() -> None:
    watch = watched(fleet())
    watch.point(watch.where("F1"))
    watch.wait(50)
    assert not watch.screen.has("card")
    watch.wait(REST + 100)
    assert "Bucentaure" in told(watch, "card")
    watch.point((960, 1000))
    watch.wait(REST + 100)
    assert not watch.screen.has("card")
    watch.press("N")
    watch.point(watch.where("F1"))
    watch.wait(REST + 100)
    assert "British" in told(watch, "card")


def test_each_half_of_the_broadsides_tells_of_its_side() -> None:
    fallen = {"masts": ("fore", "mizzen"), "fallen": (FallenMast("main", "starboard"),)}
    watch = watched(battle(ship("B1", 0, 0, 90, **fallen), ship("F1", 9, 9, 0)))
    watch.table.viewer.selected = "B1"
    watch.screen.rebuild()
    rect = watch.screen.find("card.broadsides").rect
    for y, words in ((rect.y + 9, "Port broadside: loaded"), (rect.bottom - 9, "Starboard broadside: loaded, masked")):
        watch.point((rect.centerx, y))
        watch.wait(500)
        assert watch.screen.tooltip is not None
        assert watch.screen.tooltip.says.title.startswith(words)
    assert "SOTL-4.2.1-f" in watch.screen.tooltip.says.body
