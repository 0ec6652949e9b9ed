"""What the table may tell a side beyond the rules: from its own hand and what lies face up, nothing else (C-6)."""
