"""A captain of one move: each ship goes where she hits most now, and nothing else counts."""

from typing import ClassVar

from tabletop.core.phrases import format_number
from tabletop.games.decks_of_glory.gunnery import list_clear_targets, list_gunners
from tabletop.games.decks_of_glory.state import Aim, Side, State, enemy_of
from tabletop.geometry.hexgrid import distance
from tabletop.players.decks_of_glory.conduct import Conduct, kind
from tabletop.players.decks_of_glory.evaluation import Fleet, Weights
from tabletop.players.decks_of_glory.gunnery import EXPECTED, bearing
from tabletop.players.decks_of_glory.manoeuvring import End, ends, fleet
from tabletop.players.player import Proposal

ALONGSIDE = 1.5
"""Hits that it expects of lying alongside an enemy."""


class Greedy(Conduct):
    """Each ship by herself: the most hits now, then nearer to the enemy."""

    title = "Greedy"
    about = "hits as hard as it can now and never looks a move ahead"
    overlooks: ClassVar[float] = 0.0
    """How often an end of a move is not seen."""

    def move(self, view: State, side: Side, able: list[str]) -> Proposal:
        """The first ship of the list."""
        foes, fancy = fleet(view, enemy_of(side)), self.fancy()
        seen = [end for end in ends(view, able[0], Weights()) if not end.plan or fancy.random() >= self.overlooks]
        end = max(seen, key=lambda one: (_hits(one, foes), -_apart(one, foes), fancy.random()))
        hits = _hits(end, foes)
        why = f"goes where she may expect {format_number(round(hits))} hits" if hits > 0 else "closes with the enemy"
        return self.sailed(view, able[0], end.plan, alongside=end.entangled, why=why)

    def targets(self, view: State, side: Side) -> tuple[Aim, ...]:
        """Each ship at whom she hits most, of equals the weakest."""
        chosen = []
        for key in list_gunners(view, side):
            best = max(
                list_clear_targets(view, key),
                key=lambda seen: (EXPECTED[kind(seen)], -view.ships[seen.target].strength),
            )
            chosen.append(Aim(key, best.target))
        return tuple(chosen)


def _hits(end: End, foes: Fleet) -> float:
    if end.piece is None:
        return -100.0
    lies = end.piece
    if end.entangled:
        return ALONGSIDE if any(foe.at == lies.at for foe in foes.values()) else -1.0
    return max((EXPECTED[what] for foe in foes.values() if (what := bearing(lies, foe))), default=0.0)


def _apart(end: End, foes: Fleet) -> int:
    return min((distance(end.piece.at, foe.at) for foe in foes.values()), default=0) if end.piece else 0


PLAYER = Greedy
