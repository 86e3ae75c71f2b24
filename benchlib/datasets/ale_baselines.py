"""The datasheet of the baseline policies that were played on the emulator."""

from benchlib.datasets.datasheet import Column, Datasheet

__all__ = ["ALE_BASELINES"]

ALE_BASELINES = Datasheet(
    name="ale_baselines",
    title="Scores of 37 blind policies on 55 Atari games",
    row="one episode of one baseline policy on one game",
    columns={
        "phase": Column(
            "str",
            "`screen`: every policy is measured; `fresh`: the three with the largest mean score "
            "on a game are measured again, with new random numbers",
        ),
        "policy": Column("str", "kind of policy: `random`, `const` or `perturb`"),
        "action": Column("str", "the action it keeps to, in ale-py's name; `any` for `random`"),
        "game": Column("str", "Atari game, in the spelling of `bbf_runs`"),
        "episode": Column("int64", "number of the episode within its phase, policy and game"),
        "score": Column("int64", "sum of rewards (game points)"),
        "frames": Column("int64", "length (frames)"),
    },
    key=("phase", "policy", "action", "game", "episode"),
    made_by=(
        "`benchlib ale baselines` with its default numbers of episodes and seed, on ale-py 0.12.1 "
        "and numpy 2.4.6; `benchlib.ale.GAMES` lists the SHA-256 of each ROM. Random numbers "
        "depend on the seed, the phase, the policy, the game and the episode alone"
    ),
    source="played for this book",
    licence="CC BY 4.0",
    attribution="the authors of Benchmarks Are Measurements",
    quirks=(
        "The protocol is that of Bellemare, Naddaf, Veness and Bowling (2013): 18 actions, an "
        "episode ends when the game is over or after 18,000 frames, no action is repeated at "
        "random. Emulator and ROMs are of today: the source does not pin its own.",
        "`random` decides every frame, as the source says. How often `perturb` decides it leaves "
        "open; here it is every five frames, as for learning agents.",
        "`const` has two episodes a game, with different seeds; they are always the same.",
        "In Skiing ale-py accepts nine actions. The nine with the fire button are played as NOOP.",
        "Skiing's score is minus the time on the slope in hundredths of a second, with penalties "
        "for missed gates. The source prints 0.0 for its best baseline there, so it counted "
        "something else.",
        "In phase `screen` the largest of 37 means is too large: it was chosen for its luck as "
        "well. Phase `fresh` is free of that.",
        "Every episode starts from a freshly loaded ROM, in the default mode and difficulty.",
    ),
    words={
        "random": "each action is drawn from all 18 alike",
        "const": "always the same action",
        "perturb": "the same action with probability 0.95, otherwise a draw from all 18",
    },
)
