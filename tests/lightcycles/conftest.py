"""Slow references in plain Python."""

import pytest

from benchlib import lightcycles

STEPS = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}


def distances(position, cell):
    """Return the moves that each free cell takes from a cell, by breadth-first search."""
    board, found, front = position.map, {cell: 0}, [cell]
    while front:
        later = []
        for x, y in front:
            for dx, dy in STEPS.values():
                other = (x + dx, y + dy)
                inside = 0 <= other[0] < board.width and 0 <= other[1] < board.height
                if inside and other not in found and other not in position.blocked:
                    found[other] = found[x, y] + 1
                    later.append(other)
        front = later
    del found[cell]
    return found


def territory(position):
    """Return the free cells that each seat reaches first."""
    one, two = (distances(position, trail[-1]) for trail in position.trails)
    far = 10**9
    return (
        {cell for cell in one if one[cell] < two.get(cell, far)},
        {cell for cell in two if two[cell] < one.get(cell, far)},
    )


def extended(position, seat, move):
    """Return the position with the cycle of one seat moved, or None if the cell is blocked."""
    (x, y), (dx, dy) = position.trails[seat - 1][-1], STEPS[move]
    target = (x + dx, y + dy)
    inside = 0 <= target[0] < position.map.width and 0 <= target[1] < position.map.height
    if not inside or target in position.blocked:
        return None
    trails = list(position.trails)
    trails[seat - 1] = (*trails[seat - 1], target)
    return lightcycles.Position(position.map, tuple(trails), position.headings)


def original(position, seat, *, order="FRBL", careful=False):
    """Choose as the Voronoi bot does, in the frame of its seat."""
    forward = "NESW".index(position.map.facings[seat - 1])
    best, choice = None, position.headings[seat - 1]
    for letter in order:
        move = "NESW"[(forward + "FRBL".index(letter)) % 4]
        after = extended(position, seat, move)
        if after is None:
            continue
        areas = territory(after)
        lead = len(areas[seat - 1]) - len(areas[2 - seat])
        (x, y), (u, v) = after.trails[seat - 1][-1], after.trails[2 - seat][-1]
        if careful and abs(x - u) + abs(y - v) == 1:
            lead -= 1000
        if best is None or lead > best:
            best, choice = lead, move
    return choice


@pytest.fixture(scope="session")
def slow_territory():
    return territory


@pytest.fixture(scope="session")
def slow_voronoi():
    return original
