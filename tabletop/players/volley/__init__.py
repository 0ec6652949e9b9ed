"""Who plays Volley when no person does."""
