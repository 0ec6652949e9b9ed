"""The computer players of Volley: one decision for each phase, by the value of each card."""

from collections.abc import Iterator, Sequence

import numpy as np
from msgspec.structs import replace
from typing_extensions import override

from tabletop.cards.hands import Places as Gone
from tabletop.cards.hands import list_subsets, select_cards
from tabletop.cards.zones import Cards
from tabletop.core.phrases import join_words
from tabletop.games.volley import melds
from tabletop.games.volley.commands import Attack, Counter, Deal, Defend, Discard, Pass
from tabletop.games.volley.model import Negated, Side, State, get_card_name, get_side_name, opponent_of
from tabletop.games.volley.survey import chance_opponent_negates
from tabletop.players.player import AnyPlayer, Player, Proposal
from tabletop.players.sampled_worlds import make_bulk_random
from tabletop.players.sequential_halving import BestOption, Options, Results, compare_options, find_best_option
from tabletop.players.volley import hand_values


class VolleyPlayer(Player[State]):
    """A computer player that discards for a better attack, plays its best meld, and answers if possible.

    Attributes:
        card_values: the value of a card that stays in the hand.
        budget: number of simulated refills for each discard.
    """

    card_values: hand_values.CardValues = hand_values.GREEDY
    budget: int = 100

    def consider(self, view: State) -> Iterator[Proposal]:
        """Yield one proposal for the current phase."""
        if view.stage == "setup":
            yield Proposal(Deal(self.side))
        elif view.stage == "manoeuvre":
            yield self.choose_discard(view)
        elif view.stage == "attack":
            yield self.choose_attack(view)
        elif view.stage == "defence":
            yield self.choose_answer(view)
        else:
            yield self.choose_counter(view)

    def evaluate_position(self, view: State) -> float:
        """Return the fraction of own troops left minus that of the enemy, from -1 to 1."""
        left = {side: view.troops[side] / view.strengths[side] for side in view.troops}
        return round(left[self.own_side] - left[opponent_of(self.own_side)], 6)

    def choose_discard(self, view: State) -> Proposal:
        """Propose the discard after which the hand has the highest expected value."""
        hand = view.cards.hands[self.own_side]
        discards = list_subsets(len(hand), len(hand))
        found = self.evaluate_discards(view, discards)
        discarded = select_cards(hand, discards[found.option])
        words = f"discards {_format_card_names(view, discarded)}" if discarded else "keeps all cards"
        return Proposal(
            Discard(self.side, discarded), f"{self._side_name(view)} {words}: {self.explain_discard(found)}."
        )

    def explain_discard(self, found: BestOption) -> str:
        """Return a clause with the expected value of the hand, after the discard and without it."""
        return f"the hand is then worth {found.worth:.1f}, without a discard {found.usual:.1f}"

    def evaluate_discards(self, view: State, discards: Sequence[Gone]) -> BestOption:
        """Return the best of `discards`, all tried in the same simulated refills."""
        numbers = make_bulk_random(self.make_random())
        return compare_options(
            hand_values.simulate_discards(
                view, self.own_side, discards, self.card_values, numbers, self.budget, hand_values.value_hands
            ),
            0,
        )

    def choose_attack(self, view: State) -> Proposal:
        """Propose the meld with the highest rating, or a pass without a meld."""
        enemy = view.troops[opponent_of(self.own_side)]
        found = [*melds.find_strongest_melds(view.deck, view.cards.hands[self.own_side])]
        if not found:
            return self._propose_pass(view, "holds no meld")
        meld = max(found, key=lambda cards: self._rate_meld(view, cards, enemy))
        force = melds.sum_printed_force(view.deck, meld)
        cards = _format_card_names(view, meld)
        why = f"{self._side_name(view)} attacks with {cards}: force {force} against {enemy} troops."
        return Proposal(Attack(self.side, meld), why)

    def _rate_meld(self, view: State, meld: Cards, enemy: int) -> tuple[bool, float]:
        """Return a sort key: True if the meld wins now, then force less card values and expected loss."""
        force = melds.sum_printed_force(view.deck, meld)
        spent = self.card_values.value_meld(*(view.deck[card] for card in meld))
        return force >= enemy, round(force - spent - self.estimate_negation(view, meld), 6)

    def estimate_negation(self, view: State, meld: Cards) -> float:  # noqa: ARG002 - who is sound asks for it
        """Return the force that the enemy is expected to negate. This player expects no answer and returns 0."""
        return 0.0

    def choose_answer(self, view: State) -> Proposal:
        """Propose the answer that negates the most force, or a pass."""
        assert view.assault is not None
        answers = melds.find_answers(view.deck, view.assault, view.cards.hands[self.own_side])
        worthy = [(card, target) for card, target in answers if self._is_worth_a_card(view, target)]
        if not worthy:
            return self._propose_pass(view, "has no answer worth playing")
        card, target = max(worthy, key=lambda one: view.deck[one[1]].force)
        saved = view.deck[target].force
        played, negated = get_card_name(view, card), get_card_name(view, target)
        why = f"{self._side_name(view)} plays {played} on {negated}: {saved} casualties fewer."
        return Proposal(Defend(self.side, card, target), why)

    def choose_counter(self, view: State) -> Proposal:
        """Propose a counter if the negated card has any force, else a pass."""
        assert view.assault is not None
        found = next(melds.find_counters(view.deck, view.cards.hands[self.own_side]), None)
        target = view.assault.answers[-1].target
        if found is None or not self._is_worth_a_card(view, target):
            return self._propose_pass(view, "plays no counter")
        force = view.deck[target].force
        why = f"{self._side_name(view)} counters with {get_card_name(view, found)}: {force} casualties are at stake."
        return Proposal(Counter(self.side, found), why)

    @property
    def own_side(self) -> Side:
        """The side of this player."""
        return "red" if self.side == "red" else "blue"

    def _is_worth_a_card(self, view: State, target: str) -> bool:
        """Return True if `target` has any force.

        Cards saved for later are seldom useful, so nothing else counts.
        """
        return view.deck[target].force > 0

    def _propose_pass(self, view: State, reason: str) -> Proposal:
        return Proposal(Pass(self.side), f"{self._side_name(view)} {reason}.")

    def _side_name(self, view: State) -> str:
        return get_side_name(view, self.side)


def _format_card_names(view: State, cards: Cards) -> str:
    return join_words(get_card_name(view, card) for card in cards)


class Greedy(VolleyPlayer):
    """A computer player that values no card for a later turn."""

    title = "Greedy"
    description = "thinks only of its next attack, and answers whatever it can"


class Midshipman(VolleyPlayer):
    """A computer player that tries few refills and overlooks some answers and counters."""

    title = "Midshipman"
    description = "discards without counting the odds, and overlooks answers"
    budget = 4
    overlook_chance = 0.3
    """Chance to overlook a card of the hand when it could answer or counter."""

    @override
    def choose_answer(self, view: State) -> Proposal:
        return super().choose_answer(self._overlook_cards(view))

    @override
    def choose_counter(self, view: State) -> Proposal:
        return super().choose_counter(self._overlook_cards(view))

    def _overlook_cards(self, view: State) -> State:
        """Return the view without the cards of the own hand that the player overlooks at random."""
        rng, cards = self.make_random(), view.cards
        hand = tuple(card for card in cards.hands[self.own_side] if rng.random() >= self.overlook_chance)
        return replace(view, cards=replace(cards, hands={**cards.hands, self.side: hand}))


class Captain(VolleyPlayer):
    """A computer player that weighs the next attack against the cards it keeps."""

    title = "Captain"
    description = "makes its next attack strong and saves cards for later"
    card_values = hand_values.PATIENT
    budget = 100


MIN_TROOPS_LEFT = 0.5
"""Lowest number of troops assumed for an enemy that the next attack cannot break."""
_NEGATABLE_SUITS: tuple[Negated, ...] = (
    "infantry_weapon",
    "cavalry_weapon",
    "artillery_weapon",
    "leader",
    "strategy",
    "morale",
)
"""Suits that a defence card can negate."""


TEMPER_FACTORS = {"bold": 0.3, "steady": 1.0, "cautious": 1.7}
"""Factor on the value of a defence card kept in hand, by temper."""


class Admiral(VolleyPlayer):
    """A computer player that chooses the discard with the best chance to break the enemy first."""

    title = "Admiral"
    description = "tests every discard in hundreds of possible draws, considering both armies and your hand"
    has_temper = True
    card_values: hand_values.CardValues = hand_values.FORESIGHTED
    budget = 12_000
    """Total number of simulated refills for one decision."""

    def evaluate_discards(self, view: State, discards: Sequence[Gone]) -> BestOption:
        """Return the best discard by the chance to win.

        Sequential halving gives promising discards more refills.
        """
        numbers, values = make_bulk_random(self.make_random()), self._adjust_for_temper()
        own, enemy = view.troops[self.own_side], view.troops[opponent_of(self.own_side)]

        def valuation(best: hand_values.Forces, value: hand_values.Forces, values: hand_values.CardValues) -> Results:
            left = np.maximum(enemy - hand_values.value_hands(best, value, values), MIN_TROOPS_LEFT)
            return np.where(
                hand_values.find_strongest_attacks(best) >= enemy, 1.0, 1 - hand_values.chance_to_win(left, own)
            )

        def trial(alive: Options, worlds: int) -> Results:
            return hand_values.simulate_discards(
                view, self.own_side, [discards[option] for option in alive], values, numbers, worlds, valuation
            )

        return find_best_option(len(discards), 0, self.budget, trial, errors=0)

    def explain_discard(self, found: BestOption) -> str:
        """Return a clause with the chance to win, after the discard and without one."""
        return f"its chance to win is then {found.worth:.1%}, without a discard {found.usual:.1%}"

    def _adjust_for_temper(self) -> hand_values.CardValues:
        return replace(self.card_values, answer=self.card_values.answer * TEMPER_FACTORS[self.temper])

    def estimate_negation(self, view: State, meld: Cards) -> float:
        """Return the force that the enemy is expected to negate by its best answer, or by all where allowed."""
        printed = sorted((view.deck[card] for card in meld), key=lambda card: -card.force)
        expected, unanswered = 0.0, 1.0
        for card in printed:
            for kind in _NEGATABLE_SUITS:
                if kind == card.suit:
                    chance = float(chance_opponent_negates(view, self.own_side, kind))
                    expected += unanswered * chance * card.force
                    unanswered *= 1 if view.defences == "any" else 1 - chance
        return expected


PLAYERS: dict[str, type[AnyPlayer]] = {
    "midshipman": Midshipman,
    "captain": Captain,
    "admiral": Admiral,
    "greedy": Greedy,
}
