"""Emblems of the field: soldiers, horses, guns, drums and colours."""

import math

from tabletop.ui.boards.cards.pen import Paint, Pen, curve, round_about
from tabletop.ui.theme import INKS, colour

WOOD, STEEL, PALE, COAT = colour("#7A4A1E"), colour("#4E5860"), INKS.cream, colour("#B5302B")


def _drum(pen: Pen) -> None:
    pen.shape([(-22, -8), (22, -8), (22, 22), (-22, 22)])
    pen.shape([(22 * math.cos(a / 8), -8 + 7 * math.sin(a / 8)) for a in range(51)], PALE)
    pen.line([(22 * math.cos(a / 8), -8 + 7 * math.sin(a / 8)) for a in range(52)], 1.8)
    pen.line([(22 * math.cos(a / 8), 22 + 7 * math.sin(a / 8)) for a in range(26)], 3.4)
    pen.line([(-22, 16), (-14, 0), (-6, 20), (2, 0), (10, 20), (18, 0), (22, 14)], 1.6, PALE)
    pen.line([(-34, -26), (4, -7)], 2.6, WOOD)
    pen.line([(34, -26), (-4, -7)], 2.6, WOOD)


def _swords(pen: Pen) -> None:
    for side in (-1, 1):
        pen.line(curve((-30 * side, -28), (10 * side, -14), (24 * side, 22)), 3, STEEL)
        pen.line([(15 * side, 17), (30 * side, 12)], 3)
        pen.line([(22 * side, 17), (29 * side, 31)], 4, WOOD)


def _cannon(pen: Pen) -> None:
    pen.shape([(-34, -6), (40, -17), (42, -7), (-32, 10)], STEEL)
    pen.disc((-34, 2), 8.4, STEEL)
    pen.disc((-44, 3), 3, STEEL)
    pen.line([(40, -19), (43, -5)], 3.4, STEEL)
    pen.line([(-10, 6), (-50, 28)], 5, WOOD)
    pen.ring((0, 12), 18, 3.6, WOOD)
    for corner in range(4):
        pen.line(
            [round_about((0, 12), 16, 45 * corner, 0, 1)[0], round_about((0, 12), 16, 45 * corner + 180, 0, 1)[0]],
            2.4,
            WOOD,
        )
    pen.disc((0, 12), 4.4)


def _muskets(pen: Pen) -> None:
    for side in (-1, 1):
        pen.line([(-40 * side, -30), (14 * side, 12)], 2.4, STEEL)
        pen.line([(-46 * side, -35), (-34 * side, -25)], 1.2, STEEL)
        pen.line([(-12 * side, -8), (20 * side, 17)], 4, WOOD)
        pen.shape([(14 * side, 10), (40 * side, 24), (34 * side, 33), (16 * side, 18)], WOOD)


def _infantry(pen: Pen) -> None:
    for x in (-32, 0, 32):
        pen.shape([(x - 9, 30), (x - 8, 2), (x + 8, 2), (x + 9, 30)])
        pen.line([(x - 6, 4), (x + 6, 22)], 2, PALE)
        pen.line([(x + 6, 4), (x - 6, 22)], 2, PALE)
        pen.disc((x, -5), 6, colour("#D9B28A"))
        pen.shape([(x - 6, -8), (x - 7, -24), (x + 7, -24), (x + 6, -8)], INKS.ink)
        pen.disc((x, -26), 2.6)
        pen.line([(x + 13, 28), (x + 13, -28)], 1.8, WOOD)
        pen.line([(x + 13, -28), (x + 13, -35)], 1.2, STEEL)


def _cavalry(pen: Pen) -> None:
    neck = curve((-20, 32), (-20, -6), (4, -24))
    pen.shape(
        [
            *neck,
            (8, -33),
            (13, -25),
            (22, -18),
            (33, -2),
            (29, 6),
            (22, 6),
            (10, -1),
            *curve((10, -1), (8, 14), (20, 32)),
        ]
    )
    pen.line(curve((-22, 26), (-24, -10), (2, -28)), 4, INKS.ink)
    pen.disc((15, -14), 1.8, PALE)
    pen.line([(12, -20), (25, 3)], 1.4, PALE)
    pen.line([(13, -2), (28, -9)], 1.4, PALE)


def _leader(pen: Pen) -> None:
    pen.shape(
        [
            *curve((-46, 4), (-20, -2), (-14, -26)),
            *curve((-14, -26), (0, -36), (14, -26)),
            *curve((14, -26), (20, -2), (46, 4)),
            *curve((46, 4), (0, 22), (-46, 4)),
        ],
        INKS.ink,
    )
    pen.line([*curve((-46, 4), (0, 22), (46, 4))], 2.6, INKS.brass)
    pen.disc((0, -10), 7, COAT)
    pen.disc((0, -10), 4.4, PALE)
    pen.disc((0, -10), 2, colour("#1F5AA0"))
    pen.line([(-30, 28), (30, 28)], 2)


def _scroll(pen: Pen) -> None:
    pen.shape([(-36, -24), (36, -24), (36, 24), (-36, 24)], PALE)
    pen.line([(-36, -24), (36, -24), (36, 24), (-36, 24), (-36, -24)], 1.4)
    pen.dashed(curve((-28, 14), (-6, -26), (28, -8)))
    pen.line([(24, -14), (30, -8), (24, -2)], 2)
    pen.shape([(-30, 8), (-20, 8), (-20, 18), (-30, 18)])
    pen.shape([(4, 6), (18, 6), (18, 16), (4, 16)], STEEL)


def _colours(pen: Pen) -> None:
    pen.line([(-26, 34), (-26, -34)], 2.8, WOOD)
    pen.disc((-26, -35), 3, INKS.brass)
    pen.shape([*curve((-25, -30), (4, -40), (34, -26)), *curve((34, 6), (4, -6), (-25, 4))])
    pen.line([*curve((-20, -20), (4, -30), (30, -17))], 2, PALE)
    pen.ring((4, -13), 7, 2.2, PALE)


def _defence(pen: Pen) -> None:
    pen.shape([(-26, -30), (26, -30), (26, 4), (0, 34), (-26, 4)])
    pen.line([(-18, -22), (18, -22), (18, 2), (0, 23), (-18, 2), (-18, -22)], 2, PALE)
    pen.line([(-12, -12), (12, 10)], 3.4, PALE)
    pen.line([(12, -12), (-12, 10)], 3.4, PALE)


def _square(pen: Pen) -> None:
    for n in range(6):
        for x, y in ((-30 + 12 * n, -28), (-30 + 12 * n, 28)):
            pen.shape([(x - 4, y - 4), (x + 4, y - 4), (x + 4, y + 4), (x - 4, y + 4)])
    for n in range(1, 5):
        for x in (-30, 30):
            top, foot = 11.2 * n - 32, 11.2 * n - 24
            pen.shape([(x - 4, top), (x + 4, top), (x + 4, foot), (x - 4, foot)])
    pen.line([(0, 10), (0, -14)], 2, WOOD)
    pen.shape([(1, -14), (16, -9), (1, -4)])


def _hill(pen: Pen) -> None:
    pen.shape([*curve((-62, 30), (-10, -44), (20, 6)), *curve((20, 6), (40, 26), (62, 30))], colour("#7C8A55"))
    for n in range(4):
        pen.shape(
            [(8 + 10 * n, 15 + 4 * n), (14 + 10 * n, 15 + 4 * n), (14 + 10 * n, 22 + 3 * n), (8 + 10 * n, 22 + 3 * n)]
        )
    pen.dashed(curve((-60, -20), (-10, -46), (56, -4)), 1.6, 5, INKS.ink)


PAINTERS: dict[str, Paint] = {
    "drum": _drum,
    "swords": _swords,
    "cannon": _cannon,
    "muskets": _muskets,
    "infantry": _infantry,
    "cavalry": _cavalry,
    "leader": _leader,
    "plan": _scroll,
    "colours": _colours,
    "defence": _defence,
    "square": _square,
    "hill": _hill,
}
"""Emblems by name."""
