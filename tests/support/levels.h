// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#pragma once

/// A hall with a step of two tiles, a ledge, and two walls that touch at a corner.
static const char test_hall[] = "1 12 9 0\n"
                                "############\n"
                                "#          #\n"
                                "#    d     #\n"
                                "#   ####   #\n"
                                "#     ##   #\n"
                                "#       #  #\n"
                                "#u        ##\n"
                                "#####    ###\n"
                                "############\n";
