"""What a scenario says without effect, because the rules that it needs are switched off."""

from collections.abc import Mapping
from typing import Any

from tabletop.core.document import Document
from tabletop.core.errors import Problem
from tabletop.core.game import AnyGame, Unheeded
from tabletop.core.phrases import join_words


def find_unheeded(game: AnyGame, scenario: Any, data: Mapping[str, Any]) -> tuple[Unheeded, ...]:
    """Return what a scenario says without effect, except what its author means so.

    A file that says outright that rules are off, e.g. ``options: {leaders: false}``, means it. Land and other things
    on the map are returned all the same: a battle without them does not look like its file.

    Args:
        game: of the scenario.
        scenario: as `Game.read` returns it.
        data: of the file.
    """
    options = data.get("options")
    said = options if isinstance(options, dict) else {}
    return tuple(one for one in game.find_unheeded(scenario) if one.on_map or said.get(one.switch) is not False)


def find_warnings(game: AnyGame, scenario: Any, text: str, source: str) -> tuple[Problem, ...]:
    """Return a problem for each option that is off but needed, at the first key in the file that needs it.

    Problems of the text as YAML are returned too.
    """
    document = Document(text, source)
    for one in find_unheeded(game, scenario, document.data):
        message = f"warning: {join_words(one.things)} without effect: the option '{one.switch}' ({one.rules}) is off"
        document.add_key_problem(one.paths[0], message)
    return document.problems
