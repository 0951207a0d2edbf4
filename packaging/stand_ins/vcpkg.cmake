# SPDX-FileCopyrightText: 2026 The waymark authors
# SPDX-License-Identifier: MIT
#
# A stand-in for vcpkg, which is not in Debian: runs the port with as much of vcpkg's functions as it
# uses. cmake -DSCRATCH=folder -P packaging/stand_ins/vcpkg.cmake: packages into SCRATCH/package.
file(REMOVE_RECURSE "${SCRATCH}")
set(CURRENT_PACKAGES_DIR "${SCRATCH}/package")

function(run)
    execute_process(COMMAND ${ARGV} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

function(vcpkg_cmake_configure)
    cmake_parse_arguments(PARSE_ARGV 0 arg "" "SOURCE_PATH" "OPTIONS")
    run(${CMAKE_COMMAND} -G Ninja -S "${arg_SOURCE_PATH}" -B "${SCRATCH}/build"
        -DCMAKE_BUILD_TYPE=Release -DWAYMARK_ALGORITHMS=astar ${arg_OPTIONS}
    )
endfunction()

function(vcpkg_cmake_install)
    run(${CMAKE_COMMAND} --build "${SCRATCH}/build")
    run(${CMAKE_COMMAND} --install "${SCRATCH}/build" --prefix "${CURRENT_PACKAGES_DIR}")
endfunction()

# Configuration moves to share/waymark, where vcpkg looks for it.
function(vcpkg_cmake_config_fixup)
    cmake_parse_arguments(PARSE_ARGV 0 arg "" "CONFIG_PATH" "")
    if(NOT EXISTS "${CURRENT_PACKAGES_DIR}/${arg_CONFIG_PATH}/waymarkConfig.cmake")
        message(FATAL_ERROR "no configuration in ${arg_CONFIG_PATH}")
    endif()
endfunction()

function(vcpkg_fixup_pkgconfig)
    file(GLOB_RECURSE found "${CURRENT_PACKAGES_DIR}/*/waymark.pc")
    if(NOT found)
        message(FATAL_ERROR "no waymark.pc")
    endif()
endfunction()

function(vcpkg_install_copyright)
    cmake_parse_arguments(PARSE_ARGV 0 arg "" "" "FILE_LIST")
    foreach(file IN LISTS arg_FILE_LIST)
        if(NOT EXISTS "${file}")
            message(FATAL_ERROR "no ${file}")
        endif()
    endforeach()
endfunction()

set(CMAKE_CURRENT_LIST_DIR "${CMAKE_CURRENT_LIST_DIR}/../vcpkg")
include("${CMAKE_CURRENT_LIST_DIR}/portfile.cmake")
