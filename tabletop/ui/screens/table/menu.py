"""The menu of a running match, and the keys that do the same."""

from collections.abc import Callable
from functools import partial

from tabletop.core.game import AnyGame
from tabletop.core.match import Match
from tabletop.ui.boards.replies import Reply, Submit
from tabletop.ui.motion import MOTION, PACES
from tabletop.ui.screen import FullScreen, ScaleTo, Transition
from tabletop.ui.screens.dialog import table_menu
from tabletop.ui.screens.table import questions
from tabletop.ui.screens.table.seats import Seats
from tabletop.ui.widgets.overlay import Toast
from tabletop.ui.widgets.page import Page
from tabletop.ui.widgets.report import Chosen, Hearing, On, Presses, hearing


class Menu:
    """The menu of a table screen.

    Attributes:
        presses: what its buttons do.
        on: what is done at its choices.
    """

    def __init__(
        self, page: Page, match: Match, seats: Seats, give: Callable[[Reply], object], paced: Callable[[], None],
        log: Callable[[], None],
    ) -> None:  # fmt: skip
        """`give` puts an order to the match, or asks before; `paced` is told when the pace was set; `log` opens it."""
        self._page, self._match, self._seats = page, match, seats
        self._give, self._paced, self._open_log = give, paced, log
        sides = [side.id for side in match.game.meta.sides]
        self.presses: Presses[Transition | None] = {
            "menu": self.open, "menu.full_screen": FullScreen, "menu.log": self._log,
            "menu.accept": self._accept_draw,
            **{f"menu.concede.{side}": partial(self._order, questions.giving_up, side) for side in sides},
            **{f"menu.draw.{side}": partial(self._order, questions.offering, side) for side in sides},
        }  # fmt: skip
        self.on: Hearing[Transition | None] = hearing(
            On(Chosen, self._scale, "menu.scale"), On(Chosen, self._motion, "menu.motion")
        )

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

    def _log(self) -> None:
        self._page.close()
        self._open_log()

    def _scale(self, chosen: Chosen) -> Transition | None:
        self._page.close()
        return ScaleTo(int(chosen.value))

    def _motion(self, chosen: Chosen) -> None:
        MOTION.pace = next(pace for pace in PACES if pace == chosen.value)
        self._paced()

    def _order(self, asked: Callable[[AnyGame, object, str], Reply], side: str) -> None:
        """An order of the match that was chosen in it: to give up, or to offer a draw."""
        self._page.close()
        self._give(asked(self._match.game, self._match.state, side))

    def _accept_draw(self) -> None:
        self._page.close()
        taker = questions.may_accept(self._match.game, self._match.state, self._seats.held)
        self._give(Submit.one(questions.command(self._match.game, "accept_draw", taker)))
