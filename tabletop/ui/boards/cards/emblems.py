"""Emblems for the art of cards: each is a few strokes of the pen, none needs more than its name."""

import math
from collections.abc import Callable

from tabletop.ui.boards.cards.pen import Pen, curve, on_ring, round_about
from tabletop.ui.theme import INKS, Colour, colour

Paint = Callable[[Pen], None]
WOOD, STEEL, PALE = colour("#7A4A1E"), colour("#4E5860"), INKS.cream
COAT: Colour = colour("#B5302B")


def _broadside(pen: Pen) -> None:
    pen.ship((2, -9), 86, 82)
    for n in range(5):
        pen.smoke((-26 + 13 * n, 12 + (n % 2) * 3), 7.5)
    for n in range(4):
        pen.disc((-22 + 15 * n, 27 + (n % 2) * 4), 2, INKS.ink)


def _line_ahead(pen: Pen) -> None:
    for n in range(3):
        pen.ship((-41 + 40 * n, 9 - 9 * n), 36, 76)
    pen.dashed(curve((-56, 28), (6, 30), (56, 10)))


def _breaking(pen: Pen) -> None:
    for n, x in enumerate((-48, -16, 30)):
        pen.ship((x, -10 + 2 * n), 31, 96, "two_decker_74", "french")
    pen.ship((6, 5), 42, 8)
    pen.dashed([(3, 38 - 2 * n) for n in range(6)])


def _dividers(pen: Pen) -> None:
    pen.dashed(curve((-62, -24), (-12, 34), (62, 22)), 1.4)
    pen.dashed(curve((-62, 28), (-10, -36), (62, -22)), 1.4)
    pen.ring((0, -21), 5, 2.6)
    pen.line([(-2, -16), (-13, 20)], 3)
    pen.line([(2, -16), (13, 20)], 3)
    pen.line(curve((-9, 7), (0, 14), (9, 7)), 2.4)
    pen.line([(-18, 24), (18, 24)], 2)


def _callipers(pen: Pen) -> None:
    pen.ring((0, -26), 6, 3)
    pen.line([(-2, -20), (-16, 26)], 3.6)
    pen.line([(2, -20), (16, 26)], 3.6)
    pen.line(curve((-11, 9), (0, 17), (11, 9)), 3)
    pen.line([(-22, 31), (22, 31)], 2.4)


def _compass(pen: Pen) -> None:
    pen.ring((0, 0), 32, 2)
    pen.ring((0, 0), 27, 1)
    for corner in range(8):
        long = 25 if corner % 2 == 0 else 15
        tip, waist, other = (on_ring(r, 45 * corner + a) for r, a in ((long, 0), (5, 22), (5, -22)))
        pen.shape([(0, 0), tip, waist])
        pen.line([tip, other, (0, 0)], 0.8)


def _wind(from_degrees: float) -> Paint:
    def paint(pen: Pen) -> None:
        pen.ring((0, 0), 33, 1.2)
        for corner in range(16):
            pen.line([on_ring(33, 22.5 * corner), on_ring(36 if corner % 4 else 38, 22.5 * corner)], 1.2)
        turn = math.radians(from_degrees)
        ahead, right = (-math.sin(turn), math.cos(turn)), (math.cos(turn), math.sin(turn))

        def at(along: float, across: float) -> tuple[float, float]:
            return ahead[0] * along + right[0] * across, ahead[1] * along + right[1] * across

        for across, start in ((-12, -16), (0, -26), (12, -16)):
            pen.line(curve(at(start, across), at(start + 14, across - 4), at(start + 26, across)), 2.4)
        pen.shape([at(27, 0), at(9, -13), at(14, 0), at(9, 13)])

    return paint


def _flag(nation: str) -> Paint:
    def paint(pen: Pen) -> None:
        pen.sprite(f"ensign_{nation}", (2, 0), 70)

    return paint


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


def _balls(pen: Pen) -> None:
    for x, y in ((-20, 16), (0, 16), (20, 16), (-10, -1), (10, -1), (0, -18)):
        pen.disc((x, y), 9.6, INKS.ink)
        pen.disc((x - 3, y - 3), 2.6, STEEL)


def _chain(pen: Pen) -> None:
    for x in (-34, 34):
        pen.disc((x, 8 if x < 0 else -8), 13, INKS.ink)
        pen.disc((x - 4, (8 if x < 0 else -8) - 4), 3.4, STEEL)
    for n in range(5):
        pen.ring((-17 + 8.5 * n, 4 - 2 * n), 5.4, 2.2, STEEL)


def _grape(pen: Pen) -> None:
    pen.shape([(-17, 22), (17, 22), (17, 28), (-17, 28)], WOOD)
    for row, y in enumerate((15, 5, -5, -15)):
        for n in range(3 if row % 2 == 0 else 2):
            pen.disc(((-10 if row % 2 == 0 else -5) + 10 * n, y), 5.6, INKS.ink)
            pen.disc(((-12 if row % 2 == 0 else -7) + 10 * n, y - 2), 1.5, STEEL)
    pen.line([(-15, 22), (15, -12)], 1.2)
    pen.line([(15, 22), (-15, -12)], 1.2)
    pen.line([(0, -20), (0, -30)], 3, WOOD)


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


def _fog(pen: Pen) -> None:
    pen.ship((0, 2), 60, 90)
    for x, y, r in ((-40, 8, 16), (-18, -10, 17), (8, 10, 18), (30, -6, 17), (46, 12, 13), (-50, -12, 10)):
        pen.smoke((x, y), r)


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


def _anchor(pen: Pen) -> None:
    pen.ring((0, -26), 6, 3)
    pen.line([(0, -20), (0, 28)], 4)
    pen.line([(-14, -12), (14, -12)], 4)
    pen.line(round_about((0, 2), 26, 110, 250), 4)
    for side in (-1, 1):
        pen.shape([(18 * side, 12), (30 * side, 2), (30 * side, 18)])


def _grapple(pen: Pen) -> None:
    pen.ship((0, -14), 56, 92)
    pen.ship((4, 15), 56, 272, "two_decker_74", "french")


def _sails(pen: Pen) -> None:
    pen.line([(0, 34), (0, -36)], 2.8, WOOD)
    for y, half, high in ((-32, 16, 14), (-14, 24, 18), (8, 30, 20)):
        pen.line([(-half, y), (half, y)], 2.2, WOOD)
        pen.shape([(-half, y), (half, y), *curve((half + 2, y + high), (0, y + high - 8), (-half - 2, y + high))], PALE)
        pen.line([(-half, y), *curve((-half - 2, y + high), (0, y + high - 8), (half + 2, y + high)), (half, y)], 1.2)


def _signals(pen: Pen) -> None:
    pen.line(curve((-56, -30), (0, -20), (56, -34)), 1.4, WOOD)
    hues = (COAT, colour("#1F5AA0"), colour("#E3A72F"), COAT, colour("#1F5AA0"))
    for n, hue in enumerate(hues):
        x, y = -48 + 21 * n, -27 + (2 - abs(n - 2)) * 2
        pen.shape([(x, y), (x + 16, y), (x + 16, y + 20), (x, y + 20)], hue)
        pen.shape(
            [(x, y + 7), (x + 16, y + 7), (x + 16, y + 13), (x, y + 13)]
            if n % 2
            else [(x, y), (x + 16, y + 20), (x, y + 20)],
            PALE,
        )
    pen.ship((0, 22), 44, 90)


def _medal(pen: Pen) -> None:
    pen.shape([(-12, -36), (12, -36), (6, -8), (-6, -8)], COAT)
    pen.shape([(-3, -36), (3, -36), (2, -8), (-2, -8)], PALE)
    star = [round_about((0, 12), 22 if n % 2 == 0 else 10, 36 * n, 0, 1)[0] for n in range(10)]
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
    "broadside": _broadside, "line_ahead": _line_ahead, "breaking": _breaking, "dividers": _dividers,
    "callipers": _callipers,
    "compass": _compass, "wind_north": _wind(0), "wind_east": _wind(90), "wind_south": _wind(180),
    "wind_west": _wind(270), "flag_british": _flag("british"), "flag_french": _flag("french"),
    "flag_spanish": _flag("spanish"), "flag_white": _flag("white"), "drum": _drum, "swords": _swords, "balls": _balls,
    "chain": _chain, "grape": _grape, "cannon": _cannon, "muskets": _muskets, "infantry": _infantry,
    "cavalry": _cavalry, "leader": _leader, "plan": _scroll, "colours": _colours, "defence": _defence,
    "square": _square, "hill": _hill, "fog": _fog, "skull": _skull, "anchor": _anchor, "grapple": _grapple,
    "sails": _sails, "signals": _signals, "medal": _medal, "hourglass": _hourglass, "repair": _carpenter,
}  # fmt: skip
"""Emblems by name."""
