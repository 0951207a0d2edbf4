# SPDX-FileCopyrightText: 2026 The waymark authors
# SPDX-License-Identifier: MIT
#
# The command, from outside: exact outputs (see run.sh), valid JSON, pages, pictures.
file(
    GLOB waymark_cli_cases
    RELATIVE ${CMAKE_CURRENT_LIST_DIR}
    CONFIGURE_DEPENDS ${CMAKE_CURRENT_LIST_DIR}/*.args
)
set(waymark_cli_scratch ${PROJECT_BINARY_DIR}/cli_scratch)

foreach(file IN LISTS waymark_cli_cases)
    get_filename_component(case ${file} NAME_WE)
    add_test(
        NAME cli_${case}
        COMMAND sh ${CMAKE_CURRENT_LIST_DIR}/run.sh $<TARGET_FILE:waymark_cli> ${waymark_cli_scratch}
                ${case}
    )
    set_tests_properties(cli_${case} PROPERTIES LABELS cli TIMEOUT 60)
endforeach()

waymark_add_test(test_gif cli/test_gif.c ../cli/gif.c)

add_executable(json_check cli/json_check.c)
waymark_configure_target(json_check)
add_test(
    NAME cli_json
    COMMAND sh ${CMAKE_CURRENT_LIST_DIR}/json_test.sh $<TARGET_FILE:waymark_cli>
            $<TARGET_FILE:json_check>
)
add_test(
    NAME cli_pages
    COMMAND sh ${CMAKE_CURRENT_LIST_DIR}/pages_test.sh $<TARGET_FILE:waymark_cli>
            ${waymark_cli_scratch}/pages
)
add_test(
    NAME cli_pictures
    COMMAND sh ${CMAKE_CURRENT_LIST_DIR}/pictures_test.sh $<TARGET_FILE:waymark_cli>
            ${waymark_cli_scratch}/pictures
)
set_tests_properties(cli_json cli_pages cli_pictures PROPERTIES LABELS cli TIMEOUT 600)

add_test(
    NAME cli_bench
    COMMAND sh ${CMAKE_CURRENT_LIST_DIR}/bench_test.sh $<TARGET_FILE:waymark_cli>
            $<TARGET_FILE:json_check> ${waymark_cli_scratch}/bench_test
)
add_test(
    NAME cli_report
    COMMAND sh ${CMAKE_CURRENT_LIST_DIR}/report_test.sh $<TARGET_FILE:waymark_cli>
            ${waymark_cli_scratch}/report_test
)
set_tests_properties(cli_bench cli_report PROPERTIES LABELS cli TIMEOUT 300)

add_test(
    NAME cli_trace
    COMMAND sh ${CMAKE_CURRENT_LIST_DIR}/trace_test.sh $<TARGET_FILE:waymark_cli>
            $<TARGET_FILE:json_check> ${waymark_cli_scratch}/trace_test
)
set_tests_properties(cli_trace PROPERTIES LABELS cli TIMEOUT 60)

add_test(
    NAME cli_data COMMAND sh ${CMAKE_CURRENT_LIST_DIR}/data_test.sh $<TARGET_FILE:waymark_cli>
)
set_tests_properties(cli_data PROPERTIES LABELS "data;slow" SKIP_RETURN_CODE 77 TIMEOUT 1200)
