# SPDX-FileCopyrightText: 2026 The waymark authors
# SPDX-License-Identifier: MIT

# A sanitized archive would not link into a plain program; the dev build covers this.
if(WAYMARK_SANITIZE OR NOT WAYMARK_INSTALL)
    return()
endif()

function(waymark_add_consumer_test step)
    add_test(
        NAME consumer_${step}
        COMMAND
            sh ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/consumer_test.sh ${step} ${PROJECT_SOURCE_DIR}
            ${PROJECT_BINARY_DIR} ${PROJECT_BINARY_DIR}/consumer
    )
    set_tests_properties(
        consumer_${step}
        PROPERTIES LABELS consumer
                   ENVIRONMENT "CC=${CMAKE_C_COMPILER};CXX=${CMAKE_CXX_COMPILER}"
    )
endfunction()

waymark_add_consumer_test(install)
waymark_add_consumer_test(package)
waymark_add_consumer_test(pkgconfig)
waymark_add_consumer_test(shared)
waymark_add_consumer_test(subdirectory)
waymark_add_consumer_test(subset)
set_tests_properties(consumer_install PROPERTIES FIXTURES_SETUP installed)
set_tests_properties(consumer_package consumer_pkgconfig PROPERTIES FIXTURES_REQUIRED installed)
waymark_add_consumer_test(symbols)
set_tests_properties(consumer_shared PROPERTIES FIXTURES_SETUP shared)
set_tests_properties(consumer_symbols PROPERTIES FIXTURES_REQUIRED shared)
set_tests_properties(consumer_subdirectory PROPERTIES FIXTURES_SETUP subdirectory)
set_tests_properties(consumer_subset PROPERTIES FIXTURES_REQUIRED subdirectory)
