"""Chapter 4.2: dice, damage, criticals, rakes, explosions, and how the notes take effect."""

from itertools import permutations

import pytest
from msgspec.structs import replace

from tabletop.games.ships_of_the_line import rules
from tabletop.games.ships_of_the_line.chapters.aiming import facing_at
from tabletop.games.ships_of_the_line.chapters.fire import find_aim
from tabletop.games.ships_of_the_line.commands import ClearRigging, Done, FireBroadside, RollInitiative
from tabletop.games.ships_of_the_line.events.boarding import MeleeEnded, ShipsParted
from tabletop.games.ships_of_the_line.events.combat import (
    BroadsideFired,
    ColoursStruck,
    CriticalWithoutEffect,
    DamageInked,
    ExplosionStruck,
    FireStarted,
    HullLost,
    MastFell,
    OfficerHit,
    RudderLost,
    ShipExploded,
    ShipSunk,
)
from tabletop.games.ships_of_the_line.events.crew import SurrenderRolled
from tabletop.games.ships_of_the_line.events.movement import TowCastOff
from tabletop.games.ships_of_the_line.events.turn import PointsScored
from tabletop.games.ships_of_the_line.model import Grapple, Melee, Tow, load_standard_profile
from tabletop.games.ships_of_the_line.ship import Critical, FallenMast, Shot
from tabletop.games.ships_of_the_line.tables import CRITICALS, DAMAGE, HITS_FROM, MASTS_FALL, RAKE_DAMAGE, RAKE_DICE
from tests.judging import only
from tests.ships_of_the_line.kit import battle, play, refused, ship

DONE = (Done(side="british"), Done(side="allied"))


def fire(key="B1", broadside="starboard", target="F1"):
    return FireBroadside(side="british" if key[0] == "B" else "allied", ship=key, broadside=broadside, target=target)


def noted(*shots, **marks):
    """F1 with shots already noted in pencil; nobody is near her. Each shot: hull points and critical dice."""
    pencil = tuple(
        Shot("B1", "starboard", "F1", "broadside", hits=1, hull=hull, criticals=tuple(map(critical, dice)))
        for hull, dice in shots
    )
    return battle(ship("B1", 0, 0, 0), ship("F1", 20, 0, 0, hit=True, **marks), shots=pencil)


def critical(die):
    """A critical die, or a pair with its ammunition die."""
    return Critical(*die) if isinstance(die, tuple) else Critical(die)


def inked(state, dice=()):
    """The fleets are done and the notes take effect."""
    return play(state, *DONE, dice=dice)


def of(events, kind):
    return [event for event in events if isinstance(event, kind)]


# --- the tables


@pytest.mark.parametrize("band", ["point_blank", "medium", "long"])
@pytest.mark.parametrize("die", range(1, 7))
def test_sotl_4_2_1_a_to_hit(band, die):
    lone = {"point_blank": 0.5, "medium": 2.0, "long": 4.0}[band]
    state = battle(
        ship("B1", 0, 0, 0, card_dice={"point_blank": 1, "medium": 2, "long": 3}[band]), ship("F1", 0.3 + lone, 0, 0)
    )
    hits = die in ((4, 5, 6) if band == "point_blank" else (5, 6))
    _, events = play(state, fire(), dice=[die, 1] if hits else [die])
    fired = only(events, BroadsideFired)
    assert (fired.band, fired.hits) == (band, int(hits))
    assert fired.needed == HITS_FROM[band]


@pytest.mark.parametrize("die", range(1, 7))
def test_sotl_4_2_1_c_damage_table(die):
    assert DAMAGE[die] == ("critical" if die == 6 else "hull")
    state = battle(ship("B1", 0, 0, 0, card_dice=1), ship("F1", 1, 0, 0))
    _, events = play(state, fire(), dice=[4, die, *([3] if die == 6 else [])])
    fired = only(events, BroadsideFired)
    assert (fired.hull, len(fired.criticals)) == ((0, 1) if die == 6 else (1, 0))


@pytest.mark.parametrize(
    ("die", "effect"),
    [(1, "mast_port"), (2, "mast_starboard"), (3, "officer"), (4, "rudder"), (5, "fire"), (6, "ammunition")],
)
def test_sotl_4_2_1_d_critical_table(die, effect):
    assert CRITICALS[die] == effect


@pytest.mark.parametrize(
    ("die", "kind"),
    [(1, MastFell), (2, MastFell), (3, OfficerHit), (4, RudderLost), (5, FireStarted), (6, CriticalWithoutEffect)],
)
def test_sotl_4_2_1_d_each_critical_has_its_effect(die, kind):
    _, events = inked(noted((0, [die])))
    assert only(events, kind).ship == "F1"


# --- the procedure


def test_sotl_4_2_a_to_hit_damage_and_criticals_are_rolled_in_turn_and_only_noted():
    state = battle(ship("B1", 0, 0, 0), ship("F1", 1, 0, 0))
    after, events = play(state, fire(), dice=[6, 1, 5, 4, 6, 2, 6, 4, 5])
    fired = only(events, BroadsideFired)
    assert fired.rolls == (6, 1, 5, 4)
    assert fired.damage == (6, 2, 6)
    assert [one.die for one in fired.criticals] == [4, 5]
    assert len(events) == 1
    assert after.ships["F1"].hull == 16
    assert not after.ships["F1"].rudder_lost
    _, events = inked(after)
    told = [type(event) for event in events if isinstance(event, HullLost | RudderLost | FireStarted | DamageInked)]
    assert told == [HullLost, RudderLost, FireStarted, DamageInked]


def test_amb_39_the_ammunition_die_comes_right_after_its_critical():
    state = battle(ship("B1", 0, 0, 0), ship("F1", 1, 0, 0, fires=1, old_fires=1))
    _, events = play(state, fire(), dice=[4, 4, 1, 1, 6, 6, 6, 3, 1])
    assert only(events, BroadsideFired).criticals == (Critical(6, 3), Critical(1))


def test_tv_03_santisima_trinidad_at_point_blank():
    """TV-03, TV-03b and TV-03c: one broadside from the dice to the masked guns."""
    state = battle(ship("B1", 0, 0, 0, "I"), ship("S16", 1, 0, 0, "four"), asked="allied")
    shot = fire("S16", "port", "B1")
    state, events = play(state, shot, dice=[5, 5, 3, 6, 4, 4, 4, 1, 2, 2, 4, 4, 6, 2])
    fired = only(events, BroadsideFired)
    assert fired.hits == 6
    assert (fired.hull, len(fired.criticals)) == (5, 1)
    state, events = play(state, Done(side="allied"))
    struck = state.ships["B1"]
    assert struck.hull == 21 - 5
    assert struck.masts == ("fore", "mizzen")
    assert struck.fallen == (FallenMast("main", "starboard"),)
    later = battle(*((state.cards[key], one) for key, one in state.ships.items()))
    refused(later, fire(target="S16"), "SOTL-4.2.1-f")


def test_tv_04_three_criticals():
    """TV-04 and TV-04b."""
    state = battle(ship("B1", 0, 0, 0, "I"), ship("S16", 1, 0, 0, "four"), asked="allied")
    shot = fire("S16", "port", "B1")
    state, events = play(state, shot, dice=[5, 5, 3, 6, 4, 4, 4, 6, 6, 6, 2, 2, 2, 1, 2, 3])
    fired = only(events, BroadsideFired)
    assert (fired.hull, len(fired.criticals)) == (3, 3)
    state, _ = play(state, Done(side="allied"))
    struck = state.ships["B1"]
    assert struck.fallen == (FallenMast("main", "port"), FallenMast("mizzen", "starboard"))
    assert struck.officer == "wounded"


def test_tv_04c_dismasted_with_both_sides_blocked():
    state, _ = inked(noted((0, [1, 1, 2])))
    ship_ = state.ships["F1"]
    assert ship_.masts == ()
    assert ship_.fallen == (FallenMast("main", "port"), FallenMast("mizzen", "port"), FallenMast("fore", "starboard"))


def test_sotl_4_2_1_e_equal_criticals_all_apply_in_the_order_rolled():
    _, events = inked(noted((0, [1, 1, 2])))
    assert [(fall.mast, fall.over) for fall in of(events, MastFell)] == [
        ("main", "port"), ("mizzen", "port"), ("fore", "starboard"),
    ]  # fmt: skip


def test_sotl_4_2_1_f_a_mast_masks_the_side_on_which_it_falls():
    state, events = inked(noted((0, [1])))
    assert only(events, MastFell).over == "port"
    assert state.ships["F1"].fallen == (FallenMast("main", "port"),)
    lying = ship("F1", 0, 0, 0, fallen=state.ships["F1"].fallen, masts=state.ships["F1"].masts)
    between = battle(ship("B1", -1, 0, 0), ship("B2", 1, 0, 0), lying, asked="allied", initiative="allied")
    refused(between, fire("F1", "port", "B1"), "SOTL-4.2.1-f")
    assert rules.check(between, fire("F1", "starboard", "B2")) is None
    clear = replace(between, phase="unrig")
    cleared, _ = play(clear, ClearRigging(side="allied", ship="F1", broadside="port"), dice=[1])
    still, _ = play(clear, ClearRigging(side="allied", ship="F1", broadside="port"), dice=[6])
    assert [one.broadside for one in cleared.notes] == ["port"]
    assert still.notes == ()


@pytest.mark.parametrize(
    ("facing", "order", "rule"),
    [
        ("bow", ("fore", "main", "mizzen"), "n"),
        ("broadside", ("main", "mizzen", "fore"), "o"),
        ("stern", ("mizzen", "main", "fore"), "p"),
    ],
)
def test_sotl_4_2_1_n_sotl_4_2_1_o_sotl_4_2_1_p_mast_sequences(facing, order, rule):
    assert MASTS_FALL[facing] == order
    shots = (Shot("B1", "port", "F1", facing, 1, 0, (Critical(1), Critical(1), Critical(1))),)
    _, events = inked(battle(ship("B1", 0, 0, 0), ship("F1", 20, 0, 0), shots=shots))
    assert tuple(fall.mast for fall in of(events, MastFell)) == order


@pytest.mark.parametrize(
    ("heading", "facing"), [(0, "broadside"), (270, "bow"), (90, "stern"), (300, "bow"), (135, "stern")]
)
def test_sotl_4_2_1_q_the_facing_is_decided_by_where_the_firer_lies(heading, facing):
    state = battle(ship("B1", 0, 0, 0), ship("F1", 2, 0, heading))
    assert find_aim(state, "B1", "starboard", "F1").facing == facing


# --- criticals


def test_sotl_4_2_1_h_wounded_then_dead_then_the_crew_wavers():
    state, events = inked(noted((0, [3])))
    assert only(events, OfficerHit).condition == "wounded"
    assert not of(events, SurrenderRolled)
    state, events = inked(noted((0, [3, 3])), dice=[3])
    assert [hit.condition for hit in of(events, OfficerHit)] == ["wounded", "dead"]
    assert only(events, SurrenderRolled).die == 3
    assert state.ships["F1"].status == "in_service"


@pytest.mark.parametrize(("die", "strikes"), [(1, True), (2, True), (3, False), (4, False), (5, False), (6, False)])
def test_amb_29_surrender_roll_after_each_phase_in_which_she_was_hit(die, strikes):
    state, events = inked(noted((1, []), officer="dead"), dice=[die])
    assert only(events, SurrenderRolled).ship == "F1"
    assert bool(of(events, ColoursStruck)) == strikes
    assert state.ships["F1"].status == ("struck" if strikes else "in_service")


def test_amb_29_no_hit_no_roll():
    state = battle(ship("B1", 0, 0, 0), ship("F1", 20, 0, 0, officer="dead"))
    _, events = inked(state)
    assert not of(events, SurrenderRolled)


def test_amb_29_one_roll_however_many_hits():
    _, events = inked(noted((1, [3]), (2, []), officer="wounded"), dice=[6])
    assert len(of(events, SurrenderRolled)) == 1


def test_amb_28_a_dead_officer_cannot_be_hit_again():
    _, events = inked(noted((0, [3]), officer="dead"), dice=[6])
    assert only(events, CriticalWithoutEffect).rule == "AMB-28"


def test_sotl_4_2_1_i_the_rudder_is_lost_once():
    state, events = inked(noted((0, [4, 4])))
    assert state.ships["F1"].rudder_lost
    assert only(events, RudderLost).ship == "F1"
    assert only(events, CriticalWithoutEffect).rule == "AMB-30"


def test_sotl_4_2_1_j_each_fire_adds_a_marker():
    _, events = inked(noted((0, [5, 5])))
    assert [started.fires for started in of(events, FireStarted)] == [1, 2]


def test_sotl_4_2_1_l_no_old_fire_no_ammunition_die():
    _, events = inked(noted((0, [6]), fires=1))
    assert only(events, CriticalWithoutEffect).rule == "AMB-32"


def test_amb_32_no_ammunition_die_for_a_fire_that_is_not_old():
    state = battle(ship("B1", 0, 0, 0), ship("F1", 1, 0, 0, fires=1, old_fires=0))
    _, events = play(state, fire(), dice=[4, 1, 1, 1, 6, 6])
    assert only(events, BroadsideFired).criticals == (Critical(6),)


def test_amb_32_a_fire_of_this_phase_is_not_old():
    state = battle(ship("B1", 0, 0, 0), ship("F1", 1, 0, 0))
    _, events = play(state, fire(), *DONE, dice=[4, 4, 1, 1, 6, 6, 5, 6])
    assert only(events, BroadsideFired).criticals == (Critical(5), Critical(6))


def test_amb_32_a_fire_that_burns_when_the_dice_of_a_turn_fall_is_old():
    state = battle(
        ship("B1", 0, 0, 0), ship("F1", 1, 0, 0, fires=1), phase="initiative", asked="british", initiative=None
    )
    _, events = play(state, RollInitiative(side="british"), fire(), dice=[6, 1, 4, 1, 1, 1, 6, 6, 2])
    assert only(events, BroadsideFired).criticals == (Critical(6, 2),)


@pytest.mark.parametrize("die", range(1, 7))
def test_sotl_4_2_1_l_the_ammunition_die(die):
    state = noted((0, [(6, die)]), fires=1, old_fires=1)
    state, events = inked(state)
    if die == 6:
        assert only(events, ShipExploded).ship == "F1"
        assert state.ships["F1"].status == "exploded"
    else:
        started = only(events, FireStarted)
        assert (started.fires, started.rule) == (2, "SOTL-4.2.1-l")


def test_amb_27_no_mast_left_to_fall():
    _, events = inked(noted((0, [2]), masts=()))
    assert only(events, CriticalWithoutEffect).rule == "AMB-27"


def test_amb_19_left_and_right_are_those_of_the_target():
    # fired at from her port side, yet a 2 still drops the mast over her own starboard
    state = battle(ship("B1", 0, 0, 0), ship("F1", 1, 0, 0))
    state, _ = play(state, fire(), *DONE, dice=[4, 1, 1, 1, 6, 2])
    assert state.ships["F1"].fallen == (FallenMast("main", "starboard"),)


def test_amb_129_a_prize_has_no_officer_and_a_struck_one_no_surrender_roll():
    _, events = inked(noted((0, [3]), status="captured", captor="british"))
    assert only(events, CriticalWithoutEffect).rule == "AMB-129"
    state, events = inked(noted((0, [3, 3, 1, 4, 5]), status="struck"))
    assert state.ships["F1"].officer == "dead"
    assert state.ships["F1"].rudder_lost
    assert state.ships["F1"].fires == 1
    assert not of(events, SurrenderRolled)


# --- rakes


def across(heading, gap=0.6, kind="I"):
    """Victory heading north, F1 in the middle of her starboard field."""
    return battle(ship("B1", 0, 0, 0, kind), ship("F1", 0.15 + gap + 0.5, 0, heading))


def test_sotl_4_2_3_a_a_clear_t_rakes():
    assert find_aim(across(270), "B1", "starboard", "F1").rake == "bow"
    assert find_aim(across(90), "B1", "starboard", "F1").rake == "stern"
    assert find_aim(across(0), "B1", "starboard", "F1").rake is None


@pytest.mark.parametrize(
    ("heading", "rake"), [(292, "bow"), (293, None), (248, "bow"), (247, None), (68, "stern"), (67, None)]
)
def test_amb_17_headings_cross_at_68_to_112_degrees(heading, rake):
    assert find_aim(across(heading), "B1", "starboard", "F1").rake == rake


@pytest.mark.parametrize(("along", "rake"), [(0, "bow"), (0.44, "bow"), (0.46, None)])
def test_amb_17_the_broadside_lies_within_22_degrees_of_the_bow(along, rake):
    # seen from F1, 1.1 UM away, an offset of 0.44 is 21.8° and one of 0.46 is 22.7°
    state = battle(ship("B1", 0, along, 0), ship("F1", 1.25, 0, 270))
    assert find_aim(state, "B1", "starboard", "F1").rake == rake


@pytest.mark.parametrize(
    ("bearing", "facing"),
    [(0, "bow"), (67, "bow"), (68, "broadside"), (112, "broadside"), (113, "stern"), (180, "stern")],
)
def test_amb_18_facings_by_the_bearing_of_the_firer(bearing, facing):
    assert facing_at(load_standard_profile(), bearing) == facing


def test_sotl_4_2_3_b_a_bow_rake_doubles_dice_and_not_damage():
    assert (RAKE_DICE["bow"], RAKE_DAMAGE["bow"]) == (2, 1)
    _, events = play(across(270), fire(), dice=[1] * 11 + [4, 3])
    fired = only(events, BroadsideFired)
    assert (fired.rake, len(fired.rolls), fired.hull) == ("bow", 12, 1)


def test_sotl_4_2_3_c_a_stern_rake_doubles_dice_hull_hits_and_critical_rolls():
    assert (RAKE_DICE["stern"], RAKE_DAMAGE["stern"]) == (2, 2)
    _, events = play(across(90), fire(), dice=[1] * 10 + [4, 4, 3, 6, 1, 2])
    fired = only(events, BroadsideFired)
    assert (fired.rake, len(fired.rolls), fired.hull) == ("stern", 12, 2)
    assert fired.criticals == (Critical(1), Critical(2))
    assert len(fired.damage) == 2


@pytest.mark.parametrize(("heading", "rolls", "hull", "criticals"), [(90, 12, 6, 4), (270, 12, 3, 2), (0, 6, 3, 2)])
def test_amb_25_a_stern_rake_doubles_hull_results_and_critical_results_each_for_itself(heading, rolls, hull, criticals):
    dice = [4] * 5 + [1] * (rolls - 5) + [1, 2, 6, 6, 3] + [5] * criticals
    _, events = play(across(heading), fire(), dice=dice)
    fired = only(events, BroadsideFired)
    assert (fired.hits, fired.hull, len(fired.criticals)) == (5, hull, criticals)


def test_tv_05_victory_rakes_the_bow_of_bucentaure():
    _, events = play(across(270), fire(), dice=[4] * 5 + [3] * 7 + [1, 5, 3, 6, 6, 1, 1])
    fired = only(events, BroadsideFired)
    assert (len(fired.rolls), fired.hits, fired.hull, len(fired.criticals)) == (12, 5, 3, 2)


def test_tv_06_victory_rakes_the_stern_of_bucentaure():
    _, events = play(across(90), fire(), dice=[4] * 5 + [3] * 7 + [1, 5, 3, 6, 6, 1, 1, 2, 4])
    fired = only(events, BroadsideFired)
    assert (len(fired.rolls), fired.hits, fired.hull, len(fired.criticals)) == (12, 5, 6, 4)


@pytest.mark.parametrize(("gap", "dice"), [(2.0, 10), (4.0, 8)])
def test_tv_06b_stern_rake_at_medium_and_long_range(gap, dice):
    plan = find_aim(across(90, gap), "B1", "starboard", "F1")
    assert (plan.rake, plan.dice[-1].value, plan.needed) == ("stern", dice, 5)


# --- how the notes take effect


def test_amb_128_notes_take_effect_by_target_then_attacker_then_broadside():
    def shot(attacker, broadside, target):
        return Shot(attacker, broadside, target, "broadside", 1, 1)

    written = (
        shot("B2", "port", "F2"),
        shot("B2", "starboard", "F1"),
        shot("B1", "starboard", "F1"),
        shot("B1", "port", "F1"),
    )
    ships = [ship("B1", 0, 0, 0), ship("B2", 0, 9, 0), ship("F1", 20, 0, 0), ship("F2", 20, 9, 0)]
    told = []
    for order in permutations(written):
        _, events = inked(battle(*ships, shots=order))
        told.append([(lost.ship, lost.left) for lost in of(events, HullLost)])
    assert told == [[("F1", 15), ("F1", 14), ("F1", 13), ("F2", 15)]] * len(told)


def test_amb_128_port_comes_before_starboard():
    shots = tuple(
        Shot("B1", broadside, "F1", "broadside", 1, 0, (Critical(die),))
        for broadside, die in (("starboard", 2), ("port", 1))
    )
    state, _ = inked(battle(ship("B1", 0, 0, 0), ship("F1", 20, 0, 0, masts=("fore",)), shots=shots))
    assert state.ships["F1"].fallen == (FallenMast("fore", "port"),)


@pytest.mark.parametrize("order", [("B1", "B2"), ("B2", "B1")])
def test_tv_41_the_last_mast_falls_by_the_key_of_the_attacker(order):
    state = battle(
        ship("B1", 0, 0, 0, card_dice=1),
        ship("B2", 2, 0, 0, card_dice=1),
        ship("F1", 1, 0, 0, masts=("fore",)),
    )
    shots = {"B1": fire("B1", "starboard"), "B2": fire("B2", "port")}
    dice = {"B1": [4, 6, 1], "B2": [4, 6, 2]}
    state, _ = play(state, *(shots[key] for key in order), *DONE, dice=[die for key in order for die in dice[key]])
    assert state.ships["F1"].fallen == (FallenMast("fore", "port"),)


def test_sotl_3_d_the_order_of_firing_does_not_matter():
    def fought(initiative, first, second):
        state = battle(
            ship("B1", 0, 0, 0, hull=2), ship("F1", 1, 0, 0, hull=2), initiative=initiative, asked=initiative
        )
        shots = {"british": fire(), "allied": fire("F1", "port", "B1")}
        dice = {"british": [4, 4, 1, 2], "allied": [5, 2, 6, 1]}
        commands = [order for side in (first, second) for order in (shots[side], Done(side=side))]
        state, _ = play(state, *commands, dice=dice[first] + dice[second])
        return state

    ours = fought("british", "british", "allied")
    theirs = fought("allied", "allied", "british")
    assert ours.ships == theirs.ships
    assert ours.ships["F1"].status == "sunk"


def test_amb_37_hull_gone_she_sinks_and_leaves_a_wreck():
    state, events = inked(noted((20, [])))
    lost = only(events, HullLost)
    assert (lost.points, lost.left) == (20, 0)
    assert only(events, ShipSunk).cause == "hull"
    assert (state.ships["F1"].status, state.ships["F1"].wreck, state.ships["F1"].sunk_turn) == ("sunk", True, 1)


def test_amb_128_a_ship_that_sinks_and_explodes_explodes_and_counts_once():
    _, events = inked(noted((20, [(6, 6)]), fires=1, old_fires=1))
    assert only(events, ShipExploded).ship == "F1"
    assert not of(events, ShipSunk)
    assert only(events, PointsScored).score.points == 10


def test_sotl_4_2_1_m_an_explosion_strikes_friend_and_foe_with_twelve_dice():
    shots = (Shot("B1", "port", "F1", "broadside", 1, 0, (Critical(6, 6),)),)
    state = battle(
        ship("B1", 0, 5, 0),
        ship("B2", 1.3, 0, 0),
        ship("F1", 0, 0, 0, fires=1, old_fires=1),
        ship("F2", -1.3, 0, 0),
        ship("F3", -1.301, 2, 0),
        shots=shots,
    )
    dice = [4] * 2 + [1] * 10 + [3, 6, 1] + [3] * 12
    state, events = inked(state, dice=dice)
    struck = of(events, ExplosionStruck)
    assert [(one.ship, one.distance, one.needed, len(one.rolls), one.hits) for one in struck] == [
        ("B2", 1.0, 4, 12, 2), ("F2", 1.0, 4, 12, 0),
    ]  # fmt: skip
    assert state.ships["B2"].hull == 15
    assert state.ships["B2"].fallen == (FallenMast("main", "port"),)
    assert state.ships["F1"].status == "exploded"


def test_amb_33_just_beyond_point_blank_is_spared():
    shots = (Shot("B1", "port", "F1", "broadside", 1, 0, (Critical(6, 6),)),)
    state = battle(ship("B1", 0, 5, 0), ship("F1", 0, 0, 0), ship("F2", 1.301, 0, 0), shots=shots)
    _, events = inked(state)
    assert not of(events, ExplosionStruck)


def test_amb_33_explosions_follow_one_another():
    shots = (Shot("B1", "port", "F1", "broadside", 1, 0, (Critical(6, 6),)),)
    state = battle(
        ship("B1", 0, 9, 0),
        ship("F1", 0, 0, 0),
        ship("F2", 1.3, 0, 0, fires=1, old_fires=1),
        ship("F3", 2.6, 0, 0, hull=1),
        ship("F4", 20, 0, 0),
        shots=shots,
    )
    state, events = inked(state, dice=[4] + [1] * 11 + [6, 6, 6] + [4] + [1] * 11 + [1])
    assert [one.ship for one in of(events, ShipExploded)] == ["F1", "F2"]
    assert [(one.exploded, one.ship) for one in of(events, ExplosionStruck)] == [("F1", "F2"), ("F2", "F3")]
    assert only(events, ShipSunk).ship == "F3"
    assert sum(scored.score.points for scored in of(events, PointsScored)) == 30


def test_amb_60_an_explosion_is_an_attack():
    shots = (Shot("B1", "port", "F1", "broadside", 1, 0, (Critical(6, 6),)),)
    state = battle(ship("B1", 0, 9, 0), ship("F1", 0, 0, 0), ship("F2", 1.3, 0, 0, hull=5), shots=shots)
    # twelve misses, then the die of her sinking-zone roll
    state, _ = play(state, *DONE, dice=[1] * 12)
    assert state.ships["F2"].attacked
    assert not state.ships["F2"].hit


def test_amb_60_a_miss_is_an_attack_too():
    state = battle(ship("B1", 0, 0, 0), ship("F1", 1, 0, 0))
    state, _ = play(state, fire(), dice=[1, 1, 1, 1])
    assert state.ships["F1"].attacked
    assert not state.ships["F1"].hit


def test_amb_29_a_later_miss_does_not_undo_a_hit():
    state = battle(ship("B1", 0, 0, 0), ship("B2", 2, 0, 0), ship("F1", 1, 0, 0))
    state, _ = play(state, fire(), fire("B2", "port"), dice=[4, 1, 1, 1, 1, 1, 1, 1, 1])
    assert state.ships["F1"].hit


def test_amb_29_the_turn_of_striking_is_remembered():
    state, _ = inked(noted((1, []), officer="dead"), dice=[1])
    assert state.ships["F1"].struck_turn == state.turn == 1


MELEE = Melee(("B2", "B3"), ("F1",), "F1", 1, willing=False)


@pytest.mark.parametrize(
    ("melee", "lost", "ended"),
    [
        (MELEE, "F1", True),
        (MELEE, "B2", False),
        (Melee(("B2",), ("F1", "F2"), "F2", 1, willing=True), "B2", True),
        (Melee(("B2",), ("F1", "F2"), "F2", 1, willing=True), "F1", False),
        (Melee(("B2",), ("F1", "F2"), "F1", 1, willing=True), "F1", True),
    ],
)
def test_amb_138_a_fight_on_deck_ends_with_its_prize_or_the_last_ship_of_a_side(melee, lost, ended):
    shots = (Shot("B1", "port", lost, "broadside", 1, 20),)
    ships = [ship(key, 20, 0, 0) for key in ("B2", "B3", "F1", "F2")]
    holds = tuple(Grapple(one, two, 1) for one in ("B2", "B3") for two in ("F1", "F2"))
    state, events = inked(battle(ship("B1", 0, 9, 0), *ships, shots=shots, melees=(melee,), grapples=holds))
    assert bool(of(events, MeleeEnded)) == ended
    assert bool(state.melees) != ended


def test_amb_137_a_ship_that_strikes_ends_her_fights():
    state = battle(
        ship("B1", 0, 9, 0), ship("B2", 20, 0, 0), ship("F1", 20, 0, 0, officer="dead", hit=True),
        melees=(Melee(("B2",), ("F1",), "F1", 1, willing=True),),
    )  # fmt: skip
    state, events = inked(state, dice=[2])
    assert only(events, ColoursStruck).cause == "officer"
    assert only(events, MeleeEnded).target == "F1"


def test_amb_138_a_lost_ship_frees_her_partners():
    shots = (Shot("B1", "port", "F1", "broadside", 1, 20),)
    state = battle(
        ship("B1", 0, 9, 0),
        ship("B2", 0.4, 0, 0),
        ship("F1", 0, 0, 0),
        ship("F2", 0, -1.1, 0),
        shots=shots,
        grapples=(Grapple("B2", "F1", 1),),
        tows=(Tow("F1", "F2"),),
    )
    state, events = inked(state)
    assert only(events, ShipsParted).other == "B2"
    assert only(events, TowCastOff).towed == "F2"
    assert (state.grapples, state.tows) == ((), ())
