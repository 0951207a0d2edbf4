// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#define _POSIX_C_SOURCE 200809L

#include "support/test.h"
#include "support/test_allocator.h"

#include <waymark/file.h>

#include <dirent.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[64];

static const char *path_of(const char *name)
{
    static char path[512];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

static int create_folder(void **state)
{
    (void)state;
    snprintf(folder, sizeof folder, "/tmp/waymark-test-XXXXXX");
    return mkdtemp(folder) ? 0 : -1;
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

static int destroy_folder(void **state)
{
    (void)state;
    (void)count_files(true);
    return rmdir(folder);
}

static void file_when_written_and_read(void **state)
{
    (void)state;
    const char bytes[] = "one\0two\r\n\xff";
    way_file file;
    way_problem problem;
    assert_int_equal(way_file_write(path_of("a"), bytes, sizeof bytes, &problem), WAY_STATUS_OK);
    assert_int_equal(way_file_read(path_of("a"), 0, NULL, &file, &problem), WAY_STATUS_OK);
    assert_int_equal(file.size, sizeof bytes);
    assert_memory_equal(file.bytes, bytes, sizeof bytes);
    assert_int_equal(file.bytes[file.size], 0);
    way_file_free(&file);
    assert_null(file.bytes);
    way_file_free(&file);
    way_file_free(NULL);
}

static void file_when_replaced_leaves_nothing_behind(void **state)
{
    (void)state;
    (void)count_files(true);
    way_file file;
    assert_int_equal(way_file_write(path_of("b"), "old", 3, NULL), WAY_STATUS_OK);
    assert_int_equal(way_file_write(path_of("b"), "newer", 5, NULL), WAY_STATUS_OK);
    assert_int_equal(way_file_read(path_of("b"), 0, NULL, &file, NULL), WAY_STATUS_OK);
    assert_string_equal(file.bytes, "newer");
    way_file_free(&file);
    assert_int_equal(count_files(false), 1);
}

static void file_when_empty(void **state)
{
    (void)state;
    way_file file;
    assert_int_equal(way_file_write(path_of("c"), NULL, 0, NULL), WAY_STATUS_OK);
    assert_int_equal(way_file_read(path_of("c"), 0, NULL, &file, NULL), WAY_STATUS_OK);
    assert_int_equal(file.size, 0);
    assert_string_equal(file.bytes, "");
    way_file_free(&file);
}

static void read_when_impossible(void **state)
{
    (void)state;
    way_file file;
    way_problem problem;
    assert_int_equal(way_file_read(path_of("none"), 0, NULL, &file, &problem), WAY_STATUS_IO);
    assert_string_equal(problem.text, "could not be opened: No such file or directory");
    assert_int_equal(way_file_read(folder, 0, NULL, &file, &problem), WAY_STATUS_IO);
    assert_string_equal(problem.text, "is not a regular file");
    assert_int_equal(mkfifo(path_of("pipe"), 0600), 0);
    assert_int_equal(way_file_read(path_of("pipe"), 0, NULL, &file, &problem), WAY_STATUS_IO);
    assert_string_equal(problem.text, "is not a regular file");
    assert_int_equal(way_file_read(NULL, 0, NULL, &file, NULL), WAY_STATUS_INVALID_ARGUMENT);
}

static void read_when_over_the_limit(void **state)
{
    (void)state;
    way_file file;
    way_problem problem;
    assert_int_equal(way_file_write(path_of("d"), "12345", 5, NULL), WAY_STATUS_OK);
    assert_int_equal(way_file_read(path_of("d"), 4, NULL, &file, &problem), WAY_STATUS_TOO_LARGE);
    assert_string_equal(problem.text, "is larger than allowed");
    assert_int_equal(way_file_read(path_of("d"), 5, NULL, &file, &problem), WAY_STATUS_OK);
    way_file_free(&file);
}

static void read_when_memory_fails(void **state)
{
    (void)state;
    test_allocator memory;
    test_allocator_init(&memory);
    test_allocator_fail_next(&memory, 1);
    way_file file;
    assert_int_equal(way_file_write(path_of("e"), "12345", 5, NULL), WAY_STATUS_OK);
    assert_int_equal(way_file_read(path_of("e"), 0, &memory.allocator, &file, NULL),
                     WAY_STATUS_NO_MEMORY);
    assert_int_equal(way_file_read(path_of("e"), 0, &memory.allocator, &file, NULL), WAY_STATUS_OK);
    way_file_free(&file);
    test_allocator_check_empty(&memory);
}

static void write_when_impossible(void **state)
{
    (void)state;
    (void)count_files(true);
    way_problem problem;
    assert_int_equal(way_file_write(path_of("no/such"), "x", 1, &problem), WAY_STATUS_IO);
    assert_string_equal(problem.text, "could not be written: No such file or directory");
    assert_int_equal(mkdir(path_of("dir"), 0700), 0);
    // A folder can't be replaced by a file; the temporary one is taken back.
    assert_int_equal(way_file_write(path_of("dir"), "x", 1, &problem), WAY_STATUS_IO);
    assert_int_equal(count_files(false), 1);
    char longest[5000];
    memset(longest, 'p', sizeof longest);
    longest[sizeof longest - 1] = '\0';
    assert_int_equal(way_file_write(longest, "x", 1, &problem), WAY_STATUS_INVALID_ARGUMENT);
}

static void links_and_modes_stay(void **state)
{
    (void)state;
    (void)count_files(true);
    struct stat about;
    char target[512];
    char link[512];
    snprintf(target, sizeof target, "%s", path_of("target"));
    snprintf(link, sizeof link, "%s", path_of("link"));
    assert_int_equal(way_file_write(target, "old", 3, NULL), WAY_STATUS_OK);
    assert_int_equal(chmod(target, 0640), 0);
    assert_int_equal(symlink("target", link), 0);
    assert_int_equal(way_file_write(link, "new", 3, NULL), WAY_STATUS_OK);
    assert_int_equal(lstat(link, &about), 0);
    assert_true(S_ISLNK(about.st_mode));
    assert_int_equal(stat(target, &about), 0);
    assert_int_equal(about.st_mode & 07777, 0640);
    way_file file;
    assert_int_equal(way_file_read(target, 0, NULL, &file, NULL), WAY_STATUS_OK);
    assert_string_equal(file.bytes, "new");
    way_file_free(&file);
    assert_int_equal(count_files(false), 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(file_when_written_and_read),
        cmocka_unit_test(file_when_replaced_leaves_nothing_behind),
        cmocka_unit_test(file_when_empty),
        cmocka_unit_test(read_when_impossible),
        cmocka_unit_test(read_when_over_the_limit),
        cmocka_unit_test(read_when_memory_fails),
        cmocka_unit_test(write_when_impossible),
        cmocka_unit_test(links_and_modes_stay),
    };
    return cmocka_run_group_tests(tests, create_folder, destroy_folder);
}
