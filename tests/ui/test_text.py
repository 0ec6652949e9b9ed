"""Words set in lines."""

import json

import pytest

from tabletop.ui import text as setting
from tabletop.ui.fonts import FILES, Face
from tabletop.ui.text import Run, Style, broken, elided, flowed, rendered, size_of

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


@pytest.mark.parametrize("face", FILES)
def test_words_stand_apart_in_every_size(face: Face) -> None:
    for pixels in range(9, 40):
        style = Style(face, pixels)
        parted = size_of("n n", style, 100)[0] - size_of("nn", style, 100)[0]
        assert parted >= (3 if face in ("body", "semibold", "bold") else 2), pixels
        assert rendered("n n", style, 100).get_width() == size_of("n n", style, 100)[0]


FAMILY = "\N{MAN}\N{ZERO WIDTH JOINER}\N{WOMAN}\N{ZERO WIDTH JOINER}\N{GIRL}"


@pytest.mark.parametrize("odd", ["a\0b", "\x1b[31m", "two\nlines", "\u202e", "\udcff.yaml"])
@pytest.mark.parametrize("outline", [None, (0, 0, 0)])
def test_what_would_steer_a_terminal_or_cannot_be_drawn_is_seen(odd: str, outline: tuple[int, int, int] | None) -> None:
    style = Style(outline=outline)
    shown = json.dumps(odd)[1:-1].replace("\\n", "\\u000a")
    assert rendered(odd, style, 100).get_size() == rendered(shown, style, 100).get_size() == size_of(odd, style, 100)


@pytest.mark.parametrize("empty", ["\N{ZERO WIDTH JOINER}", "\N{VARIATION SELECTOR-16}"])
def test_joiners_alone_take_no_room(empty: str) -> None:
    assert rendered(empty, STYLE, 100).get_width() == size_of(empty, STYLE, 100)[0] == 0


@pytest.mark.parametrize(
    "letter", [FAMILY, "e\N{COMBINING ACUTE ACCENT}", "\N{REGIONAL INDICATOR SYMBOL LETTER G}" * 2]
)
def test_a_text_is_cut_between_letters_and_never_in_one(letter: str) -> None:
    text = letter * 9
    for width in range(10, size_of(text, STYLE, 100)[0]):
        whole, rest = divmod(len(elided(text, STYLE, width, 100).removesuffix("…")), len(letter))
        assert rest == 0
        assert whole < 9


def test_what_is_left_of_a_text_is_as_long_as_there_is_room_for() -> None:
    text = "The Franco-Spanish Combined Fleet"
    for width in range(size_of("…", STYLE, 100)[0], size_of(text, STYLE, 100)[0]):
        left = elided(text, STYLE, width, 100).removesuffix("…")
        longer = text[: len(left) + (2 if text[len(left)] == " " else 1)] + "…"
        assert size_of(left + "…", STYLE, 100)[0] <= width < size_of(longer, STYLE, 100)[0]


@pytest.mark.parametrize("letter", ["x", "\N{CYRILLIC SMALL LETTER ZHE}"])
def test_a_text_is_measured_a_few_times_however_long_it_is(letter: str, monkeypatch: pytest.MonkeyPatch) -> None:
    measured: list[str] = []
    monkeypatch.setattr(setting, "size_of", lambda text, *how: measured.append(text) or size_of(text, *how))
    assert len(elided(letter * 30_000, STYLE, 301, 100)) < 60
    assert len(measured) < 20


@pytest.mark.parametrize("face", FILES)
@pytest.mark.parametrize("letter", [FAMILY, "\N{CYRILLIC SMALL LETTER ZHE}", "\N{RIGHTWARDS ARROW}"])
def test_a_letter_that_a_face_does_not_have_leaves_a_trace(letter: str, face: Face) -> None:
    drawn = rendered(letter, Style(face), 100)
    assert drawn.get_bounding_rect().w > 0
    assert drawn.get_width() == size_of(letter, Style(face), 100)[0]


def test_a_word_that_is_longer_than_any_is_broken() -> None:
    block = flowed((Run(f"cannot be opened: {'/folder' * 400}", STYLE),), 400, 100)
    assert block.width <= 400
    assert "".join(piece.text for piece in block.pieces).endswith("/folder" * 20)
