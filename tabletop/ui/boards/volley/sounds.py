"""What is heard of a battle on land."""

from collections.abc import Iterable

from tabletop.core.dispatch import KindHandler
from tabletop.games.volley.events import CasualtiesSuffered, CoinTossed, CounterPlayed, DefencePlayed, MeldPlayed
from tabletop.games.volley.model import State
from tabletop.ui.boards.cards.sounds import COMMON
from tabletop.ui.sound.score import Call, Score, always, score

WEAPONS = {"infantry": "musketry", "cavalry": "musketry", "artillery": "gun"}
"""By the troops that attack; horsemen have pistols."""


def _fired(state: State, event: CasualtiesSuffered) -> Iterable[Call]:
    """The weapons of the meld, of whatever troops there are in it."""
    troops = dict.fromkeys(state.deck[share.card].suit.partition("_")[0] for share in event.shares)
    return [Call(WEAPONS[troop]) for troop in troops if troop in WEAPONS]


SOUNDS: Score = COMMON | score(
    KindHandler(CoinTossed, always("brass")),
    KindHandler(MeldPlayed, lambda _state, _event: [Call("card_turned", each=True), Call("drum")]),
    KindHandler(DefencePlayed, always("card_turned", each=True)),
    KindHandler(CounterPlayed, always("card_turned", each=True)),
    KindHandler(CasualtiesSuffered, _fired),
)
