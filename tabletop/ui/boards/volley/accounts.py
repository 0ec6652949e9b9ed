"""Facts of the log opened up: their numbers line by line."""

from collections.abc import Iterable

from tabletop.core.dispatch import Case, Handlers, by_kind
from tabletop.core.facts import Fact
from tabletop.games.volley.events import CasualtiesSuffered, CounterPlayed, DefencePlayed, MeldPlayed, TurnEnded
from tabletop.games.volley.state import QUIET, Share, State
from tabletop.ui.boards.contract import Account

Lines = Iterable[tuple[str, str]]


def account(before: State, event: Fact) -> Account:
    """A fact opened up: its numbers, its rule."""
    lines = _LINES.get(type(event))
    return Account(tuple(lines(before, event)) if lines else (), rule=event.rule)


def _meld(state: State, event: MeldPlayed) -> Lines:
    yield from ((state.deck[card].name, str(force)) for card, force in zip(event.cards, event.forces, strict=True))
    yield "Force", str(event.total)


def _defence(state: State, event: DefencePlayed) -> Lines:
    yield state.deck[event.target].name, f"{event.force} to 0"
    yield "Force", str(event.total)


def _counter(state: State, event: CounterPlayed) -> Lines:
    yield state.deck[event.answer].name, "works" if event.works else "negated"
    yield "Force", str(event.total)


def _casualties(state: State, event: CasualtiesSuffered) -> Lines:
    yield from ((_share(state, share), str(share.counted)) for share in event.shares)
    yield "Casualties", str(event.total)
    yield f"Troops of {state.names[event.side]}", f"{event.before} to {event.left}"


def _share(state: State, share: Share) -> str:
    name = state.deck[share.card].name
    return f"{name} {share.force}, negated by {state.deck[share.negated_by].name}" if share.negated_by else name


_LINES: Handlers[State, Lines] = by_kind(
    Case(MeldPlayed, _meld),
    Case(DefencePlayed, _defence),
    Case(CounterPlayed, _counter),
    Case(CasualtiesSuffered, _casualties),
    Case(TurnEnded, lambda state, event: [("Turns in a row without a casualty", f"{event.quiet} of {QUIET}")]),  # noqa: ARG005
)
