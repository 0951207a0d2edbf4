# SPDX-FileCopyrightText: 2026 The waymark authors
# SPDX-License-Identifier: MIT
#
# Each public header compiles alone, as C17 and as C++17.
file(
    GLOB headers
    RELATIVE ${PROJECT_SOURCE_DIR}/include
    CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/include/waymark/*.h
)
set(flags -Wall -Wextra -Wpedantic -Werror -fsyntax-only -I ${PROJECT_SOURCE_DIR}/include)

foreach(header IN LISTS headers)
    get_filename_component(name ${header} NAME_WE)
    add_test(
        NAME header_${name}_c
        COMMAND ${CMAKE_C_COMPILER} -std=c17 ${flags} -include ${header} -x c /dev/null
    )
    add_test(
        NAME header_${name}_cxx
        COMMAND ${CMAKE_CXX_COMPILER} -std=c++17 ${flags} -include ${header} -x c++ /dev/null
    )
    set_tests_properties(header_${name}_c header_${name}_cxx PROPERTIES LABELS source)
endforeach()
