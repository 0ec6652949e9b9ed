"""An attack while it is reckoned: its meld with what negated it, then what it has cost, before all of it is cleared."""

from typing import TYPE_CHECKING

from tabletop.games.volley import melds
from tabletop.games.volley.events import CasualtiesSuffered
from tabletop.games.volley.model import Share, format_casualties
from tabletop.ui.boards.cards.card import Card
from tabletop.ui.boards.volley.gauges import Force, Troops
from tabletop.ui.boards.volley.middle import CARD, COMPACT, line, meld_row, standing
from tabletop.ui.boards.volley.narration import TOLD
from tabletop.ui.widgets.base import Widget
from tabletop.ui.widgets.layout import Column, Row

if TYPE_CHECKING:
    from tabletop.ui.boards.volley.table import VolleyTable


def reckoned(table: "VolleyTable", event: CasualtiesSuffered) -> Widget:
    """As it lay; the troops fall when that is told."""
    cards = {_place(table, share): [_card(table, share)] for share in event.shares}
    played = {_place(table, share): [_answer(table, share)] for share in event.shares if share.negated_by}
    told = table.tableau.animation.ahead == 1
    force = Force(tuple(share.counted for share in event.shares))
    rows = [_troops(table, event, told=told), _line(table, event, told=told)]
    return Column([*rows, meld_row(table.tableau, cards, played, force)], gap=10)


def _place(table: "VolleyTable", share: Share) -> str:
    return melds.PLACE_OF_SUIT[table.view.deck[share.card].suit]


def _card(table: "VolleyTable", share: Share) -> Card:
    stands = standing(table.view, share.card, share.negated_by)
    return Card(table.look(share.card), table.tableau, stands, size=CARD, ident=f"{TOLD}{share.card}")


def _answer(table: "VolleyTable", share: Share) -> list[Card]:
    return [table.card(share.negated_by, size=COMPACT)]


def _troops(table: "VolleyTable", event: CasualtiesSuffered, *, told: bool) -> Row:
    """Of the side that loses them as many as before, and those hatched, until it is told."""
    view, lost = table.view, 0 if told else event.before - event.left
    return Row(
        [
            Troops(
                side, name, view.troops[side] + (lost if side == event.side else 0), view.strengths[side],
                threatened=lost if side == event.side else 0,
            )
            for side, name in view.names.items()
        ],
        gap=36,
    )  # fmt: skip


def _line(table: "VolleyTable", event: CasualtiesSuffered, *, told: bool) -> Widget:
    name = table.view.names[event.side]
    if not told:
        return line(f"{name} is attacked", f"Force {event.total}.")
    return line(f"{format_casualties(event.total)} for {name}", f"{event.before} to {event.left} troops.")
