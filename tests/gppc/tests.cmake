# SPDX-FileCopyrightText: 2026 The waymark authors
# SPDX-License-Identifier: MIT
#
# The competition entries among the examples, driven as the competition drives them. Each is built
# against the declarations of its kit, in a folder each.
set_source_files_properties(
    ${PROJECT_SOURCE_DIR}/examples/gppc_classic.cpp
    PROPERTIES INCLUDE_DIRECTORIES ${CMAKE_CURRENT_LIST_DIR}/classic
)
set_source_files_properties(
    ${PROJECT_SOURCE_DIR}/examples/gppc_dynamic.c
    PROPERTIES INCLUDE_DIRECTORIES ${CMAKE_CURRENT_LIST_DIR}/dynamic
)
add_executable(
    test_gppc_entries
    gppc/test_gppc_entries.cpp
    ${PROJECT_SOURCE_DIR}/examples/gppc_classic.cpp
    ${PROJECT_SOURCE_DIR}/examples/gppc_dynamic.c
)
waymark_configure_target(test_gppc_entries)
target_compile_features(test_gppc_entries PRIVATE cxx_std_17)
target_compile_definitions(test_gppc_entries PRIVATE GPPC_ENTRY_ONLY)
target_include_directories(test_gppc_entries PRIVATE ${PROJECT_SOURCE_DIR})
target_link_libraries(test_gppc_entries PRIVATE waymark_scenes waymark)
add_test(
    NAME test_gppc_entries
    COMMAND test_gppc_entries
    WORKING_DIRECTORY ${PROJECT_SOURCE_DIR}
)
set_tests_properties(test_gppc_entries PROPERTIES LABELS unit)
