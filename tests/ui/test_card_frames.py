"""A card table that changes frame by frame shows what it would if nothing were kept from the frames before."""

from collections.abc import Callable, Sequence

import pygame
import pytest

from tabletop.ui import keys
from tabletop.ui.boards.cards.animation import DEAL
from tabletop.ui.boards.cards.card import highlight
from tabletop.ui.boards.cards.drop_target import DropTarget
from tabletop.ui.boards.cards.tableau import PAUSE
from tabletop.ui.boards.trafalgar_cards.rows import SuitRow
from tabletop.ui.input import Input
from tabletop.ui.theme import SCALES, Theme
from tabletop.ui.widgets.draw import draw_paper
from tabletop.ui.widgets.label import Label
from tabletop.ui.widgets.panel import Panel
from tests.ui.card_game import IDS, Around, after, opened, seated
from tests.ui.test_card_motion import MINE
from tests.ui.test_card_table import card

GARISH = (255, 0, 255)
WINDOWS = (((1920, 1080), 100), ((1920, 1080), 150), ((1280, 720), 100), ((1280, 720), 200))
"""Everything in its place, in two sizes; both sides in a line; what is in the middle scrolled."""
LAID = f"card.{IDS[16]}"
"""A card that lies in a row."""

Action = Callable[[Around], object]


def over(ident: str, *, held: bool = False) -> Action:
    buttons = frozenset({"left"}) if held else frozenset()
    return lambda screen: screen.handle(Input("moved", screen.find(ident).rect.center, buttons=buttons))


def down(ident: str) -> Action:
    return lambda screen: screen.handle(Input("pressed", screen.find(ident).rect.center, "left", frozenset({"left"})))


def up(ident: str) -> Action:
    return lambda screen: screen.handle(Input("released", screen.find(ident).rect.center, "left"))


def press(chord: str) -> Action:
    return lambda screen: screen.press(chord)


def wait(milliseconds: int) -> Action:
    return lambda screen: screen.update(milliseconds)


def deal(screen: Around) -> None:
    screen.table.play(opened().seen("british"), [MINE], after(opened(), MINE).seen("british"))
    screen.rebuild()


STORIES: dict[str, Sequence[Action]] = {
    "the pointer goes from card to card": [over(card(n)) for n in (1, 2, 3, 1, 8)],
    "and rests on some of them": [
        over(card(1)), wait(PAUSE), over(card(2)), wait(PAUSE), over(card(1)), wait(PAUSE), over("table"), wait(PAUSE),
    ],
    "from the hand to a row and off the cards": [over(card(4)), over(LAID), over("table"), over("discards")],
    "a card is chosen, and another": [over(card(2)), down(card(2)), up(card(2)), over(card(3)), press("4")],
    "no longer chosen": [press("1"), press("1"), over(card(5))],
    "by keys": [press("Right"), press("Right"), press("Tab"), press("Tab")],
    "a card is held over a place": [down(card(2)), over("tactics", held=True), over("strategy.other", held=True)],
    "and let go where it may lie": [
        down(card(2)), over("tactics", held=True), up("tactics"), wait(DEAL), wait(DEAL), over(card(1)),
    ],
    "through the discards by arrows": [
        press(keys.key("discards")), *3 * [press("Right")], press("Left"), press("Down"),
    ],
    "over a place that invites": [press("1"), over("strategy"), over("table"), over("strategy")],
    "a card flies": [deal, wait(DEAL // 3), wait(DEAL // 3)],
    "and has landed": [deal, wait(DEAL // 2), wait(DEAL), wait(DEAL), over(card(1))],
}  # fmt: skip


def shown(deeds: Sequence[Action], window: tuple[tuple[int, int], int], *, each: bool) -> bytes:
    """The window after some deeds, drawn after each of them or only in the end, when none of it is kept."""
    screen = seated(size=window[0])
    screen.resize(window[0], Theme(window[1]))
    surface = pygame.Surface(screen.size)
    surface.fill(GARISH)
    for deed in deeds:
        if each:
            screen.draw(surface)
        deed(screen)
    screen.draw(surface)
    assert not (pygame.surfarray.array3d(surface) == GARISH).all(axis=2).any()
    return pygame.image.tobytes(surface, "RGB")


@pytest.mark.sampled(16)
@pytest.mark.parametrize("window", WINDOWS)
@pytest.mark.parametrize("story", STORIES)
def test_frame_by_frame_it_comes_to_the_same_as_at_once(story: str, window: tuple[tuple[int, int], int]) -> None:
    deeds = STORIES[story]
    assert shown(deeds, window, each=True) == shown(deeds, window, each=False)


@pytest.mark.parametrize("scale", [100, 200])
def test_shadows_of_cards_lie_within_the_reach_of_their_places_and_rows(scale: int) -> None:
    screen = seated()
    screen.resize((1280, 720), Theme(scale))
    holders = [one for layer in screen.layers for one in layer.walk() if isinstance(one, DropTarget | SuitRow)]
    assert any(one.children for one in holders)
    for one in holders:
        for child in one.shown():
            assert one.reach(screen.theme).contains(child.reach(screen.theme))


def test_the_pointer_lights_the_card_under_it_and_no_other() -> None:
    screen = seated()
    surface = pygame.Surface(screen.size)
    heads = [highlight(card.size, 100).place_on(card) for card in (screen.find(card(n)).rect for n in (3, 5))]
    screen.draw(surface)
    plain = [surface.subsurface(head).copy() for head in heads]
    for number in (3, 5):
        over(card(number))(screen)
        assert screen.draw(surface)
        lit = [
            pygame.image.tobytes(surface.subsurface(head), "RGB") != pygame.image.tobytes(before, "RGB")
            for head, before in zip(heads, plain, strict=True)
        ]
        assert lit == [number == 3, number == 5]


def test_a_card_that_reaches_over_a_bar_is_seen_whole() -> None:
    screen = seated()
    surface, laid = pygame.Surface(screen.size), screen.find(card(3))
    bar = screen.find("bottom").rect
    laid.place(screen.theme, laid.rect.move(0, bar.top - laid.rect.centery))
    screen.draw(surface)
    there = laid.rect.inflate(-20, -20)
    alone = pygame.Surface(screen.size)
    laid.paint(alone, screen.theme)
    assert there.colliderect(bar)
    assert pygame.image.tobytes(surface.subsurface(there), "RGB") == pygame.image.tobytes(
        alone.subsurface(there), "RGB"
    )


@pytest.mark.parametrize("scale", SCALES)
def test_all_of_the_shadow_of_a_sheet_lies_within_its_reach(scale: int) -> None:
    theme, shade = Theme(scale), pygame.Surface((600, 600), pygame.SRCALPHA)
    sheet = Panel(Label("Odds"))
    sheet.place(theme, pygame.Rect(200, 200, 160, 140))
    sheet.throw(shade, theme)
    assert sheet.reach(theme).contains(shade.get_bounding_rect())


@pytest.mark.parametrize("window", WINDOWS)
def test_the_ring_of_a_place_lies_within_it(window: tuple[tuple[int, int], int]) -> None:
    screen = seated(size=window[0])
    screen.resize(window[0], Theme(window[1]))
    place, drawn = screen.find("tactics"), pygame.Surface(screen.size, pygame.SRCALPHA)
    place.focused = True
    place.paint(drawn, screen.theme)
    assert drawn.get_bounding_rect().w > 0
    assert place.reach(screen.theme).contains(drawn.get_bounding_rect())


def test_what_was_written_once_is_not_written_again() -> None:
    screen = seated()
    surface = pygame.Surface(screen.size)
    pictures = []
    for number in (1, 2, 1):
        over(card(number))(screen)
        screen.update(PAUSE)
        screen.draw(surface)
        pictures.append(vars(screen.find("reader"))["_picture"])
    assert pictures[0] is pictures[2] is not pictures[1]


@pytest.mark.parametrize("clip", [(190, 150, 200, 3), (201, 139, 40, 2), (230, 150, 2, 90), (195, 270, 180, 12)])
def test_a_piece_of_paper_looks_like_that_piece_of_the_whole(clip: tuple[int, int, int, int]) -> None:
    whole, part = (pygame.Surface((600, 400)) for _ in range(2))
    at = pygame.Rect(200, 140, 160, 140)
    draw_paper(whole, Theme(), at)
    part.set_clip(clip)
    draw_paper(part, Theme(), at)
    whole.set_clip(clip)
    assert pygame.image.tobytes(part.subsurface(clip), "RGB") == pygame.image.tobytes(whole.subsurface(clip), "RGB")
    assert part.get_at((0, 0)) == part.get_at((599, 399)) == (0, 0, 0, 255)
