import math

import numpy as np
import pytest
from scipy.stats import ttest_1samp

from benchlib import lightcycles
from benchlib.studies import lightcycles as study

SMALL = {"width": 10, "height": 8, "n_walls": 6}


@pytest.fixture(scope="module")
def mirrored():
    return lightcycles.generate(range(12), mirrored=True, **SMALL)


@pytest.fixture(scope="module")
def other():
    return lightcycles.generate(range(12), mirrored=False, **SMALL)


def test_copies_mirror_where_ties_turn_with_the_seat(mirrored, other):
    found = study.copies(["careful", "voronoi_absolute", "dice"], mirrored, rng=1).set_index("bot")
    assert found["n_games"].tolist() == [24, 24, 24]
    assert found.loc["careful", ["n_level", "n_mirrored", "n_distinct"]].tolist() == [24, 24, 12]
    assert found.loc["voronoi_absolute", "n_mirrored"] == 0
    assert found.loc["dice", "n_level"] < 24
    assert study.copies(["careful"], other, rng=1)["n_mirrored"].tolist() == [0]


def test_an_unchanged_order_leaves_every_game_level(mirrored):
    found = study.tie_changes("careful", ["FRBL", "RLFB"], mirrored, rng=1)
    same, changed = found.to_dict("records")
    assert (same["won"], same["level"], same["lost"], same["estimate"]) == (0, 24, 0, 0.5)
    assert changed["won"] + changed["level"] + changed["lost"] == 24
    assert changed["level"] < 24
    points = (changed["won"] + changed["level"] / 2) / 24
    assert changed["estimate"] == pytest.approx(points)
    assert changed["low"] < points < changed["high"]


def test_a_change_and_the_change_back_are_opposite(mirrored):
    first = lightcycles.bot("careful")
    second = first.with_ties("RLFB")
    (there,) = study.tie_changes(first, ["RLFB"], mirrored, rng=1).to_dict("records")
    (back,) = study.tie_changes(second, ["FRBL"], mirrored, rng=1).to_dict("records")
    assert (there["won"], there["level"]) == (back["lost"], back["level"])


def test_the_gap_is_the_mean_over_maps(other):
    found = study.panel_gap("voronoi", "wall_hugger", ["cutter", "space_filler"], other, rng=1)
    pairs = [(a, b) for a in ("voronoi", "wall_hugger") for b in ("cutter", "space_filler")]
    games = lightcycles.play_pairs(pairs, other, rng=1)
    by_map = games.groupby(["bot_1", "map"])["result"].mean()
    gaps = by_map["voronoi"] - by_map["wall_hugger"]
    assert found.estimate == pytest.approx(gaps.mean())
    ends = ttest_1samp(gaps, 0).confidence_interval(0.95)
    assert found.confidence_interval.low == pytest.approx(ends.low)
    assert found.confidence_interval.high == pytest.approx(ends.high)
    assert found.n == 12


def test_a_map_given_twice_is_one_map(other):
    once = study.panel_gap("voronoi", "careful", ["cutter"], other, rng=1)
    assert study.panel_gap("voronoi", "careful", ["cutter"], other * 3, rng=1) == once


def test_a_bot_and_its_copy_have_no_gap(other):
    bot = lightcycles.bot("voronoi")
    found = study.panel_gap(bot, bot.named("copy"), ["cutter", "careful"], other, rng=1)
    assert (found.estimate, found.standard_error) == (0, 0)


def test_reward_never_falls_and_learners_have_maps_of_their_own():
    settings = {"n_steps": 15, "n_maps": 6, "n_test_maps": 4, "first_seed": 100}
    found = study.train_on_mirror("voronoi", ["cutter"], n_learners=3, rng=1, **settings)
    assert found.reward.shape == (3, 16)
    assert (found.reward[:, 0] == 0.5).all()
    assert (np.diff(found.reward) >= 0).all()
    assert len(found.mirror) == len(found.gap) == 3
    mean = found.mean("reward")
    assert mean.estimate == pytest.approx(found.reward[:, -1].mean())
    assert mean.standard_error == pytest.approx(found.reward[:, -1].std(ddof=1) / math.sqrt(3))
    again = study.train_on_mirror("voronoi", ["cutter"], n_learners=3, rng=1, **settings)
    assert (again.gap == found.gap).all()


def test_agreement_with_oneself_is_complete_whatever_the_seat(other):
    for pair in (("careful", "cutter"), ("cutter", "careful")):
        games = lightcycles.play_pairs([pair], other[:4], rng=1)
        assert study.move_agreement("careful", "careful", games, other).estimate == 1


def test_agreement_counted_by_hand():
    boards = [lightcycles.parse("A....B"), lightcycles.parse("A...... ......B")]
    games = lightcycles.play_pairs([("voronoi", "cutter")], boards[1:], rng=1)
    alone = [lightcycles.bot("wall_hugger"), lightcycles.bot("voronoi")]
    shares = []
    for seat, moves in zip(games["seat"], games["moves"], strict=True):
        positions = lightcycles.replay(boards[1], moves)
        same = [
            lightcycles.choose(alone[0], p, seat=seat).move
            == lightcycles.choose(alone[1], p, seat=seat).move
            for p in positions
            if p.result is None
        ]
        shares.append(sum(same) / len(same))
    with pytest.raises(ValueError, match="games on 1 maps"):
        study.move_agreement("wall_hugger", "voronoi", games, boards)
    both = lightcycles.play_pairs([("voronoi", "cutter")], boards, rng=1)
    found = study.move_agreement("wall_hugger", "voronoi", both, boards)
    narrow = lightcycles.play_pairs([("voronoi", "cutter")], boards[:1], rng=1)
    # One row: every bot has one way to go.
    assert set("".join(narrow["moves"])) <= set("EW/")
    assert found.estimate == pytest.approx((1 + np.mean(shares)) / 2)


def test_every_number_of_workers_is_measured_in_every_block():
    table = study.late_moves_in_turn([1], n_blocks=2, n_moves=3, rng=1)
    assert table["block"].tolist() == [1, 2]
    assert table["n_moves"].tolist() == [3, 3]
    assert table["n_late"].between(0, 3).all()


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda m: study.panel_gap("voronoi", "careful", ["cutter"], m[:1] * 2, rng=1), "one map"),
        (lambda m: study.copies(["nobody"], m, rng=1), "no bot 'nobody'"),
        (lambda m: study.tie_changes("careful", ["FRB"], m, rng=1), "order"),
        (lambda m: study.late_moves_in_turn([0], n_blocks=1, rng=1), "n_workers"),
        (
            lambda m: study.train_on_mirror(
                "voronoi", ["cutter"], n_learners=1, n_steps=2, n_maps=2, n_test_maps=2,
                first_seed=0, rng=1,
            ),
            "n_learners",
        ),
        (lambda m: study.MirrorTraining(np.zeros((2, 2)), *np.zeros((2, 2))).mean("x"), "name"),
    ],
)  # fmt: skip
def test_impossible_input_is_refused(call, message, mirrored):
    with pytest.raises(ValueError, match=message):
        call(mirrored)


def test_a_missing_map_is_named(other):
    games = lightcycles.play_pairs([("voronoi", "cutter")], other[:3], rng=1)
    with pytest.raises(ValueError, match="is missing; give all maps"):
        study.move_agreement("careful", "voronoi", games, other[:2])
