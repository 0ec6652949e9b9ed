"""Turns, phases, points and the end (3, 8)."""

from msgspec import UNSET
from msgspec.structs import replace

from tabletop.core import agreement
from tabletop.core.agreement import DrawLapsed, DrawOffered, GameEnded
from tabletop.core.events import Event, EventHandler, silent
from tabletop.core.game import Outcome, Score
from tabletop.core.memory import per_state
from tabletop.core.phrases import capital, count, figure, signed
from tabletop.games.ships_of_the_line import fleets
from tabletop.games.ships_of_the_line.fleets import without_player
from tabletop.games.ships_of_the_line.hooks import Ribbon
from tabletop.games.ships_of_the_line.rule_modules import phase_of, rules_of
from tabletop.games.ships_of_the_line.ship import SIDES, Side, enemy_of
from tabletop.games.ships_of_the_line.state import State, clock, silenced_sides
from tabletop.games.ships_of_the_line.words import player_name


class InitiativeRolled(Event, frozen=True, kw_only=True):
    """Both sides rolled; totals include the scenario's bonus (3-b)."""

    dice: dict[Side, int]
    totals: dict[Side, int]
    winner: Side
    rule: str = "SOTL-3-b"


class TurnBegan(Event, frozen=True, kw_only=True):
    """A new turn; markers of the last one are cleared (3.1)."""

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
    """Both sides are done; its closing rules come next."""

    phase: str
    rule: str = "SOTL-3-h"


class PointsScored(Event, frozen=True, kw_only=True):
    """Victory points won, or lost again when negative (8)."""

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
    """The player whom they obey now."""
    rule: str = "AMB-148"


_TITLES: dict[Ribbon, str] = {
    "Initiative": "",
    "Combat": "Combat: the guns speak.",
    "Movement": "Movement: the fleets make sail.",
    "Crew": "Crew: all hands to their tasks.",
}


@per_state
def with_done(state: State, players: tuple[str, ...]) -> State:
    """With these players done; remembered, so that what was asked of the others before it is told holds then."""
    return replace(state, done=players)


def _initiative_rolled(state: State, event: InitiativeRolled) -> State:
    """The winner holds the initiative for this turn; fires that burn now are old in it, in turn 1 too (AMB-32)."""
    ships = {key: replace(ship, old_fires=ship.fires) for key, ship in state.ships.items()}
    return replace(state, initiative=event.winner, ships=ships)


def _turn_began(state: State, event: TurnBegan) -> State:
    """The marks that count within one turn are wiped."""
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


def _player_conceded(state: State, event: PlayerConceded) -> State:
    """Who takes over his ships may go on ordering, though he was done."""
    done = tuple(one for one in state.done or () if one != event.to)
    return replace(state, players=without_player(state, event.player), done=done or UNSET)


def _game_ended(state: State, event: GameEnded) -> State:
    """Nobody is asked any more."""
    return replace(state, outcome=event.outcome, asked=None, question=None, draw_offered=None, agreed=UNSET)


def _initiative_in_words(state: State, event: InitiativeRolled) -> str:
    """Who has the initiative, by which throws; short enough for the lower bar of a small window."""
    winner, loser = event.winner, enemy_of(event.winner)
    tied = " on a tie" if event.totals[winner] == event.totals[loser] else ""
    throws = f"{_throw(winner, event)} against {_throw(loser, event)}"
    return f"Initiative: {fleets.short_fleet_name(state, winner)}{tied}, {throws}."


def _throw(side: Side, event: InitiativeRolled) -> str:
    die, total = event.dice[side], event.totals[side]
    bonus = f"{signed(total - die)} = {total}" if total != die else ""
    return f"{die}{bonus}".replace("-", "−")


def _phase_in_words(state: State, event: PhaseBegan) -> str:
    """A heading where a phase of the ribbon begins; the steps within it are not worth a line."""
    ribbon = rules_of(state).phases[event.phase].ribbon
    return _TITLES[ribbon] if ribbon != phase_of(state).ribbon else ""


def _points_in_words(state: State, event: PointsScored) -> str:
    score = event.score
    verb = "gains" if score.points >= 0 else "loses"
    points = count(abs(score.points), "victory point")
    return f"{capital(fleets.fleet_in_sentence(state, score.side))} {verb} {points}: {score.reason}."


def _draw_offered(state: State, event: DrawOffered) -> str:
    return f"{capital(fleets.fleet_in_sentence(state, event.side))} offers a draw."


def _end_in_words(state: State, event: GameEnded) -> str:
    """Why it is over, who won, and the points."""
    outcome = event.outcome
    result = (
        f"{capital(fleets.fleet_in_sentence(state, outcome.winner))} wins" if outcome.winner else "The battle is drawn"
    )
    points = ", ".join(
        f"{fleets.short_fleet_name(state, side)} {figure(outcome.totals.get(side, 0))}" for side in SIDES
    )
    return f"{_reason(state, outcome)}. {result}: {points}."


def outcome(state: State) -> Outcome | None:
    """How the battle ended; the reason calls the fleets by their nations."""
    over = state.outcome
    return over and replace(over, reason=_reason(state, over))


def _reason(state: State, outcome: Outcome) -> str:
    """Return why the battle ended, without a full stop. Names the fleets by their nations, unlike the event."""
    if outcome.rule == "AMB-140":
        return _without_fighting_ships(state)
    if outcome.rule == "C-9" and outcome.winner:
        loser = next(side for side in SIDES if side != outcome.winner)
        return f"{capital(fleets.fleet_in_sentence(state, loser))} conceded"
    return outcome.reason


def _without_fighting_ships(state: State) -> str:
    silent = silenced_sides(state)
    if len(silent) == len(SIDES):
        return "Neither fleet has fighting ships left"
    return f"{capital(fleets.fleet_in_sentence(state, silent[0]))} has no fighting ships left"


EVENT_HANDLERS: tuple[EventHandler[State], ...] = (
    EventHandler(InitiativeRolled, _initiative_rolled, _initiative_in_words),
    EventHandler(
        TurnBegan, _turn_began, lambda state, event: f"Turn {event.turn} of {state.turns}, {clock(state, event.turn)}."
    ),
    EventHandler(PhaseBegan, lambda state, event: replace(state, phase=event.phase, asked=None), _phase_in_words),
    EventHandler(SideAsked, lambda state, event: replace(state, asked=event.side, done=UNSET), silent),
    EventHandler(PhaseEnded, lambda state, event: replace(state, asked=None, done=UNSET), silent),  # noqa: ARG005
    EventHandler(
        PlayerDone,
        apply=lambda state, event: with_done(state, (*(state.done or ()), event.player)),
        describe=lambda state, event: f"{player_name(state, event.player)} has no more orders.",
    ),
    EventHandler(
        PlayerAgreed,
        apply=lambda state, event: replace(state, agreed=(*(state.agreed or ()), event.player)),
        describe=lambda state, event: f"{player_name(state, event.player)} is for a draw.",
    ),
    EventHandler(
        PlayerConceded,
        apply=_player_conceded,
        describe=lambda state, event: (
            f"{player_name(state, event.player)} gives up; his ships obey {player_name(state, event.to)}."
        ),
    ),
    EventHandler(
        PointsScored, lambda state, event: replace(state, scores=(*state.scores, event.score)), _points_in_words
    ),
    *agreement.event_handlers(_draw_offered, _end_in_words),
    EventHandler(
        DrawLapsed,
        apply=lambda state, event: replace(state, draw_offered=None, agreed=UNSET),  # noqa: ARG005
        describe=lambda state, event: "The offer of a draw lapses.",  # noqa: ARG005
    ),
    EventHandler(GameEnded, _game_ended, _end_in_words),
)
