import numpy as np
import pytest
from scipy.integrate import quad
from scipy.stats import binomtest, norm, ttest_1samp

from benchlib import bradley_terry, winrate
from benchlib.studies import match_simulations


def mean_over_maps(function, spread):
    """Average over what a map is worth, normal with this standard deviation."""
    return quad(lambda x: function(x) * norm.pdf(x, scale=spread), -8 * spread, 8 * spread)[0]


def test_what_is_left_on_shared_maps_is_chance():
    spread, maps = 300, 80
    found = match_simulations.difference_on_maps(
        0, n_maps=maps, map_sd_elo=spread, n_comparisons=20_000, rng=1
    )
    luck = mean_over_maps(
        lambda x: bradley_terry.expected_score(x) * bradley_terry.expected_score(-x), spread
    )
    # A rate between even bots varies by 1/4 in all, of which luck is a part and the map the rest.
    assert found.chance == pytest.approx(2 * luck / maps, rel=0.005)
    assert found.shared == pytest.approx(2 * luck / maps, rel=0.04)
    assert found.separate == pytest.approx(2 * 0.25 / maps, rel=0.04)


def test_maps_that_are_all_alike_change_nothing():
    found = match_simulations.difference_on_maps(
        50, n_maps=50, map_sd_elo=0, n_comparisons=20_000, rng=2
    )
    assert found.shared == pytest.approx(found.chance, rel=0.04)
    assert found.separate == pytest.approx(found.chance, rel=0.04)


@pytest.mark.parametrize("seat", [0, 100, 300])
def test_swapped_seats_reduce_the_variance_of_a_pair(seat):
    # Given the seats, games are independent: a game varies by p(1 - p), pooled over seats by 1/4.
    p = bradley_terry.expected_score(seat)
    ratios = match_simulations.pair_variance_ratios(n_maps=400, seat_elo=seat, n_matches=400, rng=3)
    assert ttest_1samp(ratios, 4 * p * (1 - p)).pvalue > 0.001


def test_a_match_of_equal_games_has_no_ratio():
    # Even bots that always draw.
    ratios = match_simulations.pair_variance_ratios(n_maps=3, draw_rate=1.0, n_matches=2, rng=1)
    assert np.isnan(ratios).all()


def test_independent_games_are_covered_as_computed():
    found = match_simulations.match_coverage(n_maps=50, n_matches=600, rng=4)
    exact = winrate.coverage(winrate.wilson_interval, [0.5], n_games=100)[0]
    assert binomtest(found.by_game, found.n, exact).pvalue > 0.001
    assert binomtest(found.by_map, found.n, 0.95).pvalue > 0.001
    assert found.design_effect == pytest.approx(1, abs=0.05)


def test_games_alike_and_unlike():
    alike = match_simulations.match_coverage(n_maps=50, map_sd_elo=400, n_matches=300, rng=5)
    unlike = match_simulations.match_coverage(n_maps=50, seat_elo=400, n_matches=300, rng=5)
    assert alike.design_effect > 1.4
    assert unlike.design_effect < 0.5
    assert alike.by_game < 0.92 * alike.n
    assert unlike.by_game > 0.98 * unlike.n
    for found in (alike, unlike):
        assert binomtest(found.by_map, found.n, 0.95).pvalue > 0.001


def test_redrawn_games_cover_as_well_as_maps_if_maps_are_alike():
    found = match_simulations.rating_coverage(
        n_bots=3, n_maps=40, map_sd_elo=0, n_panels=60, n_resamples=99, rng=6
    )
    assert binomtest(found.by_map, found.n, 0.95).pvalue > 0.001
    assert binomtest(found.by_game, found.n, 0.95).pvalue > 0.001


def test_the_gap_of_twins_is_noise():
    twins = match_simulations.twin_gaps({"a": 50, "b": 0}, "a", n_maps=60, n_panels=150, rng=7)
    assert twins.gap.shape == twins.standard_error.shape == (150,)
    assert ttest_1samp(twins.gap, 0).pvalue > 0.001
    assert binomtest(twins.inside, 150, 0.95).pvalue > 0.001
    assert np.median(twins.standard_error) == pytest.approx(twins.gap.std(ddof=1), rel=0.2)


def test_randomness_comes_from_rng_alone():
    def run(rng):
        return match_simulations.pair_variance_ratios(
            n_maps=10, seat_elo=50, draw_rate=0.2, n_matches=5, rng=rng
        )

    before = run(1)
    np.random.default_rng(1)
    assert run(1).tolist() == before.tolist() == run(np.random.default_rng(1)).tolist()
    assert run(2).tolist() != before.tolist()


@pytest.mark.parametrize(
    ("function", "options", "words"),
    [
        ("match_coverage", {"n_maps": 1, "n_matches": 2}, "n_maps: one shows no spread"),
        ("match_coverage", {"n_maps": 2, "n_matches": 0}, "n_matches"),
        ("match_coverage", {"n_maps": 2, "n_matches": 2, "rng": None}, "rng: expected"),
        ("pair_variance_ratios", {"n_maps": 2, "n_matches": 2, "draw_rate": 2}, "draw_rate"),
        ("pair_variance_ratios", {"n_maps": 2, "n_matches": 2, "map_sd_elo": -1}, "map_sd_elo"),
    ],
)
def test_impossible_options(function, options, words):
    with pytest.raises(ValueError, match=words):
        getattr(match_simulations, function)(**{"rng": 1, **options})


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"n_comparisons": 1}, "n_comparisons: one shows no spread"),
        ({"n_maps": 0}, "n_maps"),
        ({"gain_elo": np.nan}, "gain_elo"),
        ({"map_sd_elo": -1}, "map_sd_elo"),
        ({"map_sd_elo": np.inf}, "map_sd_elo"),
    ],
)
def test_impossible_comparisons(change, words):
    options = {"gain_elo": 0.0, "n_maps": 5, "map_sd_elo": 10.0, "n_comparisons": 3, "rng": 1}
    options |= change
    with pytest.raises(ValueError, match=words):
        match_simulations.difference_on_maps(options.pop("gain_elo"), **options)


def test_a_bot_that_is_not_in_the_panel():
    with pytest.raises(ValueError, match="bot: 'c' is not among the bots a, b"):
        match_simulations.twin_gaps({"a": 0, "b": 1}, "c", n_maps=5, n_panels=2, rng=1)
