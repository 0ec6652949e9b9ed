"""Faces of cards: legible at every size, told apart by more than colour, drawn by the program alone."""

from dataclasses import replace
from itertools import combinations
from pathlib import Path
from typing import get_args

import pygame
import pytest

from tabletop.core import resources, user_folders
from tabletop.ui.boards.cards import art, compact_face, emblems, faces, look
from tabletop.ui.boards.cards.compact_face import BAR, PIP, SIZES, TIGHT
from tabletop.ui.boards.cards.drawing import CARD, balance_text, draw_negation, fit_text, list_tag_forms
from tabletop.ui.boards.cards.look import PLAIN, CardLook, CardStatus
from tabletop.ui.boards.cards.zones import build_browser
from tabletop.ui.error_page import ErrorPage
from tabletop.ui.text import Style, size_of
from tabletop.ui.theme import INKS, Theme
from tests.ui.contrast import contrast

SUITS = ("STRATEGY", "TACTICS", "MORALE", "FIGHTING", "SLATE", "PLUM", "TEAL", "OLIVE", "UMBER", "NAVY")
LONG = CardLook(
    "long", "Nuestra Señora de la Santísima Trinidad", "12", "Fighting", look.FIGHTING, "shield",
    "Negates the strongest opposing Tactics card. Can be used as a Morale card.", "broadside", "badge_spanish",
)  # fmt: skip


def pixels(surface: pygame.Surface) -> bytes:
    return pygame.image.tobytes(surface, "RGBA")


@pytest.mark.parametrize("name", SUITS)
def test_cream_on_every_suit_and_every_suit_on_the_card_is_legible(name: str) -> None:
    shade = getattr(look, name)
    assert contrast(shade, INKS.cream) >= 4.5
    assert contrast(shade, CARD) >= 4.5


def test_no_two_seals_look_alike_even_in_one_colour() -> None:
    drawn = {shape: pixels(emblems.pip(shape, 30, INKS.ink)) for shape in get_args(look.Shape)}
    assert all(drawn[one] != drawn[other] for one, other in combinations(drawn, 2))


@pytest.mark.parametrize("scale", [75, 100, 200])
@pytest.mark.parametrize("size", [(170, 238), (148, 150), (218, 96), (120, 52), (60, 90), (44, 34)])
def test_every_size_of_card_has_a_face(size: tuple[int, int], scale: int) -> None:
    theme = Theme(scale)
    wanted = (theme.px(size[0]), theme.px(size[1]))
    drawn = faces.face(LONG, CardStatus(note="in play"), wanted, scale)
    assert drawn.get_size() == wanted
    assert pixels(drawn) != pixels(faces.card_back(look.BLUE, wanted, scale))


@pytest.mark.parametrize("name", emblems.list_emblem_names())
def test_every_emblem_draws_something_at_every_size_and_in_one_ink(name: str) -> None:
    for size in ((146, 86), (300, 180), (60, 32)):
        drawn = emblems.emblem(CardLook("x", "X", emblem=name), size)
        assert drawn.get_size() == size
        assert drawn.get_bounding_rect().w > size[1] // 4
    assert emblems.glyph(name, 48, INKS.cream, INKS.ink).get_bounding_rect().h > 8


@pytest.mark.parametrize(
    "name", [path.stem for path in (resources.sprite_folder() / emblems.EMBLEM_FILES).glob("*.svg")]
)
def test_every_file_among_the_emblems_is_one_by_its_name(name: str) -> None:
    pip = emblems.emblem(CardLook("x", "X"), (146, 86))
    drawn = emblems.emblem(CardLook("x", "X", emblem=name), (146, 86))
    assert pixels(drawn) != pixels(pip)
    assert drawn.get_bounding_rect().h > 20


def test_a_card_without_an_emblem_shows_the_seal_of_its_suit_and_a_sprite_is_an_emblem_too() -> None:
    plain = emblems.emblem(CardLook("x", "X", pip="star"), (146, 86))
    assert pixels(plain) != pixels(emblems.emblem(CardLook("x", "X", pip="disc"), (146, 86)))
    assert emblems.emblem(CardLook("x", "X", emblem="marker_fire"), (146, 86)).get_bounding_rect().w > 20


def test_words_that_do_not_fit_are_made_smaller_then_cut_and_never_stick_out() -> None:
    style = Style("body", 15)
    for width in range(30, 200, 17):
        for height in (20, 40, 80):
            block = fit_text(LONG.words, style, (15, 14), (width, height), 100)
            assert block.height <= max(height, 24)
            assert block.width <= width or block.pieces[0].text.endswith("…")


def test_no_word_stands_alone_in_the_last_line_if_the_lines_can_be_evened_out() -> None:
    loose = fit_text("Can be used as a Morale card.", Style("body", 15), (15,), (150, 90), 100)
    even = balance_text("Can be used as a Morale card.", Style("body", 15), (15,), (150, 90), 100)
    assert loose.pieces[-1].text == "card."
    assert even.height == loose.height
    assert even.pieces[-1].text != "card."


def test_a_card_that_cannot_be_used_is_darker_and_a_value_that_counts_is_shown() -> None:
    size = (170, 238)
    plain = faces.face(LONG, PLAIN, size, 100)
    barred = faces.face(LONG, CardStatus(disabled="No."), size, 100)
    assert sum(pygame.transform.average_color(barred)[:3]) < sum(pygame.transform.average_color(plain)[:3])
    assert pixels(faces.face(LONG, CardStatus(value="0"), size, 100)) != pixels(plain)


@pytest.mark.parametrize("size", [(170, 238), (218, 96), (150, 50), (90, 50), (44, 34)])
def test_a_negated_card_looks_different_at_every_size_and_stroke(size: tuple[int, int]) -> None:
    seen = []
    for share in (0.0, 0.5, 1.0):
        surface = pygame.Surface(size)
        surface.fill(INKS.british)
        draw_negation(surface, Theme(), surface.get_rect(), CardStatus(negated_by="Raking Fire"), share)
        seen.append(pixels(surface))
    assert len(set(seen)) == 3


def test_one_ink_leaves_out_what_is_pale() -> None:
    drawn = emblems.glyph("skull", 400, INKS.ink, INKS.paper)
    shades = {tuple(drawn.get_at((x, y))) for x in range(drawn.get_width()) for y in range(drawn.get_height())}
    assert {(*INKS.ink, 255), (*INKS.paper, 255)} < shades
    assert (*INKS.cream, 255) not in shades


def test_what_an_emblem_draws_in_magenta_has_the_colour_of_the_suit() -> None:
    for shade in (look.TEAL, look.PLUM):
        drawn = emblems.emblem(CardLook("x", "X", emblem="anchor", colour=shade), (280, 160))
        assert drawn.get_at((140, 80)) == (*shade, 255)


def test_empty_discards_say_so() -> None:
    words = [str(getattr(one, "runs", "")) for one in build_browser((), "Discards: no cards").walk()]
    assert any("No cards yet." in word for word in words)


def test_the_tag_of_a_negated_card_names_what_did_it_or_counts_it_as_the_list_does() -> None:
    by = CardStatus(negated_by="Enemy Disordered", note_number=3)
    assert list_tag_forms(by, low=False, short=False)[0] == "Negated by Enemy Disordered"
    assert "Note 3" in list_tag_forms(by, low=False, short=False)
    assert list_tag_forms(by, low=True, short=False) == ("Note 3", "0")
    assert list_tag_forms(by, low=True, short=True) == ("3.", "0")
    assert list_tag_forms(CardStatus(negated_by="Panic"), low=True, short=False)[1] == "By Panic"
    assert list_tag_forms(CardStatus(negated_by="Panic"), low=True, short=True) == ("0",)


@pytest.mark.parametrize(("size", "scale"), [((153, 47), 100), ((200, 52), 100), ((200, 64), 100), ((175, 59), 150)])
@pytest.mark.parametrize("title", ["Canister", "Light Artillery", "Flush with Victory"])
def test_who_negated_a_low_card_is_told_under_its_name(title: str, size: tuple[int, int], scale: int) -> None:
    theme, standing = Theme(scale), CardStatus(negated_by="Infantry Square", value="0")

    def face(name: str, share: float) -> pygame.Surface:
        made = compact_face.draw_compact_face(
            CardLook("x", name, "3", "Weapon", look.FIGHTING, "square", ""), standing, size, theme
        )
        draw_negation(made, theme, made.get_rect(), standing, share)
        return made

    def other(one: pygame.Surface, two: pygame.Surface) -> pygame.Mask:
        same = pygame.mask.from_threshold(one, (0, 0, 0), (1, 1, 1, 255), two)
        same.invert()
        return same

    bare = face("", 0.999)
    name, tag = other(face(title, 0.999), bare), other(face("", 1), bare)
    name.erase(pygame.mask.Mask((theme.px(BAR + PIP), size[1]), fill=True), (0, 0))  # another place for the pip
    assert name.count()
    assert bool(tag.count()) == (scale == 100)
    assert name.overlap_area(tag, (0, 0)) <= name.count() // 20  # the foot of a y, a g


@pytest.mark.parametrize("size", [(133, 62), (157, 65)])
def test_the_tag_of_a_low_card_leaves_its_name_free(size: tuple[int, int]) -> None:
    """The tag comes last, when the stroke is done."""
    theme = Theme(100 if size[0] > 130 else 150)
    before, after = (pygame.Surface(size) for _ in range(2))
    for surface, share in ((before, 0.999), (after, 1)):
        surface.fill(INKS.paper)
        draw_negation(
            surface, theme, surface.get_rect(), CardStatus(negated_by="Enemy Disordered", note_number=3), share
        )
    same = pygame.mask.from_threshold(after, (0, 0, 0), (1, 1, 1, 255), before)
    same.invert()
    (tag,) = same.get_bounding_rects() or [pygame.Rect(0, 0, 0, 0)]
    assert 0 < tag.right <= theme.px(BAR + 2 + TIGHT + 26)


@pytest.mark.parametrize(("size", "scale"), [((133, 62), 100), ((157, 65), 150)])
@pytest.mark.parametrize("title", ["Enemy Disordered", "Formation", "Local Superiority", "Cut Enemy Line"])
def test_names_grow_smaller_before_they_are_cut(title: str, size: tuple[int, int], scale: int) -> None:
    theme = Theme(scale)
    room = (size[0] - theme.px(BAR + 2 + TIGHT + 3 + 2), size[1] - theme.px(4))
    block = fit_text(title, Style("name", 17), SIZES, room, scale)
    assert not any(piece.text.endswith("…") for piece in block.pieces)


def test_letters_on_slips_are_never_under_fourteen_pixels_of_the_screen() -> None:
    assert compact_face.list_name_sizes(Theme(100))[-1] == 14
    assert compact_face.list_name_sizes(Theme(75))[-1] == 14
    for scale in (125, 150, 200):
        assert Theme(scale).px(compact_face.list_name_sizes(Theme(scale))[-1]) >= 14


@pytest.mark.parametrize(("size", "scale"), [((134, 62), 100), ((140, 72), 125), ((144, 72), 150), ((192, 96), 200)])
def test_a_long_name_takes_the_room_over_the_bar_before_it_is_cut(size: tuple[int, int], scale: int) -> None:
    theme = Theme(scale)
    for title in ("Concentrate Fire", "Local Superiority", "Enemy Disordered", "Sharpshooters"):
        card = CardLook("x", title, "9", "Fighting", look.FIGHTING, "shield", "")
        room = compact_face._name_room(compact_face._choose_pip_seat(card, size, 0, theme), size, 0, theme)
        name = fit_text(title, Style("name", 17), compact_face.list_name_sizes(theme), room, scale)
        assert " ".join(piece.text for piece in name.pieces) == title


@pytest.mark.parametrize("value", ["1", "11"])
def test_the_value_of_the_smallest_seal_can_be_read(value: str) -> None:
    least = size_of(value, Style("number", 9), 100)[1]
    for shape in get_args(look.Shape):
        assert emblems._render_number(shape, value, 16, INKS.ink).get_height() >= least


CHAIN = CardLook("c", "Chain Shot", "1", "Rigging", look.OLIVE, "diamond", "Takes 1 point of rigging.", "chain")


def test_a_card_shows_the_art_that_its_game_brings_and_without_a_file_the_plain_face() -> None:
    for size in ((170, 238), (218, 96)):
        plain, without, drawn = (
            pixels(faces.face(replace(CHAIN, art=name), PLAIN, size, 100))
            for name in ("", "no_game/no_card", "ship_duel/chain_shot")
        )
        assert plain == without != drawn
    brought = replace(look.BLUE, art="volley")
    assert pixels(faces.card_back(replace(look.BLUE, art="no_game"), (92, 128), 100)) == pixels(
        faces.card_back(look.BLUE, (92, 128), 100)
    )
    assert pixels(faces.card_back(brought, (92, 128), 100)) != pixels(faces.card_back(look.BLUE, (92, 128), 100))


@pytest.mark.trouble
@pytest.mark.parametrize("text", ["<svg", "", "x" * 70_000])
def test_a_card_whose_drawing_is_damaged_has_the_plain_face_and_that_is_said_once(
    text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(art, "_damaged", set())
    monkeypatch.setenv(user_folders.HOME, str(tmp_path))
    (damaged := tmp_path / "torn.svg").write_text(text, encoding="utf-8")
    monkeypatch.setattr(art, "_find_file", lambda _: damaged)
    for size in ((170, 238), (218, 96)):
        drawn, plain = (
            pixels(faces.face(replace(CHAIN, art=name), PLAIN, size, 100)) for name in (f"game/{len(text)}", "")
        )
        assert drawn == plain
    page = ErrorPage(pygame.Surface((4, 4)))
    told: list[str] = []
    monkeypatch.setattr(page, "say", lambda toast: told.append(str(toast.body)))
    for _ in range(2):
        page.update(10)
    assert len(told) == 1 and "torn.svg" in told[0]


@pytest.mark.parametrize(
    ("size", "note"),
    [((170, 238), ""), ((143, 120), ""), ((218, 96), ""), ((218, 96), "as Fighting"), ((160, 76), "")],
)
@pytest.mark.parametrize("art", ["trafalgar_cards/enemy_disordered", "volley/flush_with_victory"])
def test_no_word_of_a_card_lies_on_its_art(monkeypatch, art: str, size: tuple[int, int], note: str) -> None:
    frames: list[pygame.Rect] = []
    for module in (faces, compact_face):
        monkeypatch.setattr(
            module.drawing, "draw_inset", lambda made, picture, frame, *rest: frames.append(pygame.Rect(frame))
        )
    name = art.partition("/")[2].replace("_", " ").title()

    def drawn(title: str, words: str, said: str) -> pygame.Surface:
        shown = CardLook("x", title, "5", "Strategy", look.TEAL, "hexagon", words, art=art)
        return (faces.draw_whole_face if size[1] > 100 else compact_face.draw_compact_face)(
            shown, CardStatus(note=said), size, Theme()
        )

    blank = drawn("", "", "")
    frames.clear()
    words = "Joins any meld, one strategy card at most." if size[1] != 120 else ""
    written = pygame.mask.from_threshold(drawn(name, words, note), (0, 0, 0), (1, 1, 1, 255), blank)
    written.invert()
    assert written.count()
    assert frames
    for frame in frames:
        assert not written.overlap_area(pygame.mask.Mask(frame.size, fill=True), frame.topleft)
