"""The chronicle of a match: its notable events with losses, damage, luck and distances, and the time of each move."""

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
    """Points of damage that piece `by` dealt to piece `to`; `by` is "" if no piece dealt the damage."""

    by: str
    to: str
    points: int


class Throw(msgspec.Struct, frozen=True):
    """One throw of dice or cards by a side, with its hits and the expected number of hits.

    `spread` is the variance of the number of hits.
    """

    side: str
    dice: int
    hits: int
    expected: float
    spread: float


class Shot(msgspec.Struct, frozen=True):
    """A shot and its distance in the game's own unit."""

    by: str
    to: str
    distance: float


class Notice(msgspec.Struct, frozen=True, kw_only=True):
    """The notable effects of an event.

    Attributes:
        mark: name of the sign for the event in the chronicle; "" for none.
        about: ids of the pieces that the mark is about.
        lost: ids of the pieces that the event takes out of the game.
        back: ids of pieces that were lost before and return to their side.
        harms: damage by piece.
        threw: the throw that belongs to the event, or None.
        shot: the shot, if its distance is known, or None.
        sailed: distance that each piece moved, by id.
    """

    mark: str = ""
    about: tuple[str, ...] = ()
    lost: tuple[str, ...] = ()
    back: tuple[str, ...] = ()
    harms: tuple[Damage, ...] = ()
    threw: Throw | None = None
    shot: Shot | None = None
    sailed: Mapping[str, float] = {}


NO_NOTICE = Notice()


class PieceInfo(msgspec.Struct, frozen=True):
    """A piece that deals or takes damage: a ship, a side or an army. `group` is its squadron, or ""."""

    name: str
    side: str
    group: str = ""


NoticeFunction = Handler[AnyState, Notice]
"""Returns the notice of an event, given the state before it."""


class Chronicler(msgspec.Struct, frozen=True, kw_only=True):
    """The functions and texts by which a game's chronicle is made. The functions read only what a side's view holds.

    Attributes:
        notices: by kind of event, the function that returns its notice.
        score: returns the points by side.
        pieces: returns the pieces that can be damaged, by key.
        moment: returns the turn and the phase.
        clock: returns the time of day at which a turn begins, e.g. ``12:15``, or "".
        harm: unit of damage, e.g. ``hull points``; "" if damage is not counted.
        points: unit of `score`.
        chance: what is thrown and what counts as success, e.g. ``("dice", "hits")``.
        measure: unit of distances, e.g. ``UM``.
        throws: noun for throws in the plural, e.g. ``broadsides``.
        nobody: phrase for damage that no piece dealt, e.g. ``no ship: by flames or the ground``.
    """

    notices: Mapping[type[Event], NoticeFunction] = {}
    score: Callable[[AnyState], Mapping[str, int]] = lambda state: {}  # noqa: ARG005
    pieces: Callable[[AnyState], Mapping[str, PieceInfo]] = lambda state: {}  # noqa: ARG005
    moment: Callable[[AnyState], tuple[int, str]] = lambda state: (
        getattr(state, "turn", 0),
        getattr(state, "phase", ""),
    )
    clock: Callable[[AnyState, int], str] = lambda state, turn: ""  # noqa: ARG005
    harm: str = ""
    points: str = "victory points"
    chance: tuple[str, str] = ("dice", "hits")
    measure: str = ""
    throws: str = "throws"
    nobody: str = "nobody"

    def notice(self, state: AnyState, event: Event) -> Notice:
        """Return the notice of an event, or `NO_NOTICE` if the game has none for its kind."""
        noticed = self.notices.get(type(event))
        return noticed(state, event) if noticed else NO_NOTICE


PLAIN_CHRONICLER = Chronicler()
"""A chronicler that knows only turns and phases."""


class NotedEvent(NamedTuple):
    """A notable event of a match.

    Attributes:
        place: number of moves that had been made after the event.
        turn: number of the turn.
        notice: the notable effects.
        before: the viewer's view before the event.
        event: the event, redacted for the viewer.
    """

    place: int
    turn: int
    notice: Notice
    before: AnyState
    event: Event


class Chronicle:
    """The notable events of a match as one viewer may know them. A place is the number of moves made.

    Attributes:
        noted_events: all notable events, in order.
        moments: turn and phase of each place.
        places: number of moves.
    """

    def __init__(self, match: Match, viewer: str, chronicler: Chronicler) -> None:
        """Collect the notable events of all moves of `match` that are not undone, as `viewer` may know them."""
        self.chronicler, self._match, self._viewer = chronicler, match, viewer
        self.places = len(match.moves)
        self._states = [match.opening, *(move.after for move in match.moves)]
        self.moments = [chronicler.moment(state) for state in self._states]
        self.noted_events: Sequence[NotedEvent] = tuple(self._find_noted_events())

    def _find_noted_events(self) -> Iterator[NotedEvent]:
        """Yield each event that the chronicler has a notice for, in order."""
        for place, move in enumerate(self._match.moves, 1):
            for view, event in self._match.view_events(move, self._viewer):
                notice = self.chronicler.notice(view, event)
                if notice is not NO_NOTICE:
                    yield NotedEvent(place, self.chronicler.moment(view)[0], notice, view, event)

    def describe(self, told: NotedEvent) -> str:
        """Return a notable event as a sentence."""
        return self._match.game.describe(told.before, told.event)

    @cached_property
    def pieces(self) -> Mapping[str, PieceInfo]:
        """Return the pieces that can be damaged, by key, as they were at the opening."""
        return self.chronicler.pieces(self._match.game.view(self._match.opening, self._viewer))

    @cached_property
    def turn_times(self) -> Mapping[int, str]:
        """Return the time of day by turn, for the turns from 1 on that have one."""
        opening = self._match.game.view(self._match.opening, self._viewer)
        said = {turn: self.chronicler.clock(opening, turn) for turn, _ in self.turn_starts if turn}
        return {turn: hour for turn, hour in said.items() if hour}

    def score_at(self, place: int) -> Mapping[str, int]:
        """Return the points of each side at a place, as the viewer may know them."""
        return self.chronicler.score(self._match.game.view(self._states[place], self._viewer))

    def points_by_name(self, points: Mapping[str, int]) -> Mapping[str, int]:
        """Return `points` with names of sides instead of ids as keys; other keys are left out."""
        game, opening = self._match.game, self._match.opening
        return {game.name_of(opening, side.id): points[side.id] for side in game.meta.sides if side.id in points}

    @cached_property
    def turn_starts(self) -> Sequence[tuple[int, int]]:
        """Return (turn, place at which the turn begins) for each turn, in order of time; the opening has place 0."""
        begun: dict[int, int] = {}
        for place, (turn, _) in enumerate(self.moments):
            begun.setdefault(turn, place)
        return tuple(begun.items())

    @cached_property
    def phase_starts(self) -> Sequence[int]:
        """Return the places from 1 on at which another phase or turn begins."""
        return [place for place in range(1, len(self.moments)) if self.moments[place] != self.moments[place - 1]]

    @cached_property
    def events_with_mark(self) -> Sequence[NotedEvent]:
        """Return the notable events that have a mark."""
        return [one for one in self.noted_events if one.notice.mark]

    @cached_property
    def loss_places(self) -> Sequence[int]:
        """Return the places at which a piece was lost, sorted."""
        return sorted({one.place for one in self.noted_events if one.notice.lost})

    @cached_property
    def lasting_losses(self) -> Sequence[NotedEvent]:
        """Return the events that lost a piece, in order, without losses that were made good later.

        A loss is made good if a later event brings back all of its pieces.
        """
        found: list[NotedEvent] = []
        for told in self.noted_events:
            if back := set(told.notice.back):
                found = [one for one in found if not back.issuperset(one.notice.lost)]
            found += [told] if told.notice.lost else []
        return found

    def find_next_loss(self, place: int) -> int | None:
        """Return the first place after `place` at which a piece was lost, or None."""
        number = bisect_right(self.loss_places, place)
        return self.loss_places[number] if number < len(self.loss_places) else None

    def find_turn_start(self, place: int, step: int) -> int:
        """Return the place where the next turn begins (`step` > 0) or where this or the previous turn begins.

        If no turn follows, the last place is returned. Backwards, the start of the current turn is returned, or of
        the turn before if `place` is already at that start; never less than the first start.
        """
        begins = [begun for _, begun in self.turn_starts]
        number = bisect_right(begins, place) - 1
        if step > 0:
            return begins[number + 1] if number + 1 < len(begins) else self.places
        return begins[number] if begins[number] < place else begins[max(0, number - 1)]
