// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include <waymark/base.h>

#include <stdio.h>

int main(void)
{
    printf("%s\n", way_version());
    return 0;
}
