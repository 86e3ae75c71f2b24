"""The explorer of a panel that goes round."""

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.figure import Figure

from benchlib import bradley_terry
from benchlib._validation import FloatArray
from benchlib.plots import style
from benchlib.plots.explorers._frame import Explorer, explorer
from benchlib.plots.style import BLUE, GREY

__all__ = ["panel"]

BOTS = ("A", "B", "C", "D")
# The state in which it opens, and which its still shows.
N_BOTS, STEP_ELO, CYCLE_POINTS, N_GAMES = 3, 35, 15, 200


def panel() -> Explorer:
    """Make the explorer of what ratings say about bots that beat each other in a circle.

    Three or four bots stand on a ladder of strength, and each takes some points more from the next
    one than its place promises, the last one from the first. The page fits the ratings to the
    expected points and shows them beside what they leave unexplained.

    Returns
    -------
    Explorer
        To be the last expression of a cell.

    Examples
    --------
    >>> from benchlib.plots import explorers
    >>> explorers.panel().html.startswith('<bm-explorer kind="panel">')
    True
    """
    points = expected_points(N_BOTS, STEP_ELO, CYCLE_POINTS, N_GAMES)
    errors = bradley_terry.standard_errors(points, by=None)
    rated = ", ".join(
        f"{bot} " + (f"{value:+.0f}".replace("-", "−") if value else "0")
        for bot, value in zip(BOTS, errors.elo.round(), strict=False)
    )
    taken = 100 * points[-1, 0] / N_GAMES
    promised = 100 * bradley_terry.expected_score(errors.elo[-1] - errors.elo[0])
    last = BOTS[N_BOTS - 1]
    return explorer(
        "panel",
        question="Bots beat each other in a circle: what do their ratings say, and what not?",
        data={
            "bots": list(BOTS),
            "initial": {
                "bots": str(N_BOTS),
                "step": STEP_ELO,
                "cycle": CYCLE_POINTS,
                "games": N_GAMES,
            },
        },
        still=_still(points, errors),
        alt=(
            "Left, a table of the points of 100 that each of three bots takes from each other, "
            "with what the ratings leave unexplained: A beats B, B beats C and C beats A. Right, "
            f"the ratings with 95% intervals: {rated} Elo."
        ),
        description=(
            f"A panel of three bots, {N_GAMES} games a pair. {last} takes {taken:.0f} of 100 "
            f"points from A, where the ratings promise {promised:.0f}. On the page of the book, "
            "the ladder and the cycle can be changed."
        ),
    )


def expected_points(n_bots: int, step_elo: float, cycle_points: float, n_games: int) -> FloatArray:
    """Return the points that row can expect to take from column in so many games."""
    place = np.arange(n_bots)
    ladder = bradley_terry.expected_score(step_elo * (place[None, :] - place[:, None]))
    ahead = np.equal.outer(place, (place - 1) % n_bots).astype(float)
    rate = ladder + (ahead - ahead.T) * cycle_points / 100
    np.fill_diagonal(rate, 0)
    return np.asarray(n_games * rate)


def _still(points: FloatArray, errors: bradley_terry.RatingErrors) -> Figure:
    n = len(points)
    names = BOTS[:n]
    residuals = bradley_terry.pair_residuals(points, by=None)
    with plt.rc_context():
        style.use()
        figure, (left, right) = plt.subplots(1, 2, figsize=(6, 2.7), width_ratios=(1, 1.15))
        rate = 100 * points / N_GAMES
        np.fill_diagonal(rate, np.nan)
        left.imshow(rate, cmap="RdBu", vmin=0, vmax=100, aspect="auto")
        left.set(xlabel="loses the points (of 100)", ylabel="takes the points")
        left.set_xticks(range(n), names)
        left.set_yticks(range(n), names)
        for a, b, residual in zip(
            residuals.bot_1, residuals.bot_2, 100 * residuals.residual / N_GAMES, strict=True
        ):
            for row, column, sign in ((int(a), int(b), 1), (int(b), int(a), -1)):
                text = f"{rate[row, column]:.0f}\n({sign * residual:+.0f})".replace("-", "−")
                left.text(column, row, text, ha="center", va="center")
        right.errorbar(
            errors.elo, range(n), xerr=1.96 * errors.standard_error, fmt="o", color=BLUE, capsize=3
        )
        right.axvline(0, color=GREY, lw=0.8, ls=":")
        right.set(xlabel="rating (Elo), with 95% interval", ylim=(n - 0.5, -0.5))
        right.set_yticks(range(n), names)
    return figure
