"""A match gone through again, as one side or everybody could know it, with what was taken back on the way."""

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from itertools import takewhile
from typing import NamedTuple, cast

from msgspec.structs import replace

from tabletop.core.chance import SeededChance
from tabletop.core.events import Event
from tabletop.core.game import AnyGame, AnyState, Meta
from tabletop.core.match import ONE_SIDE, Match, MatchSetup
from tabletop.core.match_history import MatchHistory, Move, Timeline
from tabletop.core.record import Made, Seating, TakenBack

ALL = "all"
"""Who sees everything, once a match is over."""


class OmniscientView:
    """A game as whoever may see everything sees it; in all else it is that game."""

    def __init__(self, game: AnyGame) -> None:
        self._game = game
        self.meta: Meta = replace(game.meta, secrets=False)

    def __getattr__(self, name: str) -> object:
        return getattr(self._game, name)

    def hides(self, state: AnyState) -> bool:  # noqa: ARG002
        """Nothing is hidden."""
        return False

    def view(self, state: AnyState, side: str) -> AnyState:  # noqa: ARG002
        """All of it."""
        return state

    def seen(self, event: Event, side: str) -> Event:  # noqa: ARG002
        """All of it."""
        return event


def viewers(match: Match, looking: str = "") -> tuple[str, ...]:
    """Who a match can be seen as again, ALL first, else ids of sides, and ``""`` for what everybody may know (C-6).

    Where something is hidden each side, and all, may be looked at once it is over; before, whoever is `looking`, or
    the only person who plays it.
    """
    if match.header.known_to:
        return (match.header.known_to,)
    game, sides = match.game, tuple(side.id for side in match.game.meta.sides)
    if not any(game.hides(state) for state in (match.opening, match.state)):
        return (ALL,)
    if game.outcome(match.state) is not None:
        return (ALL, *sides)
    seating = match.header.seating
    persons = {
        seat.side for seat in game.seats(match.state) if not (seating.player(seat.id) or seating.player(seat.side))
    }
    return (looking or (persons.pop() if len(persons) == 1 else ""),)


def dealt_anew(game: AnyGame, state: AnyState, seed: str, sides: Iterable[str]) -> AnyState:
    """A state in which what is hidden from these sides, one after another, is any that it might be (C-6)."""
    chance = SeededChance(f"{seed}/unseen")
    for side in sides:
        state = game.guess(game.view(state, side), side, chance)
    return state


class Replay(Match):
    """A match that stands at some place of what was done and not taken back, and goes on from there.

    Attributes:
        whole: the match itself.
        viewer: who looks at it, one of `viewers`.
        place: how many moves have been made here.
        compared: whether it shows what was taken back at its place instead.
    """

    def __init__(self, whole: Match, viewer: str, place: int = 0) -> None:
        self.whole, self.place, self.compared = whole, place, False
        self.look_like(viewer)
        seats = tuple(seat.id for seat in whole.game.seats(whole.opening))
        nobody = Seating(computer=seats, curtain=False, advice=False)
        super().__init__(self._course, replace(whole.header, seating=nobody))
        self.left_out = _taken_back(whole)

    def look_like(self, viewer: str) -> None:
        """Let another look, one of `viewers`, at the same place."""
        self.viewer = viewer
        self.game = cast("AnyGame", OmniscientView(self.whole.game)) if viewer == ALL else self.whole.game
        self._standing = _course(self.game, self.whole, self.whole.moves)
        self.go_to(self.place)

    @property
    def side(self) -> str:
        """Whose view is told: that of the viewer, of ALL nobody's, from whom then nothing is hidden."""
        return "" if self.viewer == ALL else self.viewer

    @property
    def seat(self) -> str:
        """From whose place it is seen: of ALL, where something is hidden, from that of who orders next."""
        decision = self.game.decision(self.state)
        if self.viewer != ALL or decision is None or not self.whole.game.hides(self.state):
            return self.side
        after = self._standing.moves[self.place :]
        return after[0].command.side if after else decision.side

    @property
    def places(self) -> int:
        """The last place."""
        return len(self._standing.moves)

    def whole_course(self) -> Match:
        """All of it as the viewer may know it."""
        return Match(self._standing, self.header)

    def go_to(self, place: int) -> None:
        """Stand at another place."""
        self.place, self.compared = max(0, min(place, self.places)), False
        self._course = Timeline(self._standing, self.place)

    def go_on(self) -> bool:
        """Make one move more; whether there was one."""
        if self.compared or self.place >= self.places:
            return False
        assert isinstance(self._course, Timeline)
        next(self._course.on())
        self.place += 1
        return True

    def compare(self) -> None:
        """Show what was taken back at this place as it had been done, or what stands again."""
        if self.compared or self.place not in self.left_out:
            self.go_to(self.place)
            return
        branch = [*self._standing.moves[: self.place], *self.left_out[self.place]]
        self.compared, self._course = True, Timeline(_course(self.game, self.whole, branch), self.place)
        assert isinstance(self._course, Timeline)
        self._course.end()

    def barred(self) -> str:
        """Why the match cannot be taken over here; empty if it can."""
        game = self.whole.game
        if self.whole.header.known_to:
            return ONE_SIDE
        if game.decision(self.state) is None:
            return "The battle is over here: go back to a place at which there is something to order."
        if game.hides(self.state) and game.outcome(self.whole.state) is None:
            return "Where something is hidden, only a match that is over can be taken over."
        return ""

    def taken_over(self, seed: str, seating: Seating) -> MatchSetup:
        """A new match that goes on from here with chance of its own; what nobody could know is dealt anew (C-6).

        Raises:
            ValueError: if it is `barred`.
        """
        if why := self.barred():
            raise ValueError(why)
        game, state, header = self.whole.game, self.state, self.whole.header
        if game.hides(state):
            side = self.side or game.decision(state).side  # type: ignore[union-attr] # else it were barred
            state = dealt_anew(game, state, seed, (side,))
        since = f"{header.title}, {game.headline(state)}"
        return MatchSetup(game, header.scenario, header.source, seed, header.options, seating, state, since)


def _course(game: AnyGame, whole: Match, moves: Iterable[Move]) -> MatchHistory:
    """The course in which these moves alone were made."""
    made = {id(move): entry for entry, move in whole.trace if isinstance(entry, Made)}
    course = MatchHistory(game, whole.opening)
    for move in moves:
        course.settle(made[id(move)], move)
    return course


def _taken_back(whole: Match) -> Mapping[int, Sequence[Move]]:
    """What was taken back and not done again, by the place at which it had been done; of several goes the last."""
    found: dict[int, Sequence[Move]] = {}
    standing = {id(move) for move in whole.moves}
    place = whole.timeline()
    for entry, move in place.on():
        stood = not place.moves or id(place.moves[-1]) in standing
        if isinstance(entry, TakenBack) and stood and id(move) not in standing:
            found[len(place.moves)] = tuple(place.undone[::-1])
    return found


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
