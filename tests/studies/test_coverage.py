import math

import numpy as np
import pytest
from scipy.stats import binomtest, norm, t

from benchlib.compare import mean_contrast
from benchlib.studies.coverage import mean_contrast_coverage

DRAWS = 5000
# A normal population in 20,000 equally likely values.
NORMAL = norm.ppf((np.arange(20_000) + 0.5) / 20_000)


@pytest.mark.parametrize("level", [0.8, 0.95])
@pytest.mark.parametrize("n_tasks", [3, 54])
def test_a_normal_population_gives_what_theory_says(n_tasks, level):
    coverage = mean_contrast_coverage(
        NORMAL, n_tasks=n_tasks, n_resamples=DRAWS, rng=8, confidence_level=level
    )
    bound = norm.ppf((1 + level) / 2) * math.sqrt(n_tasks / (n_tasks - 1))
    theory = 1 - 2 * t.sf(bound, n_tasks - 1)
    assert binomtest(round(coverage.estimate * DRAWS), DRAWS, theory).pvalue > 1e-3
    # A symmetric population is missed as often on either side.
    low, high = (round(share * DRAWS) for share in (coverage.missed_low, coverage.missed_high))
    assert binomtest(low, low + high, 0.5).pvalue > 1e-3
    assert coverage.estimate + coverage.missed_low + coverage.missed_high == pytest.approx(1)
    p = coverage.estimate
    assert coverage.standard_error == pytest.approx(math.sqrt(p * (1 - p) / DRAWS))
    assert (coverage.n_tasks, coverage.n_resamples) == (n_tasks, DRAWS)


def test_near_the_nominal_level_for_many_normal_tasks():
    coverage = mean_contrast_coverage(NORMAL, n_tasks=400, n_resamples=DRAWS, rng=8)
    assert binomtest(round(coverage.estimate * DRAWS), DRAWS, 0.95).pvalue > 1e-3


def test_it_counts_the_intervals_of_mean_contrast():
    population = np.array([0.0, 0.0, 0.1, 0.3, 5.0])
    coverage = mean_contrast_coverage(population, n_tasks=6, n_resamples=200, rng=2)
    low = high = 0
    for sample in np.random.default_rng(2).choice(population, size=(200, 6)):
        interval = mean_contrast(sample).confidence_interval
        low += interval.high < population.mean()
        high += interval.low > population.mean()
    assert (coverage.missed_low, coverage.missed_high) == pytest.approx((low / 200, high / 200))
    assert low > high  # a long right tail: samples without it lie below the truth


def test_the_order_of_the_population_does_not_matter():
    options = {"n_tasks": 5, "n_resamples": 100, "rng": 2}
    assert mean_contrast_coverage([3, 1, 2, 9], **options) == mean_contrast_coverage(
        [9, 3, 2, 1], **options
    )


def test_a_constant_population_is_always_covered():
    coverage = mean_contrast_coverage([0.5] * 4, n_tasks=5, n_resamples=50, rng=2)
    assert (coverage.estimate, coverage.standard_error) == (1.0, 0.0)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"population": [1, np.nan]}, "population: row 1 is nan; remove"),
        ({"population": []}, "population: is empty"),
        ({"n_tasks": 1}, "n_tasks: one task has no spread; give at least two"),
        ({"n_tasks": 0}, "n_tasks: expected"),
        ({"n_tasks": 2.5}, "n_tasks: expected"),
        ({"n_resamples": 0}, "n_resamples: expected"),
        ({"rng": None}, "rng: expected"),
        ({"confidence_level": 95}, "confidence_level: expected a number between 0 and 1"),
    ],
)
def test_impossible_input(change, words):
    given = {"population": [1, 2], "n_tasks": 5, "n_resamples": 10, "rng": 1, **change}
    with pytest.raises(ValueError, match=words):
        mean_contrast_coverage(given.pop("population"), **given)
