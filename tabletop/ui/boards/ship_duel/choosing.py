"""The choice that a player puts together: which command it makes, what the button says, what it would do."""

from typing import NamedTuple

from tabletop.core.errors import Refused
from tabletop.core.phrases import count
from tabletop.games.ship_duel import GAME, asking
from tabletop.games.ship_duel.chapters import firing
from tabletop.games.ship_duel.commands import Fire, Reload, Retire, Sail
from tabletop.games.ship_duel.state import OTHER, Side, State
from tabletop.games.ship_duel.tables import KINDS, Stat
from tabletop.games.ship_duel.words import amounts

Cards = tuple[str, ...]

_COMMANDS: dict[str, type[Reload | Sail | Fire | Retire]] = {
    "reload": Reload,
    "sail": Sail,
    "fire": Fire,
    "retire": Retire,
}


def command(view: State, side: Side, cards: Cards) -> Reload | Sail | Fire | Retire:
    """The command of this phase with these cards."""
    return _COMMANDS[view.phase](side, cards)


def is_asked(view: State, side: str) -> bool:
    """Whether this side has to choose cards now."""
    return view.outcome is None and view.phase in _COMMANDS and side != "" and asking.asked(view) == side


def refusal(view: State, side: Side, cards: Cards) -> Refused | None:
    """Why these cards cannot be chosen together, or None."""
    return GAME.check(view, command(view, side, cards))


def label(view: State, cards: Cards) -> str:
    """What the brass button says."""
    none, deed, thing = _LABELS[view.phase]
    return f"{deed} {count(len(cards), thing) if thing else amounts(view, cards)}" if cards else none


_LABELS: dict[str, tuple[str, str, str]] = {
    "reload": ("Keep all", "Exchange", "card"),
    "sail": ("Show no wind", "Show", "wind"),
    "fire": ("Hold fire", "Fire", ""),
    "retire": ("Keep all", "Discard", "card"),
}
"""By phase: what the button says without cards, and what with them; shot is named by its kind."""


class Hit(NamedTuple):
    """What cards would do: the stat that they take, how many points, and the same in words."""

    stat: Stat
    points: int
    words: str


def damage(view: State, side: Side, cards: Cards) -> Hit | None:
    """In the Fire Phase: what these cards would do; None if they cannot be fired."""
    if view.phase != "fire" or not cards or refusal(view, side, cards):
        return None
    hit = firing.attack(view, side, cards)
    return Hit(hit.stat, hit.damage, f"{amounts(view, cards)}: {hit.stat} {hit.before} to {hit.after}")


def struck(view: State, side: Side) -> str:
    """What hit the ship of a side in the last Fire Phase, in words; empty if nothing did."""
    attack = view.attacks.get(OTHER[side])
    if attack is None:
        return ""
    row = KINDS[attack.kind]
    shot = row.one if attack.shots == 1 else row.many
    return f"{attack.shots} {shot}: {attack.stat} {attack.before} to {attack.after}"
