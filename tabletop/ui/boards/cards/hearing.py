"""What is heard at a card table: cards as they fly, and each fact when it is told of."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

from tabletop.core.facts import Fact
from tabletop.ui.sound.places import HERE, Where
from tabletop.ui.sound.score import Score, calls
from tabletop.ui.sound.speaker import SPEAKER


class Step(Protocol):
    """Something that is played for a fact, `of` which it is, from a moment on; all in milliseconds."""

    @property
    def of(self) -> Fact | None: ...  # noqa: D102
    @property
    def after(self) -> int: ...  # noqa: D102
    @property
    def lasts(self) -> int: ...  # noqa: D102
    @property
    def whence(self) -> str: ...  # noqa: D102


@dataclass(frozen=True)
class Noise:
    """What is heard at a moment of what is played, or so much later; milliseconds."""

    at: float
    kind: str
    where: Where = HERE
    later: float = 0.0


Noises = Sequence[Noise]


def noises(
    score: Score, before: object, events: Iterable[Fact], steps: Sequence[Step], where: Callable[[str], Where]
) -> Noises:
    """What is heard of facts; one for which nothing is played, as soon as the one before it has been told.

    `where` a widget lies is told by its id.
    """
    found, told = list[Noise](), 0
    for event in events:
        own = [step for step in steps if step.of is event]
        told = max([told, *(step.after + step.lasts for step in own)])
        for call in calls(score, before, event):
            if call.each:
                found += [Noise(step.after, call.kind, where(step.whence), call.after) for step in own]
            else:
                found.append(Noise(told, call.kind, where(call.piece), call.after))
    return found


def sounded(heard: Noises, age: float) -> Noises:
    """Let what is due be heard; what is still to come."""
    for noise in heard:
        if noise.at <= age:
            SPEAKER.ask(noise.kind, noise.where, noise.later)
    return [noise for noise in heard if noise.at > age]
