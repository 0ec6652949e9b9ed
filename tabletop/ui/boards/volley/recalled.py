"""The attack that was reckoned last, with what was played on it."""

from tabletop.games.volley.model import AttackResult, Share, State, format_casualties, opponent_of
from tabletop.ui.boards.cards.reader import Section
from tabletop.ui.boards.cards.recall import Laid, PastPlay, Shown
from tabletop.ui.boards.volley.middle import standing
from tabletop.ui.boards.volley.pictures import look


def attack(view: State) -> PastPlay | None:
    """None if there was none, or its cards are shuffled."""
    toll = view.last
    if toll is None:
        return None
    title = f"The last attack: {format_casualties(toll.total)} for {view.names[toll.side]}"
    return PastPlay("Last attack", title, lambda: _shown(view, toll))


def _shown(view: State, toll: AttackResult) -> Shown:
    """Its meld card by card, the defence cards that held and the counters of those that did not."""
    meld = [Laid(look(view.deck[one.card]), standing(view, one.card, one.negated_by)) for one in toll.shares]
    played = [Laid(look(view.deck[card])) for one in toll.shares for card in _played(one)]
    cards = [(f"{view.names[opponent_of(toll.side)]} attacked with", meld), ("Played on it", played)]
    lines = ((_sum(view, toll.shares), str(toll.total)),)
    return Shown(cards if played else cards[:1], (Section("", lines, rule="VOL-9"),))


def _played(share: Share) -> list[str]:
    return [card for card in (share.negated_by, share.countered_by) if card]


def _sum(view: State, shares: tuple[Share, ...]) -> str:
    return " + ".join(f"{view.deck[one.card].name} {one.counted}" for one in shares)
