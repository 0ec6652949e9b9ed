"""Who plays the duel of two ships when no person does."""
