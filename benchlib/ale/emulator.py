"""The emulator under the protocol of Bellemare et al. (2013).

An agent acts every five frames, an episode ends when the game is over or after 18,000 frames, all
18 actions may be chosen, and no action is repeated at random. Games start in their default mode
and difficulty. Where the protocol leaves something open, `Emulator` says what is done.
"""

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from benchlib import _validation
from benchlib.ale.games import find_game

try:
    from ale_py import Action, ALEInterface, ALEState, LoggerMode, roms
except ImportError as error:
    raise ImportError(
        "benchlib.ale needs the emulator ale-py; install it with `pip install 'benchlib[worlds]'`"
    ) from error

__all__ = [
    "ACTIONS",
    "FRAME_SKIP",
    "MAX_FRAMES",
    "Emulator",
    "EmulatorState",
    "Episode",
    "Policy",
    "play",
]

#: Frames between two decisions of an agent.
FRAME_SKIP = 5

#: Frames after which an episode ends: five minutes at 60 frames a second.
MAX_FRAMES = 18_000

#: The names of all actions; an action is its place in this list.
ACTIONS = tuple(Action(code).name for code in range(18))


@dataclass(frozen=True)
class Episode:
    """What one episode came to.

    Parameters
    ----------
    score : int
        Sum of rewards (game points).
    frames : int
        How long it took (frames).
    """

    score: int
    frames: int


@dataclass(frozen=True, eq=False)
class EmulatorState:
    """A point of a game to which `Emulator.restore` returns; some 8 kB.

    Parameters
    ----------
    interface_state : ale_py.ALEState
        What the emulator itself saves.
    score, frames : int
        Points and frames up to there.
    over : bool
        Whether the episode has ended.
    """

    interface_state: ALEState
    score: int
    frames: int
    over: bool

    @property
    def key(self) -> bytes:
        """Equal for equal states: 16 bytes from BLAKE2b of memory, registers and counters.

        The number of the frame is one of the counters. That two different states share a key is
        as good as impossible: among a thousand million it has a chance below 1e-20.
        """
        return hashlib.blake2b(self.interface_state.serialize(), digest_size=16).digest()


class Emulator:
    """A game from its start, and how far it has been played.

    Parameters
    ----------
    game : str
        Name of the game.
    seed : int, optional
        Seed of the emulator's own random numbers, below 2**31. Without repeated actions no game
        of the 55 uses them: in the table ``ale_baselines`` Const scores the same with two seeds.
    max_frames : int, optional
        Frames after which the episode ends.

    Attributes
    ----------
    interface : ale_py.ALEInterface
        The emulator itself, for screens, memory and saved states.
    score, frames : int
        Points and frames so far.
    over : bool
        Whether the episode has ended.

    Raises
    ------
    ValueError
        If there is no such game, a number is out of range, or the ROM is not the one that our
        records were made with.

    Notes
    -----
    Each episode loads its game anew. ``reset_game`` is no substitute: in some games, Beam Rider
    among them, something survives it, and the next episode depends on the one before.

    ale-py accepts nine actions in Skiing, those without the fire button. The other nine are
    played as NOOP, so that there are 18 actions in every game.

    Frames that the emulator plays by itself to get past a title screen are not counted.

    References
    ----------
    Bellemare, Naddaf, Veness and Bowling (2013), sections 2.2 and 3.1.2.

    Examples
    --------
    >>> from benchlib import ale
    >>> emulator = ale.Emulator("freeway")
    >>> emulator.act(ale.ACTIONS.index("UP"), n_frames=100)  # points of these frames
    0
    >>> emulator.frames, emulator.over
    (100, False)
    """

    def __init__(self, game: str, *, seed: int = 0, max_frames: int = MAX_FRAMES) -> None:
        rom = _rom(game)
        self.max_frames = _validation.positive_integer(max_frames, "max_frames")
        if isinstance(seed, bool) or not isinstance(seed, int) or not 0 <= seed < 2**31:
            raise ValueError(f"seed: expected a whole number from 0 to 2**31 - 1, got {seed!r}")
        ALEInterface.setLoggerMode(LoggerMode.Error)  # it greets on stderr at every load
        self.interface = ALEInterface()
        self.interface.setInt("random_seed", seed)
        self.interface.setInt("frame_skip", 1)
        self.interface.setFloat("repeat_action_probability", 0.0)
        self.interface.loadROM(rom)
        self.interface.reset_game()
        legal = {action.value for action in self.interface.getLegalActionSet()}
        self._codes = tuple(code if code in legal else 0 for code in range(len(ACTIONS)))
        self.score = 0
        self.frames = 0
        self.over = False

    def act(self, action: int, *, n_frames: int = FRAME_SKIP) -> int:
        """Hold an action for some frames, or until the episode ends.

        Parameters
        ----------
        action : int
            Place in `ACTIONS`.
        n_frames : int, optional
            Frames to hold it.

        Returns
        -------
        int
            The points of these frames.

        Raises
        ------
        ValueError
            If the episode is over, there is no such action, or `n_frames` is below 1.
        """
        if self.over:
            raise ValueError("the episode is over; start another one with a new Emulator")
        if not 0 <= action < len(ACTIONS):
            raise ValueError(f"action: expected a number from 0 to 17, got {action!r}")
        if n_frames < 1:
            raise ValueError(f"n_frames: expected a whole number of at least 1, got {n_frames!r}")
        # This loop is where the time goes: nothing in it but the emulator.
        press, game_over, code = self.interface.act, self.interface.game_over, self._codes[action]
        frames, last, reward = self.frames, min(self.frames + n_frames, self.max_frames), 0
        while frames < last and not self.over:
            reward += press(code)
            frames += 1
            self.over = game_over()
        self.frames = frames
        self.over |= frames >= self.max_frames
        self.score += reward
        return reward

    def save(self) -> EmulatorState:
        """Return the present state, to come back to it later.

        Returns
        -------
        EmulatorState
            For `restore` of an emulator with the same game.
        """
        return EmulatorState(self.interface.cloneState(), self.score, self.frames, self.over)

    def restore(self, state: EmulatorState) -> None:
        """Go back, or on, to a saved state.

        The same actions then lead to the same scores, memory and screens; the screen is drawn
        anew with the next frame. An exception is Q*bert, which can play on differently.

        Parameters
        ----------
        state : EmulatorState
            As `save` returned it.
        """
        self.interface.restoreState(state.interface_state)
        self.score, self.frames, self.over = state.score, state.frames, state.over


#: Looks at the emulator and names the next action.
Policy = Callable[[Emulator], int]


def play(emulator: Emulator, policy: Policy, *, frame_skip: int = FRAME_SKIP) -> Episode:
    """Play an episode to its end.

    Parameters
    ----------
    emulator : Emulator
        The game, as far as it has been played.
    policy : callable
        Takes the emulator and returns the next action, a place in `ACTIONS`.
    frame_skip : int, optional
        Frames between two decisions.

    Returns
    -------
    Episode
        Score and length.

    Raises
    ------
    ValueError
        If `frame_skip` is below 1, the episode is over, or the policy names no action.

    Examples
    --------
    >>> from benchlib import ale
    >>> episode = ale.play(ale.Emulator("freeway", max_frames=600), ale.constant_policy(2))
    >>> episode.frames
    600
    """
    n_frames = _validation.positive_integer(frame_skip, "frame_skip")
    while True:
        emulator.act(policy(emulator), n_frames=n_frames)
        if emulator.over:
            return Episode(emulator.score, emulator.frames)


def _rom(name: str) -> Path:
    """Return where a game's ROM lies, if it is the one that our records were made with."""
    game = find_game(name)
    path = roms.get_rom_path(game.rom)
    if path is None or hashlib.sha256(path.read_bytes()).hexdigest() != game.sha256:
        raise ValueError(
            f"game: the ROM of {name!r} that ale-py ships is not the one that our records were "
            "made with; install the ale-py that requirements.txt pins"
        )
    return path
