"""The panels over the hex map: order of battle, ship card with the station's sheet, drawn cards and deck."""
