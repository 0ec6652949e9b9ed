"""What is remembered of states."""

from weakref import WeakSet, ref

import pytest

from tabletop.core import memory
from tabletop.games.ships_of_the_line.state import State
from tests.ships_of_the_line.kit import battle, ship


class Answer:
    """Something that can be seen to be dropped."""


@pytest.mark.parametrize("remembering, most", [(memory.weighty, 4), (memory.per_state, 64)])
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
