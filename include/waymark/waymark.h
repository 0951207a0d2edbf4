// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Everything but files: real-time pathfinding for games.
#pragma once

#include <waymark/algorithm.h>
#include <waymark/avoid.h>
#include <waymark/base.h>
#include <waymark/belief.h>
#include <waymark/database.h>
#include <waymark/distances.h>
#include <waymark/field.h>
#include <waymark/floors.h>
#include <waymark/format.h>
#include <waymark/gat.h>
#include <waymark/map.h>
#include <waymark/mapf.h>
#include <waymark/navgraph.h>
#include <waymark/navigate.h>
#include <waymark/path.h>
#include <waymark/pool.h>
#include <waymark/replay.h>
#include <waymark/search.h>
#include <waymark/space.h>
#include <waymark/world.h>
