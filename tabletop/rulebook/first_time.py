"""What a newcomer is told when something comes up for the first time: what it means, and where it stands."""

from collections.abc import Sequence
from functools import cache
from importlib import resources

import msgspec
import yaml

from tabletop.core.events import Event


class FirstTime(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A note.

    Attributes:
        event: tag of what happens.
        title: what it is called.
        words: what it means, 45 words at most.
        rule: identifier in the rulebook.
        having: values that fields of the event must have, any of each.
    """

    fact: str
    title: str
    words: str
    rule: str
    having: dict[str, tuple[str | int, ...]] = {}

    def comes_up(self, event: Event) -> bool:
        """Whether an event is what it speaks of."""
        return event.__struct_config__.tag == self.fact and all(
            getattr(event, name) in values for name, values in self.having.items()
        )


@cache
def first_times(game: str) -> Sequence[FirstTime]:
    """The notes of a game, the more special before the more general; none of a game that has no book."""
    file = resources.files("tabletop.rulebook").joinpath(game, "first_time.yaml")
    if not file.is_file():
        return ()
    return msgspec.convert(yaml.safe_load(file.read_text(encoding="utf-8")), tuple[FirstTime, ...])
