"""What the player has asked to see besides what the station shows: whose guns bear where, and on whom."""

from collections.abc import Callable, Iterator
from dataclasses import replace

from tabletop.core.errors import Refused
from tabletop.core.phrases import count, signed
from tabletop.games.decks_of_glory.chapters.gunnery import cards_of
from tabletop.games.decks_of_glory.chapters.sighting import Sight
from tabletop.games.decks_of_glory.state import Side, State, enemy_of
from tabletop.games.decks_of_glory.survey.fields import Danger, dangers
from tabletop.games.decks_of_glory.survey.threats import Threat, threats
from tabletop.games.decks_of_glory.tables import RANGE_MODIFIER
from tabletop.ui.boards.decks_of_glory import gunsights, measuring
from tabletop.ui.boards.decks_of_glory.overlays import Chip, Line, Overlay, Tint
from tabletop.ui.boards.decks_of_glory.viewer import GUNS, Guns, Viewer

FOLLOW_POINTER: tuple[Guns, ...] = ("hovered", "threats")
"""What depends on the ship under the pointer."""


def laid(viewer: Viewer, state: State, overlay: Overlay) -> Overlay:
    """What the station lays on the map, with what was asked for in place of its tinted hexes.

    Args:
        viewer: what is asked for.
        state: the battle, or as it would be by the plan.
        overlay: the station's.
    """
    if viewer.guns == "none":
        return measured(viewer, overlay)
    seen = _LAYS[viewer.guns](viewer, state)
    lines, chips = (*overlay.lines, *seen.lines), (*overlay.chips, *seen.chips)
    return measured(viewer, replace(overlay, tints=seen.tints, lines=lines, chips=chips, about=seen.about))


def measured(viewer: Viewer, overlay: Overlay) -> Overlay:
    """The same with every ruler and what it says."""
    rulers = measuring.chains(viewer)
    chips = tuple(measuring.read(viewer.state, corners, viewer.selected) for corners in rulers)
    return replace(overlay, rulers=rulers, chips=(*chips, *overlay.chips)) if rulers else overlay


def next_guns(viewer: Viewer) -> Guns | Refused:
    """Whose fields of fire come next: of the chosen ship, else of the one pointed at; of her side; none at the end.

    What cannot be shown now is left out; where there is nothing at all it says why.
    """
    shown = [mode for mode in GUNS if mode == "none" or _can_show(viewer, mode)]
    if viewer.guns == "none" and len(shown) == 1:
        return Refused("DOG-3", f"No ship of the {viewer.state.names[_side(viewer)]} has a broadside that bears.")
    now = GUNS.index(viewer.guns) if viewer.guns in GUNS else 0
    return next((mode for mode in GUNS[now + 1 :] if mode in shown), "none")


def _can_show(viewer: Viewer, mode: Guns) -> bool:
    if mode == "side":
        return bool(threats(viewer.state, _side(viewer)))
    selected, hovered = viewer.selected, viewer.hovered
    if mode == "selected":
        return viewer.state.phase != "gunnery" and _has_guns(viewer, selected)
    return not selected and _has_guns(viewer, hovered)


def toggled_threats(viewer: Viewer) -> Guns | Refused:
    """The enemy's guns, or none; why there is nothing to show."""
    if viewer.guns == "threats":
        return "none"
    enemy = enemy_of(_side(viewer))
    bears = bool(threats(viewer.state, enemy))
    return "threats" if bears else Refused("DOG-17", f"No ship of the {viewer.state.names[enemy]} can fire.")


def _has_guns(viewer: Viewer, key: str) -> bool:
    return viewer.on_map(key) and viewer.state.ships[key].status == "sailing"


def _side(viewer: Viewer) -> Side:
    """That of the chosen ship, else the one that is asked."""
    return viewer.state.fleet[viewer.selected].side if viewer.selected else viewer.side


# --- each kind


def _of_ship(viewer: Viewer, state: State, key: str) -> Overlay:
    if not _has_guns(viewer, key):
        return Overlay(about="Fields of fire: point at a ship")
    seen = gunsights.overlay(state, key, {})
    return replace(seen, about=f"Fields of fire of {state.fleet[key].name}")


def _of_side(viewer: Viewer, state: State) -> Overlay:
    """Tinted alone: numbers in every hex would bury the ships, and the key says what each range adds."""
    side = _side(viewer)
    tints = tuple(Tint(one.at, gunsights.BANDS[one.distance]) for one in threats(state, side))
    return Overlay(tints, about=f"Under the guns of the {state.names[side]}")


def _of_enemy(viewer: Viewer, state: State) -> Overlay:
    """Where they strike; and who bears on the ship that is looked at, if she is one of those they fire at."""
    enemy, key = enemy_of(_side(viewer)), viewer.shown
    about = f"Under the guns of the {state.names[enemy]}"
    found = Overlay(tuple(map(_tint, threats(state, enemy))), about=about)
    if not key or state.fleet[key].side == enemy:
        return found
    bearing = dangers(state, key)
    lines = tuple(Line(state.ships[one.ship].at, state.ships[key].at, "threat", ship=one.ship) for one in bearing)
    return replace(found, lines=lines, chips=tuple(_words(state, key, bearing)))


def _words(state: State, key: str, bearing: tuple[Danger, ...]) -> Iterator[Chip]:
    for one in bearing:
        yield Chip(state.ships[one.ship].at, f"{state.fleet[one.ship].name}: {shot(one.seen)}")
    if not bearing:
        yield Chip(state.ships[key].at, "No enemy bears on her")


def shot(seen: Sight) -> str:
    """Range, what it does to the hits, and the rake with its cards."""
    modifier = RANGE_MODIFIER[seen.distance]
    hits = f", {signed(modifier)} hit" if modifier else ""
    rake = f", {seen.rake} rake, {count(cards_of(seen), 'card')}" if seen.rake else ""
    return f"range {seen.distance}{hits}{rake}"


def _tint(one: Threat) -> Tint:
    several = f"{len(one.ships)} ships" if len(one.ships) > 1 else ""
    return Tint(one.at, gunsights.BANDS[one.distance], signed(one.modifier), several)


_LAYS: dict[Guns, Callable[[Viewer, State], Overlay]] = {
    "selected": lambda viewer, state: _of_ship(viewer, state, viewer.selected),
    "hovered": lambda viewer, state: _of_ship(viewer, state, viewer.hovered),
    "side": _of_side,
    "threats": _of_enemy,
}
