"""Chapter 4.3: boarding."""

from itertools import product

import pytest

from tabletop.games.ships_of_the_line import tables
from tabletop.games.ships_of_the_line.chapters import boarding
from tabletop.games.ships_of_the_line.chapters.boarding import next_fight
from tabletop.games.ships_of_the_line.chapters.orders import list_choices
from tabletop.games.ships_of_the_line.commands import Answer, Board, BreakGrapple, ChoosePrize, GrappleShip
from tabletop.games.ships_of_the_line.events.boarding import (
    BoardingDeclared,
    BoardingFought,
    MeleeBegan,
    MeleeEnded,
    QuestionAsked,
    ShipCaptured,
    ShipsGrappled,
)
from tabletop.games.ships_of_the_line.events.crew import FatigueRose, ResultNoted, SinkingRolled, TaskRolled
from tabletop.games.ships_of_the_line.model import Boarding, Grapple, Melee, load_standard_profile
from tabletop.games.ships_of_the_line.rule_modules import evolve
from tests.judging import only
from tests.ships_of_the_line.kit import play, refused, ship
from tests.ships_of_the_line.watch import ALLIED, BRITISH, CONSENT, RESIST, crew, of, to_the_end

THROWS = {2: (1, 1), 3: (1, 2), 4: (2, 2), 5: (2, 3), 6: (3, 3), 7: (3, 4), 8: (4, 4), 9: (4, 5), 10: (5, 5),
          11: (5, 6), 12: (6, 6)}  # fmt: skip
LABELS = ["1-5", "1-4", "1-2", "1-1", "3-2", "2-1", "3-1", "4-1", "6-1", "8-1"]


def board(ship_, target):
    """The order to board, of the side whose key it is."""
    return Board(side="british" if ship_[0] == "B" else "allied", ship=ship_, target=target)


def fast(*pairs):
    return tuple(Grapple(first, second, 1) for first, second in pairs)


def pair(own="III", foe="III", own_marks=None, foe_marks=None, **fields):
    """B1 and F1 grappled, in the step of declaring."""
    ships = (ship("B1", 0, 0, 0, own, **(own_marks or {})), ship("F1", 0.35, 0, 0, foe, **(foe_marks or {})))
    return crew(*ships, **({"phase": "board", "grapples": fast(("B1", "F1"))} | fields))


def fought(state, *commands, dice=()):
    """The one exchange of blows after some declarations."""
    state, events = play(state, *commands, dice=dice)
    return state, only(events, BoardingFought), events


def test_tv_07_thresholds_and_chances_by_column():
    columns = tables.BOARDING
    assert [column.label for column in columns] == LABELS
    assert [column.needed for column in columns] == [2, 3, 4, 5, 6, 7, 8, 9, 10, 11]
    throws = list(product(range(1, 7), repeat=2))
    counts = [
        sum(tables.is_successful_throw(column.needed, sum(dice), sum(dice)) for dice in throws) for column in columns
    ]
    assert counts == [1, 3, 6, 10, 15, 21, 26, 30, 33, 35]


@pytest.mark.parametrize(
    ("own", "opponent", "label"),
    [
        (3, 3, "1-1"), (4, 3, "1-1"), (3, 4, "1-2"), (5, 4, "1-1"), (4, 5, "1-2"), (5, 3, "3-2"), (3, 5, "1-2"),
        (5, 2, "2-1"), (2, 5, "1-4"), (4, 2, "2-1"), (2, 4, "1-2"), (1, 3, "1-4"), (3, 1, "3-1"), (4, 1, "4-1"),
        (5, 1, "4-1"), (1, 5, "1-5"), (7, 1, "6-1"), (8, 1, "8-1"), (2, 9, "1-5"),
    ],
)  # fmt: skip
def test_tv_08_amb_41_ratios_are_rounded_against_the_roller(own, opponent, label):
    assert tables.column(own, opponent).label == label


def test_tv_08_worse_than_1_5_has_no_column():
    assert tables.column(1, 6) is None
    assert tables.column(0, 3) is None


@pytest.mark.parametrize(
    ("attack", "defence", "willing", "result"),
    [
        (5, 5, False, "captured"),
        (5, 5, True, "captured"),
        (5, 4, False, "engaged"),
        (5, 4, True, "engaged"),
        (6, 5, False, "nothing"),
        (6, 5, True, "nothing"),
        (6, 4, True, "counter_captured"),
        (6, 4, False, "repulsed"),
    ],
)
def test_tv_09_four_against_three(attack, defence, willing, result):
    dice = [*THROWS[attack], *THROWS[defence]]
    answer = [board("F1", "B1")] if willing else []
    state, blow, _ = fought(pair("I"), board("B1", "F1"), BRITISH, *answer, ALLIED, dice=dice)
    assert (blow.attacker.column, blow.attacker.needed) == ("1-1", 5)
    assert (blow.defender.column, blow.defender.needed) == ("1-2", 4)
    assert (blow.willing, blow.result) == (willing, result)
    fate = {"captured": ("in_service", "captured"), "counter_captured": ("captured", "in_service")}
    assert (state.ships["B1"].status, state.ships["F1"].status) == fate.get(result, ("in_service", "in_service"))
    assert bool(state.melees) == (result == "engaged")


def test_tv_25_an_unwilling_defender_who_wins_only_repulses():
    state, blow, _ = fought(pair(), board("B1", "F1"), BRITISH, ALLIED, dice=[6, 5, 1, 1])
    assert (blow.result, blow.rule) == ("repulsed", "SOTL-4.3.1-h")
    assert {one.status for one in state.ships.values()} == {"in_service"}
    assert state.grapples and not state.melees


def test_sotl_4_3_a_only_grappled_ships_may_board():
    state = pair(grapples=())
    refused(state, board("B1", "F1"), "SOTL-4.3-a")
    assert not list(list_choices(state, "british"))


def row(*pairs, **fields):
    """B2, B1, F1, F2 abreast from west to east, in the step of declaring."""
    ships = (
        ship("B1", 0, 0, 0), ship("B2", -0.35, 0, 0), ship("F1", 0.35, 0, 0, "I"), ship("F2", 0.7, 0, 0, "IV"),
    )  # fmt: skip
    return crew(*ships, **({"phase": "board", "grapples": fast(*pairs)} | fields))


def test_sotl_4_3_a_as_many_ships_as_hang_together_may_board_across_the_decks_of_friends():
    state = row(("B1", "F1"), ("B2", "B1"))
    assert boarding.decks_in_reach(state, "B2") == {"B1", "F1"}
    _, blow, _ = fought(state, board("B2", "F1"), board("B1", "F1"), BRITISH, ALLIED, dice=[6, 6, 6, 6])
    assert (blow.attacker.ships, blow.attacker.strength) == (("B1", "B2"), 6)
    refused(row(("B1", "F1")), board("B2", "F1"), "SOTL-4.3-a")


def test_sotl_4_3_a_an_enemy_deck_is_no_bridge():
    state = row(("B1", "F1"), ("F2", "F1"))
    refused(state, board("B1", "F2"), "SOTL-4.3-a")


def test_sotl_4_3_b_the_defender_may_try_to_break_before_he_is_boarded():
    hack = BreakGrapple(side="allied", ship="F1", other="B1")
    state, _ = play(pair(phase="break_free"), BRITISH)
    refused(state, board("F1", "B1"), "SOTL-6-i")
    state, _ = play(state, hack, Answer(side="british", accept=False), ALLIED, dice=[6])
    assert state.phase == "board"
    state, blow, _ = fought(state, board("B1", "F1"), BRITISH, ALLIED, dice=[6, 5, 6, 5])
    assert blow.result == "nothing"


def test_sotl_4_3_c_by_consent_no_grapple_roll_is_needed():
    state = pair(phase="grapple", grapples=())
    throw = GrappleShip(side="british", ship="B1", target="F1")
    _, events = play(state, throw, CONSENT)
    assert not of(events, TaskRolled)
    assert only(events, ShipsGrappled).agreed


def test_sotl_4_3_c_without_consent_grapple_break_and_only_then_the_assault():
    state = pair(phase="grapple", grapples=())
    throw = GrappleShip(side="british", ship="B1", target="F1")
    state, events = play(state, throw, RESIST, BRITISH, BRITISH, dice=[2])
    assert only(events, TaskRolled).success
    hack = BreakGrapple(side="allied", ship="F1", other="B1")
    state, _ = play(state, hack, Answer(side="british", accept=False), dice=[1])
    assert not state.grapples
    state, events = to_the_end(state)
    assert not of(events, BoardingFought)


@pytest.mark.parametrize(("gap", "reaches"), [(0.0, True), (0.5, True), (0.51, False), (0.501, False)])
def test_sotl_4_3_d_grapples_reach_half_a_um(gap, reaches):
    state = crew(ship("B1", 0, 0, 0), ship("F1", 0.3 + gap, 0, 0), phase="grapple")
    throw = GrappleShip(side="british", ship="B1", target="F1")
    assert load_standard_profile().grapple_distance == 0.5
    if reaches:
        play(state, throw, RESIST, dice=[6])
    else:
        assert refused(state, throw, "SOTL-4.3-d").by == f"{gap} UM apart, grapples reach 0.5 UM"


def test_sotl_4_3_1_a_both_roll_on_their_strength_at_the_start():
    _, blow, events = fought(pair("I"), board("B1", "F1"), BRITISH, board("F1", "B1"), ALLIED, dice=[1, 1, 6, 6])
    assert (blow.attacker.strength, blow.defender.strength) == (4, 3)
    assert len(blow.attacker.dice) == len(blow.defender.dice) == 2
    assert [event.ship for event in of(events, BoardingDeclared)] == ["B1", "F1"]


@pytest.mark.parametrize("throw", range(2, 13))
@pytest.mark.parametrize(("column", "needed"), list(zip(LABELS, range(2, 12), strict=True)))
def test_sotl_4_3_2_a_table_cell_by_cell(column, needed, throw):
    found = next(one for one in tables.BOARDING if one.label == column)
    assert found.needed == needed
    assert tables.is_successful_throw(found.needed, throw, throw) == (throw <= needed)


def test_sotl_4_3_1_b_the_attacker_rolls_first_in_his_column():
    state = pair("four", "III")
    _, blow, _ = fought(state, board("B1", "F1"), BRITISH, ALLIED, dice=[3, 3, 6, 6])
    assert blow.attacker.dice == (3, 3)
    assert (blow.attacker.column, blow.attacker.success) == ("3-2", True)


def test_sotl_4_3_1_c_a_group_counts_as_one_on_both_ratios():
    state = row(("B1", "F1"), ("B2", "F1"))
    _, blow, _ = fought(state, board("B1", "F1"), board("B2", "F1"), BRITISH, ALLIED, dice=[6, 6, 6, 6])
    assert (blow.attacker.strength, blow.defender.strength) == (6, 4)
    assert (blow.attacker.column, blow.defender.column) == ("3-2", "1-2")


def test_sotl_4_3_1_d_both_pass_and_the_fight_goes_on_next_crew_phase():
    state, events = play(pair(), board("B1", "F1"), BRITISH, ALLIED, dice=[1, 1, 1, 1])
    melee = only(events, MeleeBegan).melee
    assert (melee.attackers, melee.defenders, melee.rounds, melee.willing) == (("B1",), ("F1",), 1, False)
    assert state.turn == 3
    assert state.melees == (melee,)
    _, events = to_the_end(pair(melees=state.melees, turn=3), dice=[6, 6, 6, 6])
    assert only(events, BoardingFought).result == "nothing"
    assert only(events, MeleeEnded).target == "F1"


def test_amb_209_boarding_is_no_attack_and_brings_no_roll_for_sinking():
    before = pair(foe_marks={"hull": 1})
    state, fight, events = fought(before, board("B1", "F1"), BRITISH, ALLIED, dice=[1, 1, 1, 1])
    assert not of(events, SinkingRolled)
    assert not any(one.attacked for one in evolve(before, fight).ships.values())
    _, events = to_the_end(pair(foe_marks={"hull": 1}, melees=state.melees, turn=3, phase="grapple"), dice=[6, 6, 6, 6])
    assert only(events, BoardingFought).result == "nothing"
    assert not of(events, SinkingRolled)


def test_sotl_4_3_1_e_attacker_passes_and_defender_fails_captures():
    state, events = play(pair(), board("B1", "F1"), BRITISH, ALLIED, dice=[1, 1, 6, 5])
    assert (only(events, ShipCaptured).ship, only(events, ShipCaptured).rule) == ("F1", "SOTL-4.4.1-g")
    assert (state.ships["F1"].captor, state.ships["F1"].captured_turn) == ("british", 2)


def test_sotl_4_3_1_f_both_fail_and_stay_grappled_but_not_engaged():
    state, blow, _ = fought(pair(), board("B1", "F1"), BRITISH, ALLIED, dice=[6, 5, 6, 5])
    assert blow.rule == "SOTL-4.3.1-f"
    assert state.grapples and not state.melees


def test_sotl_4_3_1_g_attacker_fails_and_a_willing_defender_captures_him():
    _, events = play(pair(), board("B1", "F1"), BRITISH, board("F1", "B1"), ALLIED, dice=[6, 5, 1, 1])
    assert only(events, ShipCaptured).ship == "B1"
    assert only(events, ShipCaptured).by == "F1"


def test_sotl_4_3_1_h_unwilling_defender_repulses():
    _, blow, events = fought(pair(), board("B1", "F1"), BRITISH, ALLIED, dice=[6, 5, 1, 1])
    assert blow.result == "repulsed"
    assert not of(events, ShipCaptured)


def test_sotl_4_3_1_j_the_order_of_a_whole_assault():
    state = pair(phase="grapple", grapples=())
    throw = GrappleShip(side="british", ship="B1", target="F1")
    state, told = play(state, throw, RESIST, BRITISH, BRITISH, dice=[1])
    hack = BreakGrapple(side="allied", ship="F1", other="B1")
    state, more = play(state, hack, Answer(side="british", accept=False), ALLIED, dice=[6])
    state, last = play(state, board("B1", "F1"), BRITISH, ALLIED, dice=[1, 1, 6, 6])
    kinds = (ShipsGrappled, TaskRolled, BoardingDeclared, BoardingFought, ShipCaptured)
    order = [type(event) for event in told + more + last if isinstance(event, kinds)]
    assert order == [TaskRolled, ShipsGrappled, TaskRolled, BoardingDeclared, BoardingFought, ShipCaptured]


@pytest.mark.parametrize("needed", range(2, 13))
def test_sotl_4_3_2_b_a_natural_twelve_always_fails(needed):
    assert not tables.is_successful_throw(needed, 12, 12)


def overwhelming(small):
    """Two ships of the first rate hold a brig of one side, B or F: 8 to 1."""
    kinds = {"B": ("VI", "I"), "F": ("I", "VI")}[small]
    big = "F" if small == "B" else "B"
    little = "B" if small == "B" else "F"
    ships = (
        ship("B1", 0, 0, 0, kinds[0]), ship("F1", 0.35, 0, 0, kinds[1]), ship(f"{big}2", 0, 1.02, 0, "I"),
    )  # fmt: skip
    held = fast((f"{big}1", f"{little}1"), (f"{big}2", f"{little}1"))
    return crew(*ships, phase="board", grapples=held, initiative="british")


def test_sotl_4_3_2_c_a_ship_worse_than_1_5_surrenders_without_a_fight():
    state = overwhelming("F")
    state, blow, events = fought(state, board("B1", "F1"), board("B2", "F1"), BRITISH, ALLIED)
    assert (blow.result, blow.rule) == ("captured", "SOTL-4.3.2-c")
    assert (blow.defender.column, blow.defender.dice, blow.attacker.dice) == (None, (), ())
    assert only(events, ShipCaptured).ship == "F1"
    assert not of(events, FatigueRose)  # AMB-55: nobody rolled


def test_amb_42_an_attacker_too_weak_is_taken_only_by_a_willing_enemy():
    state = overwhelming("B")
    orders = [board("B1", "F1"), BRITISH, board("F1", "B1"), board("F2", "B1"), ALLIED]
    after, blow, _ = fought(state, *orders)
    assert blow.result == "counter_captured"
    assert after.ships["B1"].status == "captured"


def test_amb_42_one_sixth_is_taken_one_fifth_fights():
    melee = Melee(("B1", "B2"), ("F1",), "F1", 1, False, boarders=("B1", "B2"), targets=("F1",))
    state = overwhelming("F")
    _, events = to_the_end(
        crew(*((state.cards[key], one) for key, one in state.ships.items() if key[1] != "9"), phase="board",
             grapples=state.grapples, melees=(melee,), asked="allied")
    )  # fmt: skip
    assert only(events, BoardingFought).result == "captured"
    fifth = pair("four", "V")
    _, blow, _ = fought(fifth, board("B1", "F1"), BRITISH, ALLIED, dice=[6, 5, 6, 5])
    assert blow.defender.column == "1-5"


def test_amb_44_declared_openly_by_the_initiative_side_first_for_all_pairs():
    state = row(("B1", "F1"), ("F2", "F1"), initiative="allied", asked="allied")
    refused(state, board("B1", "F1"), "SOTL-4.3-a")
    state, _ = play(state, board("F1", "B1"), ALLIED)
    assert state.boardings == (Boarding("F1", "B1"),)
    assert state.asked == "british"


def test_amb_44_the_initiative_side_attacks_where_both_board():
    for first, other, side in (("B1", "F1", "british"), ("F1", "B1", "allied")):
        state = pair(initiative=side, asked=side)
        done = (BRITISH, ALLIED) if side == "british" else (ALLIED, BRITISH)
        _, blow, _ = fought(state, board(first, other), done[0], board(other, first), done[1], dice=[6, 5, 6, 5])
        assert blow.attacker.ships == (first,)
        assert blow.willing


def test_amb_44_neither_boards_and_nothing_happens():
    _, events = to_the_end(pair())
    assert not of(events, BoardingFought)


def test_amb_45_separate_groups_fight_separately_in_key_order():
    ships = (
        ship("B1", 0, 0, 0), ship("B2", 5, 0, 0), ship("F1", 5.35, 0, 0), ship("F2", 0.35, 0, 0),
    )  # fmt: skip
    state = crew(*ships, phase="board", grapples=fast(("B1", "F2"), ("B2", "F1")))
    state, events = play(state, board("B2", "F1"), board("B1", "F2"), BRITISH, ALLIED, dice=[6, 5, 6, 5, 6, 4, 6, 4])
    assert [event.attacker.ships for event in of(events, BoardingFought)] == [("B1",), ("B2",)]


def test_amb_45_ships_joined_by_a_grapple_that_all_fight_are_one_group():
    pairs = (("B1", "F1"), ("F1", "F2"), ("B2", "B1"))
    state = row(*pairs, boardings=(Boarding("B1", "F1"), Boarding("F2", "B1")), asked="allied")
    fight = next_fight(state)
    assert (fight.attackers, fight.defenders, fight.targets) == (("B1",), ("F1", "F2"), ("F1",))
    assert fight.willing


def group_won(dice):
    """B1 and B2 board F1 and are boarded; F1 wins."""
    state = row(("B1", "F1"), ("B2", "F1"))
    orders = [board("B1", "F1"), board("B2", "F1"), BRITISH, board("F1", "B1"), ALLIED]
    return play(state, *orders, dice=dice)


def test_amb_45_a_winning_defender_chooses_his_prize():
    state, events = group_won([6, 6, 1, 1])
    question = only(events, QuestionAsked).question
    assert (question.kind, question.side, question.candidates) == ("prize", "allied", ("B1", "B2"))
    refused(state, ChoosePrize(side="allied", ship="F2"), "AMB-45")
    state, events = play(state, ChoosePrize(side="allied", ship="B2"))
    assert only(events, ShipCaptured).ship == "B2"
    assert state.ships["B1"].status == "in_service"


def test_amb_45_attackers_who_named_several_targets_take_one():
    pairs = (("B1", "F1"), ("B1", "F2"), ("B2", "F1"))
    orders = [board("B1", "F1"), board("B1", "F2"), board("B2", "F1"), BRITISH, ALLIED]
    state, events = play(row(*pairs), *orders, dice=[1, 1, 6, 6])
    assert only(events, QuestionAsked).question.candidates == ("F2", "F1")  # the weaker is the default
    state, events = play(state, ChoosePrize(side="british", ship="F1"))
    assert only(events, ShipCaptured).ship == "F1"


def test_amb_45_one_boarding_combat_a_turn():
    melee = Melee(("B1",), ("F1",), "F1", 1, False, boarders=("B1",), targets=("F1",))
    state = row(("B1", "F1"), ("B2", "F1"), melees=(melee,))
    refused(state, board("B2", "F1"), "AMB-45")
    refused(state, board("B1", "F1"), "AMB-45")


def test_amb_46_a_melee_is_fought_first_and_without_orders():
    melee = Melee(("B2",), ("F1",), "F1", 1, False, boarders=("B2",), targets=("F1",))
    pairs = (("B2", "F1"), ("B1", "F2"))
    _, events = play(row(*pairs, melees=(melee,)), board("B1", "F2"), BRITISH, ALLIED, dice=[6, 5, 6, 5] * 2)
    assert [event.attacker.ships for event in of(events, BoardingFought)] == [("B2",), ("B1",)]


def test_amb_47_an_exhausted_crew_cannot_start_to_board():
    refused(pair(own_marks={"fatigue": 3}), board("B1", "F1"), "SOTL-7-e")


def test_amb_48_a_struck_ship_needs_no_boarding_and_a_prize_is_defended_by_one():
    refused(pair(foe_marks={"status": "struck"}), board("B1", "F1"), "AMB-48")
    prize = {"status": "captured", "captor": "allied"}
    state = crew(ship("B1", 0, 0, 0), ship("B2", 0.35, 0, 0, "I", **prize), phase="board",
                 grapples=fast(("B1", "B2")))  # fmt: skip
    _, blow, _ = fought(state, board("B1", "B2"), BRITISH, dice=[6, 5, 6, 5])
    assert blow.defender.strength == 1
    assert not blow.willing


def test_amb_50_captures_take_effect_together_in_step_nine():
    ships = (
        ship("B1", 0, 0, 0), ship("B2", 5, 0, 0), ship("F1", 5.35, 0, 0), ship("F2", 0.35, 0, 0),
    )  # fmt: skip
    state = crew(*ships, phase="board", grapples=fast(("B1", "F2"), ("B2", "F1")))
    _, events = play(state, board("B1", "F2"), board("B2", "F1"), BRITISH, ALLIED, dice=[1, 1, 6, 5] * 2)
    kinds = [type(event) for event in events if isinstance(event, BoardingFought | ResultNoted | ShipCaptured)]
    assert kinds == [BoardingFought, ResultNoted, BoardingFought, ResultNoted, ShipCaptured, ShipCaptured]


def test_amb_120_the_prize_is_that_of_the_strongest_boarder():
    ships = (ship("B1", 0, 0, 0), ship("B2", 0.7, 0, 0, "I"), ship("F1", 0.35, 0, 0))
    state = crew(*ships, phase="board", grapples=fast(("B1", "F1"), ("B2", "F1")))
    _, events = play(state, board("B1", "F1"), board("B2", "F1"), BRITISH, ALLIED, dice=[1, 1, 6, 6])
    assert only(events, ShipCaptured).by == "B2"


def test_amb_120_a_stronger_ship_that_was_only_boarded_takes_no_prize():
    ships = (ship("B1", 0, 0, 0), ship("B2", 0.7, 0, 0, "I"), ship("F1", 0.35, 0, 0))
    state = crew(*ships, phase="board", grapples=fast(("B1", "F1"), ("B2", "F1")))
    orders = board("B1", "F1"), BRITISH, Board(side="allied", ship="F1", target="B2"), ALLIED
    _, events = play(state, *orders, dice=[1, 1, 6, 6])
    assert only(events, BoardingFought).attacker.ships == ("B1", "B2")
    assert only(events, ShipCaptured).by == "B1"


def tired(events):
    return [event.ship for event in of(events, FatigueRose) if event.cause == "boarding"]


def test_amb_55_boarders_and_willing_defenders_pay_an_unwilling_one_does_not():
    dice = [6, 5, 6, 5]
    _, events = play(pair(), board("B1", "F1"), BRITISH, ALLIED, dice=dice)
    assert tired(events) == ["B1"]
    _, events = play(pair(), board("B1", "F1"), BRITISH, board("F1", "B1"), ALLIED, dice=dice)
    assert tired(events) == ["B1", "F1"]


def melee_again(**melee):
    values = {"attackers": ("B1",), "defenders": ("F1",), "target": "F1", "rounds": 1, "willing": False,
              "boarders": ("B1",), "targets": ("F1",)}  # fmt: skip
    return (Melee(**(values | melee)),)


def test_amb_136_from_the_second_round_both_pay_and_never_above_the_maximum():
    state = pair(own_marks={"fatigue": 1}, foe_marks={"fatigue": 3}, melees=melee_again(), asked="allied")
    state, events = to_the_end(state, dice=[6, 5, 6, 5])
    assert tired(events) == ["B1", "F1"]
    assert (state.ships["B1"].fatigue, state.ships["F1"].fatigue) == (2, 3)


def test_amb_136_who_resisted_stays_unwilling_until_the_melee_ends():
    _, events = to_the_end(pair(melees=melee_again(), asked="allied"), dice=[6, 5, 1, 1])
    assert only(events, BoardingFought).result == "repulsed"


def test_amb_136_a_side_that_reached_its_limit_takes_nothing_and_ends_the_melee():
    state = pair(own_marks={"fatigue": 3}, melees=melee_again(rounds=2), asked="allied")
    state, events = to_the_end(state, dice=[1, 1, 6, 5])
    assert only(events, BoardingFought).result == "repulsed"
    assert not state.melees and state.grapples
    fresh = pair(own_marks={"fatigue": 2}, melees=melee_again(rounds=2), asked="allied")
    _, events = to_the_end(fresh, dice=[1, 1, 6, 5])
    assert only(events, BoardingFought).result == "captured"


@pytest.mark.parametrize(("dice", "result"), [([1, 1, 1, 1], "engaged"), ([6, 6, 6, 6], "nothing")])
def test_amb_136_amb_47_exhausted_attackers_fight_on_and_lose_only_what_they_would_have_won(dice, result):
    state = pair(own_marks={"fatigue": 3}, melees=melee_again(rounds=2), asked="allied")
    state, events = to_the_end(state, dice=dice)
    assert only(events, BoardingFought).result == result
    assert [melee.rounds for melee in state.melees] == ([3] if result == "engaged" else [])


def test_amb_136_a_group_with_one_boarder_is_willing():
    pairs = (("B1", "F1"), ("F1", "F2"))
    orders = [board("B1", "F1"), BRITISH, board("F2", "B1"), ALLIED]
    _, blow, _ = fought(row(*pairs), *orders, dice=[6, 6, 2, 1])
    assert (blow.defender.ships, blow.willing, blow.result) == (("F1", "F2"), True, "counter_captured")


def test_amb_136_rounds_are_counted():
    state = pair(melees=melee_again(rounds=2), asked="allied")
    state, _ = to_the_end(state, dice=[1, 1, 1, 1])
    assert [melee.rounds for melee in state.melees] == [3]
    assert state.melees[0].boarders == ("B1",)


def test_sotl_4_3_a_an_assault_is_declared_once_and_against_an_enemy():
    state, _ = play(pair(), board("B1", "F1"))
    refused(state, board("B1", "F1"), "SOTL-4.3-a")
    friends = row(("B1", "B2"))
    refused(friends, board("B1", "B2"), "SOTL-4.3-a")
