# SPDX-FileCopyrightText: 2026 The waymark authors
# SPDX-License-Identifier: MIT
find_package(PkgConfig REQUIRED)
pkg_check_modules(CMOCKA REQUIRED IMPORTED_TARGET cmocka)

# waymark_add_test(name sources... [LIBRARIES targets...] [LABELS labels...])
#
# A cmocka program that sees the inside of the library (src/ is on its include path) and, once
# they exist, the scenes. It runs in the source tree's root, so "tests/data/x.map" works.
function(waymark_add_test name)
    cmake_parse_arguments(PARSE_ARGV 1 test "" "" "LIBRARIES;LABELS")
    if(NOT test_LABELS)
        set(test_LABELS unit)
    endif()
    add_executable(${name} ${test_UNPARSED_ARGUMENTS})
    waymark_configure_target(${name})
    target_include_directories(
        ${name}
        PRIVATE ${PROJECT_SOURCE_DIR} ${PROJECT_SOURCE_DIR}/src ${PROJECT_SOURCE_DIR}/tests
    )
    target_link_libraries(
        ${name}
        PRIVATE ${test_LIBRARIES} waymark_test_support $<TARGET_NAME_IF_EXISTS:waymark_scenes>
                waymark_internal PkgConfig::CMOCKA
    )
    add_test(NAME ${name} COMMAND ${name} WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
    set_tests_properties(${name} PROPERTIES LABELS "${test_LABELS}")
    # A data test without its data says so by leaving with 77.
    if("data" IN_LIST test_LABELS)
        set_tests_properties(${name} PROPERTIES SKIP_RETURN_CODE 77)
    endif()
endfunction()
