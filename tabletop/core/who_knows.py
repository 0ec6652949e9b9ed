"""Who knows what of a match at a place of its replay; a side is told nothing of it that this side could not know."""

from collections.abc import Callable, Hashable, Iterator, Sequence
from itertools import takewhile
from typing import NamedTuple

from tabletop.core.events import Event
from tabletop.core.game import AnyState
from tabletop.core.replay import ALL, Replay

BOTH, NONE, LATER = "both sides", "nobody", "nobody yet"
TABLE, COMING = "All that lies open, and every roll", "What comes after"
MOST = 3
"""Events that not everybody knows, of which each is told: the last ones."""


class Known(NamedTuple):
    """Something, and who knows it, in words."""

    what: str
    who: str


def who_knows(replay: Replay, when: Callable[[AnyState], Hashable]) -> Sequence[Known]:
    """What lies open, what came about in this phase that does not, what is kept back, and what is still to come.

    Whoever looks as a side is told of events as that side saw them, of its own secrets, and of those of the others
    only that they may have some (C-6).

    Args:
        replay: stands at a place, as somebody sees it.
        when: what is the same of all states of a phase.
    """
    found = [Known(TABLE, BOTH), *list(dict.fromkeys(_facts(replay, when)))[-MOST:]]
    if replay.viewer != ALL or any(map(replay.whole.game.hides, (replay.opening, replay.state))):
        found += _kept(replay)
    return [*found, Known(COMING, LATER)] if replay.place < replay.places else found


def _facts(replay: Replay, when: Callable[[AnyState], Hashable]) -> Iterator[Known]:
    """Those of the phase that somebody does not know as they are told here."""
    now = when(replay.moves[-1].before) if replay.moves else None
    of_phase = list(takewhile(lambda move: when(move.before) == now, reversed(replay.moves)))
    for move in reversed(of_phase):
        for view, event in replay.told(move, replay.side):
            told, who = replay.game.narrate(view, event), _knowers(replay, event)
            if told and who != BOTH:
                yield Known(told, who)


def _knowers(replay: Replay, event: Event) -> str:
    """Who sees an event as it is told."""
    game = replay.whole.game
    sides = [side.id for side in game.meta.sides]
    knowing = [side for side in sides if game.seen(event, side) == event]
    if len(knowing) == len(sides):
        return BOTH
    return f"{' and '.join(_name(replay, side) for side in knowing)} alone" if knowing else NONE


def _kept(replay: Replay) -> Iterator[Known]:
    """What each side knows besides; of another than the one that looks it is not asked whether there is anything."""
    game, state = replay.whole.game, replay.state
    for side in (one.id for one in game.meta.sides):
        asked = replay.viewer in (ALL, side)
        if not asked or game.view(state, side) != game.view(state, ""):
            name = _name(replay, side)
            yield Known(f"What {name} {'holds' if asked else 'may hold'} back", f"{name} alone")


def _name(replay: Replay, side: str) -> str:
    return replay.whole.game.name_of(replay.opening, side)
