"""Weighs every discard and every commit against hundreds of hands that the enemy may hold."""

from collections.abc import Iterator

from tabletop.core.events import Event
from tabletop.core.game import Game
from tabletop.core.record import STEADY
from tabletop.games.trafalgar_cards.commands import Commit, Discard
from tabletop.games.trafalgar_cards.deck import OTHER
from tabletop.games.trafalgar_cards.state import State
from tabletop.players.player import Proposal
from tabletop.players.sampled_worlds import chances, places
from tabletop.players.sequential_halving import LEAST, Found, best, best_of_all
from tabletop.players.temper import liking
from tabletop.players.trafalgar_cards import choosing
from tabletop.players.trafalgar_cards.acquaintance import Acquaintance
from tabletop.players.trafalgar_cards.choosing import Commander, commits, told, usual_commit, usual_discard
from tabletop.players.trafalgar_cards.many_hands import GREEDY, SEASONED, SOUND
from tabletop.players.trafalgar_cards.other_hand import OtherHand
from tabletop.players.trafalgar_cards.trials import Discards, commits_tried


class Admiral(Commander):
    """Does what it would do by habit, unless another choice wins surely more hands; the bold draw more cards anew."""

    title = "Admiral"
    about = "weighs every choice against hundreds of hands that you may hold"
    has_temper = True
    budget = 30000
    """Hands that are played for a discard, and commits for a commit."""
    most_worlds = 1500
    """Hands of the other side that a commit is tried against."""
    likely = (SEASONED, SOUND, GREEDY)
    """How others may play."""

    def __init__(self, game: Game[State], side: str, seed: str, temper: str = STEADY) -> None:
        super().__init__(game, side, seed, temper)
        self._met = Acquaintance(OTHER[side])

    def observe(self, event: Event) -> None:
        """Remember how the other side plays."""
        super().observe(event)
        self._met.see(event)

    def discard(self, view: State) -> Iterator[Proposal]:
        """Its habit first, then what sampled deals have shown."""
        usual = usual_discard(SEASONED, view, self.side)
        yield _proposed(view, choosing.discard(view, self.side, usual))
        ways = choosing.discards(view, self.side)
        trial = Discards(view, self.side, ways, SEASONED, self._other(view))
        leaning = liking(self.temper, map(len, ways))
        found = best(len(ways), ways.index(usual), self.budget, trial, liking=leaning)
        yield _proposed(view, choosing.discard(view, self.side, ways[found.option]), found)

    def commit(self, view: State) -> Iterator[Proposal]:
        """Its habit first, then what does best against sampled hands."""
        usual = usual_commit(SEASONED, view, self.side)
        yield _proposed(view, choosing.commit(view, self.side, usual))
        ways = [*dict.fromkeys((usual, *commits(view, self.side)))]
        if len(ways) > 1:
            laid = None if self._met.laid is None else places(view, self._met.laid)
            worlds = min(self.most_worlds, max(self.budget // len(ways), LEAST))
            found = best_of_all(commits_tried(view, self.side, ways, self._other(view), laid, worlds), 0)
            yield _proposed(view, choosing.commit(view, self.side, ways[found.option]), found)

    def _other(self, view: State) -> OtherHand:
        shares = self._met.chances(view, self.likely)
        return OtherHand(view, self.side, self.likely, shares, chances(self.fancy()))


def _proposed(view: State, order: Discard | Commit, found: Found | None = None) -> Proposal:
    """With its figures: ``wins 58% of 400 hands like this one, the usual choice 55%``."""
    if found is None:
        return Proposal(order, f"{told(view, order)}, as usual.")
    return Proposal(order, f"{told(view, order)}: {found.told('hands')}.")


PLAYER = Admiral
