"""The scenario editor without its window: scenarios of any game as drafts of YAML text.

`draft.Draft` is the scenario that a screen edits. `draft` and `piece_changes` hold its changes; `kits` holds what each
game brings. An edited text stays as a person wrote it: comments, order and style are kept.
"""
