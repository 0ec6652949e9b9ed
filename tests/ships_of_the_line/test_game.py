"""The game as one object: registry, choices, views, records in JSON, and the log."""

from pathlib import Path
from typing import get_args

import msgspec
import pytest

import tabletop.games
from tabletop.core import game as registry
from tabletop.core.agreement import ANY_TIME_TAGS, Concede, OfferDraw
from tabletop.core.chance import SeededChance
from tabletop.games.ships_of_the_line import GAME, fleets
from tabletop.games.ships_of_the_line.commands import Done, FireBroadside, RollInitiative
from tabletop.games.ships_of_the_line.events.combat import BroadsideFired, HullLost
from tabletop.games.ships_of_the_line.events.turn import PointsScored
from tabletop.games.ships_of_the_line.rule_modules import compile_rules, load_rule_modules
from tests.judging import only
from tests.ships_of_the_line.kit import battle, play, ship

SCENARIOS = sorted((Path(__file__).parents[2] / "scenarios" / "ships_of_the_line").glob("*.yaml"))


def opened(path):
    return GAME.open(GAME.read(path.read_text(encoding="utf-8"), path.name), {})


def broadside_to_broadside(**fields):
    return battle(
        ship("B1", 0, 0, 0, "I", card_name="Victory"), ship("F1", 1.1, 0, 0, card_name="Bucentaure"), **fields
    )


def shot(broadside):
    return FireBroadside(side="british", ship="B1", broadside=broadside, target="F1")


def test_the_game_is_registered():
    assert registry.find_game("ships_of_the_line") is GAME
    assert tabletop.games.ships_of_the_line.GAME is GAME


def test_every_command_has_a_check_a_decision_and_a_phase():
    kinds, rules = set(get_args(GAME.command_type)), compile_rules(frozenset(load_rule_modules()))
    assert set(rules.command_handlers.kinds) == kinds
    tags = {tag for phase in rules.phases.values() for tag in phase.commands} | {"done", "correct_ship", *ANY_TIME_TAGS}
    assert tags == {str(kind.__struct_config__.tag) for kind in kinds}


def test_c_4_every_event_is_applied_and_has_words():
    kinds, rules = set(get_args(GAME.event_type)), compile_rules(frozenset(load_rule_modules()))
    assert set(rules.event_handlers.kinds) == kinds


def test_commands_and_events_survive_json():
    assert msgspec.json.decode(msgspec.json.encode(shot("port")), type=GAME.command_type) == shot("port")
    state, came = play(broadside_to_broadside(), shot("starboard"), dice=[4] + [1] * 6)
    assert msgspec.json.decode(msgspec.json.encode(came), type=list[GAME.event_type]) == came
    assert msgspec.json.decode(msgspec.json.encode(state), type=type(state)) == state


def test_decision_names_the_side_the_commands_and_who_can_still_act():
    decision = GAME.decision(broadside_to_broadside())
    assert (decision.side, decision.phase, decision.actors) == ("british", "combat", ("B1",))
    assert decision.commands == ("fire_broadside", "done")
    offered = GAME.decision(broadside_to_broadside(draw_offered="allied"))
    assert "accept_draw" in offered.commands
    begun = GAME.decision(broadside_to_broadside(phase="initiative", asked=None))
    assert begun.commands == ("roll_initiative",)
    assert list(GAME.choices(broadside_to_broadside(phase="initiative", asked=None))) == [
        RollInitiative(side="british")
    ]


def test_c_9_choices_never_give_up_the_battle():
    offered = list(GAME.choices(broadside_to_broadside(draw_offered="allied")))
    assert {type(choice) for choice in offered} == {FireBroadside, Done}


def test_a_battle_that_is_over_asks_nobody():
    state, _ = play(broadside_to_broadside(), Concede(side="british"))
    assert GAME.decision(state) is None
    assert list(GAME.choices(state)) == []
    assert GAME.outcome(state).winner == "allied"


@pytest.mark.parametrize("path", SCENARIOS, ids=lambda path: path.stem)
def test_c_5_there_is_always_something_to_choose_and_all_of_it_is_legal(path):
    state, chance = opened(path), SeededChance(path.stem)
    for number in range(60):
        if state.outcome:
            break
        offered = [choice for _, choice in zip(range(12), GAME.choices(state), strict=False)]
        assert offered
        assert [choice for choice in offered if GAME.check(state, choice)] == []
        command = offered[number % len(offered)]
        for event in GAME.decide(state, command, chance).events:
            GAME.describe(state, event)
            state = GAME.evolve(state, event)


def test_c_1_the_same_seed_gives_the_same_battle():
    def fought():
        state, chance, told = opened(SCENARIOS[-1]), SeededChance("again"), []
        for number in range(40):
            offered = [choice for _, choice in zip(range(5), GAME.choices(state), strict=False)]
            for event in GAME.decide(state, offered[number % len(offered)], chance).events:
                state = GAME.evolve(state, event)
                told.append(event)
        return msgspec.json.encode(told), msgspec.json.encode(state)

    assert fought() == fought()


def test_c_3_a_refused_command_changes_nothing():
    state = broadside_to_broadside()
    before = msgspec.json.encode(state)
    refusal = GAME.check(state, shot("port"))
    assert (refusal.rule, refusal.pieces) == ("SOTL-4.1-a", ("F1",))
    assert "Bucentaure" in refusal.reason
    assert msgspec.json.encode(state) == before


def test_everything_lies_open():
    state = broadside_to_broadside()
    assert GAME.view(state, "british") == GAME.view(state, "allied") == state
    assert GAME.reveals(state, ()) == ""


def test_a_broadside_in_words():
    state = broadside_to_broadside()
    _, came = play(state, shot("starboard"), dice=[4, 4, 4, 6, 5, 1, 1, 2, 3, 6, 6, 1, 5])
    words = GAME.describe(state, only(came, BroadsideFired))
    assert words == (
        "Victory's starboard broadside at Bucentaure, 0.8 UM: 6 dice [4 4 4 6 5 1], "
        "5 hits, 3 hull points and 2 criticals [1 5]."
    )


def test_a_miss_in_words():
    state = broadside_to_broadside()
    _, came = play(state, shot("starboard"), dice=[1] * 6)
    assert GAME.describe(state, only(came, BroadsideFired)).endswith("6 dice [1 1 1 1 1 1], no hits.")


def test_damage_points_and_offers_in_words():
    state = broadside_to_broadside()
    assert GAME.describe(state, HullLost(ship="F1", points=1, left=15, cause="gunfire")) == (
        "Bucentaure loses 1 hull point to gunfire, 15 left."
    )
    score = registry.Score("british", 15, "Bucentaure surrendered", "SOTL-8-b", 3, "F1")
    assert GAME.describe(state, PointsScored(score=score)) == (
        "The British fleet gains 15 victory points: Bucentaure surrendered."
    )
    _, came = play(state, OfferDraw(side="allied"))
    assert GAME.describe(state, came[0]) == "The French fleet offers a draw."


@pytest.mark.parametrize(
    ("keys", "called"),
    [
        (("F1", "F2"), ("French", "French", "the French fleet")),
        (("S1",), ("Spanish", "Spanish", "the Spanish fleet")),
        (("F1", "S1"), ("Combined Fleet", "Combined", "the Combined Fleet")),
    ],
)
def test_sotl_2_a_a_side_is_called_by_the_nations_of_its_ships(keys: tuple[str, ...], called: tuple[str, ...]) -> None:
    state = battle(ship("B1", 0, 0, 0), *(ship(key, 5 * number, 9, 0) for number, key in enumerate(keys, 1)))
    assert (
        fleets.fleet_title(state, "allied"),
        fleets.short_fleet_name(state, "allied"),
        fleets.fleet_in_sentence(state, "allied"),
    ) == called
    assert GAME.name_of(state, "allied") == called[0]
    assert GAME.name_of(state, "british") == "British"


def test_sotl_2_a_a_side_without_ships_is_called_by_its_flag() -> None:
    none = battle(cards={}, ships={})
    assert [fleets.fleet_title(none, side) for side in ("british", "allied")] == ["British", "French"]


def test_c_9_facts_call_the_sides_always_the_same_and_words_by_their_nations() -> None:
    state = battle(ship("B1", 0, 0, 0), ship("F1", 5, 9, 0))
    ended, came = play(state, Concede(side="allied"))
    assert ended.outcome.reason == "The Combined Fleet conceded"
    assert GAME.outcome(ended).reason == "The French fleet conceded"
    assert GAME.describe(state, came[-1]).startswith("The French fleet conceded. The British fleet wins")


def test_sotl_2_a_ships_in_no_division_are_called_as_their_side() -> None:
    state = opened(next(path for path in SCENARIOS if path.stem == "duel_of_two_74s"))
    assert state.divisions == {"british": "British", "allied": "Combined Fleet"}
    assert fleets.divisions(state) == {"british": "British", "allied": "French"}
