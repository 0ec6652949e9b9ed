"""What a rule module brings: everything about a switch of the game in one object (AMB-123).

The basic game is one too, `chapters/basic.py`; the others are in `chapters/optional/`, a file or a folder each, and
are found there by themselves. `compiled.py` makes one set of rules of those that are in use.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, TypeVar

import msgspec

from tabletop.core.deeds import Deed, Order
from tabletop.core.facts import Fact, Happening
from tabletop.core.offers import Offers
from tabletop.games.ships_of_the_line import commands
from tabletop.games.ships_of_the_line.chapters.unfolding import Unfolding
from tabletop.games.ships_of_the_line.phases import Phase
from tabletop.games.ships_of_the_line.sides import Side
from tabletop.games.ships_of_the_line.state import Question, State
from tabletop.games.ships_of_the_line.sums import Sums

C = TypeVar("C", bound=Order)

Rule = Callable[[Unfolding], None]
SideRule = Callable[[Unfolding, Side], None]
Reply = Callable[[Unfolding, Question], None]
Choices = Callable[[State, Side], Offers[commands.Order]]
Actors = Callable[[State, Side], Iterable[str]]


def always(state: State) -> str:  # noqa: ARG001 - the signature of `RuleModule.inert`
    """Of a module that has its matter in every battle."""
    return ""


class Entry(msgspec.Struct, frozen=True):
    """A key that a rule module adds to a part of scenario files: its type, what holds if it is left out, and what it
    is, for editors."""

    kind: Any
    default: object
    about: str


class Prelude:
    """What a rule module adds to a command of the basic game.

    Attributes:
        kind: the command.
        parameters: fields of it that belong to this module alone; `UNSET` where they are not given.
        facts: what goes before all that comes of it. They roll nothing, so that the command is checked on the state
            after them; the command has not been checked yet.
    """

    __slots__ = ("facts", "kind", "parameters")

    def __init__(self, kind: type[C], parameters: tuple[str, ...], facts: Callable[[State, C], Iterator[Fact]]) -> None:
        self.kind: type[Order] = kind
        self.parameters = parameters
        self.facts: Callable[[State, Any], Iterator[Fact]] = facts


class Mark(msgspec.Struct, frozen=True):
    """A line of a ship's card: what, how it is, and what that means, as sentences."""

    title: str
    value: str
    meaning: str
    rule: str


def unmarked(state: State, key: str) -> Iterator[Mark]:  # noqa: ARG001 - the signature of `RuleModule.marks`
    """Of a module that is not told of on the cards of ships."""
    return iter(())


class RuleModule(msgspec.Struct, frozen=True, kw_only=True):
    """A switch of the game, or the basic game itself.

    What rules look like is told where `compiled.Rules` uses them; all that a module does not bring is left out.

    Attributes:
        id: name of the switch in scenarios and records.
        rule: id of the rule or chapter that it switches.
        words: what it is about, for the page on which it is switched.
        note: what it does, in one sentence.
        group: heading under which it is offered.
        inert: why it changes nothing in a battle, as a sentence; empty if it does (AMB-144).
        phases: steps of the turn, each with the one that it follows.
        opening: by phase, what happens by itself when it begins.
        side_done: by phase, what happens by itself when one side is done with it.
        closing: by phase, what happens by itself when it ends; the whole of a step that asks nobody. A rule that puts
            a question is run again after the answer.
        deeds: its commands.
        preludes: what it adds to commands of the basic game.
        choices: by phase, legal commands of a side besides `done`.
        actors: by phase, the ships of a side that can still act; left out: those of its choices.
        accepted: by kind of question, what an agreement brings.
        declined: by kind of question, what a refusal brings.
        facts: what can happen by it; what applies them neither measures nor rolls.
        ship: by key, what a scenario may say of a ship; the name of a mark on her.
        marks: what the card of a ship tells by it.
        sums: the terms that it adds.
    """

    id: str
    rule: str = ""
    words: str = ""
    note: str = ""
    group: str = ""
    inert: Callable[[State], str] = always
    phases: tuple[Phase, ...] = ()
    opening: Mapping[str, Rule] = {}
    side_done: Mapping[str, SideRule] = {}
    closing: Mapping[str, Rule] = {}
    deeds: tuple[Deed[State], ...] = ()
    preludes: tuple[Prelude, ...] = ()
    choices: Mapping[str, Choices] = {}
    actors: Mapping[str, Actors] = {}
    accepted: Mapping[str, Reply] = {}
    declined: Mapping[str, Reply] = {}
    facts: tuple[Happening[State], ...] = ()
    ship: Mapping[str, Entry] = {}
    marks: Callable[[State, str], Iterator[Mark]] = unmarked
    sums: Sums = Sums()
