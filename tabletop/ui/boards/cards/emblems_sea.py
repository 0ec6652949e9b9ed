"""Emblems of the sea: ships, winds, shot, and what belongs on a deck."""

import math

from tabletop.ui.boards.cards.pen import Paint, Pen, curve, on_ring, round_about
from tabletop.ui.theme import INKS, colour

WOOD, STEEL, PALE, COAT = colour("#7A4A1E"), colour("#4E5860"), INKS.cream, colour("#B5302B")


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


def _fog(pen: Pen) -> None:
    pen.ship((0, 2), 78, 90)
    for x, y, r in ((-40, 8, 16), (-18, -10, 17), (8, 10, 18), (30, -6, 17), (46, 12, 13), (-50, -12, 10)):
        pen.smoke((x, y), r)


def _anchor(pen: Pen) -> None:
    pen.ring((0, -26), 6, 3)
    pen.line([(0, -20), (0, 28)], 4)
    pen.line([(-14, -12), (14, -12)], 4)
    pen.line(round_about((0, 2), 26, 110, 250), 4)
    for side in (-1, 1):
        pen.shape([(18 * side, 12), (30 * side, 2), (30 * side, 18)])


def _grapple(pen: Pen) -> None:
    pen.ship((-3, -15), 78, 92)
    pen.ship((4, 15), 78, 272, "two_decker_74", "french")


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


PAINTERS: dict[str, Paint] = {
    "broadside": _broadside,
    "line_ahead": _line_ahead,
    "breaking": _breaking,
    "dividers": _dividers,
    "callipers": _callipers,
    "compass": _compass,
    "wind_north": _wind(0),
    "wind_east": _wind(90),
    "wind_south": _wind(180),
    "wind_west": _wind(270),
    "flag_british": _flag("british"),
    "flag_french": _flag("french"),
    "flag_spanish": _flag("spanish"),
    "flag_white": _flag("white"),
    "balls": _balls,
    "chain": _chain,
    "grape": _grape,
    "fog": _fog,
    "anchor": _anchor,
    "grapple": _grapple,
    "sails": _sails,
    "signals": _signals,
}
"""Emblems by name."""
