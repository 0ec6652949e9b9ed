"""What the table shows before a choice is made: reach, fields of fire, exact odds. Nothing here decides a rule."""
