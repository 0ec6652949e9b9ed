"""What a ship's card comes to now, and what the rule modules in use tell of her, of orders and of questions."""

from collections.abc import Iterator

import msgspec

from tabletop.core.commands import Command
from tabletop.core.errors import Refused
from tabletop.core.memory import per_state
from tabletop.games.ships_of_the_line.chapters import aiming, boarding, fire
from tabletop.games.ships_of_the_line.chapters.optional import dumanoir, line_breaking, nailing
from tabletop.games.ships_of_the_line.commands import Reload
from tabletop.games.ships_of_the_line.hooks import Mark
from tabletop.games.ships_of_the_line.rule_modules import fatigue_limit, question_kind, rules_of
from tabletop.games.ships_of_the_line.ship import BROADSIDES, Broadside, loaded_with
from tabletop.games.ships_of_the_line.state import BANDS, Band, Question, State
from tabletop.games.ships_of_the_line.words import SHOT, name_of
from tabletop.geometry.pose import Point


class Strength(msgspec.Struct, frozen=True):
    """A ship in numbers.

    Attributes:
        dice: of one broadside by range, before a rake doubles them (4.1.4).
        boarding: compared with the enemy's when crews fight (4.3.1).
        fatigue: at which her crew can do no more (7-a).
        silent: why each broadside cannot be fired at anything now, or None.
    """

    dice: dict[Band, int]
    boarding: int
    fatigue: int
    silent: dict[Broadside, Refused | None]


@per_state
def strength(state: State, key: str) -> Strength:
    """A ship as she is now."""
    dice = {band: aiming.dice_for(state, key, band, None)[-1].value for band in BANDS}
    silent = {broadside: fire.check_broadside(state, key, broadside) for broadside in BROADSIDES}
    return Strength(dice, boarding.boarding_strength(state, key), fatigue_limit(state, key), silent)


def marks(state: State, key: str) -> Iterator[Mark]:
    """What the rule modules in use tell of a ship."""
    for module in rules_of(state).modules:
        yield from module.marks(state, key)


def signs(state: State, key: str) -> Iterator[str]:
    """What the plate of a ship shows besides of what rule modules do to her mind, the weightiest first."""
    if line_breaking.is_fleeing(state, key):
        yield "fleeing"
    if dumanoir.is_undecided(state, key):
        yield "undecided"
    if nailing.has_nailed_colours(state, key):
        yield "nailed"


def bound_for(state: State, key: str) -> str:
    """The key of the enemy whom a ship with nailed colours must board next; empty if there is none (13-d)."""
    return nailing.duty_mark(state, key)


def called(state: State, key: str) -> str:
    """The name of a ship, of a battery, or of what lies in a ship's way."""
    return name_of(state, key)


def things(state: State) -> list[str]:
    """All that orders may be about: ships, then batteries, in key order."""
    return [*state.ships, *(state.coast.batteries if state.coast else ())]


def where(state: State, key: str) -> Point:
    """The stern of a ship, by which she is placed, or the middle of a battery."""
    batteries = state.coast.batteries if state.coast else {}
    return batteries[key].place if key in batteries else state.ships[key].pose.point


def brought(state: State, order: Command) -> tuple[str, str]:
    """What the button of an order says that a rule module brought, and what such an order is, in a sentence."""
    return rules_of(state).labels[type(order)](state, order)


def to_load(state: State, order: Reload) -> tuple[str, ...]:
    """What an order loads, side by side, where there are kinds of shot: ``port: chain shot`` (19)."""
    if len(rules_of(state).ammunition) == 1:
        return ()
    had, given = state.ships[order.ship], {"port": order.port, "starboard": order.starboard}
    return tuple(f"{side}: {SHOT[given[side] or loaded_with(had, side)]}" for side in order.broadsides)


def answers(state: State, question: Question) -> tuple[str, str]:
    """What the buttons of a question say: yes and no."""
    kind = question_kind(state, question)
    return kind.yes, kind.no
