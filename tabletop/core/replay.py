"""A replay of a match as one viewer may know it, with undone moves, and playing on from any place."""

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from itertools import takewhile
from typing import NamedTuple, cast

from msgspec.structs import replace

from tabletop.core.chance import SeededChance
from tabletop.core.events import Event
from tabletop.core.game import AnyGame, AnyState, Meta
from tabletop.core.match import ONE_SIDE, Match, MatchSetup
from tabletop.core.match_history import MatchHistory, Move, Timeline
from tabletop.core.record import CommandEntry, Seating, UndoEntry

ALL = "all"
"""The viewer who sees everything once a match is over."""


class OmniscientView:
    """A game in which nothing is hidden. All other calls go to the game itself."""

    def __init__(self, game: AnyGame) -> None:
        self._game = game
        self.meta: Meta = replace(game.meta, secrets=False)

    def __getattr__(self, name: str) -> object:
        return getattr(self._game, name)

    def has_secrets(self, state: AnyState) -> bool:  # noqa: ARG002
        """Return False: nothing is hidden."""
        return False

    def view(self, state: AnyState, side: str) -> AnyState:  # noqa: ARG002
        """Return `state` itself."""
        return state

    def redact(self, event: Event, side: str) -> Event:  # noqa: ARG002
        """Return `event` itself."""
        return event


def list_viewers(match: Match, looking: str = "") -> tuple[str, ...]:
    """Return the viewers a match can be replayed as: ALL, ids of sides, or "" for public information only (C-6).

    The record of one side has only that side. A match without secrets has only ALL. With secrets, a match that is
    over has ALL and each side. Before its end there is one viewer: `looking`; if that is "", the only side that a
    person plays; else "".
    """
    if match.header.known_to:
        return (match.header.known_to,)
    game, sides = match.game, tuple(side.id for side in match.game.meta.sides)
    if not any(game.has_secrets(state) for state in (match.opening, match.state)):
        return (ALL,)
    if game.outcome(match.state) is not None:
        return (ALL, *sides)
    seating = match.header.seating
    persons = {
        seat.side for seat in game.seats(match.state) if not (seating.player(seat.id) or seating.player(seat.side))
    }
    return (looking or (persons.pop() if len(persons) == 1 else ""),)


def redeal_hidden(game: AnyGame, state: AnyState, seed: str, sides: Iterable[str]) -> AnyState:
    """Return the state with everything hidden from `sides` guessed at random, one side after another (C-6)."""
    chance = SeededChance(f"{seed}/unseen")
    for side in sides:
        state = game.guess(game.view(state, side), side, chance)
    return state


class Replay(Match):
    """A match at some place of its moves, without the undone ones. A place is the number of moves made.

    Attributes:
        whole: the match itself.
        viewer: one of `list_viewers`.
        place: number of moves made here.
        is_comparing: True while the undone moves of this place are shown instead.
        undone_branches: by place, the moves that were undone there.
    """

    def __init__(self, whole: Match, viewer: str, place: int = 0) -> None:
        self.whole, self.place, self.is_comparing = whole, place, False
        self.set_viewer(viewer)
        seats = tuple(seat.id for seat in whole.game.seats(whole.opening))
        nobody = Seating(computer=seats, curtain=False, advice=False)
        super().__init__(self._history, replace(whole.header, seating=nobody))
        self.undone_branches = _find_undone_branches(whole)

    def set_viewer(self, viewer: str) -> None:
        """Change the viewer, one of `list_viewers`, and stay at the same place."""
        self.viewer = viewer
        self.game = cast("AnyGame", OmniscientView(self.whole.game)) if viewer == ALL else self.whole.game
        self._kept_history = _build_history(self.game, self.whole, self.whole.moves)
        self.go_to(self.place)

    @property
    def side(self) -> str:
        """Return the side whose view is shown; "" for ALL, who sees everything."""
        return "" if self.viewer == ALL else self.viewer

    @property
    def seat(self) -> str:
        """Return the side whose seat is shown.

        That is `side`, but for ALL in a match with secrets the side of the next move, or without a next move the
        side that must act.
        """
        decision = self.game.decision(self.state)
        if self.viewer != ALL or decision is None or not self.whole.game.has_secrets(self.state):
            return self.side
        after = self._kept_history.moves[self.place :]
        return after[0].command.side if after else decision.side

    @property
    def places(self) -> int:
        """Return the number of moves that were made and not undone, which is the last place."""
        return len(self._kept_history.moves)

    def full_match(self) -> Match:
        """Return an unrecorded match with all moves that were not undone.

        Its game hides nothing if the viewer is ALL.
        """
        return Match(self._kept_history, self.header)

    def go_to(self, place: int) -> None:
        """Go to a place, clamped to 0 and the last one, and stop showing undone moves."""
        self.place, self.is_comparing = max(0, min(place, self.places)), False
        self._history = Timeline(self._kept_history, self.place)

    def step_forward(self) -> bool:
        """Go one move further. Return False if there is none or undone moves are being shown."""
        if self.is_comparing or self.place >= self.places:
            return False
        assert isinstance(self._history, Timeline)
        next(self._history.advance())
        self.place += 1
        return True

    def toggle_comparison(self) -> None:
        """Show the state after the moves that were undone at this place, or go back to the moves that stayed.

        If nothing was undone here, only the moves that stayed are shown.
        """
        if self.is_comparing or self.place not in self.undone_branches:
            self.go_to(self.place)
            return
        branch = [*self._kept_history.moves[: self.place], *self.undone_branches[self.place]]
        self.is_comparing, self._history = True, Timeline(_build_history(self.game, self.whole, branch), self.place)
        assert isinstance(self._history, Timeline)
        self._history.go_to_end()

    def explain_no_takeover(self) -> str:
        """Return why nobody can play on from here, as a sentence, or "" if somebody can.

        Reasons: the record is of one side, the game is over here, or a match with secrets has not ended.
        """
        game = self.whole.game
        if self.whole.header.known_to:
            return ONE_SIDE
        if game.decision(self.state) is None:
            return "The battle is over here. Go back to a point with orders to give."
        if game.has_secrets(self.state) and game.outcome(self.whole.state) is None:
            return "A match with hidden information can be taken over only when it has ended."
        return ""

    def build_takeover(self, seed: str, seating: Seating) -> MatchSetup:
        """Return the setup of a new match from here with new chance; what the viewer cannot know is guessed (C-6).

        Raises:
            ValueError: if `explain_no_takeover` gives a reason.
        """
        if why := self.explain_no_takeover():
            raise ValueError(why)
        game, state, header = self.whole.game, self.state, self.whole.header
        if game.has_secrets(state):
            side = self.side or game.decision(state).side  # type: ignore[union-attr] # else it were barred
            state = redeal_hidden(game, state, seed, (side,))
        since = f"{header.title}, {game.headline(state)}"
        return MatchSetup(game, header.scenario, header.source, seed, header.options, seating, state, since)


def _build_history(game: AnyGame, whole: Match, moves: Iterable[Move]) -> MatchHistory:
    """Build a history in which only `moves` were made, each by its entry in the trace of `whole`."""
    made = {id(move): entry for entry, move in whole.trace if isinstance(entry, CommandEntry)}
    course = MatchHistory(game, whole.opening)
    for move in moves:
        course.add_entry(made[id(move)], move)
    return course


def _find_undone_branches(whole: Match) -> Mapping[int, Sequence[Move]]:
    """Return the moves that were undone for good, by the place of the first; for each place the last branch.

    A branch counts only if all moves before it stayed.
    """
    found: dict[int, Sequence[Move]] = {}
    standing = {id(move) for move in whole.moves}
    place = whole.timeline()
    for entry, move in place.advance():
        stood = not place.moves or id(place.moves[-1]) in standing
        if isinstance(entry, UndoEntry) and stood and id(move) not in standing:
            found[len(place.moves)] = tuple(place.undone_moves[::-1])
    return found


BOTH_SIDES, NOBODY, NOBODY_YET = "both sides", "nobody", "nobody yet"
TABLE, FUTURE_EVENTS = "Everything open on the table, and all rolls", "Everything later in the match"
MOST_EVENTS = 3
"""Most events in the list; the latest ones are listed."""


class Information(NamedTuple):
    """A piece of information and who has it, in words."""

    what: str
    who: str


def list_information(replay: Replay, when: Callable[[AnyState], Hashable]) -> Sequence[Information]:
    """Return who knows what: the open table, secret events of this phase, hidden holdings and the future.

    A viewer who is a side gets events as that side saw them, its own secrets, and of the other side only that it may
    have some (C-6).

    Args:
        replay: the replay at some place.
        when: returns a value that is the same for all states of a phase.
    """
    found = [Information(TABLE, BOTH_SIDES), *list(dict.fromkeys(_list_phase_events(replay, when)))[-MOST_EVENTS:]]
    if replay.viewer != ALL or any(map(replay.whole.game.has_secrets, (replay.opening, replay.state))):
        found += _list_secrets(replay)
    return [*found, Information(FUTURE_EVENTS, NOBODY_YET)] if replay.place < replay.places else found


def _list_phase_events(replay: Replay, when: Callable[[AnyState], Hashable]) -> Iterator[Information]:
    """Yield the events of the phase that not everybody knows in this form."""
    now = when(replay.moves[-1].before) if replay.moves else None
    of_phase = list(takewhile(lambda move: when(move.before) == now, reversed(replay.moves)))
    for move in reversed(of_phase):
        for view, event in replay.view_events(move, replay.side):
            told, who = replay.game.describe(view, event), _describe_knowers(replay, event)
            if told and who != BOTH_SIDES:
                yield Information(told, who)


def _describe_knowers(replay: Replay, event: Event) -> str:
    """Return the sides that see an event unredacted, e.g. ``British only``, or BOTH_SIDES, or NOBODY."""
    game = replay.whole.game
    sides = [side.id for side in game.meta.sides]
    knowing = [side for side in sides if game.redact(event, side) == event]
    if len(knowing) == len(sides):
        return BOTH_SIDES
    return f"{' and '.join(_side_name(replay, side) for side in knowing)} only" if knowing else NOBODY


def _list_secrets(replay: Replay) -> Iterator[Information]:
    """Yield what each side hides, known to that side only.

    For a side other than the viewer's the words are "may hide", because its secrets are not looked up.
    """
    game, state = replay.whole.game, replay.state
    for side in (one.id for one in game.meta.sides):
        asked = replay.viewer in (ALL, side)
        if not asked or game.view(state, side) != game.view(state, ""):
            name = _side_name(replay, side)
            yield Information(f"What {name} {'hides' if asked else 'may hide'}", f"{name} only")


def _side_name(replay: Replay, side: str) -> str:
    """Return the name that the opening of the match gives a side."""
    return replay.whole.game.name_of(replay.opening, side)
