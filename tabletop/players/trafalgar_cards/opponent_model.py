"""The hand and the habits of the other side, as far as they follow from a view and from the events seen."""

import msgspec
import numpy as np

from tabletop.cards.events import CardsDiscarded
from tabletop.cards.zones import Cards
from tabletop.core.events import Event
from tabletop.games.trafalgar_cards.deck import OTHER, SIDES, USES, Plays
from tabletop.games.trafalgar_cards.events import CommitRevealed, TacticsBegan, TurnBegan
from tabletop.games.trafalgar_cards.limits import HAND, MOST_DISCARDED
from tabletop.games.trafalgar_cards.model import State
from tabletop.players import sampled_worlds
from tabletop.players.trafalgar_cards import hand_model
from tabletop.players.trafalgar_cards.hand_model import SIDE_INDEX, BoolArray, CardArray, CommitArrays, Habits

LIKELIHOOD_RATIO = 6.0
"""Factor by which each commit that is best by some habits makes these habits more likely."""
WORLDS_PER_SAMPLE = 4
"""Number of worlds sampled for each world that is kept: the one that agrees best with the discard of the other side."""


class PlayedHand(msgspec.Struct, frozen=True):
    """A hand that the other side has played.

    Attributes:
        turn: number of the turn.
        plays: the commit.
        rest: the cards left out of the commit.
    """

    turn: int
    plays: Plays
    rest: Cards


class OpponentHistory:
    """The discards and the played hands of the other side, from the events that a player has seen.

    Attributes:
        discarded: the cards that the other side discarded this turn, or None while that is unknown.
        hands: the hands that it has played.
    """

    def __init__(self, other: str) -> None:
        """Begin without hands. `other` is the side that is observed."""
        self.discarded: Cards | None = None
        self.hands: list[PlayedHand] = []
        self._other = other
        self._turn = 1
        self._revealed: Plays | None = None

    def observe(self, event: Event) -> None:
        """Remember discards, commits and turns; ignore all other events."""
        match event:
            case TurnBegan(turn=turn):
                self._turn = turn
            case TacticsBegan():
                self.discarded = None
            case CommitRevealed(side=side, plays=plays) if side == self._other:
                self._revealed = plays
            case CardsDiscarded(side=side, cards=cards) if side == self._other:
                self._observe_discard(cards)

    def _observe_discard(self, cards: Cards) -> None:
        """Remember a discard before the fight, or the rest of the hand after it."""
        if self._revealed is None:
            self.discarded = cards
            return
        self.hands.append(PlayedHand(self._turn, self._revealed, cards))
        self._revealed = None

    def chances_of_habits(self, view: State, known: tuple[Habits, ...]) -> tuple[float, ...]:
        """Return the chance of each of the `known` habits to be those of the other side. The sum is 1."""
        odds = [
            LIKELIHOOD_RATIO ** sum(self._fits_habits(view, habits, hand) for hand in self.hands) for habits in known
        ]
        return tuple(one / sum(odds) for one in odds)

    def _fits_habits(self, view: State, habits: Habits, played: PlayedHand) -> bool:
        """Return True if by these habits no commit of the hand is worth more than the played one."""
        turn = hand_model.build_turn(view, played.turn)
        cards = (*(play.card for play in played.plays), *played.rest)
        hand = sampled_worlds.find_deck_places(view, cards)[None]
        uses = [*(USES.index(play.use) for play in played.plays), *(hand_model.UNUSED for _ in played.rest)]
        best = hand_model.choose_uses(turn, habits, hand, SIDE_INDEX[self._other])
        value = hand_model.value_commits(turn, habits, hand, np.array([uses], np.int32))
        return bool(value >= hand_model.value_commits(turn, habits, hand, best))


class DealSample(msgspec.Struct, frozen=True):
    """Possible deals after a discard, one in each row.

    Attributes:
        drawn: the cards that the own side would draw, in their order.
        theirs: the commit of the other side after its own discard.
    """

    drawn: CardArray
    theirs: CommitArrays


class OpponentSampler:
    """A source of random hands and commits of the other side that agree with a view."""

    def __init__(
        self,
        view: State,
        side: str,
        likely: tuple[Habits, ...],
        shares: tuple[float, ...],
        chances: sampled_worlds.BulkRandom,
    ) -> None:
        """Prepare samples for `side`.

        Args:
            view: the view of `side`.
            side: id of the own side.
            likely: habits that the other side may have.
            shares: the chance of each of these habits.
            chances: source of random numbers.
        """
        self._turn = hand_model.build_turn(view, view.turn)
        self._likely = likely
        self._chances = chances
        self._share_sums = np.round(np.cumsum(shares), 6)
        self._hidden = sampled_worlds.find_hidden_cards(view, side)
        self._discards = sampled_worlds.find_deck_places(view, view.cards.discards)
        self._deals_first = side == SIDES[0]
        self._other = SIDE_INDEX[OTHER[side]]

    def sample_deals(self, worlds: int) -> DealSample:
        """Return `worlds` random deals, for a view in which both sides are yet to discard."""
        guessed, habits = self._hidden.sample_worlds(self._chances, worlds), self._assign_habits(worlds)
        hands, stock = self._pad(guessed.hand, HAND), self._shuffle_stock(guessed.pile)
        gone = self._choose_discards(hands, habits)
        skipped = np.zeros((worlds, 1), np.intp) if self._deals_first else gone.sum(axis=1, keepdims=True)
        dealt = stock[:, MOST_DISCARDED:] if self._deals_first else stock
        drawn = np.take_along_axis(stock, skipped + np.arange(MOST_DISCARDED), axis=1)
        return DealSample(drawn, self._choose_commits(replace_cards(hands, gone, dealt), habits))

    def sample_commits(self, worlds: int, discarded: CardArray | None) -> CommitArrays:
        """Return `worlds` random commits of the other side, for a view after both discards.

        If `discarded`, the discard of the other side, is known, the hands that agree best with it are taken.
        """
        number = worlds if discarded is None else worlds * WORLDS_PER_SAMPLE
        hands = self._pad(self._hidden.sample_worlds(self._chances, number).hand, HAND)
        habits = self._assign_habits(number)
        if discarded is not None:
            likely = np.argsort(self._count_deviations(hands, habits, discarded), kind="stable")[:worlds]
            hands, habits = hands[likely], habits[likely]
        return self._choose_commits(hands, habits)

    def _count_deviations(self, hands: CardArray, habits: CardArray, discarded: CardArray) -> CardArray:
        """Return for each hand the number of cards that were discarded, or kept, against the habits."""
        kept = hands[:, : HAND - len(discarded)]
        before = np.hstack([kept, np.broadcast_to(discarded, (len(hands), len(discarded)))])
        was_discarded = np.arange(HAND) >= kept.shape[1]
        return np.asarray((self._choose_discards(before, habits) != was_discarded).sum(axis=1))

    def _assign_habits(self, worlds: int) -> CardArray:
        """Return the index of the habits in each world, so that all habits have their shares."""
        habits = np.searchsorted(self._share_sums, (np.arange(worlds) + 0.5) / worlds)
        return np.asarray(np.minimum(habits, len(self._likely) - 1))

    def _choose_discards(self, hands: CardArray, habits: CardArray) -> BoolArray:
        """Return True for each card of the hands that is discarded by the habits of its world."""
        gone = np.zeros(hands.shape, np.bool_)
        for number, one in enumerate(self._likely):
            rows = habits == number
            gone[rows] = hand_model.choose_discards(self._turn, one, hands[rows], self._other)
        return gone

    def _choose_commits(self, hands: CardArray, habits: CardArray) -> CommitArrays:
        """Return the commit of each hand by the habits of its world."""
        use = np.zeros(hands.shape, np.int32)
        for number, one in enumerate(self._likely):
            rows = habits == number
            use[rows] = hand_model.choose_uses(self._turn, one, hands[rows], self._other)
        return hand_model.build_commits(self._turn.cards, hands, use)

    def _pad(self, cards: CardArray, number: int) -> CardArray:
        """Return the rows with at least `number` cards, filled up with the index that stands for no card."""
        missing = max(number - cards.shape[1], 0)
        return np.hstack([cards, np.full((len(cards), missing), self._turn.cards.no_card, np.intp)])

    def _shuffle_stock(self, pile: CardArray) -> CardArray:
        """Return the cards that both sides may draw in each world: the pile, then the shuffled discards."""
        again = sampled_worlds.shuffle_rows(self._chances, self._discards, len(pile))
        return self._pad(np.hstack([pile, again]), HAND)[:, : 2 * HAND]


def replace_cards(hands: CardArray, gone: BoolArray, dealt: CardArray) -> CardArray:
    """Return the hands with the cards marked in `gone` replaced by those `dealt`, in their order."""
    place = np.cumsum(gone, axis=1) - 1
    return np.where(gone, np.take_along_axis(dealt, place.clip(0), axis=1), hands)
