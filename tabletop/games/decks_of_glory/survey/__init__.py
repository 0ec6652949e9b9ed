"""What a table may ask before a choice is made, and all that it may ask; nothing here decides a rule.

- `reach`: where a ship can go, what a plan comes to or why it does not, and how she would lie alongside;
- `fields`: both fields of fire of a ship, her shots, and who could fire at her, also as if she lay elsewhere; where the
  guns of a whole side bear; what the ruler shows;
- `odds`: exact chances of cards, broadsides, boarders;
- `ledger`: what each side has won as things stand.

Whether an order may be given is asked of `GAME.check`.
"""
