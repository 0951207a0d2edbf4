// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The file helper when the system does its worst: writes that take a byte at a time, disks that
// fill up, calls that fail one after the other, and processes that die at any of them. A reader
// finds the old file or the new one, whole.
#define _XOPEN_SOURCE 700

#include "support/test.h"

#include <waymark/file.h>

#include <dirent.h>
#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/// What the next calls do; the linker sends the library's calls here (see CMakeLists.txt).
static struct {
    uint32_t calls;   ///< since armed
    uint32_t fail_at; ///< this one fails with `error`, or dies; 0 = none
    int error;        ///< 0 = die
    size_t chunk;     ///< a write takes at most so many bytes; 0 = all
    bool armed;
} faults;

static char folder[64];

/// Counts a call; true if it is to fail.
static bool fault_strikes(void)
{
    if (!faults.armed || ++faults.calls != faults.fail_at) {
        return false;
    }
    if (faults.error == 0) {
        _exit(9);
    }
    errno = faults.error;
    return true;
}

ssize_t __real_write(int number, const void *bytes, size_t size);
ssize_t __wrap_write(int number, const void *bytes, size_t size);
int __real_fsync(int number);
int __wrap_fsync(int number);
int __real_rename(const char *from, const char *to);
int __wrap_rename(const char *from, const char *to);
int __real_linkat(int a, const char *from, int b, const char *to, int flags);
int __wrap_linkat(int a, const char *from, int b, const char *to, int flags);

ssize_t __wrap_write(int number, const void *bytes, size_t size)
{
    if (fault_strikes()) {
        return -1;
    }
    return __real_write(number, bytes, faults.chunk && size > faults.chunk ? faults.chunk : size);
}

int __wrap_fsync(int number)
{
    return fault_strikes() ? -1 : __real_fsync(number);
}

int __wrap_rename(const char *from, const char *to)
{
    return fault_strikes() ? -1 : __real_rename(from, to);
}

int __wrap_linkat(int a, const char *from, int b, const char *to, int flags)
{
    return fault_strikes() ? -1 : __real_linkat(a, from, b, to, flags);
}

static const char *path_of(const char *name)
{
    static char path[512];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

static uint32_t count_files(bool remove_them)
{
    uint32_t count = 0;
    DIR *listing = opendir(folder);
    assert_non_null(listing);
    for (struct dirent *entry = readdir(listing); entry; entry = readdir(listing)) {
        if (entry->d_name[0] != '.') {
            count++;
            if (remove_them) {
                (void)remove(path_of(entry->d_name));
            }
        }
    }
    (void)closedir(listing);
    return count;
}

static int create_folder(void **state)
{
    (void)state;
    snprintf(folder, sizeof folder, "/tmp/waymark-test-XXXXXX");
    return mkdtemp(folder) ? 0 : -1;
}

static int destroy_folder(void **state)
{
    (void)state;
    (void)count_files(true);
    return rmdir(folder);
}

/// Whether the file is whole and holds one of the two texts.
static bool holds(const char *text)
{
    way_file file;
    assert_int_equal(way_file_read(path_of("f"), 0, NULL, &file, NULL), WAY_STATUS_OK);
    const bool same = file.size == strlen(text) && memcmp(file.bytes, text, file.size) == 0;
    way_file_free(&file);
    return same;
}

static const char old_text[] = "what was there before";
static const char new_text[] = "what comes in its place, and is longer by a bit";

static void start_over(void)
{
    (void)count_files(true);
    memset(&faults, 0, sizeof faults);
    assert_int_equal(way_file_write(path_of("f"), old_text, strlen(old_text), NULL), WAY_STATUS_OK);
}

static void short_writes_add_up(void **state)
{
    (void)state;
    start_over();
    faults.chunk = 1;
    assert_int_equal(way_file_write(path_of("f"), new_text, strlen(new_text), NULL), WAY_STATUS_OK);
    assert_true(holds(new_text));
    assert_int_equal(count_files(false), 1);
}

/// Each call fails in turn, until none is left to fail. Writes are of five bytes, so that disks
/// fill up in the midst of it.
static void every_call_fails(void **state)
{
    (void)state;
    static const int errors[] = {ENOSPC, EIO, EINTR};
    for (uint32_t kind = 0; kind < 3; kind++) {
        bool failed = true;
        for (uint32_t nth = 1; failed; nth++) {
            way_problem problem = {0};
            start_over();
            faults.chunk = 5;
            faults.fail_at = nth;
            faults.error = errors[kind];
            faults.armed = true;
            const way_status status =
                way_file_write(path_of("f"), new_text, strlen(new_text), &problem);
            faults.armed = false;
            failed = faults.calls >= nth;
            if (status == WAY_STATUS_OK) {
                assert_true(holds(new_text)); // interrupted and gone on, or synced by others
            } else {
                assert_int_equal(status, WAY_STATUS_IO);
                assert_true(holds(old_text) && problem.text[0]);
                assert_true(failed);
            }
            assert_int_equal(count_files(false), 1);
            assert_true(nth < 100);
        }
    }
}

/// The process dies at each call in turn. What it leaves behind hinders nobody.
static void dies_at_every_call(void **state)
{
    (void)state;
    bool died = true;
    uint32_t left = 0;
    for (uint32_t nth = 1; died; nth++) {
        start_over();
        const pid_t child = fork();
        assert_true(child >= 0);
        if (child == 0) {
            faults.chunk = 5;
            faults.fail_at = nth;
            faults.armed = true;
            const way_status status =
                way_file_write(path_of("f"), new_text, strlen(new_text), NULL);
            _exit(status == WAY_STATUS_OK ? 0 : 1);
        }
        int how = 0;
        assert_int_equal(waitpid(child, &how, 0), child);
        assert_true(WIFEXITED(how) && (WEXITSTATUS(how) == 0 || WEXITSTATUS(how) == 9));
        died = WEXITSTATUS(how) == 9;
        assert_true(holds(old_text) || holds(new_text));
        assert_true(died || holds(new_text));
        left += count_files(false) - 1;
        assert_int_equal(way_file_write(path_of("f"), "again", 5, NULL), WAY_STATUS_OK);
        assert_true(holds("again"));
        assert_true(nth < 100);
    }
#ifdef __linux__
    assert_true(left <= 1); // between the name and the rename; nothing while it is written
#endif
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(short_writes_add_up),
        cmocka_unit_test(every_call_fails),
        cmocka_unit_test(dies_at_every_call),
    };
    return cmocka_run_group_tests(tests, create_folder, destroy_folder);
}
