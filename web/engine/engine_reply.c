// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// JSON into a buffer that grows. When memory runs out the reply is cut off and the page says so.
#include "web/engine/engine.h"

#include <stdlib.h>
#include <string.h>

static struct {
    char *bytes;
    size_t size, capacity;
    bool comma, failed;
} reply;

static void reply_add(const char *bytes, size_t size)
{
    if (reply.failed) {
        return;
    }
    if (reply.size + size > reply.capacity) {
        const size_t capacity = (reply.size + size) * 2 + 1024;
        char *grown = realloc(reply.bytes, capacity);
        if (!grown) {
            reply.failed = true;
            return;
        }
        reply.bytes = grown;
        reply.capacity = capacity;
    }
    memcpy(reply.bytes + reply.size, bytes, size);
    reply.size += size;
}

static void reply_quote(const char *bytes, size_t size)
{
    static const char digits[] = "0123456789abcdef";
    reply_add("\"", 1);
    for (size_t i = 0; i < size; i++) {
        const unsigned char letter = (unsigned char)bytes[i];
        if (letter < ' ') {
            const char escape[6] = {'\\', 'u', '0', '0', digits[letter >> 4], digits[letter & 15]};
            reply_add(escape, sizeof escape);
        } else {
            if (letter == '"' || letter == '\\') {
                reply_add("\\", 1);
            }
            reply_add(bytes + i, 1);
        }
    }
    reply_add("\"", 1);
}

static void reply_key(const char *key)
{
    if (reply.comma) {
        reply_add(",", 1);
    }
    if (key) {
        reply_quote(key, strlen(key));
        reply_add(":", 1);
    }
    reply.comma = true;
}

void engine_reply_begin(void)
{
    reply.size = 0;
    reply.comma = reply.failed = false;
}

void engine_reply_open(const char *key, char bracket)
{
    reply_key(key);
    reply_add(&bracket, 1);
    reply.comma = false;
}

void engine_reply_close(char bracket)
{
    reply_add(&bracket, 1);
    reply.comma = true;
}

void engine_reply_bytes(const char *key, const char *bytes, size_t size)
{
    reply_key(key);
    reply_quote(bytes, size);
}

void engine_reply_text(const char *key, const char *text)
{
    engine_reply_bytes(key, text ? text : "", text ? strlen(text) : 0);
}

void engine_reply_whole(const char *key, int64_t number)
{
    char digits[24];
    size_t at = sizeof digits;
    uint64_t rest = number < 0 ? 0 - (uint64_t)number : (uint64_t)number;
    do {
        digits[--at] = (char)('0' + rest % 10);
        rest /= 10;
    } while (rest);
    if (number < 0) {
        digits[--at] = '-';
    }
    reply_key(key);
    reply_add(digits + at, sizeof digits - at);
}

void engine_reply_decimal(const char *key, double number)
{
    // Six places are more than any file of problems prints.
    const int64_t millionths = (int64_t)(number * 1e6 + (number < 0 ? -0.5 : 0.5));
    engine_reply_whole(key, millionths);
    reply_add("e-6", 3);
}

way_status engine_reply_problem(way_status status, const way_problem *problem)
{
    engine_reply_begin();
    engine_reply_open(NULL, '{');
    if (status != WAY_STATUS_OK) {
        const bool said = problem && problem->text[0];
        engine_reply_text("status", way_status_name(status));
        engine_reply_text("problem", said ? problem->text : way_status_text(status));
        engine_reply_whole("line", problem ? problem->line : 0);
        engine_reply_whole("column", problem ? problem->column : 0);
    }
    engine_reply_close('}');
    return status;
}

way_status engine_reply_status(way_status status)
{
    return engine_reply_problem(status, NULL);
}

void engine_reply_stats(const char *key, const way_stats *stats)
{
    engine_reply_open(key, '{');
    engine_reply_whole("expansions", (int64_t)stats->expansions);
    engine_reply_whole("generations", (int64_t)stats->generations);
    engine_reply_whole("reopenings", (int64_t)stats->reopenings);
    engine_reply_whole("pushes", (int64_t)stats->heap_pushes);
    engine_reply_whole("pops", (int64_t)stats->heap_pops);
    engine_reply_whole("revisits", (int64_t)stats->revisits);
    engine_reply_whole("steps", (int64_t)stats->steps);
    engine_reply_whole("stepWorkMax", (int64_t)stats->step_work_max);
    engine_reply_whole("statesMax", (int64_t)stats->states_max);
    engine_reply_whole("bytes", (int64_t)stats->bytes);
    engine_reply_close('}');
}

ENGINE_CALL(const char *, reply_bytes, (void))
{
    return reply.bytes;
}

ENGINE_CALL(size_t, reply_size, (void))
{
    return reply.failed ? 0 : reply.size;
}

ENGINE_CALL(void *, memory_take, (size_t size))
{
    return malloc(size ? size : 1);
}

ENGINE_CALL(void, memory_give, (void *pointer))
{
    free(pointer);
}
