"""What maps tell about bots: by hand, against other formulas, and on simulated truth."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import binomtest, entropy

from benchlib import information, lightcycles
from benchlib.studies import designed_maps as study

VALUES = np.arange(5) / 2
# Chances of 0, 0.5, 1, 1.5 and 2 points for four made-up bots.
CHANCES = np.array(
    [
        [0.05, 0.05, 0.6, 0.1, 0.2],
        [0.05, 0.05, 0.8, 0.05, 0.05],
        [0.4, 0.1, 0.4, 0.05, 0.05],
        [0.85, 0.04, 0.09, 0.01, 0.01],
    ]
)
tables = st.tuples(st.integers(2, 5), st.integers(2, 8)).flatmap(
    lambda shape: st.lists(
        st.lists(st.sampled_from([0, 0.5, 1, 1.5, 2]), min_size=shape[1], max_size=shape[1]),
        min_size=shape[0],
        max_size=shape[0],
    )
)


def drawn(n_maps, rng, chances=CHANCES):
    return np.array([rng.choice(VALUES, n_maps, p=row) for row in chances])


def truth():
    mean = CHANCES @ VALUES
    sd = np.sqrt((CHANCES * (VALUES - mean[:, None]) ** 2).sum(axis=1))
    (measure,) = information.information_bits(mean[:, None], sd[:, None], convention="gaussian")
    counted = entropy(CHANCES.mean(axis=0), base=2) - entropy(CHANCES, base=2, axis=1).mean()
    return {"measure": measure, "counted": counted}


def test_counting_by_hand():
    # Two values, three maps of four against one of four: H(1/2) - H(1/4) = 1 - 0.8113.
    got = study.counted_information_bits([[2, 2, 2, 0], [0, 0, 0, 2]])
    assert got == pytest.approx(1 - 0.8112781245)
    # Each bot has a value of its own: log2 of the number of bots.
    assert study.counted_information_bits([[0, 0], [1, 1], [2, 2]]) == pytest.approx(math.log2(3))


def test_wins_and_losses_are_the_exact_information_of_a_win():
    wins = np.random.default_rng(1).integers(0, 2, (6, 40))
    rates = wins.mean(axis=1)[:, None]
    (exact,) = information.win_information_bits(rates)
    assert study.counted_information_bits(wins) == pytest.approx(exact, abs=1e-12)


@given(tables, st.randoms(use_true_random=False))
@settings(deadline=None, max_examples=40)
def test_neither_order_nor_scale_matters(points, shuffler):
    table = np.array(points)
    plain = study.counted_information_bits(table)
    assert 0 <= plain <= math.log2(min(len(table), 5)) + 1e-12
    bots, maps = list(range(table.shape[0])), list(range(table.shape[1]))
    shuffler.shuffle(bots)
    shuffler.shuffle(maps)
    mixed = 3 * table[bots][:, maps] + 1
    assert study.counted_information_bits(mixed) == pytest.approx(plain, abs=1e-12)
    assert study.counted_information_bits(table[[0, 0]]) == 0, "equal bots tell nothing"


def test_settings_may_stand_side_by_side():
    both = np.random.default_rng(1).integers(0, 5, (2, 3, 10)) / 2
    alone = [float(study.counted_information_bits(one)) for one in both]
    assert study.counted_information_bits(both).tolist() == pytest.approx(alone)


def test_few_maps_overstate_by_what_the_notes_say():
    n_maps, rng = 60, np.random.default_rng(1)
    found = study.counted_information_bits([drawn(n_maps, rng) for _ in range(2000)])
    excess, error = found.mean() - truth()["counted"], found.std() / math.sqrt(len(found))
    expected = (5 - 1) * (1 - 1 / len(CHANCES)) / (2 * n_maps * math.log(2))
    assert abs(excess - expected) < 4 * error + 0.1 * expected


def test_the_measure_is_that_of_means_and_deviations():
    points = drawn(30, np.random.default_rng(1))
    found = study.map_information(points, n_resamples=500, rng=1)
    moments = points.mean(axis=1)[:, None], points.std(axis=1, ddof=1)[:, None]
    (plain,) = information.information_bits(*moments, convention="gaussian")
    counted = study.counted_information_bits(points)
    # Both are lowered by the mean excess of resamples that are drawn here by hand.
    rng = np.random.default_rng(2)
    resampled = [points[:, rng.integers(0, 30, 30)] for _ in range(500)]
    excess = np.mean([study.counted_information_bits(p) for p in resampled]) - counted
    assert found.counted.estimate == pytest.approx(counted - excess, abs=0.02)
    assert found.measure.estimate < plain
    spread = np.std([study.counted_information_bits(p) for p in resampled])
    assert found.counted.standard_error == pytest.approx(spread, rel=0.15)
    assert found.measure.n == found.counted.n == 30
    assert found.measure.warnings == found.counted.warnings == ()
    assert study.map_information(points, n_resamples=500, rng=1) == found


def test_intervals_hold_the_truth_and_the_estimate_is_not_off():
    rng, true = np.random.default_rng(1), truth()
    found = [study.map_information(drawn(100, rng), n_resamples=100, rng=rng) for _ in range(300)]
    for name, value in true.items():
        ends = [getattr(f, name).confidence_interval for f in found]
        held = sum(e.low <= value <= e.high for e in ends)
        assert binomtest(held, len(found), 0.95).pvalue > 0.001
        off = np.array([getattr(f, name).estimate for f in found]) - value
        assert abs(off.mean()) < 4 * off.std() / math.sqrt(len(off)) + 0.005


def test_a_bot_without_spread_is_named():
    points = drawn(20, np.random.default_rng(1))
    points[2] = 1
    found = study.map_information(points, n_resamples=50, rng=1)
    (words,) = found.measure.warnings
    assert "[2]" in words
    assert found.counted.warnings == ()
    # By the measure it is recognized: log2 of the number of bots, once in so many.
    assert found.measure.estimate > math.log2(len(points)) / len(points) - 0.1


def test_equal_bots_tell_about_nothing():
    rng = np.random.default_rng(1)
    points = drawn(200, rng, np.repeat(CHANCES[:1], 4, axis=0))
    found = study.map_information(points, rng=rng)
    assert found.counted.confidence_interval.low < 0.01
    assert found.counted.estimate < 0.03


def test_points_are_those_of_the_games():
    maps = lightcycles.generate(range(6), mirrored=False, width=8, height=6, n_walls=4)
    bots = ("voronoi", lightcycles.bot("random"))
    points = study.points_per_map(bots, "dice", maps, rng=3)
    rival = lightcycles.bot("dice")
    games = lightcycles.play_pairs([(bot, rival) for bot in bots], maps, rng=3)
    means = games.groupby(["bot_1", "map"])["result"].sum()
    for bot, row in zip(("voronoi", "random"), points, strict=True):
        assert row.tolist() == [means[bot, board.id] for board in maps]
    assert np.isin(points, VALUES).all()
    copy = study.points_per_map(["voronoi"], lightcycles.bot("voronoi"), maps, rng=3)
    assert (copy == 1).all(), "both seats of a map level out between a bot and its copy"


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: study.counted_information_bits([1, 2]), "points: has shape"),
        (lambda: study.counted_information_bits([[1, 2]]), "points: has shape"),
        (lambda: study.counted_information_bits(np.zeros((2, 0))), "points: has shape"),
        (lambda: study.counted_information_bits([[1, np.nan], [1, 2]]), "points: entry"),
        (lambda: study.map_information([[1], [2]], rng=1), "two maps or more"),
        (lambda: study.map_information(np.zeros((2, 2, 3)), rng=1), "two maps or more"),
        (lambda: study.map_information(np.eye(3), rng=1, n_resamples=1), "n_resamples"),
        (lambda: study.map_information(np.eye(3), rng=1, confidence_level=1), "confidence_level"),
        (lambda: study.map_information(np.eye(3), rng=None), "rng"),
        (lambda: study.points_per_map(["voronoi"], "nobody", [], rng=1), "nobody"),
        (lambda: study.points_per_map([], "dice", [], rng=1), "pairs: is empty"),
    ],
)
def test_impossible_input_is_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()
