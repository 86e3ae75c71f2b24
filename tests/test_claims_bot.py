import re

import numpy as np
import pytest

from benchlib import bradley_terry, claims, datasets, gates, winrate
from benchlib.claims.bot import (
    arena,
    games_needed,
    live,
    pairing,
    programs,
    ratings,
    selection,
    win_rates,
)

LOOKED_INTO = {
    "bot-interval-coverage",
    "bot-four-times-halves",
    "bot-duel-05",
    "bot-duel-02",
    "bot-seats-narrow",
    "bot-gate-177",
    "bot-gate-widget-8",
    "bot-legend-score",
    "bot-unbeaten-infinite",
    "bot-mirror-8020",
    "bot-mirror-level",
}


@pytest.fixture(scope="module")
def frame():
    return claims.evaluate("bot").set_index("id")


def test_every_claim_has_a_verdict(frame):
    assert len(frame) == 116
    assert "not yet" not in set(frame["verdict"])


def test_whatever_the_table_calls_checkable_is_checked(frame):
    checkable = datasets.load("claims").set_index("id")["checkable"].loc[frame.index]
    excused = frame.index[frame["verdict"] == "not checkable"]
    assert set(checkable[excused]) == {"no"}


def test_findings_are_explained(frame):
    assert (frame.loc[sorted(LOOKED_INTO), "why"].str.len() > 60).all()


def test_the_programs_print_these_lines():
    assert programs.lines() == (
        "55/100: [0.4524, 0.6439]  6/10: [0.3127, 0.8318]",
        "games: duel 785, per version 1570 (separate maps) or 785 (shared, 0.5)",
        "75-25: +190.8 Elo  panel: +76.3 -12.0 -6.0 -58.3",
    )


def test_the_printed_numbers_of_the_table_are_those_of_the_lines(frame):
    numbers = re.findall(r"[+-]?\d+\.\d+|\b\d+\b", " ".join(programs.lines()))
    outputs = [name for name in frame.index if re.search(r"-out-|panel-[a-d]$|elo-75-25$", name)]
    assert len(outputs) == 12
    for name in outputs:
        assert frame.loc[name, "printed"] in {number.lstrip("+") for number in numbers}
        assert frame.loc[name, "verdict"] == "reproduced"


def test_the_printed_iteration_is_ours_where_ratings_are_finite():
    for points in (ratings.PAIR, ratings.PANEL, ratings.cycle()):
        printed, iterations = programs.zermelo_as_printed(points)
        fitted = bradley_terry.fit(points, method="mm")
        np.testing.assert_allclose(printed, fitted.elo, atol=1e-9)
        assert 1 <= iterations < 1000


def test_the_printed_iteration_takes_nan_for_convergence():
    # First step: strengths 20/10 and 0/10, mean logarithm -inf, so 2/0 and 0/0. Then all is NaN.
    printed, iterations = programs.zermelo_as_printed([[0, 20], [0, 0]])
    assert np.isnan(printed).all()
    assert iterations == 2
    finite, _ = programs.zermelo_as_printed([[0, 20.5], [0.5, 0]])
    assert finite[0] - finite[1] == pytest.approx(400 * np.log10(41))


def test_groups_that_lost_nothing():
    lost_nothing = ratings._a_group_lost_nothing
    assert not lost_nothing(np.array(ratings.cycle()))
    assert lost_nothing(np.array([[0, 1], [0, 0]]))
    assert lost_nothing(np.zeros((2, 2)))
    # 1 and 2 beat each other and lose nothing to 3.
    assert lost_nothing(np.array([[0, 1, 1], [1, 0, 1], [0, 0, 0]]))


def test_sweeps_of_three_bots():
    tables = ratings._sweeps(3)
    assert len(tables) == 8
    assert sum(map(ratings._has_ratings, tables)) == 2  # one cycle, either way round


def test_the_multiplier_is_that_of_the_normal_table():
    assert win_rates.multiplier() == pytest.approx(1.959963984540054, rel=1e-12)


def test_the_match_as_printed():
    assert live.legend() == (500, 0, 12)
    assert live.maps_of_the_match().value == 256


def test_a_statement_can_fail(monkeypatch):
    monkeypatch.setattr(selection, "CONFIRM", gates.Stage(4, 0.25))
    assert not selection.second_stage().holds
    monkeypatch.setattr(selection, "BASELINE_GAMES", 20_000)
    assert not selection.drop_of_two_points().holds
    monkeypatch.setattr(games_needed, "LARGER", 5000)
    assert not games_needed.large_duel_is_too_small().holds
    monkeypatch.setattr(selection, "PURPOSES", ("train", "final"))
    assert not selection.three_purposes().holds
    monkeypatch.setattr(winrate, "wilson_interval", winrate.wald_interval)
    assert not win_rates.wilson_stays_inside().holds
    assert not win_rates.wilson_keeps_its_coverage().holds
    assert not win_rates.wilson_is_pulled().holds
    assert not win_rates.coverage_is_nominal().holds


def test_seats_can_make_the_interval_too_wide(frame):
    word, share, low, high = re.fullmatch(
        r"(\w+): (\S+) \((\S+) to (\S+)\)", frame.loc["bot-seats-narrow", "recomputed"]
    ).groups()
    assert word == "fails"
    assert 0.95 < float(low) < float(share) < float(high)
    assert "too narrow where a map suits one bot" in frame.loc["bot-seats-narrow", "why"]


@pytest.mark.parametrize(
    "answer",
    [
        pairing.shared_maps,
        pairing.pairs_in_five_classes,
        selection.champion_and_baseline,
        arena.changed_tie_break,
    ],
)
def test_simulations_repeat_to_the_last_bit(answer):
    assert answer() == answer()


def measured(frame, name):
    word, *numbers = re.fullmatch(
        r"(\w+): (\S+) \((\S+) to (\S+)\)", frame.loc[name, "recomputed"]
    ).groups()
    return (word, *map(float, numbers))


def test_the_mirror_claims_by_real_games(frame):
    word, share, low, _ = measured(frame, "bot-mirror-8020")
    assert (word, low > 0.6, share > 0.7) == ("holds", True, True)
    # With ties that are not turned with the seat, a bot and its copy do not end level.
    word, share, _, high = measured(frame, "bot-mirror-level")
    assert (word, high < 1) == ("fails", True)
    assert "960 of 960 games of 6 bots end level" in frame.loc["bot-mirror-level", "why"]
    # Left before right or right before left decides nothing once back is preferred to both.
    word, share, *_ = measured(frame, "bot-mirror-breaks")
    assert (word, 0.9 < share < 1) == ("fails", True)
    assert "FBLR instead of FBRL" in frame.loc["bot-mirror-breaks", "why"]
    assert measured(frame, "bot-mirror-test")[:2] == ("holds", 1.0)


def test_the_late_moves_are_those_of_the_table(frame):
    table = datasets.load("late_moves")
    shares = table.assign(share=table["n_late"] / table["n_moves"]).pivot(
        index="block", columns="n_workers", values="share"
    )
    word, more, low, _ = measured(frame, "bot-workers-timeout")
    assert (word, low > 0.5) == ("holds", True)
    assert more == pytest.approx((shares[8] - shares[1]).mean(), abs=1e-3)


def test_reward_rises_and_strength_does_not(frame):
    word, gain, low, high = measured(frame, "bot-training-signals")
    assert word == "holds"
    assert low <= gain <= high < 0.1


def test_an_arena_statement_can_fail(monkeypatch):
    monkeypatch.setattr(arena, "CHANGED", "RLBF")  # plays like RLFB on open boards
    assert not arena.changed_tie_break().holds
    monkeypatch.setattr(arena, "ABSOLUTE", "voronoi_heading")
    arena._copies.cache_clear()
    assert arena.copies_end_level().holds
    arena._copies.cache_clear()
