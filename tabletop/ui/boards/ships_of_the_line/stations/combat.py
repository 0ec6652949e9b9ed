"""The Combat Phase on the sea: what each broadside of the chosen ship can be fired at, with its odds (chapter 4)."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import ClassVar

from tabletop.core.deeds import Order
from tabletop.core.errors import Refused
from tabletop.core.phrases import count
from tabletop.games.ships_of_the_line import GAME
from tabletop.games.ships_of_the_line.commands import Done, FireBroadside
from tabletop.games.ships_of_the_line.ship import BROADSIDES
from tabletop.games.ships_of_the_line.state import State, fired, in_service
from tabletop.games.ships_of_the_line.survey import card
from tabletop.games.ships_of_the_line.survey.card import strength
from tabletop.games.ships_of_the_line.survey.choosing import plain
from tabletop.games.ships_of_the_line.survey.odds import BroadsideOdds
from tabletop.games.ships_of_the_line.survey.odds import broadside as odds_of
from tabletop.games.ships_of_the_line.survey.picture import Outlook, picture, shots, volley, works
from tabletop.ui import keys
from tabletop.ui.boards.battle.gestures import Gesture
from tabletop.ui.boards.contract import Offer, Progress, Unfinished
from tabletop.ui.boards.replies import Ask, Recompose, Refuse, Reply, Submit
from tabletop.ui.boards.ships_of_the_line import survey_overlays
from tabletop.ui.boards.ships_of_the_line.overlays import BlockedTarget, LegalTarget, Overlay
from tabletop.ui.boards.ships_of_the_line.stations.crew_sheet import Ordered, sheet
from tabletop.ui.boards.ships_of_the_line.stations.station import Station, still
from tabletop.ui.boards.ships_of_the_line.viewer import Viewer
from tabletop.ui.input import Input
from tabletop.ui.widgets.base import Tip, Widget
from tabletop.ui.widgets.button import Button
from tabletop.ui.widgets.report import Hearing, On, Report, hearing, pressed


class CombatStation(Station):
    """Choose a ship, aim one of her broadsides, fire.

    The first click on a lit target aims, the second fires. Space fires what is aimed, or all that she has.
    """

    follows_pointer: ClassVar[bool] = True

    def __init__(self, viewer: Viewer) -> None:
        super().__init__(viewer)
        self._aimed: FireBroadside | None = None
        self._on: Hearing[Reply] = hearing(On(Ordered, lambda order: self._fire_work(order.number)))

    def refresh(self) -> None:
        """An aim holds as long as it is legal."""
        if self._aimed not in self._aims():
            self._aimed = None

    # --- what is shown

    def laid(self) -> Iterator[Overlay]:
        """The fields of the selected ship, her targets, and why a broadside is silent; an enemy's as well."""
        key, state = self.viewer.selected, self.viewer.state
        if key is None or not in_service(state, key):
            return
        if self.viewer.arcs == "none":
            yield from survey_overlays.fire_fields(state, key)
        for broadside in BROADSIDES:
            outlook = picture(state).get((key, broadside))
            if outlook is not None:
                yield from _before(self.viewer, outlook, self._aimed)

    def offer(self) -> Offer | None:
        """Fire what is aimed, fire all she has, or go to the next ship."""
        aims, state = self._aims(), self.viewer.state
        if self._aimed:
            return Offer(f"Fire at {card.called(state, self._aimed.target)}", "fire", "One broadside.")
        if aims:
            tip = f"{state.cards[aims[0].ship].name} alone: each of her broadsides that has a target."
            return Offer("Fire broadsides" if len(aims) > 1 else "Fire broadside", "fire", tip)
        if self.actors():
            return Offer("Next ship to fire", "next", "A ship that still has a loaded broadside and a target.")
        return Offer("Cease fire", "cease", "No broadside of yours bears on a target: the phase ends.", ends=True)

    def sheet(self) -> Sequence[Widget]:
        """What batteries on the coast could fire at."""
        orders = works(self.viewer.state, self.viewer.side)
        given = [plain(key, order) for key, order in orders]
        return (sheet(self.viewer.state, given, {}, None)[0],) if given else ()

    def extras(self) -> Sequence[Button]:
        """All that bear."""
        button = Button("all", "All that bear", "dark", key=keys.key("fire_all"), tip=Tip("Fire all that bear", _ALL))
        return (button.disable("" if self.actors() else _NONE),)

    def finish(self) -> Order:
        """Done."""
        return Done(side=self.viewer.side)

    def unfinished(self) -> Unfinished | None:
        """Ships that could still fire."""
        actors = self.actors()
        if works(self.viewer.state, self.viewer.side):
            return Unfinished("End the combat phase?", "Batteries on the coast can still fire.", tuple(actors))
        if not actors:
            return None
        body = "These ships still have a loaded broadside and a target. They will not fire this turn."
        return Unfinished("End the combat phase?", body, tuple(actors))

    def progress(self) -> Progress:
        """Broadsides fired and still bearing."""
        side = self.viewer.side
        made = fired(self.viewer.state, side)
        left = sum(len(volley(self.viewer.state, key)) for key in self.actors())
        return Progress("Broadsides this phase", f"{made} fired, {left} bear", made / (made + left or 1))

    def hints(self) -> Sequence[str]:
        """Fire."""
        return ("primary", "aim", "fire", "fire_all")

    # --- what is done

    def gesture(self, gesture: Gesture) -> Reply:
        """Aim at a lit target; fire at the one that is aimed at; say why a ship is no target."""
        own, key = self.viewer.own, gesture.ship
        if gesture.kind != "click" or gesture.button != "left" or own is None or key is None or gesture.shift:
            return None
        aim = next((aim for aim in self._aims() if aim.target == key), None)
        return self._no_target(own, key) if aim is None else self._aim(self._aims().index(aim))

    def _no_target(self, own: str, key: str) -> Reply:
        """A click on an enemy in sight that cannot be fired at says why; elsewhere it selects."""
        state = self.viewer.state
        for broadside in BROADSIDES:
            outlook = picture(state).get((own, broadside))
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
            "fire": self._fire, "all": self._fire_all,
            "next": lambda: self.next_of(self.actors()), "cease": lambda: Submit.one(self.finish()),
        })  # fmt: skip

    def key(self, given: Input) -> Reply:
        """Fire what is aimed or all she has; a number aims at a target, and the same again fires."""
        if given.key.isdigit():
            return self._aim(int(given.key) - 1)
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
        own = self.viewer.own
        if own is None:
            return None
        orders = (self._aimed,) if self._aimed else volley(self.viewer.state, own)
        self._aimed = None
        return still(orders)

    def _fire_work(self, number: int) -> Reply:
        orders = works(self.viewer.state, self.viewer.side)
        return Submit.one(orders[number][1]) if number < len(orders) else None

    def _fire_all(self) -> Reply:
        actors = self.actors()
        orders = [order for key in actors for order in volley(self.viewer.state, key)]
        if not orders:
            return None
        fired = f"{count(len(orders), 'broadside')} of {count(len(actors), 'ship')}"
        words = f"{fired}, each at the nearest enemy in its field."
        return Ask("Fire all that bear?", words, "Fire", still(orders), tuple(actors))

    def _elsewhere(self) -> Reply:
        """On to a ship that can fire; if none can, why not."""
        if self.actors():
            return self.next_of(self.actors())
        own, state = self.viewer.own, self.viewer.state
        reasons = [reason for reason in strength(state, own).silent.values() if reason] if own else []
        return Refuse(reasons[0] if len(reasons) == len(BROADSIDES) else Refused("SOTL-4.1-a", _NONE))

    def _aims(self) -> tuple[FireBroadside, ...]:
        own = self.viewer.own
        return shots(self.viewer.state, own) if own else ()


_NONE = "No broadside of yours bears on a target."
_ALL = "Every broadside of yours that has a target fires at the nearest enemy. You are asked once."


def _before(viewer: Viewer, outlook: Outlook, aimed: FireBroadside | None) -> Iterator[Overlay]:
    """Everything about one broadside; `aimed` is the shot that only waits for the word."""
    if outlook.unable is not None:
        yield from _silent(viewer.state, outlook, outlook.unable)
    elif not outlook.aims:
        yield from _masked(viewer.state, outlook)
    else:
        for aim in outlook.aims:
            yield from _lit(viewer, odds_of(viewer.state, aim), aimed)


def _lit(viewer: Viewer, odds: BroadsideOdds, aimed: FireBroadside | None) -> Iterator[Overlay]:
    """A target with its odds; those of the target that is pointed at, or aimed at, in full."""
    state, aim = viewer.state, odds.aim
    laid = aimed is not None and (aimed.broadside, aimed.target) == (aim.broadside, aim.target)
    start, end = aim.sight.start, aim.sight.end
    if aim.target in state.ships:
        yield LegalTarget(aim.target, (start.x, start.y), (end.x, end.y))
    title = survey_overlays.order_title if viewer.own else survey_overlays.threat_title
    chip = survey_overlays.odds_chip(state, odds, (survey_overlays.aimed_title if laid else title)(state, odds))
    whole = laid or viewer.hovered == aim.target
    yield replace(chip, bars=tuple(float(chance) for chance in odds.hits)) if whole else chip


def _silent(state: State, outlook: Outlook, why: Refused) -> Iterator[Overlay]:
    """Why a broadside with an enemy before it cannot be fired; one that has just been fired needs no word."""
    one = outlook.sighting
    nearest = next(iter(one.seen), None)
    if nearest is not None and nearest.enemy and one.broadside not in state.ships[one.ship].fired:
        yield survey_overlays.no_shot(state, nearest.ship, nearest.sight.end, why.reason)


def _masked(state: State, outlook: Outlook) -> Iterator[Overlay]:
    """The nearest enemy that would be there, and the ship that masks her."""
    masked = next((one for one in outlook.sighting.seen if one.enemy), None)
    if masked is None or not outlook.sighting.blockers:
        return
    blocker = outlook.sighting.find(outlook.sighting.blockers[0])
    if blocker is not None:
        start, cross = masked.sight.start, blocker.sight.end
        if masked.ship in state.ships:
            yield BlockedTarget(masked.ship, (start.x, start.y), (cross.x, cross.y))
        reason = f"{state.cards[blocker.ship].name} masks the line, {blocker.sight.distance:.2f} UM"
        yield survey_overlays.no_shot(state, masked.ship, masked.sight.end, reason)
