"""Residuals of pairs, and how much of a panel goes in circles."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import binomtest, chi2

from benchlib import bradley_terry

CYCLE = [[0, 70, 30], [30, 0, 70], [70, 30, 0]]
EVEN = [0.0] * 5
LADDER = [0.8, 0.4, 0.0, -0.4, -0.8]


def measured(table, by="map", n_resamples=199, rng=1, **options):
    return bradley_terry.intransitivity(table, by=by, n_resamples=n_resamples, rng=rng, **options)


def test_a_pure_cycle_by_hand():
    # All are rated 0, so 50 of 100 points are expected everywhere, and 20 are left over.
    pairs = bradley_terry.pair_residuals(CYCLE, by=None)
    assert list(zip(pairs.bot_1, pairs.bot_2, strict=True)) == [("0", "1"), ("0", "2"), ("1", "2")]
    np.testing.assert_allclose(pairs.expected, 50)
    np.testing.assert_allclose(pairs.residual, [20, -20, 20])
    # 20 points over a weight of 25 are 0.8 in log-odds.
    np.testing.assert_allclose(pairs.residual_elo, np.array([1, -1, 1]) * 0.8 * 400 / np.log(10))
    # The three residuals are one number, the flow around: a third of the sum of three
    # independent variances of 25, over 3: 25 / 3.
    np.testing.assert_allclose(pairs.standard_error, (25 / 3) ** 0.5)
    found = measured(CYCLE, by=None)
    # 3 * 400 / 25 = 48, of which noise leaves 1 on average; the ladder is 0 less its noise.
    scale = 400 / np.log(10) / 75**0.5
    assert found.cyclic_elo == pytest.approx(scale * 47**0.5)
    assert (found.transitive_elo, found.cyclic_share) == (0, 1)
    assert (found.n_triples, found.n_cyclic_triples) == (1, 1)
    assert found.p_value == 1 / 200


def test_the_p_value_against_the_chi_square_distribution():
    points = np.array([[0, 58, 45], [42, 0, 56], [55, 44, 0]], dtype=float)
    pairs = bradley_terry.pair_residuals(points, by=None)
    weight = pairs.expected * (100 - pairs.expected) / 100
    statistic = (pairs.residual**2 / weight).sum()
    found = measured(points, by=None, n_resamples=20_000)
    expected = chi2.sf(statistic, 1)
    assert 0.01 < expected < 0.5
    assert binomtest(round(found.p_value * 20_001) - 1, 20_000, expected).pvalue > 1e-4
    assert pairs.p_value == pytest.approx([expected] * 3)


matrices = st.lists(st.lists(st.integers(1, 40), min_size=5, max_size=5), min_size=5, max_size=5)


@settings(deadline=None, max_examples=50)
@given(matrices, st.permutations(range(5)))
def test_what_must_hold_for_every_matrix(rows, order):
    points = np.array(rows, dtype=float)
    np.fill_diagonal(points, 0)
    pairs = bradley_terry.pair_residuals(points, by=None)
    # Residuals flow in circles: what a bot has over here it lacks there.
    flow = np.zeros((5, 5))
    i, j = np.triu_indices(5, 1)
    flow[i, j], flow[j, i] = pairs.residual, -pairs.residual
    np.testing.assert_allclose(flow.sum(axis=1), 0, atol=1e-8)
    # Noise of independent games: as many degrees of freedom as pairs beyond the ratings.
    weight = pairs.expected * (pairs.n_games - pairs.expected) / pairs.n_games
    assert (pairs.standard_error**2 / weight).sum() == pytest.approx(10 - 4)
    found = measured(points, by=None, n_resamples=9)
    shuffled = measured(points[np.ix_(order, order)], by=None, n_resamples=9)
    assert shuffled.cyclic_elo == pytest.approx(found.cyclic_elo, abs=1e-5)
    assert shuffled.transitive_elo == pytest.approx(found.transitive_elo, abs=1e-5)
    assert shuffled.n_cyclic_triples == found.n_cyclic_triples
    assert found.n_triples <= 10
    # The whole panel as its one level.
    assert measured(points.T, by=None, n_resamples=9).cyclic_elo == pytest.approx(
        found.cyclic_elo, abs=1e-5
    )


@pytest.mark.parametrize("draw", [0.0, 0.5])
@pytest.mark.parametrize("map_sd", [0.0, 1.0])
def test_false_alarms_keep_their_level_with_draws_and_maps(play, draw, map_sd):
    alarms = cyclic = 0
    for seed in range(120):
        rng = np.random.default_rng(seed)
        found = measured(play(rng, EVEN, maps=40, map_sd=map_sd, draw=draw), n_resamples=99)
        alarms += found.p_value <= 0.1
        cyclic += found.cyclic_elo > 0
    assert binomtest(int(alarms), 120, 0.1).pvalue > 0.001
    # The noise that is taken off is right on average: what is left is positive half of the time.
    assert 0.25 < cyclic / 120 < 0.65


def test_a_ladder_is_none_and_a_cycle_is_found_on_top_of_it(play):
    ladder = measured(play(np.random.default_rng(1), LADDER, maps=400))
    assert ladder.cyclic_share < 0.02
    assert ladder.p_value > 0.01
    # Root mean square of the ten gaps, 0.8 in log-odds: 139 Elo.
    assert ladder.transitive_elo == pytest.approx(139, abs=12)
    both = measured(play(np.random.default_rng(1), LADDER, maps=400, cycle=0.4))
    assert both.p_value < 0.01
    assert 0.05 < both.cyclic_share < 0.8
    assert both.transitive_elo > 50


def test_levels_show_where_the_cycle_is(play):
    rng = np.random.default_rng(3)
    # Bots 0 to 2 are strong and go in a circle; bots 3 to 5 are weak and do not.
    strong = play(rng, [0, 0, 0], maps=150, cycle=1.0)
    weak = play(rng, [0.3, 0, -0.3], maps=150)
    between = {
        "bot_1": np.tile(np.repeat([0, 1, 2], 3), 150),
        "bot_2": np.tile([3, 4, 5], 450),
        "map": np.repeat(np.arange(150), 9),
        "result": (rng.random(1350) < 0.9) * 1.0,
    }
    weak = {**weak, "bot_1": weak["bot_1"] + 3, "bot_2": weak["bot_2"] + 3}
    table = {key: np.concatenate([strong[key], weak[key], between[key]]) for key in between}
    found = measured(table, n_levels=2)
    top, bottom = found.levels
    assert (set(top.bots), set(bottom.bots)) == (set("012"), set("345"))
    assert top.cyclic_share > 0.95
    assert (top.n_cyclic_triples, bottom.n_cyclic_triples) == (1, 0)
    assert top.p_value < 0.01 < bottom.p_value
    assert bottom.cyclic_share < 0.1 < found.cyclic_share < top.cyclic_share
    # A level is measured on its own games.
    alone = measured(strong)
    assert top.cyclic_elo == pytest.approx(alone.cyclic_elo)
    assert top.levels == ()


def test_bots_that_meet_in_no_circle():
    found = measured([[0, 3, 0], [1, 0, 2], [0, 2, 0]], by=None)
    assert np.isnan([found.cyclic_elo, found.cyclic_share, found.p_value]).all()
    assert "no bots met each other in a circle" in found.warnings[-1]
    pairs = bradley_terry.pair_residuals([[0, 3, 0], [1, 0, 2], [0, 2, 0]], by=None)
    np.testing.assert_allclose(pairs.residual, 0, atol=1e-9)
    assert np.isnan(pairs.p_value).all()


def test_a_level_without_finite_ratings_says_so():
    points = np.full((6, 6), 2.0) - 2 * np.eye(6)
    points[:3, 3:], points[3:, :3] = 9, 1
    points[3:, 3:] = [[0, 4, 4], [0, 0, 4], [0, 0, 0]]
    found = measured(points, by=None, n_levels=2)
    assert np.isnan(found.levels[1].cyclic_elo)
    assert "lost no point to anybody" in found.levels[1].warnings[0]
    assert np.isfinite(found.levels[0].p_value)


def test_bots_level_within_noise_have_no_share():
    found = measured([[0, 5, 5], [5, 0, 5], [5, 5, 0]], by=None)
    assert (found.cyclic_elo, found.transitive_elo, found.p_value) == (0, 0, 1)
    assert np.isnan(found.cyclic_share)
    assert "level within noise" in found.warnings[-1]
    assert (found.n_triples, found.n_cyclic_triples) == (0, 0)


def test_pairs_of_one_map_take_their_noise_from_the_model():
    table = {"bot_1": list("aab") * 2, "bot_2": list("bcc") * 2, "map": [1, 1, 1, 2, 2, 3],
             "result": [1, 1, 1, 0, 0, 0]}  # fmt: skip
    assert bradley_terry.pair_residuals(table).warnings == ()
    table["map"] = [1, 2, 3, 1, 2, 4]
    assert "2 pairs met on one map only" in bradley_terry.pair_residuals(table).warnings[0]
    table["map"] = [1, 2, 3, 1, 2, 3]
    pairs = bradley_terry.pair_residuals(table)
    assert "3 pairs met on one" in pairs.warnings[0]
    assert np.isfinite(pairs.standard_error).all()


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"n_levels": 2}, "n_levels: 2 levels of at least 3 bots need 6 bots, and there are 3"),
        ({"n_levels": 0}, "n_levels: expected a whole number"),
        ({"n_resamples": 0}, "n_resamples: expected a whole number"),
        ({"rng": None}, "rng: expected"),
        ({"by": "map"}, "a matrix of points does not say which games share a map"),
    ],
)
def test_impossible_options(options, words):
    with pytest.raises(ValueError, match=words):
        measured(CYCLE, **{"by": None, **options})
