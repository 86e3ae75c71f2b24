"""What the figures share: how series are told apart, and ticks of a logarithmic axis."""

import matplotlib.pyplot as plt
import pytest

from benchlib.plots import curves, style


def test_every_series_has_a_look_of_its_own():
    assert style.looks("abcde", "curves") == style.SERIES
    assert style.looks("ab", "curves", skipped=3) == style.SERIES[3:]
    assert len(set(style.SERIES)) == 5


def test_a_series_too_many_is_refused():
    with pytest.raises(ValueError, match="curves: at most 5 can be told apart, got 6; draw some"):
        style.looks("abcdef", "curves")
    with pytest.raises(ValueError, match="groups: at most 2 can be told apart, got 3"):
        style.looks("abc", "groups", skipped=3)


def test_a_figure_does_not_drop_the_sixth_curve():
    six = {str(k): ([1, 2], [0.5, 0.5]) for k in range(6)}
    _, ax = plt.subplots()
    with pytest.raises(ValueError, match="at most 5 can be told apart, got 6"):
        curves.agreement_curves(six, ax)


def test_ticks_stand_where_something_was_measured():
    _, ax = plt.subplots()
    ax.plot([3, 40], [0, 1])
    style.log_ticks(ax, [3, 40], ["3", "40"])
    assert ax.get_xscale() == "log"
    assert ax.get_xticks().tolist() == [3, 40]
    assert [label.get_text() for label in ax.get_xticklabels()] == ["3", "40"]
    assert ax.get_xticks(minor=True).size == 0
