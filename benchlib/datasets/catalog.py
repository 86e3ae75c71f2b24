"""The datasheets: what every table of ``data/`` is, and how its columns are read."""

from collections.abc import Mapping

from benchlib.datasets.ale_baselines import ALE_BASELINES
from benchlib.datasets.ale_learners import ALE_LEARNER_MEMORY, ALE_LEARNERS
from benchlib.datasets.ale_planners import ALE_PLANNERS
from benchlib.datasets.ale_published import ALE_PUBLISHED
from benchlib.datasets.datasheet import Column, Datasheet
from benchlib.datasets.gvgai import GVGAI_CELLS, GVGAI_CLUSTERS
from benchlib.datasets.late_moves import LATE_MOVES

__all__ = ["DATASHEETS", "Column", "Datasheet"]

BBF_RUNS = Datasheet(
    name="bbf_runs",
    title="Released runs of BBF and its variants",
    row="one training run of one condition on one Atari game, with its final score",
    columns={
        "condition": Column(
            "str",
            "what was trained: the replay ratio (RR2 or RR8) and what differs from BBF; the words "
            "are explained below",
        ),
        "game": Column("str", "Atari game, in the release's spelling (lower case, no spaces)"),
        "run": Column(
            "int64",
            "the released seed label; it identifies a run within its condition, and ascending "
            "labels are the released order",
        ),
        "score": Column("float64", "mean game score over 100 evaluation episodes (game points)"),
        "normalized_score": Column(
            "float64",
            "the release's human-normalized score: 0 is random play, 1 is a human (no unit)",
        ),
    },
    key=("condition", "game", "run"),
    made_by="`benchlib data build`, from the 25 released files; every printed digit is kept",
    source=(
        "google-research/google-research, folder `bigger_better_faster/scores`, "
        "the files `RR2_BBF*.csv` and `RR8_BBF*.csv`"
    ),
    licence="Apache License 2.0",
    attribution=(
        "Schwarzer, Obando-Ceron, Courville, Bellemare, Agarwal and Castro (2023), "
        "*Bigger, Better, Faster: Human-level Atari with human-level efficiency*"
    ),
    quirks=(
        "The number of runs differs between games and conditions.",
        "Seed labels do not pair runs. Within a condition no two runs share a label, not even on "
        "different games. Two conditions share no label either, with one exception: the eight "
        "conditions with sticky actions at RR2 share theirs. They look like the same runs "
        "recorded at eight moments; the release does not say so.",
        "Scores were stored as 32-bit floats: 1428.1 is printed as 1428.0999755859375.",
        "Normalized scores carry the rounding of their own computation, so two retained means "
        "that are equal in game points can differ in the last digit when normalized.",
        "Decimal parsers that are not exact change the last bit of some normalized scores, "
        "and with it which retained means are tied. `datasets.load` reads decimals exactly.",
        "No column tells the training budget, the hardware or the code version of a run.",
    ),
    # In our words; what the release only names is said to be so.
    words={
        "RR2, RR8": "replay ratio 2 or 8, the number of network updates for each step in the "
        "environment",
        "resets": "during training BBF sets its weights back at fixed intervals, the last layers "
        "to random ones and the others part of the way",
        "harder resets": "BBF moves those other layers further towards random weights than the "
        "agent it is built on",
        "annealing": "after each reset BBF shortens the horizon of its returns and raises the "
        "discount, step by step",
        "SPR": "self-predictive representations, a second training goal: the network learns to "
        "predict its own future features",
        "weight decay": "a pull of all weights towards zero during training",
        "discount 0.99, 10-step returns": "the discount, or the number of steps in a return, is "
        "held at this value instead of annealed",
        "sticky actions": "the environment sometimes repeats the last action instead of the "
        "chosen one, so that play is random",
        "at 20k … at 1M": "recorded after 20 thousand to 1 million environment steps, as the "
        "names of the released files say",
    },
)

BBF_AGREEMENT = Datasheet(
    name="bbf_agreement",
    title="Exact sign agreement of every BBF variant with BBF",
    row="one number of retained runs, for one game and one pair of conditions",
    columns={
        "first": Column("str", "BBF at the replay ratio of the variant; condition of `bbf_runs`"),
        "second": Column("str", "the variant; condition of `bbf_runs`"),
        "game": Column("str", "Atari game, as in `bbf_runs`"),
        "n": Column("int64", "runs retained of each condition, without replacement"),
        "agreement": Column(
            "float64",
            "probability that the gap of the retained means has the sign of the full gap",
        ),
        "error_bound": Column(
            "float64", "the probability differs from `agreement` by no more than this; 0 if exact"
        ),
        "tie_probability": Column(
            "float64",
            "probability that the retained gap is a tie; nan where it is not exact",
            missing=True,
        ),
        "reference_gap": Column(
            "float64", "mean of all runs of first minus mean of all of second (game points)"
        ),
    },
    key=("first", "second", "game", "n"),
    made_by=(
        "`benchlib study bbf-agreement`, from `bbf_runs`: every possible sample is counted, "
        "nothing is drawn; numbers are written with 12 significant digits"
    ),
    source="computed for this book from the runs in `bbf_runs`",
    licence="CC BY 4.0 for the computed columns; `bbf_runs` is under Apache License 2.0",
    attribution="the authors of Benchmarks Are Measurements, from the runs in `bbf_runs`",
    quirks=(
        "A game whose full pools are tied has no rows for that pair: there is no sign to keep.",
        "Reference gaps are in game points here, so that scores lie on a lattice; the declared "
        "study uses normalized scores, whose gaps have the same signs.",
        "A game is left out of a pair where 32-bit storage cannot tell its scores apart: "
        "videopinball with sticky actions at 1M.",
        "`n` goes up to 15, or to the smaller pool.",
        "A few games of three conditions have lattices too fine to count; there scores were put "
        "into bins, and `error_bound` says how much that can matter.",
    ),
)

CLAIMS = Datasheet(
    name="claims",
    title="Claims of the four documents",
    row="one claim of one document, in our words",
    columns={
        "id": Column("str", "the claim's name in the ledger"),
        "document": Column("str", "bbf, bot, cig or ale"),
        "section": Column("str", "where the document says it"),
        "claim": Column("str", "what it says, in our words"),
        "printed": Column("str", "the value as the document prints it; empty for a statement"),
        "unit": Column("str", "unit of the printed value"),
        "printed_digits": Column("str", "decimals printed; empty where nothing is counted"),
        "kind": Column(
            "str",
            "data, exact or simulated (recomputable), protocol (a setting), quoted (somebody's "
            "measurement), qualitative (a testable statement)",
        ),
        "needs": Column("str", "what a check needs"),
        "checkable": Column("str", "yes, scaled (by a smaller experiment of ours) or no"),
        "reason": Column("str", "why it can't be checked here, where it can't"),
    },
    key=("id",),
    made_by="read out of the four documents by hand",
    source=(
        'the documents bbf, bot, cig and ale; "How to read this book" gives their titles and says '
        "what is known about their authors, dates and places"
    ),
    licence="CC BY 4.0, as the text of this book",
    attribution="the authors of Benchmarks Are Measurements",
    quirks=(
        "All columns are text, so that trailing zeros of a printed number are kept.",
        "A claim is what a document says, not what is true: the verdict is in the ledger.",
    ),
)

DATASHEETS: Mapping[str, Datasheet] = {
    sheet.name: sheet
    for sheet in (
        BBF_RUNS,
        BBF_AGREEMENT,
        GVGAI_CELLS,
        GVGAI_CLUSTERS,
        ALE_PUBLISHED,
        ALE_BASELINES,
        ALE_LEARNERS,
        ALE_LEARNER_MEMORY,
        ALE_PLANNERS,
        LATE_MOVES,
        CLAIMS,
    )
}
