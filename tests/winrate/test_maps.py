import math

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binomtest, t, ttest_1samp
from statsmodels.api import OLS

from benchlib import winrate

games_of_maps = st.lists(
    st.tuples(st.integers(0, 7), st.sampled_from([0, 0.5, 1])), min_size=2, max_size=40
).filter(lambda rows: len({name for name, _ in rows}) > 1)


def table(rows):
    return {"map": [name for name, _ in rows], "points": [points for _, points in rows]}


def test_by_hand():
    # Maps with 2, 1 and 1.5 points of 2 games; rate 4.5 / 6 = 0.75; map means 1, 0.5 and 0.75
    # have standard deviation 0.25, so the standard error is 0.25 / sqrt(3).
    games = table([("a", 1), ("a", 1), ("b", 1), ("b", 0), ("c", 1), ("c", 0.5)])
    found = winrate.map_interval(games, confidence_level=0.5)
    assert found.estimate == 0.75
    assert found.standard_error == pytest.approx(0.25 / math.sqrt(3))
    low, high = t.interval(0.5, 2, 0.75, 0.25 / math.sqrt(3))
    interval = found.confidence_interval
    assert (interval.low, interval.high) == pytest.approx((low, high))
    assert interval.confidence_level == 0.5
    assert found.wilson_interval == winrate.wilson_interval(4.5, 6, confidence_level=0.5)
    # (1/16 / 3) / (0.75 * 0.25 / 6)
    assert found.design_effect == pytest.approx(2 / 3)
    assert (found.n, found.n_games, found.draw_rate) == (3, 6, 1 / 6)
    assert found.warnings == ()


@given(st.lists(st.sampled_from([0, 0.5, 1, 1.5, 2]), min_size=2, max_size=30))
def test_with_equal_maps_it_is_scipys_t_interval(sums):
    rows = [
        (number, points)
        for number, total in enumerate(sums)
        for points in (min(total, 1), total - min(total, 1))
    ]
    found = winrate.map_interval(table(rows), confidence_level=0.6)
    if len(set(sums)) == 1:
        assert math.isnan(found.standard_error)
        return
    low, high = ttest_1samp(np.array(sums) / 2, 0.5).confidence_interval(0.6)
    interval = found.confidence_interval
    assert (interval.low, interval.high) == pytest.approx((max(low, 0), min(high, 1)))
    assert ("cut" in "".join(found.warnings)) == (low < 0 or high > 1)


@given(games_of_maps)
def test_statsmodels_cluster_robust_error_is_the_same(rows):
    found = winrate.map_interval(table(rows))
    names, points = np.array([r[0] for r in rows]), np.array([r[1] for r in rows], dtype=float)
    fit = OLS(points, np.ones(len(points))).fit()
    robust = fit.get_robustcov_results("cluster", groups=names, use_correction=False)
    expected = float(robust.bse[0]) * math.sqrt(found.n / (found.n - 1))
    if math.isnan(found.standard_error):
        assert expected == pytest.approx(0, abs=1e-9)
    else:
        assert found.standard_error == pytest.approx(expected, rel=1e-6)


@given(games_of_maps, st.data())
def test_order_and_names_do_not_reach_the_last_bit(rows, data):
    before = winrate.map_interval(table(rows))
    new_names = data.draw(st.permutations([f"map {i}" for i in range(8)]))
    shuffled = data.draw(st.permutations(rows))
    after = winrate.map_interval(table([(new_names[name], points) for name, points in shuffled]))
    assert repr(after) == repr(before)  # NaN is not equal to itself


@given(games_of_maps)
def test_swapping_the_sides_mirrors_the_result(rows):
    own = winrate.map_interval(table(rows))
    other = winrate.map_interval(table([(name, 1 - points) for name, points in rows]))
    assert other.estimate == pytest.approx(1 - own.estimate)
    assert other.standard_error == pytest.approx(own.standard_error, nan_ok=True)
    assert other.confidence_interval.low == pytest.approx(
        1 - own.confidence_interval.high, abs=1e-12, nan_ok=True
    )


def simulated(rng, n_maps, *, map_effect, seat_effect):
    """Play each map in both seats; the same map effect helps in both, the seat in one of them."""
    shift = map_effect * rng.choice([-1, 1], size=n_maps)
    seat = seat_effect * np.array([1, -1])
    chances = 0.5 + shift[:, None] + seat
    return {
        "map": np.repeat(np.arange(n_maps), 2),
        "points": (rng.random((n_maps, 2)) < chances).astype(float).ravel(),
    }


@pytest.mark.parametrize(
    ("map_effect", "seat_effect", "design_effect"),
    # Var of a map mean: (1/4 - a^2 - s^2) / 2 + a^2, against 1/8 for two coin flips.
    [(0.3, 0.0, 1.36), (0.0, 0.3, 0.64), (0.0, 0.0, 1.0)],
)
def test_simulated_coverage(map_effect, seat_effect, design_effect):
    rng = np.random.default_rng(20)
    runs, hits, wilson_hits, effects = 400, 0, 0, []
    for _ in range(runs):
        games = simulated(rng, 60, map_effect=map_effect, seat_effect=seat_effect)
        found = winrate.map_interval(games)
        hits += found.confidence_interval.low <= 0.5 <= found.confidence_interval.high
        wilson_hits += found.wilson_interval.low <= 0.5 <= found.wilson_interval.high
        effects.append(found.design_effect)
    assert binomtest(hits, runs, 0.95).pvalue > 0.001
    assert np.mean(effects) == pytest.approx(design_effect, abs=0.05)
    if map_effect:  # games that share a map: too narrow
        assert binomtest(wilson_hits, runs, 0.95, alternative="less").pvalue < 0.01
    if seat_effect:  # swapped seats cancel: too wide
        assert binomtest(wilson_hits, runs, 0.95, alternative="greater").pvalue < 0.01


def test_draws_make_the_map_interval_narrower():
    rows = [(m, p) for m in range(30) for p in ((1, 0.5) if m % 3 else (0, 0.5))]
    found = winrate.map_interval(table(rows))
    assert found.draw_rate == 0.5
    assert found.design_effect < 1
    own, wilson = found.confidence_interval, found.wilson_interval
    assert own.high - own.low < wilson.high - wilson.low


@pytest.mark.parametrize("points", [(1, 1), (0, 0), (1, 0), (0.5, 0.5)])
def test_maps_that_all_end_alike_give_no_error(points):
    rows = [(m, p) for m in range(5) for p in points]
    found = winrate.map_interval(table(rows))
    assert found.estimate == sum(points) / 2
    interval = found.confidence_interval
    undefined = (found.standard_error, interval.low, interval.high, found.design_effect)
    assert all(math.isnan(value) for value in undefined)
    assert "no spread" in found.warnings[0]
    assert found.wilson_interval == winrate.wilson_interval(5 * sum(points), 10)


def test_other_columns_and_frames():
    rows = [("a", 1), ("a", 0), ("b", 1), ("b", 1)]
    frame = pd.DataFrame(table(rows)).rename(columns={"map": "round", "points": "result"})
    assert winrate.map_interval(frame, points="result", by="round") == winrate.map_interval(
        table(rows)
    )


@pytest.mark.parametrize(
    ("games", "words"),
    [
        ({"map": [1, 2]}, "games: the column 'points' is missing"),
        ({"map": [1], "points": [1, 0]}, "games: the columns have different lengths"),
        ({"map": [], "points": []}, "games: has no rows"),
        ({"map": [1, 2], "points": [1, 2]}, "points: row 1 is 2.0; give one game a row"),
        ({"map": [1, 2], "points": [0.3, 1]}, "points: row 0 is 0.3; give one game a row"),
        ({"map": [1, 2], "points": [1, math.nan]}, "points: row 1 is nan"),
        ({"map": [1, 2], "points": [1, "0"]}, "points: row 1 is '0', which is not a number"),
        ({"map": [1, None], "points": [1, 0]}, "map: row 1 has no label"),
        ({"map": ["a", "A"], "points": [1, 0]}, "map: 'A' and 'a' differ only in spaces or case"),
        ({"map": [1, 1], "points": [1, 0]}, "map: all games are on one map"),
        ([1, 0], "games: expected a DataFrame or a mapping"),
    ],
)
def test_impossible_tables_are_refused(games, words):
    with pytest.raises(ValueError, match=words):
        winrate.map_interval(games)
