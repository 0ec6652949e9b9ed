"""Results that hold as long as a state does: states never change, so each is looked into once."""

from collections import OrderedDict
from collections.abc import Callable
from functools import lru_cache, wraps
from typing import Concatenate, ParamSpec, TypeVar, cast

_State = TypeVar("_State")
_Arguments = ParamSpec("_Arguments")
_Result = TypeVar("_Result")

_Known = OrderedDict[object, tuple[_State, _Result]]
"""Answers, the latest used last. What was asked about is kept with its answer: nothing else can come to have its id."""

_KEPT = 64
"""Results kept of each question, the latest used."""
_FEW = 4
"""The same where a single result holds the shapes of a whole fleet: some hundred kilobytes."""
_let_go: list[Callable[[], object]] = []
"""For each question, what lets go of its answers."""


def forget() -> None:
    """Let go of all answers, and of the states that they are about: nobody is going to ask about these again."""
    for let_go in _let_go:
        let_go()


def per_state(
    question: Callable[Concatenate[_State, _Arguments], _Result],
) -> Callable[Concatenate[_State, _Arguments], _Result]:
    """Remember the answers to a question about a state that hashes by identity; other arguments by their values.

    A state whose class says ``__hash__ = object.__hash__`` does: the rules ask so often that to look through it counts.
    """
    asked = lru_cache(maxsize=_KEPT)(question)
    _let_go.append(asked.cache_clear)
    return cast("Callable[Concatenate[_State, _Arguments], _Result]", asked)


def per_object(question: Callable[[_State], _Result]) -> Callable[[_State], _Result]:
    """The same about anything else that never changes, such as a table of a state; it is told apart by identity.

    There are no other arguments: the rules ask about the same table many times in a row.
    """
    known: _Known[_State, _Result] = OrderedDict()
    latest: tuple[_State, _Result] | None = None

    @wraps(question)
    def asked(thing: _State, /) -> _Result:
        nonlocal latest
        found = latest
        if found is None or found[0] is not thing:
            latest = found = _recalled(known, id(thing)) or _kept(known, id(thing), (thing, question(thing)), _KEPT)
        return found[1]

    def let_go() -> None:
        nonlocal latest
        latest = None
        known.clear()

    _let_go.append(let_go)
    return asked


def weighty(
    question: Callable[Concatenate[_State, _Arguments], _Result],
) -> Callable[Concatenate[_State, _Arguments], _Result]:
    """As `per_object`, for answers that take much memory: only the few that are being looked at are kept."""
    known: _Known[_State, _Result] = OrderedDict()
    _let_go.append(known.clear)

    @wraps(question)
    def asked(state: _State, /, *args: _Arguments.args, **kwargs: _Arguments.kwargs) -> _Result:
        key = (id(state), args, *kwargs.items()) if kwargs else (id(state), args)
        found = _recalled(known, key) or _kept(known, key, (state, question(state, *args, **kwargs)), _FEW)
        return found[1]

    return asked


def _recalled(known: _Known[_State, _Result], key: object) -> tuple[_State, _Result] | None:
    if found := known.get(key):
        known.move_to_end(key)
    return found


def _kept(
    known: _Known[_State, _Result], key: object, found: tuple[_State, _Result], most: int
) -> tuple[_State, _Result]:
    known[key] = found
    if len(known) > most:
        known.popitem(last=False)
    return found
