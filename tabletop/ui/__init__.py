"""The table: draws views, plays events, sends commands. It decides nothing."""
