import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchlib import ale
from benchlib.ale import features

memories = st.binary(min_size=128, max_size=128).map(lambda b: np.frombuffer(b, dtype=np.uint8))


def test_three_bits_by_hand():
    # Byte 0 has bit 0, byte 1 bits 1 and 7: features 0, 9 and 15. The pairs are
    # 1,024 + 9 x 8 / 2 + 0, 1,024 + 15 x 14 / 2 + 0 and 1,024 + 15 x 14 / 2 + 9.
    memory = np.zeros(128, dtype=np.uint8)
    memory[:2] = 0b00000001, 0b10000010
    assert features.ram_features(memory).tolist() == [0, 9, 15, 1060, 1129, 1138]


def test_no_bit_and_all_bits():
    assert features.ram_features(np.zeros(128, dtype=np.uint8)).size == 0
    everything = features.ram_features(np.full(128, 255, dtype=np.uint8))
    assert everything.tolist() == list(range(1_024 + 523_776))


@settings(max_examples=25, deadline=None)
@given(memory=memories)
def test_bits_are_counted_and_every_pair_has_its_index(memory):
    found = features.ram_features(memory)
    bits = [k for k in range(1024) if memory[k // 8] >> k % 8 & 1]
    m = len(bits)
    assert found.dtype == np.int64
    assert found.size == m * (m + 1) // 2
    assert found[:m].tolist() == bits
    assert (np.diff(found) > 0).all()
    b, a = np.tril_indices(m, -1)
    first, second = np.array(bits, dtype=int)[a], np.array(bits, dtype=int)[b]
    assert np.array_equal(found[m:], 1024 + second * (second - 1) // 2 + first)


@settings(max_examples=10, deadline=None)
@given(memory=memories, bit=st.integers(0, 1023))
def test_clearing_a_bit_takes_its_features_away_and_no_others(memory, bit):
    memory = memory.copy()
    memory[bit // 8] |= 1 << bit % 8
    before = set(features.ram_features(memory).tolist())
    memory[bit // 8] ^= 1 << bit % 8
    after = set(features.ram_features(memory).tolist())
    with_bit = {bit} | {
        features.pair_index(bit, other, 1024) for other in before if other < 1024 and other != bit
    }
    assert before - after == with_bit
    assert after < before


@pytest.mark.parametrize(
    ("memory", "message"),
    [
        (np.zeros(127, dtype=np.uint8), r"got uint8 of shape \(127,\)"),
        (np.zeros((1, 128), dtype=np.uint8), r"got uint8 of shape \(1, 128\)"),
        (np.zeros(128), "got float64"),
        (np.ma.masked_equal(np.zeros(128, dtype=np.uint8), 0), "got MaskedArray"),
        (bytes(128), "got bytes"),
        (None, "got NoneType"),
    ],
)
def test_what_is_no_memory_is_refused(memory, message):
    with pytest.raises(ValueError, match=f"memory: expected an array of 128 uint8, .*{message}"):
        features.ram_features(memory)


def test_freeway_is_seen_as_its_memory():
    emulator = ale.Emulator("freeway")
    ram = features.RamFeatures()
    assert (ram.name, ram.n_features) == ("ram", 524_800)
    seen = set()
    for _ in range(10):
        emulator.act(2)
        ram.start()
        found = ram.active(emulator)
        assert found.tolist() == features.ram_features(emulator.interface.getRAM()).tolist()
        seen.add(found.tobytes())
    assert len(seen) == 10
