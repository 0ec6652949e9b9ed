"""The program of a player's process, with the players of these tests."""

from tabletop import players
from tabletop.players.worker import main
from tests.players.more_players import MORE

if __name__ == "__main__":
    players.__path__.append(MORE)
    main()
