"""The menu of a running match, and the keys that do the same."""

from collections.abc import Callable
from functools import partial

from tabletop.core.game import AnyGame
from tabletop.core.match import Match
from tabletop.ui.boards.replies import Reply, Submit
from tabletop.ui.motion import MOTION
from tabletop.ui.screen import FullScreen, ScaleTo, Transition
from tabletop.ui.screens.dialog import table_menu
from tabletop.ui.screens.table import questions
from tabletop.ui.screens.table.seats import Seats
from tabletop.ui.widgets.base import Action
from tabletop.ui.widgets.overlay import Toast
from tabletop.ui.widgets.page import Handler, Page


class Menu:
    """The menu of a table screen.

    Attributes:
        on: handlers of the reports of its button and its choices, by id.
    """

    def __init__(
        self, page: Page, match: Match, seats: Seats, give: Callable[[Reply], object], paced: Callable[[], None]
    ) -> None:
        """`give` puts an order to the match, or asks before; `paced` is told when the pace was set."""
        self._page, self._match, self._seats, self._give, self._paced = page, match, seats, give, paced
        self.on: dict[str, Handler] = {
            "menu": self._open, "menu.full_screen": lambda _: FullScreen(), "menu.log": self._log,
            "menu.scale": self._scale, "menu.motion": self._motion, "menu.accept": self._accept_draw,
        }  # fmt: skip
        for side in match.game.meta.sides:
            self.on[f"menu.concede.{side.id}"] = partial(self._order, questions.giving_up, side.id)
            self.on[f"menu.draw.{side.id}"] = partial(self._order, questions.offering, side.id)

    def open(self) -> None:
        """Show it."""
        game, state = self._match.game, self._match.state
        seats = () if game.outcome(state) else self._seats.held
        sides = [(side, game.name_of(state, side)) for side in seats]
        taker = "" if self._seats.alone else questions.may_accept(game, state, seats)
        self._page.open(table_menu(self._page.theme, sides, taker, alone=self._seats.alone))

    def turn_pace(self) -> None:
        """Set the next pace, and say it."""
        self._page.say(Toast(*MOTION.turn()))
        self._paced()

    def _open(self, action: Action) -> None:
        self.open()

    def _log(self, action: Action) -> Transition | None:
        self._page.close()
        return self._page.on["log.all"](Action("log.all"))

    def _scale(self, action: Action) -> Transition | None:
        self._page.close()
        return ScaleTo(int(action.value))

    def _motion(self, action: Action) -> None:
        MOTION.pace = action.value
        self._paced()

    def _order(self, asked: Callable[[AnyGame, object, str], Reply], side: str, _action: Action) -> None:
        """An order of the match that was chosen in it: to give up, or to offer a draw."""
        self._page.close()
        self._give(asked(self._match.game, self._match.state, side))

    def _accept_draw(self, action: Action) -> None:
        self._page.close()
        taker = questions.may_accept(self._match.game, self._match.state, self._seats.held)
        self._give(Submit.one(questions.command(self._match.game, "accept_draw", taker)))
