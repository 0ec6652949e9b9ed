"""Turns, phases, points and the end (3, 8), the wind (18), and corrections by both sides (C-9)."""

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from tabletop.core import agreement
from tabletop.core.agreement import DrawLapsed, DrawOffered, GameEnded
from tabletop.core.correction import AGREED_REASON, RULE, describe_change
from tabletop.core.events import Event, EventHandler, describe_nothing
from tabletop.core.game import Outcome, Score
from tabletop.core.phrases import capitalize, format_count, format_number, format_signed, join_words
from tabletop.core.state_cache import cache_per_state
from tabletop.games.ships_of_the_line import fleets
from tabletop.games.ships_of_the_line.fleets import mark_player_gone
from tabletop.games.ships_of_the_line.hooks import Ribbon
from tabletop.games.ships_of_the_line.model import State, Strength, clock, compass_point, find_silenced_sides
from tabletop.games.ships_of_the_line.rule_modules import phase_of, rules_of
from tabletop.games.ships_of_the_line.ship import SIDES, Broadside, Side, enemy_of
from tabletop.games.ships_of_the_line.tables import WIND_FORCE
from tabletop.games.ships_of_the_line.words import format_rolled, name_of, player_name
from tabletop.geometry.pose import Pose


class InitiativeRolled(Event, frozen=True, kw_only=True):
    """Both sides rolled for the initiative; totals include the scenario's bonus (3-b)."""

    dice: dict[Side, int]
    totals: dict[Side, int]
    winner: Side
    rule: str = "SOTL-3-b"


class TurnBegan(Event, frozen=True, kw_only=True):
    """A new turn began; the marks of the last one are cleared (3.1)."""

    turn: int
    rule: str = "SOTL-3.1-a"


class PhaseBegan(Event, frozen=True, kw_only=True):
    """A phase or step began; nobody is asked yet."""

    phase: str
    rule: str = "SOTL-3-h"


class SideAsked(Event, frozen=True, kw_only=True):
    """It is this side's turn to choose (AMB-132)."""

    side: Side
    rule: str = "SOTL-3-f"


class PhaseEnded(Event, frozen=True, kw_only=True):
    """No side is asked any more in this phase or step; its closing rules come next."""

    phase: str
    rule: str = "SOTL-3-h"


class PointsScored(Event, frozen=True, kw_only=True):
    """A side won victory points, or lost points if negative (8)."""

    score: Score
    ship: str = ""
    rule: str = "SOTL-8-b"


class PlayerDone(Event, frozen=True, kw_only=True):
    """One of several players of a side has nothing more to order in this step; others have (AMB-148)."""

    player: str
    rule: str = "AMB-148"


class PlayerAgreed(Event, frozen=True, kw_only=True):
    """One of several players is for the draw that is on offer (AMB-148)."""

    player: str
    rule: str = "AMB-148"


class PlayerConceded(Event, frozen=True, kw_only=True):
    """One of several players of a side gave up; his ships obey another (AMB-148)."""

    player: str
    to: str
    """The player whom the ships obey now."""
    rule: str = "AMB-148"


_PHASE_TITLES: dict[Ribbon, str] = {
    "Initiative": "",
    "Combat": "Combat.",
    "Movement": "Movement.",
    "Crew": "Crew Phase.",
}


@cache_per_state
def with_done(state: State, players: tuple[str, ...]) -> State:
    """Return the state with `players` done. Cached, so that equal calls return one object."""
    return replace(state, done=players)


def _apply_initiative(state: State, event: InitiativeRolled) -> State:
    """Give the initiative to the winner, and count all fires that burn now as old (AMB-32)."""
    ships = {key: replace(ship, old_fires=ship.fires) for key, ship in state.ships.items()}
    return replace(state, initiative=event.winner, ships=ships)


def _apply_turn_begin(state: State, event: TurnBegan) -> State:
    """Set turn and phase, and clear all marks of ships that last one turn."""
    ships = {
        key: replace(
            ship,
            moved=False,
            move_allows_anchor=False,
            attacked=False,
            hit=False,
            fired=(),
            exerted=False,
            reloaded=False,
            grapple_used=False,
            tried=(),
        )
        for key, ship in state.ships.items()
    }
    return replace(state, turn=event.turn, phase="initiative", ships=ships)


def _apply_concession(state: State, event: PlayerConceded) -> State:
    """Mark the player as gone, so that another has the ships; that player is no longer done."""
    done = tuple(one for one in state.done or () if one != event.to)
    return replace(state, players=mark_player_gone(state, event.player), done=done or UNSET)


def _apply_game_end(state: State, event: GameEnded) -> State:
    """Set the outcome, and clear question, draw offer and asked side."""
    return replace(state, outcome=event.outcome, asked=None, question=None, draw_offered=None, agreed=UNSET)


def _describe_initiative(state: State, event: InitiativeRolled) -> str:
    """Return the sentence with the winner and both rolls, short enough for a small window."""
    winner, loser = event.winner, enemy_of(event.winner)
    tied = " on a tie" if event.totals[winner] == event.totals[loser] else ""
    throws = f"{_format_initiative_roll(winner, event)} against {_format_initiative_roll(loser, event)}"
    return f"Initiative: {fleets.short_fleet_name(state, winner)}{tied}, {throws}."


def _format_initiative_roll(side: Side, event: InitiativeRolled) -> str:
    """Return a side's die, with bonus and total if there is a bonus: ``4+1 = 5``."""
    die, total = event.dice[side], event.totals[side]
    bonus = f"{format_signed(total - die)} = {total}" if total != die else ""
    return f"{die}{bonus}".replace("-", "−")


def _describe_phase(state: State, event: PhaseBegan) -> str:
    """Return the heading if a phase of the ribbon begins; "" for a step within a phase."""
    ribbon = rules_of(state).phases[event.phase].ribbon
    return _PHASE_TITLES[ribbon] if ribbon != phase_of(state).ribbon else ""


def _describe_points(state: State, event: PointsScored) -> str:
    """Return the sentence for points gained or lost, with the reason."""
    score = event.score
    verb = "gains" if score.points >= 0 else "loses"
    points = format_count(abs(score.points), "victory point")
    return f"{capitalize(fleets.fleet_in_sentence(state, score.side))} {verb} {points}: {score.reason}."


def _describe_draw_offer(state: State, event: DrawOffered) -> str:
    """Return the sentence for an offer of a draw."""
    return f"{capitalize(fleets.fleet_in_sentence(state, event.side))} offers a draw."


def _describe_game_end(state: State, event: GameEnded) -> str:
    """Return two sentences: why the battle ended, and the winner or a draw with both sides' points."""
    outcome = event.outcome
    result = (
        f"{capitalize(fleets.fleet_in_sentence(state, outcome.winner))} wins"
        if outcome.winner
        else "The battle is a draw"
    )
    points = ", ".join(
        f"{fleets.short_fleet_name(state, side)} {format_number(outcome.totals.get(side, 0))}" for side in SIDES
    )
    return f"{_format_reason(state, outcome)}. {result}: {points}."


def build_outcome(state: State) -> Outcome | None:
    """Return the outcome with a reason that names the fleets by nation; None if the battle goes on."""
    over = state.outcome
    return over and replace(over, reason=_format_reason(state, over))


def _format_reason(state: State, outcome: Outcome) -> str:
    """Return why the battle ended, without a full stop.

    Unlike the outcome, it names the fleets by their nations, e.g. after a concession; else the outcome's reason.
    """
    if outcome.rule == "AMB-140":
        return _describe_silenced_fleets(state)
    if outcome.rule == "C-9" and outcome.winner:
        loser = next(side for side in SIDES if side != outcome.winner)
        return f"{capitalize(fleets.fleet_in_sentence(state, loser))} conceded"
    return outcome.reason


def _describe_silenced_fleets(state: State) -> str:
    """Return that one fleet or neither has fighting ships left, without a full stop."""
    silent = find_silenced_sides(state)
    if len(silent) == len(SIDES):
        return "Neither fleet has fighting ships left"
    return f"{capitalize(fleets.fleet_in_sentence(state, silent[0]))} has no fighting ships left"


_STRENGTH_WORDS: dict[Strength, str] = {"light": "a light breeze", "breeze": "a breeze", "heavy": "a heavy breeze"}


class WindRolled(Event, frozen=True, kw_only=True):
    """The first die of a battle decided where the wind comes from (18.1-c, AMB-176)."""

    die: int
    origin: int
    rule: str = "SOTL-18.1-c"


class DirectionChecked(Event, frozen=True, kw_only=True):
    """Dice decided if the wind shifts (18.1)."""

    die: int
    change: int | None
    """The second die, rolled only if the first says that the wind shifts."""
    origin: int
    """Direction from which the wind comes now, degrees clockwise from north."""
    rule: str = "SOTL-18.1-b"


class StrengthChecked(Event, frozen=True, kw_only=True):
    """Dice decided if the wind grows or falls (18.2)."""

    die: int
    table: int | None
    """The second die, rolled only if the first says that the strength may change."""
    strength: Strength
    """Strength of the wind now."""
    drift: bool
    """True if ships without way drift in this wind (AMB-176)."""
    rule: str = "SOTL-18.2-a"


def _apply_wind_roll(state: State, event: WindRolled) -> State:
    """Set the direction of the wind, and mark it as known."""
    return replace(state, wind=replace(state.wind, origin=event.origin, unknown=UNSET))


def _apply_strength(state: State, event: StrengthChecked) -> State:
    """Set the strength of the wind, and if ships drift in it."""
    return replace(state, wind=replace(state.wind, strength=event.strength), drift=event.drift)


def _describe_wind_roll(state: State, event: WindRolled) -> str:  # noqa: ARG001 - nothing was known before
    """Return the sentence with the direction of the wind and the die."""
    return f"The wind blows from the {compass_point(event.origin)} {format_rolled((event.die,))}."


def _describe_direction(state: State, event: DirectionChecked) -> str:
    """Return the sentence with the wind's direction before and after, and the dice."""
    before, after = compass_point(state.wind.origin), compass_point(event.origin)
    thrown = format_rolled((event.die,) if event.change is None else (event.die, event.change))
    return f"The wind {'stays in the' if before == after else f'shifts from the {before} to the'} {after} {thrown}."


def _describe_strength(state: State, event: StrengthChecked) -> str:
    """Return the sentence with the wind's strength now, if it grew or fell, and the dice."""
    thrown = format_rolled((event.die,) if event.table is None else (event.die, event.table))
    if state.wind.strength in (None, event.strength):
        return f"The wind remains {_STRENGTH_WORDS[event.strength]} {thrown}."
    grows = WIND_FORCE.index(event.strength) > WIND_FORCE.index(state.wind.strength)
    return f"The wind {'freshens' if grows else 'drops'} to {_STRENGTH_WORDS[event.strength]} {thrown}."


WIND_CHECK_HANDLERS: tuple[EventHandler[State], ...] = (
    EventHandler(
        DirectionChecked,
        lambda state, event: replace(state, wind=replace(state.wind, origin=event.origin)),
        _describe_direction,
    ),
    EventHandler(StrengthChecked, _apply_strength, _describe_strength),
)
"""The handlers of the checks for changes of the wind."""


class ShipCorrected(Event, frozen=True, kw_only=True):
    """Both sides corrected a ship's pose or the marks on her card; what is left out stays."""

    ship: str
    pose: Pose | UnsetType = UNSET
    carried: bool = False
    """True if the center of the hull was moved; false if the ship was at most turned about it."""
    hull: int | UnsetType = UNSET
    """Hull points left."""
    fatigue: int | UnsetType = UNSET
    fires: int | UnsetType = UNSET
    loaded: tuple[Broadside, ...] | UnsetType = UNSET
    """The loaded broadsides."""
    rule: str = RULE


_CORRECTED_FIELDS = ("pose", "hull", "fatigue", "fires", "loaded")


def _apply_correction(state: State, event: ShipCorrected) -> State:
    """Set pose and marks that the event has; fires put out so are taken from the old fires too."""
    fresh = {one: value for one in _CORRECTED_FIELDS if (value := getattr(event, one)) is not UNSET}
    ship = replace(state.ships[event.ship], **fresh)
    if ship.old_fires > ship.fires:
        ship = replace(ship, old_fires=ship.fires)
    return replace(state, ships={**state.ships, event.ship: ship})


def _describe_correction(state: State, event: ShipCorrected) -> str:
    """Return the sentence with each value that changed, before and after, or ``no change``."""
    before, after = state.ships[event.ship], _apply_correction(state, event).ships[event.ship]
    told = [
        "her place" if event.carried else "",
        describe_change("heading", f"{before.pose.heading}°", f"{after.pose.heading}°"),
        *(describe_change(what, getattr(before, what), getattr(after, what)) for what in ("hull", "fatigue", "fires")),
        describe_change("loaded", join_words(before.loaded) or "nothing", join_words(after.loaded) or "nothing"),
    ]
    changes = join_words(filter(None, told)) or "no change"
    return f"Both sides agree: {name_of(state, event.ship)} is corrected: {changes}."


EVENT_HANDLERS: tuple[EventHandler[State], ...] = (
    EventHandler(InitiativeRolled, _apply_initiative, _describe_initiative),
    EventHandler(
        TurnBegan,
        _apply_turn_begin,
        lambda state, event: f"Turn {event.turn} of {state.turns}, {clock(state, event.turn)}.",
    ),
    EventHandler(PhaseBegan, lambda state, event: replace(state, phase=event.phase, asked=None), _describe_phase),
    EventHandler(SideAsked, lambda state, event: replace(state, asked=event.side, done=UNSET), describe_nothing),
    EventHandler(PhaseEnded, lambda state, event: replace(state, asked=None, done=UNSET), describe_nothing),  # noqa: ARG005
    EventHandler(
        PlayerDone,
        apply=lambda state, event: with_done(state, (*(state.done or ()), event.player)),
        describe=lambda state, event: f"{player_name(state, event.player)} has finished.",
    ),
    EventHandler(
        PlayerAgreed,
        apply=lambda state, event: replace(state, agreed=(*(state.agreed or ()), event.player)),
        describe=lambda state, event: f"{player_name(state, event.player)} agrees to a draw.",
    ),
    EventHandler(
        PlayerConceded,
        apply=_apply_concession,
        describe=lambda state, event: (
            f"{player_name(state, event.player)} concedes; {player_name(state, event.to)} takes over his ships."
        ),
    ),
    EventHandler(
        PointsScored, lambda state, event: replace(state, scores=(*state.scores, event.score)), _describe_points
    ),
    *agreement.build_event_handlers(_describe_draw_offer, _describe_game_end),
    EventHandler(
        DrawLapsed,
        apply=lambda state, event: replace(state, draw_offered=None, agreed=UNSET),  # noqa: ARG005
        describe=lambda state, event: "The draw offer lapses.",  # noqa: ARG005
    ),
    EventHandler(GameEnded, _apply_game_end, _describe_game_end),
    EventHandler(WindRolled, _apply_wind_roll, _describe_wind_roll),
    EventHandler(ShipCorrected, _apply_correction, _describe_correction, reveals=AGREED_REASON),
)
