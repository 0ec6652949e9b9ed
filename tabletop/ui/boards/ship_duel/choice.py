"""The choice of a player: its command, the label of the button, its effect, and the odds."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import NamedTuple

from tabletop.core.commands import Command
from tabletop.core.errors import Refused
from tabletop.core.phrases import format_count, format_percent
from tabletop.games.ship_duel import GAME, phases, survey
from tabletop.games.ship_duel.commands import Fire, Reload, Retire, Sail
from tabletop.games.ship_duel.model import OTHER, Side, State, format_amounts
from tabletop.games.ship_duel.tables import KINDS, RELOADED, Kind, Stat
from tabletop.ui.boards.cards.reader import Reading, Section

Cards = tuple[str, ...]


def build_command(view: State, side: Side, cards: Cards) -> Command:
    """Build the command of the phase with `cards`."""
    return _CHOICES[view.phase].command(side, cards)


def is_asked(view: State, side: str) -> bool:
    """Return True if `side` must choose cards now. Return False for the side ""."""
    return view.outcome is None and view.phase in _CHOICES and side != "" and phases.side_to_move(view) == side


def check_choice(view: State, side: Side, cards: Cards) -> Refused | None:
    """Return the refusal if `cards` cannot be chosen together, or None."""
    return GAME.check(view, build_command(view, side, cards))


def button_label(view: State, cards: Cards) -> str:
    """Return the label of the primary button for `cards`."""
    phase = _CHOICES[view.phase]
    if not cards:
        return phase.empty_label
    return f"{phase.verb} {format_count(len(cards), phase.noun) if phase.noun else format_amounts(view, cards)}"


class PlannedHit(NamedTuple):
    """The effect of chosen shot: the stat, the points that it loses, and the same in words."""

    stat: Stat
    points: int
    words: str


def preview_hit(view: State, side: Side, cards: Cards) -> PlannedHit | None:
    """Return what `cards` would do in the Fire Phase, or None if they cannot be fired."""
    hit = survey.preview_attack(view, side, cards) if view.phase == "fire" else None
    if hit is None:
        return None
    return PlannedHit(hit.stat, hit.damage, f"{format_amounts(view, cards)}: {hit.stat} {hit.before} to {hit.after}")


def describe_last_hit(view: State, side: Side) -> str:
    """Return what hit the ship of `side` in the last Fire Phase, e.g. "2 chain shots: rigging 5 to 3", or ""."""
    attack = view.attacks.get(OTHER[side])
    if attack is None:
        return ""
    row = KINDS[attack.kind]
    shot = row.one if attack.shots == 1 else row.many
    return f"{attack.shots} {shot}: {attack.stat} {attack.before} to {attack.after}"


ALIKE = "In the pile or in the other hand."
KEPT = "Held since the discards were last shuffled, and not shown since."
SHORT: dict[Kind, str] = {
    "north_wind": "North",
    "south_wind": "South",
    "east_wind": "East",
    "west_wind": "West",
    "cannon_balls": "Balls",
    "chain_shot": "Chain",
    "grape_shot": "Grape",
}
ALONE = "If you show more winds, only you may fire this turn (SLC-8)."
RUNS_OUT = "The pile may run out and be reshuffled: no exact odds."


def build_chances(view: State, side: Side, cards: Cards) -> tuple[Section, ...]:
    """Build the sections of odds for the phase while `cards` are chosen."""
    return _CHOICES[view.phase].build_chances(view, side, cards)


def unseen_reading(view: State, side: Side) -> Reading:
    """Build the reading of the cards in the pile and in the other hand, by kind."""
    there = survey.count_unseen(view, side)
    rows = _two_columns({kind: str(number) for kind, number in there.items()})
    surely = {kind: str(number) for kind, number in survey.count_surely_held(view, side).items() if number}
    known = (
        (Section(f"Certainly held by {view.ships[OTHER[side]].name}", _two_columns(surely), KEPT),) if surely else ()
    )
    return Reading("Not seen yet", "", (Section("", rows, ALIKE), *known))


def _build_draw_section(title: str, chances: Mapping[Kind, Fraction] | None) -> Section:
    if chances is None:
        return Section(title, (), RUNS_OUT)
    return Section(
        title, _two_columns({kind: format_percent(chance) for kind, chance in chances.items()}), rule="SLC-4"
    )


def _two_columns(told: Mapping[Kind, str]) -> tuple[tuple[str, str], ...]:
    """Return the values of the kinds as lines of text, two kinds a line."""
    cells = [f"{SHORT[kind]} {words}" for kind, words in told.items()]
    return tuple((" · ".join(cells[first : first + 2]), "") for first in range(0, len(cells), 2))


def _reload_chances(view: State, side: Side, cards: Cards) -> tuple[Section, ...]:
    number = len(cards) or RELOADED
    return (
        _build_draw_section(
            f"At least one in {format_count(number, 'card')}", survey.find_exchange_chances(view, side, number)
        ),
    )


def _retire_chances(view: State, side: Side, cards: Cards) -> tuple[Section, ...]:
    return (_build_draw_section("At least one in your next hand", survey.find_load_chances(view, side, len(cards))),)


def _wind_chances(view: State, side: Side, cards: Cards) -> tuple[Section, ...]:
    """Build the odds of the other side's winds, for the chosen winds and for the most that could be shown."""
    other = view.ships[OTHER[side]].name
    best = len(phases.find_best_winds(view, view.cards.hands[side]))
    numbers = sorted({len(cards), best})
    lines = [line for shown in numbers for line in _compare_winds(view, side, shown)]
    return (Section(f"{other} could show", tuple(lines), rule="SLC-7"),)


def _compare_winds(view: State, side: Side, shown: int) -> tuple[tuple[str, str], ...]:
    more, equal = survey.chance_of_more_winds(view, side, shown), survey.chance_of_as_many_winds(view, side, shown)
    rows = [(f"more than {shown}" if shown else "at least 1 wind", format_percent(more))]
    return (*rows, (f"exactly {shown}", format_percent(equal - more))) if shown else tuple(rows)


def _loss_chances(view: State, side: Side, cards: Cards) -> tuple[Section, ...]:  # noqa: ARG001
    """Build the odds that the other side holds enough shot of one kind to take all of a stat."""
    other = view.ships[OTHER[side]].name
    if OTHER[side] not in view.asked:
        return (Section(f"{other} may not fire", (), ALONE),)
    left = view.ships[side].left
    lines = [(f"all of your {stat}", format_percent(survey.chance_to_lose_stat(view, side, stat))) for stat in left]
    lines.append(("any of these", format_percent(survey.chance_to_be_lost(view, side))))
    return (Section(f"{other} could take", tuple(lines), rule="SLC-8"),)


class PhaseChoice(NamedTuple):
    """The parts of a choice in one phase.

    Attributes:
       command: the type of the command.
       empty_label: the label of the button without cards.
       verb: the verb of the label with cards, e.g. ``Discard``.
       noun: the noun for a card; "" where shot is named by its kind.
       build_chances: builds the sections of odds.
    """

    command: type[Reload | Sail | Fire | Retire]
    empty_label: str
    verb: str
    noun: str
    build_chances: Callable[[State, Side, Cards], tuple[Section, ...]]


_CHOICES: dict[str, PhaseChoice] = {
    "reload": PhaseChoice(Reload, "Keep all", "Discard", "card", _reload_chances),
    "sail": PhaseChoice(Sail, "Show no wind", "Show", "wind", _wind_chances),
    "fire": PhaseChoice(Fire, "Hold fire", "Fire", "", _loss_chances),
    "retire": PhaseChoice(Retire, "Keep all", "Discard", "card", _retire_chances),
}


def build_kind_section(view: State, side: Side, card: str) -> Section:
    """Build the section that counts the cards of the same kind as `card`: held, discarded, not seen."""
    kind = view.deck[card]
    held = sum(view.deck.get(one) == kind for one in view.cards.hands[side])
    unseen = survey.count_unseen(view, side)[kind]
    gone = sum(view.deck[one] == kind for one in view.cards.discards)
    rows = (("in your hand", str(held)), ("on the discards", str(gone)), ("not seen yet", str(unseen)))
    return Section("Cards of this kind", rows)
