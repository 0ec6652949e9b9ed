"""Who is asked what now."""

import msgspec


class Decision(msgspec.Struct, frozen=True):
    """What the game waits for.

    Attributes:
        side: the side that is asked.
        phase: id of the phase or step, as in the game's table of phases.
        prompt: what is asked, in a player's words.
        commands: tags of the commands that may answer.
        actors: ids of the pieces that can still do something, in key order.
    """

    side: str
    phase: str
    prompt: str
    commands: tuple[str, ...] = ()
    actors: tuple[str, ...] = ()
