"""The computer players of Trafalgar, and the choices of a side by indices into its hand."""

from collections.abc import Iterator, Sequence
from itertools import combinations, islice, product

import numpy as np
from typing_extensions import override

from tabletop.cards.hands import list_subsets, select_cards
from tabletop.core.events import Event
from tabletop.core.game import Game
from tabletop.core.phrases import format_count, join_words
from tabletop.core.record import STEADY
from tabletop.games.trafalgar_cards import limits, tally
from tabletop.games.trafalgar_cards.commands import Commit, Deal, Discard
from tabletop.games.trafalgar_cards.deck import OTHER, SIDE_NAMES, USES, Play
from tabletop.games.trafalgar_cards.model import State
from tabletop.players import sampled_worlds, sequential_halving
from tabletop.players.player import AnyPlayer, Player, Proposal
from tabletop.players.sequential_halving import temper_bias
from tabletop.players.trafalgar_cards import hand_model
from tabletop.players.trafalgar_cards.hand_model import GREEDY, SEASONED, SIDE_INDEX, SOUND, UNUSED, Habits
from tabletop.players.trafalgar_cards.opponent_model import OpponentHistory, OpponentSampler, replace_cards

Indices = tuple[int, ...]
"""Indices of cards in a hand."""
Uses = tuple[int, ...]
"""The use of each card of a hand, as an index in `USES`, or `UNUSED`."""
MAX_COMMITS = 600
"""Most commits of a hand that are compared."""


def hand_row(view: State, side: str) -> hand_model.CardArray:
    """Return the hand of `side` as an array with a single row."""
    return sampled_worlds.find_deck_places(view, view.cards.hands[side])[None]


def choose_discard_by_habit(habits: Habits, view: State, side: str) -> Indices:
    """Return the cards that `side` discards by habit."""
    turn = hand_model.build_turn(view, view.turn)
    gone = hand_model.choose_discards(turn, habits, hand_row(view, side), SIDE_INDEX[side])
    return tuple(int(place) for place in np.flatnonzero(gone[0]))


def list_discards(view: State, side: str) -> list[Indices]:
    """Return every legal discard of `side`. By habit alone a card may seem worth more than it is."""
    return [*list_subsets(len(view.cards.hands[side]), limits.MOST_DISCARDED)]


def choose_commit_by_habit(habits: Habits, view: State, side: str) -> Uses:
    """Return the commit of `side` by habit."""
    turn = hand_model.build_turn(view, view.turn)
    uses = hand_model.choose_uses(turn, habits, hand_row(view, side), SIDE_INDEX[side])
    return tuple(int(use) for use in uses[0])


def list_commits(view: State, side: str) -> list[Uses]:
    """Return the commits of `side` to which no card can be added, at most `MAX_COMMITS`, each once."""
    limit = limits.find_limits(view.limits, view.turn)
    possible = [
        [USES.index(use) for use in limits.list_uses(view.deck[card], side, limit)] or [UNUSED]
        for card in view.cards.hands[side]
    ]
    room = hand_model.build_turn(view, view.turn).room
    commits = (commit for uses in product(*possible) for commit in _drop_excess(uses, room))
    return [*dict.fromkeys(islice(commits, MAX_COMMITS))]


def _drop_excess(uses: Uses, room: hand_model.IntArray) -> Iterator[Uses]:
    """Yield each commit that keeps as many cards of each use as its limit in `room` allows."""
    rows = [[place for place, one in enumerate(uses) if one == use] for use in range(UNUSED)]
    for kept in product(*(combinations(row, min(len(row), int(room[use]))) for use, row in enumerate(rows))):
        counting = {place for row in kept for place in row}
        yield tuple(use if place in counting else UNUSED for place, use in enumerate(uses))


def build_discard(view: State, side: str, indices: Indices) -> Discard:
    """Return the command that discards the cards at `indices` of the hand."""
    return Discard(side, select_cards(view.cards.hands[side], indices))


def build_commit(view: State, side: str, uses: Uses) -> Commit:
    """Return the command that commits the cards of the hand with a use."""
    plays = zip(view.cards.hands[side], uses, strict=True)
    return Commit(side, tuple(Play(card, USES[use]) for card, use in plays if use < UNUSED))


def describe_command(view: State, command: Discard | Commit) -> str:
    """Return a clause on a command: ``British: 44 points with Cut Enemy Line and Timing``."""
    name, deck = SIDE_NAMES[command.side], view.deck
    if isinstance(command, Discard):
        gone = join_words(deck[card].name for card in command.cards)
        return f"{name}: {gone} discarded" if gone else f"{name}: nothing discarded"
    points = sum(tally.count_own_points(deck, OTHER[OTHER[command.side]], command.plays).values())
    cards = join_words(deck[play.card].name for play in command.plays)
    return f"{name}: {format_count(points, 'point')} with {cards}" if cards else f"{name}: no cards committed"


class TrafalgarPlayer(Player[State]):
    """A computer player that chooses discards and commits."""

    @override
    def consider(self, view: State) -> Iterator[Proposal]:
        if view.phase == "strategy":
            yield Proposal(Deal(self.side))
        elif view.phase == "tactics":
            yield from self.propose_discards(view)
        else:
            yield from self.propose_commits(view)

    def evaluate_position(self, view: State) -> float:
        """Return the hands won by the own side minus those won by the other."""
        return sum(hands if side == self.side else -hands for side, hands in view.won.items())

    def propose_discards(self, view: State) -> Iterator[Proposal]:
        """Yield discards, each better than the one before."""
        raise NotImplementedError

    def propose_commits(self, view: State) -> Iterator[Proposal]:
        """Yield commits, each better than the one before."""
        raise NotImplementedError


class Greedy(TrafalgarPlayer):
    """A computer player that plays by habit and counts only its own points."""

    title = "Greedy"
    description = "commits as many points as it can, whatever you may hold"
    habits: Habits = GREEDY

    @override
    def propose_discards(self, view: State) -> Iterator[Proposal]:
        command = build_discard(view, self.side, choose_discard_by_habit(self.habits, view, self.side))
        yield Proposal(command, f"{describe_command(view, command)}.")

    @override
    def propose_commits(self, view: State) -> Iterator[Proposal]:
        command = build_commit(view, self.side, choose_commit_by_habit(self.habits, view, self.side))
        yield Proposal(command, f"{describe_command(view, command)}.")


class Captain(Greedy):
    """A computer player with sound habits that makes no guess at the other hand."""

    title = "Captain"
    description = "counts its points and what its cards negate, without considering your hand"
    habits = SOUND


class Midshipman(TrafalgarPlayer):
    """A beginner that plays like `Greedy` but overlooks some of its cards."""

    title = "Midshipman"
    description = "counts its own points, sometimes overlooks a card, and discards too few"
    overlook_chance = 0.1
    """Chance to overlook each card of its hand."""

    @override
    def propose_discards(self, view: State) -> Iterator[Proposal]:
        meant, noticed = choose_discard_by_habit(GREEDY, view, self.side), self._notice_cards()
        command = build_discard(view, self.side, tuple(place for place in meant if noticed[place]))
        yield Proposal(command, f"{describe_command(view, command)}; it sees no further.")

    @override
    def propose_commits(self, view: State) -> Iterator[Proposal]:
        meant, noticed = choose_commit_by_habit(GREEDY, view, self.side), self._notice_cards()
        uses = tuple(use if noticed[place] else UNUSED for place, use in enumerate(meant))
        command = build_commit(view, self.side, uses)
        yield Proposal(command, f"{describe_command(view, command)}; it sees no further.")

    def _notice_cards(self) -> list[bool]:
        """Return False for each card of a full hand that the player overlooks at random."""
        rng = self.make_random()
        return [rng.random() >= self.overlook_chance for _ in range(limits.HAND)]


class DiscardTrial:
    """A trial of discards in sampled deals. The hand after each deal is committed by habit."""

    def __init__(
        self, view: State, side: str, discards: Sequence[Indices], habits: Habits, sampler: OpponentSampler
    ) -> None:
        self._turn = hand_model.build_turn(view, view.turn)
        self._side = SIDE_INDEX[side]
        self._habits = habits
        self._sampler = sampler
        self._hand = hand_row(view, side)
        self._gone = np.array([[place in one for place in range(self._hand.shape[1])] for one in discards])

    def __call__(self, alive: sequential_halving.Options, worlds: int) -> sequential_halving.Results:
        """Return the result of the hand after each discard of `alive` in `worlds` new deals: 1, 0.5 or 0."""
        deals = self._sampler.sample_deals(worlds)
        gone = np.repeat(self._gone[alive], worlds, axis=0)
        drawn = np.tile(deals.drawn, (len(alive), 1))
        hands = replace_cards(np.broadcast_to(self._hand, gone.shape), gone, drawn)
        uses = hand_model.choose_uses(self._turn, self._habits, hands, self._side)
        ours = hand_model.build_commits(self._turn.cards, hands, uses)
        won = hand_model.score_fights(ours, deals.theirs.take(np.tile(np.arange(worlds), len(alive))))
        return won.reshape(len(alive), worlds)


def try_commits(
    view: State, side: str, commits: Sequence[Uses], theirs: hand_model.CommitArrays
) -> sequential_halving.Results:
    """Return the result of each commit of `side` against each of `theirs`: 1, 0.5 for a draw, or 0."""
    hand = np.broadcast_to(hand_row(view, side), (len(commits), len(commits[0])))
    cards = hand_model.build_turn(view, view.turn).cards
    ours = hand_model.build_commits(cards, hand, np.array(commits, np.int32))
    worlds = len(theirs.use)
    rows = np.repeat(np.arange(len(commits)), worlds)
    won = hand_model.score_fights(ours.take(rows), theirs.take(np.tile(np.arange(worlds), len(commits))))
    return won.reshape(len(commits), -1)


class Admiral(TrafalgarPlayer):
    """A computer player that plays by habit unless another choice surely wins more sampled hands.

    A bold admiral tends to discard more cards, a cautious one fewer.
    """

    title = "Admiral"
    description = "tests every choice against hundreds of hands you may hold"
    has_temper = True
    budget = 30000
    """Number of simulated hands for a discard, and of compared commits for a commit."""
    most_worlds = 1500
    """Most hands of the other side against which a commit is tried."""
    likely = (SEASONED, SOUND, GREEDY)
    """Habits that the other side may have."""

    @override
    def __init__(self, game: Game[State], side: str, seed: str, temper: str = STEADY) -> None:
        super().__init__(game, side, seed, temper)
        self._history = OpponentHistory(OTHER[side])

    @override
    def observe(self, event: Event) -> None:
        super().observe(event)
        self._history.observe(event)

    @override
    def propose_discards(self, view: State) -> Iterator[Proposal]:
        usual = choose_discard_by_habit(SEASONED, view, self.side)
        yield _propose(view, build_discard(view, self.side, usual))
        discards = list_discards(view, self.side)
        trial = DiscardTrial(view, self.side, discards, SEASONED, self._build_sampler(view))
        leaning = temper_bias(self.temper, map(len, discards))
        found = sequential_halving.find_best_option(
            len(discards), discards.index(usual), self.budget, trial, bias=leaning
        )
        yield _propose(view, build_discard(view, self.side, discards[found.option]), found)

    @override
    def propose_commits(self, view: State) -> Iterator[Proposal]:
        usual = choose_commit_by_habit(SEASONED, view, self.side)
        yield _propose(view, build_commit(view, self.side, usual))
        commits = [*dict.fromkeys((usual, *list_commits(view, self.side)))]
        if len(commits) > 1:
            worlds = min(self.most_worlds, max(self.budget // len(commits), sequential_halving.MIN_WORLDS))
            results = try_commits(view, self.side, commits, self._sample_commits(view, worlds))
            found = sequential_halving.compare_options(results, 0)
            yield _propose(view, build_commit(view, self.side, commits[found.option]), found)

    def _sample_commits(self, view: State, worlds: int) -> hand_model.CommitArrays:
        """Return `worlds` random commits of the other side that agree with its discard."""
        known = self._history.discarded
        discarded = None if known is None else sampled_worlds.find_deck_places(view, known)
        return self._build_sampler(view).sample_commits(worlds, discarded)

    def _build_sampler(self, view: State) -> OpponentSampler:
        """Return a sampler of the other hand, with the habits that fit the hands played so far."""
        shares = self._history.chances_of_habits(view, self.likely)
        return OpponentSampler(
            view, self.side, self.likely, shares, sampled_worlds.make_bulk_random(self.make_random())
        )


def _propose(view: State, command: Discard | Commit, found: sequential_halving.BestOption | None = None) -> Proposal:
    """Return a proposal with its reason.

    Example of a reason: ``British: 44 points with Timing: wins 58% of 400 hands like this one, the usual choice 55%.``
    """
    if found is None:
        return Proposal(command, f"{describe_command(view, command)}, as usual.")
    return Proposal(command, f"{describe_command(view, command)}: {found.describe('hands')}.")


PLAYERS: dict[str, type[AnyPlayer]] = {
    "midshipman": Midshipman,
    "captain": Captain,
    "admiral": Admiral,
    "greedy": Greedy,
}
