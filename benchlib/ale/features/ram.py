"""The bits of the console's memory, and every two of them that are set together."""

import numpy as np
import numpy.typing as npt

from benchlib.ale.emulator import Emulator
from benchlib.ale.features.pairs import n_with_pairs, with_pairs
from benchlib.ale.features.screens import described, is_array

__all__ = ["N_BITS", "RamFeatures", "ram_features"]

#: Bits of the console's memory.
N_BITS = 1024


def ram_features(memory: npt.NDArray[np.uint8]) -> npt.NDArray[np.int64]:
    """Return the features of a memory that are 1.

    Parameters
    ----------
    memory : numpy.ndarray of uint8, shape (128,)
        The bytes of the memory.

    Returns
    -------
    numpy.ndarray of int64
        Their indices, sorted: for m bits that are set m(m + 1)/2.

    Raises
    ------
    ValueError
        If it is not 128 bytes.

    Notes
    -----
    Bit b of byte k is feature 8k + b; bit 0 is the one worth 1. A pair of bits is the logical AND
    of the two and has the index that `pair_index` gives. Memory that a cartridge adds is not read.

    References
    ----------
    Bellemare, Naddaf, Veness and Bowling (2013), appendix A.5.

    Examples
    --------
    >>> import numpy as np
    >>> from benchlib.ale import features
    >>> memory = np.zeros(128, dtype=np.uint8)
    >>> memory[0], memory[2] = 1, 128
    >>> features.ram_features(memory).tolist()
    [0, 23, 1277]
    >>> features.pair_index(0, 23, n=1024)
    1277
    """
    if not is_array(memory, np.uint8) or memory.shape != (N_BITS // 8,):
        raise ValueError(
            "memory: expected an array of 128 uint8, as the emulator's getRAM returns it, "
            f"got {described(memory)}"
        )
    return with_pairs(np.flatnonzero(np.unpackbits(memory, bitorder="little")), N_BITS)


class RamFeatures:
    """The bits of the memory and their pairs.

    Attributes
    ----------
    name : str
        It is ``ram``.
    n_features : int
        How many features there are.

    Examples
    --------
    >>> from benchlib import ale
    >>> from benchlib.ale import features
    >>> ram = features.RamFeatures()
    >>> ram.n_features
    524800
    >>> int(ram.active(ale.Emulator("freeway")).max()) < ram.n_features
    True
    """

    name = "ram"
    n_features = n_with_pairs(N_BITS)

    def start(self) -> None:
        """Begin an episode: nothing is remembered."""

    def active(self, emulator: Emulator) -> npt.NDArray[np.int64]:
        """Return the sorted indices of the features that are 1."""
        return ram_features(emulator.interface.getRAM())
