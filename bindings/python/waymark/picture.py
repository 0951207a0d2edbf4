# SPDX-FileCopyrightText: 2026 The waymark authors
# SPDX-License-Identifier: MIT
"""Pictures for notebooks: a map and a path as PNG, with nothing but the standard library."""
import struct
import zlib

import numpy

WALL, GROUND, HEAVY, PATH, START, GOAL = (
    (38, 44, 54), (240, 238, 230), (150, 170, 130), (214, 72, 62), (46, 125, 80), (40, 90, 190))


def _chunk(kind, data):
    body = kind + data
    return struct.pack(">I", len(data)) + body + struct.pack(">I", zlib.crc32(body))


def png(weights, places):
    """The bytes of a picture at least 256 pixels wide."""
    scale = max(1, -(-256 // weights.shape[1]))
    pixels = numpy.empty(weights.shape + (3,), numpy.uint8)
    pixels[:] = GROUND
    pixels[weights == 0] = WALL
    pixels[weights > 1] = HEAVY
    for row, column in places:
        pixels[row, column] = PATH
    if places:
        pixels[places[0]], pixels[places[-1]] = START, GOAL
    pixels = pixels.repeat(scale, axis=0).repeat(scale, axis=1)
    height, width = pixels.shape[:2]
    rows = b"".join(b"\0" + row.tobytes() for row in pixels)
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return (b"\x89PNG\r\n\x1a\n" + _chunk(b"IHDR", header) + _chunk(b"IDAT", zlib.compress(rows)) +
            _chunk(b"IEND", b""))
