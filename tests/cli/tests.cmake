# SPDX-FileCopyrightText: 2026 The waymark authors
# SPDX-License-Identifier: MIT
#
# The command, from outside: exact outputs (see run.sh), valid JSON, pages, pictures.
set(waymark_cli_scratch ${PROJECT_BINARY_DIR}/cli_scratch)

# waymark_add_cli_test(name script arguments...): a shell script of this folder as cli_<name>.
#
# A sanitized command does not look for leaks at exit: that takes seconds per process on some
# machines. cli_leaks does it, once for each command.
function(waymark_add_cli_test name script)
    add_test(
        NAME cli_${name}
        COMMAND sh ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/${script} $<TARGET_FILE:waymark_cli> ${ARGN}
    )
    set_tests_properties(
        cli_${name} PROPERTIES LABELS cli ENVIRONMENT ASAN_OPTIONS=detect_leaks=0
    )
endfunction()

file(
    GLOB waymark_cli_cases
    RELATIVE ${CMAKE_CURRENT_LIST_DIR}
    CONFIGURE_DEPENDS ${CMAKE_CURRENT_LIST_DIR}/*.case
)
foreach(file IN LISTS waymark_cli_cases)
    get_filename_component(case ${file} NAME_WE)
    waymark_add_cli_test(${case} run.sh ${waymark_cli_scratch} ${case})
endforeach()

waymark_add_cli_test(errors errors_test.sh ${waymark_cli_scratch}/errors)

waymark_add_test(test_gif cli/test_gif.c ../cli/gif.c)
add_executable(json_check cli/json_check.c)
waymark_configure_target(json_check)

waymark_add_cli_test(bench bench_test.sh $<TARGET_FILE:json_check> ${waymark_cli_scratch}/bench_test)
waymark_add_cli_test(bench_answers bench_answers_test.sh ${waymark_cli_scratch}/bench_answers)
waymark_add_cli_test(bench_counts ../../scripts/bench_counts.sh)
# Whole suites; the sanitized run has the searches' own tests, and cli_leaks for the command.
set_tests_properties(cli_bench cli_bench_counts PROPERTIES LABELS bench)
# A store that dies; what is loaded first would come before the sanitizers.
if(CMAKE_SYSTEM_NAME STREQUAL "Linux" AND NOT WAYMARK_SANITIZE AND NOT CMAKE_CROSSCOMPILING)
    add_library(die MODULE cli/die.c)
    waymark_configure_target(die)
    target_link_libraries(die PRIVATE ${CMAKE_DL_LIBS})
    waymark_add_cli_test(killed killed_test.sh $<TARGET_FILE:die> ${waymark_cli_scratch}/killed)
endif()
waymark_add_cli_test(json json_test.sh $<TARGET_FILE:json_check>)
waymark_add_cli_test(pages pages_test.sh ${waymark_cli_scratch}/pages)
waymark_add_cli_test(pictures pictures_test.sh ${waymark_cli_scratch}/pictures)
waymark_add_cli_test(peers peers_test.sh ${waymark_cli_scratch}/peers)
waymark_add_cli_test(report report_test.sh ${waymark_cli_scratch}/report_test)
waymark_add_cli_test(rules rules_test.sh ${waymark_cli_scratch}/rules)
waymark_add_cli_test(trace trace_test.sh $<TARGET_FILE:json_check> ${waymark_cli_scratch}/trace_test)

if(WAYMARK_SANITIZE MATCHES address)
    waymark_add_cli_test(leaks leaks_test.sh ${waymark_cli_scratch}/leaks)
    set_tests_properties(cli_leaks PROPERTIES ENVIRONMENT ASAN_OPTIONS=detect_leaks=1)
endif()

# For real: MPI, Slurm, GNU parallel (make test-cluster).
waymark_add_cli_test(cluster cluster_test.sh ${waymark_cli_scratch}/cluster)
set_tests_properties(cli_cluster PROPERTIES LABELS "cluster;slow" SKIP_RETURN_CODE 77)

waymark_add_cli_test(data data_test.sh)
set_tests_properties(cli_data PROPERTIES LABELS "data;slow" SKIP_RETURN_CODE 77)
