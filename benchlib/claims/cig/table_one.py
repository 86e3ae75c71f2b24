"""Table I: the average number of plays of each agent."""

from functools import cache, partial

import numpy as np

from benchlib.claims.answers import Number
from benchlib.claims.cig.cells import cells, printed
from benchlib.claims.ledger import claim
from benchlib.claims.verdicts import number_verdict


def identifier(agent: str) -> str:
    """Return the id of the claim on an agent."""
    return f"cig-t1-{agent.lower()}"


def totals() -> dict[str, int]:
    """Return the plays of each agent."""
    table = cells()
    return dict(zip(table.agents, table.n_plays.sum(axis=1).tolist(), strict=True))


def averages() -> dict[str, float]:
    """Return the plays of each agent for a game."""
    return {agent: total / len(cells().problems) for agent, total in totals().items()}


@cache
def divisors() -> tuple[int, ...]:
    """Return the numbers of games that would make all the printed averages."""
    return tuple(
        n
        for n in range(1, 2 * len(cells().problems))
        if all(
            number_verdict(printed()[identifier(agent)], total / n) == "reproduced"
            for agent, total in totals().items()
        )
    )


def cause() -> str:
    """Say what all rows of the table have in common."""
    tried = " or ".join(map(str, divisors()))
    n_agents, n_games = cells().n_plays.shape
    return (
        f"the averages of all {n_agents} agents in Table I are their plays of {n_games} games "
        f"divided by {tried}"
    )


def average_plays(agent: str) -> Number:
    return Number(averages()[agent], f"{cause()}; {agent} has {totals()[agent]:,} plays")


for _agent in cells().agents:
    claim(identifier(_agent))(partial(average_plays, _agent))


@claim("cig-t1-min")
def smallest_average() -> Number:
    agent = min(averages(), key=averages().__getitem__)
    return Number(averages()[agent], f"{cause()}; the agent is {agent}")


@claim("cig-t1-max")
def largest_average() -> Number:
    agent = max(averages(), key=averages().__getitem__)
    return Number(averages()[agent], f"{cause()}; the agent is {agent}")


@claim("cig-t1-avg")
def average_of_averages() -> Number:
    rows = [float(printed()[identifier(agent)]) for agent in cells().agents]
    return Number(
        float(np.mean(rows)),
        f"{cause()}; the last row is the average over all {cells().n_plays.size:,} cells, "
        f"{cells().n_plays.mean():.1f}, so it is not the average of the rows above it",
    )
