# SPDX-FileCopyrightText: 2026 The waymark authors
# SPDX-License-Identifier: MIT
#
# The corpora are replayed, mutated, as an ordinary test. `make fuzz` builds with clang and
# -DWAYMARK_FUZZ=ON: a libFuzzer program for each target. fuzz_stdin is for AFL and its kin,
# fuzz_seeds for counts: their share in `make test` is replan_seeds, kinds_seeds
# and world_seeds.
set(waymark_fuzz_sources
    fuzz/targets.c
    fuzz/targets_arguments.c
    fuzz/targets_far.c
    fuzz/targets_live.c
    fuzz/targets_replan.c
    fuzz/targets_world.c
    support/parsers.c
    ../cli/options.c
)
waymark_add_test(test_fuzz_replay fuzz/test_fuzz_replay.c ${waymark_fuzz_sources})

# waymark_add_fuzzer(name source): a program with all targets in it.
function(waymark_add_fuzzer name source)
    add_executable(${name} ${source} ${waymark_fuzz_sources})
    waymark_configure_target(${name})
    target_include_directories(
        ${name}
        PRIVATE ${PROJECT_SOURCE_DIR} ${PROJECT_SOURCE_DIR}/src ${PROJECT_SOURCE_DIR}/tests
    )
    target_link_libraries(${name} PRIVATE waymark_scenes waymark_internal)
endfunction()
waymark_add_fuzzer(fuzz_stdin fuzz/fuzz_stdin.c)
if(UNIX AND NOT EMSCRIPTEN)
    waymark_add_fuzzer(fuzz_seeds fuzz/fuzz_seeds.c)
    # A share of all seeds, and those that were wrong once.
    add_test(NAME replan_seeds COMMAND fuzz_seeds replan 0 500)
    add_test(NAME kinds_seeds COMMAND fuzz_seeds kinds 0 200)
    set_tests_properties(replan_seeds kinds_seeds PROPERTIES LABELS unit)
    foreach(seed 74035 2005910 2084336 2091699 2269375 3113955 3115907 10020171 10099613 10135060
            10139434 30027474 600228 70001678 80003355 100023448 300072741 300080552
            300514424 700033667)
        math(EXPR next "${seed} + 1")
        add_test(NAME replan_seed_${seed} COMMAND fuzz_seeds replan ${seed} ${next})
        set_tests_properties(replan_seed_${seed} PROPERTIES LABELS unit)
    endforeach()
    foreach(seed 1021426 4017847 4020804 4061000 4088925)
        math(EXPR next "${seed} + 1")
        add_test(NAME kinds_seed_${seed} COMMAND fuzz_seeds kinds ${seed} ${next})
        set_tests_properties(kinds_seed_${seed} PROPERTIES LABELS unit)
    endforeach()
    foreach(seed 5000057 5001702)
        math(EXPR next "${seed} + 1")
        add_test(NAME calls_seed_${seed} COMMAND fuzz_seeds calls ${seed} ${next})
        set_tests_properties(calls_seed_${seed} PROPERTIES LABELS unit)
    endforeach()
    # The same of one algorithm: beacon.
    add_test(NAME replan_seed_beacon COMMAND fuzz_seeds replan 928 929 15)
    set_tests_properties(replan_seed_beacon PROPERTIES LABELS unit)
    # Saves and twins: a share, and those that were wrong once.
    add_test(NAME world_seeds COMMAND fuzz_seeds world 0 50)
    set_tests_properties(world_seeds PROPERTIES LABELS unit)
    foreach(seed 1677 4382 1006372 1012906 1037154)
        math(EXPR next "${seed} + 1")
        add_test(NAME world_seed_${seed} COMMAND fuzz_seeds world ${seed} ${next})
        set_tests_properties(world_seed_${seed} PROPERTIES LABELS unit)
    endforeach()
endif()

if(WAYMARK_FUZZ)
    if(NOT CMAKE_C_COMPILER_ID MATCHES "Clang")
        message(FATAL_ERROR "WAYMARK_FUZZ needs clang")
    endif()
    waymark_add_fuzzer(fuzz_library fuzz/fuzz_main.c)
    target_compile_options(fuzz_library PRIVATE -fsanitize=fuzzer)
    target_link_options(fuzz_library PRIVATE -fsanitize=fuzzer)
endif()
