# SPDX-FileCopyrightText: 2026 The waymark authors
# SPDX-License-Identifier: MIT
#
# Every public function, called at random by what the headers say of it.
find_program(WAYMARK_PYTHON python3)
if(WAYMARK_PYTHON AND WAYMARK_LAB)
    set(caller_folder ${PROJECT_BINARY_DIR}/caller)
    file(MAKE_DIRECTORY ${caller_folder})
    file(GLOB caller_headers CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/include/waymark/*.h)
    set(caller_script ${PROJECT_SOURCE_DIR}/scripts/caller.py)
    set(caller_by_hand ${CMAKE_CURRENT_SOURCE_DIR}/caller/by_hand.h)
    foreach(part types calls)
        add_custom_command(
            OUTPUT ${caller_folder}/caller_${part}.h
            COMMAND ${WAYMARK_PYTHON} ${caller_script} ${part} ${caller_by_hand} >
                    ${caller_folder}/caller_${part}.h
            DEPENDS ${caller_script} ${PROJECT_SOURCE_DIR}/scripts/api.py ${caller_by_hand}
                    ${caller_headers}
        )
    endforeach()
    add_executable(
        caller caller/caller.c ${caller_folder}/caller_types.h ${caller_folder}/caller_calls.h
    )
    # What is generated converts and leaves unused as it comes.
    target_compile_options(caller PRIVATE -Wall -Wextra -Wno-unused-function)
    target_include_directories(caller PRIVATE ${CMAKE_CURRENT_SOURCE_DIR}/caller ${caller_folder})
    target_link_libraries(caller PRIVATE waymark_internal)
    add_test(
        NAME caller_briefly
        COMMAND caller 0 100
        WORKING_DIRECTORY ${caller_folder}
    )
    set_tests_properties(caller_briefly PROPERTIES LABELS unit TIMEOUT 900)
endif()
