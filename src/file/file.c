// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// A write becomes visible by one rename, after the bytes are on the disk: a reader, a crash or a
// power cut sees the old file or the new one, never half of each. Where the system can, the new
// file has no name until it is whole, so that a process that dies leaves nothing behind.
#ifndef _WIN32
#define _XOPEN_SOURCE 700
#endif

#include "base/alloc.h"
#include "base/text.h"

#include <waymark/file.h>

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#ifdef _WIN32
#include <io.h>
#include <process.h>
#include <windows.h>
#else
#include <unistd.h>
#endif

#if !defined(O_TMPFILE) && defined(__O_TMPFILE)
#define O_TMPFILE __O_TMPFILE // glibc has the plain name for its own dialect only
#endif

#define FILE_LIMIT_PRESET ((size_t)1 << 30)
#define FILE_NAME_MAX 4096u
#define FILE_ATTEMPTS 100u
#ifdef PATH_MAX
#define FILE_PATH_MAX PATH_MAX // realpath writes no more
#else
#define FILE_PATH_MAX FILE_NAME_MAX
#endif

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

static int file_create_nameless(const char *path)
{
    (void)path;
    return -1;
}

static bool file_name(int number, const char *name)
{
    (void)number;
    (void)name;
    return false;
}

static void file_keep_mode(int number, const char *path)
{
    (void)number;
    (void)path;
}

static const char *file_resolve(const char *path, char *resolved)
{
    (void)resolved;
    return path;
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

/// The folder of a path.
static void file_folder(const char *path, char *folder)
{
    const char *slash = strrchr(path, '/');
    const size_t size = slash ? (size_t)(slash - path) + 1 : 1;
    memcpy(folder, slash ? path : ".", size);
    folder[size] = '\0';
}

/// Opens a file without a name in the folder of a path; -1 where the system has none such.
static int file_create_nameless(const char *path)
{
#ifdef O_TMPFILE
    char folder[FILE_NAME_MAX];
    file_folder(path, folder);
    return open(folder, O_WRONLY | O_TMPFILE | O_CLOEXEC, 0666);
#else
    (void)path;
    return -1;
#endif
}

/// Gives a nameless file a name, which must be new.
static bool file_name(int number, const char *name)
{
#ifdef O_TMPFILE
    char self[64];
    wayi_text text = wayi_text_begin(self, sizeof self);
    wayi_text_add(&text, "/proc/self/fd/");
    wayi_text_add_number(&text, number);
    return linkat(AT_FDCWD, self, AT_FDCWD, name, AT_SYMLINK_FOLLOW) == 0;
#else
    (void)number;
    (void)name;
    return false;
#endif
}

/// Who may read and write a file stays as it was.
static void file_keep_mode(int number, const char *path)
{
    struct stat about;
    if (stat(path, &about) == 0 && S_ISREG(about.st_mode)) {
        (void)fchmod(number, about.st_mode & 07777);
    }
}

/// Where a link leads, so that what it points to is written and not the link; `path` itself if it
/// is none, or leads nowhere yet.
static const char *file_resolve(const char *path, char *resolved)
{
    struct stat about;
    if (lstat(path, &about) != 0 || !S_ISLNK(about.st_mode)) {
        return path;
    }
    const char *found = realpath(path, resolved);
    return found && strlen(found) <= FILE_NAME_MAX - 64 ? found : path;
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
    file_folder(path, folder);
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

/// Makes a fresh name "PATH.PROCESS-ATTEMPT.tmp" beside the file to be written: for the nameless
/// file `number`, or for a new one if that is negative. Returns the file, or -1.
static int file_claim(const char *path, int number, char *name)
{
    for (uint32_t attempt = 0; attempt < FILE_ATTEMPTS; attempt++) {
        const size_t size = strlen(path);
        memcpy(name, path, size); // not as a text, which would change odd bytes of a name
        wayi_text text = wayi_text_begin(name + size, FILE_NAME_MAX - size);
        wayi_text_add(&text, ".");
        wayi_text_add_number(&text, file_process());
        wayi_text_add(&text, "-");
        wayi_text_add_number(&text, attempt);
        wayi_text_add(&text, ".tmp");
        const int claimed = number < 0 ? file_create(name) : file_name(number, name) ? number : -1;
        if (claimed >= 0 || errno != EEXIST) {
            return claimed;
        }
    }
    return -1;
}

/// Writes a whole file under a name of its own; an errno value, 0 = it is on the disk.
static int file_write_beside(const char *path, const void *bytes, size_t size, char *name)
{
    int number = file_create_nameless(path);
    const bool nameless = number >= 0;
    *name = '\0';
    number = nameless ? number : file_claim(path, -1, name);
    if (number < 0) {
        return errno;
    }
    file_keep_mode(number, path);
    const bool written = file_write_all(number, bytes, size) && file_sync(number) &&
                         (!nameless || file_claim(path, number, name) >= 0);
    const int error = written ? 0 : errno;
    if (!written && nameless) {
        *name = '\0';
    }
    const bool closed = close(number) == 0;
    return error ? error : closed ? 0 : errno;
}

way_status way_file_write(const char *path, const void *bytes, size_t size, way_problem *problem)
{
    char name[FILE_NAME_MAX];
    char resolved[FILE_PATH_MAX];
    if (problem) {
        *problem = (way_problem){0};
    }
    if (!path || (!bytes && size > 0) || strlen(path) > FILE_NAME_MAX - 64) {
        return file_fail(problem, WAY_STATUS_INVALID_ARGUMENT, "no path or no bytes", "");
    }
    path = file_resolve(path, resolved);
    int error = file_write_beside(path, bytes, size, name);
    if (error == 0 && file_replace(name, path)) {
        file_sync_folder(path);
        return WAY_STATUS_OK;
    }
    error = error ? error : errno;
    if (*name) {
        (void)unlink(name);
    }
    return file_fail_errno(problem, "could not be written: ", error);
}
