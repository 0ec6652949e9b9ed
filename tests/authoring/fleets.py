"""Drafts of the scenarios that come with the program."""

from tabletop.authoring.draft import Draft
from tabletop.core import resources
from tabletop.core.scenario import load_text


def bundled_draft(game: str, name: str) -> Draft:
    path = resources.find_scenario(game, name)
    return Draft(game, load_text(path), path.name)
