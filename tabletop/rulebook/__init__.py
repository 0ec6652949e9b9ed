"""The rules of every game in words for players: read, searched and printed.

The texts are Markdown files, a folder a game and `common` for all games, a file a chapter; `markdown` describes the
format. This package decides no rule. A test compares the texts with the games.
"""
