"""How far a retained gap is from the full one."""

from itertools import combinations

import numpy as np
from statsmodels.api import OLS

from benchlib import retention
from benchlib.claims.answers import Number, Statement
from benchlib.claims.ledger import claim
from benchlib.studies import bbf_retention
from benchlib.studies.bbf_retention import CONDITIONS, SCORE, study


@claim("bbf-variance-formula")
def variance_formula() -> Statement:
    pool = np.array([0.0, 1.0, 4.0, 9.0, 11.0])
    worst = max(
        abs(
            np.mean([(np.mean(kept) - pool.mean()) ** 2 for kept in combinations(pool, n)])
            - retention.expected_squared_error(pool, np.zeros(5), n=n)
        )
        for n in range(1, 6)
    )
    return Statement(bool(worst < 1e-12), "equal to the average over all samples, at every count")


@claim("bbf-variance-sum")
def variances_add() -> Statement:
    x, y = np.array([0.0, 1.0, 4.0, 9.0]), np.array([2.0, 3.0, 7.0])
    gap = x.mean() - y.mean()
    worst = max(
        abs(
            np.mean(
                [
                    (np.mean(a) - np.mean(b) - gap) ** 2
                    for a in combinations(x, n)
                    for b in combinations(y, n)
                ]
            )
            - retention.expected_squared_error(x, y, n=n)
        )
        for n in range(1, 4)
    )
    return Statement(
        bool(worst < 1e-12), "equal to the average over all pairs of samples, at every count"
    )


@claim("bbf-fpc-vs-new")
def retained_against_new() -> Statement:
    pool, n = np.arange(15.0), 10
    retained = retention.expected_squared_error(pool, np.zeros(15), n=n)
    ratio = retained / (pool.var(ddof=1) / n)
    return Statement(ratio < 1, f"variance ratio {ratio:.4f}: ten of fifteen against ten new runs")


@claim("bbf-mse-2")
def squared_error_at_2() -> Number:
    return Number(float(study().expected_squared_error[0].mean()))


@claim("bbf-mse-5")
def squared_error_at_5() -> Number:
    return Number(float(study().expected_squared_error[1].mean()))


@claim("bbf-mse-10")
def squared_error_at_10() -> Number:
    return Number(float(study().expected_squared_error[2].mean()))


@claim("bbf-mse-change")
def squared_error_change() -> Number:
    return Number(bbf_retention.squared_error_contrast().estimate)


@claim("bbf-mse-change-se")
def squared_error_change_error() -> Number:
    return Number(bbf_retention.squared_error_contrast().standard_error)


@claim("bbf-mse-change-lo")
def squared_error_change_low() -> Number:
    return Number(bbf_retention.squared_error_contrast().confidence_interval.low)


@claim("bbf-mse-change-hi")
def squared_error_change_high() -> Number:
    return Number(bbf_retention.squared_error_contrast().confidence_interval.high)


@claim("bbf-mse-monotone")
def squared_error_falls() -> Statement:
    pools = bbf_retention.common_runs().groupby(["game", "condition"])[SCORE]
    games = sorted(set(bbf_retention.common_runs()["game"]))
    falling = 0
    for game in games:
        x, y = (pools.get_group((game, name)).to_numpy() for name in CONDITIONS)
        counts = range(1, min(len(x), len(y)) + 1)
        errors = [retention.expected_squared_error(x, y, n=n) for n in counts]
        falling += bool(np.ptp(x) + np.ptp(y) == 0 or (np.diff(errors) < 0).all())
    return Statement(falling == len(games), f"{falling} of {len(games)} games, at every count")


@claim("bbf-more-variable")
def fewer_is_more_variable() -> Statement:
    root = np.sqrt(study().expected_squared_error)
    return Statement(
        bool((np.diff(root, axis=0) < 0).all()),
        "root expected squared error, mean over games: "
        + " > ".join(f"{value:.3f}" for value in root.mean(axis=1)),
    )


@claim("bbf-sim-mse-diagnostic")
def simulated_beside_exact() -> Statement:
    simulated, exact = study().simulated_squared_error, study().expected_squared_error
    worst = float(np.abs(simulated / exact - 1).max())
    return Statement(
        worst < 0.1,
        f"{simulated[0].mean():.6f} simulated beside {exact[0].mean():.6f} exact at two records; "
        f"largest deviation in a game {100 * worst:.1f}%",
    )


@claim("bbf-mse-influence")
def few_games_dominate() -> Statement:
    error = np.sort(study().expected_squared_error[0])[::-1]
    share = float(error[:5].sum() / error.sum())
    return Statement(
        share > 0.5,
        f"five of {len(error)} games carry {share:.3f} of the average",
        "we take more than half of the average for much; the document names no share",
    )


@claim("bbf-r2")
def r_squared() -> Number:
    changes = (study().agreement, study().expected_squared_error)
    fits = [OLS(values[-1] - values[0], np.ones(values.shape[1])).fit() for values in changes]
    return Number(max((float(fit.rsquared) for fit in fits), key=abs))
