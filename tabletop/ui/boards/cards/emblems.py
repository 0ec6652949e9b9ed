"""Emblems for the art of cards: each is a few strokes of the pen, none needs more than its name."""

from tabletop.ui.boards.cards import emblems_field, emblems_sea
from tabletop.ui.boards.cards.pen import Paint, Pen, on_ring
from tabletop.ui.theme import INKS, colour

WOOD, STEEL, PALE, COAT = colour("#7A4A1E"), colour("#4E5860"), INKS.cream, colour("#B5302B")


def _skull(pen: Pen) -> None:
    pen.line([(-28, 12), (28, 32)], 4, PALE)
    pen.line([(28, 12), (-28, 32)], 4, PALE)
    pen.disc((0, -8), 20, PALE)
    pen.shape([(-11, 4), (11, 4), (9, 20), (-9, 20)], PALE)
    for x in (-8, 8):
        pen.disc((x, -7), 5.4)
    pen.shape([(0, 0), (-3, 6), (3, 6)])
    for x in (-4, 0, 4):
        pen.line([(x, 13), (x, 19)], 1.2)


def _medal(pen: Pen) -> None:
    pen.shape([(-12, -36), (12, -36), (6, -8), (-6, -8)], COAT)
    pen.shape([(-3, -36), (3, -36), (2, -8), (-2, -8)], PALE)
    star = [on_ring(22 if n % 2 == 0 else 10, 36 * n, (0, 12)) for n in range(10)]
    pen.shape(star, INKS.brass)
    pen.disc((0, 12), 7)


def _hourglass(pen: Pen) -> None:
    for y in (-32, 32):
        pen.line([(-20, y), (20, y)], 4, WOOD)
    pen.line([(-15, -30), (-15, -20), (-2, 0), (-15, 20), (-15, 30)], 2)
    pen.line([(15, -30), (15, -20), (2, 0), (15, 20), (15, 30)], 2)
    pen.shape([(-11, -18), (11, -18), (0, -2)])
    pen.shape([(-13, 29), (13, 29), (6, 16), (-6, 16)])


def _carpenter(pen: Pen) -> None:
    pen.line([(-26, 28), (16, -16)], 4, WOOD)
    pen.shape([(4, -26), (14, -34), (34, -14), (26, -4)], STEEL)
    pen.line([(28, 28), (-18, -18)], 3, WOOD)
    pen.shape([(-30, -34), (-8, -26), (-14, -12), (-34, -20)], STEEL)


PAINTERS: dict[str, Paint] = {
    **emblems_sea.PAINTERS,
    **emblems_field.PAINTERS,
    "skull": _skull,
    "medal": _medal,
    "hourglass": _hourglass,
    "repair": _carpenter,
}
"""Emblems by name."""
