"""What the lower bar says of the match: the last lines of the log, who is asked what, and why a phase cannot end."""

from collections.abc import Sequence
from dataclasses import replace

from tabletop.core.course import Move
from tabletop.core.match import Match
from tabletop.ui.boards.contract import GameTable
from tabletop.ui.screens.table import questions
from tabletop.ui.screens.table.chronicle import Chronicles, Line
from tabletop.ui.screens.table.door import Door
from tabletop.ui.screens.table.seats import Seats

SHOWN = 3
"""Lines of the log in the lower bar."""


class Telling:
    """Puts the match as it stands into the words of the lower bar."""

    def __init__(self, match: Match, table: GameTable, seats: Seats, door: Door, chronicles: Chronicles) -> None:
        self._match, self._table, self._seats, self._chronicles = match, table, seats, chronicles
        self._door = door

    def latest(self, volley: tuple[Move, str] | None) -> Sequence[tuple[str, Line]]:
        """What the bar has room for of the log, and in a sentence what many orders at once came to."""
        chronicle = self._chronicles.now
        lines = list(chronicle.latest(SHOWN))
        if volley is not None:
            first, told = volley
            lines.append(replace(chronicle.since(first), text=told))
        return [(self._moment(line), line) for line in lines]

    def _moment(self, line: Line) -> str:
        """When it was; a remark on the course itself has no time."""
        return self._table.moment(line.after) if line.after is not None else "–"

    def turn_of(self) -> str:
        """The side that is asked; nobody at the end, and where both are asked at once."""
        decision = self._match.game.decision(self._match.state)
        return decision.side if decision is not None and not decision.either else ""

    def asked(self) -> str:
        """What is asked of whom, and whether a draw is offered."""
        game, state = self._match.game, self._match.state
        if self._seats.computer:
            return f"{game.name_of(state, self._seats.computer)}: the computer is choosing."
        decision = game.decision(state)
        prompt = decision.prompt if decision else "The game is over"
        prompt = f"{decision.player}: {prompt}" if decision and decision.player else prompt
        prompt = f"{prompt}." if prompt[-1:].isalpha() else prompt
        taker = questions.may_accept(game, state, self._seats.persons)
        name = game.name_of(state, taker) if taker else ""
        return f"{prompt} A draw is offered: {name} may accept it in the menu." if name else prompt

    def cannot_end(self) -> str:
        """Why the phase cannot be ended now; empty if it can."""
        if idle := self._door.idle:
            return idle.reason
        command = self._table.finish()
        if command is None:
            over = self._match.game.outcome(self._match.state) is not None
            return "The game is over." if over else "This part of the turn ends by itself."
        refusal = self._match.check(command)
        return refusal.reason if refusal else ""
