"""A fixture played to its end without a window, and what came of it."""

from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from time import process_time

import msgspec

import tabletop.games  # noqa: F401 - makes the games known, in whatever process
from tabletop.core.commands import Command
from tabletop.core.game import AnyGame, AnyState, Score
from tabletop.core.match import Match
from tabletop.players.player import AnyPlayer, Proposal
from tabletop.tournaments.fixture import Fixture

LONGEST = 50_000
"""Orders after which a match that has not ended is given up."""


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

    side: str
    decisions: int = 0
    seconds: float = 0.0
    longest: float = 0.0
    refused: int = 0
    faults: list[str] = []


class Loss(msgspec.Struct, frozen=True):
    """A piece that was out of the fight for its side when the match ended.

    Attributes:
        side: that has lost it.
        piece: its id.
        turn: in which it fell out; the last time, if it came back between.
        fate: what had become of it in the end, in a word: ``sunk``.
        away: it had left the fight, and was neither taken nor destroyed.
    """

    side: str
    piece: str
    turn: int
    fate: str
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
    """

    fixture: Fixture
    winner: str | None
    reason: str
    totals: dict[str, int]
    reckoning: tuple[Score, ...]
    moment: str
    orders: int
    thought: dict[str, Thought]
    turns: int = 0
    pieces: dict[str, int] = {}
    lost: tuple[Loss, ...] = ()

    def score(self, side: str) -> float:
        """1 for a victory of a side, 0.5 for a draw, 0 for a defeat."""
        return 0.5 if self.winner is None else float(self.winner == side)

    def margin(self, side: str) -> int:
        """Points of a side more than of the other; negative for fewer."""
        return sum(points if whose == side else -points for whose, points in self.totals.items())


def play(fixture: Fixture, record: Path | None = None, longest: int = LONGEST) -> Result:
    """Play a match to its end, and write it down if a path is given.

    Raises:
        UnknownPlayerError: if there is no such player.
        ScenarioError: if the scenario is wrong.
        RecordError: if the record cannot be written.
    """
    match = Match.new(fixture.beginning(), record)
    table = _Table(match, fixture)
    while len(match.moves) < longest and table.go_on():
        pass
    return table.result()


class _Table:
    """Those who play, and what they are asked."""

    def __init__(self, match: Match, fixture: Fixture) -> None:
        self._match, self._fixture = match, fixture
        self._side = {seat.id: seat.side for seat in match.game.seats(match.opening)}
        self._thought = {seat: Thought(side, faults=[]) for seat, side in self._side.items()}
        self._players = {seat: self._hired(seat, side) for seat, side in self._side.items()}
        self._lost = self._losses({})

    def _hired(self, seat: str, side: str) -> AnyPlayer:
        hired = self._fixture.entrants[side].hired(self._match.game, side, f"{self._fixture.seed}/{seat}")
        for _, event in self._match.told_before(side):
            hired.observe(event)
        return hired

    def go_on(self) -> bool:
        """One order more; False once it is over."""
        game, state = self._match.game, self._match.state
        decision = game.decision(state)
        if decision is None:
            return False
        chosen = self._asked(decision.seat, game.view(state, decision.side))
        self._match.submit(chosen.order, chosen.why)
        for seat in self._players:
            self._tell(seat)
        self._lost = self._losses(self._lost)
        return True

    def _tell(self, seat: str) -> None:
        """Let a player see what came of the last order."""
        player, side = self._players[seat], self._side[seat]
        try:
            for event in self._match.moves[-1].events:
                player.observe(self._match.game.seen(event, side))
        except Exception as error:  # noqa: BLE001 - as in `_considered`
            self._blame(seat, error)

    def _losses(self, before: Mapping[str, Loss]) -> dict[str, Loss]:
        """What is lost now, by piece: with its turn, where it was lost before."""
        game, state = self._match.game, self._match.state
        turn, found = game.turn_of(state), {}
        for one in game.muster(state):
            if one.fate:
                known = before.get(one.id)
                found[one.id] = Loss(one.side, one.id, known.turn if known else turn, one.fate, one.away)
        return found

    def _asked(self, seat: str, view: AnyState) -> Proposal:
        """What is chosen at a seat; any order in place of one that is not allowed, or never came."""
        thought, began = self._thought[seat], process_time()
        best = self._considered(seat, view)
        took = process_time() - began
        thought.decisions, thought.seconds = thought.decisions + 1, round(thought.seconds + took, 6)
        thought.longest = max(thought.longest, round(took, 6))
        if best and not self._refused(seat, best.order):
            return best
        thought.refused += 1
        return Proposal(_any_order(self._match.game, self._match.state, seat))

    def _considered(self, seat: str, view: AnyState) -> Proposal | None:
        best = None
        try:
            for best in self._players[seat].consider(view):  # noqa: B007 - the last is the choice
                pass
        except Exception as error:  # noqa: BLE001 - it may be anybody's player, and the others play on
            self._blame(seat, error)
        return best

    def _blame(self, seat: str, error: Exception) -> None:
        fault, faults = f"{type(error).__name__}: {error}", self._thought[seat].faults
        faults += [fault] if fault not in faults else []

    def _refused(self, seat: str, order: Command) -> bool:
        game, state = self._match.game, self._match.state
        return game.giver(state, order) != seat or self._match.check(order) is not None

    def result(self) -> Result:
        """What came of it."""
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
            dict(Counter(piece.side for piece in match.game.muster(match.opening))),
            tuple(sorted(self._lost.values(), key=lambda loss: loss.turn)),
        )


def _any_order(game: AnyGame, state: AnyState, seat: str) -> Command:
    return next(order for order in game.choices(state) if game.giver(state, order) == seat)
