"""Single dice that rule modules roll: the chance of each before, and what came of it in words."""

from fractions import Fraction

import msgspec

from tabletop.core.commands import Command
from tabletop.core.dispatch import Case, Handler, Handlers, by_kind
from tabletop.core.events import Event
from tabletop.games.ships_of_the_line.chapters.optional import collision
from tabletop.games.ships_of_the_line.chapters.optional.ammo import HotShotTried
from tabletop.games.ships_of_the_line.chapters.optional.coastal import grounding
from tabletop.games.ships_of_the_line.chapters.optional.coastal.grounding import Refloat
from tabletop.games.ships_of_the_line.chapters.optional.collision import Unfoul
from tabletop.games.ships_of_the_line.chapters.optional.dumanoir import ChoiceRolled
from tabletop.games.ships_of_the_line.chapters.optional.friendly_fire import RallyRolled
from tabletop.games.ships_of_the_line.chapters.optional.line_breaking import MoraleRolled
from tabletop.games.ships_of_the_line.chapters.optional.nailing import NAILING_NEEDED as NAILS
from tabletop.games.ships_of_the_line.chapters.optional.nailing import NailColours, NailingRolled
from tabletop.games.ships_of_the_line.state import State
from tabletop.games.ships_of_the_line.survey.chances import chance_of
from tabletop.games.ships_of_the_line.survey.odds import passes
from tabletop.games.ships_of_the_line.tables import Check, Modifier

_CHECKED = frozenset({"ship", "die", "modifiers", "needed", "success"})


def chance(state: State, order: Command) -> Fraction | None:
    """That the die of an order that a rule module brought comes to what it has to; None where none is rolled."""
    known = _CHANCES.get(type(order))
    return known(state, order) if known else None


_CHANCES: Handlers[State, Fraction] = by_kind(
    Case(NailColours, lambda state, order: passes(Check(state, order.ship, "nail", 1, leader=order.leader), NAILS)),
    Case(Unfoul, lambda state, order: chance_of(collision.unfoul_chances(state, order))),
    Case(Refloat, lambda state, order: chance_of(grounding.refloat_chances(state, order))),
)


class Rolled(msgspec.Struct, frozen=True):
    """A die that was rolled for a ship.

    Attributes:
        ship: for whom.
        die: as it lies.
        result: what came of it.
        note: what it had to come to.
        modifiers: from the die to what it counts.
        word: below the die; empty where nothing came about.
    """

    ship: str
    die: int
    result: str
    note: str
    modifiers: tuple[Modifier, ...]
    word: str = ""


def rolled(state: State, event: Event) -> Rolled | None:
    """The die of an event, before which the battle stood so; None where it has none of this kind.

    Of a module that is not named here, the roll of one die for a ship that must come to so much at most.
    """
    told = _ROLLED.get(type(event)) or (_CHECK if _CHECKED.issubset(event.__struct_fields__) else None)
    return told(state, event) if told else None


def _tried(passed: str, failed: str, word: str = "done") -> Handler[State, Rolled]:
    """A roll that had to come to so much at most."""
    return lambda _, event: Rolled(
        event.ship,
        event.die,
        passed if event.success else failed,
        f"{event.needed} or less",
        event.modifiers,
        word if event.success else "",
    )


_CHECK = _tried("Passed", "Failed")


def _morale(_state: State, event: MoraleRolled) -> Rolled:
    result, word = ("Stands", "") if event.stands else ("Flees", "flees")
    return Rolled(event.ship, event.die, result, f"flees from {event.strength}", event.modifiers, word)


_CHOSEN = {"withdraws": "Withdraws", "joins": "Joins the battle", "waits": "Still undecided"}


def _choice(_state: State, event: ChoiceRolled) -> Rolled:
    word = "" if event.result == "waits" else event.result
    return Rolled(event.ship, event.die, _CHOSEN[event.result], "", event.modifiers, word)


_ROLLED: Handlers[State, Rolled] = by_kind(
    Case(MoraleRolled, _morale),
    Case(ChoiceRolled, _choice),
    Case(NailingRolled, _tried("Colours nailed", "Nobody would nail them", "nailed")),
    Case(RallyRolled, _tried("Takes up arms again", "Stays under her white flag", "rallies")),
    Case(HotShotTried, _tried("Hot shot runs in", "Hot shot sets her afire")),
)
