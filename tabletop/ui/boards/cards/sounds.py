"""The sounds of a card table: of cards as they fly, and of each event once it is shown."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

from tabletop.cards.events import CardPlayed, CardsCleared, CardsDealt, CardsDiscarded, PileShuffled
from tabletop.core.agreement import GameEnded
from tabletop.core.dispatch import KindHandler
from tabletop.core.events import Event
from tabletop.ui.sound.cues import CueTable, always_cue, build_cue_table, find_cues
from tabletop.ui.sound.mixing import CENTER, SoundPosition
from tabletop.ui.sound.speaker import SPEAKER


class AnimationStep(Protocol):
    """A flight or stroke that shows `event`; `delay` and `duration` are milliseconds."""

    @property
    def event(self) -> Event | None: ...  # noqa: D102
    @property
    def delay(self) -> int: ...  # noqa: D102
    @property
    def duration(self) -> int: ...  # noqa: D102
    @property
    def source_widget(self) -> str: ...  # noqa: D102


@dataclass(frozen=True)
class Tone:
    """A sound that is due `time` milliseconds after the start of the animation, and is heard `delay` later."""

    time: float
    kind: str
    where: SoundPosition = CENTER
    delay: float = 0.0


Tones = Sequence[Tone]


def schedule_tones(
    score: CueTable,
    before: object,
    events: Iterable[Event],
    played: Sequence[AnimationStep],
    where: Callable[[str], SoundPosition],
) -> Tones:
    """Return the sounds of events. An event without a flight is heard once those before it have been shown.

    Args:
       score: the sounds by type of event.
       before: the state before the events.
       events: the events, oldest first.
       played: the flights and strokes that show the events.
       where: returns the position of a widget, by its id.
    """
    found, told = list[Tone](), 0
    for event in events:
        own = [one for one in played if one.event is event]
        told = max([told, *(one.delay + one.duration for one in own)])
        for call in find_cues(score, before, event):
            if call.per_card:
                found += [Tone(one.delay, call.kind, where(one.source_widget), call.after) for one in own]
            else:
                found.append(Tone(told, call.kind, where(call.piece), call.after))
    return found


def play_due_tones(heard: Tones, age: float) -> Tones:
    """Play the sounds that are due at `age` milliseconds, and return the others."""
    for tone in heard:
        if tone.time <= age:
            SPEAKER.play(tone.kind, tone.where, tone.delay)
    return [tone for tone in heard if tone.time > age]


COMMON: CueTable = build_cue_table(
    KindHandler(PileShuffled, always_cue("shuffled")),
    KindHandler(CardsDealt, always_cue("card_dealt", each=True)),
    KindHandler(CardPlayed, always_cue("card_placed", each=True)),
    KindHandler(CardsDiscarded, always_cue("card_placed", each=True)),
    KindHandler(CardsCleared, always_cue("card_placed")),
    KindHandler(GameEnded, always_cue("ruffle")),
)
