"""Standard errors by map, and the noise floor."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import binomtest
from scipy.stats import t as student
from statsmodels.api import GLM, families

from benchlib import bradley_terry

UNEQUAL = [-0.5, 0.1, 0.1, 0.3]


def design(table, n):
    matrix = np.zeros((len(table["bot_1"]), n))
    row = np.arange(len(matrix))
    matrix[row, table["bot_1"]] = 1
    matrix[row, table["bot_2"]] = -1
    return matrix[:, 1:]  # relative to the first bot


def test_two_bots_by_hand():
    # Map 1: 2 points of 2. Map 2: 1 of 2. The rate is 3/4, the log-odds log(3). Residuals of the
    # maps are 1/2 and -1/2, the information 4 * 3/16 = 3/4; G / (G - 1) = 2. The variance of the
    # log-odds is 2 * (1/4 + 1/4) / (3/4)^2 = 16/9: an error of 4/3, times 400 / ln 10.
    table = {"bot_1": ["a"] * 4, "bot_2": ["b"] * 4, "map": [1, 1, 2, 2], "result": [1, 1, 0, 1]}
    errors = bradley_terry.standard_errors(table)
    gap = errors.gap("a", "b")
    scale = 400 / np.log(10)
    assert gap.standard_error == pytest.approx(scale * 4 / 3)
    half = student.ppf(0.975, 1) * scale * 4 / 3
    assert gap.confidence_interval.high == pytest.approx(scale * np.log(3) + half)
    assert gap.confidence_interval.low == pytest.approx(scale * np.log(3) - half)
    # Either rating is half the gap; naively the variance is 1 / (3/4).
    np.testing.assert_allclose(errors.standard_error, scale * 2 / 3)
    np.testing.assert_allclose(errors.naive_standard_error, scale / 2 * (4 / 3) ** 0.5)
    assert (errors.n_clusters, gap.n) == (2, 2)
    assert "rough" in gap.warnings[0]
    # Each game by itself: 4/3 * 3 * (1/4)^2 + 4/3 * (3/4)^2 = 1, over (3/4)^2.
    gap = bradley_terry.standard_errors(table, by=None).gap("a", "b")
    assert gap.standard_error == pytest.approx(scale * 4 / 3)
    assert gap.n == 4


def test_the_sandwich_against_statsmodels(play):
    table = play(np.random.default_rng(3), UNEQUAL, maps=30, map_sd=0.7, draw=0.3)
    errors = bradley_terry.standard_errors(table)
    model = GLM(table["result"], design(table, 4), family=families.Binomial())
    groups = {"groups": table["map"], "use_correction": False}
    clustered = model.fit(cov_type="cluster", cov_kwds=groups, tol=1e-14, maxiter=100)
    naive = model.fit(tol=1e-14, maxiter=100)
    for k in range(1, 4):
        gap = errors.gap(str(k), "0")
        expected = clustered.bse[k - 1] * (30 / 29) ** 0.5 * 400 / np.log(10)
        assert gap.standard_error == pytest.approx(expected, rel=1e-8)
    pinned = bradley_terry.standard_errors(
        _matrix(table, 4), by=None
    )  # the same points without maps
    for k in range(1, 4):
        expected = naive.bse[k - 1] * 400 / np.log(10)
        assert pinned.gap(str(k), "0").standard_error == pytest.approx(expected, rel=1e-8)
    np.testing.assert_allclose(pinned.standard_error, errors.naive_standard_error)
    assert "neither draws nor maps" in pinned.warnings[0]


def _matrix(table, n):
    points = np.zeros((n, n))
    np.add.at(points, (table["bot_1"], table["bot_2"]), table["result"])
    np.add.at(points, (table["bot_2"], table["bot_1"]), 1 - table["result"])
    return points


@settings(deadline=None, max_examples=25)
@given(st.integers(0, 2**32), st.randoms(use_true_random=False))
def test_rows_names_and_sides_do_not_matter(seed, random):
    rng = np.random.default_rng(seed)
    bot_1, bot_2 = np.tile([[0, 1], [0, 2], [1, 2]], (12, 1)).T
    table = {"bot_1": bot_1, "bot_2": bot_2, "map": np.repeat(np.arange(6), 6),
             "result": rng.choice([0, 0.5, 1], 36)}  # fmt: skip
    before = bradley_terry.standard_errors(table, prior=0.5)
    order = np.array(random.sample(range(36), 36))
    side = rng.random(36) < 0.5
    names = np.array(["zero", "first", "other"])
    after = bradley_terry.standard_errors(
        {
            "bot_1": names[np.where(side, bot_2, bot_1)[order]],
            "bot_2": names[np.where(side, bot_1, bot_2)[order]],
            "map": (5 - table["map"])[order],
            "result": np.where(side, 1 - table["result"], table["result"])[order],
        },
        prior=0.5,
    )
    for a, b in ((0, 1), (0, 2), (1, 2)):
        gap, renamed = before.gap(str(a), str(b)), after.gap(names[a], names[b])
        assert renamed.estimate == pytest.approx(gap.estimate, abs=1e-9)
        assert renamed.standard_error == pytest.approx(gap.standard_error, abs=1e-9)
        assert after.gap(names[b], names[a]).estimate == -renamed.estimate
    # Every map played twice over: the same ratings, and the variance of twice the units.
    double = {key: np.tile(values, 2) for key, values in table.items()}
    double["map"] = np.repeat([0, 10], 36) + double["map"]
    twice = bradley_terry.standard_errors(double, prior=1.0)
    ratio = (12 / 11 / 2) / (6 / 5)
    np.testing.assert_allclose(twice.elo, before.elo, atol=1e-9)
    np.testing.assert_allclose(twice.standard_error**2, ratio * before.standard_error**2, atol=1e-7)


def covered(play, by, runs=250, **world):
    """Count the intervals of the gap between two equal bots that hold zero."""
    count = 0
    for seed in range(runs):
        table = play(np.random.default_rng(seed), UNEQUAL, **world)
        interval = bradley_terry.standard_errors(table, by=by).gap("1", "2").confidence_interval
        count += interval.low <= 0 <= interval.high
    return binomtest(count, runs, 0.95)


def test_intervals_by_map_keep_their_level_and_by_game_do_not(play):
    world = {"maps": 40, "map_sd": 1.0, "draw": 0.2}
    assert covered(play, "map", **world).pvalue > 0.001
    by_game = covered(play, None, **world)
    assert by_game.statistic < 0.93
    assert by_game.pvalue < 0.001


def test_draws_make_the_naive_errors_too_large(play):
    table = play(np.random.default_rng(1), UNEQUAL, maps=400, draw=0.5)
    errors = bradley_terry.standard_errors(table)
    # Half of the games drawn: about half of the variance.
    ratio = (errors.standard_error / errors.naive_standard_error) ** 2
    assert ratio == pytest.approx([0.5] * 4, abs=0.1)


def test_components_have_no_gap_between_them():
    table = {"bot_1": list("acac"), "bot_2": list("bdbd"), "map": [1, 1, 2, 2],
             "result": [1, 1, 0, 0.5]}  # fmt: skip
    errors = bradley_terry.standard_errors(table, prior=0.5)
    gap = errors.gap("a", "c")
    assert np.isnan([gap.estimate, gap.standard_error, gap.confidence_interval.low]).all()
    assert "no game compares 'a' with 'c'" in gap.warnings[-1]
    assert np.isnan(errors.covariance[0, 2])
    assert np.isfinite(errors.standard_error).all()
    assert np.isfinite(errors.gap("c", "d").standard_error)


def test_one_map_has_no_spread(play):
    table = play(np.random.default_rng(1), [0, 0], maps=1)
    with pytest.raises(ValueError, match=r"column 'map': names only one, .* play more maps"):
        bradley_terry.standard_errors(table, prior=0.5)


def test_a_twin_shows_the_noise_floor(play):
    # Bots 1 and 2 are equal. The floor is what the gap exceeds in one panel of twenty.
    beyond = 0
    for seed in range(200):
        table = play(np.random.default_rng(900 + seed), UNEQUAL, maps=40, map_sd=0.7)
        floor = bradley_terry.noise_floor(table, "1", "2")
        assert floor.smallest_gap_elo > 0
        exceeds = abs(floor.gap.estimate) > floor.smallest_gap_elo
        assert exceeds == any("mirror" in text for text in floor.warnings)
        beyond += exceeds
    assert binomtest(beyond, 200, 0.05).pvalue > 0.001
    # More maps, a lower floor.
    table = play(np.random.default_rng(1), UNEQUAL, maps=160, map_sd=0.7)
    assert bradley_terry.noise_floor(table, "1", "2").smallest_gap_elo < floor.smallest_gap_elo
    with pytest.raises(ValueError, match="twin: is '1', the bot itself"):
        bradley_terry.noise_floor(table, "1", "1")
    with pytest.raises(ValueError, match="twin: 'x' is not among the bots 0, 1, 2, 3"):
        bradley_terry.noise_floor(table, "1", "x")


def test_one_that_is_no_twin_is_told(play):
    table = play(np.random.default_rng(1), UNEQUAL, maps=200)
    assert "more than noise explains" in bradley_terry.noise_floor(table, "0", "3").warnings[-1]
