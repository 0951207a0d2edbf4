// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "format/scanner.h"

#include "base/job.h"
#include "base/text.h"

#include <string.h>

#define SCANNER_QUOTED_MAX 32u

/// After how many bytes a job is asked, at the next line; the texts of a fuzzer are short.
#ifdef FUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION
#define SCANNER_ASK 16u
#else
#define SCANNER_ASK 65536u
#endif

wayi_scanner wayi_scanner_begin(const char *text, size_t size, way_problem *problem)
{
    static const char mark[] = "\xef\xbb\xbf";
    wayi_scanner scanner = {.text = text, .size = text ? size : 0, .out = problem};
    if (scanner.size >= 3 && memcmp(text, mark, 3) == 0) {
        scanner.position = 3;
    }
    if (problem) {
        *problem = (way_problem){0};
    }
    return scanner;
}

wayi_scanner wayi_scanner_begin_job(const char *text, size_t size, const way_job *job,
                                    way_problem *problem)
{
    wayi_scanner scanner = wayi_scanner_begin(text, size, problem);
    scanner.job = job;
    scanner.share = 1000;
    return scanner;
}

way_status wayi_scanner_end(const wayi_scanner *scanner, way_status status)
{
    return scanner->cancelled
               ? wayi_scanner_fail(scanner, WAY_STATUS_CANCELLED, NULL, "cancelled by the caller")
               : status;
}

/// Tells the job how much was read; false if it wants no more.
static bool scanner_ask(wayi_scanner *scanner)
{
    const wayi_job_stage all = {scanner->job, 0, scanner->share};
    const size_t step = scanner->size / 1024 + 1;
    scanner->ask_at = scanner->position + SCANNER_ASK;
    scanner->cancelled |= !wayi_job_report(all, (uint32_t)(scanner->position / step),
                                           (uint32_t)(scanner->size / step));
    return !scanner->cancelled;
}

bool wayi_scanner_next_line(wayi_scanner *scanner, wayi_span *line)
{
    const bool ask = scanner->job && scanner->position >= scanner->ask_at;
    if (scanner->position >= scanner->size || scanner->cancelled ||
        (ask && !scanner_ask(scanner))) {
        return false;
    }
    const char *start = scanner->text + scanner->position;
    const size_t left = scanner->size - scanner->position;
    const char *end = memchr(start, '\n', left);
    size_t size = end ? (size_t)(end - start) : left;
    scanner->line_at = scanner->position;
    scanner->position += size + (end ? 1 : 0);
    scanner->line += scanner->line < UINT32_MAX;
    if (size > 0 && start[size - 1] == '\r') {
        size--;
    }
    *line = (wayi_span){start, size};
    return true;
}

bool wayi_scanner_next_full_line(wayi_scanner *scanner, wayi_span *line, bool comments)
{
    while (wayi_scanner_next_line(scanner, line)) {
        wayi_span rest = *line;
        const wayi_span word = wayi_span_cut_word(&rest, false);
        if (word.size > 0 && !(comments && word.text[0] == '#')) {
            return true;
        }
    }
    return false;
}

// Starts a sentence about a place; NULL is the end of the whole text.
static wayi_text scanner_sentence(const wayi_scanner *scanner, const char *place)
{
    const size_t at = place ? (size_t)(place - scanner->text) - scanner->line_at + 1 : 0;
    const uint32_t line = scanner->line + (place || scanner->line == UINT32_MAX ? 0 : 1);
    return wayi_problem_begin(scanner->out, line, at > UINT32_MAX ? UINT32_MAX : (uint32_t)at);
}

// The bytes in single quotes, a few of them, with a spelling for those that do not print.
static void scanner_add_quoted(wayi_text *text, wayi_span span)
{
    static const char hex[] = "0123456789abcdef";
    const size_t shown = span.size > SCANNER_QUOTED_MAX ? SCANNER_QUOTED_MAX : span.size;
    wayi_text_add(text, "'");
    for (size_t i = 0; i < shown; i++) {
        const unsigned char byte = (unsigned char)span.text[i];
        if (byte >= 32 && byte < 127) {
            wayi_text_add_part(text, span.text + i, 1);
        } else if (byte == '\t') {
            wayi_text_add(text, "\\t");
        } else {
            wayi_text_add(text, "\\x");
            wayi_text_add_part(text, &hex[byte >> 4], 1);
            wayi_text_add_part(text, &hex[byte & 15], 1);
        }
    }
    wayi_text_add(text, span.size > shown ? "'..." : "'");
}

way_status wayi_scanner_expected(const wayi_scanner *scanner, way_status status, wayi_span found,
                                 const char *expected)
{
    wayi_text text = scanner_sentence(scanner, found.text);
    wayi_text_add(&text, "expected ");
    wayi_text_add(&text, expected);
    wayi_text_add(&text, ", found ");
    if (!found.text) {
        wayi_text_add(&text, "the end of the text");
    } else if (found.size == 0) {
        wayi_text_add(&text, "the end of the line");
    } else {
        scanner_add_quoted(&text, found);
    }
    return status;
}

way_status wayi_scanner_fail(const wayi_scanner *scanner, way_status status, const char *place,
                             const char *sentence)
{
    wayi_text text = scanner_sentence(scanner, place);
    wayi_text_add(&text, sentence);
    return status;
}

way_status wayi_scanner_fail_number(const wayi_scanner *scanner, way_status status,
                                    const char *place, wayi_sentence sentence)
{
    wayi_text text = scanner_sentence(scanner, place);
    wayi_text_add(&text, sentence.before);
    wayi_text_add_number(&text, (int64_t)sentence.number);
    wayi_text_add(&text, sentence.after);
    return status;
}

static bool scanner_separates(char byte, bool tabs)
{
    return byte == '\t' || (byte == ' ' && !tabs);
}

wayi_span wayi_span_cut_word(wayi_span *rest, bool tabs)
{
    size_t start = 0;
    while (start < rest->size && (rest->text[start] == ' ' || rest->text[start] == '\t')) {
        start++;
    }
    size_t end = start;
    while (end < rest->size && !scanner_separates(rest->text[end], tabs)) {
        end++;
    }
    const size_t after = end;
    while (end > start && rest->text[end - 1] == ' ') {
        end--;
    }
    const wayi_span word = {rest->text + start, end - start};
    *rest = (wayi_span){rest->text + after, rest->size - after};
    return word;
}

bool wayi_span_equals(wayi_span span, const char *text)
{
    return span.size == strlen(text) && memcmp(span.text, text, span.size) == 0;
}

static bool scanner_is_digit(char byte)
{
    return byte >= '0' && byte <= '9';
}

static way_status scanner_out_of_range(const wayi_scanner *scanner, wayi_span word,
                                       const wayi_range *range)
{
    wayi_text text = scanner_sentence(scanner, word.text);
    wayi_text_add(&text, "expected ");
    wayi_text_add(&text, range->name);
    wayi_text_add(&text, " from ");
    wayi_text_add_number(&text, range->min);
    wayi_text_add(&text, " to ");
    wayi_text_add_number(&text, range->max);
    wayi_text_add(&text, ", found ");
    scanner_add_quoted(&text, word);
    return WAY_STATUS_OUT_OF_RANGE;
}

way_status wayi_scanner_read_whole(const wayi_scanner *scanner, wayi_span word,
                                   const wayi_range *range, uint32_t *out)
{
    uint64_t number = 0;
    for (size_t i = 0; i < word.size; i++) {
        if (!scanner_is_digit(word.text[i])) {
            return wayi_scanner_expected(scanner, WAY_STATUS_BAD_FORMAT, word, range->name);
        }
        // Stops growing once past the range, so that no number of digits overflows.
        if (number <= range->max) {
            number = number * 10 + (uint64_t)(word.text[i] - '0');
        }
    }
    if (word.size == 0) {
        return wayi_scanner_expected(scanner, WAY_STATUS_BAD_FORMAT, word, range->name);
    }
    if (number < range->min || number > range->max) {
        return scanner_out_of_range(scanner, word, range);
    }
    *out = (uint32_t)number;
    return WAY_STATUS_OK;
}

// Decimal numbers ---------------------------------------------------------------------------------

#define SCANNER_DIGITS_MAX 19u // any 19 digits fit in 64 bits

typedef struct scanner_digits {
    uint64_t mantissa;    // the first SCANNER_DIGITS_MAX significant digits
    int32_t scale;        // the value is mantissa / 10^scale
    uint32_t significant; // digits seen from the first that is not 0
    int32_t decimals;     // digits seen after the point
    bool any;
} scanner_digits;

static void scanner_take_digit(scanner_digits *digits, char byte, bool fraction)
{
    digits->any = true;
    digits->decimals += fraction;
    if (digits->significant > 0 || byte != '0') {
        digits->significant++;
    }
    if (digits->significant > SCANNER_DIGITS_MAX) {
        digits->scale -= !fraction; // dropped, but it still counts for the magnitude
        return;
    }
    digits->mantissa = digits->mantissa * 10 + (uint64_t)(byte - '0');
    digits->scale += fraction;
}

static size_t scanner_take_digits(wayi_span word, size_t at, scanner_digits *digits)
{
    bool fraction = false;
    for (; at < word.size; at++) {
        if (word.text[at] == '.' && !fraction) {
            fraction = true;
        } else if (scanner_is_digit(word.text[at])) {
            scanner_take_digit(digits, word.text[at], fraction);
        } else {
            break;
        }
    }
    return at;
}

static bool scanner_take_exponent(wayi_span word, size_t at, int32_t *exponent)
{
    if (at == word.size) {
        return true;
    }
    if (word.text[at] != 'e' && word.text[at] != 'E') {
        return false;
    }
    at++;
    const bool negative = at < word.size && word.text[at] == '-';
    at += at < word.size && (negative || word.text[at] == '+');
    if (at == word.size || word.size - at > 3) {
        return false;
    }
    for (; at < word.size; at++) {
        if (!scanner_is_digit(word.text[at])) {
            return false;
        }
        *exponent = *exponent * 10 + (word.text[at] - '0');
    }
    *exponent = negative ? -*exponent : *exponent;
    return true;
}

static uint64_t scanner_power_of_ten(int32_t exponent)
{
    uint64_t power = 1;
    for (; exponent > 0; exponent--) {
        power *= 10;
    }
    return power;
}

// numerator / denominator, rounded to the nearest double, ties to even: long division in binary
// until 54 bits are known; what is left over decides a tie.
static double scanner_quotient(uint64_t numerator, uint64_t denominator)
{
    uint64_t quotient = numerator / denominator;
    uint64_t rest = numerator % denominator;
    double scale = 1;
    bool lost = false;
    while (quotient >> 54) {
        lost = lost || (quotient & 1);
        quotient >>= 1;
        scale *= 2;
    }
    while (!(quotient >> 53) && (quotient || rest) && scale > 0x1p-200) {
        const bool carry = rest >> 63;
        rest <<= 1;
        const bool bit = carry || rest >= denominator;
        rest -= bit ? denominator : 0;
        quotient = quotient << 1 | bit;
        scale /= 2;
    }
    // `quotient` has 54 bits, the last of which is half a unit.
    lost = lost || rest;
    quotient += (quotient & 1) && (lost || (quotient & 2));
    return (double)(quotient & ~(uint64_t)1) * scale;
}

bool wayi_span_read_decimal(wayi_span word, wayi_decimal *out)
{
    scanner_digits digits = {0};
    int32_t exponent = 0;
    const bool negative = word.size > 0 && word.text[0] == '-';
    const size_t first = word.size > 0 && (negative || word.text[0] == '+');
    if (word.size > 64 ||
        !scanner_take_exponent(word, scanner_take_digits(word, first, &digits), &exponent)) {
        return false;
    }
    // Zeros before the first digit count for the scale only, which may pass what a power holds.
    int32_t scale = digits.scale - exponent;
    for (; scale > (int32_t)SCANNER_DIGITS_MAX; scale--) {
        digits.mantissa /= 10;
    }
    const bool large =
        digits.mantissa && (int32_t)digits.significant - digits.decimals + exponent > 18;
    if (!digits.any || large) {
        return false;
    }
    scale = digits.mantissa ? scale : 0;
    const uint64_t whole =
        scale < 0 ? digits.mantissa * scanner_power_of_ten(-scale) : digits.mantissa;
    const double value = scanner_quotient(whole, scanner_power_of_ten(scale));
    const int32_t decimals = digits.decimals - exponent;
    *out = (wayi_decimal){.value = negative ? -value : value,
                          .significant = digits.significant,
                          .decimals = decimals > 0 ? (uint32_t)decimals : 0};
    return true;
}
