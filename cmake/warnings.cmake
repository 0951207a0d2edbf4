# SPDX-FileCopyrightText: 2026 The waymark authors
# SPDX-License-Identifier: MIT
#
# How every target of this tree is compiled. Call once per target; nothing leaks to consumers.

function(waymark_configure_target target)
    if(MSVC)
        target_compile_options(${target} PRIVATE /W4 /fp:precise)
        if(WAYMARK_WERROR)
            target_compile_options(${target} PRIVATE /WX)
        endif()
        return()
    endif()
    target_compile_options(
        ${target}
        PRIVATE
            -Wall
            -Wextra
            -Wpedantic
            -Wshadow
            -Wconversion
            -Wvla
            $<$<COMPILE_LANGUAGE:C>:-Wmissing-prototypes>
            $<$<COMPILE_LANGUAGE:C>:-Wstrict-prototypes>
            -ffp-contract=off
    )
    if(WAYMARK_WERROR)
        target_compile_options(${target} PRIVATE -Werror)
    endif()
    if(WAYMARK_NATIVE)
        target_compile_options(${target} PRIVATE -march=native)
    endif()
    if(WAYMARK_SANITIZE)
        target_compile_options(
            ${target}
            PRIVATE
                -fsanitize=${WAYMARK_SANITIZE}
                -fno-sanitize-recover=all
                -fno-omit-frame-pointer
        )
        # The archive's users must link the run-time too.
        target_link_options(${target} PUBLIC -fsanitize=${WAYMARK_SANITIZE})
        # A quick look for leaks at the end of every program.
        get_target_property(type ${target} TYPE)
        if(type STREQUAL "EXECUTABLE" AND TARGET waymark_leaks)
            target_sources(${target} PRIVATE $<TARGET_OBJECTS:waymark_leaks>)
        endif()
    endif()
endfunction()
