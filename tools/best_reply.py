"""How much a best reply gains against the Admiral in single fights of the cards of Trafalgar.

`python -m tools.best_reply --hands 1000 --replies 150` deals 1000 hands to one side and lets the Admiral commit each of
them. Then it finds the best commit of 150 other hands against all hands that are still possible. The reply knows how
the Admiral plays, and no more of the Admiral's hand than the rules reveal. A reply that is chosen and measured on the
same hands looks too good. A reply that is chosen on one half and measured on the other looks a little too bad. The
truth lies between.
"""

import argparse
from collections.abc import Sequence
from functools import cache
from random import Random

import numpy as np
from msgspec.structs import replace

from tabletop.cards.zones import Zones
from tabletop.core import resources
from tabletop.games.trafalgar_cards import GAME
from tabletop.games.trafalgar_cards.commands import Commit
from tabletop.games.trafalgar_cards.deck import OTHER, USES
from tabletop.games.trafalgar_cards.limits import HAND
from tabletop.games.trafalgar_cards.model import State
from tabletop.players.sequential_halving import Results
from tabletop.players.trafalgar_cards import hand_model
from tabletop.players.trafalgar_cards.computer_players import Admiral, hand_row, list_commits
from tabletop.players.trafalgar_cards.hand_model import UNUSED, CommitArrays

US, THEM = "british", "allied"
TURNS = (1, 4, 6)
"""Each with other limits."""
HANDS, REPLIES = 1000, 150
"""Hands of the Admiral, and hands that reply."""
Hand = tuple[str, ...]
Used = tuple[int, ...]


@cache
def open_standard_game() -> State:
    """Return the opening state of the standard game."""
    path = resources.find_scenario(GAME.meta.id, "standard")
    return GAME.open(GAME.read(path.read_text(encoding="utf-8"), path.name), {})


def build_fight(side: str, hand: Hand, turn: int) -> State:
    """Return the view of `side` in a fight with the hand `hand`."""
    deck = open_standard_game().deck
    rest = tuple(card for card in deck if card not in hand)
    hands = {side: hand, OTHER[side]: rest[:HAND]}
    lying = Zones(rest[HAND:], {one: hands[one] for one in (US, THEM)})
    mixed = tuple(range(len(deck)))
    return GAME.view(replace(open_standard_game(), cards=lying, mixed=mixed, turn=turn, phase="fight"), side)


def choose_as_admiral(side: str, hand: Hand, turn: int) -> Used:
    """Return the use of each card of `hand` that the Admiral chooses."""
    *_, last = Admiral(GAME, side, "best reply").consider(build_fight(side, hand, turn))
    assert isinstance(last.command, Commit)
    used = {play.card: USES.index(play.use) for play in last.command.plays}
    return tuple(used.get(card, UNUSED) for card in hand)


def build_commits(side: str, hands: Sequence[Hand], used: Sequence[Used], turn: int) -> CommitArrays:
    """Return the commits of `hands` in the form of the model."""
    views = [build_fight(side, hand, turn) for hand in hands]
    numbers = np.vstack([hand_row(view, side) for view in views])
    return hand_model.build_commits(hand_model.build_turn(views[0], turn).cards, numbers, np.array(used, np.int32))


def deal_hands(fancy: Random, number: int) -> list[Hand]:
    """Return `number` random hands of the deck."""
    return [tuple(fancy.sample(list(open_standard_game().deck), HAND)) for _ in range(number)]


def measure_gains(turn: int, number: int, replies: int) -> tuple[Results, Results, Results]:
    """Return the Admiral's result for each hand, and the gain of the best reply measured in two ways."""
    fancy = Random(f"best reply {turn}")
    theirs = deal_hands(fancy, number)
    against = build_commits(THEM, theirs, [choose_as_admiral(THEM, hand, turn) for hand in theirs], turn)
    found = [_measure_gain(turn, hand, theirs, against) for hand in deal_hands(fancy, replies)]
    own, most, least = np.array(found).T
    return own, most, least


def _measure_gain(turn: int, hand: Hand, theirs: Sequence[Hand], against: CommitArrays) -> tuple[float, float, float]:
    own = choose_as_admiral(US, hand, turn)
    ways = [own, *list_commits(build_fight(US, hand, turn), US)]
    possible = np.flatnonzero([not {*hand} & {*other} for other in theirs])
    ours = build_commits(US, [hand] * len(ways), ways, turn)
    won = np.array(
        [
            hand_model.score_fights(ours.take(np.full(len(possible), way)), against.take(possible))
            for way in range(len(ways))
        ]
    )
    halves = [(won[:, ::2], won[:, 1::2]), (won[:, 1::2], won[:, ::2])]
    honest = [tried[chosen.mean(axis=1).argmax()].mean() - tried[0].mean() for chosen, tried in halves]
    mean = won.mean(axis=1)
    return float(mean[0]), float(mean.max() - mean[0]), float(np.mean(honest))


def describe_turn(turn: int, number: int, replies: int) -> str:
    """Return the results of a turn as a sentence."""
    own, most, least = measure_gains(turn, number, replies)
    error = 196 * least.std() / np.sqrt(len(least))
    return (
        f"turn {turn}: the Admiral against itself {100 * own.mean():.1f}%; a best reply gains between "
        f"{100 * least.mean():.2f} ± {error:.2f} and {100 * most.mean():.2f}% of a hand"
    )


def main() -> None:
    """Print a line for each turn."""
    parser = argparse.ArgumentParser(description="what a best reply gains against the Admiral")
    parser.add_argument("--hands", type=int, default=HANDS, help="of the Admiral")
    parser.add_argument("--replies", type=int, default=REPLIES, help="hands that reply")
    asked = parser.parse_args()
    for turn in TURNS:
        print(describe_turn(turn, asked.hands, asked.replies), flush=True)


if __name__ == "__main__":
    main()
