"""The broadsides that were fired last, and the winds that gave the advantage."""

from msgspec.structs import replace

from tabletop.core.phrases import format_count
from tabletop.games.ship_duel.model import OTHER, SIDES, Side, State
from tabletop.ui.boards.cards.reader import Section
from tabletop.ui.boards.cards.recall import Laid, PastPlay, Shown
from tabletop.ui.boards.ship_duel import choice
from tabletop.ui.boards.ship_duel.pictures import look
from tabletop.ui.boards.ship_duel.sea import gained


def broadside(view: State) -> PastPlay | None:
    """None before any wind was shown."""
    return (
        PastPlay("Last broadside", gained(replace(view, phase="retire")), lambda: _shown(view)) if view.winds else None
    )


def _shown(view: State) -> Shown:
    """What each side showed and fired, and what it took."""
    cards = [(f"{view.ships[side].name}: {_words(view, side)}", _laid(view, side)) for side in SIDES]
    hits = tuple((f"{view.ships[side].name}: {words}", "") for side in SIDES if (words := choice.struck(view, side)))
    return Shown(cards, (Section("What hit", hits),) if hits else ())


def _words(view: State, side: Side) -> str:
    attack = view.attacks.get(side)
    shown = format_count(len(view.winds.get(side, ())), "wind")
    return f"{shown}, {attack.shots} fired at {view.ships[OTHER[side]].name}" if attack else shown


def _laid(view: State, side: Side) -> tuple[Laid, ...]:
    attack = view.attacks.get(side)
    kinds = (*view.winds.get(side, ()), *([attack.kind] * attack.shots if attack else ()))
    return tuple(Laid(look(f"{side}.{number}", kind)) for number, kind in enumerate(kinds))
