"""Events opened up: dice with their words, sums with their sources, the ships concerned."""

from tabletop.games.ships_of_the_line.commands import Answer, Board, Done, FightFire, FireBroadside, GrappleShip
from tabletop.games.ships_of_the_line.events.boarding import BoardingFought
from tabletop.games.ships_of_the_line.events.crew import TaskRolled
from tabletop.games.ships_of_the_line.model import Grapple
from tabletop.ui.boards.ships_of_the_line import accounts
from tests.judging import only
from tests.ships_of_the_line.kit import battle, play, ship


def test_sotl_4_2_a_a_broadside_shows_its_dice_its_damage_and_its_criticals() -> None:
    state = battle(ship("B1", 0, 0, 90, card_name="Victory"), ship("F1", 0, 2.5, 90))
    order = FireBroadside(side="british", ship="B1", broadside="port", target="F1")
    _, (event,) = play(state, order, dice=(5, 6, 1, 3, 6, 4))
    told = accounts.build_account(state, event)
    fired, damage, criticals = told.dice
    assert fired.result == "2 hits of 3"
    assert [word for _, word in fired.dice] == ["hit", "hit", ""]
    assert fired.note == "1 hull, 1 critical"
    assert [word for _, word in damage.dice] == ["hull", "critical"]
    assert criticals.dice == ((4, "rudder"),)
    assert ("Each die hits on", "5 or more") in told.lines
    assert ("Basic strength", "4") in told.lines
    assert ("Medium range", "−1, makes 3") in told.lines
    assert told.rule == "SOTL-4.2-a"
    assert accounts.list_pieces(event) == ("B1", "F1")
    thrown = accounts.build_dice(state, event)
    assert thrown is not None
    assert (thrown.title, thrown.dice, thrown.followed_by) == ("Victory", fired.dice, (damage, criticals))


def test_sotl_6_e_a_task_says_in_words_what_came_of_it() -> None:
    state = battle(ship("B1", 0, 0, 90, card_name="Victory"), ship("F1", 0, 0.6, 90), phase="grapple")
    orders = (GrappleShip(side="british", ship="B1", target="F1"), Answer(side="allied", accept=False))
    _, events = play(state, *orders, dice=(6,))
    event = next(one for one in events if type(one).__name__ == "TaskRolled")
    thrown = accounts.build_dice(state, event)
    assert thrown is not None
    assert (thrown.title, thrown.result, thrown.note) == ("Victory", "Grapples slip", "2 or less")
    assert accounts.build_dice(state, only(events, type(events[0]))) is None


def test_sotl_4_3_1_b_the_dice_of_both_sides_lie_in_the_tray_with_what_they_need() -> None:
    state = battle(
        ship("B1", 0, 0, 90, "I", card_name="Victory"), ship("F1", 0.1, 0.5, 90, card_name="Redoutable"),
        phase="board", grapples=(Grapple("B1", "F1", 1),),
    )  # fmt: skip
    orders = (Board(side="british", ship="B1", target="F1"), Done(side="british"), Done(side="allied"))
    _, events = play(state, *orders, dice=(2, 3, 1, 4))
    event = next(one for one in events if isinstance(one, BoardingFought))
    thrown = accounts.build_dice(state, event)
    assert thrown is not None
    assert (thrown.title, thrown.result, thrown.note) == ("Aboard Redoutable", "5 against 5", "5 and 4 or less")
    assert thrown.dice == ((2, "holds"), (3, "holds"), (1, ""), (4, ""))
    assert [dice.result for dice in accounts.build_account(state, event).dice] == [
        "5, needed 5 or less",
        "5, needed 4 or less",
    ]


def test_sotl_6_e_the_sum_of_a_grapple_names_the_rule_of_each_line() -> None:
    across = battle(ship("B1", 0, 0, 90), ship("F1", 0, 0.6, 0), phase="grapple")
    orders = (GrappleShip(side="british", ship="B1", target="F1"), Answer(side="allied", accept=False))
    _, events = play(across, *orders, dice=(1,))
    told = accounts.build_account(across, only(events, TaskRolled))
    assert told.lines == (("Die", "1"), ("Over bow or stern", "+1, makes 2"), ("Succeeds on", "2 or less"))
    assert (told.line_rules["Die"], told.line_rules["Over bow or stern"]) == ("SOTL-6-e", "SOTL-6-h")


def test_sotl_20_1_d_the_sum_of_a_fire_names_the_rule_of_the_crews_sent() -> None:
    afire = battle(ship("B1", 0, 0, 90, fires=1), ship("F1", 9, 9, 0), phase="extinguish", options={"crews": True})
    _, events = play(afire, FightFire(side="british", ship="B1", crews=2), dice=(3,))
    told = accounts.build_account(afire, only(events, TaskRolled))
    named = [source for source, _ in told.lines[:-1]]
    assert [told.line_rules.get(source) for source in named] == ["SOTL-6-e", "SOTL-20.1-b"]
