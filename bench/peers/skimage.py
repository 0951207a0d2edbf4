#!/usr/bin/python3
# SPDX-FileCopyrightText: 2026 The waymark authors
# SPDX-License-Identifier: MIT
"""scikit-image's route_through_array, which goes round corners."""
import numpy
from skimage.graph import route_through_array

import peer


class Library:
    def __init__(self, rows):
        self.costs = numpy.array([[1.0 if letter == "." else -1.0 for letter in row] for row in rows])

    def find(self, start, goal):
        try:
            cells, _ = route_through_array(self.costs, start[::-1], goal[::-1])
        except ValueError:
            return []
        return [(x, y) for y, x in cells]


peer.run(Library, " cuts")
