"""The computer players of Volley."""
