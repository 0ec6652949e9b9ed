"""Results that hold as long as a state does: states never change, so each is looked into once."""

from collections import OrderedDict
from collections.abc import Callable
from functools import lru_cache, wraps
from typing import Concatenate, ParamSpec, TypeVar, cast

_State = TypeVar("_State")
_Arguments = ParamSpec("_Arguments")
_Result = TypeVar("_Result")

_KEPT = 64
"""Results kept of each question, the latest used."""
_FEW = 4
"""The same where a single result holds the shapes of a whole fleet: some hundred kilobytes."""


def per_state(
    question: Callable[Concatenate[_State, _Arguments], _Result],
) -> Callable[Concatenate[_State, _Arguments], _Result]:
    """Remember the answers to a question about a state that hashes by identity; other arguments by their values.

    A state whose class says ``__hash__ = object.__hash__`` does: the rules ask so often that to look through it counts.
    """
    return cast("Callable[Concatenate[_State, _Arguments], _Result]", lru_cache(maxsize=_KEPT)(question))


def per_object(
    question: Callable[Concatenate[_State, _Arguments], _Result],
) -> Callable[Concatenate[_State, _Arguments], _Result]:
    """The same about anything else that never changes, such as a table of a state; it is told apart by identity."""
    return _remembering(question, _KEPT)


def weighty(
    question: Callable[Concatenate[_State, _Arguments], _Result],
) -> Callable[Concatenate[_State, _Arguments], _Result]:
    """As `per_object`, for answers that take much memory: only the few that are being looked at are kept."""
    return _remembering(question, _FEW)


def _remembering(
    question: Callable[Concatenate[_State, _Arguments], _Result], most: int
) -> Callable[Concatenate[_State, _Arguments], _Result]:
    known: OrderedDict[object, tuple[_State, _Result]] = OrderedDict()

    @wraps(question)
    def asked(state: _State, /, *args: _Arguments.args, **kwargs: _Arguments.kwargs) -> _Result:
        key = (id(state), args, *kwargs.items()) if kwargs else (id(state), args)
        if found := known.get(key):
            known.move_to_end(key)
            return found[1]
        # the state is kept with its answer, so that no other state can come to have its id
        known[key] = found = (state, question(state, *args, **kwargs))
        if len(known) > most:
            known.popitem(last=False)
        return found[1]

    return asked
