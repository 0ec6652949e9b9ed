"""What a general does in every phase, by what cards are worth to it."""

from collections.abc import Iterator, Sequence

from tabletop.cards.holding import Places as Gone
from tabletop.cards.holding import at, subsets
from tabletop.cards.zones import Cards
from tabletop.core.phrases import listed
from tabletop.games.volley import melds
from tabletop.games.volley.commands import Attack, Counter, Deal, Defend, Discard, Pass
from tabletop.games.volley.state import Side, State, called, card_name, other
from tabletop.players.player import Player, Proposal
from tabletop.players.sampled_worlds import chances
from tabletop.players.sequential_halving import Found, best_of_all
from tabletop.players.volley.refills import GREEDY, Worths, attack_and_rest, refilled


class General(Player[State]):
    """Throws away what makes room for a better attack, strikes with what it has, and answers what it can.

    Attributes:
        worths: what a card is worth that stays in its hand.
        budget: refills in which every discard is tried.
    """

    worths: Worths = GREEDY
    budget: int = 100

    def consider(self, view: State) -> Iterator[Proposal]:
        """What the phase asks for."""
        if view.stage == "setup":
            yield Proposal(Deal(self.side))
        elif view.stage == "manoeuvre":
            yield self.manoeuvre(view)
        elif view.stage == "attack":
            yield self.attack(view)
        elif view.stage == "defence":
            yield self.defend(view)
        else:
            yield self.counter(view)

    def stands(self, view: State) -> float:
        """Parts of its troops that are left, against those of the enemy."""
        left = {side: view.troops[side] / view.strengths[side] for side in view.troops}
        return round(left[self.own] - left[other(self.own)], 6)

    def manoeuvre(self, view: State) -> Proposal:
        """The discard after which the hand may be expected to come to most."""
        hand = view.cards.hands[self.own]
        ways = subsets(len(hand), len(hand))
        found = self.tried(view, ways)
        gone = at(hand, ways[found.option])
        words = f"throws away {_named(view, gone)}" if gone else "keeps all cards"
        return Proposal(Discard(self.side, gone), f"{self._name(view)} {words}: {self.told(found)}.")

    def told(self, found: Found) -> str:
        """What a discard is good for."""
        return f"the hand then comes to {found.worth:.1f}, and as it is to {found.usual:.1f}"

    def tried(self, view: State, ways: Sequence[Gone]) -> Found:
        """Which way to throw cards away is best, all of them tried in the same refills."""
        numbers = chances(self.fancy())
        return best_of_all(refilled(view, self.own, ways, self.worths, numbers, self.budget, attack_and_rest), 0)

    def attack(self, view: State) -> Proposal:
        """The meld that costs the enemy most and the hand least."""
        enemy = view.troops[other(self.own)]
        found = [*melds.best(view.deck, view.cards.hands[self.own])]
        if not found:
            return self._passed(view, "holds no meld")
        meld = max(found, key=lambda cards: self._merit(view, cards, enemy))
        force = melds.force(view.deck, meld)
        why = f"{self._name(view)} attacks with {_named(view, meld)}: force {force} against {enemy} troops."
        return Proposal(Attack(self.side, meld), why)

    def _merit(self, view: State, meld: Cards, enemy: int) -> tuple[bool, float]:
        """Whether a meld ends the battle; its force, less what its cards are worth and what may be expected to fail."""
        force = melds.force(view.deck, meld)
        spent = self.worths.of_meld(*(view.deck[card] for card in meld))
        return force >= enemy, round(force - spent - self.risk(view, meld), 6)

    def risk(self, view: State, meld: Cards) -> float:  # noqa: ARG002 - who is sound asks for it
        """Casualties that the enemy's answer may be expected to save it."""
        return 0.0

    def defend(self, view: State) -> Proposal:
        """The answer that saves most troops."""
        assert view.assault is not None
        answers = melds.answers(view.deck, view.assault, view.cards.hands[self.own])
        worthy = [(card, target) for card, target in answers if self._saves(view, target)]
        if not worthy:
            return self._passed(view, "holds nothing that is worth playing")
        card, target = max(worthy, key=lambda one: view.deck[one[1]].force)
        saved = view.deck[target].force
        why = (
            f"{self._name(view)} plays {card_name(view, card)} on {card_name(view, target)}: {saved} casualties fewer."
        )
        return Proposal(Defend(self.side, card, target), why)

    def counter(self, view: State) -> Proposal:
        """A counter, where what it is about is worth it."""
        assert view.assault is not None
        found = next(melds.counters(view.deck, view.cards.hands[self.own]), None)
        target = view.assault.answers[-1].target
        if found is None or not self._saves(view, target):
            return self._passed(view, "plays no counter")
        force = view.deck[target].force
        why = f"{self._name(view)} counters with {card_name(view, found)}: it is about {force} casualties."
        return Proposal(Counter(self.side, found), why)

    @property
    def own(self) -> Side:
        """Its side."""
        return "red" if self.side == "red" else "blue"

    def _saves(self, view: State, target: str) -> bool:
        """Whether an answer or a counter is about anything; what is kept now is seldom held when it is needed next."""
        return view.deck[target].force > 0

    def _passed(self, view: State, reason: str) -> Proposal:
        return Proposal(Pass(self.side), f"{self._name(view)} {reason}.")

    def _name(self, view: State) -> str:
        return called(view, self.side)


def _named(view: State, cards: Cards) -> str:
    return listed(card_name(view, card) for card in cards)
