import hashlib

import pytest
from ale_py import roms

from benchlib import ale, datasets


def test_the_sets():
    assert len(ale.GAMES) == 55
    assert list(ale.GAMES) == sorted(ale.GAMES)
    assert len(ale.DESIGN_GAMES) == 5
    assert len(ale.TESTING_GAMES) == 50
    assert set(ale.DESIGN_GAMES) | set(ale.TESTING_GAMES) == set(ale.GAMES)
    assert len({game.title for game in ale.GAMES.values()}) == 55


def test_names_are_spelled_as_in_the_other_tables():
    # BBF was measured on another set of 55; both know that it differs by four titles.
    bbf = set(datasets.load("bbf_runs")["game"])
    assert bbf - set(ale.GAMES) == {"phoenix", "pitfall", "solaris", "yarsrevenge"}
    assert set(ale.GAMES) - bbf == {"carnival", "elevatoraction", "journeyescape", "pooyan"}


@pytest.mark.parametrize("game", ale.GAMES.values(), ids=ale.GAMES)
def test_the_installed_rom_is_the_listed_one(game):
    assert hashlib.sha256(roms.get_rom_path(game.rom).read_bytes()).hexdigest() == game.sha256


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("Beam Rider", "write 'beamrider'"),
        ("beam_rider", "write 'beamrider'"),
        ("H.E.R.O.", "write 'hero'"),
        ("up_n_down", "write 'upndown'"),
        ("Up and Down", "write 'upndown'"),
        ("phoenix", r"`ale\.GAMES` lists"),
        ("", r"`ale\.GAMES` lists"),
        (None, r"`ale\.GAMES` lists"),
        (["pong"], r"write 'pong'"),
    ],
)
def test_another_spelling_is_refused_with_the_right_one(name, hint):
    with pytest.raises(ValueError, match=f"game: there is no game .*; {hint}"):
        ale.find_game(name)
