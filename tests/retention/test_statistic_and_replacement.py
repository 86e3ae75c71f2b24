"""Other statistics than the mean, and runs drawn with replacement."""

from functools import partial
from itertools import product

import numpy as np
import pytest
from scipy.stats import binomtest, trim_mean

from benchlib import retention

X, Y = [0, 0, 5, 9], [2, 2, 2, 3, 4]


def study(**options):
    runs = {
        "condition": ["x"] * len(X) + ["y"] * len(Y),
        "game": ["made up"] * (len(X) + len(Y)),
        "run": [*range(len(X)), *range(len(Y))],
        "score": [*X, *Y],
    }
    defaults = {"budgets": (1, 3), "n_resamples": 5000, "rng": 1}
    return retention.nested_agreement(runs, conditions=("x", "y"), **{**defaults, **options})


def test_the_median_has_its_own_reference():
    # Means: 3.5 and 2.6. Medians: 2.5 and 2.
    result = study(statistic=np.median)
    assert result.reference_gap.tolist() == [0.5]
    assert np.isnan(result.expected_squared_error).all()


def test_the_median_may_tie_where_the_mean_does_not():
    runs = {
        "condition": ["x"] * 3 + ["y"] * 3,
        "game": ["a"] * 6,
        "run": [1, 2, 3] * 2,
        "score": [0, 1, 5, 1, 1, 1],
    }
    with pytest.raises(ValueError, match="every task is tied"):
        retention.nested_agreement(
            runs, conditions=("x", "y"), budgets=(1,), n_resamples=10, rng=1, statistic=np.median
        )


def test_one_record_is_its_own_median_and_trimmed_mean():
    mean, median = study(), study(statistic=np.median)
    trimmed = study(statistic=partial(trim_mean, proportiontocut=0.2))
    assert mean.n_agree[0] == median.n_agree[0] == trimmed.n_agree[0]


def test_the_mean_by_another_name_agrees():
    named = study(statistic=lambda scores, axis: scores.mean(axis=axis))
    np.testing.assert_array_equal(named.n_agree, study().n_agree)


@pytest.mark.parametrize(
    "statistic",
    [
        lambda scores, axis: 1.0,
        lambda scores, axis: scores,
        lambda scores, axis: np.full(len(scores), np.nan),
    ],
)
def test_a_statistic_must_give_one_finite_number_a_sample(statistic):
    with pytest.raises(ValueError, match="statistic: expected one finite number"):
        study(statistic=statistic)


def test_replacement_against_all_samples_listed():
    result = study(replace=True, n_resamples=20_000, budgets=(2,))
    gaps = [sum(a) - sum(b) for a, b in product(product(X, repeat=2), product(Y, repeat=2))]
    assert binomtest(int(result.n_agree[0, 0]), 20_000, np.mean(np.array(gaps) > 0)).pvalue > 1e-4
    error = np.mean((np.array(gaps) / 2 - (np.mean(X) - np.mean(Y))) ** 2)
    assert result.expected_squared_error[0, 0] == pytest.approx(error)


def test_replacement_lets_a_budget_exceed_the_pool():
    assert study(replace=True, budgets=(50,)).agreement[0, 0] > 0.7
    with pytest.raises(ValueError, match="fewer than the budget of 50"):
        study(budgets=(50,))


def test_replacement_keeps_its_error_where_the_whole_pool_would_not():
    whole = study(budgets=(4,))
    again = study(budgets=(4,), replace=True)
    assert again.expected_squared_error[0, 0] > whole.expected_squared_error[0, 0]
