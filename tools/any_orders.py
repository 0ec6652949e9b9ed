"""Random orders in positions of random play: any ship, card, number or side, absurd ones included.

An order is allowed, or refused with its rule, and never raises an exception. A legal order leads to events that can be
described and to a state that survives JSON, and every promise holds.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache, cached_property
from itertools import count, islice
from pathlib import Path
from random import Random
from typing import Any

import msgspec
from msgspec import inspect

import tabletop.games  # noqa: F401 - makes the games known
from tabletop.core import resources
from tabletop.core.chance import SeededChance
from tabletop.core.errors import Refused
from tabletop.core.game import AnyGame
from tabletop.core.match import Match, MatchSetup
from tabletop.players import casual
from tools import promises
from tools.rule_coverage import load_rule_lists

WORDS = (
    "",
    " ",
    "\x00",
    "\x1b[2J",
    "?",
    "None",
    "0",
    "-1",
    "../..",
    "{0}",
    "%s",
    "é",
    "ﬁ",
    "\u202eB1",
    "🏴‍☠️",
    "x" * 3000,
)
"""Texts that are the id of nothing."""
NUMBERS = (
    0,
    1,
    -1,
    2,
    3,
    5,
    6,
    44,
    45,
    46,
    -44,
    -45,
    -46,
    90,
    180,
    359,
    360,
    1000,
    2**31,
    -(2**31),
    2**63 - 1,
    -(2**63),
    10**30,
)
LENGTHS = (0, 0, 1, 1, 1, 2, 2, 3, 4, 5, 7, 40, 1000)
"""Possible lengths of a list in an order."""
_OFTEN = (1.0, 0.2, 0.02)
"""The share of the positions of a match in which orders are tried.

A lower share reaches later positions.
"""
_AT_ONCE, _MOST = 10, 250
"""Orders in one position, and in one match."""
_OFFERED = 16
"""How many of the offered commands are looked at."""
_LONGEST_ID = 24
_ENDLESS = 20_000
"""Commands after which a match is over."""


class OrderSource:
    """A position of a match, and a source of random orders for it."""

    def __init__(self, game: AnyGame, state: Any, fancy: Random) -> None:
        self.game = game
        self.state = state
        self._fancy = fancy
        self._asked = game.decision(state)
        self._offered = [msgspec.to_builtins(one) for one in islice(game.choices(state), _OFFERED)]
        self._kinds = _list_command_types(game.command_type)
        self._views: dict[str, Any] = {}

    def make_order(self) -> Any:
        """Return a random order: an offered one with some fields changed, or one made from nothing."""
        if self._offered and self._fancy.random() < 0.5:
            plain = dict(self._fancy.choice(self._offered))
            kind = self._kinds[plain["do"]]
            fields = self._fields(kind)
            changed = self._fancy.sample(fields, self._fancy.randint(1, len(fields)))
        else:
            kind = self._kinds[self._kind()]
            plain, changed = {"do": kind.tag}, self._fields(kind)
        plain |= {field.encode_name: self._field(field) for field in changed}
        return msgspec.convert(plain, self.game.command_type)

    def _fields(self, kind: inspect.StructType) -> list[inspect.Field]:
        """Return the fields to fill.

        The field `by` is rarely filled, since a side nearly always has one player.
        """
        return [field for field in kind.fields if field.name != "by" or self._fancy.random() < 0.05]

    def view_of(self, side: str) -> Any:
        """Return the view of `side`."""
        if side not in self._views:
            self._views[side] = self.game.view(self.state, side)
        return self._views[side]

    @cached_property
    def ids(self) -> list[str]:
        """All texts of the position that could be an id."""
        found = sorted(set(_list_words(msgspec.to_builtins(self.state))))
        return [word for word in found if len(word) <= _LONGEST_ID and " " not in word]

    def _kind(self) -> str:
        fitting = self._asked.commands if self._asked else ()
        return self._fancy.choice(fitting if fitting and self._fancy.random() < 0.8 else tuple(self._kinds))

    def _field(self, field: inspect.Field) -> Any:
        if field.name == "side" and self._fancy.random() < 0.95:
            sides = [side.id for side in self.game.meta.sides]
            return self._asked.side if self._asked and self._fancy.random() < 0.8 else self._fancy.choice(sides)
        return self._any(field.type)

    def _any(self, kind: inspect.Type) -> Any:
        return _FILLERS[type(kind)](self, kind)

    def _literal(self, kind: inspect.LiteralType) -> Any:
        return self._fancy.choice(kind.values)

    def _word(self, _kind: inspect.StrType) -> str:
        near = list(_list_words(self._fancy.choice(self._offered))) if self._offered else []
        pools: list[Sequence[str]] = [near, self.ids, WORDS]
        return self._fancy.choice(self._fancy.choices(pools, (60 * bool(near), 35, 5))[0])

    def _number(self, _kind: inspect.IntType | inspect.FloatType) -> int:
        return self._fancy.choice(NUMBERS)

    def _truth(self, _kind: inspect.BoolType) -> bool:
        return self._fancy.random() < 0.5

    def _list(self, kind: inspect.VarTupleType) -> list[Any]:
        length = self._fancy.choice(LENGTHS)
        parts = [self._any(kind.item_type) for _ in range(min(length, 20))]
        return parts if length <= len(parts) else [self._fancy.choice(parts) for _ in range(length)]

    def _tuple(self, kind: inspect.TupleType) -> list[Any]:
        return [self._any(one) for one in kind.item_types]

    def _struct(self, kind: inspect.StructType) -> dict[str, Any]:
        given = (field for field in kind.fields if field.required or self._fancy.random() < 0.5)
        return {field.encode_name: self._any(field.type) for field in given}

    def _one_of(self, kind: inspect.UnionType) -> Any:
        return self._any(self._fancy.choice(kind.types))

    def _nothing(self, _kind: inspect.NoneType) -> None:
        return None


_FILLERS: dict[type, Callable[[OrderSource, Any], Any]] = {
    inspect.LiteralType: OrderSource._literal,
    inspect.StrType: OrderSource._word,
    inspect.IntType: OrderSource._number,
    inspect.FloatType: OrderSource._number,
    inspect.BoolType: OrderSource._truth,
    inspect.VarTupleType: OrderSource._list,
    inspect.TupleType: OrderSource._tuple,
    inspect.StructType: OrderSource._struct,
    inspect.UnionType: OrderSource._one_of,
    inspect.NoneType: OrderSource._nothing,
}


@cache
def _list_command_types(command_type: Any) -> dict[str, inspect.StructType]:
    """Return the command types of a game by their tags in records."""
    union = inspect.type_info(command_type)
    assert isinstance(union, inspect.UnionType)
    return {str(kind.tag): kind for kind in union.types if isinstance(kind, inspect.StructType)}


@cache
def list_rule_ids() -> frozenset[str]:
    """Return the ids of all rules in the rule lists."""
    return frozenset(rule for one in load_rule_lists() for chapter in one.chapters for rule in chapter.rules)


def judge_order(position: OrderSource, order: Any) -> str:
    """Return the rule that refuses an order, or "" if the order is legal and could be executed.

    Raises:
        AssertionError: with the promise that is broken. Any other exception comes from the rules.
    """
    game, state = position.game, position.state
    refusal = game.check(state, order)
    if order.side in {side.id for side in game.meta.sides}:
        seen = game.check(position.view_of(order.side), order)
        _require(str(seen) == str(refusal), f"the asking side gets {seen}, the table {refusal}")
    if refusal is None:
        _check_execution(game, state, order)
        return ""
    _check_refusal(refusal)
    return refusal.rule


def list_orders(game: AnyGame, first: int) -> Iterator[tuple[OrderSource, Any]]:
    """Yield random orders without end, each with its position; `first` is the seed of the first match."""
    scenarios = resources.list_scenarios(game.meta.id)
    for number in count(first):
        yield from islice(_list_orders_in_match(game, scenarios[number % len(scenarios)], number), _MOST)


def _list_orders_in_match(game: AnyGame, scenario: Path, number: int) -> Iterator[tuple[OrderSource, Any]]:
    fancy = Random(number)
    match = Match.new(MatchSetup(game, scenario.read_text(encoding="utf-8"), scenario.name, str(number)))
    often = fancy.choice(_OFTEN)
    yield from _list_orders_in_position(game, match.opening, fancy)
    for _ in casual.play(match, fancy, _ENDLESS):
        if fancy.random() < often or game.outcome(match.state) is not None:
            yield from _list_orders_in_position(game, match.state, fancy)


def _list_orders_in_position(game: AnyGame, state: Any, fancy: Random) -> Iterator[tuple[OrderSource, Any]]:
    position = OrderSource(game, state, fancy)
    for _ in range(_AT_ONCE):
        yield position, position.make_order()


def _list_words(part: Any) -> Iterator[str]:
    if isinstance(part, str):
        yield part
    elif isinstance(part, dict):
        yield from part
        for inside in part.values():
            yield from _list_words(inside)
    elif isinstance(part, list | tuple):
        for inside in part:
            yield from _list_words(inside)


def _check_refusal(refusal: Refused) -> None:
    known = refusal.rule in list_rule_ids() or re.fullmatch(r"C-[1-9]", refusal.rule)
    _require(bool(known), f"there is no rule {refusal.rule}")
    _require(refusal.reason.strip().endswith("."), f"'{refusal.reason}' is no sentence")


def _check_execution(game: AnyGame, state: Any, order: Any) -> None:
    events = game.decide(state, order, SeededChance("any order")).events
    after = state
    for event in events:
        for side in ("", *(one.id for one in game.meta.sides)):
            game.describe(game.view(after, side), game.redact(event, side))
        after = game.evolve(after, event)
    promises.check_promises(game, state, after)
    parts = [(order, game.command_type), (after, game.state_type), *((event, game.event_type) for event in events)]
    for part, kind in parts:
        again = msgspec.json.decode(msgspec.json.encode(part), type=kind)
        _require(again == part, f"{type(part).__name__} is another after writing and reading")


def _require(holds: bool, promise: str) -> None:
    if not holds:
        raise AssertionError(promise)
