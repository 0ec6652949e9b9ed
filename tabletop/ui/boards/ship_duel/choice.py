"""The choice that a player puts together: its command, what the button says, what it would do, and the odds of it."""

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


def command(view: State, side: Side, cards: Cards) -> Command:
    """The command of this phase with these cards."""
    return _CHOICES[view.phase].order(side, cards)


def is_asked(view: State, side: str) -> bool:
    """Whether this side has to choose cards now."""
    return view.outcome is None and view.phase in _CHOICES and side != "" and phases.side_to_move(view) == side


def refusal(view: State, side: Side, cards: Cards) -> Refused | None:
    """Why these cards cannot be chosen together, or None."""
    return GAME.check(view, command(view, side, cards))


def label(view: State, cards: Cards) -> str:
    """What the brass button says."""
    phase = _CHOICES[view.phase]
    if not cards:
        return phase.none
    return f"{phase.deed} {format_count(len(cards), phase.thing) if phase.thing else format_amounts(view, cards)}"


class Hit(NamedTuple):
    """What cards would do: the stat that they take, how many points, and the same in words."""

    stat: Stat
    points: int
    words: str


def damage(view: State, side: Side, cards: Cards) -> Hit | None:
    """In the Fire Phase: what these cards would do; None if they cannot be fired."""
    hit = survey.preview_attack(view, side, cards) if view.phase == "fire" else None
    if hit is None:
        return None
    return Hit(hit.stat, hit.damage, f"{format_amounts(view, cards)}: {hit.stat} {hit.before} to {hit.after}")


def struck(view: State, side: Side) -> str:
    """What hit the ship of a side in the last Fire Phase, in words; empty if nothing did."""
    attack = view.attacks.get(OTHER[side])
    if attack is None:
        return ""
    row = KINDS[attack.kind]
    shot = row.one if attack.shots == 1 else row.many
    return f"{attack.shots} {shot}: {attack.stat} {attack.before} to {attack.after}"


ALIKE = "In the pile or in the other hand."
KEPT = "Held since the discards were last shuffled, and not shown since."
SHORT: dict[Kind, str] = {
    "north_wind": "North", "south_wind": "South", "east_wind": "East", "west_wind": "West", "cannon_balls": "Balls",
    "chain_shot": "Chain", "grape_shot": "Grape",
}  # fmt: skip
ALONE = "If you show more winds, only you may fire this turn (SLC-8)."
RUNS_OUT = "The pile may run out and be reshuffled: no exact odds."


def chances(view: State, side: Side, cards: Cards) -> tuple[Section, ...]:
    """What there is to hope and to fear while these cards are chosen."""
    return _CHOICES[view.phase].chances(view, side, cards)


def unseen_reading(view: State, side: Side) -> Reading:
    """The cards in the pile and in the other hand, by kind."""
    there = survey.count_unseen(view, side)
    rows = _two_columns({kind: str(number) for kind, number in there.items()})
    surely = {kind: str(number) for kind, number in survey.count_surely_held(view, side).items() if number}
    known = (
        (Section(f"Certainly held by {view.ships[OTHER[side]].name}", _two_columns(surely), KEPT),) if surely else ()
    )
    return Reading("Not seen yet", "", (Section("", rows, ALIKE), *known))


def _drawn(title: str, chances: Mapping[Kind, Fraction] | None) -> Section:
    if chances is None:
        return Section(title, (), RUNS_OUT)
    return Section(
        title, _two_columns({kind: format_percent(chance) for kind, chance in chances.items()}), rule="SLC-4"
    )


def _two_columns(told: Mapping[Kind, str]) -> tuple[tuple[str, str], ...]:
    """Something told of every kind, two kinds to a line."""
    cells = [f"{SHORT[kind]} {words}" for kind, words in told.items()]
    return tuple((" · ".join(cells[first : first + 2]), "") for first in range(0, len(cells), 2))


def _reload(view: State, side: Side, cards: Cards) -> tuple[Section, ...]:
    number = len(cards) or RELOADED
    return (
        _drawn(f"At least one in {format_count(number, 'card')}", survey.find_exchange_chances(view, side, number)),
    )


def _retire(view: State, side: Side, cards: Cards) -> tuple[Section, ...]:
    return (_drawn("At least one in your next hand", survey.find_load_chances(view, side, len(cards))),)


def _sail(view: State, side: Side, cards: Cards) -> tuple[Section, ...]:
    """Of the winds that are chosen, and of the most that could be shown."""
    other = view.ships[OTHER[side]].name
    best = len(phases.find_best_winds(view, view.cards.hands[side]))
    numbers = sorted({len(cards), best})
    lines = [line for shown in numbers for line in _against(view, side, shown)]
    return (Section(f"{other} could show", tuple(lines), rule="SLC-7"),)


def _against(view: State, side: Side, shown: int) -> tuple[tuple[str, str], ...]:
    more, equal = survey.chance_of_more_winds(view, side, shown), survey.chance_of_as_many_winds(view, side, shown)
    rows = [(f"more than {shown}" if shown else "at least 1 wind", format_percent(more))]
    return (*rows, (f"exactly {shown}", format_percent(equal - more))) if shown else tuple(rows)


def _fire(view: State, side: Side, cards: Cards) -> tuple[Section, ...]:  # noqa: ARG001
    """Whether the other side holds shot enough of one kind for all that is left of a stat, where it may fire."""
    other = view.ships[OTHER[side]].name
    if OTHER[side] not in view.asked:
        return (Section(f"{other} may not fire", (), ALONE),)
    left = view.ships[side].left
    lines = [(f"all of your {stat}", format_percent(survey.chance_to_lose_stat(view, side, stat))) for stat in left]
    lines.append(("any of these", format_percent(survey.chance_to_be_lost(view, side))))
    return (Section(f"{other} could take", tuple(lines), rule="SLC-8"),)


class Choice(NamedTuple):
    """What is put together in a phase.

    Attributes:
        order: it makes.
        none: what the button says without cards.
        deed: the same with cards, e.g. ``Exchange``.
        thing: what a card is called; shot is named by its kind.
        chances: what the sheet tells meanwhile.
    """

    order: type[Reload | Sail | Fire | Retire]
    none: str
    deed: str
    thing: str
    chances: Callable[[State, Side, Cards], tuple[Section, ...]]


_CHOICES: dict[str, Choice] = {
    "reload": Choice(Reload, "Keep all", "Discard", "card", _reload),
    "sail": Choice(Sail, "Show no wind", "Show", "wind", _sail),
    "fire": Choice(Fire, "Hold fire", "Fire", "", _fire),
    "retire": Choice(Retire, "Keep all", "Discard", "card", _retire),
}


def about(view: State, side: Side, card: str) -> Section:
    """How many more of a card's kind are held, and not seen."""
    kind = view.deck[card]
    held = sum(view.deck.get(one) == kind for one in view.cards.hands[side])
    unseen = survey.count_unseen(view, side)[kind]
    gone = sum(view.deck[one] == kind for one in view.cards.discards)
    rows = (("in your hand", str(held)), ("on the discards", str(gone)), ("not seen yet", str(unseen)))
    return Section("Cards of this kind", rows)
