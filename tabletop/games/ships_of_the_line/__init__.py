"""Ships of the Line: Trafalgar 1805, fleets in miniature with free movement."""
