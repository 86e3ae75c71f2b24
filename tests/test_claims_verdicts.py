from decimal import ROUND_DOWN, ROUND_HALF_EVEN, ROUND_HALF_UP, Decimal

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchlib import claims
from benchlib.claims.verdicts import printed_digits, printed_number

finite = st.floats(min_value=-1e6, max_value=1e6)
digits = st.integers(min_value=0, max_value=9)


@pytest.mark.parametrize(
    ("printed", "value", "verdict"),
    [
        ("0.867", 0.8672, "reproduced"),
        ("0.867", 0.8668, "reproduced"),
        ("0.867", 0.8679, "truncated"),
        ("0.867", 0.8664, "differs"),
        ("0.867", 0.8681, "differs"),
        # Below zero rounding and cutting turn round: -1.29 is cut to -1.2.
        ("-1.2", -1.29, "truncated"),
        ("-1.3", -1.29, "reproduced"),
        ("1.2", -1.2, "differs"),
        # Trailing zeros were printed, so they count.
        ("0.094042090", 0.0940420903, "reproduced"),
        ("0.094042090", 0.0940420909, "truncated"),
        ("0.094042090", 0.094042087, "differs"),
        ("0.500", 0.5004, "reproduced"),
        ("0.500", 0.501, "differs"),
        ("500-0", None, ValueError),
        # Zeros, with either sign.
        ("0", 0, "reproduced"),
        ("0.0", -0.04, "reproduced"),
        ("0", -0.6, "truncated"),
        ("0", 1e-300, "reproduced"),
        ("0.0", 0.06, "truncated"),
        # Whole numbers.
        ("785", 785, "reproduced"),
        ("785", 784.8, "reproduced"),
        ("784", 784.8, "truncated"),
        ("20261107", 20261108, "differs"),
        # Powers of ten.
        ("1e-6", 1e-6, "reproduced"),
        ("1e-6", 0.0000014, "reproduced"),
        ("1e-6", 0.0000019, "truncated"),
        # Half ways: up, to even, and as the stored binary value rounds (0.15 lies below 0.15).
        ("3", 2.5, "reproduced"),
        ("2", 2.5, "reproduced"),
        ("0.2", 0.15, "reproduced"),
        ("0.1", 0.15, "reproduced"),
        ("0.3", 0.25, "reproduced"),
        ("-3", -2.5, "reproduced"),
        ("-2", -2.5, "reproduced"),
        # 3.5 goes to 4 by all three, so 3 is cut.
        ("3", 3.5, "truncated"),
        # Extremes of the number format.
        ("1", 1e308, "differs"),
        ("0.000000000", 5e-324, "reproduced"),
    ],
)
def test_number_verdict_by_hand(printed, value, verdict):
    if verdict is ValueError:
        with pytest.raises(ValueError, match="'500-0' is not a plain decimal number"):
            claims.number_verdict(printed, 1.0)
    else:
        assert claims.number_verdict(printed, value) == verdict


@given(value=finite, digits=digits)
def test_a_rounded_number_is_reproduced(value, digits):
    unit = Decimal(1).scaleb(-digits)
    for rounding in (ROUND_HALF_EVEN, ROUND_HALF_UP):
        printed = f"{Decimal(repr(value)).quantize(unit, rounding):f}"
        assert claims.number_verdict(printed, value) == "reproduced"
    assert claims.number_verdict(f"{value:.{digits}f}", value) == "reproduced"


@given(value=finite, digits=digits)
def test_a_cut_number_is_truncated_or_reproduced(value, digits):
    printed = f"{Decimal(repr(value)).quantize(Decimal(1).scaleb(-digits), ROUND_DOWN):f}"
    rest = abs(Decimal(repr(value)) - Decimal(printed)).scaleb(digits)
    # More than half a unit was cut off: rounding would have gone the other way.
    wanted = {"truncated"} if rest > Decimal("0.500001") else {"truncated", "reproduced"}
    assert claims.number_verdict(printed, value) in wanted


@given(value=finite, digits=digits, units=st.integers(2, 10**6), sign=st.sampled_from((-1, 1)))
def test_more_than_one_unit_away_differs(value, digits, units, sign):
    unit = Decimal(1).scaleb(-digits)
    printed = Decimal(repr(value)).quantize(unit, ROUND_DOWN) + sign * units * unit
    assert claims.number_verdict(f"{printed:f}", value) == "differs"


@given(value=finite, digits=digits)
def test_the_sign_does_not_matter(value, digits):
    printed = f"{abs(value):.{digits}f}"
    assert claims.number_verdict(f"-{printed}", -abs(value)) == claims.number_verdict(
        printed, abs(value)
    )


@pytest.mark.parametrize("value", [float("nan"), float("inf"), True, None, "1.0", np.bool_(True)])
def test_a_value_must_be_a_finite_number(value):
    with pytest.raises(ValueError, match="is not a finite number"):
        claims.number_verdict("1.0", value)


@pytest.mark.parametrize("value", [np.int64(3), np.float64(3.0), np.float32(3.0), Decimal(3)])
def test_numbers_of_other_types(value):
    assert claims.number_verdict("3.0", value) == "reproduced"


@pytest.mark.parametrize("printed", ["", "10 of 15", "nan", "inf", " 1.0", "95-5", "1/2"])
def test_a_printed_number_must_parse(printed):
    with pytest.raises(ValueError, match="not a plain decimal number"):
        printed_number(printed)


def test_printed_digits():
    texts = ["54", "9.60", "-0.8", "1e-13", "0.094042090"]
    assert [printed_digits(text) for text in texts] == [0, 2, 1, 13, 9]


def test_text_verdict():
    assert claims.text_verdict("BASS", "BASS") == "reproduced"
    assert claims.text_verdict("BASS", "Bass") == "differs"
    with pytest.raises(ValueError, match="nothing was printed"):
        claims.text_verdict("", "")


@pytest.mark.parametrize(
    ("printed", "value", "verdict"),
    [
        ("4000", 4000, "setting"),
        ("0.50", 0.5, "setting"),
        ("1.96", 1.9599639845, "differs"),  # equal when rounded is not the same setting
        ("10/5/2", (10, 5, 2), "setting"),
        ("10/5/2", [2, 5, 10], "setting"),
        ("10/5/2", (5, 2, 10), "differs"),
        ("10/5/2", (10, 5), "differs"),
        ("-s", "-s", "setting"),
        ("80", "80", "setting"),
        ("1e-13", 1e-13, "setting"),
    ],
)
def test_setting_verdict(printed, value, verdict):
    assert claims.setting_verdict(printed, value) == verdict


def test_setting_verdict_needs_something_printed():
    with pytest.raises(ValueError, match="nothing was printed"):
        claims.setting_verdict("", 3)
