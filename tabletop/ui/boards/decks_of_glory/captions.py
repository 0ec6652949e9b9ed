"""What the top bar tells of a battle."""

from tabletop.games.decks_of_glory import asking
from tabletop.games.decks_of_glory.chapters.ending import scores, totals
from tabletop.games.decks_of_glory.game import GAME
from tabletop.games.decks_of_glory.phases import PHASES, RIBBON
from tabletop.games.decks_of_glory.state import PhaseId, Side, State
from tabletop.ui.boards.battle import ledgers
from tabletop.ui.boards.contract import Caption, Tally
from tabletop.ui.boards.decks_of_glory.signs import side_sign

_TASKS: dict[PhaseId, str] = {
    "colours": "to choose a colour",
    "first_wind": "to choose the wind",
    "movement": "to move",
    "gunnery": "to fire",
    "boarding": "to board",
}
_ANYBODY: dict[PhaseId, str] = {
    "shuffle": "Shuffle the deck",
    "wind": "A card for the wind",
    "initiative": "A card for the initiative",
}
WAITED = tuple(part for part in RIBBON if part != "Striking")
"""The parts of a turn in which somebody is asked; ships strike or sink as soon as the boarding is over."""
RECKONING = "Reckoning"
"""What follows them when the battle is over."""


def caption(state: State) -> Caption:
    """Title, phase, who is asked, turn, points."""
    phase, over = PHASES[state.phase], state.outcome is not None
    personal = state.phase in _TASKS and not over
    part = RECKONING if over else phase.ribbon
    return Caption(
        title=GAME.meta.title,
        subtitle=state.title,
        phases=_ribbon(part),
        phase=part,
        asked="The battle is over" if over else asked_in_words(state),
        sign=side_sign(state, asking.asked(state)) if personal else None,
        turn=f"Turn {state.turn} of {state.turns}" if state.turn else "Before play",
        lasts=f"The battle is over after turn {state.turns} at the latest.",
        progress=(state.turn, state.turns),
        tallies=tuple(_tally(state, side) for side in state.sides),
    )


def _ribbon(part: str) -> tuple[str, ...]:
    """The parts of a turn, with what is before the first or after the last one where that is on."""
    if part == RECKONING:
        return (*WAITED, part)
    return WAITED if part in WAITED else (part, *WAITED)


def asked_in_words(state: State) -> str:
    """Who is asked, and for what."""
    if state.phase in _TASKS:
        return f"{state.names[asking.asked(state)]} {_TASKS[state.phase]}"
    return _ANYBODY.get(state.phase, PHASES[state.phase].prompt)


def _tally(state: State, side: Side) -> Tally:
    points = totals(state)[side]
    return Tally(f"{state.names[side]} victory points", side_sign(state, side), points, ledger(state, side))


def ledger(state: State, side: Side) -> str:
    """The victory points of a side as things stand, an entry on each line."""
    mine = [score for score in scores(state) if score.side == side]
    return ledgers.ledger([f"+{score.points} {score.reason} ({score.rule})" for score in mine], "more")
