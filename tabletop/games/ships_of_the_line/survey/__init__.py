"""The only door from the window to the rules: questions that the table may ask. Nothing here decides a rule.

| module | answers |
|---|---|
| `plans`, `reach` | a plan in the making, its risks; the water still in reach; zones for placing |
| `sailing` | points, hindrances, sails and special commands of a ship; the wind and its next change |
| `fleet_orders` | commands to several ships at once, standing orders, ships that would leave the map |
| `gunnery`, `shores` | fields of fire, threatened water and targets of broadsides; a coast and its batteries |
| `odds`, `rolls` | exact chances of shots, tasks and boarding; single dice of rule modules |
| `choices`, `seats` | commands by what can be chosen in them; the player who is asked |
| `crew_tasks` | crews, their tasks, and forecasts of fights on deck |
| `leadership`, `battle_lines` | reach and help of leaders, signals; lines of battle and ships that flee |
| `summaries`, `distances` | a ship's card and the victory summary; the ruler and the distances of the book |

Ask `GAME.check` if a command may be given.
"""
