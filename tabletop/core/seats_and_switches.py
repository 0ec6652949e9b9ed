"""What players set before a match: who sits where and commands what, the rules that are switched, and sets of them."""

import msgspec


class Seat(msgspec.Struct, frozen=True):
    """The place of one player at the table.

    Attributes:
        id: of the player where his side has several, else of the side.
        name: what he, or the side, is called.
        side: his side.
        told: what he commands, in words; empty where that is the whole side.
    """

    id: str
    name: str
    side: str
    told: str = ""


class Assignable(msgspec.Struct, frozen=True):
    """A piece that any player of its side may be given before a match begins.

    Attributes:
        piece: its id.
        words: its name.
        seat: whom it obeys.
        side: its side.
        group: heading under which it stands with others.
    """

    piece: str
    words: str
    seat: str
    side: str
    group: str = ""


class Switch(msgspec.Struct, frozen=True):
    """A rule that the players may set otherwise than the scenario does.

    Attributes:
        id: name of the option, as `open` takes it.
        words: what it is about.
        rule: the rule that it switches.
        values: each value that it can have, with its words; two for on and off.
        value: how the scenario sets it.
        reason: why it cannot be changed, empty if it can.
        note: what should be known before it is changed.
        notes: the same of single values, in lines, told while they are chosen.
        group: heading under which it stands with others; none for the first of them.
        side: the side among whose players it stands, if it is about them.
    """

    id: str
    words: str
    rule: str
    values: tuple[tuple[str | bool, str], ...] = ((False, "Off"), (True, "On"))
    value: str | bool = False
    reason: str = ""
    note: str = ""
    notes: dict[str | bool, str] = {}
    group: str = ""
    side: str = ""


class Preset(msgspec.Struct, frozen=True):
    """Switches that are set together by one click.

    Attributes:
        id: of the set.
        words: what they come to.
        note: the same as a sentence.
        options: the value of each, by the ids of switches.
    """

    id: str
    words: str
    note: str
    options: dict[str, str | bool]


class Unheeded(msgspec.Struct, frozen=True):
    """What a scenario says without effect while rules are switched off.

    Attributes:
        switch: id of the option that switches the rules on.
        rules: what the rules are about, as the switch is called.
        rule: id of the rule or chapter.
        things: what is said, each in words: ``land``, ``veteran of 2 ships``.
        paths: where each of them stands in the file, or the first of each.
        on_map: True if they lie on the map.
    """

    switch: str
    rules: str
    rule: str
    things: tuple[str, ...]
    paths: tuple[tuple[str | int, ...], ...]
    on_map: bool = False
