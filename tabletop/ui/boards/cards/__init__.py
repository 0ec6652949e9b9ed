"""The card table: cards, hands, piles and rows as every card game shows them. No game's rules are in here."""
