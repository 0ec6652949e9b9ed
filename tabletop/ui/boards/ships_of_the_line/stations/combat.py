"""The Combat Phase on the sea: what each broadside of the chosen ship can be fired at, with its odds (chapter 4)."""

from collections.abc import Iterator, Sequence
from typing import ClassVar

from tabletop.core.commands import Command
from tabletop.core.errors import Refused
from tabletop.core.phrases import join_words
from tabletop.games.ships_of_the_line import GAME
from tabletop.games.ships_of_the_line.commands import FireBroadside
from tabletop.games.ships_of_the_line.model import is_in_service, side_of
from tabletop.games.ships_of_the_line.ship import BROADSIDES, enemy_of
from tabletop.games.ships_of_the_line.survey import seats, summaries
from tabletop.games.ships_of_the_line.survey.battle_lines import find_links
from tabletop.games.ships_of_the_line.survey.choices import build_plain_group
from tabletop.games.ships_of_the_line.survey.gunnery import find_outlooks, list_shots, list_volley
from tabletop.games.ships_of_the_line.survey.odds import FireBattery
from tabletop.games.ships_of_the_line.survey.odds import list_battery_shots as of_batteries
from tabletop.games.ships_of_the_line.survey.summaries import compute_strength
from tabletop.ui import keys
from tabletop.ui.boards.battle.gestures import Gesture
from tabletop.ui.boards.contract import Offer, PhaseProgress, Unfinished
from tabletop.ui.boards.replies import Recompose, Refuse, Reply, Submit
from tabletop.ui.boards.ships_of_the_line import survey_overlays
from tabletop.ui.boards.ships_of_the_line.overlays import Overlay
from tabletop.ui.boards.ships_of_the_line.panels.broadsides import AWAY, ShotLooked
from tabletop.ui.boards.ships_of_the_line.stations import targets
from tabletop.ui.boards.ships_of_the_line.stations.crew_sheet import Ordered, sheet
from tabletop.ui.boards.ships_of_the_line.stations.mass_fire import SHEET, MassFire
from tabletop.ui.boards.ships_of_the_line.stations.station import Station, still
from tabletop.ui.boards.ships_of_the_line.stations.targets import Shot
from tabletop.ui.boards.ships_of_the_line.viewer import Viewer
from tabletop.ui.input import Input
from tabletop.ui.widgets.base import Widget
from tabletop.ui.widgets.button import Button
from tabletop.ui.widgets.report import Hearing, On, Report, hearing, pressed


class CombatStation(Station):
    """Choose a ship, aim one of her broadsides, fire; a battery alike.

    The first click on a lit target aims, the second fires. Space fires what is aimed, or all that she has.
    """

    follows_pointer: ClassVar[bool] = True

    def __init__(self, viewer: Viewer) -> None:
        super().__init__(viewer)
        self._aimed: Shot | None = None
        self._mass = MassFire(viewer)
        self._on: Hearing[Reply] = hearing(
            On(Ordered, lambda order: self._fire_work(order.number)), On(ShotLooked, lambda one: self._look(one.ships))
        )

    def refresh(self) -> None:
        """An aim holds as long as it is legal."""
        if self._aimed not in self._aims():
            self._aimed = None

    # --- what is shown

    def looks(self) -> Iterator[str]:
        """At whom is aimed."""
        if self._aimed:
            yield f"aim {self._aimed.target}"

    def aim(self, target: str) -> None:
        """As by a click that is the first."""
        self._aimed = next((aim for aim in self._aims() if aim.target == target), self._aimed)

    def laid(self) -> Iterator[Overlay]:
        """The fields of the selected ship, her targets, and why a broadside is silent; an enemy's as well."""
        key, state = self.viewer.selected, self.viewer.state
        yield from self._mass.laid(self.actors())
        if self.viewer.post:
            yield from targets.ashore(self.viewer, self.viewer.post, self._aimed)
        if key is None or not is_in_service(state, key):
            return
        if self.viewer.arcs == "none":
            yield from survey_overlays.fire_fields(state, key)
        found = find_links(state, enemy_of(side_of(state, key)), breaker=key)
        yield from survey_overlays.battle_lines(one for one in found if one.condition != "held")
        for broadside in BROADSIDES:
            outlook = find_outlooks(state).get((key, broadside))
            if outlook is not None:
                yield from targets.before(self.viewer, outlook, self._aimed)

    def offer(self) -> Offer | None:
        """Fire what is aimed, fire all she has, or go to the next ship."""
        aims, state = self._aims(), self.viewer.state
        if self._aimed:
            return Offer(f"Fire at {summaries.find_name(state, self._aimed.target)}", "fire", _ONE[type(self._aimed)])
        if aims and self.viewer.post:
            return Offer(f"Aim at {summaries.find_name(state, aims[0].target)}", "fire", _AIM)
        if aims:
            tip = (
                f"{state.cards[self.viewer.selected or ''].name} only: fires each of her broadsides that has a target."
            )
            return Offer("Fire broadsides" if len(aims) > 1 else "Fire broadside", "fire", tip)
        if self.actors():
            return Offer("Next ship to fire", "next", "Selects the next ship with a loaded broadside and a target.")
        if self._posts():
            return Offer(
                "Next battery to fire", "post", "Selects the next battery with an attack left and an enemy in range."
            )
        return Offer(
            "Cease fire", "cease", "None of your broadsides bears on a target: this ends the phase.", ends=True
        )

    @property
    def docks(self) -> bool:
        """While what was fired is listed."""
        return self.viewer.shots_open and bool(self.viewer.state.shots)

    def sheet(self) -> Sequence[Widget]:
        """What was fired; and what batteries on the coast could fire at, unless a ship is to fire."""
        shots = self._mass.sheet()
        if self.viewer.own:
            return shots
        given = [build_plain_group(order.battery, order) for order in self._shelling()]
        return (*shots, sheet(self.viewer.state, given, {}, None)[0]) if given else shots

    def glanced(self) -> bool:
        """Whether other lines of fire are to be seen."""
        return self._mass.glanced()

    def extras(self) -> Sequence[Button]:
        """All that bear."""
        return tuple(self._mass.buttons(self.actors()))

    def finish(self) -> Command:
        """Done."""
        return seats.build_done(self.viewer.state)

    def unfinished(self) -> Unfinished | None:
        """Ships that could still fire."""
        actors = self.actors()
        works = join_words(summaries.find_name(self.viewer.state, key) for key in self._posts())
        told = [f"{works} can still fire."] if works else []
        told += (
            ["These ships still have a loaded broadside and a target. They will not fire this turn."] if actors else []
        )
        return Unfinished("End the combat phase?", " ".join(told), tuple(actors)) if told else None

    def progress(self) -> PhaseProgress:
        """Broadsides fired and still bearing."""
        made = sum(self.viewer.mine(shot.attacker) for shot in self.viewer.state.shots if not shot.past)
        left = sum(len(list_volley(self.viewer.state, key)) for key in self.actors())
        return PhaseProgress("Broadsides this phase", f"{made} fired, {left} can fire", made / (made + left or 1))

    def hints(self) -> Sequence[str]:
        """Fire."""
        return ("primary", "aim", "fire", "fire_all", *(("shots",) if self.viewer.state.shots else ()))

    # --- what is done

    def gesture(self, gesture: Gesture) -> Reply:
        """Aim at a lit target; fire at the one that is aimed at; say why a ship is no target."""
        own, key = self.viewer.own, gesture.ship or self.viewer.work
        if gesture.kind != "click" or gesture.button != "left" or key is None or gesture.shift:
            return None
        if key == self.viewer.own_post:
            return self._other_shot()
        at_it = [number for number, aim in enumerate(self._aims()) if aim.target == key]
        aimed = next((number for number in at_it if self._aims()[number] == self._aimed), None)
        if at_it:
            return self._aim(at_it[0] if aimed is None else aimed)
        return self._no_target(own, key) if own else self._out_of_reach(key)

    def _other_shot(self) -> Reply:
        """A click on the battery that is chosen takes hot shot, and round shot again; an aim holds."""
        self.viewer.hot = not self.viewer.hot
        aimed, kind = self._aimed, "red" if self.viewer.hot else "round"
        if isinstance(aimed, FireBattery):
            same = (order for order in self._shelling() if (order.target, order.shot) == (aimed.target, kind))
            self._aimed = next(same, aimed)
        return Recompose()

    def _out_of_reach(self, key: str) -> Reply:
        """A click on an enemy at whom the chosen battery cannot fire says why."""
        post, state = self.viewer.own_post, self.viewer.state
        if post is None or key not in state.ships or self.viewer.mine(key):
            return None
        refusal = GAME.check(state, FireBattery(self.viewer.side, post, key))
        return Refuse(refusal) if refusal else None

    def _no_target(self, own: str, key: str) -> Reply:
        """A click on an enemy in sight that cannot be fired at says why; elsewhere it selects."""
        state = self.viewer.state
        for broadside in BROADSIDES:
            outlook = find_outlooks(state).get((own, broadside))
            if outlook and (seen := outlook.sighting.find(key)) and seen.enemy:
                order = FireBroadside(side=self.viewer.side, ship=own, broadside=broadside, target=key)
                refusal = GAME.check(state, order)
                return Refuse(refusal) if refusal else None
        return None

    def act(self, report: Report) -> Reply:
        """The brass button and its neighbour, and the batteries of the sheet."""
        if report.key in self._on:
            return self._on[report.key](report)
        return pressed(report, {
            "fire": self._fire, "all": lambda: self._mass.ask(self.actors()), AWAY: self._mass.turn,
            SHEET: self._mass.turn,
            "next": lambda: self.next_of(self.actors()), "post": self._next_post,
            "cease": lambda: Submit.one(self.finish()),
        })  # fmt: skip

    def key(self, given: Input) -> Reply:
        """Fire what is aimed or all she has; a number aims at a target, and the same again fires."""
        if given.key.isdigit():
            return self._aim(int(given.key) - 1)
        if given.key == keys.key("shots"):
            return self._mass.turn()
        if given.key != keys.key("fire"):
            return None
        return self._fire() if self._aims() else self._elsewhere()

    def _aim(self, number: int) -> Reply:
        aims = self._aims()
        if not 0 <= number < len(aims):
            return None
        if self._aimed == aims[number]:
            return self._fire()
        self._aimed = aims[number]
        return Recompose()

    def back(self) -> bool:
        """Take the aim away."""
        had, self._aimed = self._aimed is not None, None
        return had

    def _fire(self) -> Reply:
        own, aimed = self.viewer.own, self._aimed
        if own is None and aimed is None:
            return self._aim(0)
        self._aimed = None
        return still((aimed,) if aimed else list_volley(self.viewer.state, own or ""))

    def _fire_work(self, number: int) -> Reply:
        """A row of the sheet, or its number: the battery is aimed, the second time it fires."""
        orders = self._shelling()
        if number >= len(orders):
            return None
        if self._aimed == orders[number]:
            return self._fire()
        order = orders[number]
        if order.battery != self.viewer.post:
            self.viewer.man(order.battery)
        self._aimed, self.viewer.hot, self.viewer.clicked = order, order.shot == "red", order.battery
        return Recompose()

    def _shelling(self) -> tuple[FireBattery, ...]:
        """What the chosen battery, or any of the side, could fire at."""
        viewer = self.viewer
        return () if viewer.waits else targets.shelling(viewer, viewer.side, viewer.own_post or "")

    def _posts(self) -> tuple[str, ...]:
        """The batteries of the side that can still fire."""
        viewer = self.viewer
        found = () if viewer.waits else of_batteries(viewer.state, viewer.side)
        return tuple(dict.fromkeys(order.battery for order in found))

    def _next_post(self) -> Reply:
        """On to the next battery that can fire."""
        posts = self._posts()
        now = posts.index(self.viewer.post) + 1 if self.viewer.post in posts else 0
        if posts:
            self.viewer.man(posts[now % len(posts)])
            self.viewer.clicked = self.viewer.post
        return Recompose()

    def beside(self, key: str) -> Sequence[str]:
        """With a battery, the ship at which it would be aimed first."""
        return [order.target for order in self._shelling()[:1] if order.battery == key]

    def _look(self, ships: Sequence[str]) -> Reply:
        """The ships of a shot are ringed, and the one that was fired at is brought into view."""
        self.viewer.noted = tuple(filter(self.viewer.on_map, ships))
        self.viewer.clicked = next(reversed(self.viewer.noted), None)
        return Recompose()

    def _elsewhere(self) -> Reply:
        """On to a ship that can fire; if none can, why not."""
        if self.actors():
            return self.next_of(self.actors())
        if self._posts():
            return self._next_post()
        own, state = self.viewer.own, self.viewer.state
        reasons = [reason for reason in compute_strength(state, own).fire_refusals.values() if reason] if own else []
        return Refuse(reasons[0] if len(reasons) == len(BROADSIDES) else Refused("SOTL-4.1-a", _NONE))

    def _aims(self) -> tuple[Shot, ...]:
        """What the chosen ship or battery could fire at."""
        own = self.viewer.own
        return list_shots(self.viewer.state, own) if own else self._shelling() if self.viewer.own_post else ()


_ONE: dict[type, str] = {FireBroadside: "Fires this broadside.", FireBattery: "Uses one of its two attacks this turn."}
_AIM = (
    "Aims at the first target. Click another target or press a number to aim there; click the battery to change its "
    "shot."
)
_NONE = "None of your broadsides bears on a target."
