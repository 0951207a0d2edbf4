# SPDX-FileCopyrightText: 2026 The waymark authors
# SPDX-License-Identifier: MIT
#
# The benchmark runner's own arithmetic and store.
waymark_add_test(test_measure bench/test_measure.c LIBRARIES waymark_bench m)
# Studies in a run.
waymark_add_test(test_study bench/test_study.c LIBRARIES waymark_bench m)
