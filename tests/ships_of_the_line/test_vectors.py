"""Every test vector of the specification is named by a test or a case file."""

import re
from pathlib import Path

TESTS = Path(__file__).parents[1]
NUMBERS = {*range(1, 48), 49, 50, 51, *range(53, 60), 61, 62, 63, *range(65, 68), *range(69, 72), *range(73, 76),
           *range(77, 80), 81, 82, 83, *range(85, 88), 89, 90, 91, *range(93, 96), *range(97, 100), 101, 102, 103,
           *range(105, 108), *range(109, 112), 113, 114, 115}  # fmt: skip
"""Of the vectors ``TV-01`` to ``TV-115``; some numbers are not used."""


def test_every_vector_is_named_by_a_test_or_a_case_file() -> None:
    names = re.compile(r"\btest(?:_[a-z0-9]+)+|TV-\d+", re.IGNORECASE)
    found = set[int]()
    for path in (*TESTS.rglob("test_*.py"), *TESTS.rglob("*.yaml")):
        for name in names.findall(path.read_text(encoding="utf-8")):
            found.update(int(number) for number in re.findall(r"tv[_-](\d+)", name, re.IGNORECASE))
    assert NUMBERS - found == set()
