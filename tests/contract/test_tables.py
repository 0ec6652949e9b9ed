"""What a game has on record in its tables is all that it has: no command without its row, no event without its own."""

from importlib import import_module
from pkgutil import walk_packages
from typing import get_args

import msgspec
import pytest

import tabletop.games  # noqa: F401 - makes the games known
from tabletop.core.commands import Command
from tabletop.core.events import Event, EventHandler, EventTable
from tabletop.core.game import games_by_id
from tests.contract.tiny_game import COMMAND_HANDLERS, EVENT_HANDLERS, Sailed, State, TinyGame
from tests.games import COMPLETE

GAMES = games_by_id()
UNSHELVED = TinyGame.meta.shelf
"""The place of a game that says none."""


def kinds_of(base: type[msgspec.Struct], package: str) -> set[type[msgspec.Struct]]:
    """The structs of a package that derive from the base and that no other derives from."""
    below = base.__subclasses__()
    deeper = set().union(*(kinds_of(one, package) for one in below))
    return deeper | {
        one for one in below if f"{one.__module__}.".startswith(f"{package}.") and not one.__subclasses__()
    }


@pytest.mark.parametrize("name", GAMES)
def test_each_command_and_each_fact_of_a_game_stands_in_its_table(name: str) -> None:
    game, package = GAMES[name], f"tabletop.games.{name}"
    commands, events = kinds_of(Command, package), kinds_of(Event, package)
    assert commands
    assert events
    assert commands <= set(get_args(game.command_type))
    assert events <= set(get_args(game.event_type))


def test_a_fact_without_a_row_is_no_fact_of_the_game() -> None:
    class Capsized(Event, frozen=True, kw_only=True):
        side: str

    with pytest.raises(KeyError):
        EVENT_HANDLERS.evolve(State(12, {}), Capsized(side="red"))
    assert Capsized not in get_args(EVENT_HANDLERS.union)


def test_rows_say_what_a_fact_changes_tells_and_shows() -> None:
    sailed = Sailed(side="red", die=0, total=2)
    assert EVENT_HANDLERS.evolve(State(12, {"red": 0}), sailed).sailed == {"red": 2}
    assert EVENT_HANDLERS.describe(State(12, {}), sailed) == "red: 2 lengths"
    assert EVENT_HANDLERS.redact(sailed, "blue") == sailed
    assert EVENT_HANDLERS.reveals(State(12, {}), (sailed,)) == ""
    row = EventHandler(Sailed, apply=lambda state, _: state, describe=lambda *_: "", reveals="Sails.")
    assert EventTable((row,)).reveals(None, (sailed,)) == "Sails."
    assert set(COMMAND_HANDLERS.kinds) == set(get_args(COMMAND_HANDLERS.union))


@pytest.mark.parametrize("name", GAMES)
def test_whatever_a_state_a_command_or_a_fact_is_made_of_is_frozen(name: str) -> None:
    home = import_module(f"tabletop.games.{name}")
    for module in walk_packages(getattr(home, "__path__", ()), f"{home.__name__}."):  # a small game is one module
        import_module(module.name)
    met: set[type] = set(kinds_of(msgspec.Struct, home.__name__))
    waiting: list[object] = [GAMES[name].state_type, GAMES[name].command_type, GAMES[name].event_type]
    while waiting:
        one = waiting.pop()
        waiting += get_args(one)
        if isinstance(one, type) and issubclass(one, msgspec.Struct) and one not in met:
            met.add(one)
            waiting += [field.type for field in msgspec.structs.fields(one)]
    assert met >= {GAMES[name].state_type, *get_args(GAMES[name].command_type), *get_args(GAMES[name].event_type)}
    assert [one.__name__ for one in met if not one.__struct_config__.frozen] == []


@pytest.mark.parametrize("name", ["tabletop.geometry", "tabletop.cards"])
def test_what_is_measured_and_what_lies_on_the_table_is_frozen(name: str) -> None:
    package = import_module(name)
    for module in walk_packages(package.__path__, f"{name}."):
        import_module(module.name)
    met = kinds_of(msgspec.Struct, name)
    assert met
    assert [one.__name__ for one in met if not one.__struct_config__.frozen] == []


@pytest.mark.registry
def test_games_stand_by_their_shelf_and_those_without_one_by_title_behind_all_others() -> None:
    places = [(game.meta.shelf, game.meta.title) for game in GAMES.values()]
    assert places == sorted(places)
    assert len({GAMES[name].meta.shelf for name in COMPLETE}) == len(COMPLETE)
    assert all(GAMES[name].meta.shelf < UNSHELVED for name in COMPLETE)
