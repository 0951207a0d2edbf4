# SPDX-FileCopyrightText: 2026 The waymark authors
# SPDX-License-Identifier: MIT
#
# The corpora are replayed, mutated, as an ordinary test. With -DWAYMARK_FUZZ=ON and clang there
# is also a libFuzzer program per target:
#     cmake -B build/fuzz -G Ninja -DCMAKE_C_COMPILER=clang -DWAYMARK_FUZZ=ON -DWAYMARK_SANITIZE=address,undefined,fuzzer-no-link
#     ninja -C build/fuzz fuzz_map
#     build/fuzz/tests/fuzz_map -max_total_time=60 out/corpus/map tests/fuzz/corpus/map
waymark_add_test(test_fuzz_replay fuzz/test_fuzz_replay.c fuzz/targets.c)

if(WAYMARK_FUZZ)
    if(NOT CMAKE_C_COMPILER_ID MATCHES "Clang")
        message(FATAL_ERROR "WAYMARK_FUZZ needs clang")
    endif()
    foreach(target IN ITEMS map scenario graph patches dynamic level mesh)
        add_executable(fuzz_${target} fuzz/fuzz_main.c fuzz/targets.c)
        waymark_configure_target(fuzz_${target})
        target_include_directories(fuzz_${target} PRIVATE ${PROJECT_SOURCE_DIR}/tests)
        target_compile_definitions(fuzz_${target} PRIVATE FUZZ_TARGET="${target}")
        target_compile_options(fuzz_${target} PRIVATE -fsanitize=fuzzer)
        target_link_options(fuzz_${target} PRIVATE -fsanitize=fuzzer)
        target_link_libraries(fuzz_${target} PRIVATE waymark_internal)
    endforeach()
endif()
