"""Plays out what could be chosen in hundreds of duels that might be the one at the table."""

from collections.abc import Iterator

import numpy as np

from tabletop.games.ship_duel.state import OTHER, SIDES, State
from tabletop.games.ship_duel.tables import KINDS
from tabletop.players.player import Proposal
from tabletop.players.sampled_worlds import Chances, chances, hidden
from tabletop.players.sequential_halving import Options, Results, best
from tabletop.players.ship_duel.choosing import Counts, Duellist, by_habit, held, numbers, options, order, points, told
from tabletop.players.ship_duel.habits import SEASONED, Habits
from tabletop.players.ship_duel.many_duels import Common, Duels, counted, played_out
from tabletop.players.temper import liking

_KINDS = tuple(KINDS)


class Trials:
    """Tries choices in duels that a side cannot tell from the one at the table."""

    def __init__(self, view: State, side: str, choices: list[Counts], habits: Habits, chances: Chances) -> None:
        self._choices = np.array(choices, np.int16).T
        self._habits, self._chances = habits, chances
        self._phase, self._side = view.phase, SIDES.index(OTHER[OTHER[side]])
        self._asked = np.array([[one in view.asked] for one in SIDES])
        self._hidden = hidden(view, side)
        self._kinds = np.array([_KINDS.index(kind) for kind in view.deck.values()])
        self._hand, self._discards = held(view, side), numbers(view, view.cards.discards)
        self._left = np.array([points(view, one) for one in SIDES], np.int16).T

    def __call__(self, alive: Options, worlds: int) -> Results:
        """How the duel ends after each of some choices, in so many new worlds."""
        duels = self._duels(worlds, len(alive))
        first = np.repeat(self._choices[:, alive], worlds, axis=1)
        asked = np.repeat(self._asked, len(duels.world), axis=1)
        common = Common(self._chances, worlds)
        ended = played_out(duels, self._phase, asked, first, self._side, self._habits, common)
        return ended.reshape(len(alive), worlds)

    def _duels(self, worlds: int, times: int) -> Duels:
        """As many worlds, and each of them so many times."""
        guessed = self._hidden.worlds(self._chances, worlds)
        theirs, pile = (counted(self._kinds[cards]) for cards in (guessed.hand, guessed.pile))
        ours = np.repeat(self._hand[:, None], worlds, axis=1)
        hands = np.stack([ours, theirs] if self._side == 0 else [theirs, ours], axis=1)
        number = worlds * times
        return Duels(
            np.tile(hands, times),
            np.repeat(self._left[:, :, None], number, axis=2),
            np.tile(pile, times),
            np.repeat(self._discards[:, None], number, axis=1),
            np.tile(np.arange(worlds), times),
        )


class Admiral(Duellist):
    """Does what it would do by habit, unless another choice surely wins more; the bold press, the cautious hold."""

    title = "Admiral"
    about = "plays every choice out in hundreds of duels that might be this one"
    has_temper = True
    habits = SEASONED
    budget = 4000
    """Duels that are played out for a decision."""

    def ponder(self, view: State) -> Iterator[Proposal]:
        """Its habit first, then what playing out has shown."""
        choices, usual = options(view, self.side), by_habit(self.habits, view, self.side)
        chosen = order(view, self.side, usual)
        yield Proposal(chosen, f"{told(view, chosen)}, as usual.")
        if len(choices) > 1:
            trials = Trials(view, self.side, choices, self.habits, chances(self.fancy()))
            leaning = liking(self.temper, map(sum, choices))
            found = best(len(choices), choices.index(usual), self.budget, trials, liking=leaning)
            chosen = order(view, self.side, choices[found.option])
            yield Proposal(chosen, f"{told(view, chosen)}: {found.told('duels')}.")


PLAYER = Admiral
