"""The chance to win of the side that attacks next."""

import pytest

from tabletop.players.volley.hand_values import CASUALTY_COUNTS, MAX_TROOPS, chance_to_win


@pytest.mark.parametrize(("own", "enemy"), [(7, 9), (1, 1), (100, 20), (30, MAX_TROOPS)])
def test_vol_9_a_race_is_won_by_the_last_blow_or_goes_on_with_the_other_side(own, enemy):
    chances = CASUALTY_COUNTS / CASUALTY_COUNTS.sum()
    after = [1.0 if blow >= enemy else 1 - float(chance_to_win(enemy - blow, own)) for blow in range(len(chances))]
    assert float(chance_to_win(own, enemy)) == pytest.approx(sum(chances * after))


def test_vol_1_whoever_attacks_next_is_ahead_between_equals_and_each_trooper_counts():
    assert chance_to_win(100, 100) > 0.5
    assert chance_to_win(40, 39.5) < chance_to_win(40.5, 39.5) < chance_to_win(40.5, 39)
    assert chance_to_win(2 * MAX_TROOPS, 3 * MAX_TROOPS) == pytest.approx(
        float(chance_to_win(2 * MAX_TROOPS / 3, MAX_TROOPS))
    )
