"""Caches for functions of a state. States never change, so each result is computed once."""

from collections import OrderedDict
from collections.abc import Callable
from functools import lru_cache, wraps
from typing import Concatenate, ParamSpec, TypeVar, cast

_State = TypeVar("_State")
_Arguments = ParamSpec("_Arguments")
_Result = TypeVar("_Result")

_Known = OrderedDict[object, tuple[_State, _Result]]
"""Results, the latest used last. The object is kept with its result, so that no other object can get its id."""

_KEPT = 64
"""Results kept for each function, the latest used."""
_FEW = 4
"""Results kept if one holds the shapes of a whole fleet, some hundred kilobytes."""
_clear_functions: list[Callable[[], object]] = []
"""For each cached function, the function that clears its cache."""


def clear_caches() -> None:
    """Clear all caches, and release the states in them."""
    for let_go in _clear_functions:
        let_go()


def cache_per_state(
    question: Callable[Concatenate[_State, _Arguments], _Result],
) -> Callable[Concatenate[_State, _Arguments], _Result]:
    """Cache the results of a function of a state that hashes by identity; other arguments are compared by value.

    A state hashes by identity if its class has ``__hash__ = object.__hash__``; hashing by value would be too slow.
    The `_KEPT` results used last are kept.
    """
    asked = lru_cache(maxsize=_KEPT)(question)
    _clear_functions.append(asked.cache_clear)
    return cast("Callable[Concatenate[_State, _Arguments], _Result]", asked)


def cache_per_object(question: Callable[[_State], _Result]) -> Callable[[_State], _Result]:
    """Cache the results of a function of one object that never changes, e.g. a table of a state, by its identity.

    The function has no other arguments. Calls with the same object many times in a row are the fastest.
    """
    known: _Known[_State, _Result] = OrderedDict()
    latest: tuple[_State, _Result] | None = None

    @wraps(question)
    def asked(thing: _State, /) -> _Result:
        nonlocal latest
        found = latest
        if found is None or found[0] is not thing:
            latest = found = _recall(known, id(thing)) or _store_answer(
                known, id(thing), (thing, question(thing)), _KEPT
            )
        return found[1]

    def let_go() -> None:
        nonlocal latest
        latest = None
        known.clear()

    _clear_functions.append(let_go)
    return asked


def cache_few_states(
    question: Callable[Concatenate[_State, _Arguments], _Result],
) -> Callable[Concatenate[_State, _Arguments], _Result]:
    """Cache the `_FEW` results used last of a function whose results are large.

    The state is compared by identity, all other arguments by value.
    """
    known: _Known[_State, _Result] = OrderedDict()
    _clear_functions.append(known.clear)

    @wraps(question)
    def asked(state: _State, /, *args: _Arguments.args, **kwargs: _Arguments.kwargs) -> _Result:
        key = (id(state), args, *kwargs.items()) if kwargs else (id(state), args)
        found = _recall(known, key) or _store_answer(known, key, (state, question(state, *args, **kwargs)), _FEW)
        return found[1]

    return asked


def _recall(known: _Known[_State, _Result], key: object) -> tuple[_State, _Result] | None:
    """Return (object, result) under `key` and mark it as used last, or None if it is not kept."""
    if found := known.get(key):
        known.move_to_end(key)
    return found


def _store_answer(
    known: _Known[_State, _Result], key: object, found: tuple[_State, _Result], most: int
) -> tuple[_State, _Result]:
    """Keep `found` under `key` and return it; beyond `most` results, drop the one used longest ago."""
    known[key] = found
    if len(known) > most:
        known.popitem(last=False)
    return found
