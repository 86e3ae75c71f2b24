import json
import signal
import subprocess
import sys
import time
from functools import partial
from itertools import islice

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchlib import ale
from benchlib.ale.baselines import _episodes

CELLS = {("die", "six"): 3, ("die", "ten"): 4, ("coin", "two"): 2}


def throw(cell, seeds):
    sides = {"two": 2, "six": 6, "ten": 10}[cell[1]]
    for seed in seeds:
        yield {"eyes": int(seed.generate_state(1)[0]) % sides + 1, "of": sides}


def carry_out(folder, cells=CELLS, work=throw, *, seed=1, settings=None, **options):
    settings = {"version": 1} if settings is None else settings
    return ale.run(cells, work, checkpoints=folder, settings=settings, seed=seed, **options)


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    return carry_out(tmp_path_factory.mktemp("whole"))


def test_every_cell_has_its_records_in_the_order_asked(whole):
    assert list(whole) == list(CELLS)
    assert {cell: len(records) for cell, records in whole.items()} == CELLS
    assert all(1 <= r["eyes"] <= r["of"] for records in whole.values() for r in records)


def test_seeds_differ_by_run_cell_and_repeat():
    keys = [(s, c, k) for s in (0, 1) for c in (("a", "bc"), ("ab", "c"), ("a",)) for k in (0, 1)]
    states = {tuple(ale.seed_sequence(*key).generate_state(4)) for key in keys}
    assert len(states) == len(keys)


def test_paired_cells_share_their_seeds(tmp_path):
    cells = {("one", "six"): 3, ("two", "six"): 3, ("one", "ten"): 3}
    records = carry_out(tmp_path, cells, seeds_by=lambda cell: cell[1:])
    assert records["one", "six"] == records["two", "six"]
    alone = [
        {"eyes": int(ale.seed_sequence(1, ("ten",), k).generate_state(1)[0]) % 10 + 1, "of": 10}
        for k in range(3)
    ]
    assert list(records["one", "ten"]) == alone
    with pytest.raises(ValueError, match="need letters"):
        carry_out(tmp_path, cells, seeds_by=lambda cell: "six")


@settings(max_examples=20, deadline=None)
@given(order=st.permutations(list(CELLS)), stops=st.lists(st.integers(0, 9), max_size=4))
def test_stops_and_order_do_not_show(tmp_path_factory, whole, order, stops):
    folder = tmp_path_factory.mktemp("stopped")

    class StoppedError(Exception):
        pass

    def stopping(left, cell, seeds):
        for record in throw(cell, seeds):
            if not left[0]:
                raise StoppedError
            left[0] -= 1
            yield record

    cells = {cell: CELLS[cell] for cell in order}
    for stop in stops:
        try:
            carry_out(folder, cells, partial(stopping, [stop]))
        except StoppedError:
            continue
    assert carry_out(folder, cells) == whole


def test_what_is_there_is_not_made_again(tmp_path, whole):
    carry_out(tmp_path)

    def never(cell, seeds):
        raise AssertionError((cell, seeds))

    assert carry_out(tmp_path, work=never) == whole
    fewer = carry_out(tmp_path, {("die", "ten"): 2}, never)
    assert fewer == {("die", "ten"): whole["die", "ten"][:2]}
    more = carry_out(tmp_path, {("die", "six"): 6})
    assert more["die", "six"][:3] == whole["die", "six"]
    assert len(more["die", "six"]) == 6


def test_workers_do_not_show_on_the_emulator(tmp_path):
    cells = {
        ("screen", policy, action, game): 2
        for policy, action in (("random", "any"), ("perturb", "UP"))
        for game in ("freeway",)
    }
    work = partial(_episodes, max_frames=120)
    alone = carry_out(tmp_path / "1", cells, work)
    backwards = dict(reversed(cells.items()))
    together = carry_out(tmp_path / "2", backwards, work, workers=2)
    assert together == alone
    assert together["screen", "random", "any", "freeway"][0]["frames"] == 120


# Each record takes a while, so that the kill comes between the first and the last one.
SLOW = """
import sys, time
from pathlib import Path
from benchlib import ale

def work(cell, seeds):
    for record in throw(cell, seeds):
        time.sleep(0.02)
        yield record

def throw(cell, seeds):
    for seed in seeds:
        yield {"value": int(seed.generate_state(1)[0])}

if __name__ == "__main__":
    cells = {(letter,): 20 for letter in "abc"}
    ale.run(cells, work, checkpoints=Path(sys.argv[1]), settings={}, seed=3)
"""


def records_in(folder):
    files = [path for path in folder.glob("*.json") if path.name != "settings.json"]
    return sum(len(json.loads(path.read_text())["records"]) for path in files)


def test_a_kill_loses_nothing_and_doubles_nothing(tmp_path):
    script = tmp_path / "slow.py"
    script.write_text(SLOW)
    folder = tmp_path / "killed"
    seen = 0
    for _ in range(2):
        process = subprocess.Popen(
            [sys.executable, script, folder], stderr=subprocess.PIPE, text=True
        )
        while records_in(folder) < seen + 7 and process.poll() is None:
            time.sleep(0.005)
        process.send_signal(signal.SIGKILL)
        _, errors = process.communicate()
        assert process.returncode == -signal.SIGKILL, errors
        now = records_in(folder)
        assert seen < now < 60
        seen = now

    names: dict = {"__name__": "slow"}
    exec(compile(SLOW, "slow.py", "exec"), names)
    cells = {(letter,): 20 for letter in "abc"}
    options = {"settings": {}, "seed": 3}
    made = []

    def counted(cell, seeds):
        for record in names["throw"](cell, seeds):
            made.append(record)
            yield record

    resumed = ale.run(cells, counted, checkpoints=folder, **options)
    assert len(made) == 60 - seen
    assert resumed == ale.run(cells, names["throw"], checkpoints=tmp_path / "whole", **options)


def test_two_at_work_on_one_cell_lose_and_double_nothing(tmp_path):
    cells = {("die", "six"): 5}
    whole = carry_out(tmp_path / "whole", cells)

    def overtaken(folder):
        """Fall behind: while the second record is made, another one makes all of them."""

        def work(cell, seeds):
            for number, record in enumerate(throw(cell, seeds)):
                if number == 1:
                    carry_out(folder, cells)
                seen.append(records_in(folder))
                yield record

        return work

    seen = []
    assert carry_out(tmp_path / "a", cells, overtaken(tmp_path / "a")) == whole
    assert seen == [0, 5, 5, 5, 5]  # never shortened again

    # Even if the other one shortens the file at the worst moment, the rest is made again.
    folder, calls = tmp_path / "b", []

    def shortened(cell, seeds):
        calls.append(len(seeds))
        yield from throw(cell, seeds)
        if len(calls) == 1:
            content = {"cell": list(cell), "records": list(whole[cell][:2])}
            (folder / "die-six.json").write_text(json.dumps(content))

    assert carry_out(folder, cells, shortened) == whole
    assert calls == [5, 3]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"settings": {"version": 2}}, "belongs to a run with version 1 and not 2; use another"),
        ({"settings": {"version": 1, "cap": 3}}, "a run with cap None and not 3"),
        ({"seed": 2}, "belongs to a run with seed 1 and not 2"),
        ({"seed": -1}, "seed: expected a whole number of at least 0, got -1"),
        ({"seed": True}, "seed: expected a whole number"),
        ({"workers": 0}, "workers: expected a whole number of at least 1, got 0"),
        ({"cells": {("die", "six"): 0}}, "cells: expected a whole number of at least 1, got 0"),
        ({"cells": {("../die", "six"): 1}}, "cells: the names of .* need letters, digits and _"),
        ({"cells": {(): 1}}, r"cells: the names of \(\)"),
        ({"cells": {"die": 1}}, "cells: the names of 'die'"),
        ({"cells": {("die", 6): 1}}, r"cells: the names of \('die', 6\)"),
        ({"cells": {("a",): 1, ("A",): 1}}, "cells: .* differ only in case"),
        ({"cells": {("settings",): 1}}, "cells: .* is the name of the file of settings"),
        ({"cells": [("die", "six")]}, "cells: expected a mapping of cells"),
        ({"settings": {"version": 1, "seed": 5}}, "settings: expected a mapping without the names"),
        ({"settings": {"version": 1, "format": 1}}, "settings: expected a mapping without"),
        ({"settings": [1]}, "settings: expected a mapping"),
        ({"settings": {"version": np.int64(1)}}, "settings: holds what JSON can't"),
        ({"settings": {"version": True}}, "belongs to a run with version 1 and not True"),
        ({"settings": {"version": 1, "cap": None}}, "belongs to a run with cap"),
    ],
)
def test_hostile_input(tmp_path, options, message):
    carry_out(tmp_path)
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    with pytest.raises(ValueError, match=message):
        carry_out(tmp_path, **options)
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before


@pytest.mark.parametrize("below", ["records", "records/of/a/run"])
def test_a_file_in_the_place_of_the_folder(tmp_path, below):
    (tmp_path / "records").write_text("notes")
    with pytest.raises(ValueError, match=r"checkpoints: .*records is a file; name a folder"):
        carry_out(tmp_path / below)
    assert (tmp_path / "records").read_text() == "notes"


@pytest.mark.parametrize("checkpoints", [None, 3])
def test_checkpoints_that_are_no_path(checkpoints):
    with pytest.raises(ValueError, match=f"checkpoints: .* got {checkpoints}"):
        carry_out(checkpoints)


def test_a_folder_of_another_version_or_of_something_else(tmp_path):
    carry_out(tmp_path)
    header = tmp_path / "settings.json"
    header.write_text(json.dumps(json.loads(header.read_text()) | {"format": 0}))
    with pytest.raises(ValueError, match="belongs to a run with format 0 and not 1"):
        carry_out(tmp_path)
    header.unlink()
    with pytest.raises(ValueError, match="holds files of something else; use another"):
        carry_out(tmp_path)


@pytest.mark.parametrize("content", ["", "[1]", '{"cell": ["die", "ten"], "records": [{}]}', "{"])
def test_a_damaged_file_is_named(tmp_path, content):
    carry_out(tmp_path)
    (tmp_path / "die-six.json").write_text(content)
    with pytest.raises(
        ValueError, match=r"die-six\.json (is damaged|does not belong to).*remove it"
    ):
        carry_out(tmp_path)
    (tmp_path / "die-six.json").unlink()
    assert len(carry_out(tmp_path)["die", "six"]) == 3


def test_a_draft_that_a_kill_left_is_ignored(tmp_path, whole):
    (tmp_path / "die-six.json.99.part").write_text("{")
    assert carry_out(tmp_path) == whole


@pytest.mark.parametrize(
    ("change", "message", "kept"),
    [
        (lambda records: islice(records, 2), "work: yielded 2 of 3 records for", 2),
        (lambda records: [*records, {}], "work: yielded more than 3 records for", 3),
    ],
)
def test_work_that_yields_too_few_or_too_many(tmp_path, change, message, kept):
    cells = {("die", "six"): 3}
    with pytest.raises(ValueError, match=message):
        carry_out(tmp_path, cells, lambda cell, seeds: change(throw(cell, seeds)))
    assert records_in(tmp_path) == kept


def test_settings_that_are_not_a_number_are_recognized(tmp_path):
    settings = {"limit": float("nan"), "sizes": (1, 2)}
    first = carry_out(tmp_path, settings=settings)
    assert carry_out(tmp_path, settings=settings) == first


@pytest.mark.parametrize(
    ("made", "words"),
    [
        (None, "returned None for"),
        ([5], "yielded 5 for"),
        ([{"eyes": np.int64(3)}], "holds what JSON can't"),
        ([{"eyes": {1, 2}}], "holds what JSON can't"),
    ],
)
def test_work_that_makes_no_records(tmp_path, made, words):
    with pytest.raises(ValueError, match=f"work: .*{words}"):
        carry_out(tmp_path, {("die", "six"): 1}, lambda cell, seeds: made)
    assert not (tmp_path / "die-six.json").exists()


@pytest.mark.parametrize("bad", [-1, 1.5, True, "1", None])
def test_seeds_of_repeats_are_whole_numbers(bad):
    with pytest.raises(ValueError, match="seed: expected a whole number of at least 0"):
        ale.seed_sequence(bad, ("a",), 0)
    with pytest.raises(ValueError, match="repeat: expected a whole number of at least 0"):
        ale.seed_sequence(1, ("a",), bad)


def test_a_file_is_plain_json(tmp_path):
    whole = carry_out(tmp_path)
    content = json.loads((tmp_path / "die-six.json").read_text())
    assert content == {"cell": ["die", "six"], "records": list(whole["die", "six"])}
