"""How many retained run records preserve a ranking.

Two conditions have pools of released run records on each task. Some records are retained, at
random and without replacement, and their mean gap is compared with the gap of the full pools,
the reference. Everything here speaks about that finite collection, not about new runs.
"""

from benchlib.retention.exact import (
    AgreementCurve,
    ExactAgreement,
    sign_agreement,
    sign_agreement_curve,
)
from benchlib.retention.expectation import expected_squared_error
from benchlib.retention.nested import NestedAgreement, nested_agreement
from benchlib.retention.simulation import SignAgreement, simulated_sign_agreement

__all__ = [
    "AgreementCurve",
    "ExactAgreement",
    "NestedAgreement",
    "SignAgreement",
    "expected_squared_error",
    "nested_agreement",
    "sign_agreement",
    "sign_agreement_curve",
    "simulated_sign_agreement",
]
