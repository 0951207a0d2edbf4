// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// What the start kit of the competition's classic track declares: names and types as they are in
// its Entry.h and GPPC.h, so that an entry which links here links there.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace GPPC
{
struct xyLoc {
    int16_t x;
    int16_t y;
};
} // namespace GPPC

typedef GPPC::xyLoc xyLoc;

void PreprocessMap(const std::vector<bool> &bits, int width, int height,
                   const std::string &filename);
void *PrepareForSearch(const std::vector<bool> &bits, int width, int height,
                       const std::string &filename);
bool GetPath(void *data, xyLoc s, xyLoc g, std::vector<xyLoc> &path);
std::string GetName();
