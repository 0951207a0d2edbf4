# SPDX-FileCopyrightText: 2026 The waymark authors
# SPDX-License-Identifier: MIT
#
# The binary interface, as it was recorded.
if(CMAKE_SIZEOF_VOID_P EQUAL 8 AND NOT WIN32 AND NOT CMAKE_CROSSCOMPILING)
    add_test(
        NAME source_abi
        COMMAND sh ${PROJECT_SOURCE_DIR}/tests/abi/abi_test.sh ${PROJECT_SOURCE_DIR}
                ${CMAKE_C_COMPILER} ${PROJECT_BINARY_DIR}/abi
    )
    set_tests_properties(source_abi PROPERTIES LABELS source)
endif()
waymark_add_test(test_defaults abi/test_defaults.c)
