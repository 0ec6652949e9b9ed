"""The Crew Phase: a panel lists the possible commands by ship, with their odds (chapters 4.3 to 7)."""

from collections.abc import Iterator, Sequence

from typing_extensions import override

from tabletop.core.commands import Command
from tabletop.games.ships_of_the_line import positions, rules
from tabletop.games.ships_of_the_line.model import is_on_map
from tabletop.games.ships_of_the_line.rule_modules import phase_of
from tabletop.games.ships_of_the_line.survey import choices, crew_tasks, seats, summaries
from tabletop.games.ships_of_the_line.survey.choices import CommandGroup, is_line_to_friend
from tabletop.games.ships_of_the_line.survey.leadership import build_transfer, can_transfer_leader
from tabletop.ui.boards.battle.gestures import Gesture
from tabletop.ui.boards.contract import PrimaryAction
from tabletop.ui.boards.replies import Recompose, Refuse, Reply, Submit, submit_or_refuse
from tabletop.ui.boards.ships_of_the_line import order_words, survey_overlays
from tabletop.ui.boards.ships_of_the_line.modes import crew_panel
from tabletop.ui.boards.ships_of_the_line.modes.sea_mode import SeaMode
from tabletop.ui.boards.ships_of_the_line.overlays import Chip, LegalTarget, Overlay, RingedShip
from tabletop.ui.boards.ships_of_the_line.panels.crew_board import AssignmentRefused, CrewBoard, CrewsAssigned
from tabletop.ui.boards.ships_of_the_line.table_view import SeaTableView
from tabletop.ui.input import Input
from tabletop.ui.widgets.base import Widget
from tabletop.ui.widgets.button import Button
from tabletop.ui.widgets.report import Chosen, Hearing, On, Report, Ticked, hearing, pressed


def _find_other_ship(order: Command) -> str:
    """Return the key of the other ship that `order` names, or ""."""
    return next((str(name) for field in ("target", "other", "towed") if (name := getattr(order, field, ""))), "")


class CrewMode(SeaMode):
    """The mode of every step of the Crew Phase, and of questions; each command is a button."""

    def __init__(self, viewer: SeaTableView) -> None:
        super().__init__(viewer)
        self._groups: tuple[CommandGroup, ...] = ()
        self._picks: dict[str, str] = {}
        self._buttons: list[Button] = []
        self._preview_number: int | None = None
        self._loading_ship: str | None = None
        self._leader_drag: Gesture | None = None
        """The gesture that drags a leader to another ship, or None."""
        self._handlers: Hearing[Reply] = hearing(
            On(crew_panel.OrderPressed, lambda order: self._submit_command(order.number)),
            On(crew_panel.ShipPressed, self._select_ship),
            On(Ticked, self._set_skipping, crew_panel.SKIP_FRIEND_LINES),
            On(CrewsAssigned, self._assign_crews),
            On(AssignmentRefused, lambda one: Refuse(one.refusal)),
        )
        self.refresh()
        viewer.clicked = self._find_ship_in_focus()

    @override
    def refresh(self) -> None:
        """Read the commands that are legal now, those of the selected ship first."""
        things, chosen = summaries.list_order_subjects(self.viewer.state), self.viewer.selected
        found = choices.list_command_groups(self.viewer.state)
        self._groups = tuple(sorted(found, key=lambda one: (one.ship != chosen, things.index(one.ship))))
        self._preview_number = None

    @property
    def _commands(self) -> tuple[tuple[str, Command], ...]:
        """Return ship key and command of every button, built from the present picks."""
        wished = self._all_picks
        return tuple((one.ship, one.build_order(wished)) for one in self._groups if not one.is_immediate)

    @property
    def _all_picks(self) -> dict[str, str]:
        """Return the picked values by choice id; dragged crews count as picks."""
        found = dict(self._picks)
        for matter in self._groups:
            crews = self._count_dragged_crews(matter)
            able = (one for one in matter.choices if crews and one.kind == "crews" and str(crews) in one.values)
            found |= {one.id: str(crews) for one in able}
        return found

    def _count_dragged_crews(self, matter: CommandGroup) -> int:
        """Return the number of crews that the player dragged to the task of `matter`."""
        task = crew_tasks.task_of(next(iter(matter.orders.values())))
        return self.viewer.crew_assignments.get(matter.ship, {}).get(task, 0)

    @property
    def _number_with_crews(self) -> int | None:
        """Return the number of the first button for which crews were dragged, or None."""
        given = [one for one in self._groups if not one.is_immediate]
        return next((number for number, one in enumerate(given) if self._count_dragged_crews(one)), None)

    def _find_ship_in_focus(self) -> str | None:
        """Return the ship that the panel must not hide: the one that is asked, or the first listed; or None."""
        question = self.viewer.state.question
        if question is not None:
            return question.other or question.ship
        return next((one.ship for one in self._groups if one.ship in self.viewer.state.ships), None)

    # --- what is shown

    @override
    def glanced(self) -> bool:
        """Return True if another button is hovered or focused than at the last call."""
        under = next((n for n, one in enumerate(self._buttons) if one.hovered), None)
        if under is None:
            under = next((n for n, one in enumerate(self._buttons) if one.focused), None)
        changed, self._preview_number = under != self._preview_number, under
        return changed

    @override
    def laid(self) -> Iterator[Overlay]:
        """Yield the preview of the hovered button, or else the question, or a ring for each ship."""
        if self._leader_drag is not None:
            yield from self._preview_transfer(self._leader_drag)
            return
        if self._preview_number is not None and self._preview_number < len(self._commands):
            yield from self._preview_command(*self._commands[self._preview_number])
            return
        question = self.viewer.state.question
        if question is not None:
            yield from self._link_ships(question.ship, question.other)
            pose = self.viewer.state.ships[question.ship].pose
            yield Chip((pose.x, pose.y), crew_panel.find_prompt(self.viewer.state))
            return
        yield from self._build_shot_fields()
        for key in dict.fromkeys(key for key, _ in self._commands if key in self.viewer.state.ships):
            yield RingedShip(key)

    def _build_shot_fields(self) -> Iterator[Overlay]:
        """Yield the fields of fire of the selected ship, or of the ship being loaded, with the picked shot."""
        key = self.viewer.selected or self._loading_ship
        if key and self.viewer.arcs == "none":
            supposed = choices.with_picked_shot(self.viewer.state, key, self._groups, self._all_picks)
            yield from survey_overlays.build_fire_fields(supposed, key) if supposed else ()

    def _preview_command(self, key: str, order: Command) -> Iterator[Overlay]:
        """Yield the ships of a command, the line between them and its title."""
        state, question = self.viewer.state, self.viewer.state.question
        other = _find_other_ship(order)
        if question is not None and not other:
            key, other = question.ship, question.other
        if key in state.ships:
            yield RingedShip(key)
            yield from self._link_ships(key, other)
        at = summaries.position_of(state, other or key)
        label = order_words.describe_order(state, order).label
        named = question is not None or key not in state.ships
        title = label if named else f"{state.cards[key].name}: {label[:1].lower()}{label[1:]}"
        yield Chip((at.x, at.y), title, kind="plan")

    def _preview_transfer(self, carried: Gesture) -> Iterator[Overlay]:
        """Yield the leader's way to the ship under the pointer, with the refusal if there is one."""
        state, key, to = self.viewer.state, carried.from_ship or "", carried.ship
        yield RingedShip(key)
        who = order_words.find_leader_name(state, key)
        if to is None or to == key:
            yield Chip((carried.at.x, carried.at.y), who, ("Drop him on a ship alongside.",), "plan")
            return
        refused = rules.check(state, build_transfer(state, key, to))
        yield from self._link_ships(key, to)
        told = refused.reason if refused else "The ships are already made fast, so no roll. Once a turn."
        title = f"{who} goes to {state.cards[to].name}"
        yield Chip((carried.at.x, carried.at.y), title, (told,), "refusal" if refused else "plan")

    def _link_ships(self, key: str, other: str) -> Iterator[Overlay]:
        """Yield the shortest line from ship `key` to ship `other`, if both are on the map."""
        state = self.viewer.state
        if other and is_on_map(state, key) and is_on_map(state, other):
            gap = positions.gap_between(state, key, other)
            yield LegalTarget(other, (gap.start.x, gap.start.y), (gap.end.x, gap.end.y))

    @override
    def beside(self, ship: str) -> Sequence[str]:
        """Return the ships that the question or the commands of `ship` name."""
        question = self.viewer.state.question
        asked = (question.ship, question.other) if question else ()
        partners = (_find_other_ship(order) for key, order in self._commands if key == ship)
        return [key for key in (*asked, *partners) if key]

    @override
    def hands(self, key: str) -> Widget | None:
        """Return the crew board of ship `key`, or None if no crew can be assigned."""
        state = self.viewer.state
        if phase_of(state).ribbon != "Crew" or not crew_tasks.has_crew_rules(state) or not self.viewer.mine(key):
            return None
        board = CrewBoard(state, key, self.viewer.crew_assignments.get(key, {}))
        return board if any(one.crews or one.refusal is None for one in board.tasks.values()) else None

    @override
    def sheet(self) -> Sequence[Widget]:
        if not self._groups:
            return ()
        state = self.viewer.state
        friendly = any(is_line_to_friend(state, order) for _, order in self._commands)
        made, self._buttons = crew_panel.build_crew_panel(
            state, self._groups, self._all_picks, self.viewer.skips_friend_lines if friendly else None
        )
        return (made,)

    @override
    def offer(self) -> PrimaryAction | None:
        """Return the action for dragged crews, or else the one that ends the step; None during a question."""
        if self._number_with_crews is not None:
            label, _, how, _ = order_words.describe_order(self.viewer.state, self._commands[self._number_with_crews][1])
            return PrimaryAction(label, "crew.planned", how)
        if self.viewer.state.question is not None:
            return None
        return PrimaryAction(
            order_words.describe_step(self.viewer.state)[1],
            "crew.done",
            "Continue without further orders.",
            ends_phase=True,
        )

    @override
    def gives(self, ident: str) -> Command | None:
        return next((order for number, (_, order) in enumerate(self._commands) if ident == f"crew.{number}"), None)

    @override
    def finish(self) -> Command | None:
        """Return the command that ends the step, or None while a question is open."""
        return None if self.viewer.state.question is not None else seats.build_done(self.viewer.state)

    @override
    def hints(self) -> Sequence[str]:
        numbered, brass = ("orders",) if self._commands else (), ("primary",) if self.offer() else ()
        return (*numbered, *brass, "next")

    # --- what is done

    @override
    def wants(self, gesture: Gesture) -> bool:
        """Return True for a left drag that starts on the ship of a leader who may change ship."""
        key, viewer = gesture.ship, self.viewer
        if gesture.button != "left" or key is None:
            return False
        return viewer.mine(key) and can_transfer_leader(viewer.state, viewer.side, key)

    @override
    def gesture(self, gesture: Gesture) -> Reply:
        """Drag a leader to another ship; submits the transfer when he is dropped there."""
        key, carried = gesture.from_ship, self._leader_drag
        self._leader_drag = gesture if gesture.kind == "drag" and gesture.button == "left" and key else None
        to = gesture.ship
        if gesture.kind != "drop" or carried is None or not key or not to or to == key:
            return None
        order = build_transfer(self.viewer.state, key, to)
        return submit_or_refuse(order, rules.check(self.viewer.state, order))

    @override
    def act(self, report: Report) -> Reply:
        if report.key in self._handlers:
            return self._handlers[report.key](report)
        if isinstance(report, Chosen):
            return self._pick(report)
        return pressed(
            report,
            {
                "crew.done": lambda: Submit.single(self.finish()),
                "crew.planned": lambda: self._submit_command(self._number_with_crews or 0),
            },
        )

    def _assign_crews(self, given: CrewsAssigned) -> Reply:
        """Store the crews that were dragged to tasks."""
        self.viewer.crew_assignments[given.ship] = given.assigned
        return Recompose()

    def _pick(self, chosen: Chosen) -> Reply:
        """Store a picked value; submits the command if it needs no button."""
        about = [one for one in self._groups if any(asked.id == chosen.id for asked in one.choices)]
        picked = {**self._picks, chosen.id: chosen.value}
        loading = [one.ship for one in about if one.is_immediate and one.ship in self.viewer.state.ships]
        self._loading_ship = self.viewer.clicked = next(iter(loading), None)
        given = [
            one.build_order(picked)
            for one in about
            if one.is_immediate and one.build_order(picked) != one.build_order({})
        ]
        if not any(one.is_immediate for one in about):
            self._picks = picked
        for one in about:
            if self._count_dragged_crews(one) and chosen.value.isdigit():
                self.viewer.crew_assignments[one.ship][crew_tasks.task_of(one.build_order(picked))] = int(chosen.value)
        return Submit.single(given[0]) if given else Recompose() if about else None

    def _set_skipping(self, box: Ticked) -> Reply:
        """Store if steps with nothing but lines to friends are skipped."""
        self.viewer.skips_friend_lines = box.ticked
        return Recompose()

    def _select_ship(self, one: crew_panel.ShipPressed) -> Reply:
        """Select the ship whose name was pressed in the panel."""
        self.viewer.selected, self.viewer.group, self.viewer.clicked = one.ship, (), one.ship
        self.refresh()
        return Recompose()

    @override
    def key(self, given: Input) -> Reply:
        """Submit the command with the pressed number."""
        return self._submit_command(int(given.key) - 1) if given.key.isdigit() and given.key != "0" else None

    def _submit_command(self, number: int) -> Reply:
        """Submit command `number` (from 0) and forget its dragged crews; None if there is no such command."""
        orders = self._commands
        if number >= len(orders):
            return None
        ship, order = orders[number]
        self.viewer.crew_assignments.get(ship, {}).pop(crew_tasks.task_of(order), None)
        return Submit.single(order)
