// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// What Microsoft documents of this header, as far as the library uses it; for
// scripts/check_msvc.sh.
#pragma once

struct stat {
    unsigned int st_dev;
    unsigned short st_ino, st_mode;
    short st_nlink, st_uid, st_gid;
    unsigned int st_rdev;
    long st_size;
    __int64 st_atime, st_mtime, st_ctime;
};
#define S_IFMT 0xF000
#define S_IFREG 0x8000
#define _S_IREAD 0x0100
#define _S_IWRITE 0x0080
int __cdecl fstat(int number, struct stat *about);
