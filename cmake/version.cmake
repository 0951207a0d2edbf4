# SPDX-FileCopyrightText: 2026 The waymark authors
# SPDX-License-Identifier: MIT
#
# The version lives in base.h alone; the build reads it from there.

function(waymark_read_version header result)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${header}")
    file(READ "${header}" text)
    set(numbers "")
    foreach(part IN ITEMS MAJOR MINOR PATCH)
        if(NOT text MATCHES "#define WAY_VERSION_${part} ([0-9]+)")
            message(FATAL_ERROR "WAY_VERSION_${part} is missing in ${header}")
        endif()
        list(APPEND numbers "${CMAKE_MATCH_1}")
    endforeach()
    list(JOIN numbers "." version)
    set(${result} "${version}" PARENT_SCOPE)
endfunction()
