"""Print the odds of every broadside at the start of a battle: python examples/broadside_odds.py [SCENARIO]."""

import sys

import tabletop

GAME = "ships_of_the_line"


def main(scenario: str = "trafalgar") -> None:
    """Print a line for each shot, the heaviest first."""
    match = tabletop.open_match(GAME, scenario)
    survey = tabletop.load_survey(GAME)
    shots = []
    for outlook in survey.gunnery.find_outlooks(match.state).values():
        for aim in outlook.aims:
            odds = survey.odds.compute_broadside_odds(match.state, aim)
            expected = float(sum(points * chance for points, chance in enumerate(odds.hull)))
            shots.append((expected, aim, odds))
    shots.sort(key=lambda shot: -shot[0])

    print(f"{match.header.title}: {len(shots)} shots")
    print(f"{'ship':20} {'broadside':10} {'target':20} {'range':12} dice   hit  hull points  critical")
    for expected, aim, odds in shots:
        name, target = (match.state.cards[key].name for key in (aim.ship, aim.target))
        hit = float(1 - odds.hits[0])
        print(
            f"{name:20} {aim.broadside:10} {target:20} {aim.band:12} {odds.dice:4} {hit:5.0%} {expected:12.2f}"
            f" {float(odds.critical):9.0%}"
        )


if __name__ == "__main__":
    main(*sys.argv[1:])
