"""The menu of a running match, and the keys that do the same."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import get_args

from tabletop.core.commands import Command
from tabletop.core.game import AnyGame, Seat
from tabletop.core.match import Match
from tabletop.ui import keys, rebinding, settings
from tabletop.ui.boards.replies import Ask, Reply, Submit
from tabletop.ui.motion import MOTION, NAMES, PACES, STAND, TURNS
from tabletop.ui.screen import FullScreen, Push, ScaleTo, Transition
from tabletop.ui.screens.settings_page import SettingsPage
from tabletop.ui.screens.table.points import PointsSheet
from tabletop.ui.screens.table.seats import Seats
from tabletop.ui.text import BODY, SMALL
from tabletop.ui.theme import SCALES, Theme
from tabletop.ui.widgets.base import Tip, Widget
from tabletop.ui.widgets.button import Button, closing
from tabletop.ui.widgets.form_controls import Segments
from tabletop.ui.widgets.label import Label, Text
from tabletop.ui.widgets.layout import Column, Row
from tabletop.ui.widgets.overlay import Toast, dialog
from tabletop.ui.widgets.page import Page
from tabletop.ui.widgets.panel import Rule
from tabletop.ui.widgets.report import Chosen, Hearing, On, Presses, hearing
from tabletop.ui.widgets.stack import Stack

Sheets = Mapping[str, Callable[[], None]]
"""Functions that open another sheet, by the name of its key."""


def build_command(game: AnyGame, tag: str, seat: Seat) -> Command:
    """Build a command that needs only a seat; every game has these under the same tags (C-9)."""
    kind = next(one for one in get_args(game.command_type) if one.__struct_config__.tag == tag)
    made: Command = kind(side=seat.side, **({"by": seat.id} if seat.id != seat.side else {}))
    return made


def find_draw_seat(game: AnyGame, state: object, seats: Iterable[Seat]) -> str:
    """Return the first of the seats that may accept an offered draw, or ""."""
    return next((one.id for one in seats if game.check(state, build_command(game, "accept_draw", one)) is None), "")


def build_concede_question(game: AnyGame, seat: Seat) -> Reply:
    """Build the question whose answer concedes for `seat`."""
    words = f"{seat.name}: you lose the battle at once."
    if seat.description:
        words = f"Another player of the side takes over {seat.name}'s ships. If there is none, the battle is lost."
    return Ask("Give up the battle?", words, "Give up", Submit.single(build_command(game, "concede", seat)), grave=True)


_FULL_SCREEN_TIP = Tip("Full screen", "Switches between full screen and window.", keys.key("full_screen"))
_LOG_TIP = Tip("Log", "All events of the match, with their dice and rules.", keys.key("log"))
_RULES_TIP = Tip("Rulebook", "The rules, with search.", keys.key("rulebook"))
_ADVICE_TIP = Tip("Advice", "Shows what the computer would order now, and why.", keys.key("advice"))
_HAPPENED_TIP = Tip("What happened", "Your opponent's last turn, ship by ship.", keys.key("happened"))
_WATCH_TIP = Tip("Watch the replay", "Replays the match from the beginning, move by move.")
_DRAW_TIP = Tip("Offer a draw", "The offer stands until the other side accepts it or gives another order.")
_ALONE_TIP = Tip("Offer a draw", "The computer accepts if its position is worse; otherwise it fights on.")
_ACCEPT_TIP = Tip("Accept the draw", "The battle ends in a draw.")
_CONCEDE_TIP = Tip("Give up", "You lose the battle whatever the points. Asks for confirmation.")
_TITLE_TIP = Tip("Back to the title", "The battle is saved; choose Continue to return to it.")
_EDITOR_TIP = Tip("Back to the editor", "Returns to your draft.")
_KEEP_TIP = Tip("Save this battle", "Saves the test run as a match that you can continue.")
_KEPT = "Every order is saved at once: you can close the window at any time."
_HOMES = {
    "menu.title": (_TITLE_TIP, _KEPT),
    "menu.editor": (_EDITOR_TIP, _KEPT),
    "menu.keep": (_EDITOR_TIP, "Test run: this battle isn't saved, your scenario is."),
}
"""By the button that leaves the table: its tip, and the line on the saving of the battle."""
_NOTES_TIP = Tip("Notes shown so far", "All notes of this game, with their rules.")
_SETTINGS_TIP = Tip("Settings", "Interface size, sound, animation, colours and keys.")
_CORRECT_TIP = Tip("Correct the position", "Changes a position, a marker or a card, if both sides agree.")
_SET_UP_TIP = Tip("Open in the editor", "Makes a scenario of this position. The match is not changed.")
TURNS_TIP = Tip("Computer's turn", STAND, keys.key("my_turn"))
_MOTION_TIP = Tip("Animation speed", "{primary} or a click skips an animation.", keys.key("motion"))
_HALF, _THIRD = 250, 160
"""Widths of two, and of three, buttons side by side, design pixels."""


def build_menu(
    theme: Theme,
    seats: Sequence[tuple[str, str]],
    may_take_draw: str = "",
    *,
    alone: bool = False,
    set_up: bool = False,
    home: str = "menu.title",
    watching: bool = False,
    over: bool = False,
    noted: bool = False,
) -> Stack:
    """The menu of a running match.

    Of it ``menu.full_screen``, ``menu.log``, ``menu.scale`` (per cent as text), ``menu.motion`` (a pace),
    ``menu.concede.SEAT``, ``menu.draw.SEAT`` for each of `seats` (id, name), which persons hold, and
    `home` (``menu.title`` or ``menu.editor``; ``menu.keep`` for the latter while the battle is not kept, with
    a button for that); ``menu.advice`` and ``menu.correct`` are there only with seats. `may_take_draw` is the seat that
    may accept an offered draw, for which there is ``menu.accept``; of who is `alone` the computer decides that.
    With `set_up` there is ``menu.set_up``; `watching` a computer there is ``menu.turns``; once it is `over`
    ``menu.watch``, and where notes were `noted` ``menu.notes``.
    """
    wide = [(str(step), f"{step} %") for step in SCALES]
    full, log = _build_key_button("full_screen", _FULL_SCREEN_TIP), _build_key_button("log", _LOG_TIP)
    rules = _build_key_button("rulebook", _RULES_TIP)
    tip, kept = _HOMES[home]
    happened = _build_key_button("happened", _HAPPENED_TIP, _THIRD if noted else 0)
    watch = [Button("menu.watch", "Watch the replay", tip=_WATCH_TIP, grow=1)] if over else []
    advise = [_build_key_button("advice", _ADVICE_TIP)] if seats else []
    set_up_here = Button("menu.set_up", "Open in the editor", tip=_SET_UP_TIP, grow=1)
    correct = [Button("menu.correct", "Correct the position", tip=_CORRECT_TIP, grow=1)] if seats else []
    notes = [Button("menu.notes", "Notes so far", tip=_NOTES_TIP, grow=1)] if noted else []
    wishes = Button("menu.settings", "Settings", tip=_SETTINGS_TIP, grow=1)
    turns = Segments("menu.turns", list(TURNS.items()), MOTION.turns, tip=TURNS_TIP)
    rows: list[Widget] = [
        Text(kept, SMALL),
        Rule(),
        Label("Interface size", BODY),
        Segments("menu.scale", wide, str(theme.scale), tip=Tip("Interface size", key=keys.key("larger"))),
        Label("Animation speed", BODY),
        Segments("menu.motion", [(pace, NAMES[pace]) for pace in PACES], MOTION.pace, tip=_MOTION_TIP),
        *([Label("Computer's turn", BODY), turns] if watching else []),
        Row([full, log, rules], gap=10),
        Row([*advise, *watch, happened, *notes], gap=10),
        Row([*correct, *([set_up_here] if set_up else []), wishes], gap=10),
        Rule(),
    ]
    for seat, name in seats:
        rows.append(_build_alone_row(seat) if alone else _build_ending_row(seat, name, seat == may_take_draw))
    keep = [Button("menu.keep", _KEEP_TIP.title, tip=_KEEP_TIP, grow=1)] if home == "menu.keep" else []
    leave = Button("menu.editor" if keep else home, tip.title, tip=tip, grow=1)
    rows += [*([Rule()] if seats else []), Row([*keep, leave], gap=10)]
    resume = closing("Back to the game" if seats else "Close", "primary")
    return dialog("Menu", Column(rows, gap=10), [resume], ident="menu", width=560)


def _build_key_button(name: str, tip: Tip, fitted: float = 0) -> Button:
    """Build the button that does the same as the key `name`."""
    return Button(f"menu.{name}", tip.title, aside=rebinding.called(name), tip=tip, grow=1, fitted=fitted)


def _build_ending_row(seat: str, name: str, takes: bool) -> Widget:
    """Build the buttons by which a side offers or accepts a draw, or gives up."""
    words, about = (f"{name}: accept the draw", _ACCEPT_TIP) if takes else (f"{name}: offer a draw", _DRAW_TIP)
    draw = Button("menu.accept" if takes else f"menu.draw.{seat}", words, tip=about, grow=1, fitted=_HALF)
    concede = Button(f"menu.concede.{seat}", f"{name}: give up", tip=_CONCEDE_TIP, grow=1, fitted=_HALF)
    return Row([draw, concede], gap=10)


def _build_alone_row(seat: str) -> Widget:
    """Build the buttons by which a player alone against the computer ends the battle."""
    draw = Button(f"menu.draw.{seat}", "Offer a draw", tip=_ALONE_TIP, grow=1)
    return Row([draw, Button(f"menu.concede.{seat}", "Give up", tip=_CONCEDE_TIP, grow=1)], gap=10)


class TableMenu:
    """The menu of a table screen.

    Attributes:
       key_actions: the functions of its keys.
       presses: the functions of its buttons.
       on: the handlers of its choices.
    """

    def __init__(
        self,
        page: Page,
        match: Match,
        seats: Seats,
        give: Callable[[Reply], object],
        paced: Callable[[], None],
        sheets: Sheets,
        noted: Callable[[], bool] = lambda: False,
    ) -> None:
        """Create the menu.

         `give` submits a command or asks first; `paced` is called after a change of pace; `sheets` opens other sheets;
        `noted` tells whether there are notes to read again.
        """
        self._page, self._match, self._seats = page, match, seats
        points = PointsSheet(page, match, seats)
        self.key_actions: dict[str, Callable[[], Transition | None]] = {
            keys.key("menu"): self.open,
            keys.key("points"): points.open,
            keys.key("motion"): self.set_next_pace,
        }
        self._give, self._paced, self._noted = give, paced, noted
        self._sheets = {f"menu.{name}": opens for name, opens in sheets.items()}
        self.presses: Presses[Transition | None] = {
            "menu": self.open,
            "points": points.open,
            "menu.full_screen": FullScreen,
            **{name: partial(self._open_sheet, name) for name in self._sheets},
            "menu.accept": self._accept_draw,
            "menu.settings": self._open_settings,
            **{f"menu.concede.{seat}": partial(self._concede, seat) for seat in seats.all},
            **{f"menu.draw.{seat}": partial(self._give_order, "offer_draw", seat) for seat in seats.all},
        }
        self.on: Hearing[Transition | None] = hearing(
            On(Chosen, self._set_scale, "menu.scale"),
            On(Chosen, self._set_pace, "menu.motion"),
            On(Chosen, self._set_turns, "menu.turns"),
        )

    def open(self) -> None:
        """Open the menu."""
        game, state = self._match.game, self._match.state
        over = game.outcome(state) is not None
        seats = [] if over else self._seats_in_play()
        taker = "" if self._seats.is_single_player else find_draw_seat(game, state, seats)
        named = [(seat.id, seat.name) for seat in seats]
        set_up = "menu.set_up" in self._page.presses
        home = next(one for one in ("menu.keep", "menu.editor", "menu.title") if one in self._page.presses)
        alone, watching = self._seats.is_single_player, bool(self._seats.computers)
        theme = self._page.theme
        self._page.open(
            build_menu(
                theme,
                named,
                taker,
                alone=alone,
                set_up=set_up,
                home=home,
                watching=watching,
                over=over and "menu.watch" in self._page.presses,
                noted=self._noted(),
            )
        )

    def _seats_in_play(self) -> list[Seat]:
        """Return the seats of persons who have not given up."""
        game, state = self._match.game, self._match.state
        held = [self._seats.all[one] for one in self._seats.active]
        return [one for one in held if game.check(state, build_command(game, "concede", one)) is None]

    def set_next_pace(self) -> None:
        """Set the next animation speed, save it, and say so."""
        self._page.say(Toast(*MOTION.turn()))
        settings.keep_motion()
        self._paced()

    def _open_sheet(self, name: str) -> None:
        self._page.close()
        self._sheets[name]()

    def _open_settings(self) -> Transition:
        self._page.close()
        return Push(SettingsPage())

    def _set_scale(self, chosen: Chosen) -> Transition | None:
        self._page.close()
        return ScaleTo(int(chosen.value))

    def _set_pace(self, chosen: Chosen) -> None:
        MOTION.pace = next(pace for pace in PACES if pace == chosen.value)
        settings.keep_motion()
        self._paced()

    def _set_turns(self, chosen: Chosen) -> None:
        MOTION.turns = next(turns for turns in TURNS if turns == chosen.value)
        settings.keep_motion()

    def _concede(self, seat: str) -> None:
        self._page.close()
        self._give(build_concede_question(self._match.game, self._seats.all[seat]))

    def _give_order(self, tag: str, seat: str) -> None:
        """Close the menu and submit a command for a seat."""
        self._page.close()
        self._give(Submit.single(build_command(self._match.game, tag, self._seats.all[seat])))

    def _accept_draw(self) -> None:
        self._give_order("accept_draw", find_draw_seat(self._match.game, self._match.state, self._seats_in_play()))
