"""Table II: the ten best games by win rate, by score and by both, and the greedy ten."""

from functools import partial

import numpy as np

from benchlib import information
from benchlib.claims.answers import Number, Statement
from benchlib.claims.cig.cells import (
    ADDED,
    MEASURES,
    cells,
    column,
    gains,
    greedy_ten,
    printed,
    ranked,
)
from benchlib.claims.ledger import claim
from benchlib.claims.verdicts import number_verdict
from benchlib.information import Convention

COLUMNS: dict[str, tuple[str, ...]] = {"win": ("win",), "score": ("score",), "comb": MEASURES}


def ranked_gain(identifier: str, rank: int, *measures: str) -> Number:
    game = ranked(*measures)[rank - 1]
    gain = float(gains(*measures)[column(game)])
    why = f"computed rank {rank} is {game} with {gain:.10f} bits"
    if measures == ("win",) and number_verdict(printed()[identifier], gain) == "differs":
        why = (
            "the last digit of one figure in Table II is neither rounded nor cut; "
            f"{why}. From whole numbers of wins and plays, without the rounding of the released "
            f"cells, it is {_from_counts(game):.10f}"
        )
    return Number(gain, why)


def _from_counts(game: str) -> float:
    """Return the gain by win rate from counts of wins, where plays are won or not."""
    table = cells("win")
    place = column(game)
    plays = table.n_plays[:, [place]]
    rate = (table.mean[:, [place], 0] * plays).round() / plays
    sd = np.sqrt(rate * (1 - rate)) + ADDED
    return float(information.information_bits(rate, sd, convention="released")[0])


def greedy_gain(step: int) -> Number:
    gain = float(greedy_ten().bits[step - 1])
    return Number(gain, f"computed game {step} is {greedy_ten().problems[step - 1]}: {gain:.10f}")


for _rank in range(1, 11):
    for _name, _measures in COLUMNS.items():
        _id = f"cig-t2-{_name}-{_rank:02d}"
        claim(_id)(partial(ranked_gain, _id, _rank, *_measures))
    claim(f"cig-top10-{_rank:02d}")(partial(greedy_gain, _rank))


def figures_met(convention: Convention) -> int:
    """Count the figures of the whole table that come out under a convention."""
    found = {f"cig-top10-{k:02d}": b for k, b in enumerate(greedy_ten(convention).bits, start=1)}
    for name, measures in COLUMNS.items():
        best = np.sort(gains(*measures, convention=convention))[::-1][:10]
        found |= {f"cig-t2-{name}-{k:02d}": b for k, b in enumerate(best, start=1)}
    return sum(number_verdict(printed()[name], float(b)) != "differs" for name, b in found.items())


@claim("cig-intersection-third")
def rank_of_intersection() -> Number:
    return Number(ranked(*MEASURES).index("intersection") + 1)


@claim("cig-invest-top-single")
def best_single_column() -> Number:
    most = {name: float(gains(name).max()) for name in MEASURES}
    name = max(most, key=most.__getitem__)
    return Number(
        most[name],
        f"{ranked(name)[0]} by {name} with {most[name]:.10f} bits. A win or loss alone carries at "
        "most 1 bit about who played, so gains by score and by win rate are on two scales",
    )


@claim("cig-invest-win-zero")
def invest_by_wins() -> Number:
    # All agents are alike, and what is left is rounding in the last bit.
    return Number(round(float(gains("win")[column("invest")]), 12))


@claim("cig-invest-combined")
def invest_by_both() -> Number:
    both, score = (float(gains(*m)[column("invest")]) for m in (MEASURES, ("score",)))
    return Number(both, f"{both:.10f} bits by both, {score:.10f} by score alone")


@claim("cig-freeway-above-invest")
def freeway_above_invest() -> Statement:
    freeway, invest = (float(gains(*MEASURES)[column(game)]) for game in ("freeway", "invest"))
    return Statement(freeway > invest, f"{freeway:.4f} against {invest:.4f} bits")


@claim("cig-freeway-both")
def freeway_by_either() -> Statement:
    ranks = [ranked(name).index("freeway") + 1 for name in MEASURES]
    return Statement(max(ranks) <= 10, f"rank {ranks[0]} by win rate and {ranks[1]} by score")


@claim("cig-tercio-same")
def two_equal_columns() -> Number:
    places = [column(game) for game in ("tercio", "watergame")]
    table = cells()
    same = not any(np.ptp(values[:, places], axis=2).any() for values in (table.mean, table.sd))
    gap = max(float(abs(gains("win")[k] - gains("score")[k])) for k in places)
    return Number(
        float(gains("win")[places[0]]),
        f"the columns of both games differ by {gap:.1g} bits; scores "
        + ("are" if same else "are not")
        + " the results themselves, with the same means and deviations, so the combined gain of "
        "these games counts one signal twice",
    )
