"""The panels over the sea: order of battle, compass, ship card, small map."""
