"""What the events of a match come to for whoever tells its course: losses, harm, luck, ways, and when it all was."""

from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

import msgspec

from tabletop.core.dispatch import Handler
from tabletop.core.events import Event
from tabletop.core.game import AnyState
from tabletop.core.match import Match


class Damage(msgspec.Struct, frozen=True):
    """So many points that one piece took from another; `by` is empty where nobody did."""

    by: str
    to: str
    points: int


class Throw(msgspec.Struct, frozen=True):
    """Chance that a side had: of so many dice or cards so many hits came, where `expected` were to be expected.

    `spread` is the variance of what was to be expected.
    """

    side: str
    dice: int
    hits: int
    expected: float
    spread: float


class Shot(msgspec.Struct, frozen=True):
    """A shot that was fired, and how far it carried, in the game's own measure."""

    by: str
    to: str
    distance: float


class Notice(msgspec.Struct, frozen=True, kw_only=True):
    """What an event comes to.

    Attributes:
        mark: name of the sign that marks it in the course; empty for what is not of note.
        about: the pieces that the mark is about.
        lost: the pieces, or what stands for them, that are lost by it.
        back: those lost before that are their side's again.
        harms: who hurt whom.
        threw: the chance that went with it.
        shot: what was fired, where that can be measured.
        sailed: how far pieces went.
    """

    mark: str = ""
    about: tuple[str, ...] = ()
    lost: tuple[str, ...] = ()
    back: tuple[str, ...] = ()
    harms: tuple[Damage, ...] = ()
    threw: Throw | None = None
    shot: Shot | None = None
    sailed: Mapping[str, float] = {}


NOTHING = Notice()


class Piece(msgspec.Struct, frozen=True):
    """Who takes and deals harm: a ship, a side, an army; `group` is the squadron that it belongs to, if any."""

    name: str
    side: str
    group: str = ""


Noticed = Handler[AnyState, Notice]
"""From the state before an event, and the event."""


class Chronicler(msgspec.Struct, frozen=True, kw_only=True):
    """How the course of a game is told; all of it asks no more of a state than its views tell.

    Attributes:
        notices: what comes of an event, by its kind.
        standing: the points of each side.
        pieces: who can be hurt, by their keys.
        when: the turn, and the phase of it.
        clock: the time of day at which a turn begins, e.g. ``12:15``; empty where nothing says it.
        harm: what is taken, e.g. ``hull points``; empty where nothing is counted.
        points: what `standing` counts.
        chance: what is thrown and what comes of it, e.g. ``dice`` and ``hits``.
        measure: of distances, e.g. ``UM``.
        throws: what is counted where somebody throws, e.g. ``broadsides``.
        nobody: who took what no piece gave, e.g. ``no ship: by flames or the ground``.
    """

    notices: Mapping[type[Event], Noticed] = {}
    standing: Callable[[AnyState], Mapping[str, int]] = lambda state: {}  # noqa: ARG005
    pieces: Callable[[AnyState], Mapping[str, Piece]] = lambda state: {}  # noqa: ARG005
    when: Callable[[AnyState], tuple[int, str]] = lambda state: (getattr(state, "turn", 0), getattr(state, "phase", ""))
    clock: Callable[[AnyState, int], str] = lambda state, turn: ""  # noqa: ARG005
    harm: str = ""
    points: str = "victory points"
    chance: tuple[str, str] = ("dice", "hits")
    measure: str = ""
    throws: str = "throws"
    nobody: str = "nobody"

    def notice(self, state: AnyState, event: Event) -> Notice:
        """What an event comes to."""
        noticed = self.notices.get(type(event))
        return noticed(state, event) if noticed else NOTHING


PLAIN = Chronicler()
"""A game of which no more is known than its turns."""


class NotedEvent(NamedTuple):
    """Something of note.

    Attributes:
        place: how many moves had been made when it had come about.
        turn: in which.
        notice: what it came to.
        before: the view before it.
        event: as it was seen.
    """

    place: int
    turn: int
    notice: Notice
    before: AnyState
    fact: Event


class Chronicle:
    """The course of a match as somebody may know it; places are numbers of moves that had been made.

    Attributes:
        told: all that is of note, in order.
        when: of each place the turn and the phase.
        places: how many moves there are.
    """

    def __init__(self, match: Match, viewer: str, by: Chronicler) -> None:
        self.by, self._match, self._viewer = by, match, viewer
        self.places = len(match.moves)
        self._states = [match.opening, *(move.after for move in match.moves)]
        self.when = [by.when(state) for state in self._states]
        self.told: Sequence[NotedEvent] = tuple(self._noticed())

    def _noticed(self) -> Iterator[NotedEvent]:
        for place, move in enumerate(self._match.moves, 1):
            for view, event in self._match.told(move, self._viewer):
                notice = self.by.notice(view, event)
                if notice is not NOTHING:
                    yield NotedEvent(place, self.by.when(view)[0], notice, view, event)

    def words(self, told: NotedEvent) -> str:
        """It in a sentence."""
        return self._match.game.narrate(told.before, told.fact)

    @cached_property
    def pieces(self) -> Mapping[str, Piece]:
        """Who was in it, by their keys."""
        return self.by.pieces(self._match.game.view(self._match.opening, self._viewer))

    @cached_property
    def hours(self) -> Mapping[int, str]:
        """The time of day at which each turn begins, where something says it; before the first there is none."""
        opening = self._match.game.view(self._match.opening, self._viewer)
        said = {turn: self.by.clock(opening, turn) for turn, _ in self.turns if turn}
        return {turn: hour for turn, hour in said.items() if hour}

    def standing(self, place: int) -> Mapping[str, int]:
        """The points of each side at a place."""
        return self.by.standing(self._match.game.view(self._states[place], self._viewer))

    def named(self, points: Mapping[str, int]) -> Mapping[str, int]:
        """Points by the names of the sides."""
        game, opening = self._match.game, self._match.opening
        return {game.name_of(opening, side.id): points[side.id] for side in game.meta.sides if side.id in points}

    @cached_property
    def turns(self) -> Sequence[tuple[int, int]]:
        """Each turn with the place at which it begins."""
        begun: dict[int, int] = {}
        for place, (turn, _) in enumerate(self.when):
            begun.setdefault(turn, place)
        return tuple(begun.items())

    @cached_property
    def phases(self) -> Sequence[int]:
        """The places at which a phase begins."""
        return [place for place in range(1, len(self.when)) if self.when[place] != self.when[place - 1]]

    @cached_property
    def marked(self) -> Sequence[NotedEvent]:
        """What bears a mark."""
        return [one for one in self.told if one.notice.mark]

    @cached_property
    def losses(self) -> Sequence[int]:
        """The places at which something had been lost."""
        return sorted({one.place for one in self.told if one.notice.lost})

    @cached_property
    def lost(self) -> Sequence[NotedEvent]:
        """What cost anything that has not come back since."""
        found: list[NotedEvent] = []
        for told in self.told:
            if back := set(told.notice.back):
                found = [one for one in found if not back.issuperset(one.notice.lost)]
            found += [told] if told.notice.lost else []
        return found

    def next_loss(self, place: int) -> int | None:
        """The first place behind one at which something more had been lost."""
        number = bisect_right(self.losses, place)
        return self.losses[number] if number < len(self.losses) else None

    def turn_from(self, place: int, step: int) -> int:
        """Where the next turn begins or, going back, this one, or the one before if it is just beginning."""
        begins = [begun for _, begun in self.turns]
        number = bisect_right(begins, place) - 1
        if step > 0:
            return begins[number + 1] if number + 1 < len(begins) else self.places
        return begins[number] if begins[number] < place else begins[max(0, number - 1)]
