import numpy as np
import pytest
import scipy.ndimage
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from benchlib.ale.features import objects, shapes
from benchlib.ale.features.screens import estimate_background, sampled_screens

BACKGROUND = np.full((210, 160), 8, dtype=np.uint8)
LETTER_L = np.array([[1, 0, 0], [1, 0, 0], [1, 1, 1]], dtype=bool)


def screen(*boxes, colour=64):
    """Draw boxes (left, top, width, height) on the background."""
    drawn = BACKGROUND.copy()
    for left, top, width, height in boxes:
        drawn[top : top + height, left : left + width] = colour
    return drawn


def full(height, width):
    return np.ones((height, width), dtype=bool)


def with_shapes(*shapes):
    """Return screens on which each shape is seen alone, as often as is said."""
    return [screen((20, 20, width, height)) for height, width, n in shapes for _ in range(n)]


def test_two_squares_and_a_bar():
    shown = screen((10, 20, 6, 6), (50, 21, 6, 6), (80, 100, 20, 3))
    classes = objects.find_classes([shown], BACKGROUND)
    assert [p.tolist() for p in classes.prototypes] == [full(6, 6).tolist(), full(3, 20).tolist()]
    assert classes.counts == (2, 1)
    assert classes.n_screens == 1
    # The centre of 6 pixels from 10 is 12.5, rounded down; of 20 from 80 it is 89.5.
    assert objects.find_objects(shown, BACKGROUND, classes).tolist() == [
        [0, 12, 22],
        [0, 52, 23],
        [1, 89, 101],
    ]
    regions = objects.find_regions(shown, BACKGROUND, classes)
    squares = (objects.Region(0, 10, 20, 6, 6), objects.Region(0, 50, 21, 6, 6))
    assert regions == (*squares, objects.Region(1, 80, 100, 20, 3))
    assert objects.shared_classes(regions) == {0: squares}


def test_regions_of_no_class_are_no_objects_and_share_nothing():
    classes = objects.find_classes([screen((10, 20, 6, 6))], BACKGROUND)
    shown = screen((10, 20, 40, 40), (100, 20, 40, 40))
    regions = objects.find_regions(shown, BACKGROUND, classes)
    assert [r.object_class for r in regions] == [-1, -1]
    assert objects.shared_classes(regions) == {}
    assert objects.find_objects(shown, BACKGROUND, classes).shape == (0, 3)


def test_small_and_large_regions_are_dropped():
    # 5 pixels are too few, 6 are enough; a box may take half the width and height, no more.
    kept = [(10, 10, 6, 1), (40, 20, 80, 105)]
    dropped = [(10, 100, 5, 1), (40, 150, 81, 4)]
    tall = (130, 50, 4, 106)
    classes = objects.find_classes([screen(*kept, *dropped, tall)], BACKGROUND)
    found = objects.find_regions(screen(*kept, *dropped, tall), BACKGROUND, classes)
    assert sorted(r[1:] for r in found) == kept


def test_pixels_that_touch_at_a_corner_are_one_region_in_any_colours():
    shown = screen((10, 10, 4, 4))
    shown[14:18, 14:18] = 32
    classes = objects.find_classes([shown], BACKGROUND)
    assert objects.find_regions(shown, BACKGROUND, classes) == (objects.Region(0, 10, 10, 8, 8),)


def test_on_a_screen_in_uproar_only_the_largest_regions_count():
    boxes = [(8 * i, 8 * j, 4, 4) for i in range(20) for j in range(20)]
    boxes[77] = (boxes[77][0], boxes[77][1], 5, 5)
    shown = screen(*boxes)
    classes = objects.find_classes([shown], BACKGROUND)
    found = objects.find_regions(shown, BACKGROUND, classes)
    assert len(found) == objects.MAX_REGIONS
    assert boxes[77] in [r[1:] for r in found]


def test_likeness_by_hand():
    assert shapes.likeness(full(4, 4), full(4, 4)) == 1
    assert shapes.likeness(full(4, 4), full(4, 8)) == 0.5
    # The smaller square lies within the larger one: 9 of 25.
    assert shapes.likeness(full(3, 3), full(5, 5)) == 9 / 25
    # A turn to the other side is no change; upside down, the bar of the L meets nothing but
    # its own corners: 3 pixels of the stem in both, 5 + 5 - 3 in either.
    assert shapes.likeness(LETTER_L, LETTER_L[:, ::-1]) == 1
    assert shapes.likeness(LETTER_L, LETTER_L[::-1]) == 3 / 7


some_shapes = arrays(bool, st.tuples(st.integers(1, 6), st.integers(1, 6))).filter(np.any)


@settings(deadline=None)
@given(some_shapes, some_shapes)
def test_likeness_is_the_best_overlap_of_all_ways_to_lay_centre_on_centre(a, b):
    best = 0.0
    for other in (b, b[:, ::-1]):
        for down in range(12):
            for across in range(12):
                # Twice the distance of the centres may be 1 at most.
                off = (2 * down + a.shape[0] - b.shape[0], 2 * across + a.shape[1] - b.shape[1])
                canvas_a, canvas_b = np.zeros((2, 24, 24), dtype=bool)
                canvas_a[down : down + a.shape[0], across : across + a.shape[1]] = a
                canvas_b[6 : 6 + b.shape[0], 6 : 6 + b.shape[1]] = other
                if max(abs(off[0] - 12), abs(off[1] - 12)) <= 1:
                    best = max(best, (canvas_a & canvas_b).sum() / (canvas_a | canvas_b).sum())
    assert shapes.likeness(a, b) == best
    assert shapes.likeness(b, a) == best
    assert shapes.likeness(a[:, ::-1], b) == best
    assert shapes.likeness(a, a) == 1


@settings(max_examples=50, deadline=None)
@given(arrays(np.uint8, (12, 14), elements=st.sampled_from([8, 8, 32, 64])))
def test_regions_are_those_of_scipy(shown):
    background = np.full(shown.shape, 8, dtype=np.uint8)
    labels, _ = scipy.ndimage.label(shown != 8, np.ones((3, 3), dtype=int))
    expected = []
    for label, box in enumerate(scipy.ndimage.find_objects(labels), start=1):
        part = labels[box] == label
        if part.sum() >= objects.MIN_PIXELS and part.shape[0] <= 6 and part.shape[1] <= 7:
            expected.append((box[0].start, box[1].start, part.tolist()))
    found = [
        (top, left, part.tolist()) for (top, left), part in objects._regions(shown, background)
    ]
    assert sorted(found) == sorted(expected)


@pytest.mark.parametrize(
    ("threshold", "n_classes"), [(0.5, 1), (np.nextafter(0.5, 1), 2), (0.01, 1), (0.99, 2)]
)
def test_shapes_of_just_the_threshold_are_merged(threshold, n_classes):
    shown = with_shapes((4, 4, 2), (4, 8, 1))
    classes = objects.find_classes(shown, BACKGROUND, threshold=threshold)
    assert len(classes) == n_classes
    assert sum(classes.counts) == 3
    assert sum(map(len, classes.merged)) == 2
    assert classes.prototypes[0].shape == (4, 4)


def test_a_chain_of_small_changes_does_not_join_its_ends():
    # Likeness 2/3 from 4 to 6 and from 6 to 9 pixels, but 4/9 from 4 to 9.
    shown = with_shapes((4, 4, 5), (4, 6, 3), (4, 9, 4))
    classes = objects.find_classes(shown, BACKGROUND)
    assert [p.shape for p in classes.prototypes] == [(4, 4), (4, 9)]
    # Equally like both, the middle one belongs to the more frequent.
    assert classes.counts == (8, 4)
    assert [[s.shape for s in group] for group in classes.merged] == [[(4, 4), (4, 6)], [(4, 9)]]


def test_a_shape_whose_founder_was_dropped_may_find_another_class():
    # 4 x 9 founds a class of its own, but only one class is kept. 4 x 6 is like 4 x 4 too.
    shown = with_shapes((4, 4, 5), (4, 6, 3), (4, 9, 4))
    classes = objects.find_classes(shown, BACKGROUND, n_classes=1)
    assert classes.counts == (8,)
    assert classes.class_of(full(4, 6)) == 0
    assert classes.class_of(full(4, 9)) == -1


def test_rare_classes_are_dropped():
    shown = with_shapes((4, 4, 99), (9, 9, 1))
    assert objects.find_classes(shown, BACKGROUND, least=0.01).counts == (99, 1)
    assert objects.find_classes(shown, BACKGROUND, least=0.011).counts == (99,)
    assert objects.find_classes(shown, BACKGROUND, least=1).counts == ()


def test_a_shape_not_seen_before_is_compared_and_remembered(monkeypatch):
    classes = objects.find_classes(with_shapes((4, 4, 1)), BACKGROUND)
    calls = []

    def counted(*arguments):
        calls.append(arguments)
        return 0

    monkeypatch.setattr(objects, "most_alike", counted)
    assert [classes.class_of(full(5, 4)) for _ in range(3)] == [0, 0, 0]
    assert len(calls) == 1
    # The same number of pixels in another box is another shape.
    classes.class_of(full(4, 5))
    assert len(calls) == 2


def test_the_cache_of_answers_is_bounded(monkeypatch):
    monkeypatch.setattr(objects, "_MAX_ANSWERS", 3)
    classes = objects.find_classes(with_shapes((4, 4, 1)), BACKGROUND)
    for width in range(3, 20):
        assert classes.class_of(full(4, width)) == (0 if width <= 8 else -1)
        assert len(classes._answers) <= 3


def test_counting_holds_a_bounded_number_of_shapes(monkeypatch):
    monkeypatch.setattr(objects, "_MAX_SHAPES", 10)
    rare = [screen((20, 20, width, 40)) for width in range(3, 40)]
    shown = [s for one in rare for s in (screen((20, 20, 4, 4)), one)]
    classes = objects.find_classes(shown, BACKGROUND)
    assert classes.prototypes[0].shape == (4, 4)
    assert classes.counts[0] == len(rare)
    assert sum(classes.counts) < len(shown)


def test_screens_may_come_one_by_one_from_one_buffer():
    shown = with_shapes((4, 4, 3), (3, 12, 2))
    buffer = BACKGROUND.copy()

    def stream():
        for one in shown:
            buffer[:] = one
            yield buffer

    classes = objects.find_classes(stream(), BACKGROUND)
    assert classes.counts == (3, 2)
    assert classes.n_screens == 5


def described(classes):
    return [p.tolist() for p in classes.prototypes], classes.counts


@settings(max_examples=20, deadline=None)
@given(st.permutations([(4, 4), (4, 7), (3, 12), (12, 3), (9, 9), (4, 4), (9, 9), (5, 5)]))
def test_classes_do_not_depend_on_the_order_of_the_screens(sizes):
    shown = [screen((20, 20, width, height)) for height, width in sizes]
    expected = objects.find_classes(
        with_shapes((4, 4, 2), (9, 9, 2), (4, 7, 1), (3, 12, 1), (12, 3, 1), (5, 5, 1)), BACKGROUND
    )
    assert described(objects.find_classes(shown, BACKGROUND)) == described(expected)


def test_fish_a_life_and_the_oxygen_of_seaquest_fall_in_one_class():
    background = estimate_background("seaquest", n_screens=500, rng=1)
    sample = sampled_screens("seaquest", n_screens=500, rng=2)
    classes = objects.find_classes(sample, background)
    places = {"life": range(18, 32), "sea": range(60, 150), "oxygen": range(165, 180)}
    for shown in sampled_screens("seaquest", n_screens=200, rng=3):
        regions = objects.find_regions(shown, background, classes)
        for together in objects.shared_classes(regions).values():
            if {n for n, rows in places.items() for r in together if r.top in rows} == {*places}:
                return
    pytest.fail("no such screen")


@pytest.mark.parametrize(
    ("arguments", "options", "message"),
    [
        (([], BACKGROUND), {}, "screens: there are none"),
        (([BACKGROUND[:200]], BACKGROUND), {}, r"screens: number 0: its shape is \(200, 160\)"),
        (([BACKGROUND, BACKGROUND.astype(int)], BACKGROUND), {}, "screens: number 1: expected"),
        (([BACKGROUND.tolist()], BACKGROUND), {}, "screens: number 0: expected"),
        (([np.ma.masked_equal(BACKGROUND, 8)], BACKGROUND), {}, "screens: number 0: expected"),
        (([BACKGROUND], BACKGROUND[0]), {}, "background: expected a two-dimensional"),
        (([BACKGROUND], BACKGROUND[:0]), {}, "background: has no pixels"),
        (([BACKGROUND], BACKGROUND), {"n_classes": 0}, "n_classes"),
        (([BACKGROUND], BACKGROUND), {"threshold": 1.5}, "threshold"),
        (([BACKGROUND], BACKGROUND), {"least": -1}, "least"),
        (([BACKGROUND], BACKGROUND), {"least": float("nan")}, "least"),
    ],
)
def test_impossible_input_is_refused(arguments, options, message):
    with pytest.raises(ValueError, match=message):
        objects.find_classes(*arguments, **options)


def test_a_screen_unlike_the_background_is_refused():
    classes = objects.find_classes([BACKGROUND], BACKGROUND)
    assert len(classes) == 0
    for find in (objects.find_regions, objects.find_objects):
        with pytest.raises(ValueError, match="screen: its shape"):
            find(BACKGROUND[:, :100], BACKGROUND, classes)


@pytest.mark.parametrize(
    "bad",
    [
        np.ones((2, 2)),
        np.ones((1, 2, 4), dtype=bool),
        np.ma.masked_array(np.ones((2, 2), dtype=bool), mask=True),
    ],
)
def test_likeness_refuses_what_is_no_shape(bad):
    with pytest.raises(ValueError, match="b: expected a two-dimensional array of truth values"):
        shapes.likeness(full(2, 2), bad)
    classes = objects.find_classes([screen((20, 20, 4, 4))], BACKGROUND)
    with pytest.raises(ValueError, match="shape: expected a two-dimensional array"):
        classes.class_of(bad)
    with pytest.raises(ValueError, match="a: has no pixel"):
        shapes.likeness(np.zeros((2, 2), dtype=bool), full(2, 2))
