"""What a player may measure and look up: arcs, threats, distances, reach and odds. Nothing here rules on anything."""
