"""`dataclass`, `field`, `replace`, `NamedTuple` and `cached_property` as the standard library has them, as far as they
are used here.

The standard ones write and compile code for each class (0.2 to 0.4 ms) and import `inspect` (5 ms): a check of one file
would spend a quarter of its time on that. These work from the list of fields; only a class of which many records are
made gets its code. Before Python 3.12 the standard `cached_property` takes a lock each time, and there are thousands. A
type checker sees the standard ones.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

_GENERAL = 50
"""Records of a class that are made by its general `__init__` before one is compiled, which takes half the time."""

if TYPE_CHECKING:
    from dataclasses import dataclass, field, replace
    from functools import cached_property
    from typing import NamedTuple
else:
    try:
        from _collections import _tuplegetter as _item
    except ImportError:  # an implementation without it
        from operator import itemgetter

        def _item(index, doc):
            return property(itemgetter(index), doc=doc)

    class cached_property:  # noqa: N801 - stands where `functools.cached_property` stands
        """A property that is worked out once for each value. Two threads may do it both; they find the same."""

        def __init__(self, make):
            self.make = make
            self.__doc__ = make.__doc__

        def __set_name__(self, owner, name):
            self.name = name

        def __get__(self, record, owner=None):
            if record is None:
                return self
            value = record.__dict__[self.name] = self.make(record)
            return value

    class field:  # noqa: N801 - stands where `dataclasses.field` stands
        """A field whose default is made anew for each value."""

        def __init__(self, *, default_factory):
            self.make = default_factory

    def dataclass(cls=None, *, frozen=False):
        """Decorator of a class whose annotations are its fields."""
        if cls is None:
            return lambda decorated: dataclass(decorated, frozen=frozen)
        names = list(getattr(cls, "__record__", ()))
        names += [
            name
            for name, kind in cls.__annotations__.items()
            if name not in names and not str(kind).startswith("ClassVar")
        ]
        cls.__record__ = cls.__match_args__ = tuple(names)
        cls.__init__ = _initialiser(cls, tuple(names))
        cls.__eq__ = _equals
        cls.__hash__ = _hash if frozen else None
        cls.__repr__ = _shown
        if frozen:
            cls.__setattr__ = _refuse
        return cls

    def _initialiser(cls, names):
        given = {name: getattr(cls, name) for name in names if hasattr(cls, name)}
        made = {name: value.make for name, value in given.items() if isinstance(value, field)}
        defaults = {name: value for name, value in given.items() if name not in made}
        count = len(names)
        left = iter(range(_GENERAL))

        def __init__(self, *values, **named):  # noqa: N807
            if next(left, None) is None and cls.__init__ is __init__:
                cls.__init__ = _compiled(names, defaults, made)
            state = self.__dict__
            state.update(defaults)
            if values:
                state.update(zip(names, values))  # noqa: B905 - more values than names are told below
                if len(values) > count or (named and not named.keys().isdisjoint(names[: len(values)])):
                    _complain(cls, names, values, named, {**defaults, **made})
            state.update(named)
            for name in made:
                if name not in state:
                    state[name] = made[name]()
            if len(state) != count:
                _complain(cls, names, values, named, {**defaults, **made})

        return __init__

    def _compiled(names, defaults, made):
        """The `__init__` that the standard library would write."""
        known = {"_given": defaults, "_made": made, "_absent": object()}
        defaults_of = {**{name: f"=_given[{name!r}]" for name in defaults}, **dict.fromkeys(made, "=_absent")}
        lines = [f"def __init__(self, {', '.join(name + defaults_of.get(name, '') for name in names)}):"]
        lines += ["    _state = self.__dict__"]
        for name in names:
            value = f"_made[{name!r}]() if {name} is _absent else {name}" if name in made else name
            lines.append(f"    _state[{name!r}] = {value}")
        exec("\n".join(lines), known)  # noqa: S102 - the names are those of a class's annotations
        return known["__init__"]

    def _complain(cls, names, values, named, defaults):
        problems = [f"unknown {name!r}" for name in named if name not in names]
        problems += [f"twice {name!r}" for name in names[: len(values)] if name in named]
        missing = [name for name in names[len(values) :] if name not in named and name not in defaults]
        problems += [f"missing {name!r}" for name in missing]
        raise TypeError(f"{cls.__name__}(): {', '.join(problems) or 'too many values'}")

    class _Naming(type):
        """Makes the classes of named tuples: annotations are the fields, in order, those with defaults last."""

        def __new__(cls, name, bases, members):
            names = tuple(members.get("__annotations__", ()))
            defaults = {one: members.pop(one) for one in names if one in members}
            members["__slots__"] = ()
            if names:
                members["_fields"] = members["__match_args__"] = names
                members |= {one: _item(index, None) for index, one in enumerate(names)}
            made = super().__new__(cls, name, bases, members)
            if names:
                made.__new__ = staticmethod(_maker(made, names, defaults))
            return made

    class NamedTuple(tuple, metaclass=_Naming):
        """A tuple whose items have names."""

        def _replace(self, **changes):
            values = tuple([changes.pop(name, value) for name, value in zip(self._fields, self)])  # noqa: B905
            if changes:
                raise TypeError(f"{self.__class__.__name__} has no field {', '.join(changes)}")
            return tuple.__new__(self.__class__, values)

        def _asdict(self):
            return dict(zip(self._fields, self))  # noqa: B905

        def __getnewargs__(self):
            return tuple(self)

        def __repr__(self):
            fields = ", ".join(f"{name}={value!r}" for name, value in zip(self._fields, self))  # noqa: B905
            return f"{self.__class__.__name__}({fields})"

    def _maker(owner, names, defaults):
        count = len(names)
        left = iter(range(_GENERAL))

        def __new__(cls, *values, **named):  # noqa: N807
            if next(left, None) is None:
                owner.__new__ = staticmethod(_compiled_new(names, defaults))
            if named or len(values) != count:
                known = {**defaults, **dict(zip(names, values)), **named}  # noqa: B905 - too many are told below
                twice = named and not named.keys().isdisjoint(names[: len(values)])
                if twice or len(known) != count or len(values) > count or not known.keys() <= set(names):
                    _complain(cls, names, values, named, defaults)
                values = [known[name] for name in names]
            return tuple.__new__(cls, values)

        return __new__

    def _compiled_new(names, defaults):
        """The `__new__` that the standard library would write."""
        code = f"lambda _cls, {', '.join(names)}: _new(_cls, ({', '.join(names)},))"
        made = eval(code, {"_new": tuple.__new__})  # noqa: S307 - the names are those of a class's annotations
        made.__defaults__ = tuple(defaults.values())
        return made

    def _values(self):
        state = self.__dict__
        return tuple([state[name] for name in self.__record__])

    def _equals(self, other):
        return _values(self) == _values(other) if other.__class__ is self.__class__ else NotImplemented

    def _hash(self):
        return hash(_values(self))

    def _shown(self):
        fields = ", ".join(f"{name}={self.__dict__[name]!r}" for name in self.__record__)
        return f"{self.__class__.__qualname__}({fields})"

    def _refuse(self, name, value):
        raise AttributeError(f"{self.__class__.__name__} is immutable: {name!r} cannot be set")

    def replace(record, **changes):
        """The same record with other values in some fields."""
        state = record.__dict__
        changed = {**state, **changes}
        names = record.__record__
        if len(changed) != len(names):  # an unknown name, or a property that was worked out
            if not changes.keys() <= set(names):
                raise TypeError(f"{record.__class__.__name__} has no field {', '.join(changes.keys() - set(names))}")
            changed = {name: changed[name] for name in names}
        same = object.__new__(record.__class__)
        same.__dict__.update(changed)
        return same


__all__ = ["NamedTuple", "cached_property", "dataclass", "field", "replace"]
