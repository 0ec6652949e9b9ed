"""Cards of any game: where they lie, how they are dealt, who may see them, and the odds of drawing them."""
