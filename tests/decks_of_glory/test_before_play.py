"""DOG-6 to DOG-8, DOG-27: strength, colours, the deck, the first wind."""

from tabletop.cards.events import PileShuffled
from tabletop.cards.standard import DECK
from tabletop.cards.zones import Zones, build_zones, list_all_cards
from tabletop.games.decks_of_glory import scenario
from tabletop.games.decks_of_glory.commands import (
    CheckWind,
    ChooseColour,
    ChooseWind,
    Done,
    DrawInitiative,
    OpenFire,
    Shuffle,
)
from tabletop.games.decks_of_glory.events import (
    CardDrawn,
    CardsCompared,
    ColoursChosen,
    ColoursStruck,
    InitiativeDrawn,
    WindSet,
)
from tabletop.games.decks_of_glory.model import Aim
from tests.decks_of_glory.kit import battle, gunfire, play, refused, ship
from tests.judging import every, only

UNTOUCHED = {"cards": build_zones(DECK, ()), "turn": 0, "initiative": None}


def fresh(**fields):
    ships = ship("B1", (0, 0)), ship("F1", (6, 0))
    return battle(*ships, **{**UNTOUCHED, "phase": "shuffle", "asked": None, **fields})


def test_dog_6_strength_follows_from_the_rate():
    text = "game: decks_of_glory\ntitle: T\nmap: {radius: 5}\nturns: 3\nwind: 0\nships:\n"
    for rate in (1, 2, 3, 4):
        text += f"  - {{key: B{rate}, nation: britain, name: N{rate}, rate: {rate}, at: [0, {rate}], facing: 0}}\n"
    text += "  - {key: F1, nation: france, name: F, rate: 1, at: [0, -1], facing: 0}\n"
    ships = scenario.read(text, "test").opening.ships
    assert [ships[f"B{rate}"].strength for rate in (1, 2, 3, 4)] == [12, 10, 8, 6]


def test_dog_7_the_first_side_chooses_its_colour_where_the_scenario_does_not():
    state = fresh(colours={}, phase="colours", asked="british")
    refused(state, ChooseColour("allied", "red"), "DOG-7")
    state, events = play(state, ChooseColour("british", "black"))
    assert only(events, ColoursChosen).colours == {"british": "black", "allied": "red"}
    assert (state.colours, state.phase) == ({"british": "black", "allied": "red"}, "shuffle")


def test_dog_7_either_side_may_call_for_the_shuffle():
    for side in ("british", "allied"):
        state, events = play(fresh(), Shuffle(side), decks=[("KS", "4H")])
        assert state.cards.pile[:2] == ("KS", "4H")
        assert only(events, PileShuffled).order == state.cards.pile
        assert (state.phase, state.turn, state.asked) == ("wind", 1, None)


def test_dog_7_c_7_an_exhausted_deck_is_shuffled_again_when_a_card_is_needed():
    state = fresh(cards=Zones(("AS",), {}, DECK[:12] + DECK[13:]), phase="wind", turn=1)
    state, events = play(state, CheckWind("british"))
    assert state.cards.pile == ()
    assert every(events, PileShuffled) == []
    state, events = play(state, DrawInitiative("british"), decks=[("5D",)])
    assert only(events, InitiativeDrawn).card == "5D"
    assert sorted(list_all_cards(state.cards)) == sorted(DECK)
    assert state.cards.discards == ("5D",)


def test_dog_8_the_higher_card_chooses_the_first_wind():
    state, events = play(fresh(wind=None), Shuffle("british"), decks=[("10H", "AS")])
    assert [(one.card, one.side) for one in every(events, CardDrawn)] == [("10H", "british"), ("AS", "allied")]
    assert only(events, CardsCompared).winner == "allied"
    refused(state, ChooseWind("british", 2), "DOG-8")
    for nowhere in (6, -1):
        refused(state, ChooseWind("allied", nowhere), "DOG-1")
    state, events = play(state, ChooseWind("allied", 2))
    assert only(events, WindSet).wind == 2
    assert (state.wind, state.phase, state.turn) == (2, "wind", 1)


def test_dog_8_equal_ranks_are_drawn_again():
    state, events = play(fresh(wind=None), Shuffle("british"), decks=[("KH", "KS", "3C", "2D")])
    assert [one.winner for one in every(events, CardsCompared)] == [None, "british"]
    assert (state.asked, len(state.cards.discards)) == ("british", 4)


def test_dog_8_the_scenario_may_set_the_wind():
    state, _ = play(fresh(wind=4), Shuffle("allied"), decks=[()])
    assert (state.wind, state.phase) == (4, "wind")


def test_dog_27_each_card_is_discarded_before_the_next_is_drawn():
    ships = ship("B1", (0, 0), 0), ship("F1", (1, 0), 2, rate=1)
    state = gunfire(*ships, cards=Zones(("KS",), {}, tuple(card for card in DECK if card != "KS")))
    state, events = play(state, OpenFire("british", (Aim("B1", "F1"),)), decks=[("KS", "2H")])
    assert [one.card for one in every(events, CardDrawn)][:2] == ["KS", "KS"]


def test_dog_27_the_first_side_draws_first_each_in_the_order_of_the_list():
    lost = [ship(key, (2 * n, 0), strength=0) for n, key in enumerate(("F2", "B2", "F1", "B1"))]
    ships = *lost, ship("B3", (0, 5)), ship("F3", (5, 0))
    state = battle(*ships, orders={"british": ()}, asked="allied", initiative="british")
    _, events = play(state, Done("allied"))
    assert [one.ship for one in every(events, ColoursStruck)] == ["B2", "B1", "F2", "F1"]
