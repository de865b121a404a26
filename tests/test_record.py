"""The record classes act as the standard library's dataclasses do."""

from __future__ import annotations

import dataclasses
import pickle
import typing
from functools import cached_property
from typing import ClassVar

import pytest

from skill_lsp import record


def declare(library):
    @library.dataclass(frozen=True)
    class Point:
        kind: ClassVar[str] = "point"
        x: int
        y: int = 2
        seen: list[int] = library.field(default_factory=list)

        @cached_property
        def sum(self):
            return self.x + self.y

    @library.dataclass(frozen=True)
    class Named(Point):
        name: str = "n"
        y: int = 5

    @library.dataclass
    class Open:
        a: int = 1

    return Point, Named, Open


@pytest.fixture(params=[record, dataclasses], ids=["ours", "standard"])
def classes(request):
    return (request.param, *declare(request.param))


def test_values_defaults_and_equality(classes):
    library, point, named, _ = classes
    one = point(1)
    assert (one.x, one.y, one.seen) == (1, 2, [])
    assert one == point(x=1, y=2)
    assert one != point(2)
    assert one != named(1)
    assert one.seen is not point(1).seen
    assert repr(one).endswith("Point(x=1, y=2, seen=[])")
    assert named(1) == named(1, 5, [], "n")
    assert one.sum == 3
    assert one == point(1)
    assert library.replace(one, y=9) == point(1, 9)
    assert library.replace(one, y=9).sum == 10


def test_wrong_values_are_refused(classes):
    library, point, _, _ = classes
    for values, named in (((), {}), ((1, 2, [], 4), {}), ((1,), {"z": 1}), ((1,), {"x": 1})):
        with pytest.raises(TypeError):
            point(*values, **named)
    with pytest.raises(TypeError):
        library.replace(point(1), z=1)


def test_a_class_of_many_records_acts_the_same(classes):
    _, point, named, _ = classes
    for number in range(200):
        assert point(number) == point(x=number, y=2)
        assert named(number, name="m") == named(number, 5, [], "m")
    test_values_defaults_and_equality(classes)
    test_wrong_values_are_refused(classes)


def test_frozen_and_open(classes):
    _, point, _, opened = classes
    with pytest.raises(AttributeError):
        point(1).x = 2
    changed = opened()
    changed.a = 7
    assert changed == opened(7)
    with pytest.raises(TypeError):
        hash(changed)


@record.dataclass(frozen=True)
class Kept:
    a: int
    b: tuple[int, ...] = ()


def test_hash_and_pickle():
    assert hash(Kept(1, (2,))) == hash(Kept(1, (2,)))
    assert {Kept(1): "a"}[Kept(1)] == "a"
    assert pickle.loads(pickle.dumps(Kept(1, (2,)))) == Kept(1, (2,))


def declare_tuple(library):
    class Spot(library.NamedTuple):  # type: ignore[misc, name-defined]
        """A place."""

        x: int
        name: str = "n"
        seen: tuple[int, ...] = ()

        @property
        def twice(self):
            return 2 * self.x

        def __contains__(self, item):
            return item == self.x

    return Spot


class Saved(record.NamedTuple):
    """One that can be pickled."""

    x: int
    y: int = 2


@pytest.fixture(params=[record, typing], ids=["ours", "standard"])
def spot(request):
    return declare_tuple(request.param)


@pytest.mark.parametrize("made_before", [0, 100])
def test_named_tuples_are_tuples_with_names(spot, made_before):
    for number in range(made_before):
        spot(number)
    one = spot(1, seen=(3,))
    assert one == (1, "n", (3,)) == spot(x=1, seen=(3,), name="n") == spot(1, "n", (3,))
    assert (one.x, one.name, one.seen, one.twice) == (1, "n", (3,), 2)
    assert hash(one) == hash((1, "n", (3,)))
    assert repr(one).endswith("Spot(x=1, name='n', seen=(3,))")
    assert one._replace(x=4, name="m") == (4, "m", (3,))
    assert isinstance(one._replace(x=4), spot)
    assert one._asdict() == {"x": 1, "name": "n", "seen": (3,)}
    assert sorted([spot(2), spot(1)])[0].x == 1
    assert 1 in one
    assert spot.__doc__ == "A place."
    assert spot._fields == ("x", "name", "seen")
    x, *rest = one
    assert (x, rest) == (1, ["n", (3,)])
    match one:
        case spot(1, name=name):
            assert name == "n"
    with pytest.raises(AttributeError):
        one.x = 2
    with pytest.raises(AttributeError):
        one.other = 2


@pytest.mark.parametrize("made_before", [0, 100])
@pytest.mark.parametrize(
    ("values", "named"),
    [((), {}), ((1, "a", (), 4), {}), ((1,), {"x": 2}), ((1,), {"other": 2}), ((), {"name": "a"})],
)
def test_wrong_items_are_refused(spot, values, named, made_before):
    for number in range(made_before):
        spot(number)
    with pytest.raises(TypeError):
        spot(*values, **named)
    with pytest.raises((TypeError, ValueError)):
        spot(1)._replace(other=1)


def test_named_tuples_are_pickled():
    for number in range(100):
        assert pickle.loads(pickle.dumps(Saved(number))) == Saved(number)
        assert isinstance(pickle.loads(pickle.dumps(Saved(number))), Saved)
