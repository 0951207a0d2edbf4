#!/bin/sh
# SPDX-FileCopyrightText: 2026 The waymark authors
# SPDX-License-Identifier: MIT
#
# valgrind.sh [TEST...]: runs tests of build/dev under memcheck: reads of what was never written, which
# no other tool here sees. The registry-driven ones run for a few algorithms of each family.
set -eu

[ $# -gt 0 ] || set -- test_alloc test_pool test_blob test_bucket_list test_bucket_queue test_calendar \
    test_heap test_indexed_heap test_nodes test_open_list test_hash_table test_interner test_map \
    test_map_edits test_format_map test_format_mesh test_format_graph test_format_level test_agent \
    test_goal test_field test_spec test_conformance_far test_conformance_full test_unknown_states \
    test_limits test_file
failed=
for test in "$@"; do
    if valgrind -q --error-exitcode=9 --leak-check=full --track-origins=no "build/dev/tests/$test" \
        >build/valgrind.log 2>&1; then
        echo "ok     $test"
    else
        echo "FAILED $test"
        grep '^==' build/valgrind.log | head -30
        failed=1
    fi
done
[ -z "$failed" ]
