"""The explorer of a sequential test that walks between its bounds."""

from typing import Any

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.figure import Figure

from benchlib import sequential
from benchlib._validation import FloatArray
from benchlib.plots import style
from benchlib.plots.explorers._frame import Explorer, explorer, uniform
from benchlib.plots.style import BLACK, BLUE, GREY, VERMILLION

__all__ = ["sprt"]

# The bounds that can be chosen. They are wide, so that a page can follow every state of a match:
# bounds at half the distance take four times the games.
TESTS = (
    {"elo0": 0, "elo1": 100, "every": 5, "most": 1000},
    {"elo0": -50, "elo1": 50, "every": 5, "most": 1000},
    {"elo0": 0, "elo1": 200, "every": 2, "most": 400},
)
ERRORS = ((0.05, 0.05), (0.01, 0.01), (0.1, 0.1), (0.05, 0.2))
N_WALKS, N_GREY = 200, 12
# The state in which it opens, and which its still shows: equal bots, and a walk that goes wrong.
ELO, DRAWS_PERCENT, WALK = 0, 30, 33


def sprt() -> Explorer:
    """Make the explorer of how a sequential test walks, and how often it ends at which bound.

    Returns
    -------
    Explorer
        To be the last expression of a cell.

    Notes
    -----
    Walks are the exact log-likelihood ratio of losses, draws and wins in the logistic model, as in
    `benchlib.sequential.gsprt`, from a generator that gives every walk its number. How often the
    test ends at which bound is not simulated: the page follows the chances of all states of a
    match, game by game.

    Examples
    --------
    >>> from benchlib.plots import explorers
    >>> explorers.sprt().html.startswith('<bm-explorer kind="sprt">')
    True
    """
    test, (alpha, beta) = TESTS[0], ERRORS[0]
    decision, n_games = walked(WALK)[1:]
    simulated = sequential.operating_characteristics(
        sequential.game_probabilities(ELO, draw_rate=DRAWS_PERCENT / 100),
        elo0=test["elo0"],
        elo1=test["elo1"],
        model="logistic",
        alpha=alpha,
        beta=beta,
        n_simulations=10_000,
        max_steps=test["most"],
        steps_per_look=test["every"],
        rng=WALK,
    )
    answer = {"accept_h1": "H1", "accept_h0": "H0", "continue": "neither"}[decision]
    return explorer(
        "sprt",
        question="How does a sequential test walk between its bounds, and how often does it err?",
        data={
            "tests": list(TESTS),
            "errors": [list(pair) for pair in ERRORS],
            "walks": N_WALKS,
            "initial": {
                "test": "0",
                "errors": "0",
                "elo": ELO,
                "draws": DRAWS_PERCENT,
                "walk": WALK,
            },
        },
        still=_still(),
        alt=(
            f"Lines between two bounds: the log-likelihood ratio of {N_GREY} matches between equal "
            f"bots in grey, and of one more that ends after {n_games} games and accepts {answer}."
        ),
        description=(
            f"Tests of H0, {test['elo0']} Elo, against H1, {test['elo1']} Elo, with error rates of "
            f"{alpha:.0%} and {beta:.0%}, between equal bots. One walk ends after {n_games} games "
            f"and accepts {answer}; about {simulated.accept_h1:.0%} of all matches accept H1. On "
            "the page of the book, bounds, truth and walk can be chosen."
        ),
    )


def walked(
    seed: int,
    *,
    test: int = 0,
    errors: int = 0,
    elo: float = ELO,
    draws_percent: int = DRAWS_PERCENT,
) -> tuple[FloatArray, str, int]:
    """Return the ratio at every look of one numbered match, its decision and its games."""
    settings: dict[str, Any] = TESTS[test]
    alpha, beta = ERRORS[errors]
    bounds = sequential.wald_bounds(alpha=alpha, beta=beta)
    lost, drawn, _ = sequential.game_probabilities(elo, draw_rate=draws_percent / 100)
    u = uniform(seed, settings["most"])
    outcomes = np.where(u < lost, 0, np.where(u < lost + drawn, 1, 2))
    path = sequential.gsprt_path(
        outcomes, n_outcomes=3, elo0=settings["elo0"], elo1=settings["elo1"], model="logistic"
    )
    looks = path[settings["every"] - 1 :: settings["every"]]
    ended = np.flatnonzero((looks >= bounds.upper) | (looks <= bounds.lower))
    if not len(ended):
        return looks, "continue", settings["most"]
    last = int(ended[0])
    decision = "accept_h1" if looks[last] >= bounds.upper else "accept_h0"
    return looks[: last + 1], decision, (last + 1) * settings["every"]


def _still() -> Figure:
    test: dict[str, Any] = TESTS[0]
    bounds = sequential.wald_bounds(alpha=ERRORS[0][0], beta=ERRORS[0][1])
    shown, decision, n_games = walked(WALK)
    with plt.rc_context():
        style.use()
        figure, ax = plt.subplots(figsize=(6, 3.2))
        end = n_games
        for seed in range(1, N_GREY + 1):
            looks = np.concatenate([[0], walked(seed)[0]])
            ax.plot(test["every"] * np.arange(len(looks)), looks, color=GREY, lw=0.8)
            end = max(end, test["every"] * (len(looks) - 1))
        looks = np.concatenate([[0], shown])
        colour = {"accept_h1": BLUE, "accept_h0": VERMILLION, "continue": BLACK}[decision]
        ax.plot(test["every"] * np.arange(len(looks)), looks, color=colour, lw=2.4)
        ax.plot(n_games, looks[-1], "o", color=colour)
        for bound, answer, elo, side in (
            (bounds.upper, "H1", test["elo1"], "bottom"),
            (bounds.lower, "H0", test["elo0"], "top"),
        ):
            ax.axhline(bound, color=BLACK, lw=1.2)
            ax.annotate(
                f"accept {answer}: {elo} Elo",
                (end, bound),
                xytext=(0, 3 if side == "bottom" else -4),
                textcoords="offset points",
                ha="right",
                va=side,
                bbox={"facecolor": "white", "edgecolor": "none", "pad": 1},
            )
        ax.set(xlabel="games", ylabel="log-likelihood ratio")
        ax.set_ylim(bounds.lower - 0.9, bounds.upper + 0.9)
    return figure
