// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The old name of agent.h, for one more release.
#pragma once

#include <waymark/agent.h>
