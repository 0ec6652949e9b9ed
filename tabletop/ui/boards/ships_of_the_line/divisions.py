"""The name of a division with its badge, who leads it, and how many ships it has."""

from collections.abc import Sequence
from functools import lru_cache

import pygame

from tabletop.games.ships_of_the_line.sides import Nation
from tabletop.ui import text
from tabletop.ui.assets import icon
from tabletop.ui.boards.battle.hulls import Placed
from tabletop.ui.boards.nations import NATIONS
from tabletop.ui.boards.ships_of_the_line.scene import Scene
from tabletop.ui.text import Style
from tabletop.ui.theme import INKS, Theme

NAME = Style("title", 21, INKS.cream, INKS.outline)
LINE = Style("semibold", 15, INKS.brass_light, INKS.outline)


def drawn(scene: Scene, ships: Sequence[Placed], name: str) -> pygame.Surface:
    """The picture for the ships of a division that are afloat; its name ends with its chief in brackets, if any."""
    title, _, chief = name.rstrip(")").partition(" (")
    return _drawn(title, _command(scene, ships, chief), NATIONS[_nation(scene, ships)], Theme(scene.shown.scale))


def _nation(scene: Scene, ships: Sequence[Placed]) -> Nation:
    nations = [scene.card(one).nation for one in ships]
    return max(sorted(set(nations)), key=nations.count)


def _command(scene: Scene, ships: Sequence[Placed], chief: str) -> str:
    leaders = [leader.name.split()[-1] for one in ships if (leader := scene.card(one).leader)]
    count = f"{len(ships)} ships" if len(ships) > 1 else "1 ship"
    return ", ".join([*([chief] if chief else leaders[:1]), count])


@lru_cache(maxsize=64)
def _drawn(name: str, line: str, nation: str, theme: Theme) -> pygame.Surface:
    badge = theme.px(20)
    above, below = text.size_of(name, NAME, theme.scale), text.size_of(line, LINE, theme.scale)
    picture = pygame.Surface((badge + theme.px(8) + max(above[0], below[0]), above[1] + below[1]), pygame.SRCALPHA)
    sign = icon(f"badge_{nation}", badge)
    picture.blit(sign, sign.get_rect(midleft=(0, above[1] // 2)), special_flags=pygame.BLEND_PREMULTIPLIED)
    text.write(picture, theme, name, NAME, (badge + theme.px(8), 0))
    text.write(picture, theme, line, LINE, (badge + theme.px(8), above[1] - theme.px(4)))
    return picture.subsurface(picture.get_bounding_rect()).premul_alpha()
