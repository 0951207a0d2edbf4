# SPDX-FileCopyrightText: 2026 The waymark authors
# SPDX-License-Identifier: MIT
#
# cmake -DSOURCE=dir -DOUT=file -P commit.cmake: writes the commit of the tree as a C macro, with a
# '+' if files differ from it. The file is touched only when that changes.
execute_process(
    COMMAND git -C ${SOURCE} describe --always --abbrev=12 --exclude=* --dirty=+
    OUTPUT_VARIABLE commit
    OUTPUT_STRIP_TRAILING_WHITESPACE
    ERROR_QUIET
)
if(NOT commit)
    set(commit unknown)
endif()
set(text "#define BENCH_COMMIT \"${commit}\"\n")
set(old "")
if(EXISTS ${OUT})
    file(READ ${OUT} old)
endif()
if(NOT old STREQUAL text)
    file(WRITE ${OUT} ${text})
endif()
