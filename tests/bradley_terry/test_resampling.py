"""Refits of resampled maps, and the ranks that they leave open."""

from itertools import product

import numpy as np
import pytest
from scipy.stats import binomtest

from benchlib import bradley_terry
from benchlib.bradley_terry import _solvers, resampling

THETA = [-0.5, 0.1, 0.1, 0.3]


@pytest.fixture
def table(play):
    return play(np.random.default_rng(2), THETA, maps=12, map_sd=0.5, draw=0.2)


def sampled(table, n_resamples=50, rng=1, **options):
    return bradley_terry.bootstrap(table, n_resamples=n_resamples, rng=rng, **options)


def test_two_maps_by_hand():
    # Map 1 gives 2 of 3 points, map 2 gives 1 of 3. A resample holds both (half of the time), map
    # 1 twice or map 2 twice: rates 1/2, 2/3 and 1/3, so gaps 0, 400 log10(2) and its opposite.
    table = {"bot_1": ["a"] * 6, "bot_2": ["b"] * 6, "map": [1, 1, 1, 2, 2, 2],
             "result": [1, 1, 0, 1, 0, 0]}  # fmt: skip
    sample = sampled(table, 4000)
    gaps = sample.replicates[:, 0] - sample.replicates[:, 1]
    step = 400 * np.log10(2)
    counts = [int(np.isclose(gaps, x, atol=1e-6).sum()) for x in (-step, 0, step)]
    assert sum(counts) == 4000
    for count, share in zip(counts, (0.25, 0.5, 0.25), strict=True):
        assert binomtest(count, 4000, share).pvalue > 1e-4
    assert sample.gap("a", "b").estimate == pytest.approx(0, abs=1e-9)
    assert sample.gap("a", "b").confidence_interval.high == pytest.approx(step)
    # A rating is half of the gap.
    assert sample.rating("a").confidence_interval.high == pytest.approx(step / 2)


@pytest.mark.parametrize("prior", [0.0, 0.5])
def test_a_refit_is_a_fit_of_the_maps_drawn(table, prior):
    sample = sampled(table, 8, prior=prior)
    weights = np.random.default_rng(1).multinomial(12, np.full(12, 1 / 12), size=8)
    rows = [np.flatnonzero(table["map"] == k) for k in range(12)]
    for row, weight in zip(sample.replicates, weights, strict=True):
        drawn = np.concatenate([np.repeat(r, w) for r, w in zip(rows, weight, strict=True)])
        again = bradley_terry.fit({k: v[drawn] for k, v in table.items()}, prior=prior)
        np.testing.assert_allclose(row, again.elo, atol=1e-8)


@pytest.mark.parametrize("change", ["blocks", "one by one"])
def test_how_the_work_is_cut_does_not_matter(table, change, monkeypatch):
    before = sampled(table).replicates
    monkeypatch.setattr(*((resampling, "_BLOCK", 50) if change == "blocks"
                          else (_solvers, "DENSE", 3)))  # fmt: skip
    np.testing.assert_allclose(sampled(table).replicates, before, atol=1e-8)


def test_randomness_comes_from_rng_alone(table):
    before = sampled(table).replicates
    order = np.random.default_rng(5).permutation(len(table["map"]))
    shuffled = {key: values[order] for key, values in table.items()}
    assert sampled(shuffled).replicates.tolist() == before.tolist()
    assert sampled(table, rng=np.random.default_rng(1)).replicates.tolist() == before.tolist()
    assert sampled(table, rng=2).replicates.tolist() != before.tolist()
    by_round = {**table, "round": table["map"], "map": np.arange(len(order))}
    assert sampled(by_round, by="round").replicates.tolist() == before.tolist()


def test_the_spread_is_that_of_the_sandwich(play):
    table = play(np.random.default_rng(4), THETA, maps=300, map_sd=0.7, draw=0.2)
    sample, errors = sampled(table, 1000), bradley_terry.standard_errors(table)
    for pair in (("0", "1"), ("1", "2"), ("0", "3")):
        assert sample.gap(*pair).standard_error == pytest.approx(
            errors.gap(*pair).standard_error, rel=0.1
        )


def test_resamples_without_a_finite_fit_are_counted():
    # Bot b takes its only point on map 3. Of the 27 resamples of three maps, 8 leave it out.
    table = {"bot_1": ["a"] * 6, "bot_2": ["b"] * 6, "map": [1, 1, 2, 2, 3, 3],
             "result": [1, 1, 1, 1, 1, 0]}  # fmt: skip
    maps = [(1, 1), (1, 1), (1, 0)]
    finite = sum(any(0 in m for m in drawn) for drawn in product(maps, repeat=3))
    assert finite == 27 - 8
    sample = sampled(table, 2000)
    assert binomtest(sample.n_undefined, 2000, 8 / 27).pvalue > 1e-4
    assert np.isnan(sample.replicates).any(axis=1).sum() == sample.n_undefined
    gap = sample.gap("a", "b")
    assert (gap.confidence_interval.low, gap.confidence_interval.high) == (-np.inf, np.inf)
    assert np.isnan(gap.standard_error)
    assert f"{sample.n_undefined} of 2000 resamples" in gap.warnings[0]
    ranks = bradley_terry.rank_intervals(sample)
    assert (ranks.best.tolist(), ranks.worst.tolist()) == ([1, 1], [2, 2])
    # A prior gives all of them ratings.
    assert sampled(table, 200, prior=0.5).n_undefined == 0


def test_few_of_them_only_widen_the_interval(table):
    rows = sampled(table, 999).replicates
    values = rows[:, 0] - rows[:, 1]
    replicates = np.c_[values, np.zeros(999)]
    replicates[:10] = np.nan
    part = bradley_terry.RatingBootstrap(
        ("a", "b"), np.zeros(2), np.zeros(2, dtype=int), replicates, 12, 10, 0.95
    )
    interval = part.gap("a", "b").confidence_interval
    left = np.sort(values[10:])
    assert (interval.low, interval.high) == (left[24 - 10], left[-25 + 10])


def test_components_are_kept_apart():
    table = {"bot_1": list("acacac"), "bot_2": list("bdbdbd"), "map": [1, 1, 2, 2, 3, 3],
             "result": [1, 1, 0, 0.5, 1, 0]}  # fmt: skip
    sample = sampled(table, 20, prior=0.5)
    gap = sample.gap("a", "d")
    assert np.isnan([gap.estimate, gap.confidence_interval.low]).all()
    assert "no game compares 'a' with 'd'" in gap.warnings[-1]
    assert bradley_terry.rank_intervals(sample).worst.tolist() == [2, 2, 2, 2]


def test_intervals_cover_the_true_gap(play):
    hits = 0
    for seed in range(200):
        table = play(np.random.default_rng(seed), THETA, maps=40, map_sd=0.6, draw=0.2)
        interval = sampled(table, 199, rng=5000 + seed).gap("1", "2").confidence_interval
        hits += interval.low <= 0 <= interval.high
    # Percentile intervals of 40 maps are a little narrow.
    assert binomtest(hits, 200, 0.94).pvalue > 0.001


def test_rank_intervals_keep_their_level_where_percentiles_do_not(play):
    # Five bots, the true order known, gaps of 2 Elo: far inside the noise of 20 maps.
    theta = np.arange(5) * 2 * np.log(10) / 400
    truth = 5 - np.arange(5)
    ours = percentile = 0
    for seed in range(150):
        table = play(np.random.default_rng(seed), theta, maps=20)
        sample = sampled(table, 199, rng=5000 + seed, prior=0.5)
        ranks = bradley_terry.rank_intervals(sample)
        ours += (ranks.best[4] <= truth[4]) & (truth[4] <= ranks.worst[4])
        refitted = 1 + (sample.replicates > sample.replicates[:, [4]]).sum(axis=1)
        percentile += np.quantile(refitted, 0.025) <= truth[4]
        assert (ranks.best <= ranks.rank).all()
        assert (ranks.rank <= ranks.worst).all()
    assert binomtest(int(ours), 150, 0.95, alternative="less").pvalue > 0.01
    assert binomtest(int(percentile), 150, 0.975, alternative="less").pvalue < 1e-4


def test_ranks_of_bots_far_apart_are_certain(play):
    table = play(np.random.default_rng(1), [2, 0, -2], maps=100)
    ranks = bradley_terry.rank_intervals(sampled(table, 199))
    for part in (ranks.rank, ranks.best, ranks.worst):
        assert part.tolist() == [1, 2, 3]


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"n_resamples": 1}, "n_resamples: one refit has no spread"),
        ({"n_resamples": 2.5}, "n_resamples: expected a whole number"),
        ({"rng": None}, "rng: expected"),
        ({"by": None}, "by: expected the name of a column"),
        ({"by": "round"}, "the column 'round' is missing"),
        ({"confidence_level": 95}, "confidence_level: expected a number between 0 and 1"),
        ({"prior": -1}, "prior: expected a positive number"),
    ],
)
def test_impossible_options(table, options, words):
    with pytest.raises(ValueError, match=words):
        sampled(table, **options)


def test_one_map_and_no_maps(table, play):
    with pytest.raises(ValueError, match="column 'map': names only one"):
        sampled({**table, "map": np.zeros(len(table["map"]), dtype=int)})
    with pytest.raises(ValueError, match="a matrix of points does not say which games share a map"):
        sampled([[0, 1], [1, 0]])
