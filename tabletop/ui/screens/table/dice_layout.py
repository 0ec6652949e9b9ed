"""The places of dice and words in the tray: side by side if it is wide, over each other if narrow or low."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import pygame

from tabletop.ui.boards.contract import DiceThrow
from tabletop.ui.text import LEAST, Style, fitted, size_of
from tabletop.ui.theme import INKS, Theme

WIDE, LOW = 340, 70
"""Least width for words beside the dice, and height below which all dice lie in one line; design pixels."""
WORDS = 132
"""Least width of the words beside dice, design pixels."""
SIDE, LARGE, SMALL, TINY = 42, 30, 20, 7
"""Sides of a die: beside words, under words, of a later throw, and the least; design pixels."""
GAP = 0.24
"""Gap between dice, as a share of their side."""
TITLE = Style("name", 17, INKS.cream)
RESULT = Style("bold", 18, INKS.brass_light)
NOTE = Style("body", 15, INKS.cream)
WORD = Style("semibold", LEAST, INKS.brass_light)
HEAD = Style("body", LEAST, INKS.dim)

Group = tuple[str, Sequence[tuple[int, str]]]
"""Dice, and what they were thrown for."""


@dataclass(frozen=True)
class Die:
    """A die at rest: its middle and side in screen pixels, its face, and its word."""

    x: float
    y: float
    side: int
    pips: int
    word: str


@dataclass(frozen=True)
class DiceWords:
    """A line of text and its upper left corner; `known` lines are shown while the dice roll."""

    text: str
    style: Style
    at: tuple[int, int]
    known: bool = False


@dataclass(frozen=True)
class DiceLayout:
    """The layout of a throw.

    Attributes:
       felt: where the dice tumble.
       dice: the dice that tumble.
       followers: the dice of later throws.
       words: all lines of text.
    """

    felt: pygame.Rect
    dice: tuple[Die, ...]
    followers: tuple[Die, ...]
    words: tuple[DiceWords, ...]


def layout_dice(theme: Theme, rect: pygame.Rect, thrown: DiceThrow) -> DiceLayout:
    """Return the layout of a throw in a rectangle."""
    if rect.h < theme.px(LOW):
        return _layout_strip(theme, rect, thrown)
    return _layout_beside(theme, rect, thrown) if rect.w >= theme.px(WIDE) else _layout_stacked(theme, rect, thrown)


# --- words beside the dice


def _layout_beside(theme: Theme, rect: pygame.Rect, thrown: DiceThrow) -> DiceLayout:
    told = ((thrown.title, TITLE), (thrown.result, RESULT), (thrown.note, NOTE))
    room = _words_width(theme, rect.w, thrown, told)
    words = _list_lines(theme, rect.topleft, room, told)
    left = rect.x + room + theme.px(12)
    felt = pygame.Rect(left, rect.y, rect.right - left, rect.h)
    most = round(rect.h * (0.29 if thrown.followed_by else 0.45))
    side = _die_side(theme, min(most, theme.px(SIDE)), felt.w, len(thrown.dice))
    top = rect.y + side / 2 if thrown.followed_by else rect.y + rect.h * 0.42
    dice = tuple(
        Die(felt.x + side * (0.5 + number * (1 + GAP)), top, side, pips, word)
        for number, (pips, word) in enumerate(thrown.dice)
    )
    after, labels = _layout_followers(theme, felt, round(top + side * 0.55), thrown)
    return DiceLayout(felt, dice, after, (*words, *_list_die_words(theme, dice), *labels))


def _layout_followers(
    theme: Theme, felt: pygame.Rect, top: int, thrown: DiceThrow
) -> tuple[tuple[Die, ...], tuple[DiceWords, ...]]:
    """Return the dice of later throws, group under group, with their words."""
    line = theme.px(SMALL) + theme.px(3)
    start = max(top + size_of("hit", WORD, theme.scale)[1], felt.y)
    dice: list[Die] = []
    words: list[DiceWords] = []
    for number, one in enumerate(thrown.followed_by):
        place = pygame.Rect(felt.x, start + number * line, felt.w, line)
        found, told = _flow_groups(theme, place, [(one.title, one.dice)])
        dice += found
        words += told
    return tuple(dice), tuple(words)


def _list_die_words(theme: Theme, dice: Sequence[Die]) -> Iterator[DiceWords]:
    """Yield the word of each die below it, where there is room."""
    for die in dice:
        wide = size_of(die.word, WORD, theme.scale)[0]
        if die.word and wide <= die.side * (1 + GAP) + theme.px(4):
            yield DiceWords(die.word, WORD, (round(die.x - wide / 2), round(die.y + die.side * 0.55)))


def _words_width(theme: Theme, wide: int, thrown: DiceThrow, told: Sequence[tuple[str, Style]]) -> int:
    """Return the width of the words: what they want, as far as the dice leave it."""
    wanted = max(size_of(text, style, theme.scale)[0] for text, style in told)
    dice = max(len(one.dice) for one in (thrown, *thrown.followed_by)) * (1 + GAP) * theme.px(SIDE)
    return max(theme.px(WORDS), min(wanted, int(wide - theme.px(12) - dice)))


# --- words over the dice


def _layout_stacked(theme: Theme, rect: pygame.Rect, thrown: DiceThrow) -> DiceLayout:
    told = ((thrown.title, TITLE.at(16)), (_format_outcome(thrown), NOTE.tinted(RESULT.colour)))
    words = _list_lines(theme, rect.topleft, rect.w, told)
    top = words[-1].at[1] + size_of(" ", NOTE, theme.scale)[1] + theme.px(3)
    high, small = rect.bottom - top, theme.px(SMALL + 3)
    first = high - small if thrown.followed_by else high
    rows = [[("", thrown.dice)], [(one.title, one.dice) for one in thrown.followed_by]]
    lines = (pygame.Rect(rect.x, top, rect.w, first), pygame.Rect(rect.x, top + first, rect.w, small))
    found = [_flow_groups(theme, line, row, most) for line, row, most in zip(lines, rows, (LARGE, SMALL), strict=True)]
    felt = pygame.Rect(rect.x, rect.y + theme.px(22), rect.w, rect.h - theme.px(22))
    labels = [one for _, labels in found for one in labels]
    return DiceLayout(felt, found[0][0], found[1][0], (*words, *labels))


def _layout_strip(theme: Theme, rect: pygame.Rect, thrown: DiceThrow) -> DiceLayout:
    """Return the layout of one line of words over one line of dice."""
    words = _list_headline(theme, rect, thrown)
    high = size_of(" ", NOTE, theme.scale)[1]
    line = pygame.Rect(rect.x, rect.y + high, rect.w, rect.h - high)
    dice, labels = _flow_groups(
        theme, line, [("", thrown.dice), *((one.title, one.dice) for one in thrown.followed_by)]
    )
    first = len(thrown.dice)
    return DiceLayout(rect, dice[:first], dice[first:], (*words, *labels))


def _list_headline(theme: Theme, rect: pygame.Rect, thrown: DiceThrow) -> tuple[DiceWords, DiceWords]:
    """Return title and result in one line. A short line drops the note, then the end of the title."""
    style, scale = NOTE.tinted(RESULT.colour), theme.scale
    name, space = size_of(thrown.title, NOTE, scale)[0], theme.px(8)
    results = (_format_outcome(thrown), thrown.result)
    result = next((one for one in results if name + space + size_of(one, style, scale)[0] <= rect.w), thrown.result)
    title, shown = fitted(thrown.title, NOTE, rect.w - space - size_of(result, style, scale)[0], scale)
    after = rect.x + size_of(title, shown, scale)[0] + space
    return DiceWords(title, shown, rect.topleft, known=True), DiceWords(result, style, (after, rect.y))


def _format_outcome(thrown: DiceThrow) -> str:
    return ", ".join(filter(None, (thrown.result, thrown.note)))


# --- lines


def _list_lines(
    theme: Theme, at: tuple[int, int], room: int, told: Sequence[tuple[str, Style]]
) -> tuple[DiceWords, ...]:
    """Return lines under each other, shrunk or cut to `room`. Only the first is known while the dice roll."""
    found, top = [], at[1]
    for number, (text, style) in enumerate(told):
        words, shown = fitted(text, style, room, theme.scale)
        found.append(DiceWords(words, shown, (at[0], top), known=number == 0))
        top += size_of(" ", style, theme.scale)[1] + theme.px(1)
    return tuple(found)


def _die_side(theme: Theme, most: int, room: int, dice: int) -> int:
    return max(theme.px(TINY), min(most, int(room / max(1, dice) / (1 + GAP))))


def _flow_groups(
    theme: Theme, line: pygame.Rect, groups: Sequence[Group], most: float = SMALL
) -> tuple[tuple[Die, ...], tuple[DiceWords, ...]]:
    """Return groups one after another in a line: with all words if they fit, then fewer, then smaller dice."""
    side = min(line.h, theme.px(most))
    for worded, labelled in ((len(groups), True), (1, True), (0, True), (0, False)):
        dice, words, end = _lay_groups(theme, line, groups, side, worded, labelled=labelled)
        if end <= line.right:
            return dice, words
    count = sum(len(group) for _, group in groups)
    dice, words, _ = _lay_groups(theme, line, groups, _die_side(theme, side, line.w, count + 1), 0, labelled=False)
    return dice, words


def _lay_groups(
    theme: Theme, line: pygame.Rect, groups: Sequence[Group], side: int, worded: int, *, labelled: bool
) -> tuple[tuple[Die, ...], tuple[DiceWords, ...], float]:
    """Return dice, words and the end of the line. The last `worded` groups have words for their dice."""
    dice: list[Die] = []
    words: list[DiceWords] = []
    x, y = float(line.x), line.centery
    for number, (label, group) in enumerate(groups):
        named = label if labelled else ""
        if named:
            words.append(DiceWords(named, HEAD, (round(x), y - size_of(named, HEAD, theme.scale)[1] // 2)))
            x += size_of(named, HEAD, theme.scale)[0] + theme.px(6)
        for pips, word in group:
            dice.append(Die(x + side / 2, y, side, pips, word))
            x += side * (1 + GAP)
            if word and label and number >= len(groups) - worded:
                words.append(DiceWords(word, WORD, (round(x), y - size_of(word, WORD, theme.scale)[1] // 2)))
                x += size_of(word, WORD, theme.scale)[0] + theme.px(6)
        x += side * GAP
    return tuple(dice), tuple(words), x - side * GAP
