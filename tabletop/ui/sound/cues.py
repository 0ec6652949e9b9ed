"""What a game says of its sounds: by the kind of an event, what is heard of it."""

from collections.abc import Callable, Iterable
from typing import NamedTuple, Protocol, TypeVar

from tabletop.core.dispatch import Handlers, KindHandler, build_handlers
from tabletop.core.events import Event
from tabletop.core.game import AnyState

F = TypeVar("F", bound=Event)

PAIR, PAIRS = 420, 1400
"""Milliseconds between the two strokes of a pair on the bell, and from pair to pair."""


class SoundCue(NamedTuple):
    """Something that is to be heard.

    Attributes:
        kind: its name in `kinds`.
        piece: where it comes from, a ship on a map or a widget by its id; without one the middle of what is seen.
        after: milliseconds after the event is seen.
        per_card: for each card that flies, when it does; else once, when the last has come to where it goes.
    """

    kind: str
    piece: str = ""
    after: int = 0
    per_card: bool = False


CueTable = Handlers[AnyState, Iterable[SoundCue]]
"""By the kind of an event, from the state before it; an event that is not named is not heard."""
SILENT: CueTable = {}


def build_cue_table(*cases: KindHandler[AnyState, Iterable[SoundCue]]) -> CueTable:
    """The table of some kinds of events."""
    return build_handlers(*cases)


class HasSounds(Protocol):
    """The part of a game's table that is heard."""

    sounds: CueTable = SILENT
    """What is heard of events when they are seen, and of dice, `Thrown`, when they roll; left out, nothing."""

    def weather(self) -> str:
        """The wind that is heard, see `sound.kinds.WEATHERS`: none but at sea."""
        return ""


def find_cues(of: CueTable, before: object, event: object) -> Iterable[SoundCue]:
    """What is heard of something that has happened."""
    handle = of.get(type(event))
    return handle(before, event) if handle else ()


def always_cue(*kinds: str, each: bool = False) -> Callable[[object, object], Iterable[SoundCue]]:
    """The same of every event of a kind."""
    return lambda _state, _event: [SoundCue(kind, per_card=each) for kind in kinds]


def bell_cues(turn: int) -> Iterable[SoundCue]:
    """The ship's bell: one stroke more each turn, in pairs, and from one again after eight."""
    return [SoundCue("bell", after=number // 2 * PAIRS + number % 2 * PAIR) for number in range((turn - 1) % 8 + 1)]
