# SPDX-FileCopyrightText: 2026 The waymark authors
# SPDX-License-Identifier: MIT
#
# Checks of the tree itself; they need only a shell and awk.
set(floors ${PROJECT_SOURCE_DIR}/scripts/check_floors.sh)
set(here ${PROJECT_SOURCE_DIR}/tests/source)

add_test(NAME source_floors COMMAND sh ${floors} ${PROJECT_SOURCE_DIR})
add_test(
    NAME source_floors_rejects
    COMMAND sh ${here}/floors_test.sh ${floors} ${PROJECT_BINARY_DIR}/planted_floors
)
add_test(NAME source_readme COMMAND sh ${here}/readme_test.sh ${PROJECT_SOURCE_DIR})
set_tests_properties(
    source_floors source_floors_rejects source_readme PROPERTIES LABELS source TIMEOUT 60
)
