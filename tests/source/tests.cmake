# SPDX-FileCopyrightText: 2026 The waymark authors
# SPDX-License-Identifier: MIT
#
# Checks of the tree itself; they need only a shell and awk.
set(floors ${PROJECT_SOURCE_DIR}/scripts/check_floors.sh)

add_test(NAME source_floors COMMAND sh ${floors} ${PROJECT_SOURCE_DIR})
add_test(
    NAME source_floors_rejects
    COMMAND
        sh ${PROJECT_SOURCE_DIR}/tests/source/floors_test.sh ${floors}
        ${PROJECT_BINARY_DIR}/planted_floors
)
set_tests_properties(source_floors source_floors_rejects PROPERTIES LABELS source TIMEOUT 60)
