"""Chapter 11: fire past friends and struck ships (AMB-14, AMB-93 to AMB-95, AMB-160 to AMB-162)."""

from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace

from tabletop.games.ships_of_the_line import GAME
from tabletop.games.ships_of_the_line.chapters import victory
from tabletop.games.ships_of_the_line.chapters.aiming import compute_sighting
from tabletop.games.ships_of_the_line.chapters.fire import find_aim
from tabletop.games.ships_of_the_line.chapters.optional.friendly_fire import RallyRolled
from tabletop.games.ships_of_the_line.commands import Done, FireBroadside
from tabletop.games.ships_of_the_line.events.boarding import ShipRestored
from tabletop.games.ships_of_the_line.events.combat import BroadsideFired, FireStarted, HullLost, ShipExploded, ShipSunk
from tabletop.games.ships_of_the_line.model import Grapple, State
from tabletop.games.ships_of_the_line.ship import Bystander, Leader
from tabletop.games.ships_of_the_line.survey import odds
from tests.judging import every, only
from tests.ships_of_the_line.kit import battle, play, refused, ship

FRIENDLY = {"options": {"friendly_fire": True}}
END = (Done(side="british"), Done(side="allied"))


def shot(target: str = "F1", key: str = "B1") -> FireBroadside:
    return FireBroadside(side="british" if key[0] == "B" else "allied", ship=key, broadside="starboard", target=target)


def beside(east: float = 1.2, north: float = 0.9, target: float = 2.0, **fields: Any) -> State:
    """B1 before F1 due east of her, both heading north, and B2 in the field; distances are from side to side."""
    friend = ship("B2", east + 0.3, north, 0)
    return battle(ship("B1", 0, 0, 0), friend, ship("F1", target + 0.3, 0, 0), **FRIENDLY | fields)


def test_tv_58_a_friend_off_the_line_suffers_one_as_far_or_farther_does_not_one_on_it_blocks() -> None:
    _, events = play(beside(1.2), shot(), dice=[6, 6, 1, 1, 1])
    assert only(events, BroadsideFired).past == (Bystander("B2", 1),)
    for far in (2.0, 2.4):
        _, events = play(beside(far, 1.0), shot(), dice=[6, 6, 1, 1, 1])
        assert not only(events, BroadsideFired).past
    refusal = refused(beside(1.2, 0.0), shot(), "AMB-160")
    assert (refusal.reason, refusal.pieces) == ("The line of fire crosses B2.", ("B2",))
    assert refusal.by == "1.2 UM against 2 UM"


def test_sotl_11_a_amb_93_without_the_switch_any_nearer_friend_blocks_the_field() -> None:
    refused(beside(options={}), shot(), "SOTL-4.1.2-c")


def test_amb_14_amb_160_the_nearest_enemy_is_the_target_whoever_else_is_in_the_field() -> None:
    state = battle(
        ship("B1", 0, 0, 0), ship("B2", 1.5, 0.9, 0), ship("F1", 2.3, 0, 0), ship("F2", 2.3, -1.2, 0), **FRIENDLY
    )
    assert compute_sighting(state, "B1", "starboard").targets == ("F1",)
    assert refused(state, shot("F2"), "AMB-15").reason == "She must fire at the nearest enemy: F1."


def test_amb_160_own_prizes_are_fired_past_and_prizes_in_enemy_hands_are_enemies() -> None:
    own = battle(
        ship("B1", 0, 0, 0), ship("F2", 1.5, 0.9, 0, status="captured", captor="british"), ship("F1", 2.3, 0, 0),
        **FRIENDLY,
    )  # fmt: skip
    _, events = play(own, shot(), dice=[6, 6, 1, 1, 1])
    assert only(events, BroadsideFired).past == (Bystander("F2", 1),)
    theirs = battle(
        ship("B1", 0, 0, 0), ship("B2", 1.5, 0.9, 0, status="captured", captor="allied"), ship("F1", 2.3, 0, 0),
        **FRIENDLY,
    )  # fmt: skip
    assert compute_sighting(theirs, "B1", "starboard").targets == ("B2",)
    refused(theirs, shot(), "AMB-15")


def test_amb_160_a_struck_ship_may_be_fired_at_by_her_former_side_or_past_if_she_is_off_the_line() -> None:
    struck = battle(ship("B1", 0, 0, 0), ship("B2", 1.5, 0.9, 0, status="struck"), ship("F1", 2.3, 0, 0), **FRIENDLY)
    assert set(compute_sighting(struck, "B1", "starboard").targets) == {"B2", "F1"}
    offered = [one.target for one in GAME.choices(struck) if isinstance(one, FireBroadside)]
    assert set(offered) == {"B2", "F1"}
    behind = replace(
        struck, ships={**struck.ships, "B2": replace(struck.ships["B2"], pose=beside(2.4).ships["B2"].pose)}
    )
    assert compute_sighting(behind, "B1", "starboard").targets == ("F1",)
    refused(behind, shot("B2"), "AMB-15")


@pytest.mark.parametrize(
    ("east", "target", "band", "lost"), [(0.8, 2.0, "medium", 3), (1.8, 2.5, "medium", 2), (3.2, 3.8, "long", 1)]
)
def test_tv_18_sotl_11_b_the_friend_loses_what_the_dice_cost_less_by_her_range(
    east: float, target: float, band: str, lost: int
) -> None:
    """Four hits, of which three cost hull points; she is at point-blank, medium and long range."""
    firer = ship("B1", 0, 0, 0, "four")
    away = 1.2 if east > 2 else 0.9
    state = battle(firer, ship("B2", east + 0.3, away, 0), ship("F1", target + 0.3, 0, 0), **FRIENDLY)
    dice = 6 if band == "medium" else 5
    state, events = play(state, shot(), dice=[6] * 4 + [1] * (dice - 4) + [3, 5, 2, 6, 4])
    fired = only(events, BroadsideFired)
    assert (fired.band, fired.hull, len(fired.criticals), fired.past) == (band, 3, 1, (Bystander("B2", lost),))
    state, events = play(state, *END)
    assert [(one.ship, one.points) for one in every(events, HullLost)] == [("B2", lost), ("F1", 3)]


def test_sotl_11_c_criticals_are_misses_for_the_friend() -> None:
    state, events = play(beside(), shot(), dice=[6, 6, 1, 6, 6, 5, 4])
    assert not only(events, BroadsideFired).past
    state, events = play(state, *END)
    assert (state.ships["B2"].fires, only(events, FireStarted).ship) == (0, "F1")


RAKES = [({}, 8, 3), ({"british_firepower": True}, 9, 3), ({"fast_game": True, "british_firepower": True}, 18, 6)]


@pytest.mark.parametrize(("more", "enemy", "friend"), RAKES)
def test_tv_57_amb_161_no_rake_and_nothing_but_the_fast_game_counts_for_the_friend(
    more: dict[str, bool], enemy: int, friend: int
) -> None:
    """Victory rakes a stern at medium range with five hits, a friend nearer at medium range."""
    state = battle(
        ship("B1", 0, 0, 0, "I"), ship("B2", 1.6, 0.9, 0), ship("F1", 3.1, 0, 90, "I"),
        options={"friendly_fire": True, **more},
    )  # fmt: skip
    _, events = play(state, shot(), dice=[6] * 5 + [1] * 5 + [3, 5, 2, 6, 1, 4, 4])
    fired = only(events, BroadsideFired)
    assert (fired.rake, fired.hull, len(fired.criticals)) == ("stern", enemy, 2)
    assert fired.past == (Bystander("B2", friend),)


def test_tv_57_to_leeward_and_in_the_fast_game() -> None:
    options = {"friendly_fire": True, "british_firepower": True, "weather_gauge": True, "fast_game": True}
    state = battle(
        ship("B1", 0, 0, 0, "I"), ship("B2", 1.6, 0.9, 0), ship("F1", 3.1, 0, 90, "I"), wind=90, options=options
    )
    _, events = play(state, shot(), dice=[6] * 5 + [1] * 5 + [3, 5, 2, 6, 1, 4, 4])
    fired = only(events, BroadsideFired)
    assert (fired.hull, fired.past) == (20, (Bystander("B2", 6),))


def test_amb_161_she_is_neither_attacked_nor_hit_and_suffers_by_key() -> None:
    state, events = play(beside(), shot(), dice=[6, 6, 1, 1, 1])
    words = GAME.describe(beside(), only(events, BroadsideFired))
    assert words.endswith("2 hits, 2 hull points; B2, fired past, 1 hull point.")
    assert (state.ships["B2"].attacked, state.ships["B2"].hit, state.ships["F1"].attacked) == (False, False, True)
    state, events = play(state, *END)
    assert [one.ship for one in every(events, HullLost)] == ["B2", "F1"]


def test_amb_161_with_hot_shot_no_fires_and_with_double_shot_nothing_doubled() -> None:
    for kind, roll in (("red", [1]), ("double", [])):
        state = battle(
            ship("B1", 0, 0, 0, shot={"starboard": kind}), ship("B2", 0.8, 0.75, 0), ship("F1", 1.25, 0, 0),
            options={"friendly_fire": True, "ammo": True},
        )  # fmt: skip
        state, events = play(state, shot(), dice=[*roll, 4, 4, 1, 1, 1, 1])
        fired = only(events, BroadsideFired)
        assert (fired.hull, fired.past) == (4 if kind == "double" else 2, (Bystander("B2", 2),))
        state, events = play(state, *END)
        assert (state.ships["B2"].fires, state.ships["B2"].fatigue) == (0, 0)


def test_amb_161_who_is_sunk_by_friends_is_lost() -> None:
    state = beside(1.2)
    state = replace(state, ships={**state.ships, "B2": replace(state.ships["B2"], hull=1)})
    _, events = play(state, shot(), *END, dice=[6, 6, 1, 1, 1])
    assert only(events, ShipSunk).ship == "B2"


def white_flag(by: str = "B1", **fields: Any) -> State:
    """The struck F2 off the line from one ship to her enemy due east of her; Magon, a leader, close by."""
    magon = Leader("Magon", -1)
    other = "F1" if by[0] == "B" else "B2"
    return battle(
        ship(by, 0, 0, 0), ship("F2", 1.5, 0.9, 0, status="struck"), ship(other, 2.3, 0, 0),
        ship("F3", 1.5, 3.5, 90, card_leader=magon), ship("B9", -9, 0, 0),
        options={"friendly_fire": True, "leaders": True}, turn=2, **fields,
    )  # fmt: skip


def test_tv_59_sotl_11_1_a_amb_95_a_struck_ship_harmed_by_the_other_side_may_fight_again() -> None:
    state = white_flag(grapples=(Grapple("B9", "F2", 1),))
    state = replace(state, scores=victory.opening_scores(state.cards, state.ships.values()))
    state, events = play(state, shot(), dice=[6, 6, 1, 1, 1])
    before = state
    state, events = play(state, *END, dice=[3])
    rolled = only(events, RallyRolled)
    assert ([line.source for line in rolled.modifiers], rolled.success) == (["die", "Magon"], True)
    assert state.ships["F2"].status == "in_service"
    assert victory.total_points(state)["british"] == 0
    assert (state.grapples[0].friendly, len(state.grapples)) == (False, 1)
    assert GAME.describe(before, only(events, ShipRestored)) == "F2 hoists her colours again and fights on."
    assert GAME.describe(before, rolled) == (
        "Fired on under her white flag, the crew of F2 takes up arms again: [3] −1 (Magon) = 2, needed 2 or less."
    )


def test_tv_59_amb_162_no_roll_without_harm_nor_for_harm_by_her_own_side() -> None:
    _, events = play(white_flag(), shot(), *END, dice=[6, 1, 1, 1])
    assert every(events, RallyRolled) == []
    theirs = white_flag("F1", asked="allied", initiative="allied")
    _, events = play(theirs, shot("B2", "F1"), Done(side="allied"), Done(side="british"), dice=[6, 6, 1, 1, 1])
    assert {one.ship for one in every(events, HullLost)} == {"B2", "F2"}
    assert every(events, RallyRolled) == []


def test_amb_162_only_who_struck_before_this_phase() -> None:
    state, _ = play(white_flag(), shot(), dice=[6, 6, 1, 1, 1])
    now = replace(state, ships={**state.ships, "F2": replace(state.ships["F2"], struck_turn=2)})
    _, events = play(now, *END)
    assert every(events, RallyRolled) == []


def test_amb_162_without_leaders_a_three_is_no_return() -> None:
    state, events = play(replace(white_flag(), options={"friendly_fire": True}), shot(), *END, dice=[6, 6, 1, 1, 1, 3])
    assert (only(events, RallyRolled).success, state.ships["F2"].status) == (False, "struck")


def test_amb_161_the_odds_tell_what_a_friend_would_lose() -> None:
    state = beside(0.8, 0.9, 1.5)
    aim = find_aim(state, "B1", "starboard", "F1")
    assert aim is not None
    ((key, lost),) = odds.compute_broadside_odds(state, aim).bystanders
    each = Fraction(1, 3) * Fraction(5, 6)
    assert (key, sum(lost), len(lost)) == ("B2", 1, 4)
    assert lost[3] == each**3


def test_amb_161_a_friend_beside_a_ship_that_hot_shot_blows_up_bears_both() -> None:
    options = {"friendly_fire": True, "ammo": True, "british_firepower": True}
    state = battle(
        ship("B1", 0, 0, 0, shot={"starboard": "red"}), ship("B2", 0.8, 0.75, 0), ship("F1", 1.25, 0, 0),
        ship("F2", 20, 20, 0), options=options,
    )  # fmt: skip
    state, events = play(state, shot(), dice=[1, 4, 4, 1, 1, 3, 6, 6])
    assert only(events, BroadsideFired).past == (Bystander("B2", 1),)
    _, events = play(state, *END, dice=[*[1] * 12, 4, *[1] * 11, 3])
    assert only(events, ShipExploded).ship == "F1"
    lost = [(one.ship, one.cause, one.points) for one in every(events, HullLost)]
    assert lost == [("B2", "gunfire", 1), ("F1", "gunfire", 2), ("B2", "explosion", 1)]
