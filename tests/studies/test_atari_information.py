import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import binomtest, norm

from benchlib import datasets
from benchlib.studies import atari_information as study


@pytest.fixture(scope="module")
def released():
    return datasets.load("bbf_runs")


def made(n_conditions=3, n_games=4, n_runs=5, *, rng=1, gap=0.0):
    """Normal runs with spread 1, whose means lie `gap` apart."""
    generator = np.random.default_rng(rng)
    rows = [
        (f"c{c}", f"g{g}", score)
        for c in range(n_conditions)
        for g in range(n_games)
        for score in generator.normal(gap * c, 1, n_runs)
    ]
    return study.read_pools(pd.DataFrame(rows, columns=["condition", "game", "score"]))


def test_moments_are_those_of_pandas(released):
    pools = study.read_pools(released)
    mean, sd = study.cell_moments(pools)
    groups = released.groupby(["condition", "game"])["score"]
    np.testing.assert_allclose(mean, groups.mean().unstack(), rtol=1e-12)
    np.testing.assert_allclose(sd, groups.std().unstack(), rtol=1e-9, atol=1e-9)
    assert pools.cell("RR8 BBF", "pong").tolist() == sorted(
        released.query("condition == 'RR8 BBF' and game == 'pong'")["score"]
    )


def test_equal_scores_have_no_spread_though_their_sum_rounds():
    rows = {"condition": ["a"] * 3 + ["b"] * 3, "game": ["g"] * 6, "score": [0.1] * 6}
    mean, sd = study.cell_moments(study.read_pools(rows))
    assert np.mean([0.1] * 3) != 0.1, "the case is one where it matters"
    assert mean.ravel().tolist() == [0.1, 0.1]
    assert sd.ravel().tolist() == [0, 0]


@given(st.randoms(use_true_random=False))
@settings(max_examples=20, deadline=None)
def test_the_order_of_rows_does_not_matter(random):
    rows = [(c, g, s) for c in "ab" for g in "xy" for s in (1.5, 2.0, ord(c) + ord(g))]
    shuffled = random.sample(rows, len(rows))
    columns = ["condition", "game", "score"]
    one, other = (study.read_pools(pd.DataFrame(r, columns=columns)) for r in (rows, shuffled))
    assert one.scores.tolist() == other.scores.tolist()
    assert one.n_runs.tolist() == other.n_runs.tolist()


def test_the_quoted_sets_are_games_of_the_release(released):
    games = set(released["game"])
    assert len(set(study.ATARI_100K)) == 26
    assert len(set(study.ATARI_5)) == 5
    assert games.issuperset(study.ATARI_100K + study.ATARI_5)


def test_a_shuffle_keeps_the_runs_of_a_game_and_forgets_whose_they_are():
    pools = made(gap=100.0)
    dealt = study.shuffled_runs(pools, rng=3)
    for game in pools.games:
        before, after = (
            sorted(np.concatenate([p.cell(c, game) for c in p.conditions])) for p in (pools, dealt)
        )
        assert before == after
    assert not np.array_equal(pools.scores, dealt.scores)
    # A score is as likely to fall to one condition as to another.
    first = pools.cell("c0", "g0")[0]
    draws = 600
    rng = np.random.default_rng(1)
    own = sum(first in study.shuffled_runs(pools, rng=rng).cell("c2", "g0") for _ in range(draws))
    assert binomtest(own, draws, 1 / 3).pvalue > 1e-4


def test_resampled_runs_come_from_their_own_cell():
    pools = made(gap=100.0)
    for size in (None, 2, 9):
        drawn = study.resampled_runs(pools, n_runs=size, rng=1)
        assert (drawn.n_runs == (5 if size is None else size)).all()
        for condition in pools.conditions:
            for game in pools.games:
                assert set(drawn.cell(condition, game)) <= set(pools.cell(condition, game))
    means = [
        study.cell_moments(study.resampled_runs(pools, n_runs=2, rng=k))[0] for k in range(400)
    ]
    mean, sd = study.cell_moments(pools)
    error = sd * np.sqrt(4 / 5) / np.sqrt(2 * 400)
    assert (np.abs(np.mean(means, axis=0) - mean) < 4.5 * error).all()


def test_same_seed_same_draws():
    pools = made()
    for draw in (study.shuffled_runs, study.resampled_runs):
        assert draw(pools, rng=7).scores.tolist() == draw(pools, rng=7).scores.tolist()


def test_a_common_spread_is_the_root_of_the_mean_variance():
    assert study.common_spread([[3.0], [4.0]]).ravel() == pytest.approx([np.sqrt(12.5)] * 2)


def test_recognition_of_two_normal_conditions_is_what_theory_says():
    # With many runs left, the nearer of two means d apart is right with probability Phi(d / 2).
    pools = made(n_conditions=2, n_games=1, n_runs=4000, gap=1.5)
    shares = study.held_out_recognition(pools, {"g": [0]}, n_splits=1500, rng=2)["g"]
    hits, trials = round(shares.sum() * 2), 2 * 1500
    assert binomtest(hits, trials, norm.cdf(0.75)).pvalue > 1e-3


def test_with_own_spreads_the_wider_of_two_is_recognized_in_the_tails():
    # N(0, 1) against N(0, 4): the wider one is named where x^2 > 2 log 2 / (1 - 1/4) = 1.848.
    rng = np.random.default_rng(1)
    wide = [("a", "g", x) for x in rng.normal(0, 1, 4000)] + [
        ("b", "g", x) for x in rng.normal(0, 2, 4000)
    ]
    pools = study.read_pools(pd.DataFrame(wide, columns=["condition", "game", "score"]))
    cut = np.sqrt(np.log(4) / 0.75)
    right = (1 - 2 * norm.sf(cut) + 2 * norm.sf(cut / 2)) / 2
    shares = study.held_out_recognition(
        pools, {"g": [0]}, n_splits=1500, rng=2, common_weight=1e-9
    )["g"]
    assert binomtest(round(shares.sum() * 2), 3000, right).pvalue > 1e-3


def test_conditions_that_are_alike_are_recognized_by_chance_alone():
    # Runs are held out of small pools, so many pools are needed rather than many splits of one.
    rates = [
        study.held_out_recognition(made(4, 3, 8, rng=k), {"all": range(3)}, n_splits=4, rng=k)[
            "all"
        ].mean()
        for k in range(250)
    ]
    error = np.std(rates) / np.sqrt(len(rates))
    assert abs(np.mean(rates) - 1 / 4) < 4 * error
    assert error < 0.01


def test_a_game_that_says_nothing_leaves_a_fair_guess():
    rows = {"condition": list("aaabbbccc"), "game": ["g"] * 9, "score": [0] * 9}
    found = study.held_out_recognition(study.read_pools(rows), {"g": [0]}, n_splits=2, rng=1)
    assert found["g"] == pytest.approx([1 / 3, 1 / 3])
    rows["score"] = [0, 0, 0, 1, 1, 1, 2, 2, 2]
    found = study.held_out_recognition(study.read_pools(rows), {"g": [0]}, n_splits=2, rng=1)
    assert found["g"].tolist() == [1, 1]


def test_a_rule_never_sees_the_run_that_is_held_out():
    # One outlier a cell: when it is held out, the spread that the rule sees is that of the rest.
    rows = {"condition": list("aaabbb"), "game": ["g"] * 6, "score": [0, 0, 9, 0, 0, 9]}
    seen = []

    def rule(mean, sd):
        seen.append(tuple(sd.ravel() == 0))
        return [0]

    study.held_out_recognition(study.read_pools(rows), {"r": rule}, n_splits=60, rng=1)
    assert len(set(seen)) == 4


RUNS = {"condition": list("aabb"), "game": ["g"] * 4, "score": [1, 2, 3, 4]}
PAIR = study.read_pools(RUNS)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: study.read_pools({"condition": ["a"], "game": ["g"]}), "'score' is missing"),
        (lambda: study.read_pools(RUNS, conditions=["a", "z"]), "conditions: expected"),
        (lambda: study.read_pools(RUNS, conditions=["a"]), "at least two"),
        (lambda: study.read_pools({**RUNS, "game": list("gggh")}), "has 0 runs on 'h'"),
        (lambda: study.read_pools({**RUNS, "score": [1, 2, 3, np.nan]}), "row 3"),
        (lambda: study.common_spread([1.0, 2.0]), "expected shape"),
        (lambda: study.common_spread([[1.0, -2.0]]), "row 0, column 1"),
        (lambda: study.resampled_runs(PAIR, n_runs=1, rng=1), "at least 2"),
        (lambda: study.resampled_runs(PAIR, n_runs=2.5, rng=1), "n_runs"),
        (lambda: study.shuffled_runs(PAIR, rng=None), "rng"),
        (
            lambda: study.held_out_recognition(PAIR, {"r": [0]}, n_splits=1, rng=1),
            "three are the fewest",
        ),
        (lambda: study.held_out_recognition(made(), {}, n_splits=1, rng=1), "rules: is empty"),
        (
            lambda: study.held_out_recognition(
                made(), {"r": [0]}, n_splits=1, rng=1, common_weight=1.5
            ),
            "common_weight",
        ),
        (
            lambda: study.held_out_recognition(made(), {"r": [4]}, n_splits=1, rng=1),
            "'r' gives",
        ),
    ],
)
def test_impossible_input_is_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()
