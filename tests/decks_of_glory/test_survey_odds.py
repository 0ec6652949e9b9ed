"""The odds are exact: they are what comes of every order that the unseen cards can have."""

from collections import Counter
from fractions import Fraction
from itertools import permutations

import pytest

from tabletop.cards.standard import DECK
from tabletop.cards.zones import Zones
from tabletop.core.chance import ScriptedChance
from tabletop.games.decks_of_glory import GAME, rules
from tabletop.games.decks_of_glory.commands import CheckWind, CutLoose, DrawInitiative, LeadBoarders, OpenFire
from tabletop.games.decks_of_glory.events import BoardingFought, BroadsideFired
from tabletop.games.decks_of_glory.model import Aim
from tabletop.games.decks_of_glory.survey import odds
from tabletop.games.decks_of_glory.survey.fields import find_shot
from tests.decks_of_glory.kit import battle, derelict, gunfire, play, ship
from tests.judging import every

FAR = ship("B9", (-8, 8)), ship("F9", (8, -8))
LEFT = ("AS", "2S", "9H", "KD", "3D", "7C")
"""The cards of a small pile; all others have been discarded."""


def small(pile=LEFT):
    return Zones(tuple(pile), {}, tuple(card for card in DECK if card not in pile))


def orders(length, pile=LEFT):
    """Every way in which the first cards may come."""
    for top in permutations(pile, length):
        yield (*top, *(card for card in pile if card not in top))


def spread(numbers):
    counted = Counter(numbers)
    return {number: Fraction(count, counted.total()) for number, count in sorted(counted.items())}


def test_c_6_what_is_unseen_is_what_has_not_been_discarded():
    state = battle(*FAR, cards=small())
    assert sorted(odds.list_unseen(state)) == sorted(LEFT)
    assert odds.list_unseen(GAME.view(state, "")) == odds.list_unseen(state)
    assert odds.list_unseen(battle(*FAR, cards=Zones((), {}, DECK))) == DECK


def test_dog_9_the_odds_of_the_wind():
    state = battle(*FAR, wind=0, cards=small(), phase="wind", asked=None)
    came = [play(battle(*FAR, wind=0, cards=small(pile), phase="wind", asked=None), CheckWind("british"))[0].wind
            for pile in orders(1)]  # fmt: skip
    assert odds.find_wind_chances(state) == spread(came)
    assert sum(odds.find_wind_chances(state).values()) == 1


def test_dog_11_the_odds_of_the_initiative():
    def drawn(pile):
        state = battle(*FAR, cards=small(pile), phase="initiative", asked=None)
        return play(state, DrawInitiative("british"))[0].initiative

    assert odds.find_initiative_chances(battle(*FAR, cards=small())) == spread(map(drawn, orders(1)))


@pytest.mark.parametrize("left", [LEFT, ("AS", "2S", "9H"), ("AS", "2S")])
@pytest.mark.parametrize("facing", [0, 3])
def test_dog_13_dog_16_the_odds_of_cutting_loose_in_irons_too(facing, left):
    def locked(pile):
        ships = ship("B1", (0, 0), facing), ship("F1", (0, 0), place=1, since=1)
        return battle(*ships, *FAR, cards=small(pile))

    freed = [play(locked(pile), CutLoose("british", "B1"))[0].way is not None for pile in orders(2, left)]
    assert odds.chance_to_move(locked(left), "B1") == Fraction(sum(freed), len(freed))


def test_dog_13_the_odds_of_a_ship_in_irons_are_those_of_red():
    state = battle(ship("B1", (0, 0), 3), ship("B2", (1, 0)), *FAR, cards=small())
    assert (odds.chance_to_move(state, "B1"), odds.chance_to_move(state, "B2"), odds.chance_of_red(state)) == (
        Fraction(1, 2),
        1,
        Fraction(1, 2),
    )


def volley(pile, distance, facing, target=8):
    ships = ship("B1", (0, 0)), ship("F1", (distance, 0), facing, strength=target)
    more = ship("F2", (distance, 0), facing, place=1, since=1), ship("B2", (distance, 0), facing, strength=1, place=2,
                                                                      since=2)  # fmt: skip
    return gunfire(*ships, *more, *FAR, cards=small(pile))


def broadside(state, before=0):
    """What B1 may do to F1."""
    return odds.find_shot_odds(state, find_shot(state, "B1", "F1"), before)


@pytest.mark.parametrize(("distance", "facing"), [(1, 0), (1, 2), (2, 0), (3, 2)])
def test_dog_18_dog_19_the_odds_of_a_broadside(distance, facing):
    fired = []
    for pile in orders(2):
        state = volley(pile, distance, facing, target=2)
        came = rules.decide(state, OpenFire("british", (Aim("B1", "F1"),)), ScriptedChance()).events
        fired.append(every(came, BroadsideFired)[0])
    told = broadside(volley(LEFT, distance, facing, target=2))
    assert told.hits == spread(one.hits for one in fired)
    for key in ("F1", "F2", "B2"):
        assert told.losses[key] == spread(one.shares.get(key, 0) for one in fired)
    assert told.expected == Fraction(sum(one.hits for one in fired), len(fired))
    assert told.chance_to_lose("F1", 2) == Fraction(sum(one.shares.get("F1", 0) >= 2 for one in fired), len(fired))


def test_dog_3_there_are_no_odds_of_what_cannot_be_fired_at():
    assert find_shot(gunfire(ship("B1", (0, 0)), ship("F1", (0, 1))), "B1", "F1") is None


def test_c_7_a_rake_over_the_end_of_the_pile_takes_its_second_card_from_the_whole_deck():
    state = volley(("AS",), 1, 2)
    second = spread({"S": 4, "H": 3, "D": 2, "C": 1}[card[-1]] for card in DECK)
    assert broadside(state).hits == {4 + hits: chance for hits, chance in second.items()}
    fresh = broadside(volley((), 1, 2)).hits
    assert fresh == broadside(volley(DECK, 1, 2)).hits
    assert fresh[8] == Fraction(13 * 12, 52 * 51)


def test_c_7_a_rake_over_the_end_of_a_whole_deck_that_others_have_drawn():
    state = volley((), 1, 2)
    assert broadside(state, 50).hits[8] == Fraction(13 * 12, 52 * 51)
    assert broadside(state, 51).hits[8] == Fraction(1, 16)


def test_c_7_cards_drawn_before_may_exhaust_the_pile():
    state = volley(LEFT, 1, 0)
    assert odds.chance_of_red(state, before=len(LEFT) - 1) == Fraction(1, 2)
    assert odds.chance_of_colour(volley(("AS", "2S"), 1, 0), "red", before=1) == 0
    assert odds.chance_of_colour(volley(("AS", "2S"), 1, 0), "red", before=2) == Fraction(1, 2)


def test_dog_17_dog_27_the_cards_that_others_draw_first():
    ships = ship("F1", (1, 0), 2), ship("B2", (0, 0)), ship("B1", (2, 0), 3), ship("F2", (0, 1))
    state = gunfire(*ships)
    shots = Aim("F2", "B2"), Aim("B1", "F1"), Aim("B2", "F1")
    assert odds.count_cards_before(state, shots) == {"B2": 0, "B1": 2}
    assert odds.count_cards_before(state, (Aim("B1", "F1"),)) == {"B1": 0}


@pytest.mark.parametrize("first", [None, "F2"])
def test_dog_20_the_odds_of_boarding(first):
    def fight(pile):
        ships = (
            ship("B1", (0, 0)),
            ship("F1", (0, 0), strength=1, place=1, since=1),
            ship("F2", (0, 0), place=2, since=2),
        )
        return battle(*ships, *FAR, phase="boarding", cards=small(pile))

    choice = (Aim("B1", first),) if first else ()
    fought = [every(rules.decide(fight(pile), LeadBoarders("british", choice), ScriptedChance((), [DECK] * 2)).events,
                    BoardingFought)[0] for pile in orders(1)]  # fmt: skip
    told = odds.find_boarding_odds(fight(LEFT), "B1", first)
    assert told.hits == spread(one.hits for one in fought)
    for key in ("F1", "F2"):
        assert told.losses[key] == spread(one.shares.get(key, 0) for one in fought)
    assert odds.find_boarding_odds(fight(LEFT), "B9") is None


def test_dog_20_dog_27_the_odds_of_boarding_count_those_who_draw_first():
    ships = ship("F1", (0, 0), place=1, since=1), ship("B1", (0, 0)), ship("F2", (3, 0)), ship("B2", (3, 0), since=1)
    state = battle(*ships, derelict("B3", (3, 0)), phase="boarding", cards=small(("AS", "QC")))
    half = {0: Fraction(1, 2), 3: Fraction(1, 2)}
    assert [odds.find_boarding_odds(state, key).hits == half for key in ("B1", "B2", "F1", "F2")] == [
        True,
        True,
        False,
        False,
    ]
    assert odds.find_boarding_odds(state, "F1").hits[2] == Fraction(1, 4)


def test_dog_22_red_is_the_chance_of_sinking():
    assert odds.chance_of_red(battle(*FAR, cards=small(("AS", "2H", "3D")))) == Fraction(2, 3)
