"""A fixture played to its end without a window, and its result."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from time import process_time
from typing import Annotated, Protocol

import msgspec
from msgspec import Meta

import tabletop.games  # noqa: F401 - makes the games known, in whatever process
from tabletop.core.commands import Command
from tabletop.core.events import Event
from tabletop.core.game import AnyGame, AnyState, Score
from tabletop.core.match import Match
from tabletop.players.player import AnyPlayer, Proposal
from tabletop.tournaments.fixture import Count, Fixture, Text, UnknownPlayerError, describe_error, plain_line

LONGEST = 50_000
"""The number of orders after which an undecided match is stopped."""
LONGEST_REASON = 2_000
"""The most characters of the reason that a player gives for an order; the rest is cut off."""
MOST_FAULTS = 20
"""The most different errors of one player that a result holds."""
Seconds = Annotated[float, Meta(ge=0, le=1e9)]
Points = Annotated[int, Meta(ge=-1_000_000_000, le=1_000_000_000)]


class ForfeitError(Exception):
    """A player did something forbidden, so that its side has lost.

    Attributes:
        seat: the seat of the player.
        why: the offence as a clause, e.g. ``it ended the program``.
    """

    def __init__(self, seat: str, why: str) -> None:
        super().__init__(why)
        self.seat = seat
        self.why = why


class PlayerClock(Protocol):
    """The interface of a clock that measures how long each player thinks."""

    def start(self, side: str) -> None:
        """Count the time of the player of `side` from now on."""

    def stop(self) -> None:
        """Stop counting."""


class NoClock:
    """A clock that counts nothing, for matches of the program's own players."""

    def start(self, side: str) -> None:
        """Count nothing."""

    def stop(self) -> None:
        """Count nothing."""


class Thought(msgspec.Struct):
    """How one player thought in a match.

    Attributes:
        side: the side of the player.
        decisions: how many orders the player gave.
        seconds: processor seconds of all its decisions.
        longest: processor seconds of its longest decision.
        refused: how many decisions gave an illegal order or none; another order was played instead.
        faults: the errors that the player raised, each once.
    """

    side: Text
    decisions: Count = 0
    seconds: Seconds = 0.0
    longest: Seconds = 0.0
    refused: Count = 0
    faults: Annotated[list[Text], Meta(max_length=MOST_FAULTS)] = []


class Loss(msgspec.Struct, frozen=True):
    """A piece that was out of the fight for its side when the match ended.

    Attributes:
        side: the side that lost the piece.
        piece: the id of the piece.
        turn: the turn in which the piece was lost; the last time, if it came back in between.
        fate: the fate of the piece in one word, e.g. ``sunk``.
        away: True if the piece left the fight and was neither taken nor destroyed.
    """

    side: Text
    piece: Text
    turn: Count
    fate: Annotated[str, Meta(max_length=60)]
    away: bool = False


class Result(msgspec.Struct, frozen=True):
    """The result of a match.

    Attributes:
        fixture: the match.
        winner: the winning side; None after a draw or a stopped match.
        reason: why the match ended, as a sentence; "" if it was stopped.
        totals: points by side.
        reckoning: the points, line by line.
        moment: a headline of the last position.
        orders: how many orders were given.
        thought: how each player thought, by seat.
        turns: the number of turns.
        pieces: how many pieces each side had at the start; {} in a game without pieces.
        lost: the pieces that were lost, in order of their turns.
        forfeit: the side that lost because its player did something forbidden; "" as a rule.
    """

    fixture: Fixture
    winner: Text | None
    reason: Text
    totals: dict[str, Points]
    reckoning: tuple[Score, ...]
    moment: Text
    orders: Count
    thought: dict[str, Thought]
    turns: Count = 0
    pieces: dict[str, Count] = {}
    lost: Annotated[tuple[Loss, ...], Meta(max_length=10_000)] = ()
    forfeit: Text = ""

    def score(self, side: str) -> float:
        """Return 1 for a victory of `side`, 0.5 for a draw and 0 for a defeat."""
        return 0.5 if self.winner is None else float(self.winner == side)

    def margin(self, side: str) -> int:
        """Return the points of `side` minus the points of the other side."""
        return sum(points if whose == side else -points for whose, points in self.totals.items())


def play_fixture(
    fixture: Fixture, record: Path | None = None, longest: int = LONGEST, clock: PlayerClock | None = None
) -> Result:
    """Play a match to its end in this process, and record it if a path is given.

    A player may loop forever or end the process; `match_process` protects against both.

    Args:
        fixture: the match.
        record: the file of the record; None for no record.
        longest: the number of orders after which the match is stopped.
        clock: measures the players; None for no clock.

    Raises:
        UnknownPlayerError: if there is no such player.
        ScenarioError: if the scenario is wrong.
        RecordError: if the record cannot be written.
    """
    match, clock = Match.new(fixture.build_setup(), record), clock or NoClock()
    table = _MatchInPlay(match, fixture, clock)
    try:
        table.seat_players()
        while len(match.moves) < longest and table.play_next_order():
            pass
    except ForfeitError as error:
        clock.stop()
        return table.build_forfeit_result(error)
    return table.build_result()


def build_forfeit(fixture: Fixture, side: str, why: str) -> Result:
    """Return the result of a match that `side` has lost because its player ended or held up the process.

    Nothing else is known of such a match: its result has no orders, points or turns.
    """
    sides = list(fixture.entrants)
    thought = {one: Thought(one, faults=[why] if one == side else []) for one in sides}
    return Result(
        fixture,
        find_sole_opponent(sides, side),
        format_forfeit_reason(fixture, side, why),
        {},
        (),
        "",
        0,
        thought,
        forfeit=side,
    )


def find_sole_opponent(sides: Iterable[str], loser: str) -> str | None:
    """Return the only side other than `loser`, or None if there are several."""
    others = [side for side in sides if side != loser]
    return others[0] if len(others) == 1 else None


def format_forfeit_reason(fixture: Fixture, side: str, why: str) -> str:
    """Return a sentence without its full stop: ``The player of port, my_players:Bold, loses: it …``."""
    return f"The player of {side}, {fixture.entrants[side]}, loses: {why}"


class _MatchInPlay:
    """A match with its players: asks them for orders, submits these and collects the result."""

    def __init__(self, match: Match, fixture: Fixture, clock: PlayerClock) -> None:
        self._match = match
        self._fixture = fixture
        self._clock = clock
        self._side = {seat.id: seat.side for seat in match.game.seats(match.opening)}
        self._thought = {seat: Thought(side, faults=[]) for seat, side in self._side.items()}
        self._players: dict[str, AnyPlayer] = {}
        self._lost = self._find_losses({})

    def seat_players(self) -> None:
        """Create all players, and let each observe the events of the opening."""
        for seat, side in self._side.items():
            with self._guard_player(seat):
                seed = f"{self._fixture.seed}/{seat}"
                self._players[seat] = self._fixture.entrants[side].create_player(self._match.game, side, seed)
            self._notify(seat, (event for _, event in self._match.view_opening_events(side)))

    @contextmanager
    def _guard_player(self, seat: str) -> Iterator[None]:
        """Count the time of a player's code and record its errors; the match continues.

        Raises:
            ForfeitError: if the code would end the program, e.g. by SystemExit.
        """
        self._clock.start(self._side[seat])
        try:
            yield
        except (UnknownPlayerError, KeyboardInterrupt):  # where it was the player's, the process ends in its time
            raise
        except Exception as error:  # noqa: BLE001 - it may be anybody's player, and the others play on
            self._record_fault(seat, describe_error(error))
        except BaseException as error:
            raise ForfeitError(seat, f"it ended the program ({describe_error(error)})") from error
        self._clock.stop()

    def play_next_order(self) -> bool:
        """Play one order; return False if the match is over."""
        game, state = self._match.game, self._match.state
        decision = game.decision(state)
        if decision is None:
            return False
        chosen = self._choose_order(decision.seat, game.view(state, decision.side))
        self._match.submit(chosen.command, chosen.why)
        for seat in self._players:
            side = self._side[seat]
            self._notify(seat, (game.redact(event, side) for event in self._match.moves[-1].events))
        self._lost = self._find_losses(self._lost)
        return True

    def _notify(self, seat: str, events: Iterable[Event]) -> None:
        """Let the player at `seat` observe `events`."""
        with self._guard_player(seat):
            for event in events:
                self._players[seat].observe(event)

    def _find_losses(self, before: Mapping[str, Loss]) -> dict[str, Loss]:
        """Return the pieces that are lost now, by id. A piece that is in `before` keeps its turn."""
        game, state = self._match.game, self._match.state
        turn, found = game.turn_of(state), {}
        for one in game.starting_pieces(state):
            if one.fate:
                known = before.get(one.id)
                found[one.id] = Loss(one.side, one.id, known.turn if known else turn, one.fate, one.away)
        return found

    def _choose_order(self, seat: str, view: AnyState) -> Proposal:
        """Return the order of the player at `seat`, or the first legal order if the player gives none."""
        thought, began = self._thought[seat], process_time()
        best = self._find_proposal(seat, view)
        took = process_time() - began
        thought.decisions, thought.seconds = thought.decisions + 1, round(thought.seconds + took, 6)
        thought.longest = max(thought.longest, round(took, 6))
        if best and not self._is_refused(seat, best.command):
            return best
        thought.refused += 1
        return Proposal(_pick_first_order(self._match.game, self._match.state, seat))

    def _find_proposal(self, seat: str, view: AnyState) -> Proposal | None:
        """Return the last proposal of a player, or None if there is none.

        Raises ForfeitError if it is malformed.
        """
        best = None
        with self._guard_player(seat):
            for best in self._players[seat].consider(view):  # noqa: B007 - the last is the choice
                pass
        return None if best is None else self._validate_proposal(seat, best)

    def _validate_proposal(self, seat: str, best: object) -> Proposal:
        """Return `best` as a proposal of plain data, whatever objects a user's player put into it.

        Raises:
            ForfeitError: if `best` is not a proposal of a command of this game.
        """
        try:
            if not isinstance(best, Proposal):
                raise TypeError(f"{type(best).__name__} is no Proposal")
            order = msgspec.json.decode(msgspec.json.encode(best.command), type=self._match.game.command_type)
            return Proposal(order, plain_line(best.why, LONGEST_REASON))
        except Exception as error:
            raise ForfeitError(seat, f"what it proposed is no order ({describe_error(error)})") from error

    def _record_fault(self, seat: str, fault: str) -> None:
        faults = self._thought[seat].faults
        if fault not in faults and len(faults) < MOST_FAULTS:
            faults.append(fault)

    def _is_refused(self, seat: str, order: Command) -> bool:
        game, state = self._match.game, self._match.state
        return game.seat_of_command(state, order) != seat or self._match.check(order) is not None

    def build_forfeit_result(self, error: ForfeitError) -> Result:
        """Return the result of the match after a player forfeited it."""
        side = self._side[error.seat]
        self._record_fault(error.seat, error.why)
        return msgspec.structs.replace(
            self.build_result(),
            winner=find_sole_opponent(self._fixture.entrants, side),
            reason=format_forfeit_reason(self._fixture, side, error.why),
            forfeit=side,
        )

    def build_result(self) -> Result:
        """Return the result as the match stands."""
        match = self._match
        outcome = match.game.outcome(match.state)
        return Result(
            self._fixture,
            outcome.winner if outcome else None,
            outcome.reason if outcome else "",
            outcome.totals if outcome else {},
            outcome.reckoning if outcome else (),
            match.game.headline(match.moves[-1].before) if match.moves else "",
            len(match.moves),
            self._thought,
            match.game.turn_of(match.state),
            dict(Counter(piece.side for piece in match.game.starting_pieces(match.opening))),
            tuple(sorted(self._lost.values(), key=lambda loss: loss.turn)),
        )


def _pick_first_order(game: AnyGame, state: AnyState, seat: str) -> Command:
    return next(order for order in game.choices(state) if game.seat_of_command(state, order) == seat)
