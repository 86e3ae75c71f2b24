"""The 55 games of the Arcade Learning Environment's evaluation, each with its ROM.

A score is comparable with another one only if both come from the same cartridge, so each game
names the SHA-256 of the ROM that our records were made with.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from benchlib import _validation

__all__ = ["DESIGN_GAMES", "GAMES", "TESTING_GAMES", "Game", "find_game"]


@dataclass(frozen=True)
class Game:
    """One Atari 2600 title.

    Parameters
    ----------
    name : str
        As in the tables: lower case, no spaces.
    title : str
        For readers.
    rom : str
        The name by which ale-py knows its ROM.
    sha256 : str
        Of the ROM, in hexadecimal digits.
    """

    name: str
    title: str
    rom: str
    sha256: str


_ROMS = (
    ("Alien", "alien", "9cd556c7d7f55aeb78fc5add45d74ce889c6e22cba6bb535ef1e8bd6b6c764c1"),
    ("Amidar", "amidar", "da5b760d3adaeba2cb8fc2367ae96e2b8add4da44cd47199b57ff4d54e682d9f"),
    ("Assault", "assault", "d32ca4dd9e849af7b776bc73bf464468839ddab66d7e6efacf877fe6eb841dc2"),
    ("Asterix", "asterix", "b6161db0530d8445b5ef0e8b700500531e980aa10184e5196355f27a7ba60819"),
    ("Asteroids", "asteroids", "5ba6f91851b2331a37a3fe6a950c9b464fd764cb035a3d25d4b4388e9b26768f"),
    ("Atlantis", "atlantis", "cef4b7b91ea245f7827604a1c620a5ca7f94288c2c6b54d90a931de8eeb5227d"),
    (
        "Bank Heist",
        "bank_heist",
        "c32daffdb926afaa0b11948c85b0b059e26d29af5f9ce213c439727ccf3f3a8f",
    ),
    (
        "Battle Zone",
        "battle_zone",
        "efd6f639e724a771a8331d7f408609d0dc0854533b3163b602720754267943ee",
    ),
    (
        "Beam Rider",
        "beam_rider",
        "83b30cb52649ddf7a5dd6c3336722421aa435e81e0f85913a1011d81e4e6bb38",
    ),
    ("Berzerk", "berzerk", "cdff0422329de6bdf4ab59176e050fd3fa47d329bc0f065768c4d268838a5fd2"),
    ("Bowling", "bowling", "dff44a85289f5e9f760254e4806d09038326cdfc42eba3e1cd7c64ed6e0b4dce"),
    ("Boxing", "boxing", "462ab7dae012a175763c4ce88ac7a20d23e8fb68b7125e97c474e0696ed40d95"),
    ("Breakout", "breakout", "376323f051c3c373c887fd83abead39d87d844ff283d435f4addbfc1710c6fd5"),
    ("Carnival", "carnival", "80eab759b6bd4fb59e98d4db1295ad89b128a97d2e20ccb212c744ae642c2f76"),
    ("Centipede", "centipede", "6def669f54bd886f43026e7fc7f82b9acb92680bb3e3aa68da3767f8797c8cbe"),
    (
        "Chopper Command",
        "chopper_command",
        "055637282252b5378a2b7df573726e85afa91264ffb7243d23fab9518b3c207d",
    ),
    (
        "Crazy Climber",
        "crazy_climber",
        "486ad4cc89569d797dc5feff6e95d1d5f5f8e78331a4925ef3126bd2aa1bcf09",
    ),
    (
        "Demon Attack",
        "demon_attack",
        "8d72feeb267d23cb5d58bb4511566414884c572d2b4dcba8f6893ad7426442d4",
    ),
    (
        "Double Dunk",
        "double_dunk",
        "c0ea53a91a396638662e2d37261407d6bc9d1b1f660e3101b2098d7ef2bc3190",
    ),
    (
        "Elevator Action",
        "elevator_action",
        "f3b3ad03fd8cf9f348d31c1343580a7a9220d1f06c193165df277e47757a8846",
    ),
    ("Enduro", "enduro", "6045c8be78c7d0bec29040022543a8c0b9e3672b50005a94bf0166f0f73be3d9"),
    (
        "Fishing Derby",
        "fishing_derby",
        "84753bc6ecb4dd9f47cd267f1fb15e16b18f7b2b54fbb4ea8207750009171cc1",
    ),
    ("Freeway", "freeway", "3ef620234b98f22bfd7c06d2467bac9d208e763c9f4309452384d59a741ba893"),
    ("Frostbite", "frostbite", "cbfdad89480def69d922adf16a1d89d55a6cb515929edf74e5bea884c9fb7834"),
    ("Gopher", "gopher", "b4aff03aeb0fb1c8f4914b5a329f51430f00a2d9350aba24573ad78032dd4697"),
    ("Gravitar", "gravitar", "17a19cd7b5cae2b85f3a51fd10e92e141341f3e4238e9ea641cb97656a3ed0a0"),
    ("H.E.R.O.", "hero", "75bd02ec75458ea4bc2cba9b85bb281c3f9da106123e4600b054f0934e36b81f"),
    (
        "Ice Hockey",
        "ice_hockey",
        "fc8b861d9cf9c9d5f7f7677f22b39d512d249697b69c1e7dcf238c5dc8f44b60",
    ),
    ("James Bond", "jamesbond", "995253f0d3a2fac712c6ee3518f19fc5e6a8c800e2fd8dbfe49d45ad367a231f"),
    (
        "Journey Escape",
        "journey_escape",
        "963e2d3da52b6ccaff08c833b2d2cb0329a9b9d5f6b3265fcfd7e0830b914df0",
    ),
    ("Kangaroo", "kangaroo", "a2826eaea3a854b63b4ca1d7423f1b3347311e0552c6b1f35065e50b2cbca523"),
    ("Krull", "krull", "b40f10d14217093082b00b302bff8c6faa0d64c5221e9be36ea0ceb12477517a"),
    (
        "Kung Fu Master",
        "kung_fu_master",
        "3f6501a649ad83e970a25827bd492c56128c36535ae2c96f94bab39b27f939ac",
    ),
    (
        "Montezuma's Revenge",
        "montezuma_revenge",
        "69d363a747549817599cace65572700dab9ea33f3a5f91979454fdfbeaa837c0",
    ),
    (
        "Ms. Pac-Man",
        "ms_pacman",
        "dde0b43c5dee7ce1a35ac8e2f625b32a16118512d9be4064115053b972280b14",
    ),
    (
        "Name This Game",
        "name_this_game",
        "cc219a7246e8f9454f3bd77345b388fbc2c7343e4ea0c4c864a2eb9b0481882a",
    ),
    ("Pong", "pong", "41623e3c26148f96cbe77d56512845d224a63c8fe5bf90e38527155e39ec96d3"),
    ("Pooyan", "pooyan", "ac9abbfc272deb0305451afa3d5cd58849684691cfa25cede01251fab36c131b"),
    (
        "Private Eye",
        "private_eye",
        "c8f9ce1b2e804b6778dbc20da0c935b2af7d7e998ad372d44df66f16eb4b98ce",
    ),
    ("Q*bert", "qbert", "3257221832a7607696b06b9985103c12a4c24c61b0c655e8f52aed8e38194b76"),
    ("River Raid", "riverraid", "4c6842b8af64fc75e599b773821b3e6bee8e5028f5d63414821b0d63f0b2dfe9"),
    (
        "Road Runner",
        "road_runner",
        "4b6c2e68d6933b8bc79983f6a3bb11bda695b5dfbeeb8fd63d84406ba3f27b5a",
    ),
    ("Robotank", "robotank", "c186409481e688401c8a7a9d5f0387ed448d18e297e287fd7c409752fa9a2a0d"),
    ("Seaquest", "seaquest", "fbc29f4678f69ac27fe46da298c8c22f98cba2a3e5491e6b308fd9bf68d2ee43"),
    ("Skiing", "skiing", "e8a96a74c05493c5394a097deb7dc339a0cf37fe373d93e4c19f9e6884eff36c"),
    (
        "Space Invaders",
        "space_invaders",
        "7224b17462b992d67f4e06a3c85f269c9822b06df6015bf038b55f384ced0301",
    ),
    (
        "Star Gunner",
        "star_gunner",
        "3ad501a39280de82bd604c6d8ae915fe93c1e6ebfd97685ab097c5dbef9822c3",
    ),
    ("Tennis", "tennis", "b829e42751fcbc93ad7be8c6bd41e00083aad74d1f9f869f40898d21fb34133b"),
    (
        "Time Pilot",
        "time_pilot",
        "8ea97e335a2fb122faa591a86e695de1eddb88e9370d3ead6e82d308f6e81c7d",
    ),
    ("Tutankham", "tutankham", "403397fe85838ebc94bf063e63756b7656b9c962b9c6392b991d37ef4ad4a3d4"),
    (
        "Up and Down",
        "up_n_down",
        "74890a43e59134ea88e0a3aa6cae91615299cc41d74a464e0e31070d5d36062c",
    ),
    ("Venture", "venture", "5cdd323b8f817cc5d953910db97c20d9b7203316a8996663fdc953f2e29ee80e"),
    (
        "Video Pinball",
        "video_pinball",
        "6385d230348f137232ff1ec9722261a9b4d91af89ae68c68036d3f4d0bfee19c",
    ),
    (
        "Wizard of Wor",
        "wizard_of_wor",
        "d69ee89e65c34cd3152d98d778de913dd7f59e7309f2bcbd3ebead585065e747",
    ),
    ("Zaxxon", "zaxxon", "e1c323ce00cccdd4bc737fd44abcef35b24fee04fd90bf9c9374e18b3b2ae6bf"),
)

#: Every game by its name, in alphabetical order.
GAMES: Mapping[str, Game] = MappingProxyType(
    {rom.replace("_", ""): Game(rom.replace("_", ""), title, rom, sha) for title, rom, sha in _ROMS}
)

#: The games on which Bellemare et al. (2013) chose features and parameters.
DESIGN_GAMES = ("asterix", "beamrider", "freeway", "seaquest", "spaceinvaders")

#: The games that were held out from those choices.
TESTING_GAMES = tuple(name for name in GAMES if name not in DESIGN_GAMES)


def find_game(name: str) -> Game:
    """Return a game by its name.

    Parameters
    ----------
    name : str
        Lower case, no spaces: a name has one spelling, so that no game stands twice in a table.

    Returns
    -------
    Game
        The game.

    Raises
    ------
    ValueError
        If there is no game of that name among the 55; another spelling of one is named.

    References
    ----------
    Bellemare, Naddaf, Veness and Bowling (2013), section 3.1.2. The 50 testing games are those
    of the planning scores that Bandres, Bonet and Geffner (2018) quote, and Skiing.

    Examples
    --------
    >>> from benchlib import ale
    >>> ale.find_game("beamrider").title
    'Beam Rider'
    >>> len(ale.DESIGN_GAMES), len(ale.TESTING_GAMES)
    (5, 50)
    """
    if isinstance(name, str) and name in GAMES:
        return GAMES[name]
    letters = "".join(filter(str.isalnum, str(name))).lower()
    meant = [game.name for game in GAMES.values() if letters in (game.name, _letters(game.title))]
    hint = f"write {meant[0]!r}" if meant else "`ale.GAMES` lists the 55"
    raise ValueError(f"game: there is no game {name!r}; {hint}")


def find_games(names: str | Iterable[str]) -> tuple[str, ...]:
    """Return names of games as a tuple, if all are known and none stands twice."""
    known = [find_game(name).name for name in _validation.listed(names, "games")]
    return _validation.each_once(known, "game")


def _letters(title: str) -> str:
    return "".join(filter(str.isalnum, title)).lower()
