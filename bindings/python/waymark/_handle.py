# SPDX-FileCopyrightText: 2026 The waymark authors
# SPDX-License-Identifier: MIT
"""Errors, numbers that are checked, and pointers of the library's that clean up after themselves."""
import functools
import threading

import numpy

from ._native import ffi, lib

NONE = 0xFFFFFFFF


class Error(Exception):
    """A call that failed; `status` is the name of the library's status."""

    def __init__(self, status, problem=""):
        self.status = ffi.string(lib.way_status_name(status)).decode()
        text = ffi.string(lib.way_status_text(status)).decode()
        super().__init__(f"{text}: {problem}" if problem else text)


def check(status, problem=""):
    """Raises what a status says; `problem` is a text or the library's own."""
    if status:
        if not isinstance(problem, str):
            problem = ffi.string(problem.text).decode()
        raise Error(status, problem)


@functools.lru_cache(maxsize=None)
def names(kind):
    """The enumerators of the library's, by number, without what they have in common."""
    full = {number: name for number, name in sorted(ffi.typeof(kind).elements.items())
            if not name.endswith(("_COUNT", "_KINDS", "_PARTS"))}
    first = next(iter(full.values()))
    length = max(i for i in range(len(first)) if first[i - 1] == "_" and all(
        name.startswith(first[:i]) for name in full.values()))
    return {number: name[length:].lower() for number, name in full.items()}


def number_of(kind, name, what):
    """The number of a name such as "go"."""
    for number, known in names(kind).items():
        if name == known:
            return number
    raise ValueError(f"no {what} is called {name!r}; there are {', '.join(names(kind).values())}")


def whole(value, what, least, most):
    """A whole number within a range."""
    try:
        number = int(value)
        fits = number == value and least <= number <= most
    except (TypeError, ValueError, OverflowError):
        fits = False
    if not fits:
        raise ValueError(f"{what} is a whole number from {least} to {most}, not {value!r}")
    return number


def array_of(values, kind, what):
    """An array of whole numbers as one of the library's; nothing wraps and nothing is rounded."""
    array = numpy.asarray(values)
    if array.dtype.kind not in "biuf":
        raise ValueError(f"{what} are whole numbers, not {array.dtype}")
    if array.dtype != kind:
        with numpy.errstate(invalid="ignore"):
            fitted = array.astype(kind)
        wrong = fitted != array
        if wrong.any():
            place = tuple(int(i) for i in numpy.argwhere(wrong)[0])
            where = f" at {place}" if place else ""
            raise ValueError(f"{what} are whole numbers from 0 to {numpy.iinfo(kind).max}, "
                             f"not {array[place]!r}{where}")
        array = fitted
    return numpy.ascontiguousarray(array)


def flag(value, what):
    """True or false, and nothing that only looks like one."""
    if value not in (True, False):
        raise ValueError(f"{what} is True or False, not {value!r}")
    return bool(value)


def known(options, allowed, what):
    """Refuses options that nobody knows."""
    for name in options:
        if name not in allowed:
            raise ValueError(f"{what} has no {name!r}; there are {', '.join(allowed)}")


class Handle:
    """A pointer of the library's. It counts who borrows it and lets go of its owner last, so that
    nothing is destroyed before its borrowers, in whatever order Python collects them. `keep` is
    memory that the library borrows."""

    _node = None
    _lock = threading.RLock()  # a collection may come while it is held

    def _hold(self, kind, create, destroy, owner=None, keep=None):
        out = ffi.new(kind + " **")
        problem = ffi.new("way_problem *")
        check(create(out, problem), problem)
        self._own(out[0], destroy, owner, keep)

    def _own(self, pointer, destroy, owner=None, keep=None):
        self._pointer = pointer
        self._node = {"users": 1, "pointer": pointer, "destroy": destroy,
                      "owner": owner._node if owner else None, "keep": keep}
        if owner:
            with self._lock:
                owner._node["users"] += 1

    def __reduce__(self):
        raise TypeError(f"a {type(self).__name__} can't be pickled; maps, navigators, paths and "
                        "worlds can")

    def __del__(self):
        node = self._node
        while node:
            with self._lock:
                node["users"] -= 1
                if node["users"]:
                    break
            node["destroy"](node["pointer"])
            node = node["owner"]
