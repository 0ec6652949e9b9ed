"""The pile, the hands, the discards: C-6, C-7, C-8."""

import msgspec
import pytest
from msgspec.structs import replace

from tabletop.cards import events, zones
from tabletop.cards.dealing import deal, list_takers, shuffle
from tabletop.cards.zones import HIDDEN, Zones
from tabletop.core import chance
from tabletop.core.chance import ScriptedChance, SeededChance
from tabletop.core.command_context import CommandContext
from tabletop.core.errors import ChanceExhausted
from tabletop.core.events import EventHandler, EventTable, describe_nothing

DECK = tuple("abcdefgh")


class Table(msgspec.Struct, frozen=True):
    cards: Zones


EVENT_HANDLERS = EventTable(
    (
        EventHandler(
            events.PileShuffled,
            lambda table, event: replace(table, cards=zones.replace_pile(table.cards, event.order)),
            describe_nothing,
        ),
        EventHandler(events.CardsDealt, events.apply_deal, describe_nothing),
        EventHandler(events.CardsDiscarded, events.apply_discard, describe_nothing),
    )
)


def unfolding(decks=(), **places):
    cards = replace(zones.build_zones(DECK, ("red", "blue")), **places)
    return CommandContext(Table(cards), EVENT_HANDLERS, ScriptedChance(decks=decks))


def test_c_8_cards_are_dealt_one_at_a_time_beginning_with_the_first_side_and_a_full_hand_is_skipped():
    turn = unfolding()
    deal(turn, list_takers({"red": 3, "blue": 1}))
    assert turn.state.cards.hands == {"red": ("a", "c", "d"), "blue": ("b",)}
    assert turn.state.cards.pile == tuple("efgh")


def test_c_7_the_discards_are_shuffled_when_a_card_is_needed_and_the_pile_is_empty_not_before():
    turn = unfolding(pile=tuple("ab"), discards=tuple("cdef"), hands={"red": ("g",), "blue": ("h",)})
    deal(turn, list_takers({"red": 1, "blue": 1}))
    assert turn.state.cards.discards == tuple("cdef")
    assert not turn.state.cards.pile

    turn = unfolding([("f", "c")], pile=("a",), discards=tuple("bcdef"), hands={"red": ("g",), "blue": ("h",)})
    deal(turn, list_takers({"red": 1, "blue": 2}))
    assert [type(event).__name__ for event in turn.events] == ["CardsDealt", "PileShuffled", "CardsDealt"]
    assert turn.state.cards.hands == {"red": ("g", "a"), "blue": ("h", "f", "c")}
    assert turn.state.cards.pile == tuple("bde")


def test_c_7_a_deal_ends_short_when_pile_and_discards_are_empty():
    turn = unfolding(pile=("a",), hands={"red": tuple("bcd"), "blue": tuple("efgh")})
    deal(turn, list_takers({"red": 2, "blue": 2}))
    assert turn.state.cards.hands["red"] == tuple("bcda")
    assert len(turn.events) == 1


def test_c_2_a_script_dictates_the_order_of_the_deck_and_refuses_when_it_cannot():
    turn = unfolding([DECK[::-1]])
    shuffle(turn)
    assert turn.state.cards.pile == DECK[::-1]
    with pytest.raises(ChanceExhausted, match="ran out"):
        shuffle(turn)
    with pytest.raises(ChanceExhausted, match="'z'"):
        shuffle(unfolding([("z",)]))
    with pytest.raises(ChanceExhausted, match="'a'"):
        shuffle(unfolding([("a", "a")]))


def test_c_1_a_seed_gives_one_order_and_another_seed_another():
    orders = [SeededChance(seed).shuffle(DECK) for seed in ("anson", "anson", "hawke")]
    assert orders[0] == orders[1] != orders[2]
    assert sorted(orders[2]) == sorted(DECK)


@pytest.mark.parametrize("close", [b"\xff" * 4, b""])
def test_c_1_a_shuffle_draws_as_one_number_after_another_however_close_to_the_uneven_tail(close, monkeypatch):
    monkeypatch.setattr(chance, "_TAIL_PREFIX", close)
    whole, single, order = SeededChance("anson", 7), SeededChance("anson", 7), list(DECK)
    for place in range(len(order) - 1, 0, -1):
        other = single.draw_below(place + 1)
        order[place], order[other] = order[other], order[place]
    assert (whole.shuffle(DECK), whole.draw_count) == (tuple(order), single.draw_count)


def test_c_1_every_order_of_three_cards_is_about_equally_likely():
    counted = {}
    for seed in range(1200):
        order = SeededChance(str(seed)).shuffle("abc")
        counted[order] = counted.get(order, 0) + 1
    assert len(counted) == 6
    assert all(140 < times < 260 for times in counted.values())


def test_c_6_a_side_sees_its_own_hand_and_counts_the_rest():
    cards = Zones(tuple("ab"), {"red": tuple("cd"), "blue": ("e",)}, tuple("fg"), ("h",))
    assert zones.redact_zones(cards, "red") == Zones(
        (HIDDEN,) * 2, {"red": tuple("cd"), "blue": (HIDDEN,)}, ("f", "g"), ("h",)
    )
    assert zones.redact_zones(cards, "").hands == {"red": (HIDDEN,) * 2, "blue": (HIDDEN,)}


def test_c_6_of_a_deal_a_side_sees_its_own_cards_and_of_a_shuffle_nobody_sees_the_order():
    dealt = events.CardsDealt(to=(("red", "a"), ("blue", "b")))
    assert events.redact_deal(dealt, "blue").to == (("red", HIDDEN), ("blue", "b"))
    mixed = events.PileShuffled(order=DECK)
    assert set(events.redact_shuffle(mixed, "red").order) == {HIDDEN}


def test_a_card_that_is_moved_is_in_one_place():
    cards = Zones(tuple("ab"), {"red": tuple("cd"), "blue": ("e",)}, tuple("fg"), ("h",))
    for moved in (
        zones.discard_cards(cards, "red", ("d",)),
        zones.lay_out_cards(cards, "blue", ("e",)),
        zones.clear_table(cards),
        zones.deal_cards(cards, (("blue", "a"), ("red", "b"))),
    ):
        assert sorted(zones.list_all_cards(moved)) == list(DECK)
    assert zones.clear_table(cards).discards == tuple("fgh")
