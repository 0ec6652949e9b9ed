"""The table of a battle: what it keeps in step, and what it does with what the player does."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar

from tabletop.core.commands import Command
from tabletop.core.events import Event
from tabletop.ui import keys
from tabletop.ui.boards.battle.camera_view import PANS, CameraView
from tabletop.ui.boards.battle.desk import ROWS
from tabletop.ui.boards.battle.gestures import Gesture, Measuring
from tabletop.ui.boards.battle.pointers import Looked
from tabletop.ui.boards.battle.station import AnyStation
from tabletop.ui.boards.battle.surface import BattleSurface
from tabletop.ui.boards.battle.taught import TaughtBattle
from tabletop.ui.boards.battle.viewer import AnyViewer
from tabletop.ui.boards.contract import GameTable, PhaseProgress, PrimaryAction, UnfinishedPhase
from tabletop.ui.boards.replies import Recompose, Reply
from tabletop.ui.input import Input
from tabletop.ui.sound.cues import CueTable, find_cues
from tabletop.ui.sound.mixing import CENTER, position_on_map
from tabletop.ui.sound.speaker import SPEAKER
from tabletop.ui.widgets.button import Button
from tabletop.ui.widgets.report import Chosen, Hearing, On, Presses, Report, RowOpened, RowPointed, hearing, pressed

S = TypeVar("S")
V = TypeVar("V", bound=AnyViewer)
T = TypeVar("T", bound=AnyStation)


class Sought(NamedTuple):
    """Brings into view what a game looks for: ships, or their hexes.

    Attributes:
        approach: so near that it can be read.
        keep_in_sight: neither nearer nor farther off.
    """

    approach: Callable[[], None]
    keep_in_sight: Callable[[], None]


class BattleTable(GameTable, Generic[S, V, T]):
    """The part of `boards.contract.GameTable` in which battles are alike: what is kept in step, and the station.

    Attributes:
        viewer: what the person at the screen has chosen to see.
        surface: what shows it.
        view: from where.
        measuring: the rulers.
        station: what can be done in the current phase.
    """

    keys: ClassVar[tuple[str, ...]] = ()
    """The keys of the table, whatever the phase."""
    _answers: "Answers[BattleTable[S, V, T]]"
    """Set by each game: what does the orders."""

    def __init__(
        self, viewer: V, station_for: Callable[[V], T], surface: BattleSurface[S], measuring: Measuring[object]
    ) -> None:
        self.viewer, self.surface, self.view, self.measuring = viewer, surface, surface.view, measuring
        self._station_for = station_for
        self.station: T = station_for(viewer)

    # --- what each game has of its own

    def _moment(self, state: S) -> tuple[object, ...]:
        """What a station is made for."""
        raise NotImplementedError

    def _sought(self, ship: str) -> Sought:
        """What brings a ship into view, and what should be seen together with her."""
        raise NotImplementedError

    def refresh(self) -> None:
        """Hand the surface what lies on it now."""
        raise NotImplementedError

    @property
    def follows_pointer(self) -> bool:
        """Whether what lies on the map depends on what the pointer is on."""
        return bool(self.viewer.measuring) or self.station.follows_pointer

    # --- what is alike

    def _wants(self, gesture: Gesture) -> bool:
        """Whether a drag that begins so is an order or measures, and does not move the map."""
        return self.measuring.wants(gesture) or self.station.wants(gesture)

    def set_local_seats(self, persons: Sequence[str]) -> None:
        """The seats that persons hold; while another is asked nothing can be ordered."""
        self.viewer.persons = persons
        self.station = self._station_for(self.viewer)

    def arrange_picture(self, piece: str, overlay: str, zoom: int | None) -> None:
        """For a picture: choose a ship, lay something over the rest, come so near."""
        self.viewer.arrange(piece, overlay)
        if piece and zoom is not None:
            self.view.open_near(piece, zoom)
        self.choices_changed()

    def choices_changed(self) -> None:
        """Another ship is chosen, or something else is asked for."""
        self.station.refresh()
        self.refresh()

    def highlight_pieces(self, pieces: Sequence[str], advised: Command | None = None) -> None:
        """Ring ships, and draw what is advised."""
        self.viewer.noted, self.viewer.advised = tuple(filter(self.viewer.on_map, pieces)), advised
        self.refresh()

    def follow_pieces(self, pieces: Sequence[str]) -> None:
        """As every table: the view is moved, neither nearer nor farther off."""
        self.view.nudge(self.view.chart.places(filter(self.viewer.on_map, pieces)))

    def selected_piece(self) -> str:
        """The ship whose card lies open."""
        return self.viewer.selected or ""

    def resume_turn(self) -> None:
        """As every table; a ship of the own that is chosen stays so."""
        viewer = self.viewer
        mine = [key for key in viewer.state.ships if viewer.on_map(key) and viewer.mine(key)]
        if mine and viewer.selected not in mine:
            viewer.choose(next(iter(viewer.actors()), mine[0]))
            self.choices_changed()
        self.view.gather(self.view.chart.places(mine))

    def bring(self) -> bool:
        """Let the ship that is wanted come into view, now that the panels are in their places; whether there is one."""
        viewer = self.viewer
        wanted, viewer.wanted, clicked, viewer.clicked = viewer.wanted, None, viewer.clicked, None
        if wanted:
            self._sought(wanted).approach()
        elif clicked:
            self._sought(clicked).keep_in_sight()
        return bool(wanted or clicked)

    def _take(self, state: S) -> None:
        """The state that panels and stations speak of from now on."""
        viewer = self.viewer
        if self._moment(state) != self._moment(viewer.state):
            viewer.turn_to(state)
            self.station = self._station_for(viewer)
        viewer.state = state

    # --- what the current phase offers

    def primary_action(self) -> PrimaryAction | None:
        """What the brass button does."""
        return self.station.offer()

    def build_extra_buttons(self) -> Sequence[Button]:
        """Orders to many ships at once."""
        return self.station.extras()

    def command_of_button(self, ident: str) -> Command | None:
        """The order that one of these, or a button of the sheet, gives as it is pressed."""
        return self.station.gives(ident)

    def phase_end_command(self) -> Command | None:
        """The command that ends this part of the turn."""
        return self.station.finish()

    def find_unfinished(self) -> UnfinishedPhase | None:
        """What would be left undone."""
        return self.station.unfinished()

    def phase_progress(self) -> PhaseProgress | None:
        """How far the phase has come."""
        return self.station.progress()

    def key_hints(self) -> Sequence[str]:
        """The keys of the station, then those of the table; while something is measured, those of the ruler."""
        if self.viewer.measuring:
            return ("corner", "leave_ruler", "drop_rulers")
        return tuple(dict.fromkeys((*self.station.hints(), *self.keys)))

    def handle_focus(self, ident: str) -> None:
        """Nothing here is told of what has the focus."""

    def lesson_hooks(self) -> TaughtBattle:
        """The map and what is done on it."""
        return TaughtBattle(self.viewer, self.view, lambda: self.station, self.surface)

    # --- what the player does

    def handle_action(self, report: Report) -> Reply:
        """Reports of the surface, of the panels, and of the brass button."""
        return self._answers.act(report)

    def handle_key(self, given: Input) -> Reply:
        """The ruler, the station, then the table."""
        return self._answers.key(given)

    def go_back(self) -> bool:
        """Esc: what is being composed, then what is laid over the rest, then the selection."""
        return self._answers.back()


B = TypeVar("B", bound=BattleTable[Any, Any, Any], covariant=True)


class Answers(Generic[B]):
    """Hands to the ruler and the station what they may want; the rest chooses what is seen.

    Args:
        table: what is kept in step.
        arcs: whose fields of fire come next, or why there are none.
        threats: the same of threats.
        presses: what the buttons of the game's own panels do.
        on: what is done at other reports of theirs.
    """

    def __init__(
        self, table: B, arcs: Callable[[], Reply], threats: Callable[[], Reply], presses: Presses[Reply],
        on: Hearing[Reply],
    ) -> None:  # fmt: skip
        self._table, self._viewer = table, table.viewer
        view, viewer = table.view, table.viewer
        self._keys: dict[str, Callable[[], Reply]] = {
            keys.key("next_ship"): lambda: self._step(1), keys.key("previous_ship"): lambda: self._step(-1),
            keys.key("fit"): view.fit, keys.key("zoom_in"): lambda: view.zoom(1),
            keys.key("zoom_out"): lambda: view.zoom(-1), keys.key("arcs"): arcs,
            keys.key("threats"): threats, keys.key("labels"): viewer.cycle_labels,
            keys.key("list"): viewer.toggle_list,
        }  # fmt: skip
        self._presses: Presses[Reply] = {
            **{f"show.{name}": partial(self._press, keys.key(name)) for name in ("arcs", "threats", "labels")},
            **{f"order.{name}": partial(self._press, keys.key("list")) for name in ("open", "close")},
            "zoom.in": lambda: view.zoom(1), "zoom.out": lambda: view.zoom(-1), "zoom.fit": view.fit,
            **presses,
        }  # fmt: skip
        self._on: Hearing[Reply] = on | hearing(
            On(Gesture, self._gesture), On(Looked, lambda one: view.turn_to([one.piece])),
            On(Chosen, lambda one: self.clicked(one.value), ROWS), On(RowOpened, lambda it: self.sought(it.row), ROWS),
            On(RowPointed, lambda one: viewer.hover(one.row), ROWS),
        )  # fmt: skip

    def act(self, report: Report) -> Reply:
        """Reports of the map, of the panels, and of the brass button."""
        done = self._on.get(report.key)
        reply = done(report) if done else pressed(report, self._presses) or self._table.station.act(report)
        if not isinstance(report, Gesture):
            self._table.refresh()
        return reply

    def _press(self, key: str) -> Reply:
        """What a button on the map does as its key does."""
        return self._keys[key]() or Recompose()

    def key(self, given: Input) -> Reply:
        """The ruler, the station, then the table."""
        reply = self._table.measuring.key(given)
        if given.kind == "key":
            reply = reply or self._table.station.key(given)
            if reply is None and given.key in self._keys:
                reply = self._keys[given.key]() or Recompose()
            if reply is None and given.key in PANS:
                self._table.view.pan(*PANS[given.key])
        self._table.refresh()
        return reply

    def back(self) -> bool:
        """Esc: what is being composed, then the rulers, then what else is shown, then the selection."""
        dropped = self._table.station.back() or self._table.measuring.back() or self._viewer.drop()
        self._table.choices_changed()
        return dropped

    def _gesture(self, gesture: Gesture) -> Reply:
        """What the pointer did on the map."""
        raise NotImplementedError

    def clicked(self, key: str) -> Reply:
        """A ship on the map or in the list: she is brought into view if she is not in sight."""
        if self._viewer.on_map(key):
            self._viewer.choose(key)
            self._viewer.clicked = key
            self._table.station.refresh()
        return Recompose()

    def sought(self, key: str) -> Reply:
        """A ship of the list, clicked twice: she is brought so near that she can be read."""
        self._viewer.wanted = key if self._viewer.on_map(key) else self._viewer.wanted
        return self.clicked(key)

    def _step(self, step: int) -> None:
        """The next or previous ship that can still act."""
        self._viewer.step(self._table.station.actors(), step)
        self._table.station.refresh()


ENTRIES = 12
"""Entries that are listed before the rest is counted."""


def ledger(entries: Sequence[str], rest: str) -> str:
    """An entry on each line, the latest at the end; `rest` are words for the earlier ones that are only counted."""
    left_out = len(entries) - ENTRIES
    more = [f"and {left_out} {rest}"] if left_out > 0 else []
    return " \n".join([*more, *entries[-ENTRIES:]]) if entries else "None so far."


def listener(view: CameraView, score: CueTable) -> Callable[[object, Event], None]:
    """What is told of each event when it begins, with the state before it."""

    def heard(before: object, event: Event) -> None:
        for call in find_cues(score, before, event):
            places = view.chart.places([call.piece]) if call.piece else ()
            SPEAKER.play(call.kind, position_on_map(view.camera, places[0]) if places else CENTER, call.after)

    return heard
