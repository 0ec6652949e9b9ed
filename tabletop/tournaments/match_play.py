"""A fixture played to its end without a window, and the result."""

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
"""Orders after which a match that has not ended is given up."""
LONGEST_REASON = 2_000
"""Characters of the reason that a player gives for an order; what is more is cut off."""
MOST_FAULTS = 20
"""Different errors of one player that are kept of a match."""
Seconds = Annotated[float, Meta(ge=0, le=1e9)]
Points = Annotated[int, Meta(ge=-1_000_000_000, le=1_000_000_000)]


class ForfeitError(Exception):
    """A player did what a player must not do, so that its side has lost.

    Attributes:
        seat: where the player sat.
        why: what it did, as a clause: ``it ended the program``.
    """

    def __init__(self, seat: str, why: str) -> None:
        super().__init__(why)
        self.seat, self.why = seat, why


class PlayerClock(Protocol):
    """Learns when it is whose time that passes."""

    def start(self, side: str) -> None:
        """Count the time of the player of `side` from now on."""

    def stop(self) -> None:
        """Count nobody's time."""


class NoClock:
    """A clock that counts nothing: for matches of players that are known to come to an end."""

    def start(self, side: str) -> None:
        """Count nothing."""

    def stop(self) -> None:
        """Count nothing."""


class Thought(msgspec.Struct):
    """How somebody has thought in a match.

    Attributes:
        side: for which it thought.
        decisions: how many orders it gave.
        seconds: of work on one core, however busy the machine was meanwhile, that its decisions took.
        longest: those of the decision that took most.
        refused: how many the rules refused, or never came; any other was taken instead.
        faults: what it raised, once each.
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
        side: that has lost it.
        piece: its id.
        turn: in which it fell out; the last time, if it came back between.
        fate: what had become of it in the end, in a word: ``sunk``.
        away: it had left the fight, and was neither taken nor destroyed.
    """

    side: Text
    piece: Text
    turn: Count
    fate: Annotated[str, Meta(max_length=60)]
    away: bool = False


class Result(msgspec.Struct, frozen=True):
    """What came of a match.

    Attributes:
        fixture: the match.
        winner: the side that has won; None for a draw, and where it was given up.
        reason: why it ended, in words; "" if it was given up.
        totals: points by side.
        reckoning: the points, line by line.
        moment: when it ended, in words.
        orders: how many were given.
        thought: how they thought, by seat.
        turns: how many there were.
        pieces: with how many each side began, where the game has any.
        lost: those of them that were lost, one after another.
        forfeit: the side whose player did what a player must not do, and so has lost; "" as a rule.
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
        """1 for a victory of a side, 0.5 for a draw, 0 for a defeat."""
        return 0.5 if self.winner is None else float(self.winner == side)

    def margin(self, side: str) -> int:
        """Points of a side more than of the other; negative for fewer."""
        return sum(points if whose == side else -points for whose, points in self.totals.items())


def play_match(
    fixture: Fixture, record: Path | None = None, longest: int = LONGEST, clock: PlayerClock | None = None
) -> Result:
    """Play a match to its end in this process, and write it down if a path is given.

    A player may think for ever, or end the process; `match_process` plays where that is borne.

    Args:
        fixture: the match.
        record: where it is written down; None for nowhere.
        longest: orders after which it is given up.
        clock: learns whose player is at work; None for nobody.

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
    """Return the result of a match that `side` has lost since its player could not be played with.

    It is the result where the process that played has ended, so that nothing else is known of the match.
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
    """Return the only other side; None if there are several."""
    others = [side for side in sides if side != loser]
    return others[0] if len(others) == 1 else None


def format_forfeit_reason(fixture: Fixture, side: str, why: str) -> str:
    """Return a sentence without its full stop: ``The player of port, my_players:Bold, loses: it …``."""
    return f"The player of {side}, {fixture.entrants[side]}, loses: {why}"


class _MatchInPlay:
    """Those who play, and what they are asked."""

    def __init__(self, match: Match, fixture: Fixture, clock: PlayerClock) -> None:
        self._match, self._fixture, self._clock = match, fixture, clock
        self._side = {seat.id: seat.side for seat in match.game.seats(match.opening)}
        self._thought = {seat: Thought(side, faults=[]) for seat, side in self._side.items()}
        self._players: dict[str, AnyPlayer] = {}
        self._lost = self._find_losses({})

    def seat_players(self) -> None:
        """Let everybody take a seat and hear what had happened before the match began."""
        for seat, side in self._side.items():
            with self._guard_player(seat):
                seed = f"{self._fixture.seed}/{seat}"
                self._players[seat] = self._fixture.entrants[side].create_player(self._match.game, side, seed)
            self._notify(seat, (event for _, event in self._match.view_opening_events(side)))

    @contextmanager
    def _guard_player(self, seat: str) -> Iterator[None]:
        """Count the time of a player, and bear whatever it raises but what ends programs.

        Raises:
            ForfeitError: if it would end the program.
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
        """Play one order more; return False once the match is over."""
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
        """Let a player see what has happened."""
        with self._guard_player(seat):
            for event in events:
                self._players[seat].observe(event)

    def _find_losses(self, before: Mapping[str, Loss]) -> dict[str, Loss]:
        """What is lost now, by piece: with its turn, where it was lost before."""
        game, state = self._match.game, self._match.state
        turn, found = game.turn_of(state), {}
        for one in game.starting_pieces(state):
            if one.fate:
                known = before.get(one.id)
                found[one.id] = Loss(one.side, one.id, known.turn if known else turn, one.fate, one.away)
        return found

    def _choose_order(self, seat: str, view: AnyState) -> Proposal:
        """Return what is chosen at a seat; any order in place of one that is not allowed, or never came."""
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
        """Return the last proposal of a player, or None; raises ForfeitError if it is none."""
        best = None
        with self._guard_player(seat):
            for best in self._players[seat].consider(view):  # noqa: B007 - the last is the choice
                pass
        return None if best is None else self._validate_proposal(seat, best)

    def _validate_proposal(self, seat: str, best: object) -> Proposal:
        """Return a proposal as the rules know it, whatever its parts are made of.

        Raises:
            ForfeitError: if it is no proposal of an order of this game.
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
        """Return the result of a match that a player has lost by what it did."""
        side = self._side[error.seat]
        self._record_fault(error.seat, error.why)
        return msgspec.structs.replace(
            self.build_result(),
            winner=find_sole_opponent(self._fixture.entrants, side),
            reason=format_forfeit_reason(self._fixture, side, error.why),
            forfeit=side,
        )

    def build_result(self) -> Result:
        """Return the result so far."""
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
