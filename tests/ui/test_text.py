"""Words set in lines."""

import pytest

from tabletop.ui.text import Run, Style, broken, flowed, size_of

STYLE = Style()


@pytest.mark.parametrize("measure", ["75 %", "2.799 UM"])
@pytest.mark.parametrize("after", ["", " = 3).", ": 1 die"])
def test_a_number_is_not_parted_from_its_unit(measure: str, after: str) -> None:
    number = measure.split(" ")[0]
    width = size_of(f"Wind astern {number}", STYLE, 100)[0]
    rows: dict[int, str] = {}
    for piece in flowed((Run(f"Wind astern {measure}{after}", STYLE),), width, 100).pieces:
        rows[piece.y] = rows.get(piece.y, "") + piece.text
    for lines in (list(rows.values()), broken(f"Wind astern {measure}", STYLE, width, 100, 2)):
        assert lines[0] == "Wind astern"
        assert lines[1].startswith(measure)


def test_words_that_begin_like_a_unit_may_begin_a_line() -> None:
    width = size_of("Wind, 3", STYLE, 100)[0]
    assert broken("Wind, 3 UMBRELLAS", STYLE, width, 100, 2)[0] == "Wind, 3"
