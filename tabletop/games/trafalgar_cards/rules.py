"""The rules of a turn in its order, phase by phase; what may be ordered is a table at the end."""

from collections.abc import Mapping

from tabletop.cards import corrections, dealing
from tabletop.cards.events import CardsDiscarded
from tabletop.cards.hands import check_hand
from tabletop.core.agreement import Agreement, GameEnded
from tabletop.core.command_context import CommandContext
from tabletop.core.commands import Command, CommandHandler, allowed
from tabletop.core.decision import check_sealed
from tabletop.core.errors import Refused
from tabletop.core.game import Outcome
from tabletop.core.phrases import count
from tabletop.games.trafalgar_cards import tally
from tabletop.games.trafalgar_cards.commands import Commit, Deal, Discard
from tabletop.games.trafalgar_cards.deck import SIDES, USE_NAMES, USES, Play, Plays, Side, Use, in_order, with_article
from tabletop.games.trafalgar_cards.events import (
    ChoiceMade,
    CommitRevealed,
    FightBegan,
    HandDrawn,
    HandWon,
    TableCleared,
    TacticsBegan,
    TotalsReckoned,
    TurnBegan,
)
from tabletop.games.trafalgar_cards.limits import HAND, MOST_DISCARDED, ways, within
from tabletop.games.trafalgar_cards.state import State, card_name

MOST_DRAWN = 20
"""Hands drawn in a row that end the game (TRA-13)."""


def _deal(turn: CommandContext[State], command: Deal) -> None:  # noqa: ARG001
    """Shuffle the deck before the first turn, and deal."""
    if turn.state.turn == 1:
        dealing.shuffle(turn)
    dealing.deal(turn, SIDES * HAND, "TRA-3")
    turn.emit(TacticsBegan())


def _check_discard(state: State, command: Discard) -> Refused | None:
    """At most four cards of one's own hand, each once, chosen once."""
    if len(command.cards) > MOST_DISCARDED:
        return Refused(
            "TRA-3", f"At most {MOST_DISCARDED} cards may be discarded.", f"{len(command.cards)} were chosen"
        )
    return check_hand(state, command.side, command.cards, "TRA-11", card_name)


def _discard(turn: CommandContext[State], command: Discard) -> None:
    """Keep the choice; once both are in, lay down the cards, and deal to the British, then to the Allies."""
    turn.emit(ChoiceMade(side=command.side, choice=command))
    chosen = turn.state.chosen
    if len(chosen) < len(SIDES):
        return
    laid = {side: choice.cards for side in SIDES if isinstance(choice := chosen[side], Discard)}
    for side, cards in laid.items():
        turn.emit(CardsDiscarded(side=side, cards=cards, rule="TRA-3"))
    for side, cards in laid.items():
        dealing.deal(turn, (side,) * len(cards), "TRA-3")
    turn.emit(FightBegan())


def _check_commit(state: State, command: Commit) -> Refused | None:
    """Cards of one's own hand, each once, used as what it may be, no more of a suit than its limit."""
    side, plays = command.side, command.plays
    able, limit = ways(state.deck)(side, state.limits, state.turn)
    if refusal := check_hand(state, side, [play.card for play in plays], "TRA-11", card_name):
        return refusal
    for play in plays:
        if play not in able.get(play.card, ()):
            return unusable(state, side, play, limit)
    return None if within(plays, limit) else _over_limit(plays, limit)


def unusable(state: State, side: str, play: Play, limit: Mapping[Use, int]) -> Refused | None:
    """Why a card cannot be committed as that, whatever else is (TRA-4, TRA-5, TRA-6)."""
    card = state.deck[play.card]
    if card.suit == "admiral":
        if card.side != side:
            return Refused("TRA-5", f"{card.name} serves the other side.")
        return None if play.use == "admiral" else Refused("TRA-6", f"{card.name} counts as an Admiral only.")
    if play.use not in (card.suit, card.also_as):
        kind = "an Admiral" if play.use == "admiral" else f"a {USE_NAMES[play.use]} card"
        return Refused("TRA-6", f"{card.name} cannot be used as {kind}.")
    if not limit[play.use]:
        rule = "TRA-4" if play.use == card.suit else "TRA-6"
        return Refused(rule, f"{USE_NAMES[play.use]} cards do not count in turn {state.turn}.")
    return None


def _over_limit(plays: Plays, limit: Mapping[Use, int]) -> Refused:
    """Of which use there are more than may count (TRA-4)."""
    used = [play.use for play in plays]
    use = next(one for one in USES if used.count(one) > limit[one])
    kind = USE_NAMES[use]
    what = count(limit[use], kind if use == "admiral" else f"{kind} card")
    return Refused("TRA-4", f"At most {what} may count this turn.", f"{used.count(use)} were committed")


def _commit(turn: CommandContext[State], command: Commit) -> None:
    """Keep the choice; once both are in, reveal them and fight it out."""
    turn.emit(ChoiceMade(side=command.side, choice=command))
    chosen = turn.state.chosen
    if len(chosen) < len(SIDES):
        return
    deck = turn.state.deck
    plays = {side: in_order(deck, choice.plays) for side in SIDES if isinstance(choice := chosen[side], Commit)}
    for side in SIDES:
        turn.emit(CommitRevealed(side=side, plays=plays[side]))
    notes = tally.worked(deck, plays)
    for note in notes:
        turn.emit(note)
    totals = tally.totals(deck, plays, notes)
    turn.emit(TotalsReckoned(totals=totals))
    _decide_hand(turn, totals)
    _decide_game(turn)


def _decide_hand(turn: CommandContext[State], totals: dict[Side, int]) -> None:
    if totals["british"] == totals["allied"]:
        turn.emit(HandDrawn(in_a_row=turn.state.drawn_in_a_row + 1))
        return
    winner: Side = "british" if totals["british"] > totals["allied"] else "allied"
    turn.emit(HandWon(side=winner, hands=turn.state.won[winner] + 1))


def _decide_game(turn: CommandContext[State]) -> None:
    """What follows a battle that has been decided."""
    turn.emit(TableCleared())
    for side in SIDES:
        turn.emit(CardsDiscarded(side=side, cards=turn.state.cards.hands[side], rule="TRA-3"))
    state = turn.state
    if winner := _winner(state):
        _end(turn, winner, f"{with_article(winner)} won {count(state.wins_needed, 'hand')}", "TRA-1")
    elif state.drawn_in_a_row >= MOST_DRAWN:
        _end(turn, None, f"{MOST_DRAWN} hands in a row were drawn", "TRA-13")
    else:
        turn.emit(TurnBegan(turn=state.turn + 1))


def _winner(state: State) -> Side | None:
    for side, hands in state.won.items():
        if hands >= state.wins_needed:
            return side
    return None


def _end(turn: CommandContext[State], winner: str | None, reason: str, rule: str) -> None:
    """The game is over, with the hands that were won."""
    totals: dict[str, int] = {side: turn.state.won[side] for side in SIDES}
    turn.emit(GameEnded(outcome=Outcome(winner, reason, rule, totals, turn.state.scores), rule=rule))


def whose(state: State, command: Command) -> Refused | None:
    """Both sides choose, each once (TRA-11)."""
    return check_sealed(command.side, state.chosen, "TRA-11")


AGREEMENT: Agreement[State, str] = Agreement(SIDES, lambda state, side: with_article(side), _end)  # noqa: ARG005

COMMAND_HANDLERS: tuple[CommandHandler[State], ...] = (
    CommandHandler(Deal, allowed, _deal),
    CommandHandler(Discard, _check_discard, _discard),
    CommandHandler(Commit, _check_commit, _commit),
    corrections.build_exchange_command(SIDES),
)
"""Every command: why it is refused in its own phase, and what comes of it."""
