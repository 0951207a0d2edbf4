// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Names and texts of statuses and outcomes, and the version as text. All of them come from the
// lists and numbers in base.h, so that there is one place to change.
#include <waymark/base.h>

#define STATUS_DOTTED(major, minor, patch) #major "." #minor "." #patch
#define STATUS_VERSION(major, minor, patch) STATUS_DOTTED(major, minor, patch)
#define STATUS_NAME(name, text) #name,
#define STATUS_TEXT(name, text) text,

const char *way_status_text(way_status status)
{
    static const char *const texts[] = {WAY_STATUS_LIST(STATUS_TEXT)};
    const unsigned index = (unsigned)status;
    return index < WAY_STATUS_COUNT ? texts[index] : "unknown status";
}

const char *way_status_name(way_status status)
{
    static const char *const names[] = {WAY_STATUS_LIST(STATUS_NAME)};
    const unsigned index = (unsigned)status;
    return index < WAY_STATUS_COUNT ? names[index] : "UNKNOWN";
}

const char *way_outcome_text(way_outcome outcome)
{
    static const char *const texts[] = {WAY_OUTCOME_LIST(STATUS_TEXT)};
    const unsigned index = (unsigned)outcome;
    return index < WAY_OUTCOME_COUNT ? texts[index] : "unknown outcome";
}

const char *way_outcome_name(way_outcome outcome)
{
    static const char *const names[] = {WAY_OUTCOME_LIST(STATUS_NAME)};
    const unsigned index = (unsigned)outcome;
    return index < WAY_OUTCOME_COUNT ? names[index] : "UNKNOWN";
}

const char *way_version(void)
{
    return STATUS_VERSION(WAY_VERSION_MAJOR, WAY_VERSION_MINOR, WAY_VERSION_PATCH);
}
