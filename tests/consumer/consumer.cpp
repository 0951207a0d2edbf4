// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include <waymark/base.h>

#include <iostream>

int main()
{
    std::cout << way_version() << '\n';
    return 0;
}
