"""Results of the author's lab, as far as arithmetic can check them."""

from benchlib import datasets, winrate
from benchlib.claims.answers import NotCheckable, Number
from benchlib.claims.ledger import claim


def legend() -> tuple[int, int, int]:
    """Return the three numbers of the match as they are printed."""
    table = datasets.load("claims").set_index("id")["printed"]
    first, second, third = map(int, table["bot-legend-score"].split("-"))
    return first, second, third


@claim("bot-legend-maps")
def maps_of_the_match() -> Number:
    return Number(sum(legend()) / 2, "all games of the printed result, two on each map")


@claim("bot-legend-score")
def result_of_the_match() -> NotCheckable:
    won, lost, drawn = legend()
    n = sum(legend())
    points, worst = won + drawn / 2, won + lost / 2
    best, least = (winrate.wilson_interval(x, n) for x in (points, worst))
    return NotCheckable(
        f"private lab records. The printed numbers add up to {n} games, two on each of {n // 2} "
        "maps, but the text does not say which of the last two numbers counts the draws: with "
        f"{drawn} draws it is a win rate of {points / n:.3f} (95% interval {best.low:.3f} to "
        f"{best.high:.3f}), with {drawn} losses {worst / n:.3f} ({least.low:.3f} to "
        f"{least.high:.3f}). Either way it is not the 100% that the question before it asks about"
    )
