// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// A write becomes visible by one rename, after the bytes are on the disk: a reader, a crash or a
// power cut sees the old file or the new one, never half of each.
#ifndef _WIN32
#define _POSIX_C_SOURCE 200809L
#endif

#include "base/alloc.h"
#include "base/text.h"

#include <waymark/file.h>

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#ifdef _WIN32
#include <io.h>
#include <process.h>
#include <windows.h>
#else
#include <unistd.h>
#endif

#define FILE_LIMIT_PRESET ((size_t)1 << 30)
#define FILE_NAME_MAX 4096u
#define FILE_ATTEMPTS 100u

static way_status file_fail(way_problem *problem, way_status status, const char *doing,
                            const char *why)
{
    wayi_text text = wayi_problem_begin(problem, 0, 0);
    wayi_text_add(&text, doing);
    wayi_text_add(&text, why);
    return status;
}

// The system's words for an errno value, in a buffer of the caller: strerror shares its own.
static way_status file_fail_errno(way_problem *problem, const char *doing, int number)
{
    char why[128] = "unknown error";
#ifdef _WIN32
    strerror_s(why, sizeof why, number);
#else
    (void)!strerror_r(number, why, sizeof why);
#endif
    return file_fail(problem, WAY_STATUS_IO, doing, why);
}

// Reading -----------------------------------------------------------------------------------------

static way_status file_measure(FILE *stream, size_t limit, size_t *size, way_problem *problem)
{
    struct stat about;
    if (fstat(fileno(stream), &about) != 0) {
        return file_fail_errno(problem, "could not be read: ", errno);
    }
    if ((about.st_mode & S_IFMT) != S_IFREG) {
        return file_fail(problem, WAY_STATUS_IO, "is not a regular file", "");
    }
    if (about.st_size < 0 || (uint64_t)about.st_size > limit) {
        return file_fail(problem, WAY_STATUS_TOO_LARGE, "is larger than allowed", "");
    }
    *size = (size_t)about.st_size;
    return WAY_STATUS_OK;
}

static way_status file_read_stream(FILE *stream, size_t limit, way_file *out, way_problem *problem)
{
    size_t size = 0;
    const way_status status = file_measure(stream, limit, &size, problem);
    if (status != WAY_STATUS_OK) {
        return status;
    }
    char *bytes = wayi_alloc(&out->allocator, size + 1, 1);
    if (!bytes) {
        return file_fail(problem, WAY_STATUS_NO_MEMORY, "does not fit in memory", "");
    }
    const size_t got = fread(bytes, 1, size, stream);
    if (got != size || fgetc(stream) != EOF || ferror(stream)) {
        wayi_free(&out->allocator, bytes, size + 1, 1);
        return file_fail(problem, WAY_STATUS_IO, "could not be read, or changed meanwhile", "");
    }
    bytes[size] = '\0';
    out->bytes = bytes;
    out->size = size;
    return WAY_STATUS_OK;
}

way_status way_file_read(const char *path, size_t limit, const way_allocator *allocator,
                         way_file *out, way_problem *problem)
{
    if (!path || !out) {
        return file_fail(problem, WAY_STATUS_INVALID_ARGUMENT, "no path or no file", "");
    }
    if (problem) {
        *problem = (way_problem){0};
    }
    *out = (way_file){.allocator = wayi_allocator_or_default(allocator)};
    limit = limit == 0 || limit == SIZE_MAX ? FILE_LIMIT_PRESET : limit;
#ifdef _WIN32
    FILE *stream = fopen(path, "rb");
#else
    // Not blocking: a pipe must be refused, not waited for.
    const int number = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    FILE *stream = number < 0 ? NULL : fdopen(number, "rb");
#endif
    if (!stream) {
        return file_fail_errno(problem, "could not be opened: ", errno);
    }
    const way_status status = file_read_stream(stream, limit, out, problem);
    (void)fclose(stream);
    return status;
}

void way_file_free(way_file *file)
{
    if (file && file->bytes) {
        wayi_free(&file->allocator, file->bytes, file->size + 1, 1);
    }
    if (file) {
        *file = (way_file){0};
    }
}

// Writing -----------------------------------------------------------------------------------------

#ifdef _WIN32
static int file_process(void)
{
    return _getpid();
}

static int file_create(const char *path)
{
    return _open(path, _O_WRONLY | _O_CREAT | _O_EXCL | _O_BINARY, _S_IREAD | _S_IWRITE);
}

static bool file_sync(int number)
{
    return _commit(number) == 0;
}

static bool file_replace(const char *from, const char *to)
{
    return MoveFileExA(from, to, MOVEFILE_REPLACE_EXISTING | MOVEFILE_WRITE_THROUGH) != 0;
}

static void file_sync_folder(const char *path)
{
    (void)path; // MOVEFILE_WRITE_THROUGH did it
}

#define write(number, bytes, size) _write(number, bytes, (unsigned)(size))
#define close _close
#define unlink _unlink
#else
static int file_process(void)
{
    return (int)getpid();
}

static int file_create(const char *path)
{
    return open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
}

static bool file_sync(int number)
{
    return fsync(number) == 0;
}

static bool file_replace(const char *from, const char *to)
{
    return rename(from, to) == 0;
}

// Makes the rename itself last. Some file systems can't; the file is whole all the same.
static void file_sync_folder(const char *path)
{
    char folder[FILE_NAME_MAX];
    const char *slash = strrchr(path, '/');
    const size_t size = slash ? (size_t)(slash - path) + 1 : 1;
    memcpy(folder, slash ? path : ".", size);
    folder[size] = '\0';
    const int number = open(folder, O_RDONLY | O_CLOEXEC);
    if (number >= 0) {
        (void)fsync(number);
        (void)close(number);
    }
}
#endif

static bool file_write_all(int number, const char *bytes, size_t size)
{
    while (size > 0) {
        const size_t chunk = size > ((size_t)1 << 30) ? (size_t)1 << 30 : size;
        const long long wrote = write(number, bytes, chunk);
        if (wrote < 0 && errno == EINTR) {
            continue;
        }
        if (wrote <= 0) {
            return false;
        }
        bytes += wrote;
        size -= (size_t)wrote;
    }
    return true;
}

// Opens a fresh file "PATH.PROCESS-ATTEMPT.tmp" beside the one to be written.
static int file_create_beside(const char *path, char *name)
{
    int number = -1;
    for (uint32_t attempt = 0; attempt < FILE_ATTEMPTS; attempt++) {
        const size_t size = strlen(path);
        memcpy(name, path, size); // not as a text, which would change odd bytes of a name
        wayi_text text = wayi_text_begin(name + size, FILE_NAME_MAX - size);
        wayi_text_add(&text, ".");
        wayi_text_add_number(&text, file_process());
        wayi_text_add(&text, "-");
        wayi_text_add_number(&text, attempt);
        wayi_text_add(&text, ".tmp");
        number = file_create(name);
        if (number >= 0 || errno != EEXIST) {
            break;
        }
    }
    return number;
}

way_status way_file_write(const char *path, const void *bytes, size_t size, way_problem *problem)
{
    char name[FILE_NAME_MAX];
    if (problem) {
        *problem = (way_problem){0};
    }
    if (!path || (!bytes && size > 0) || strlen(path) > FILE_NAME_MAX - 64) {
        return file_fail(problem, WAY_STATUS_INVALID_ARGUMENT, "no path or no bytes", "");
    }
    const int number = file_create_beside(path, name);
    if (number < 0) {
        return file_fail_errno(problem, "could not be written: ", errno);
    }
    const bool written = file_write_all(number, bytes, size) && file_sync(number);
    int error = written ? 0 : errno;
    const bool closed = close(number) == 0;
    error = error ? error : closed ? 0 : errno;
    if (written && closed && file_replace(name, path)) {
        file_sync_folder(path);
        return WAY_STATUS_OK;
    }
    error = error ? error : errno;
    (void)unlink(name);
    return file_fail_errno(problem, "could not be written: ", error);
}
