"""The Crew Phase: a sheet lists the decisions that exist, ship by ship, with their odds (chapters 4.3 to 7)."""

from collections.abc import Iterator, Sequence

from tabletop.core.commands import Command
from tabletop.games.ships_of_the_line import positions, rules
from tabletop.games.ships_of_the_line.model import is_on_map
from tabletop.games.ships_of_the_line.rule_modules import phase_of
from tabletop.games.ships_of_the_line.survey import choices, crew_tasks, seats, summaries
from tabletop.games.ships_of_the_line.survey.choices import CommandGroup, is_line_to_friend
from tabletop.games.ships_of_the_line.survey.leadership import build_transfer, can_transfer_leader
from tabletop.ui.boards.battle.gestures import Gesture
from tabletop.ui.boards.contract import Offer
from tabletop.ui.boards.replies import Recompose, Refuse, Reply, Submit, unless_refused
from tabletop.ui.boards.ships_of_the_line import order_words, survey_overlays
from tabletop.ui.boards.ships_of_the_line.overlays import Chip, LegalTarget, Noted, Overlay
from tabletop.ui.boards.ships_of_the_line.panels.crew_board import Barred, CrewBoard, Manned
from tabletop.ui.boards.ships_of_the_line.stations.crew_sheet import PASS, Looked, Ordered, prompt, sheet
from tabletop.ui.boards.ships_of_the_line.stations.station import Station
from tabletop.ui.boards.ships_of_the_line.viewer import Viewer
from tabletop.ui.input import Input
from tabletop.ui.widgets.base import Widget
from tabletop.ui.widgets.button import Button
from tabletop.ui.widgets.report import Chosen, Hearing, On, Report, Ticked, hearing, pressed


def _partner(order: Command) -> str:
    """The other ship that an order is about, if there is one."""
    return next((str(name) for field in ("target", "other", "towed") if (name := getattr(order, field, ""))), "")


class CrewStation(Station):
    """One step after the other; each order is a button with its odds. The selected ship's come first."""

    def __init__(self, viewer: Viewer) -> None:
        super().__init__(viewer)
        self._matters: tuple[CommandGroup, ...] = ()
        self._picked: dict[str, str] = {}
        self._buttons: list[Button] = []
        self._looked_at: int | None = None
        self._loading: str | None = None
        self._carried: Gesture | None = None
        """How a leader is being dragged to another ship."""
        self._on: Hearing[Reply] = hearing(
            On(Ordered, lambda order: self._give(order.number)),
            On(Looked, self._show),
            On(Ticked, self._pass, PASS),
            On(Manned, self._man),
            On(Barred, lambda one: Refuse(one.refused)),
        )
        self.refresh()
        viewer.clicked = self._spoken_of()

    def refresh(self) -> None:
        """The orders that can be given now, those of one ship together."""
        things, chosen = summaries.list_order_subjects(self.viewer.state), self.viewer.selected
        found = choices.list_command_groups(self.viewer.state)
        self._matters = tuple(sorted(found, key=lambda one: (one.ship != chosen, things.index(one.ship))))
        self._looked_at = None

    @property
    def _orders(self) -> tuple[tuple[str, Command], ...]:
        """Those that have a button, as they are chosen, each with the ship that it is about."""
        wished = self._wished
        return tuple((one.ship, one.build_order(wished)) for one in self._matters if not one.is_immediate)

    @property
    def _wished(self) -> dict[str, str]:
        """What was picked, and how many crews were dragged to tasks, by the ids of what is asked."""
        found = dict(self._picked)
        for matter in self._matters:
            crews = self._dragged(matter)
            able = (one for one in matter.choices if crews and one.kind == "crews" and str(crews) in one.values)
            found |= {one.id: str(crews) for one in able}
        return found

    def _dragged(self, matter: CommandGroup) -> int:
        """How many crews of her ship were dragged to the task of an order."""
        task = crew_tasks.task_of(next(iter(matter.orders.values())))
        return self.viewer.sent.get(matter.ship, {}).get(task, 0)

    @property
    def _planned(self) -> int | None:
        """The number of the first order for which crews were dragged."""
        given = [one for one in self._matters if not one.is_immediate]
        return next((number for number, one in enumerate(given) if self._dragged(one)), None)

    def _spoken_of(self) -> str | None:
        """Whom the sheet must not hide: the ship that was asked, or the one whose orders stand first in it."""
        question = self.viewer.state.question
        if question is not None:
            return question.other or question.ship
        return next((one.ship for one in self._matters if one.ship in self.viewer.state.ships), None)

    # --- what is shown

    def glanced(self) -> bool:
        """Whether another button is under the pointer, or has the focus, than at the last call."""
        under = next((n for n, one in enumerate(self._buttons) if one.hovered), None)
        if under is None:
            under = next((n for n, one in enumerate(self._buttons) if one.focused), None)
        changed, self._looked_at = under != self._looked_at, under
        return changed

    def laid(self) -> Iterator[Overlay]:
        """What is pointed at; else a ring round every ship that can do something, and the question."""
        if self._carried is not None:
            yield from self._going_over(self._carried)
            return
        if self._looked_at is not None and self._looked_at < len(self._orders):
            yield from self._preview(*self._orders[self._looked_at])
            return
        question = self.viewer.state.question
        if question is not None:
            yield from self._between(question.ship, question.other)
            pose = self.viewer.state.ships[question.ship].pose
            yield Chip((pose.x, pose.y), prompt(self.viewer.state))
            return
        yield from self._shot_fields()
        for key in dict.fromkeys(key for key, _ in self._orders if key in self.viewer.state.ships):
            yield Noted(key)

    def _shot_fields(self) -> Iterator[Overlay]:
        """How far the chosen ship, or the one for which shot was picked last, would reach with what is picked."""
        key = self.viewer.selected or self._loading
        if key and self.viewer.arcs == "none":
            supposed = choices.with_picked_shot(self.viewer.state, key, self._matters, self._wished)
            yield from survey_overlays.fire_fields(supposed, key) if supposed else ()

    def _preview(self, key: str, order: Command) -> Iterator[Overlay]:
        """An order on the sea: its ships and the way between them; its odds stand in the sheet."""
        state, question = self.viewer.state, self.viewer.state.question
        other = _partner(order)
        if question is not None and not other:
            key, other = question.ship, question.other
        if key in state.ships:
            yield Noted(key)
            yield from self._between(key, other)
        at = summaries.position_of(state, other or key)
        label = order_words.words(state, order).label
        named = question is not None or key not in state.ships
        title = label if named else f"{state.cards[key].name}: {label[:1].lower()}{label[1:]}"
        yield Chip((at.x, at.y), title, kind="plan")

    def _going_over(self, carried: Gesture) -> Iterator[Overlay]:
        """A leader on his way to the ship under the pointer, and why he cannot get there."""
        state, key, to = self.viewer.state, carried.from_ship or "", carried.ship
        yield Noted(key)
        who = order_words.leader(state, key)
        if to is None or to == key:
            yield Chip((carried.at.x, carried.at.y), who, ("Drop him on a ship alongside.",), "plan")
            return
        refused = rules.check(state, build_transfer(state, key, to))
        yield from self._between(key, to)
        told = refused.reason if refused else "The ships are already made fast, so no roll. Once a turn."
        title = f"{who} goes to {state.cards[to].name}"
        yield Chip((carried.at.x, carried.at.y), title, (told,), "refusal" if refused else "plan")

    def _between(self, key: str, other: str) -> Iterator[Overlay]:
        """The shortest way from ship to ship."""
        state = self.viewer.state
        if other and is_on_map(state, key) and is_on_map(state, other):
            gap = positions.gap_between(state, key, other)
            yield LegalTarget(other, (gap.start.x, gap.start.y), (gap.end.x, gap.end.y))

    def beside(self, ship: str) -> Sequence[str]:
        """Those that her orders, or the question, are about."""
        question = self.viewer.state.question
        asked = (question.ship, question.other) if question else ()
        partners = (_partner(order) for key, order in self._orders if key == ship)
        return [key for key in (*asked, *partners) if key]

    def hands(self, key: str) -> Widget | None:
        """Her crews, where some can be sent to a task, or are at one."""
        state = self.viewer.state
        if phase_of(state).ribbon != "Crew" or not crew_tasks.has_crew_rules(state) or not self.viewer.mine(key):
            return None
        board = CrewBoard(state, key, self.viewer.sent.get(key, {}))
        return board if any(one.crews or one.refusal is None for one in board.errands.values()) else None

    def sheet(self) -> Sequence[Widget]:
        """The decisions of this step."""
        if not self._matters:
            return ()
        state = self.viewer.state
        friendly = any(is_line_to_friend(state, order) for _, order in self._orders)
        made, self._buttons = sheet(state, self._matters, self._wished, self.viewer.pass_friends if friendly else None)
        return (made,)

    def offer(self) -> Offer | None:
        """The order for which crews were dragged to a task; else nothing more in this step."""
        if self._planned is not None:
            label, _, how, _ = order_words.words(self.viewer.state, self._orders[self._planned][1])
            return Offer(label, "crew.planned", how)
        if self.viewer.state.question is not None:
            return None
        return Offer(order_words.step(self.viewer.state)[1], "crew.done", "Continue without further orders.", ends=True)

    def gives(self, ident: str) -> Command | None:
        """What its button orders."""
        return next((order for number, (_, order) in enumerate(self._orders) if ident == f"crew.{number}"), None)

    def finish(self) -> Command | None:
        """Done, unless there is a question to answer."""
        return None if self.viewer.state.question is not None else seats.build_done(self.viewer.state)

    def hints(self) -> Sequence[str]:
        """The first orders have the number keys; Space is told of where there is a brass button."""
        numbered, brass = ("orders",) if self._orders else (), ("primary",) if self.offer() else ()
        return (*numbered, *brass, "next")

    # --- what is done

    def wants(self, gesture: Gesture) -> bool:
        """A drag that begins on the ship of a leader who may change ship."""
        key, viewer = gesture.ship, self.viewer
        if gesture.button != "left" or key is None:
            return False
        return viewer.mine(key) and can_transfer_leader(viewer.state, viewer.side, key)

    def gesture(self, gesture: Gesture) -> Reply:
        """A leader is dragged alongside another ship, and dropped there."""
        key, carried = gesture.from_ship, self._carried
        self._carried = gesture if gesture.kind == "drag" and gesture.button == "left" and key else None
        to = gesture.ship
        if gesture.kind != "drop" or carried is None or not key or not to or to == key:
            return None
        order = build_transfer(self.viewer.state, key, to)
        return unless_refused(order, rules.check(self.viewer.state, order))

    def act(self, report: Report) -> Reply:
        """An order, a ship to look at, a wish about lines to friends, or done."""
        if report.key in self._on:
            return self._on[report.key](report)
        if isinstance(report, Chosen):
            return self._pick(report)
        return pressed(report, {
            "crew.done": lambda: Submit.one(self.finish()), "crew.planned": lambda: self._give(self._planned or 0),
        })  # fmt: skip

    def _man(self, given: Manned) -> Reply:
        self.viewer.sent[given.ship] = given.sent
        return Recompose()

    def _pick(self, chosen: Chosen) -> Reply:
        """Choose something for an order; what is given by choosing it is given."""
        about = [one for one in self._matters if any(asked.id == chosen.id for asked in one.choices)]
        picked = {**self._picked, chosen.id: chosen.value}
        loading = [one.ship for one in about if one.is_immediate and one.ship in self.viewer.state.ships]
        self._loading = self.viewer.clicked = next(iter(loading), None)
        given = [
            one.build_order(picked)
            for one in about
            if one.is_immediate and one.build_order(picked) != one.build_order({})
        ]
        if not any(one.is_immediate for one in about):
            self._picked = picked
        for one in about:
            if self._dragged(one) and chosen.value.isdigit():
                self.viewer.sent[one.ship][crew_tasks.task_of(one.build_order(picked))] = int(chosen.value)
        return Submit.one(given[0]) if given else Recompose() if about else None

    def _pass(self, box: Ticked) -> Reply:
        self.viewer.pass_friends = box.ticked
        return Recompose()

    def _show(self, one: Looked) -> Reply:
        self.viewer.selected, self.viewer.group, self.viewer.clicked = one.ship, (), one.ship
        self.refresh()
        return Recompose()

    def key(self, given: Input) -> Reply:
        """The number of an order."""
        return self._give(int(given.key) - 1) if given.key.isdigit() and given.key != "0" else None

    def _give(self, number: int) -> Reply:
        orders = self._orders
        if number >= len(orders):
            return None
        ship, order = orders[number]
        self.viewer.sent.get(ship, {}).pop(crew_tasks.task_of(order), None)
        return Submit.one(order)
