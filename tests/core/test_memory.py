"""What is remembered of states."""

from weakref import WeakSet, ref

import pytest

from tabletop.core import state_cache
from tabletop.games.ships_of_the_line.model import State
from tests.ships_of_the_line.kit import battle, ship


class Answer:
    """Something that can be seen to be dropped."""


@pytest.mark.parametrize("remembering, most", [(state_cache.cache_few_states, 4), (state_cache.cache_per_state, 64)])
def test_only_so_many_answers_are_kept(remembering: object, most: int) -> None:
    state = battle(ship("B1", 0, 0, 0))
    alive: WeakSet[Answer] = WeakSet()

    def question(_state: State, _number: int) -> Answer:
        answer = Answer()
        alive.add(answer)
        return answer

    asked = remembering(question)  # type: ignore[operator]
    first = ref(asked(state, 0))
    assert asked(state, 0) is first()
    for number in range(100):
        asked(state, number)
    assert len(alive) == most
    assert first() is None


def test_an_object_is_told_from_its_equals_and_asked_about_once() -> None:
    things: list[dict[str, int]] = [{} for _ in range(65)]
    asked = state_cache.cache_per_object(lambda thing: [thing])
    first, second = asked(things[0]), asked(things[1])
    assert first[0] is things[0]
    assert second[0] is things[1]
    assert asked(things[1]) is second, "the latest"
    assert asked(things[0]) is first, "the one before"
    assert asked(things[1]) is second
    for thing in things[2:]:
        asked(thing)
    assert asked(things[1]) is second, "one of the 64 latest"
    assert asked(things[0]) is not first


@pytest.mark.parametrize(
    "remembering", [state_cache.cache_few_states, state_cache.cache_per_state, state_cache.cache_per_object]
)
def test_all_answers_can_be_let_go(remembering: object) -> None:
    asked = remembering(lambda _state: Answer())  # type: ignore[operator]
    state = battle(ship("B1", 0, 0, 0))
    answer = ref(asked(state))
    assert answer() is asked(state)
    state_cache.clear_caches()
    assert answer() is None
