"""The sheet of victory and points: how to win, the points so far and how to score, as the viewer may know it."""

from tabletop.core.match import Match
from tabletop.ui.boards import game_plugins
from tabletop.ui.screens.rule_widgets import build_score_rows
from tabletop.ui.screens.table.seats import Seats
from tabletop.ui.text import BODY
from tabletop.ui.widgets.button import closing
from tabletop.ui.widgets.label import Text
from tabletop.ui.widgets.layout import Column
from tabletop.ui.widgets.overlay import dialog
from tabletop.ui.widgets.page import Page

WIDE = 640
"""Width of the sheet, design pixels."""


class PointsSheet:
    """The sheet of a table screen."""

    def __init__(self, page: Page, match: Match, seats: Seats) -> None:
        self._page, self._match, self._seats = page, match, seats

    def open(self) -> None:
        """Open the sheet. Behind the curtain nothing is shown."""
        if self._seats.waiting or self._page.has("points.sheet"):
            return
        game, state = self._match.game, self._match.state
        names = {side.id: game.name_of(state, side.id) for side in game.meta.sides}
        stakes = game_plugins.summarize_victory(game.meta.id, game.view(state, self._seats.looking))
        lines = (
            build_score_rows(stakes, names)
            if stakes.won
            else [Text("No victory conditions are listed for this game.", BODY)]
        )
        body, close = Column(lines, gap=6), closing("Close", "primary")
        self._page.open(dialog("Victory and points", body, [close], ident="points.sheet", width=WIDE))
