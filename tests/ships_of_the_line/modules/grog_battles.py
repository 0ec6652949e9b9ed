"""What holds in a house in which `grog.py` lies among the rule modules; run as a program, by `test_a_new_module.py`."""

import sys
import tempfile
import traceback
from pathlib import Path
from random import Random

import msgspec
import pygame
from tabletop.games.ships_of_the_line.chapters.optional.grog import RUM, GrogPouredAway, GrogServed, PourAway, ServeGrog

from tabletop.core import resources
from tabletop.core.errors import ScenarioError
from tabletop.core.match import Match, MatchSetup
from tabletop.core.verify import verify
from tabletop.games.ships_of_the_line import GAME
from tabletop.games.ships_of_the_line.commands import (
    Answer,
    Board,
    BreakGrapple,
    ChoosePrize,
    Done,
    GrappleShip,
    Reload,
)
from tabletop.games.ships_of_the_line.events.crew import TaskRolled
from tabletop.games.ships_of_the_line.model import Grapple, State
from tabletop.games.ships_of_the_line.rule_modules import compile_rules, describe
from tabletop.games.ships_of_the_line.ship import FallenMast
from tabletop.games.ships_of_the_line.survey import odds
from tabletop.players import casual
from tabletop.ui.motion import MOTION
from tests.ships_of_the_line.kit import battle, play, refused, ship
from tests.ui.tables import Watch, begun
from tools import promises

ON = {"options": {"grog": True}}
CAPTURED = {"status": "captured", "captor": "allied"}


def alongside(**fields: object) -> State:
    """Two tired ships fast to each other, in the step of the module."""
    ships = (ship("B1", 0, 0, 0, fatigue=2), ship("F1", 0.4, 0, 0, fatigue=1), ship("B2", 9, 9, 0))
    return battle(*ships, **({"phase": "grog", "grapples": (Grapple("B1", "F1", 0),)} | ON | fields))


def offers(state: State) -> list[object]:
    return list(GAME.choices(state))


def test_a_switch_is_offered_on_the_page_of_a_new_game() -> None:
    text = resources.find_scenario("ships_of_the_line", "duel_of_two_74s").read_text(encoding="utf-8")
    found = {one.id: one for one in GAME.switches(GAME.read(text, "duel.yaml"))}
    assert (found["grog"].words, found["grog"].group) == ("Grog", "People")
    assert GAME.schema()["$defs"]["Options"]["properties"]["grog"]["description"] == "A tired crew may be served grog."


def test_its_step_comes_after_the_one_that_it_names_and_only_where_it_is_in_use() -> None:
    steps = list(compile_rules(frozenset({"grog"})).phases)
    assert steps[steps.index("reload") + 1] == "grog"
    assert "grog" not in compile_rules(frozenset()).phases
    empty = ship("B1", 0, 0, 0, fatigue=1, loaded=(), fired=("port", "starboard"))
    before = battle(empty, ship("F1", 20, 0, 0), phase="reload", **ON)
    after, _ = play(before, Reload("british", "B1", ("port",)), Done("british"))
    assert (after.phase, GAME.decision(after).prompt) == ("grog", "Serve grog?")


def test_its_command_is_asked_for_offered_checked_and_refused_with_its_rule() -> None:
    assert offers(alongside()) == [ServeGrog("british", "B1"), Done("british")]
    assert "serve_grog" in GAME.decision(alongside()).commands
    refused(alongside(), ServeGrog("british", "B2"), "TEST-1-a")
    refused(alongside(options={}, phase="grapple"), ServeGrog("british", "B1"), "SOTL-6-a")


def test_its_question_waits_for_an_answer_and_says_what_comes_of_it() -> None:
    asked, (event,) = play(alongside(), ServeGrog("british", "B1"))
    assert GAME.decision(asked).prompt == "B1 raises a glass to F1: drink with her?"
    assert describe(alongside(), event) == "B1 raises a glass to F1."
    assert offers(asked) == [Answer("allied", True), Answer("allied", False)]
    both, events = play(asked, Answer("allied", True))
    assert [describe(asked, one) for one in events][:3] == ["F1 drinks with her.", "Grog for B1.", "Grog for F1."]
    assert (both.ships["B1"].fatigue, both.ships["F1"].fatigue) == (1, 0)
    alone, _ = play(asked, Answer("allied", False))
    assert (alone.ships["B1"].fatigue, alone.ships["F1"].fatigue) == (1, 1)


def test_it_has_a_command_in_a_step_of_the_basic_game() -> None:
    fouled = ship("B1", 0, 0, 0, fatigue=1, fallen=(FallenMast("fore", "port"),), masts=("main", "mizzen"))
    state = battle(fouled, ship("F1", 9, 9, 0), phase="unrig", **ON)
    assert PourAway("british", "B1") in offers(state)
    after, _ = play(state, PourAway("british", "B1"))
    refused(after, PourAway("british", "B1"), "TEST-1-d")
    refused(msgspec.structs.replace(state, phase="rudder"), PourAway("british", "B1"), "SOTL-4.2.1-i")


def test_it_checks_an_order_that_is_not_its_own_and_offers_leave_it_out() -> None:
    near = (ship("B1", 0, 0, 0), ship("F1", 0.4, 0, 0))
    sober = battle(*near, phase="grapple", **ON)
    order = GrappleShip("british", "B1", "F1")
    assert order in offers(sober)
    drunk = msgspec.structs.replace(sober, ships={**sober.ships, "B1": ship("B1", 0, 0, 0, tried=("grog",))[1]})
    refused(drunk, order, "TEST-1-c")
    assert order not in offers(drunk)
    assert GAME.check(msgspec.structs.replace(drunk, options={}), order) is None


def test_what_comes_of_a_fact_that_is_not_its_own_comes_at_once() -> None:
    state = alongside(phase="break_free")
    after, events = play(state, BreakGrapple("british", "B1", "F1"), Answer("allied", False), dice=[2])
    told = [type(one).__name__ for one in events]
    assert told[told.index("ShipsParted") + 1] == "GrogPouredAway"
    assert "grog" in after.ships["B1"].tried


def test_its_term_counts_in_a_roll_and_in_the_odds_of_it() -> None:
    sober = alongside(phase="break_free")
    drunk, _ = play(alongside(phase="grog"), ServeGrog("british", "B1"), Answer("allied", False))
    drunk = msgspec.structs.replace(drunk, phase="break_free", asked="british")
    _, events = play(drunk, BreakGrapple("british", "B1", "F1"), Answer("allied", False), dice=[2])
    rolled = next(one for one in events if isinstance(one, TaskRolled))
    assert ([step.source for step in rolled.modifiers], rolled.success) == (["die", "grog"], False)
    assert [odds.chance_of_task(state, "B1", "break", "F1") * 6 for state in (sober, drunk)] == [2, 1]


def test_what_it_does_when_a_step_ends_waits_until_a_question_that_ends_it_is_answered() -> None:
    ships = (ship("B1", 0, 0, 0), ship("B2", 0.8, 0, 0), ship("F1", 0.4, 0, 0), ship("B3", 1.2, 0, 0, **CAPTURED))
    fast = (Grapple("B1", "F1", 0), Grapple("B2", "F1", 0))
    state = battle(*ships, ship("B9", 20, 20, 0), phase="board", grapples=fast, **ON)
    orders = (Board("british", "B1", "F1"), Board("british", "B2", "F1"), Done("british"), Board("allied", "F1", "B1"))
    asked, events = play(state, *orders, Done("allied"), dice=[6, 6, 1, 1])
    assert asked.question is not None
    assert not any(isinstance(event, GrogPouredAway) for event in events)
    _, events = play(asked, ChoosePrize("allied", "B2"))
    spilt = [event.ship for event in events if isinstance(event, GrogPouredAway)]
    assert spilt == ["B3"]


def wrong(added: str, options: str = "") -> tuple[list[str], str]:
    """Return what is wrong with the scenario of a duel once more is added to it, and its text."""
    text = resources.find_scenario("ships_of_the_line", "duel_of_two_74s").read_text(encoding="utf-8")
    text = text.replace("options: {", f"options: {{{options}") + added
    try:
        GAME.read(text, "duel.yaml")
    except ScenarioError as error:
        return list(map(str, error.problems)), text
    raise AssertionError("nothing was found wrong")


def place(text: str, line: str, part: str) -> str:
    """Where a part of the first line with some words in it begins, as problems tell it."""
    number, said = next((n, one) for n, one in enumerate(text.split("\n"), 1) if line in one)
    return f"duel.yaml:{number}:{said.index(part) + 1}"


def test_it_checks_scenarios_and_tells_the_line() -> None:
    problems, text = wrong("", "grog: true, ")
    where = place(text.replace("veteran: ", "veteran: #"), "key: B1", "#")
    assert problems[0] == f"{where}: Mars has a veteran crew, which takes no grog"


def test_it_has_a_key_of_its_own_in_scenarios_that_is_checked_at_its_line() -> None:
    about = {"description": "Casks of rum that there are for all crews.", "default": 100}
    assert GAME.schema()["properties"]["rum"].items() >= about.items()
    (problem,), text = wrong("rum: much\n")
    assert problem == f"{place(text, 'rum: much', 'much')}: rum: expected a whole number, not 'much'"
    (problem,), text = wrong("rum: 101\n")
    assert problem == f"{place(text, 'rum: 101', '101')}: rum: 101 is out of range: at most 100"
    (problem,), text = wrong("run: 5\n")
    assert problem == f"{place(text, 'run: 5', 'run')}: unknown key 'run', did you mean 'rum'?"
    problems, text = wrong("rum: 0\n")
    assert problems[-1] == f"{place(text, 'rum: 0', '0')}: there is no grog without rum"


def test_what_a_scenario_says_for_it_is_in_the_battle_and_changes_there() -> None:
    text = resources.find_scenario("ships_of_the_line", "four_frigates").read_text(encoding="utf-8")
    opening = GAME.read(f"{text}rum: 2\n", "four.yaml").opening
    assert (opening.matter, RUM.state_value(opening)) == ({"rum": 2}, 2)
    assert (GAME.read(text, "four.yaml").opening.matter, RUM.state_value(alongside())) == (msgspec.UNSET, 100)
    one = alongside(matter={"rum": 1}, grapples=())
    empty, _ = play(one, ServeGrog("british", "B1"))
    assert msgspec.json.decode(msgspec.json.encode(empty), type=State).matter == {"rum": 0}
    refused(msgspec.structs.replace(empty, asked="allied"), ServeGrog("allied", "F1"), "TEST-1-a")


def test_its_orders_and_answers_have_buttons_on_the_table() -> None:
    pygame.init()
    pygame.display.set_mode((1280, 720))
    MOTION.pace = "off"
    watch = Watch(begun(alongside()))
    watch.press("1")
    watch.press("1")
    given = [move.command for move in watch.match.moves]
    assert given[:2] == [ServeGrog("british", "B1"), Answer("allied", True)]


def test_random_battles_with_it_keep_every_promise_and_verify() -> None:
    served = 0
    for used in ({"grog": True}, {"grog": True, "sail_states": True, "veterans": True}):
        name = "victory_breaks_the_line"
        text = resources.find_scenario("ships_of_the_line", name).read_text(encoding="utf-8")
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "battle.jsonl")
            match = Match.new(MatchSetup(GAME, text, f"{name}.yaml", "rum", used), path)
            for _ in casual.play(match, Random(3), 600):
                promises.check_promises(match.game, match.moves[-1].before, match.moves[-1].after)
            served += sum(isinstance(event, GrogServed) for move in match.moves for event in move.events)
            assert Match.load(path).state == match.state
            assert verify(path) is None
    assert served


def run() -> int:
    """All of them; tells which fail."""
    failed = 0
    for name, test in [one for one in globals().items() if one[0].startswith("test_")]:
        try:
            test()
        except Exception:  # noqa: BLE001 - each is told, and the program fails
            failed += 1
            sys.stderr.write(f"{name}\n{traceback.format_exc()}\n")
    return failed


if __name__ == "__main__":
    sys.exit(run())
