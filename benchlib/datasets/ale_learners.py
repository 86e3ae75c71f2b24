"""The datasheets of the learners that were trained on the emulator."""

from benchlib.datasets.datasheet import Column, Datasheet

__all__ = ["ALE_LEARNERS", "ALE_LEARNER_MEMORY"]

_REPRESENTATION = Column("str", "what the learner sees; the words are explained below")
_TRIAL = Column(
    "int64",
    "number of the trial; trials of one number on one game share their random numbers, whatever "
    "the representation",
)
_MADE_BY = (
    "`benchlib study ale-learners`, on ale-py 0.12.1 and numpy 2.4.6: seed 11 for the design "
    "games and seed 12 for the testing games, as the plan in `data/plans.jsonl` says. Random "
    "numbers depend on the seed, the game and the trial alone"
)
_WORDS = {
    "basic": "colours in the cells of a grid of 16 x 14, in 128 colours",
    "basic8": "the same in 8 colours",
    "bass": "as `basic8`, and every pair of these features",
    "bass128": "as `basic`, and every pair of these features",
    "disco": "positions, distances and speeds of objects, whose classes were found in samples",
    "lsh": "hashed random projections of the screen",
    "ram": "the bits of the console's memory, and every pair of them",
}

ALE_LEARNERS = Datasheet(
    name="ale_learners",
    title="Scores of linear SARSA learners on Atari games",
    row="one episode of one trial of one representation on one game",
    columns={
        "representation": _REPRESENTATION,
        "game": Column("str", "Atari game, in the spelling of `bbf_runs`"),
        "trial": _TRIAL,
        "phase": Column("str", "`training`, or `frozen`: after it, without updates"),
        "episode": Column("int64", "number of the episode within its trial and phase"),
        "score": Column("int64", "sum of rewards (game points)"),
        "frames": Column("int64", "length (frames)"),
    },
    key=("representation", "game", "trial", "phase", "episode"),
    made_by=_MADE_BY,
    source="played for this book",
    licence="CC BY 4.0",
    attribution="the authors of Benchmarks Are Measurements",
    quirks=(
        "Far smaller than the experiment of Bellemare, Naddaf, Veness and Bowling (2013), which "
        "has 5,000 training episodes, 500 frozen ones and 30 trials. An episode ends after 1,000 "
        "decisions, of five frames each, where theirs has 3,600.",
        "Random actions are kept in the frozen episodes as well, one in twenty.",
        "Background and object classes are estimated once a game, from play without people, and "
        "shared by all trials and representations.",
    ),
    words=_WORDS,
)

ALE_LEARNER_MEMORY = Datasheet(
    name="ale_learner_memory",
    title="What the learners kept in memory",
    row="one trial of one representation on one game",
    columns={
        "representation": _REPRESENTATION,
        "game": Column("str", "Atari game, as in `ale_learners`"),
        "trial": _TRIAL,
        "n_features": Column("int64", "features that the representation can have"),
        "n_rows": Column("int64", "features that were met, each with a weight for every action"),
        "weight_bytes": Column("int64", "memory of the weights at the end of the trial (bytes)"),
        "mean_active": Column("float64", "features that are present at a decision, on average"),
    },
    key=("representation", "game", "trial"),
    made_by=_MADE_BY,
    source="measured for this book",
    licence="CC BY 4.0",
    attribution="the authors of Benchmarks Are Measurements",
    quirks=(
        "Weights of features that were never met are not kept: `n_rows` counts the others. "
        "`weight_bytes` is what is reserved for them, which grows by doubling.",
    ),
    words=_WORDS,
)
