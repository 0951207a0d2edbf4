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
add_test(NAME source_choosing COMMAND sh ${here}/choosing_test.sh)
add_test(NAME source_extending COMMAND sh ${here}/extending_test.sh)
add_test(NAME source_readme COMMAND sh ${here}/readme_test.sh ${PROJECT_SOURCE_DIR})
add_test(NAME source_limits COMMAND sh ${PROJECT_SOURCE_DIR}/tests/limits/limits_test.sh
                                    ${PROJECT_SOURCE_DIR}
)
set_tests_properties(
    source_choosing source_extending source_floors source_floors_rejects source_limits source_readme
    PROPERTIES LABELS source
)

# What pages say of algorithms and examples is what the command and the programs say.
if(TARGET waymark_cli)
    add_test(
        NAME source_docs
        COMMAND sh ${PROJECT_SOURCE_DIR}/scripts/make_docs.sh --check $<TARGET_FILE:waymark_cli>
    )
    add_test(
        NAME source_docs_rejects
        COMMAND sh ${here}/docs_test.sh ${PROJECT_SOURCE_DIR} $<TARGET_FILE:waymark_cli>
                ${PROJECT_BINARY_DIR}/planted_docs
    )
    set_tests_properties(
        source_docs source_docs_rejects PROPERTIES LABELS source
    )
endif()

add_test(
    NAME source_amalgamation
    COMMAND sh ${here}/amalgamation_test.sh ${PROJECT_SOURCE_DIR} ${CMAKE_C_COMPILER}
            ${PROJECT_BINARY_DIR}/amalgamation
)
set_tests_properties(source_amalgamation PROPERTIES LABELS source)

# The API as one description, and what bindings reach of it.
add_test(
    NAME source_api
    COMMAND sh ${here}/api_test.sh ${PROJECT_SOURCE_DIR} ${CMAKE_C_COMPILER}
            ${PROJECT_BINARY_DIR}/api_test
)
set_tests_properties(source_api PROPERTIES LABELS source)

# What goes into packages, and what other compilers take.
add_test(
    NAME source_man
    COMMAND sh ${here}/man_test.sh ${PROJECT_SOURCE_DIR} ${PROJECT_BINARY_DIR}/man_test
)
add_test(
    NAME source_dist
    COMMAND sh ${here}/dist_test.sh ${PROJECT_SOURCE_DIR} ${PROJECT_BINARY_DIR}/dist_test
)
add_test(
    NAME source_msvc
    COMMAND sh ${PROJECT_SOURCE_DIR}/scripts/check_msvc.sh ${PROJECT_BINARY_DIR}/msvc_test
)
add_test(NAME source_sbom COMMAND sh ${here}/sbom_test.sh ${PROJECT_SOURCE_DIR})
set_tests_properties(
    source_man source_dist source_msvc source_sbom PROPERTIES LABELS source SKIP_RETURN_CODE 77
)
