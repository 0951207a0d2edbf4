// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Writing into an observer's ring.
#pragma once

#include <waymark/search.h>

static inline void wayi_observer_write(way_observer *observer, way_event event)
{
    observer->events[observer->count++ % observer->capacity] = event;
}
