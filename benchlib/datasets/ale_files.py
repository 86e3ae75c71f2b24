"""Which published scores stand where: upstream files, their columns, and quoted rows."""

from dataclasses import dataclass

from benchlib.datasets.sources import Source

__all__ = ["DATASET", "FILES", "GAMES", "OPEN", "OTHER_SPELLINGS", "QUOTED", "File", "System"]

# In alphabetical order: the 57 games of Atari-5's systems and six more.
_NAMES = """
airraid alien amidar assault asterix asteroids atlantis bankheist battlezone beamrider
berzerk bowling boxing breakout carnival centipede choppercommand crazyclimber defender
demonattack doubledunk elevatoraction enduro fishingderby freeway frostbite gopher gravitar
hero icehockey jamesbond journeyescape kangaroo krull kungfumaster montezumarevenge mspacman
namethisgame octopus phoenix pitfall pong pooyan privateeye qbert riverraid roadrunner
robotank seaquest skiing solaris spaceinvaders stargunner surround tennis timepilot
tutankham upndown venture videopinball wizardofwor yarsrevenge zaxxon
"""
#: Every game of the table.
GAMES = tuple(_NAMES.split())
# Spellings that are not the name with spaces and capitals.
OTHER_SPELLINGS = {
    "fishing": "fishingderby",
    "jamesbond007": "jamesbond",
    "montezuma": "montezumarevenge",
}

_ROLLOUT = (
    "https://raw.githubusercontent.com/bonetblai/rollout-iw/"
    "98d1ddb184dca7c9f4409fafcfbe4b10be9a2dec/aaai18-paper/"
)
_ATARI5 = (
    "https://raw.githubusercontent.com/maitchison/Atari-5/118cad542c94bc6e57181bb259a17d020e0a330f/"
)
_REFERENCES = (
    "https://raw.githubusercontent.com/maitchison/PPO/22eb7fd6a8ba1905f50a1ba9b2f48f97f52949ed/"
)

OPEN = "not stated in the file"
_AGENTS = "action every 5 frames, at most 18,000 frames an episode"
_PLANNER = f"exact emulator, {_AGENTS}, mean of 10 episodes"
_LEARNER = f"{_AGENTS}, 500 episodes after 5,000 of training, mean of 30 trials"
_OTHER_PLANNER = f"exact emulator, the rest {OPEN}"
_TRIALS = f"deviation over 24 trials, the rest {OPEN}"


@dataclass(frozen=True)
class System:
    """Where a system stands in a file with one column a system.

    Parameters
    ----------
    name : str
        Of the system.
    score, sd : str
        Columns of the file; empty if it has no standard deviation.
    n_trials, protocol : str
        What is known of them, as the table has it.
    """

    name: str
    score: str
    sd: str = ""
    n_trials: str = "nan"
    protocol: str = OPEN


@dataclass(frozen=True)
class File:
    """An upstream file with one row a game.

    Parameters
    ----------
    name : str
        What the table calls it as a source.
    source : Source
        The file.
    game : str
        Its column of games.
    systems : tuple of System
        Those that the table takes from it.
    """

    name: str
    source: Source
    game: str
    systems: tuple[System, ...]


_NEURO_EVOLUTION = (
    "H-NEAT Object",
    "H-NEAT Pixel",
    "H-NEAT Noise",
    "NEAT Object",
    "NEAT Noise",
    "CNE Object",
    "CNE Noise",
    "CMA-ES Object",
)
FILES = (
    File(
        "rollout-iw table_iw",
        Source(
            "ale/rollout_iw_table_iw.csv",
            _ROLLOUT + "table_iw.csv",
            "9986835a4cc0c7c5bc89e3548ca5fe0f49e58a8d4730b3a9a490c04c2b3fe316",
        ),
        "rom",
        (
            System("full tree", "bfrs.score", n_trials="10", protocol=_PLANNER),
            System("UCT", "uct.score", n_trials="10", protocol=_PLANNER),
            System("IW(1)", "iw.score", protocol=_OTHER_PLANNER),
            System("2BFS", "bfs2.score", protocol=_OTHER_PLANNER),
        ),
    ),
    File(
        "rollout-iw table_ram",
        Source(
            "ale/rollout_iw_table_ram.csv",
            _ROLLOUT + "table_ram.csv",
            "a631bfee7bb8abfc5b753ab8827b0dff8870054677fb018c1af10c535eb1291d",
        ),
        "rom",
        (System("IW(1) on RAM", "ram.score", protocol=_OTHER_PLANNER),),
    ),
    File(
        "rollout-iw table4",
        Source(
            "ale/rollout_iw_table4.csv",
            _ROLLOUT + "table4.csv",
            "49dcfc3d08493b1b4a3db1d48910a96a38ae37367d32d2492e2d1ba8fee27e0e",
        ),
        "rom",
        (
            System("B-PROS", "bpros.avg", "bpros.stdev", "24", _TRIALS),
            System("B-PROST", "bprost.avg", "bprost.stdev", "24", _TRIALS),
            System("Blob-PROST min", "blob.min.avg", "blob.min.stdev", "24", _TRIALS),
            System("Blob-PROST full", "blob.full.avg", "blob.full.stdev", "24", _TRIALS),
        ),
    ),
    File(
        "rollout-iw table5",
        Source(
            "ale/rollout_iw_table5.csv",
            _ROLLOUT + "table5.csv",
            "2e4a1a9b01040bab4d2678eef99204dc8728e711e8a4c4a5e76ce97645ff984c",
        ),
        "rom",
        (
            System("Blob-PROST min", "avg", "stdev", "24", _TRIALS),
            System("DQN", "dqn.avg", "dqn.stdev"),
            System("human", "human.score"),
            System("random", "random.score"),
        ),
    ),
    File(
        "Atari-5 NEAT",
        Source(
            "ale/atari5_NEAT.csv",
            _ATARI5 + "NEAT.csv",
            "decaf8e4b8a623fce5539bb4fa1569d90d7117f494cb22e35025b7da39c395d5",
        ),
        "Game",
        (
            *(System(name, name) for name in _NEURO_EVOLUTION),
            System("best linear learner", "_SARSA (neat)", n_trials="30", protocol=_LEARNER),
            System("Planning", "Planning"),
            System("random", "_Random"),
            System("top human", "_Human"),
        ),
    ),
    File(
        "Atari-Human",
        Source(
            "ale/atari5_Atari-Human.csv",
            _REFERENCES + "Atari-Human.csv",
            "96bf8a49f30d83fa490ea2cc2400181ef9ce35a2c708d5c24b133d3c913be5f5",
        ),
        "Game",
        (
            System("random", "Random"),
            System("DQN random", "DQN_Random"),
            System("human", "Human"),
            System("top human", "Human_Top"),
        ),
    ),
)
DATASET = Source(
    "ale/atari5_dataset.csv",
    _ATARI5 + "dataset.csv",
    "c78cf8e4db9c46c639caeed204b2bd6168bdfe404a3993eb09c0a7b733af44f7",
)

# Bellemare et al. (2013), tables 4 and 5, as far as the document gives their rows.
_SIMPLE = f"the paper's simple policies, the number of episodes {OPEN.replace('file', 'document')}"
QUOTED = {
    "full tree": (_PLANNER, "10", {"boxing": "100.0", "skiing": "0.0", "zaxxon": "0.0"}),
    "UCT": (_PLANNER, "10", {"boxing": "100.0", "skiing": "-0.8", "zaxxon": "22610.0"}),
    "best linear learner": (_LEARNER, "30", {"skiing": "0.0", "zaxxon": "3365.1"}),
    "Basic": (_LEARNER, "30", {"hero": "6053.1"}),
    "BASS": (_LEARNER, "30", {"hero": "6458.8"}),
    "DISCO": (_LEARNER, "30", {"hero": "2719.8"}),
    "LSH": (_LEARNER, "30", {"hero": "3835.8", "zaxxon": "3365.1"}),
    "RAM": (_LEARNER, "30", {"boxing": "44.0", "hero": "3281.1"}),
    "best baseline": (_SIMPLE, "nan", {"skiing": "0.0", "zaxxon": "2.0"}),
    "random": (_SIMPLE, "nan", {"hero": "712.0"}),
}
