"""The rules of every game in words for players: read, searched, and printed.

The words are Markdown, a folder a game and `common` for what all games share, a file a chapter; `markdown` says how
they are written. This package decides no rule and asks none: a test holds the words against the games.
"""
