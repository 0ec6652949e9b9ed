"""Single dice that rule modules roll, with their chances and results; and events that the table shows."""

from fractions import Fraction

import msgspec

from tabletop.core.commands import Command
from tabletop.core.dispatch import Handler, Handlers, KindHandler, build_handlers
from tabletop.core.events import Event
from tabletop.games.ships_of_the_line.chapters.optional import collision
from tabletop.games.ships_of_the_line.chapters.optional.ammo import HotShotTried
from tabletop.games.ships_of_the_line.chapters.optional.coastal import grounding
from tabletop.games.ships_of_the_line.chapters.optional.coastal.batteries import BatteryFired as BatteryFired
from tabletop.games.ships_of_the_line.chapters.optional.coastal.grounding import GroundingRolled as GroundingRolled
from tabletop.games.ships_of_the_line.chapters.optional.coastal.grounding import Refloat
from tabletop.games.ships_of_the_line.chapters.optional.collision import CollisionRolled as CollisionRolled
from tabletop.games.ships_of_the_line.chapters.optional.collision import Unfoul
from tabletop.games.ships_of_the_line.chapters.optional.communications import SignalMade as SignalMade
from tabletop.games.ships_of_the_line.chapters.optional.dumanoir import ChoiceRolled
from tabletop.games.ships_of_the_line.chapters.optional.friendly_fire import RallyRolled
from tabletop.games.ships_of_the_line.chapters.optional.line_breaking import MoraleRolled
from tabletop.games.ships_of_the_line.chapters.optional.nailing import NAILING_NEEDED as NAILS
from tabletop.games.ships_of_the_line.chapters.optional.nailing import NailColours, NailingRolled
from tabletop.games.ships_of_the_line.model import State
from tabletop.games.ships_of_the_line.survey.odds import chance_of_faces, chance_to_pass
from tabletop.games.ships_of_the_line.tables import Check, Modifier

_CHECK_FIELDS = frozenset({"ship", "die", "modifiers", "needed", "success"})


def chance_of_order(state: State, order: Command) -> Fraction | None:
    """Return the chance that the die of a rule module's command succeeds; None if no die is rolled.

    Known are commands to nail colours, to come clear and to refloat.
    """
    known = _CHANCE_OF_ORDER.get(type(order))
    return known(state, order) if known else None


_CHANCE_OF_ORDER: Handlers[State, Fraction] = build_handlers(
    KindHandler(
        NailColours,
        lambda state, order: chance_to_pass(Check(state, order.ship, "nail", 1, leader=order.leader), NAILS),
    ),
    KindHandler(Unfoul, lambda state, order: chance_of_faces(collision.unfoul_chances(state, order))),
    KindHandler(Refloat, lambda state, order: chance_of_faces(grounding.refloat_chances(state, order))),
)


class RolledDie(msgspec.Struct, frozen=True):
    """A die that was rolled for a ship, with its result in words.

    Attributes:
        ship: key of the ship.
        die: the die as it fell.
        result: the result in words.
        requirement: the number needed in words, e.g. ``2 or less``; "" if there is no single number.
        modifiers: lines from the die to the modified result.
        caption: word below the die; "" if nothing happens.
    """

    ship: str
    die: int
    result: str
    requirement: str
    modifiers: tuple[Modifier, ...]
    caption: str = ""


def read_roll(state: State, event: Event) -> RolledDie | None:
    """Return the die of `event`, or None. `state` is the battle before the event.

    Known kinds are read by their own readers; other events are read if they have the fields of a check (`ship`,
    `die`, `modifiers`, `needed`, `success`).
    """
    told = _READERS.get(type(event)) or (_read_check if _CHECK_FIELDS.issubset(event.__struct_fields__) else None)
    return told(state, event) if told else None


def _build_check_reader(passed: str, failed: str, word: str = "done") -> Handler[State, RolledDie]:
    """Return a reader of rolls that succeed at or below a number.

    `passed` and `failed` are the results in words, `word` is the caption after a success; after a failure the
    caption is "".
    """
    return lambda _, event: RolledDie(
        event.ship,
        event.die,
        passed if event.success else failed,
        f"{event.needed} or less",
        event.modifiers,
        word if event.success else "",
    )


_read_check = _build_check_reader("Passed", "Failed")


def _read_morale(_state: State, event: MoraleRolled) -> RolledDie:
    """Return the die of a morale roll; the caption is "flees" or ""."""
    result, word = ("Stands", "") if event.stands else ("Flees", "flees")
    return RolledDie(event.ship, event.die, result, f"flees from {event.strength}", event.modifiers, word)


_CHOICE_WORDS = {"withdraws": "Withdraws", "joins": "Joins the battle", "waits": "Still undecided"}


def _read_choice(_state: State, event: ChoiceRolled) -> RolledDie:
    """Return the die of an undecided ship; the requirement is "", the caption "" if the ship waits."""
    word = "" if event.result == "waits" else event.result
    return RolledDie(event.ship, event.die, _CHOICE_WORDS[event.result], "", event.modifiers, word)


_READERS: Handlers[State, RolledDie] = build_handlers(
    KindHandler(MoraleRolled, _read_morale),
    KindHandler(ChoiceRolled, _read_choice),
    KindHandler(NailingRolled, _build_check_reader("Colours nailed", "The crew refuses", "nailed")),
    KindHandler(RallyRolled, _build_check_reader("Takes up arms again", "Stays surrendered", "rallies")),
    KindHandler(HotShotTried, _build_check_reader("Hot shot loaded", "Hot shot sets her on fire")),
)
