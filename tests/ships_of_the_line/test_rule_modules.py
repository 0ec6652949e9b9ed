"""Rule modules (AMB-123, AMB-144): every set of them plays, keeps every promise, records and replays."""

import inspect
import re
from collections.abc import Callable
from pathlib import Path
from random import Random
from types import CodeType

import pytest

import tabletop
from tabletop.core import resources
from tabletop.core.game import find_game
from tabletop.core.match import Match, MatchSetup
from tabletop.core.scenario import PreparedScenario
from tabletop.core.verify import verify
from tabletop.games.ships_of_the_line.battle_setup import list_switches
from tabletop.games.ships_of_the_line.hooks import Phase, order_phases
from tabletop.games.ships_of_the_line.model import Player
from tabletop.games.ships_of_the_line.rule_modules import compile_rules, load_basic_game, load_rule_modules
from tabletop.games.ships_of_the_line.ship import Leader
from tabletop.games.ships_of_the_line.tables import Modifier, ModifierRule, ModifierTable
from tabletop.players import casual
from tests.sampling import sample
from tests.ships_of_the_line.kit import battle, ship
from tools import promises

GAME = "ships_of_the_line"
SCENARIOS = ("duel_of_two_74s", "victory_breaks_the_line")
BATTLES = range(400)
"""Each by its number another set of modules; all sets of eighteen are more than anybody plays."""
COMMANDS = 400
MEASURES = (
    "shapely",
    "numpy",
    "tabletop.geometry",
    "tabletop.core.chance",
    "tabletop.games.ships_of_the_line.positions",
)


def some_modules(number: int) -> list[str]:
    """As many as not, drawn by the number."""
    chance = Random(number)
    return [name for name in sorted(load_rule_modules()) if chance.random() < 0.5]


def sum_of(*terms: tuple[str, int]) -> ModifierTable[int]:
    return ModifierTable(tuple(adding(name, change) for name, change in terms))


def adding(name: str, change: int, *after: str, optional: bool = False) -> ModifierRule[int]:
    def line(about: int, so_far: int) -> Modifier | None:
        return Modifier(name, str(change), so_far + change) if about else None

    return ModifierRule(name, "TEST-1", line, after, optional)


def names(table: ModifierTable[int]) -> list[str]:
    return [term.name for term in table.terms]


def test_amb_123_a_term_stands_after_those_that_it_names_whatever_order_modules_come_in() -> None:
    basic = sum_of(("first", 1), ("second", 2), ("last", 3))
    full, veteran = adding("full", 4, "second"), adding("veteran", 5, "second", "full")
    for brought in ((full, veteran), (veteran, full)):
        assert names(basic.with_terms(brought)) == ["first", "second", "full", "veteran", "last"]
    assert names(basic.with_terms([veteran])) == ["first", "second", "veteran", "last"]


def test_amb_123_a_term_of_the_same_name_stands_in_the_place_of_the_basic_one() -> None:
    table = sum_of(("first", 1), ("second", 2)).with_terms([adding("first", 10)])
    assert names(table) == ["first", "second"]
    assert table.total(1) == 12
    with pytest.raises(ValueError, match="'stray' finds no place among first, second"):
        table.with_terms([adding("stray", 1, "nowhere")])


def test_amb_123_lines_tell_the_sum_and_optional_terms_can_be_left_out() -> None:
    table = sum_of(("first", 1)).with_terms([adding("more", 2, "first", optional=True)])
    assert [(line.source, line.value) for line in table.working(1)] == [("first", 1), ("more", 3)]
    assert (table.total(1), table.total(1, optional=False), table.total(0)) == (3, 1, 0)


def test_amb_123_steps_of_a_module_come_right_after_the_one_that_they_name() -> None:
    flood = Phase("flood", "Crew", "initiative_first", ("pump",), "Man the pumps?", "AMB-185", after="reload")
    steps = list(order_phases([load_basic_game().phases, (flood,)]))
    assert steps[steps.index("reload") + 1] == "flood"
    assert [step for step in steps if step != "flood"] == [phase.id for phase in load_basic_game().phases]


def test_the_guide_to_rule_modules_names_files_that_exist() -> None:
    guide = Path("docs/rule-modules.md").read_text(encoding="utf-8")
    game = Path(tabletop.__file__).parent / "games/ships_of_the_line"
    roots = [game, game / "chapters", game / "chapters/optional", Path(), Path("tests/ships_of_the_line")]
    named = re.findall(r"`([\w/]+\.py)`", guide)
    assert len(named) > 10
    assert [name for name in named if name != "__init__.py" and not any((one / name).is_file() for one in roots)] == []


def names_used(function: Callable[..., object]) -> set[str]:
    """Return the modules of all that a function uses, and of all that its helpers in the same file use."""
    found: set[str] = set()
    done: set[object] = set()
    waiting = [inspect.unwrap(function)]
    while waiting:
        one = waiting.pop()
        done.add(one)
        names = {name for code in nested(one.__code__) for name in code.co_names} & set(one.__globals__)
        for value in [one.__globals__[name] for name in names]:
            found.add(value.__name__ if inspect.ismodule(value) else getattr(value, "__module__", ""))
            helper = inspect.unwrap(value) if callable(value) else None
            if inspect.isfunction(helper) and helper.__module__ == one.__module__ and helper not in done:
                waiting.append(helper)
    return found


def nested(code: CodeType) -> list[CodeType]:
    """Return a code object and all that are defined in it: lambdas and comprehensions."""
    return [code, *(inner for one in code.co_consts if isinstance(one, CodeType) for inner in nested(one))]


def test_amb_123_events_are_applied_without_measuring_or_rolling() -> None:
    handlers = [handler for module in load_rule_modules().values() for handler in module.event_handlers]
    assert len(handlers) > 40
    for handler in handlers:
        measuring = {name for name in names_used(handler.apply) if name.startswith(MEASURES)}
        assert measuring <= {"tabletop.geometry.pose"}, (handler.kind, measuring)


def test_amb_123_rules_are_compiled_once_for_each_set() -> None:
    assert compile_rules(frozenset({"veterans"})) is compile_rules(frozenset({"veterans"}))
    assert compile_rules(frozenset({"not built"})).modules == (load_basic_game(),)


def test_amb_123_every_module_names_its_rule_its_words_and_its_group() -> None:
    for name, module in load_rule_modules().items():
        assert (module.id, bool(module.rule and module.title and module.group)) == (name, True)
        assert module.note.endswith(".")


def test_amb_144_a_switch_that_lacks_its_matter_says_so() -> None:
    frenchmen = battle(ship("F1", 0, 0, 0), ship("S1", 9, 9, 0))
    notes = {switch.id: switch.note for switch in list_switches(PreparedScenario("", "", "", frenchmen))}
    assert notes["british_firepower"].endswith("No British ship is in this battle.")
    assert notes["veterans"].endswith("No ship in this battle has a veteran crew.")
    assert notes["communications"].endswith("No side has several players.")
    seats = tuple(Player(name, "allied", name) for name in ("villeneuve", "gravina"))
    nelson = ship("B1", 0, 0, 0, card_veteran=True, card_leader=Leader("Nelson", -3))
    fleets = battle(nelson, ship("S1", 9, 9, 0), players=seats, matter={"undecided": ["S1"]})
    assert not any("No " in switch.note for switch in list_switches(PreparedScenario("", "", "", fleets)))


def test_amb_144_random_battles_under_any_set_of_modules_keep_every_promise(tmp_path) -> None:
    for number in sample(BATTLES, 4, "battles under sets of rule modules"):
        scenario, used = SCENARIOS[number % len(SCENARIOS)], some_modules(number)
        text, path = resources.find_scenario(GAME, scenario).read_text(encoding="utf-8"), tmp_path / "battle.jsonl"
        path.unlink(missing_ok=True)
        match = Match.new(
            MatchSetup(find_game(GAME), text, f"{scenario}.yaml", scenario, dict.fromkeys(used, True)), path
        )
        for _ in casual.play(match, Random(number), COMMANDS):
            last = match.moves[-1]
            promises.check_promises(match.game, last.before, last.after)
            for event in last.events:
                assert event.rule
        assert Match.load(path).state == match.state
        assert verify(path) is None, (scenario, used)
