"""What is best of many options is found with few trials, and chance alone changes nobody's mind."""

import numpy as np
import pytest

from tabletop.players.sequential_halving import MIN_WORLDS, find_best_option


def trial(means, asked, luck=0.5):
    """Options with these means, each tried with luck of its own."""
    numbers = np.random.Generator(np.random.PCG64(1))

    def tried(alive, worlds):
        asked.append((len(alive), worlds))
        return np.asarray(means)[alive][:, None] + luck * numbers.standard_normal((len(alive), worlds))

    return tried


def test_the_best_of_many_is_found_and_the_usual_one_stays_to_the_end():
    means, asked = [0.4] * 40, []
    means[17] = 0.8
    found = find_best_option(40, 3, 4000, trial(means, asked))
    assert found.option == 17
    assert found.worth == pytest.approx(0.8, abs=0.1)
    assert found.usual == pytest.approx(0.4, abs=0.1)
    assert [options for options, _ in asked] == [40, 15, 6, 3]
    assert sum(options * worlds for options, worlds in asked) <= 4000


def test_the_usual_one_is_kept_where_others_are_better_by_luck_alone():
    assert find_best_option(30, 7, 3000, trial([0.5] * 30, []), errors=4).option == 7


def test_the_same_results_are_no_reason_for_another_and_one_that_is_always_better_is():
    assert find_best_option(3, 2, 10, trial([0.5] * 3, [], luck=0)).option == 2
    assert find_best_option(3, 2, 10, trial([0.5, 0.6, 0.5], [], luck=0)).option == 1


def test_every_option_is_tried_however_small_the_budget():
    asked = []
    find_best_option(50, 0, 1, trial([0.5] * 50, asked))
    assert {worlds for _, worlds in asked} == {MIN_WORLDS}


def test_one_option_is_the_best():
    assert find_best_option(1, 0, 8, trial([0.5], [])).option == 0


def test_of_options_that_do_as_well_the_one_that_is_liked_is_taken_and_its_results_are_told_as_they_are():
    def trial(alive, worlds):
        return np.full((len(alive), worlds), 0.5) + 0.2 * (alive == 2)[:, None]

    liked = find_best_option(3, 0, 300, trial, bias=np.array([0.0, 0.1, 0.0]))
    assert (liked.option, liked.worth, liked.usual) == (2, 0.7, 0.5)
    more = find_best_option(3, 0, 300, trial, bias=np.array([0.0, 0.3, 0.0]))
    assert (more.option, more.worth, more.usual) == (1, 0.5, 0.5)
