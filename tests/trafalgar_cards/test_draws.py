"""The odds of what is dealt for the discards: exact, and from what the side may know (TRA-3, C-6)."""

from fractions import Fraction
from itertools import combinations

import pytest
from msgspec.structs import replace

from tabletop.cards.odds import find_unseen
from tabletop.cards.zones import Zones
from tabletop.games.trafalgar_cards import GAME
from tabletop.games.trafalgar_cards.commands import Deal
from tabletop.games.trafalgar_cards.survey import find_draw_chances, is_pile_sufficient
from tests.trafalgar_cards.kit import ALLIED, BRITISH, cards, holding, play

HELD = "Cut Enemy Line, Courage, Bravery, Leadership, Raking Fire, Exploit Gap, Signals, Duty"
OTHERS = "Timing, Rally, Loyalty, Broadsides, Gunnery, Maneuver, Columns, Nelson"


def tactics(turn=1, **fields):
    return holding(HELD, OTHERS, turn, "tactics", **fields)


def told(state, side, names):
    return {draw.use: draw for draw in find_draw_chances(GAME.view(state, side), side, cards(names))}


def test_tra_3_the_chance_of_one_more_card_for_each_row_that_is_not_full():
    found = told(tactics(), BRITISH, "Leadership, Raking Fire, Duty")
    assert set(found) == {"strategy", "tactics", "admiral"}
    strategy = found["strategy"]
    hidden = [card for card in tactics().deck if card not in cards(HELD)]
    wanted = [card for card in hidden if "strategy" in (tactics().deck[card].suit, tactics().deck[card].also_as)]
    assert (len(hidden), len(wanted), strategy.held) == (38, 12, 1)
    assert strategy.chance == 1 - Fraction(26 * 25 * 24, 38 * 37 * 36)
    assert strategy.words == "chance to draw a second Strategy card: 69 %"
    assert found["tactics"].held == 2
    assert found["admiral"].chance == Fraction(3, 38)
    assert found["admiral"].words == "chance to draw your Admiral: 8 %"


def test_tra_3_it_agrees_with_counting_every_draw():
    state = tactics()
    hidden = find_unseen(GAME.view(state, BRITISH), BRITISH).loose
    good = {card for card in hidden if "strategy" in (state.deck[card].suit, state.deck[card].also_as)}
    draws = list(combinations(hidden, 2))
    hits = sum(bool(good & set(draw)) for draw in draws)
    assert told(state, BRITISH, "Leadership, Duty")["strategy"].chance == Fraction(hits, len(draws))


def test_tra_4_the_rows_are_those_of_the_turn():
    assert "fighting" not in told(tactics(1), BRITISH, "Duty")
    assert "fighting" in told(tactics(3), BRITISH, "Duty")
    assert "tactics" not in told(tactics(3), BRITISH, "Duty")


def test_c_6_the_odds_follow_from_what_the_side_may_know():
    state = tactics()
    swapped = Zones(
        (*state.cards.hands[ALLIED], *state.cards.pile[8:]), {**state.cards.hands, ALLIED: state.cards.pile[:8]}
    )
    other = replace(state, cards=swapped)
    assert told(state, BRITISH, "Duty") == told(other, BRITISH, "Duty")
    assert set(find_unseen(GAME.view(state, BRITISH), BRITISH).loose) == set(state.cards.pile) | set(cards(OTHERS))


def test_c_7_what_was_dealt_before_the_discards_were_shuffled_is_not_in_the_pile():
    """Six cards of the old pile go to both hands, then the discards are shuffled: three of them are the other's."""
    state = holding("", "", 3, "strategy")
    old, rest = state.cards.pile[:6], state.cards.pile[6:]
    state = replace(state, cards=replace(state.cards, pile=old, discards=rest))
    after, _ = play(state, Deal(BRITISH), decks=(rest,))
    view = GAME.view(after, BRITISH)
    others = set(old[1::2])
    assert others <= set(after.cards.hands[ALLIED])
    assert not others & set(find_unseen(view, BRITISH).loose)
    assert len(find_unseen(view, BRITISH).loose) == len(after.cards.pile) + 5
    assert set(after.cards.pile) < set(find_unseen(view, BRITISH).loose)


@pytest.mark.parametrize(("side", "lasts"), [(BRITISH, 4), (ALLIED, 0)])
def test_c_7_nothing_is_told_where_the_pile_could_run_out(side, lasts):
    state = tactics()
    short = replace(state, cards=Zones(state.cards.pile[:4], state.cards.hands, state.cards.pile[4:]))
    view = GAME.view(short, side)
    assert [draws for draws in range(1, 5) if is_pile_sufficient(view, side, draws)] == list(range(1, lasts + 1))
    hand = state.cards.hands[side]
    assert bool(find_draw_chances(view, side, hand[:1])) == (lasts > 0)
    assert find_draw_chances(GAME.view(state, side), side, ()) == ()
