"""Who breaks the other first, by troops alone."""

import pytest

from tabletop.players.volley.race import LONGEST, SUFFERED, wins


@pytest.mark.parametrize(("own", "enemy"), [(7, 9), (1, 1), (100, 20), (30, LONGEST)])
def test_vol_9_a_race_is_won_by_the_last_blow_or_goes_on_with_the_other_side(own, enemy):
    chances = SUFFERED / SUFFERED.sum()
    after = [1.0 if blow >= enemy else 1 - float(wins(enemy - blow, own)) for blow in range(len(chances))]
    assert float(wins(own, enemy)) == pytest.approx(sum(chances * after))


def test_vol_1_whoever_attacks_next_is_ahead_between_equals_and_each_trooper_counts():
    assert wins(100, 100) > 0.5
    assert wins(40, 39.5) < wins(40.5, 39.5) < wins(40.5, 39)
    assert wins(2 * LONGEST, 3 * LONGEST) == pytest.approx(float(wins(2 * LONGEST / 3, LONGEST)))
