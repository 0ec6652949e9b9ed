"""The sounds of a battle on land."""

from collections.abc import Iterable

from tabletop.core.dispatch import KindHandler
from tabletop.games.volley.events import CasualtiesSuffered, CoinTossed, CounterPlayed, DefencePlayed, MeldPlayed
from tabletop.games.volley.model import State
from tabletop.ui.boards.cards.sounds import COMMON
from tabletop.ui.sound.cues import CueTable, SoundCue, always_cue, build_cue_table

WEAPONS = {"infantry": "musketry", "cavalry": "musketry", "artillery": "gun"}
"""The sound of each troop type that attacks; cavalry have pistols."""


def _list_gun_sounds(state: State, event: CasualtiesSuffered) -> Iterable[SoundCue]:
    """Return one call for each weapon of the meld."""
    troops = dict.fromkeys(state.deck[share.card].suit.partition("_")[0] for share in event.shares)
    return [SoundCue(WEAPONS[troop]) for troop in troops if troop in WEAPONS]


SOUNDS: CueTable = COMMON | build_cue_table(
    KindHandler(CoinTossed, always_cue("brass")),
    KindHandler(MeldPlayed, lambda _state, _event: [SoundCue("card_turned", per_card=True), SoundCue("drum")]),
    KindHandler(DefencePlayed, always_cue("card_turned", each=True)),
    KindHandler(CounterPlayed, always_cue("card_turned", each=True)),
    KindHandler(CasualtiesSuffered, _list_gun_sounds),
)
