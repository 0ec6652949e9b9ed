"""The computer players of the duel, and the choices of a side as counts of each kind of card."""

from collections.abc import Iterator
from itertools import product
from random import Random

import numpy as np
from typing_extensions import override

from tabletop.cards.zones import Cards
from tabletop.games.ship_duel import commands, tables
from tabletop.games.ship_duel.model import OTHER, SIDES, State, format_amounts
from tabletop.players import sampled_worlds
from tabletop.players.player import AnyPlayer, Player, Proposal
from tabletop.players.sequential_halving import Options, Results, find_best_option, temper_bias
from tabletop.players.ship_duel import duel_simulation
from tabletop.players.ship_duel.duel_simulation import GREEDY, SEASONED, CountArray, Duels, Habits

Counts = tuple[int, ...]
"""Number of cards of each kind, in the order of the rules."""

_COMMANDS: dict[str, type[commands.Choice]] = {
    "reload": commands.Reload,
    "sail": commands.Sail,
    "fire": commands.Fire,
    "retire": commands.Retire,
}
_MOST_DISCARDED = {"reload": tables.RELOADED, "retire": tables.RETIRED}
_VERBS = {"reload": "discards", "sail": "shows", "fire": "fires", "retire": "discards"}
_WORDS_FOR_NOTHING = {
    "reload": "keeps all cards",
    "sail": "shows no wind",
    "fire": "holds its fire",
    "retire": "keeps all cards",
}


def count_cards(view: State, cards: Cards) -> CountArray:
    """Return the number of cards of each kind."""
    kinds = [view.deck[card] for card in cards]
    return np.array([kinds.count(kind) for kind in tables.KINDS], np.int16)


def count_hand(view: State, side: str) -> CountArray:
    """Return the number of cards of each kind in the hand of `side`."""
    return count_cards(view, view.cards.hands[side])


def points_left(view: State, side: str) -> CountArray:
    """Return the points that the ship of `side` has left of each stat, in the order of `STATS`."""
    return np.array([view.ships[OTHER[OTHER[side]]].left[stat] for stat in tables.STATS], np.int16)


def choose_by_habit(habits: Habits, view: State, side: str) -> Counts:
    """Return the cards that `side` chooses by habit in the current phase."""
    hands, left = count_hand(view, side)[:, None], points_left(view, OTHER[side])[:, None]
    chosen = duel_simulation.CHOOSERS[view.phase](habits, hands, left)
    return tuple(int(number) for number in chosen[:, 0])


def list_options(view: State, side: str) -> list[Counts]:
    """Return every legal choice of `side` in the current phase. The first is to choose no card."""
    hand = tuple(int(number) for number in count_hand(view, side))
    if view.phase in _MOST_DISCARDED:
        most = _MOST_DISCARDED[view.phase]
        options = product(*(range(min(number, most) + 1) for number in hand))
        return [option for option in options if sum(option) <= most]
    return list(_list_winds(hand) if view.phase == "sail" else _list_shots(hand))


def _list_winds(hand: Counts) -> Iterator[Counts]:
    """Yield every set of winds of a hand without two opposite winds (SLC-6)."""
    pairs = [[(0, 0), *_list_of_one_kind(hand[one], hand[other])] for one, other in duel_simulation.WIND_PAIRS]
    for north_south, east_west in product(*pairs):
        yield (*north_south, *east_west, *(0 for _ in duel_simulation.SHOTS))


def _list_of_one_kind(first: int, second: int) -> Iterator[tuple[int, int]]:
    """Yield each number of cards from 1 of the first kind without the second, then the other way round."""
    yield from ((number, 0) for number in range(1, first + 1))
    yield from ((0, number) for number in range(1, second + 1))


def _list_shots(hand: Counts) -> Iterator[Counts]:
    """Yield no shot, then each number of cards of each kind of shot (SLC-8)."""
    yield (0,) * len(hand)
    for shot in duel_simulation.SHOTS:
        for number in range(1, hand[shot] + 1):
            yield tuple(number if kind == shot else 0 for kind in range(len(hand)))


def build_command(view: State, side: str, chosen: Counts) -> commands.Choice:
    """Return the command of the current phase that plays `chosen`, of equal cards the first in the hand."""
    left, cards = dict(zip(tables.KINDS, chosen, strict=True)), []
    for card in view.cards.hands[side]:
        kind = view.deck[card]
        if left[kind]:
            left[kind] -= 1
            cards.append(card)
    return _COMMANDS[view.phase](side, tuple(cards))


def describe_command(view: State, command: commands.Choice) -> str:
    """Return a clause on a command: ``Mars fires 3 grape shot``."""
    ship = view.ships[OTHER[OTHER[command.side]]].name
    if not command.cards:
        return f"{ship} {_WORDS_FOR_NOTHING[view.phase]}"
    return f"{ship} {_VERBS[view.phase]} {format_amounts(view, command.cards)}"


class DuelPlayer(Player[State]):
    """A computer player that chooses counts of each kind of card."""

    @override
    def consider(self, view: State) -> Iterator[Proposal]:
        if view.phase == "setup":
            yield Proposal(commands.Deal(self.side))
        else:
            yield from self.propose_choices(view)

    def evaluate_position(self, view: State) -> float:
        """Return the points left of the own ship minus those of the enemy, over all stats."""
        return float(points_left(view, self.side).sum() - points_left(view, OTHER[self.side]).sum())

    def propose_choices(self, view: State) -> Iterator[Proposal]:
        """Yield choices of cards, each better than the one before."""
        raise NotImplementedError


class Greedy(DuelPlayer):
    """A computer player that looks only at the hand and the next attack."""

    title = "Greedy"
    description = "always fires as many cards of one kind as it can"

    @override
    def propose_choices(self, view: State) -> Iterator[Proposal]:
        command = build_command(view, self.side, choose_by_habit(GREEDY, view, self.side))
        yield Proposal(command, f"{describe_command(view, command)}: the most it can do now.")


class Midshipman(DuelPlayer):
    """A beginner that plays like `Greedy` but overlooks some of its cards."""

    title = "Midshipman"
    description = "fires what it has most of, sometimes forgets to discard, and saves its winds"
    overlook_chance = 0.1
    """Chance to overlook each card of its choice."""

    @override
    def propose_choices(self, view: State) -> Iterator[Proposal]:
        chosen = self._overlook_cards(choose_by_habit(GREEDY, view, self.side), self.make_random())
        command = build_command(view, self.side, chosen)
        yield Proposal(command, f"{describe_command(view, command)}; it sees no further.")

    def _overlook_cards(self, chosen: Counts, rng: Random) -> Counts:
        """Return `chosen` without the cards that the player overlooks at random."""
        return tuple(sum(rng.random() >= self.overlook_chance for _ in range(number)) for number in chosen)


class Captain(DuelPlayer):
    """A computer player with sound habits that does not look ahead."""

    title = "Captain"
    description = "keeps attacking one target until it gives way, without looking ahead"

    @override
    def propose_choices(self, view: State) -> Iterator[Proposal]:
        command = build_command(view, self.side, choose_by_habit(SEASONED, view, self.side))
        yield Proposal(command, f"{describe_command(view, command)}.")


class ChoiceTrial:
    """A trial of choices in simulated duels that `side` cannot tell from the one at the table."""

    def __init__(
        self, view: State, side: str, choices: list[Counts], habits: Habits, chances: sampled_worlds.BulkRandom
    ) -> None:
        self._choices = np.array(choices, np.int16).T
        self._habits = habits
        self._chances = chances
        self._phase = view.phase
        self._side = SIDES.index(OTHER[OTHER[side]])
        self._asked = np.array([[one in view.asked] for one in SIDES])
        self._hidden = sampled_worlds.find_hidden_cards(view, side)
        kinds = tuple(tables.KINDS)
        self._kinds = np.array([kinds.index(kind) for kind in view.deck.values()])
        self._hand = count_hand(view, side)
        self._discards = count_cards(view, view.cards.discards)
        self._left = np.array([points_left(view, one) for one in SIDES], np.int16).T

    def __call__(self, alive: Options, worlds: int) -> Results:
        """Return the result of each choice of `alive` in `worlds` new worlds: shape (choices, worlds)."""
        duels = self._build_duels(worlds, len(alive))
        first = np.repeat(self._choices[:, alive], worlds, axis=1)
        asked = np.repeat(self._asked, len(duels.world), axis=1)
        common = duel_simulation.CommonNumbers(self._chances, worlds)
        results = duel_simulation.play_out(duels, self._phase, asked, first, self._side, self._habits, common)
        return results.reshape(len(alive), worlds)

    def _build_duels(self, worlds: int, times: int) -> Duels:
        """Return `worlds` random worlds, each of them `times` times."""
        guessed = self._hidden.sample_worlds(self._chances, worlds)
        theirs, pile = (duel_simulation.count_rows(self._kinds[cards]) for cards in (guessed.hand, guessed.pile))
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


class Admiral(DuelPlayer):
    """A computer player that plays by habit unless another choice surely wins more simulated duels.

    A bold admiral tends to play more cards, a cautious one fewer.
    """

    title = "Admiral"
    description = "plays out every choice in hundreds of possible duels"
    has_temper = True
    budget = 4000
    """Total number of simulated duels for one decision."""

    def propose_choices(self, view: State) -> Iterator[Proposal]:
        """Yield the choice by habit, then the best choice of the simulated duels."""
        choices, usual = list_options(view, self.side), choose_by_habit(SEASONED, view, self.side)
        command = build_command(view, self.side, usual)
        yield Proposal(command, f"{describe_command(view, command)}, as usual.")
        if len(choices) > 1:
            trial = ChoiceTrial(view, self.side, choices, SEASONED, sampled_worlds.make_bulk_random(self.make_random()))
            leaning = temper_bias(self.temper, map(sum, choices))
            found = find_best_option(len(choices), choices.index(usual), self.budget, trial, bias=leaning)
            command = build_command(view, self.side, choices[found.option])
            yield Proposal(command, f"{describe_command(view, command)}: {found.describe('duels')}.")


PLAYERS: dict[str, type[AnyPlayer]] = {
    "midshipman": Midshipman,
    "captain": Captain,
    "admiral": Admiral,
    "greedy": Greedy,
}
