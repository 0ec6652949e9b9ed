"""Many Crew Phases from crowded random positions: whatever is chosen, the cards and the ledger stay in order."""

import random
from itertools import combinations, islice

import msgspec
import pytest

from tabletop.core.chance import SeededChance
from tabletop.core.game import Score
from tabletop.games.ships_of_the_line import positions, rules
from tabletop.games.ships_of_the_line.chapters import victory
from tabletop.games.ships_of_the_line.model import Grapple, Melee, Question, State, is_in_service, is_on_map, side_of
from tabletop.games.ships_of_the_line.rule_modules import describe, evolve, phase_of
from tabletop.games.ships_of_the_line.ship import BROADSIDES, MASTS, FallenMast, enemy_of
from tests.ships_of_the_line.kit import battle, ship

KINDS = ("four", "I", "III", "III", "IV", "VI")
HULLS = {"four": 28, "I": 21, "III": 16, "IV": 13, "VI": 4}
LOST = ("sunk", "exploded", "fled", "left")


def marks(dice, kind):
    """Random damage and fatigue; most ships still fight."""
    fallen = tuple(FallenMast(mast, dice.choice(BROADSIDES)) for mast in MASTS if dice.random() < 0.25)
    gone = {mast.mast for mast in fallen}
    return {
        "hull": dice.randint(1, HULLS[kind]),
        "fires": dice.choice((0, 0, 0, 1, 2)),
        "fatigue": dice.choice((0, 0, 1, 2, 3)),
        "attacked": dice.random() < 0.5,
        "rudder_lost": dice.random() < 0.2,
        "fallen": fallen,
        "masts": tuple(mast for mast in MASTS if mast not in gone),
        "loaded": dice.choice(((), ("port",), ("starboard",), BROADSIDES)),
        "stopped": dice.random() < 0.5,
        "status": dice.choice(("in_service",) * 5 + ("struck",)),
    }


def crowd(dice):
    """Two lines of ships, abreast and almost touching, most of them damaged, some grappled."""
    ships = []
    for n in range(8):
        kind, key = dice.choice(KINDS), f"{'BF'[n % 2]}{n + 1}"
        x, y = 0.3 * (n % 4) + dice.choice((0.05, 0.08, 0.1)) * (n % 4), 1.15 * (n // 4)
        ships.append(ship(key, x, y, dice.choice((0, 180)), kind, **marks(dice, kind)))
    ships += [ship("B90", -15, 0, 0), ship("F90", 15, 0, 0)]
    first = dice.choice(("british", "allied"))
    state = battle(*ships, phase="movement", initiative=first, asked=first, turn=2)
    return with_ties(dice, state)


def with_ties(dice, state):
    """Some of the near pairs grappled, and the points for those that have struck."""
    near = [pair for pair in combinations(state.ships, 2) if positions.gap_between(state, *pair).distance <= 0.5]
    held = tuple(Grapple(*pair, 1, friendly=friendly(state, *pair)) for pair in near if dice.random() < 0.4)
    fights = tuple(with_fights(dice, state, held))
    struck = [key for key, one in state.ships.items() if one.status == "struck"]
    scores = tuple(
        Score(side=enemy_of(side_of(state, key)), points=15, reason="", rule="SOTL-8-b", turn=1, about=key)
        for key in struck
    )
    return msgspec.structs.replace(state, grapples=held, scores=scores, melees=fights)


def with_fights(dice, state, held):
    """Fights that go on between some of the grappled enemies; a ship takes part in one."""
    engaged = set()
    for one in held:
        pair = {one.first, one.second}
        fit = not one.friendly and not pair & engaged and all(is_in_service(state, key) for key in pair)
        if fit and dice.random() < 0.6:
            engaged |= pair
            willing = dice.random() < 0.5
            boarders = (one.first, one.second) if willing else (one.first,)
            yield Melee((one.first,), (one.second,), one.second, 1, willing, boarders, (one.second,))


def friendly(state, a, b):
    return side_of(state, a) == side_of(state, b)


def in_order(before: State, state: State):
    """Everything that must be true after any command."""
    for key, one in state.ships.items():
        assert one.hull <= before.ships[key].hull
        assert 0 <= one.fatigue <= state.profile.max_fatigue
        assert one.fires >= 0
        assert (one.status == "captured") == (one.captor is not None) or one.status in LOST
        assert one.captor != state.cards[key].side
        ledger(state, key)
    ties(state)
    assert len(state.notes) == len(set(state.notes))
    if phase_of(state).ribbon != "Crew":
        assert not state.notes
        assert not state.boardings
    if state.phase not in ("board", "boarding"):
        assert not state.boardings


def ledger(state, key):
    """The points held for a ship follow from her state (AMB-64)."""
    status, held = state.ships[key].status, victory.award_held(state, key)
    if status in ("struck", "captured"):
        assert held == 15
    if status == "in_service":
        assert held == 0
    sinkings = [score for score in state.scores if score.about == key and score.rule == "SOTL-8-c"]
    assert len(sinkings) == (1 if status in ("sunk", "exploded") else 0)


def ties(state):
    """Grapples, tows and fights join ships that are there, each pair once."""
    pairs = [frozenset((one.first, one.second)) for one in state.grapples]
    assert len(pairs) == len(set(pairs))
    tows = [key for one in state.tows for key in (one.tower, one.towed)]
    fighters = [key for one in state.melees for key in (*one.attackers, *one.defenders)]
    assert len(fighters) == len(set(fighters))
    assert all(is_on_map(state, key) for key in [*(key for pair in pairs for key in pair), *tows, *fighters])
    assert all(state.ships[key].status != "struck" for key in fighters)
    for melee in state.melees:
        assert melee.attackers and melee.defenders and melee.target in melee.defenders
        assert len({side_of(state, key) for key in melee.attackers}) == 1
        assert not {side_of(state, key) for key in melee.attackers} & {side_of(state, key) for key in melee.defenders}


def step(state, chance, dice):
    """One random legal command, the events that follow, and what the log says of them."""
    command = dice.choice(list(islice(rules.list_offers(state), 40)))
    refusal = rules.check(state, command)
    assert refusal is None, f"{command}: {refusal}"
    after = state
    for event in rules.decide(state, command, chance).events:
        assert isinstance(describe(after, event), str)
        after = evolve(after, event)
    return after


def answered(question: Question | None, state: State):
    """A question waits for a side that is not shut out, about ships that are there."""
    if question is not None:
        assert all(is_on_map(state, key) for key in (question.ship, *question.candidates))


@pytest.mark.sampled(20)
@pytest.mark.parametrize("seed", range(60))
def test_sotl_3_g_random_crew_phases_keep_cards_and_ledger_in_order(seed):
    dice, chance = random.Random(seed), SeededChance(str(seed))
    state = crowd(dice)
    while state.outcome is None and state.turn < 5:
        after = step(state, chance, dice)
        in_order(state, after)
        answered(after.question, after)
        state = after
    assert msgspec.json.decode(msgspec.json.encode(state), type=State) == state
