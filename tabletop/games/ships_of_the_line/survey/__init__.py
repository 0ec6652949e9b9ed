"""What a table may ask of the rules, and all that it may ask; nothing here rules on anything.

- `sailing`: a ship's points and what keeps her, the sails that she may set, what she can do besides sailing;
- `plans`: a plan in the making, by steps or towards a place; `tacking`: a pitch by one key;
- `reach`: the water open to it;
- `perils`: the collisions that may come of a plan, and the ground that it may lead upon;
- `composing`: orders to several ships at once, and who leaves the map by them;
- `leading`: how far leaders reach; `lining`: lines of battle, who would break them and who flees;
- `choosing`: orders that are one but for what is chosen; `manning`: where crews are, and are missing;
- `picture`: what every broadside has before its guns, and would have elsewhere;
- `rolls`: single dice that rule modules roll;
- `odds`: what a shot may do, and what a crew may try, exactly; `passing`: when it need not be asked;
- `chances`: of dice; `shelling`: of a battery; `told`: events of rule modules that the table shows;
- `shores`: a coast, and how far its batteries reach;
- `arcs`: fields of fire of a ship and of a side;
- `weather`: what a ship has of the wind, and what it may come to;
- `card`: a ship in numbers, and what rule modules tell; `measure`: what the ruler shows.

Whether an order may be given is asked of `GAME.check`.
"""
