"""The players of Ships of the Line, in layers: fleet plan, squadrons, captains of ships, crews."""
