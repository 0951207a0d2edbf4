// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// All headers but those of files and of the laboratory, for tools and bindings.
#pragma once

#include <waymark/agent.h>
#include <waymark/algorithm.h>
#include <waymark/database.h>
#include <waymark/field.h>
#include <waymark/fog.h>
#include <waymark/format.h>
#include <waymark/ground.h>
#include <waymark/mapf.h>
#include <waymark/mesh.h>
#include <waymark/path.h>
#include <waymark/pool.h>
#include <waymark/space.h>
#include <waymark/steer.h>
#include <waymark/waymark.h>
#include <waymark/world_more.h>
