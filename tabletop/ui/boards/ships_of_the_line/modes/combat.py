"""The Combat Phase at sea: aim and fire broadsides and batteries, singly or all at once (chapter 4)."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import ClassVar

from typing_extensions import override

from tabletop.core.commands import Command
from tabletop.core.errors import Refused
from tabletop.core.phrases import format_count, join_words
from tabletop.games.ships_of_the_line import GAME
from tabletop.games.ships_of_the_line.commands import FireBroadside
from tabletop.games.ships_of_the_line.model import State, is_in_service, side_of
from tabletop.games.ships_of_the_line.positions import format_um
from tabletop.games.ships_of_the_line.ship import BROADSIDES, Side, enemy_of
from tabletop.games.ships_of_the_line.survey import gunnery, seats, summaries
from tabletop.games.ships_of_the_line.survey.battle_lines import find_links
from tabletop.games.ships_of_the_line.survey.choices import build_plain_group
from tabletop.games.ships_of_the_line.survey.odds import (
    BroadsideOdds,
    FireBattery,
    compute_battery_odds,
    compute_broadside_odds,
    list_battery_shots,
)
from tabletop.games.ships_of_the_line.survey.sailing import find_wind_gauge
from tabletop.games.ships_of_the_line.survey.summaries import compute_strength
from tabletop.ui import keys
from tabletop.ui.boards.battle.gestures import Gesture
from tabletop.ui.boards.contract import PhaseProgress, PrimaryAction, UnfinishedPhase
from tabletop.ui.boards.replies import Ask, Recompose, Refuse, Reply, Submit
from tabletop.ui.boards.ships_of_the_line import order_words, survey_overlays
from tabletop.ui.boards.ships_of_the_line.modes.crew_panel import OrderPressed, build_crew_panel
from tabletop.ui.boards.ships_of_the_line.modes.sea_mode import SeaMode, submit_while_legal
from tabletop.ui.boards.ships_of_the_line.overlays import BlockedTarget, GaugeMark, LegalTarget, Overlay, RingedShip
from tabletop.ui.boards.ships_of_the_line.panels import broadsides
from tabletop.ui.boards.ships_of_the_line.panels.broadsides import CLOSE, ShotPressed
from tabletop.ui.boards.ships_of_the_line.table_view import SeaTableView
from tabletop.ui.input import Input
from tabletop.ui.widgets.base import Tip, Widget
from tabletop.ui.widgets.button import Button
from tabletop.ui.widgets.report import Hearing, On, Report, hearing, pressed

FireOrder = FireBroadside | FireBattery


def show_broadside(
    viewer: SeaTableView, outlook: gunnery.BroadsideOutlook, aimed: FireOrder | None
) -> Iterator[Overlay]:
    """Yield the overlays of one broadside: its targets with odds, or the reason why it cannot fire.

    `aimed` is the shot that waits for the player's confirmation, or None.
    """
    if outlook.refusal is not None:
        yield from _explain_silence(viewer.state, outlook, outlook.refusal)
    elif not outlook.aims:
        yield from _show_blocked_target(viewer.state, outlook)
    else:
        for aim in outlook.aims:
            order = FireBroadside(side_of(viewer.state, aim.ship), aim.ship, aim.broadside, aim.target)
            odds = compute_broadside_odds(viewer.state, aim)
            past = (
                gunnery.find_fire_line(viewer.state, aim.ship, aim.broadside, aim.target) if odds.bystanders else None
            )
            yield from _show_target(viewer, odds, order == aimed, past)


def sort_battery_shots(viewer: SeaTableView, side: Side, post: str = "") -> tuple[FireBattery, ...]:
    """Return the legal shots of the batteries of `side`, or of battery `post` alone.

    For each target the kind of shot that the viewer has chosen comes first.
    """
    found = list_battery_shots(viewer.state, side, post)
    first = {(order.battery, order.target): number for number, order in reversed(list(enumerate(found)))}
    wanted = "red" if viewer.uses_hot_shot else "round"
    return tuple(sorted(found, key=lambda order: (first[order.battery, order.target], order.shot != wanted)))


def show_battery_targets(viewer: SeaTableView, post: str, aimed: FireOrder | None) -> Iterator[Overlay]:
    """Yield a ring for each target of battery `post`, and the odds of the aimed or hovered target."""
    state = viewer.state
    side = state.coast.batteries[post].side if state.coast else viewer.side
    found = {order.target: order for order in reversed(sort_battery_shots(viewer, side, post))}
    if isinstance(aimed, FireBattery) and aimed.battery == post:
        found[aimed.target] = aimed
    for target, order in found.items():
        if order == aimed or target == viewer.hovered:
            yield from _show_target(viewer, compute_battery_odds(state, order), order == aimed)
        else:
            yield RingedShip(target)


def _show_target(
    viewer: SeaTableView, odds: BroadsideOdds, laid: bool, past: gunnery.FireLine | None = None
) -> Iterator[Overlay]:
    """Yield the brackets and the odds of a target; the odds in full if it is aimed at or hovered.

    Args:
        viewer: the choices of the player.
        odds: the odds of the shot.
        laid: True if this shot is the current aim.
        past: the line of fire if it passes friends, else None.
    """
    state, aim = viewer.state, odds.aim
    start, end = (past.start, past.end) if past else (aim.sight.start, aim.sight.end)
    yield LegalTarget(aim.target, (start.x, start.y), (end.x, end.y), past=past is not None)
    title = order_words.format_order_title if viewer.own or viewer.own_battery else order_words.format_threat_title
    chip = order_words.build_odds_chip(state, odds, (order_words.format_aim_title if laid else title)(state, odds))
    whole = laid or aim.target in (viewer.hovered, viewer.hovered_battery)
    yield replace(chip, bars=tuple(float(chance) for chance in odds.hits)) if whole else chip
    if whole and (found := find_wind_gauge(state, aim.target)):
        yield GaugeMark(aim.target, found.letter, tuple((point.x, point.y) for point in found.lee))


def _explain_silence(state: State, outlook: gunnery.BroadsideOutlook, why: Refused) -> Iterator[Overlay]:
    """Yield a chip with `why` at the nearest enemy, unless the broadside has just been fired."""
    one = outlook.sighting
    nearest = next(iter(one.seen), None)
    if nearest is not None and nearest.enemy and one.broadside not in state.ships[one.ship].fired:
        yield survey_overlays.build_no_shot_chip(state, nearest.ship, nearest.sight.end, why.reason)


def _show_blocked_target(state: State, outlook: gunnery.BroadsideOutlook) -> Iterator[Overlay]:
    """Yield brackets and a chip for the nearest enemy that another ship masks."""
    masked = next((one for one in outlook.sighting.seen if one.enemy), None)
    if masked is None or not outlook.sighting.blockers:
        return
    blocker = outlook.sighting.find(outlook.sighting.blockers[0])
    if blocker is not None:
        one = outlook.sighting
        judged = (
            None if blocker.enemy else gunnery.find_fire_line(state, one.ship, one.broadside, masked.ship, blocker.ship)
        )
        start, cross = masked.sight.start, blocker.sight.end
        if judged and judged.crossing:
            start, cross = judged.start, judged.crossing
        yield BlockedTarget(masked.ship, (start.x, start.y), (cross.x, cross.y), friend=judged is not None)
        reason = f"{state.cards[blocker.ship].name} masks the line, {format_um(blocker.sight.distance)}"
        yield survey_overlays.build_no_shot_chip(state, masked.ship, masked.sight.end, reason)


OPEN_PANEL = "broadsides.open"
_FIRE_ALL_TIP = (
    "Each of your broadsides that has a target fires at the nearest enemy. Point here to see the lines of fire. "
    "You will be asked to confirm, with the odds of each shot."
)
_PANEL_TIP = "Lists the broadsides fired this phase: shooter, target, hits, hull and criticals."


class MassFire:
    """The button that fires all broadsides that bear, and the panel of broadsides fired this phase."""

    def __init__(self, viewer: SeaTableView) -> None:
        self._viewer = viewer
        self._button: Button | None = None
        self._is_pointed_at = False

    def list_shots(self, actors: Sequence[str]) -> list[FireBroadside]:
        """Return the commands of all ships `actors` that can fire, each at the nearest enemy."""
        return [order for key in actors for order in gunnery.list_volley(self._viewer.state, key)]

    # --- what is shown

    def build_buttons(self, actors: Sequence[str]) -> Iterator[Button]:
        """Yield the button for all broadsides, and the button that opens the panel while it is closed."""
        tip = Tip("Fire all that bear", _FIRE_ALL_TIP)
        self._button = Button("all", "Fire all that bear", "dark", key=keys.key("fire_all"), tip=tip)
        yield self._button.disable("" if actors else _NO_TARGET)
        if self._viewer.state.shots and not self._viewer.shots_open:
            yield Button(
                OPEN_PANEL, "Broadsides", "dark", key=keys.key("shots"), tip=Tip("Broadsides this phase", _PANEL_TIP)
            )

    def poll_pointer(self) -> bool:
        """Return True if the pointer has entered or left the button since the last call."""
        button = self._button
        now = button is not None and button.enabled and (button.hovered or button.focused)
        changed, self._is_pointed_at = now != self._is_pointed_at, now
        return changed

    def build_overlays(self, actors: Sequence[str]) -> Iterator[Overlay]:
        """Yield every line of fire while the button is hovered or focused."""
        if not self._is_pointed_at:
            return
        for aim in broadsides.find_aims(self._viewer.state, self.list_shots(actors)):
            start, end = aim.sight.start, aim.sight.end
            yield LegalTarget(aim.target, (start.x, start.y), (end.x, end.y))

    def build_panel(self) -> Sequence[Widget]:
        """Return the panel of broadsides fired this phase; empty if it is closed or none was fired."""
        found = broadsides.build_fired_panel(self._viewer.state) if self._viewer.shots_open else None
        return (found,) if found else ()

    # --- what is done

    def toggle_panel(self) -> Reply:
        """Open or close the panel of fired broadsides; return None if none was fired."""
        if not self._viewer.state.shots:
            return None
        self._viewer.shots_open = not self._viewer.shots_open
        return Recompose()

    def ask_to_fire(self, actors: Sequence[str]) -> Reply:
        """Ask for confirmation with the odds of each shot; opens the panel. None without any shot."""
        orders = self.list_shots(actors)
        if not orders:
            return None
        self._viewer.shots_open = True
        of, each = f" of {len(actors)} ships" if len(actors) > 1 else "", "each " if len(orders) > 1 else ""
        words = f"{format_count(len(orders), 'broadside')}{of}, {each}at the nearest enemy in its field of fire."
        told = broadsides.build_forecast(self._viewer.state, broadsides.find_aims(self._viewer.state, orders))
        return Ask("Fire all that bear?", words, "Fire", submit_while_legal(orders), tuple(actors), detail=told)


class CombatMode(SeaMode):
    """The mode of the Combat Phase.

    The first click on a bracketed target aims, the second fires. Space fires the aimed broadside, or all broadsides of
    the selected ship.
    """

    follows_pointer: ClassVar[bool] = True

    def __init__(self, viewer: SeaTableView) -> None:
        super().__init__(viewer)
        self._current_aim: FireOrder | None = None
        self._mass_fire = MassFire(viewer)
        self._handlers: Hearing[Reply] = hearing(
            On(OrderPressed, lambda order: self._fire_battery(order.number)),
            On(ShotPressed, lambda one: self._show_shot(one.ships)),
        )

    @override
    def refresh(self) -> None:
        """Drop the aim if it is no longer legal."""
        if self._current_aim not in self._list_aims():
            self._current_aim = None

    # --- what is shown

    @override
    def looks(self) -> Iterator[str]:
        if self._current_aim:
            yield f"aim {self._current_aim.target}"

    @override
    def aim(self, target: str) -> None:
        self._current_aim = next((aim for aim in self._list_aims() if aim.target == target), self._current_aim)

    @override
    def laid(self) -> Iterator[Overlay]:
        """Yield the fields of fire of the selected ship, its targets and the reasons of silent broadsides."""
        key, state = self.viewer.selected, self.viewer.state
        yield from self._mass_fire.build_overlays(self.actors())
        if self.viewer.selected_battery:
            yield from show_battery_targets(self.viewer, self.viewer.selected_battery, self._current_aim)
        if key is None or not is_in_service(state, key):
            return
        if self.viewer.arcs == "none":
            yield from survey_overlays.build_fire_fields(state, key)
        found = find_links(state, enemy_of(side_of(state, key)), breaker=key)
        yield from survey_overlays.build_link_marks(one for one in found if one.condition != "held")
        for broadside in BROADSIDES:
            outlook = gunnery.find_outlooks(state).get((key, broadside))
            if outlook is not None:
                yield from show_broadside(self.viewer, outlook, self._current_aim)

    @override
    def offer(self) -> PrimaryAction | None:
        """Return the action that fires the aim or all broadsides, or that selects the next shooter."""
        aims, state = self._list_aims(), self.viewer.state
        if self._current_aim:
            return PrimaryAction(
                f"Fire at {summaries.find_name(state, self._current_aim.target)}",
                "fire",
                _FIRE_TIPS[type(self._current_aim)],
            )
        if aims and self.viewer.selected_battery:
            return PrimaryAction(f"Aim at {summaries.find_name(state, aims[0].target)}", "fire", _AIM_TIP)
        if aims:
            tip = (
                f"{state.cards[self.viewer.selected or ''].name} only: fires each of her broadsides that has a target."
            )
            return PrimaryAction("Fire broadsides" if len(aims) > 1 else "Fire broadside", "fire", tip)
        if self.actors():
            return PrimaryAction(
                "Next ship to fire", "next", "Selects the next ship with a loaded broadside and a target."
            )
        if self._list_ready_batteries():
            return PrimaryAction(
                "Next battery to fire", "post", "Selects the next battery with an attack left and an enemy in range."
            )
        return PrimaryAction(
            "Cease fire", "cease", "None of your broadsides bears on a target: this ends the phase.", ends_phase=True
        )

    @property
    @override
    def docks(self) -> bool:
        return self.viewer.shots_open and bool(self.viewer.state.shots)

    @override
    def sheet(self) -> Sequence[Widget]:
        """Return the panel of fired broadsides, and the shots of batteries while no ship is selected."""
        shots = self._mass_fire.build_panel()
        if self.viewer.own:
            return shots
        given = [build_plain_group(order.battery, order) for order in self._list_battery_shots()]
        return (*shots, build_crew_panel(self.viewer.state, given, {}, None)[0]) if given else shots

    @override
    def glanced(self) -> bool:
        return self._mass_fire.poll_pointer()

    @override
    def extras(self) -> Sequence[Button]:
        return tuple(self._mass_fire.build_buttons(self.actors()))

    @override
    def finish(self) -> Command:
        return seats.build_done(self.viewer.state)

    @override
    def unfinished(self) -> UnfinishedPhase | None:
        """Return a warning that names the ships and batteries that could still fire, or None."""
        actors = self.actors()
        works = join_words(summaries.find_name(self.viewer.state, key) for key in self._list_ready_batteries())
        told = [f"{works} can still fire."] if works else []
        told += (
            ["These ships still have a loaded broadside and a target. They will not fire this turn."] if actors else []
        )
        return UnfinishedPhase("End the combat phase?", " ".join(told), tuple(actors)) if told else None

    @override
    def progress(self) -> PhaseProgress:
        made = sum(self.viewer.mine(shot.attacker) for shot in self.viewer.state.shots if not shot.past)
        left = sum(len(gunnery.list_volley(self.viewer.state, key)) for key in self.actors())
        return PhaseProgress("Broadsides this phase", f"{made} fired, {left} can fire", made / (made + left or 1))

    @override
    def hints(self) -> Sequence[str]:
        return ("primary", "aim", "fire", "fire_all", *(("shots",) if self.viewer.state.shots else ()))

    # --- what is done

    @override
    def gesture(self, gesture: Gesture) -> Reply:
        """Aim at a clicked target, fire at the aimed one, or refuse with the reason."""
        own, key = self.viewer.own, gesture.ship or self.viewer.hovered_battery
        if gesture.kind != "click" or gesture.button != "left" or key is None or gesture.shift:
            return None
        if key == self.viewer.own_battery:
            return self._switch_shot()
        at_it = [number for number, aim in enumerate(self._list_aims()) if aim.target == key]
        aimed = next((number for number in at_it if self._list_aims()[number] == self._current_aim), None)
        if at_it:
            return self._aim_or_fire(at_it[0] if aimed is None else aimed)
        return self._refuse_for_ship(own, key) if own else self._refuse_for_battery(key)

    def _switch_shot(self) -> Reply:
        """Switch the selected battery between round and hot shot; the aim stays on its target."""
        self.viewer.uses_hot_shot = not self.viewer.uses_hot_shot
        aimed, kind = self._current_aim, "red" if self.viewer.uses_hot_shot else "round"
        if isinstance(aimed, FireBattery):
            same = (order for order in self._list_battery_shots() if (order.target, order.shot) == (aimed.target, kind))
            self._current_aim = next(same, aimed)
        return Recompose()

    def _refuse_for_battery(self, key: str) -> Reply:
        """Return the refusal for a click on an enemy that the selected battery cannot hit, or None."""
        post, state = self.viewer.own_battery, self.viewer.state
        if post is None or key not in state.ships or self.viewer.mine(key):
            return None
        refusal = GAME.check(state, FireBattery(self.viewer.side, post, key))
        return Refuse(refusal) if refusal else None

    def _refuse_for_ship(self, own: str, key: str) -> Reply:
        """Return the refusal for a click on a visible enemy that `own` cannot fire at, or None."""
        state = self.viewer.state
        for broadside in BROADSIDES:
            outlook = gunnery.find_outlooks(state).get((own, broadside))
            if outlook and (seen := outlook.sighting.find(key)) and seen.enemy:
                order = FireBroadside(side=self.viewer.side, ship=own, broadside=broadside, target=key)
                refusal = GAME.check(state, order)
                return Refuse(refusal) if refusal else None
        return None

    @override
    def act(self, report: Report) -> Reply:
        if report.key in self._handlers:
            return self._handlers[report.key](report)
        return pressed(
            report,
            {
                "fire": self._fire,
                "all": lambda: self._mass_fire.ask_to_fire(self.actors()),
                CLOSE: self._mass_fire.toggle_panel,
                OPEN_PANEL: self._mass_fire.toggle_panel,
                "next": lambda: self.next_of(self.actors()),
                "post": self._select_next_battery,
                "cease": lambda: Submit.single(self.finish()),
            },
        )

    @override
    def key(self, given: Input) -> Reply:
        """Aim at the target with the pressed number, or fire; the number of the aimed target fires too."""
        if given.key.isdigit():
            return self._aim_or_fire(int(given.key) - 1)
        if given.key == keys.key("shots"):
            return self._mass_fire.toggle_panel()
        if given.key != keys.key("fire"):
            return None
        return self._fire() if self._list_aims() else self._select_next_shooter()

    def _aim_or_fire(self, number: int) -> Reply:
        """Aim at target `number` (from 0), or fire if it is aimed at already."""
        aims = self._list_aims()
        if not 0 <= number < len(aims):
            return None
        if self._current_aim == aims[number]:
            return self._fire()
        self._current_aim = aims[number]
        return Recompose()

    @override
    def back(self) -> bool:
        had, self._current_aim = self._current_aim is not None, None
        return had

    def _fire(self) -> Reply:
        """Submit the aimed shot, or all broadsides of the selected ship; clears the aim."""
        own, aimed = self.viewer.own, self._current_aim
        if own is None and aimed is None:
            return self._aim_or_fire(0)
        self._current_aim = None
        return submit_while_legal((aimed,) if aimed else gunnery.list_volley(self.viewer.state, own or ""))

    def _fire_battery(self, number: int) -> Reply:
        """Aim the battery of row `number` of the panel, or fire if that shot is aimed already."""
        orders = self._list_battery_shots()
        if number >= len(orders):
            return None
        if self._current_aim == orders[number]:
            return self._fire()
        order = orders[number]
        if order.battery != self.viewer.selected_battery:
            self.viewer.select_battery(order.battery)
        self._current_aim, self.viewer.uses_hot_shot, self.viewer.clicked = order, order.shot == "red", order.battery
        return Recompose()

    def _list_battery_shots(self) -> tuple[FireBattery, ...]:
        """Return the shots of the selected battery, or of all batteries of the side; () while waiting."""
        viewer = self.viewer
        return () if viewer.is_waiting else sort_battery_shots(viewer, viewer.side, viewer.own_battery or "")

    def _list_ready_batteries(self) -> tuple[str, ...]:
        """Return the keys of the side's batteries that can still fire."""
        viewer = self.viewer
        found = () if viewer.is_waiting else list_battery_shots(viewer.state, viewer.side)
        return tuple(dict.fromkeys(order.battery for order in found))

    def _select_next_battery(self) -> Reply:
        """Select the next battery that can fire and bring it into view."""
        posts = self._list_ready_batteries()
        now = posts.index(self.viewer.selected_battery) + 1 if self.viewer.selected_battery in posts else 0
        if posts:
            self.viewer.select_battery(posts[now % len(posts)])
            self.viewer.clicked = self.viewer.selected_battery
        return Recompose()

    @override
    def beside(self, key: str) -> Sequence[str]:
        """Return the first target of the battery `key`."""
        return [order.target for order in self._list_battery_shots()[:1] if order.battery == key]

    def _show_shot(self, ships: Sequence[str]) -> Reply:
        """Ring the ships of a shot and bring its target into view."""
        self.viewer.noted = tuple(filter(self.viewer.on_map, ships))
        self.viewer.clicked = next(reversed(self.viewer.noted), None)
        return Recompose()

    def _select_next_shooter(self) -> Reply:
        """Select the next ship or battery that can fire; refuse with the reason if none can."""
        if self.actors():
            return self.next_of(self.actors())
        if self._list_ready_batteries():
            return self._select_next_battery()
        own, state = self.viewer.own, self.viewer.state
        reasons = [reason for reason in compute_strength(state, own).fire_refusals.values() if reason] if own else []
        return Refuse(reasons[0] if len(reasons) == len(BROADSIDES) else Refused("SOTL-4.1-a", _NO_TARGET))

    def _list_aims(self) -> tuple[FireOrder, ...]:
        """Return the legal shots of the selected ship or battery."""
        own = self.viewer.own
        return (
            gunnery.list_shots(self.viewer.state, own)
            if own
            else self._list_battery_shots()
            if self.viewer.own_battery
            else ()
        )


_FIRE_TIPS: dict[type, str] = {
    FireBroadside: "Fires this broadside.",
    FireBattery: "Uses one of its two attacks this turn.",
}
_AIM_TIP = (
    "Aims at the first target. Click another target or press a number to aim there; click the battery to change its "
    "shot."
)
_NO_TARGET = "None of your broadsides bears on a target."
