"""What each game brings to setting up: a module of the game's own name that says `KIT`, see `authoring.kit`."""
