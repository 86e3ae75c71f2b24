import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binom, binomtest

from benchlib import gates

SHORT = gates.Stage(512, 0.52)
LONG = gates.Stage(2048, 0.52)

stages = st.lists(
    st.builds(gates.Stage, st.integers(1, 300), st.floats(0.3, 0.7)), min_size=1, max_size=3
)
rates = st.lists(st.floats(0, 1), min_size=1, max_size=6)


def test_by_hand():
    # Two games, both to be won; then one. Equal candidates: 1/4, then 1/2; sure winners: 1.
    found = gates.evaluate(
        [gates.Stage(2, 0.9), gates.Stage(1, 0.5)], [0.5, 1.0, 0.0], weights=[2, 1, 1]
    )
    assert found.pass_probability.tolist() == [[0.25, 1, 0], [0.5, 1, 0]]
    assert found.promotion_probability.tolist() == [0.125, 1, 0]
    assert found.weights.tolist() == [0.5, 0.25, 0.25]
    assert found.promoted == 0.5 * 0.125 + 0.25
    assert found.false_promotions == 0.5 * 0.125
    assert (found.true_promotions, found.missed) == (0.25, 0)
    assert found.expected_gain == 0.25 * 0.5
    assert found.gain_of_promoted == pytest.approx(0.125 / 0.3125)
    assert found.expected_games == 2 + 0.5 * 0.25 + 0.25


def test_the_documents_gate():
    found = gates.evaluate(SHORT, [0.5])
    assert round(100 * found.promoted, 1) == 17.7
    assert round(100 * found.promoted) == 18
    assert found.promoted == pytest.approx(binom.sf(266, 512, 0.5), rel=1e-12)


def test_a_second_stage_stops_most_false_promotions():
    one, two = gates.evaluate(SHORT, [0.5]), gates.evaluate([SHORT, LONG], [0.5])
    assert two.false_promotions < one.false_promotions / 20
    assert two.promoted == pytest.approx(
        binom.sf(266, 512, 0.5) * binom.sf(1064, 2048, 0.5), rel=1e-12
    )
    # And it costs games only where the first was passed.
    assert two.expected_games == pytest.approx(512 + 2048 * one.promoted)
    better = gates.evaluate([SHORT, LONG], [0.55])
    assert better.missed == pytest.approx(1 - better.true_promotions)
    assert better.true_promotions > 0.9


@pytest.mark.parametrize(
    ("n", "mark", "points"), [(512, 0.52, 266.5), (550, 0.52, 286), (100, 0.55, 55), (3, 0.5, 1.5)]
)
def test_the_mark_is_the_decimal_that_it_prints_as(n, mark, points):
    assert gates.Stage(n, mark).points_needed == points


@given(stages, rates, st.data())
def test_the_order_of_candidates_does_not_matter(ordered, candidates, data):
    order = data.draw(st.permutations(range(len(candidates))))
    weights = [1 + row for row in range(len(candidates))]
    before = gates.evaluate(ordered, candidates, weights=weights)
    after = gates.evaluate(
        ordered, [candidates[i] for i in order], weights=[weights[i] for i in order]
    )
    assert after.promotion_probability.tolist() == before.promotion_probability[order].tolist()
    for name in ("promoted", "false_promotions", "expected_gain", "expected_games"):
        assert getattr(after, name) == getattr(before, name)


@given(stages, rates)
def test_parts_add_up_and_a_stage_more_promotes_no_more(ordered, candidates):
    whole = gates.evaluate(ordered, candidates)
    first = gates.evaluate(ordered[0], candidates)
    assert whole.false_promotions + whole.true_promotions == pytest.approx(whole.promoted)
    better = np.mean(np.array(candidates) > 0.5)
    assert whole.true_promotions + whole.missed == pytest.approx(better)
    assert whole.promoted <= first.promoted + 1e-12
    assert first.expected_games == pytest.approx(ordered[0].n_games)
    total = sum(stage.n_games for stage in ordered)
    assert first.expected_games - 1e-9 <= whole.expected_games <= total + 1e-9


@given(st.integers(1, 200), st.floats(0.05, 0.95), st.floats(0, 1), st.floats(0, 1))
def test_a_stronger_candidate_passes_more_often(n, mark, first, second):
    low, high = sorted((first, second))
    weak, strong = gates.evaluate(gates.Stage(n, mark), [low, high]).promotion_probability
    assert weak <= strong + 1e-12


@pytest.mark.parametrize("draw_rate", [0.0, 0.4])
def test_simulation_agrees(draw_rate):
    rng = np.random.default_rng(5)
    two = [gates.Stage(60, 0.5), gates.Stage(100, 0.53)]
    chances = [0.53 - draw_rate / 2, draw_rate, 0.47 - draw_rate / 2]
    passed = np.ones(5000, dtype=bool)
    games = 0
    for stage in two:
        games += int(passed.sum()) * stage.n_games
        points = rng.multinomial(stage.n_games, chances, size=5000) @ [1, 0.5, 0]
        passed &= points >= stage.points_needed
    found = gates.evaluate(two, [0.53], draw_rate=draw_rate)
    assert binomtest(int(passed.sum()), 5000, found.promoted).pvalue > 0.001
    to_second = (found.expected_games - 60) / 100
    assert binomtest((games - 5000 * 60) // 100, 5000, to_second).pvalue > 0.001


def test_draws_leave_fewer_false_promotions():
    plain = gates.evaluate(SHORT, [0.5])
    drawn = gates.evaluate(SHORT, [0.5], draw_rate=0.6)
    assert drawn.false_promotions < plain.false_promotions / 1.5


def test_nothing_promoted_has_no_gain():
    found = gates.evaluate(gates.Stage(10, 0.5), [0.0])
    assert found.promoted == 0
    assert math.isnan(found.gain_of_promoted)
    assert "no candidate is promoted" in found.warnings[0]


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ((0, 0.52), "n_games: expected a whole number of at least 1"),
        ((10**7, 0.52), "n_games: expected at most"),
        ((512, 52), "pass_mark: expected a number between 0 and 1"),
        ((512, 1), "pass_mark"),
        ((512, math.nan), "pass_mark"),
        ((512, "0.52"), "pass_mark"),
    ],
)
def test_impossible_stages_are_refused(settings, words):
    with pytest.raises(ValueError, match=words):
        gates.Stage(*settings)


@pytest.mark.parametrize(
    ("arguments", "options", "words"),
    [
        (([], [0.5]), {}, "stages: is empty"),
        (([SHORT, (512, 0.52)], [0.5]), {}, "stages: row 1 is .512, 0.52.; give a gates.Stage"),
        ((SHORT, []), {}, "win_rates: is empty"),
        ((SHORT, [0.5, 1.5]), {}, "win_rates: row 1 is 1.5; a win rate lies between 0 and 1"),
        ((SHORT, [0.5, math.nan]), {}, "win_rates: row 1 is nan"),
        ((SHORT, [0.9]), {"draw_rate": 0.5}, "win_rates: row 0 is 0.9; with draw_rate=0.5"),
        ((SHORT, [0.5]), {"weights": [1, 2]}, "weights: 2 of them for 1 win_rates"),
        ((SHORT, [0.5, 0.6]), {"weights": [1, -2]}, "weights: row 1 is -2.0"),
        ((SHORT, [0.5, 0.6]), {"weights": [0, 0]}, "weights: are all 0"),
        ((SHORT, [0.5, 0.6]), {"weights": [1, math.inf]}, "weights: row 1 is inf"),
    ],
)
def test_impossible_gates_are_refused(arguments, options, words):
    with pytest.raises(ValueError, match=words):
        gates.evaluate(*arguments, **options)
