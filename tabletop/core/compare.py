"""Comparing a part that is expected with the whole that came, in plain data."""

from collections.abc import Iterator, Mapping, Sequence

from tabletop.core.naming import did_you_mean

Path = tuple[str | int, ...]
Difference = tuple[Path, str]
"""Where two things differ, from the top, and how."""


def differences(expected: object, got: object, path: Path = ()) -> Iterator[Difference]:
    """Every way in which `got` does not contain `expected`.

    A group of keys must be there with equal values, but may have more keys; a list must have the same length.
    """
    if isinstance(expected, Mapping) and isinstance(got, Mapping):
        yield from _in_groups(expected, got, path)
    elif isinstance(expected, list) and isinstance(got, Sequence) and not isinstance(got, str):
        yield from _in_lists(expected, got, path)
    elif expected != got or isinstance(expected, bool) != isinstance(got, bool):
        yield path, f"expected {shown(expected)}, got {shown(got)}"


def shown(value: object) -> str:
    """A value as it would be written in a file."""
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key}: {shown(inner)}" for key, inner in value.items()) + "}"
    if isinstance(value, Sequence) and not isinstance(value, str):
        return "[" + ", ".join(map(shown, value)) + "]"
    return str(value)


def _in_groups(expected: Mapping[str, object], got: Mapping[str, object], path: Path) -> Iterator[Difference]:
    for key, value in expected.items():
        if key in got:
            yield from differences(value, got[key], (*path, key))
        else:
            yield (*path, key), f"there is no '{key}' here{did_you_mean(key, got)}"


def _in_lists(expected: list[object], got: Sequence[object], path: Path) -> Iterator[Difference]:
    if len(expected) != len(got):
        yield path, f"expected {shown(expected)}, got {shown(got)}"
        return
    for place, (want, have) in enumerate(zip(expected, got, strict=True)):
        yield from differences(want, have, (*path, place))
