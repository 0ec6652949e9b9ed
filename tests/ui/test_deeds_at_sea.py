"""What is done is seen at sea: fire along the side, splinters and water, boarders at the rail, flags brought down."""

import math
from typing import Any, Literal

import pygame
import pytest
from msgspec.structs import replace

from tabletop.games.ships_of_the_line.commands import FireBroadside
from tabletop.games.ships_of_the_line.events.boarding import BoardingFought, BoardingRoll
from tabletop.games.ships_of_the_line.events.combat import ColoursStruck
from tabletop.games.ships_of_the_line.model import Boarding, Grapple, Melee, State
from tabletop.games.ships_of_the_line.survey.rolls import CollisionRolled
from tabletop.ui.boards.battle.animation import Animation, SmokePuff
from tabletop.ui.boards.battle.presentation import Lowered, Presentation, Puff
from tabletop.ui.boards.ships_of_the_line import boarders, effects
from tabletop.ui.boards.ships_of_the_line.playback import animate_event
from tabletop.ui.boards.ships_of_the_line.renderer import SeaRenderer
from tabletop.ui.boards.ships_of_the_line.scene import SeaScene, place_ship
from tabletop.ui.camera import Camera
from tests.ships_of_the_line.kit import battle, play, ship

pytestmark = pytest.mark.usefixtures("display")
SIZE = 400, 300


def fired(*dice: int, heading: int = 90) -> tuple[State, Animation]:
    state = battle(ship("B1", 0, 0, 90), ship("F1", 0, -1.6, heading), wind=315)
    order = FireBroadside(side="british", ship="B1", broadside="starboard", target="F1")
    return state, animate_event(state, play(state, order, dice=dice)[1][0])


def flying(act: Animation, look: str) -> list[SmokePuff]:
    return [one for one in act.smoke if one.look.startswith(look)]


def test_fire_runs_along_the_side_from_the_bow_aft() -> None:
    state, act = fired(1, 1, 1)
    tongues, own = flying(act, "muzzle_flash"), place_ship(state, "B1")
    assert [one.born for one in tongues] == sorted({one.born for one in tongues})
    ahead = [own.seen(*one.at)[0] for one in tongues]
    assert ahead == sorted(ahead, reverse=True)
    assert all(own.seen(*one.at)[1] > own.beam / 2 for one in tongues)


@pytest.mark.parametrize(("dice", "hits"), [((1, 1, 1), 0), ((6, 1, 1, 1), 1), ((6, 6, 6, 1, 1, 1), 3)])
def test_a_hit_throws_splinters_and_a_miss_water(dice: tuple[int, ...], hits: int) -> None:
    state, act = fired(*dice)
    assert (len(flying(act, "splinters")), len(flying(act, "splash"))) == (hits, 3 - hits)
    target = place_ship(state, "F1")
    for one in (*flying(act, "splinters"), *flying(act, "splash")):
        ahead, abeam = target.seen(*one.at)
        assert abs(ahead) < target.length / 2 and abeam < 0  # on the side that was fired at
        assert (abs(abeam) > target.beam / 2 + 0.1) is (one.look == "splash")
    assert all(one.born > flying(act, "muzzle")[0].born for one in flying(act, "spl"))


def test_what_flies_about_is_gone_with_its_life() -> None:
    one = flying(fired(6, 6, 6, 1, 1, 1)[1], "splinters")[0]
    assert one.seen(one.born - 1) is None is one.seen(one.born + one.life)
    assert (seen := one.seen(one.born + one.life / 2)) and seen.look == one.look and seen.alpha > 100


def along_the_wind(act: Animation) -> float:
    return sum(one.drift[0] - one.drift[1] for one in flying(act, "smoke"))


def test_the_harder_it_blows_the_farther_smoke_goes() -> None:
    found = {}
    strengths: tuple[Literal["light", "breeze", "heavy"], ...] = ("light", "breeze", "heavy")
    state = battle(ship("B1", 0, 0, 90), ship("F1", 0, -1.6, 90), wind=315)
    order = FireBroadside(side="british", ship="B1", broadside="starboard", target="F1")
    for blows in strengths:
        windy = replace(state, wind=replace(state.wind, strength=blows))
        found[blows] = along_the_wind(animate_event(windy, play(windy, order, dice=(1, 1, 1))[1][0]))
    assert found["light"] < found["breeze"] < found["heavy"]


def scene(state: State, scale: float = 100) -> SeaScene:
    return SeaScene(state, Camera((0.0, -0.3), scale, SIZE), Presentation(), SeaRenderer().sprites)


def grappled(**changes: Any) -> State:
    state = battle(ship("B1", 0, 0, 90), ship("F1", 0, -0.6, 90), wind=315)
    return replace(state, grapples=(Grapple("B1", "F1", 1),), **changes)


def men_of(state: State, key: str) -> list[Puff]:
    return [one for one in boarders.place_men(scene(state), place_ship(state, key)) if one.look.startswith("man_")]


def test_boarders_stand_along_the_rails_that_meet() -> None:
    state = grappled(boardings=(Boarding("B1", "F1"),))
    for key, other in (("B1", "F1"), ("F1", "B1")):
        own, men = place_ship(state, key), men_of(state, key)
        assert len(men) == boarders.MEN
        assert all(abs(own.seen(*one.at)[0]) < own.length / 2 for one in men)
        assert {own.seen(*one.at)[1] > 0 for one in men} == {own.seen(*place_ship(state, other).at)[1] > 0}
    assert {one.look for one in men_of(state, "F1")} == {"man_french_sailor", "man_french_soldier", "man_officer"}


@pytest.mark.parametrize(("apart", "laid"), [(-0.35, 3), (-0.9, 0)])
def test_planks_lie_from_rail_to_rail_where_they_reach(apart: float, laid: int) -> None:
    state = replace(battle(ship("B1", 0, 0, 90), ship("F1", 0, apart, 90)), boardings=(Boarding("B1", "F1"),))
    looks = [one.look for one in boarders.place_men(scene(state), place_ship(state, "B1"))]
    assert looks.count("plank") == laid
    assert not [one for one in boarders.place_men(scene(state), place_ship(state, "F1")) if one.look == "plank"]


def test_boarders_who_lead_stand_on_the_deck_that_is_fought_for() -> None:
    melee = Melee(("B1",), ("F1",), "F1", 1, willing=False, advantage=1)
    state = grappled(melees=(melee,))
    target = place_ship(state, "F1")
    theirs, ours = ([target.seen(*one.at)[1] for one in men_of(state, key)] for key in ("F1", "B1"))
    aboard = [abeam for abeam in ours if abs(abeam) < target.beam / 2]
    assert len(aboard) == boarders.MEN < len(ours)
    assert max(aboard) < 0 < min(theirs) < max(theirs) < target.beam / 2  # hers is the half away from the boarder
    near = scene(state, 260)
    assert len(list(boarders.find_fronts(near, {key: place_ship(state, key) for key in ("B1", "F1")}))) == 1
    at_rails = grappled(melees=(replace(melee, advantage=0),))
    assert all(target.seen(*one.at)[1] < -target.beam / 2 for one in men_of(at_rails, "B1"))


def test_shot_holes_are_as_many_as_she_is_hurt_and_are_seen_from_near() -> None:
    counts = []
    for left in (16, 9, 2):
        state = battle(ship("F1", 0, 0, 90, hull=left))
        counts.append(len(effects.place_shot_holes(scene(state, 150), place_ship(state, "F1"))))
        assert not effects.place_shot_holes(scene(state, 60), place_ship(state, "F1"))
    assert counts[0] == 0 < counts[1] < counts[2]


@pytest.mark.parametrize(("scale", "shown"), [(60, False), (260, True)])
def test_rigs_give_way_to_decks_that_are_fought_on_where_these_can_be_seen(scale: float, shown: bool) -> None:
    fights, rests = grappled(boardings=(Boarding("B1", "F1"),)), grappled()
    assert boarders.shows_decks(scene(fights, scale), place_ship(fights, "B1")) is shown
    assert not boarders.shows_decks(scene(rests, scale), place_ship(rests, "B1"))


def test_nobody_stands_there_where_nobody_boards_or_where_he_could_not_be_seen() -> None:
    assert not list(boarders.place_men(scene(grappled()), place_ship(grappled(), "B1")))
    state = grappled(boardings=(Boarding("B1", "F1"),))
    assert not list(boarders.place_men(scene(state, 20), place_ship(state, "B1")))


@pytest.mark.parametrize("success", [True, False])
def test_boarders_who_win_come_farther_than_those_who_are_held(success: bool) -> None:
    state = grappled(boardings=(Boarding("B1", "F1"),))
    sides = [BoardingRoll((key,), 4, None, 7, (1, 2), won) for key, won in (("B1", success), ("F1", False))]
    result: Any = "captured" if success else "nothing"
    fought = BoardingFought(attacker=sides[0], defender=sides[1], target="F1", willing=False, result=result)
    men = flying(animate_event(state, fought), "man_british")
    target = place_ship(state, "F1")
    rail = min(math.hypot(*one.drift) for one in men)
    assert (rail > 0.6 * target.beam) is success


@pytest.mark.parametrize("collided", [True, False])
def test_wood_flies_where_two_hulls_meet_and_both_are_shaken(collided: bool) -> None:
    state = battle(ship("B1", 0, 0, 90), ship("F1", 1.0, 0.4, 180), wind=315)
    event = CollisionRolled(ship="B1", other="F1", distance=0.0, die=6, modifiers=(), collided=collided)
    act = animate_event(state, event)
    assert len(flying(act, "splinters")) == 3 * collided
    assert {one.ship for one in act.voyages} == ({"B1", "F1"} if collided else set())
    for one in flying(act, "splinters"):
        assert place_ship(state, "B1").seen(*one.at)[0] > 0.4  # her bow
    for one in act.voyages:
        lay = state.ships[one.ship].pose
        ways = [math.hypot(one.at(age).x - lay.x, one.at(age).y - lay.y) for age in range(0, 301, 10)]
        assert 0.01 < max(ways) < 0.05 and ways[-1] == ways[0] == 0


def test_an_ensign_comes_down_where_a_ship_strikes() -> None:
    state = battle(ship("B1", 0, 0, 90), ship("F1", 0, -1.6, 90))
    act = animate_event(state, ColoursStruck(ship="F1", cause="officer"))
    assert [one.nation for one in act.lowered] == ["france"]
    shares = [act.lowered[0].seen(age).share for age in (0, 200, 400, 600)]
    assert shares[0] == 0 and shares == sorted(shares) and shares[-1] == 1
    sizes = []
    for share in (0.0, 0.6):
        drawn, _ = effects.place_lowered_flag(scene(state), Lowered("F1", "france", share))
        sizes.append(pygame.surfarray.array_alpha(drawn).sum())
    assert sizes[1] < 0.7 * sizes[0]


def test_all_of_it_is_drawn() -> None:
    state, act = fired(6, 6, 1, 1, 1)
    made, bare = pygame.Surface(SIZE), pygame.Surface(SIZE)
    puffs = tuple(puff for one in act.smoke if not one.look.startswith("smoke") and (puff := one.seen(400)))
    assert {puff.look[:6] for puff in puffs} == {"splint", "splash", "muzzle"}
    for target, shown in ((made, Presentation(puffs=puffs)), (bare, Presentation())):
        SeaRenderer().draw(target, state, Camera((0.0, -0.8), 100, SIZE), (), shown)
    assert pygame.image.tobytes(made, "RGB") != pygame.image.tobytes(bare, "RGB")
