// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The old name of agent.h and fog.h, for one more release.
#pragma once

#include <waymark/agent.h>
#include <waymark/fog.h>
