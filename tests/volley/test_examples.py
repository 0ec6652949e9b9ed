"""The seven worked examples."""

from tabletop.core.agreement import GameEnded
from tabletop.games.volley import melds
from tabletop.games.volley.events import CasualtiesSuffered, CounterPlayed, DefencePlayed
from tests.judging import only
from tests.volley.kit import GUARD, attack, counter, defend, opened, passing, play, refused, table


def test_vol_example_1_twenty_four_casualties_and_twenty_five_at_most():
    state, came = play(table(GUARD), attack(*GUARD), passing("blue"))
    assert only(came, CasualtiesSuffered).total == 24
    assert state.troops == {"red": 100, "blue": 76}
    largest = max(
        (
            melds.sum_printed_force(opened().deck, meld)
            for meld in melds.find_strongest_melds(opened().deck, opened().deck)
        ),
        default=0,
    )
    assert largest == 25


def test_vol_example_2_killed_in_action_and_fog_of_war():
    before = table((*GUARD, "fog_of_war"), ("killed_in_action",))
    state, came = play(before, attack(*GUARD), defend("killed_in_action", "general"))
    assert only(came, DefencePlayed).total == 19
    stood, _ = play(state, passing("red"))
    assert stood.troops["blue"] == 81
    fogged, came = play(state, counter())
    assert only(came, CounterPlayed).total == 24
    assert fogged.troops["blue"] == 76


def test_vol_example_3_infantry_square_on_sabers():
    before = table(("hussars", "sabers"), ("infantry_square",))
    state, _ = play(before, attack("hussars", "sabers"), defend("infantry_square", "sabers"), passing("red"))
    assert state.troops["blue"] == 98


def test_vol_example_4_what_is_no_meld():
    hand = ("hussars", "musketry", "sabers", "major", "captain")
    refusal = refused(table(hand), attack("hussars", "musketry"), "VOL-5")
    assert "A cavalry weapon for Hussars is missing" in refusal.reason
    assert "At most one leader" in refused(table(hand), attack("hussars", "sabers", "major", "captain"), "VOL-5").reason
    assert "missing" in refused(table(hand), attack("hussars"), "VOL-5").reason


def test_vol_example_5_reverse_slope_against_infantry():
    state, _ = play(table(GUARD, ("reverse_slope",)), attack(*GUARD))
    for target in GUARD:
        refused(state, defend("reverse_slope", target), "VOL-6")


def test_vol_example_6_three_troops_and_a_meld_of_nine():
    meld = ("guard_infantry", "volley")
    state, came = play(table(meld, troops={"red": 50, "blue": 3}), attack(*meld), passing("blue"))
    suffered = only(came, CasualtiesSuffered)
    assert (suffered.total, suffered.before, suffered.left) == (9, 3, 0)
    ended = only(came, GameEnded)
    assert ended.outcome.winner == "red"
    assert "Guard Infantry and Volley" in ended.outcome.reason
    assert state.troops == {"red": 50, "blue": 0}


def test_vol_example_7_fog_of_war_is_no_answer_and_one_answer_is_all():
    hand = ("fog_of_war", "killed_in_action", "panic")
    state, _ = play(table((*GUARD,), hand), attack(*GUARD))
    for target in GUARD:
        assert "the meld has none" in refused(state, defend("fog_of_war", target), "VOL-6").reason
    before = table((*GUARD, "fog_of_war"), ("killed_in_action", "panic"))
    state, _ = play(before, attack(*GUARD), defend("killed_in_action", "general"), counter())
    refused(state, defend("panic", "flush_with_victory"), "VOL-6")
