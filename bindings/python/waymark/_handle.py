# SPDX-FileCopyrightText: 2026 The waymark authors
# SPDX-License-Identifier: MIT
"""Errors, and pointers of the library's that clean up after themselves."""
from ._library import ffi, lib

NONE = 0xFFFFFFFF


class Error(Exception):
    """A call that failed; `status` is the name of the library's status."""

    def __init__(self, status, problem=None):
        self.status = ffi.string(lib.way_status_name(status)).decode()
        text = ffi.string(lib.way_status_text(status)).decode()
        more = ffi.string(problem.text).decode() if problem is not None else ""
        super().__init__(f"{text}: {more}" if more else text)


def check(status, problem=None):
    if status:
        raise Error(status, problem)


class Handle:
    """A pointer of the library's. It counts who borrows it and lets go of its owner last, so that
    nothing is destroyed before its borrowers, in whatever order Python collects them. `keep` is
    memory that the library borrows."""

    _node = None

    def _hold(self, kind, create, destroy, owner=None, keep=None):
        out = ffi.new(kind + " **")
        problem = ffi.new("way_problem *")
        check(create(out, problem), problem)
        self._pointer = out[0]
        self._node = {"users": 1, "pointer": out[0], "destroy": destroy,
                      "owner": owner._node if owner else None, "keep": keep}
        if owner:
            owner._node["users"] += 1

    def __del__(self):
        node = self._node
        while node:
            node["users"] -= 1
            if node["users"]:
                break
            node["destroy"](node["pointer"])
            node = node["owner"]
