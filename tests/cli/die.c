// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Loaded before the C library (LD_PRELOAD), it ends the process without a word at call DIE_AT of
// those that change a file: as if it were killed there. DIE_TORN: the call does half its work
// first.
#define _GNU_SOURCE

#include <dlfcn.h>
#include <stdlib.h>
#include <sys/types.h>
#include <unistd.h>

#define DIED 9

/// The real function of a name.
static void *die_real(const char *name)
{
    return dlsym(RTLD_NEXT, name);
}

/// Counts a call; true if it is the last.
static int die_strikes(void)
{
    static long calls, last = -1;
    if (last < 0) {
        const char *text = getenv("DIE_AT");
        last = text ? strtol(text, NULL, 10) : 0;
    }
    if (last == 0 || ++calls != last) {
        return 0;
    }
    if (!getenv("DIE_TORN")) {
        _exit(DIED);
    }
    return 1;
}

#define DIE_POSITIONED(NAME, OFFSET)                                                               \
    ssize_t NAME(int file, const void *bytes, size_t size, OFFSET at)                              \
    {                                                                                              \
        ssize_t (*real)(int, const void *, size_t, OFFSET);                                        \
        *(void **)&real = die_real(#NAME);                                                         \
        if (die_strikes()) {                                                                       \
            (void)real(file, bytes, size / 2, at);                                                 \
            _exit(DIED);                                                                           \
        }                                                                                          \
        return real(file, bytes, size, at);                                                        \
    }

#define DIE_PLAIN(NAME, PARAMETERS, ARGUMENTS)                                                     \
    int NAME PARAMETERS                                                                            \
    {                                                                                              \
        int(*real) PARAMETERS;                                                                     \
        *(void **)&real = die_real(#NAME);                                                         \
        if (die_strikes()) {                                                                       \
            _exit(DIED);                                                                           \
        }                                                                                          \
        return real ARGUMENTS;                                                                     \
    }

// What was written outlives the process without it, and waiting takes long.
#define DIE_SYNC(NAME)                                                                             \
    int NAME(int file)                                                                             \
    {                                                                                              \
        (void)file;                                                                                \
        if (die_strikes()) {                                                                       \
            _exit(DIED);                                                                           \
        }                                                                                          \
        return 0;                                                                                  \
    }

// The C library's own names of parameters are reserved.
// NOLINTBEGIN(readability-inconsistent-declaration-parameter-name)
DIE_POSITIONED(pwrite, off_t)
DIE_POSITIONED(pwrite64, off64_t)
DIE_SYNC(fsync)
DIE_SYNC(fdatasync)
DIE_PLAIN(ftruncate, (int file, off_t size), (file, size))
DIE_PLAIN(ftruncate64, (int file, off64_t size), (file, size))
DIE_PLAIN(unlink, (const char *path), (path))
// NOLINTEND(readability-inconsistent-declaration-parameter-name)
