"""Make ``bbf_runs`` from the 25 files that were released with BBF."""

import csv
import math
from pathlib import Path

from benchlib.datasets.sources import Source, located

__all__ = ["CONDITIONS", "RELEASED_COLUMNS", "rows"]

_ADDRESS = (
    "https://raw.githubusercontent.com/google-research/google-research/master/"
    "bigger_better_faster/scores/"
)
_SCORE, _NORMALIZED = "GameScoreAverage", "GameScoreNormalized"
# All that the release tells about a run; the first column is an unnamed counter of rows.
RELEASED_COLUMNS = ("", "seed", "game", _SCORE, _NORMALIZED)

# Our name of a condition, the released file, its SHA-256. In a file name a minus takes a part of
# BBF away and a plus changes a setting; the sticky-action runs of replay ratio 2 were recorded
# after several numbers of environment steps.
CONDITIONS = {
    "RR8 BBF": Source(
        "bbf/RR8_BBF.csv",
        _ADDRESS + "RR8_BBF.csv",
        "841033db05fa718489725de2783a186f0d49852f00197b77dec54aea1b63f316",
    ),
    "RR8 without resets": Source(
        "bbf/RR8_BBF-Resets.csv",
        _ADDRESS + "RR8_BBF-Resets.csv",
        "4ccd278c73823ae4c46334b742c46b299b7fc73741d04c2101655a8edb0fb89f",
    ),
    "RR8 without harder resets": Source(
        "bbf/RR8_BBF-HarderResets.csv",
        _ADDRESS + "RR8_BBF-HarderResets.csv",
        "64195c4a69d3d3fe700779ffae691ed527cb04194dd81a0dc062ce1df5150dfb",
    ),
    "RR8 without annealing": Source(
        "bbf/RR8_BBF-Annealing.csv",
        _ADDRESS + "RR8_BBF-Annealing.csv",
        "5525f81cd4761a5da6d16fac5eb5305df85186c134e2dc61255f73aad2471c77",
    ),
    "RR8 without SPR": Source(
        "bbf/RR8_BBF-SPR.csv",
        _ADDRESS + "RR8_BBF-SPR.csv",
        "a6185104e7326f9cf5600f1567843aac8ee69decff73e652416354071ea437f6",
    ),
    "RR8 without weight decay": Source(
        "bbf/RR8_BBF-WD.csv",
        _ADDRESS + "RR8_BBF-WD.csv",
        "2bdf827dd51b7595aea5f3fb4609382d0cced4a89bb6a2534b50b70e2539c262",
    ),
    "RR8 with discount 0.99": Source(
        "bbf/RR8_BBF+gamma=0.99.csv",
        _ADDRESS + "RR8_BBF%2Bgamma%3D0.99.csv",
        "5a4f01e74336db77880487cf9cf92f3cce88c5c4a709883c38716ce6f41f84f1",
    ),
    "RR8 with 10-step returns": Source(
        "bbf/RR8_BBF+n=10.csv",
        _ADDRESS + "RR8_BBF%2Bn%3D10.csv",
        "55fe0dae406fdb4ae65691ae2f18d9f6607ce38aa61e99a817b08c3a97c00aa0",
    ),
    "RR8 with sticky actions": Source(
        "bbf/RR8_BBF+sticky.csv",
        _ADDRESS + "RR8_BBF%2Bsticky.csv",
        "81c0eea2845ab9591034d6afdcc6e3739d1600727ba54a0577af6c585c63dca1",
    ),
    "RR2 BBF": Source(
        "bbf/RR2_BBF.csv",
        _ADDRESS + "RR2_BBF.csv",
        "6c76684fa885bdf72bdeedbb455d660659d5b6d40853c4ee1cb72a47a62a606b",
    ),
    "RR2 without resets": Source(
        "bbf/RR2_BBF-Resets.csv",
        _ADDRESS + "RR2_BBF-Resets.csv",
        "53a5a595b3e07528977e9e09d80b51bc985f290a68121ecd433844d5cc72a40a",
    ),
    "RR2 without harder resets": Source(
        "bbf/RR2_BBF-HarderResets.csv",
        _ADDRESS + "RR2_BBF-HarderResets.csv",
        "7a87353f62211273907c0042b37f1a4d824c3bd0d7ffbb43f8fe7e737a22c743",
    ),
    "RR2 without annealing": Source(
        "bbf/RR2_BBF-Annealing.csv",
        _ADDRESS + "RR2_BBF-Annealing.csv",
        "0f7e3f18fa62efe0009a7b854441af1f90a515f7db01bc4d0df2f19810df7cbb",
    ),
    "RR2 without SPR": Source(
        "bbf/RR2_BBF-SPR.csv",
        _ADDRESS + "RR2_BBF-SPR.csv",
        "7e58a23837c23f545efd39f1a49b412e7e2e616238435a0ce9724e26849f370a",
    ),
    "RR2 without weight decay": Source(
        "bbf/RR2_BBF-WD.csv",
        _ADDRESS + "RR2_BBF-WD.csv",
        "6e4f92acbc78a46b11cea27d83bf8246202886486bcb1f968f4ed99b20b9d3cf",
    ),
    "RR2 with discount 0.99": Source(
        "bbf/RR2_BBF+gamma=0.99.csv",
        _ADDRESS + "RR2_BBF%2Bgamma%3D0.99.csv",
        "a9f3a794712f39fd3d2d0be680b44e90706d080e401d7761300b44509c512b54",
    ),
    "RR2 with 10-step returns": Source(
        "bbf/RR2_BBF+n=10.csv",
        _ADDRESS + "RR2_BBF%2Bn%3D10.csv",
        "8a22bea32d2b3c4c9704ab16d5136eccfaa06b23202f999be5123fea5d36144e",
    ),
    "RR2 with sticky actions at 20k": Source(
        "bbf/RR2_BBF+sticky_20k.csv",
        _ADDRESS + "RR2_BBF%2Bsticky_20k.csv",
        "f34b0b9fa3deb43539a83ebdcb5a05d9e1fa62390c1412c231009979d21fe1ec",
    ),
    "RR2 with sticky actions at 40k": Source(
        "bbf/RR2_BBF+sticky_40k.csv",
        _ADDRESS + "RR2_BBF%2Bsticky_40k.csv",
        "02ce71ddc2f085d1430d44b2c5550089567e8960fc631455c76101e2250fe7d9",
    ),
    "RR2 with sticky actions at 60k": Source(
        "bbf/RR2_BBF+sticky_60k.csv",
        _ADDRESS + "RR2_BBF%2Bsticky_60k.csv",
        "54a674c6b1e8161727ab7ff04a2bd6a5d89336082e3543433f76e61f470f556a",
    ),
    "RR2 with sticky actions at 80k": Source(
        "bbf/RR2_BBF+sticky_80k.csv",
        _ADDRESS + "RR2_BBF%2Bsticky_80k.csv",
        "3414f76868471cdd508110f9f771d5f109d954d680ea0ebbe042f2ff5b59c3d2",
    ),
    "RR2 with sticky actions at 100k": Source(
        "bbf/RR2_BBF+sticky_100k.csv",
        _ADDRESS + "RR2_BBF%2Bsticky_100k.csv",
        "47ef98db456e8e5b49e7ef6d96f27252ad324cf7421bf9b49e2aba8dd35d61c0",
    ),
    "RR2 with sticky actions at 200k": Source(
        "bbf/RR2_BBF+sticky_200k.csv",
        _ADDRESS + "RR2_BBF%2Bsticky_200k.csv",
        "4ec8fb9f918eae736d3ec39f548767c83cc9f78a0d3127e5d1ee6e20a3857d1d",
    ),
    "RR2 with sticky actions at 500k": Source(
        "bbf/RR2_BBF+sticky_500k.csv",
        _ADDRESS + "RR2_BBF%2Bsticky_500k.csv",
        "437501c55e48fbfc0073487299150ff953c3d5b4d393b6db050ae62f3250c4e8",
    ),
    "RR2 with sticky actions at 1M": Source(
        "bbf/RR2_BBF+sticky_1M.csv",
        _ADDRESS + "RR2_BBF%2Bsticky_1M.csv",
        "f5d402bac37f54378285c5f783e610d3d945b542303d6913001769ee1b6161a0",
    ),
}


def rows(source: Path | None) -> list[list[str]]:
    """Read all released run records, every printed digit kept.

    Parameters
    ----------
    source : pathlib.Path or None
        A folder that holds the upstream files under ``bbf/``; without it they are downloaded.

    Returns
    -------
    list of list of str
        Rows of the table ``bbf_runs`` in its column order: conditions as listed in
        `CONDITIONS`, games by name, runs in released order.

    Raises
    ------
    ValueError
        If a file is not the released one, or a row does not hold what it should.
    """
    return [row for name, file in CONDITIONS.items() for row in _rows_of(name, file, source)]


def _rows_of(condition: str, file: Source, source: Path | None) -> list[list[str]]:
    lines = located(file, source).decode("utf-8").splitlines()
    reader = csv.DictReader(lines)
    if sorted(reader.fieldnames or ()) != sorted(RELEASED_COLUMNS):
        raise ValueError(f"{file.path}: the columns are {reader.fieldnames}, not the released ones")
    records = []
    for number, record in enumerate(reader, start=2):
        try:
            run, game = int(record["seed"]), record["game"]
            finite = math.isfinite(float(record[_SCORE]) + float(record[_NORMALIZED]))
        except (TypeError, ValueError) as error:
            raise ValueError(f"{file.path}, row {number}: unreadable ({error})") from error
        if not finite:
            raise ValueError(f"{file.path}, row {number}: a score is not finite")
        records.append((game, run, record[_SCORE], record[_NORMALIZED]))
    # Labels ascend in released order, so sorting by game and label keeps it within a game.
    return [[condition, g, str(r), score, norm] for g, r, score, norm in sorted(records)]
