"""The computer players of Trafalgar."""
