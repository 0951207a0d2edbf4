// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include <waymark/all.h>

#include <iostream>

int main()
{
    std::cout << way_version() << '\n';
    // The registry pulls in every algorithm, and with it whatever the library depends on.
    return way_algorithm_find("astar") == nullptr;
}
