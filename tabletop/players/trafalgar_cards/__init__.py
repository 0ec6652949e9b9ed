"""Who plays the cards of Trafalgar when no person does."""
