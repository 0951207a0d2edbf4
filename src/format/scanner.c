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

wayi_scanner wayi_scanner_begin(const char *text, size_t size, const way_job *job,
                                way_problem *problem)
{
    static const char mark[] = "\xef\xbb\xbf";
    wayi_scanner scanner = {.text = text,
                            .size = text ? size : 0,
                            .rest = {text ? text : "", 0},
                            .out = problem,
                            .job = job,
                            .share = 1000};
    if (scanner.size >= 3 && memcmp(text, mark, 3) == 0) {
        scanner.position = 3;
    }
    if (problem) {
        *problem = (way_problem){0};
    }
    return scanner;
}

/// Tells the job how much was read; false if it wants no more.
static bool scanner_ask(wayi_scanner *scanner)
{
    const wayi_job_stage all = {scanner->job, 0, scanner->share};
    const size_t step = scanner->size / 1024 + 1;
    scanner->ask_at = scanner->position + SCANNER_ASK;
    return wayi_job_report(all, (uint32_t)(scanner->position / step),
                           (uint32_t)(scanner->size / step)) ||
           wayi_scanner_fail(scanner, WAY_STATUS_CANCELLED, NULL, "cancelled by the caller") ==
               WAY_STATUS_OK;
}

bool wayi_scanner_next_line(wayi_scanner *scanner)
{
    const bool ask = scanner->job && scanner->position >= scanner->ask_at;
    if (scanner->status != WAY_STATUS_OK || scanner->position >= scanner->size ||
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
    scanner->rest = (wayi_span){start, size};
    scanner->comments = scanner->tabs = false;
    return true;
}

bool wayi_scanner_next_full_line(wayi_scanner *scanner, bool comments)
{
    while (wayi_scanner_next_line(scanner)) {
        const wayi_span line = scanner->rest;
        const wayi_span word = wayi_scanner_word(scanner);
        if (word.size > 0 && !(comments && word.text[0] == '#')) {
            scanner->rest = line;
            scanner->comments = comments;
            return true;
        }
    }
    return false;
}

// Starts a sentence about a place; NULL is the end of the whole text. After the first complaint it
// goes nowhere.
static wayi_text scanner_sentence(wayi_scanner *scanner, way_status status, const char *place)
{
    way_problem *out = scanner->status == WAY_STATUS_OK ? scanner->out : NULL;
    (void)wayi_scanner_stop(scanner, status);
    const size_t at = place ? (size_t)(place - scanner->text) - scanner->line_at + 1 : 0;
    const uint32_t line = scanner->line + (place || scanner->line == UINT32_MAX ? 0 : 1);
    return wayi_problem_begin(out, line, at > UINT32_MAX ? UINT32_MAX : (uint32_t)at);
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

way_status wayi_scanner_stop(wayi_scanner *scanner, way_status status)
{
    scanner->status = scanner->status == WAY_STATUS_OK ? status : scanner->status;
    return scanner->status;
}

way_status wayi_scanner_expected(wayi_scanner *scanner, way_status status, wayi_span found,
                                 const char *expected)
{
    wayi_text text = scanner_sentence(scanner, status, found.text);
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
    return scanner->status;
}

way_status wayi_scanner_missed(wayi_scanner *scanner, const char *expected)
{
    return wayi_scanner_expected(scanner, WAY_STATUS_BAD_FORMAT, (wayi_span){0}, expected);
}

way_status wayi_scanner_fail(wayi_scanner *scanner, way_status status, const char *place,
                             const char *sentence)
{
    wayi_text text = scanner_sentence(scanner, status, place);
    wayi_text_add(&text, sentence);
    return scanner->status;
}

way_status wayi_scanner_fail_number(wayi_scanner *scanner, way_status status, const char *place,
                                    wayi_sentence sentence)
{
    wayi_text text = scanner_sentence(scanner, status, place);
    wayi_text_add(&text, sentence.before);
    wayi_text_add_number(&text, (int64_t)sentence.number);
    wayi_text_add(&text, sentence.after);
    return scanner->status;
}

static bool scanner_separates(char byte, bool tabs)
{
    return byte == '\t' || (byte == ' ' && !tabs);
}

wayi_span wayi_scanner_word(wayi_scanner *scanner)
{
    const wayi_span *rest = &scanner->rest;
    size_t start = 0;
    while (start < rest->size && (rest->text[start] == ' ' || rest->text[start] == '\t')) {
        start++;
    }
    size_t end = start;
    while (end < rest->size && !scanner_separates(rest->text[end], scanner->tabs)) {
        end++;
    }
    const size_t after = end;
    while (end > start && rest->text[end - 1] == ' ') {
        end--;
    }
    const wayi_span word = {rest->text + start, end - start};
    scanner->rest = (wayi_span){rest->text + after, rest->size - after};
    return word;
}

way_status wayi_scanner_end_line(wayi_scanner *scanner)
{
    const wayi_span word = wayi_scanner_word(scanner);
    return word.size == 0 || (scanner->comments && word.text[0] == '#')
               ? scanner->status
               : wayi_scanner_expected(scanner, WAY_STATUS_BAD_FORMAT, word, "the end of the line");
}

bool wayi_span_equals(wayi_span span, const char *text)
{
    return span.size == strlen(text) && memcmp(span.text, text, span.size) == 0;
}

static bool scanner_is_digit(char byte)
{
    return byte >= '0' && byte <= '9';
}

static void scanner_out_of_range(wayi_scanner *scanner, wayi_span word, const wayi_range *range)
{
    wayi_text text = scanner_sentence(scanner, WAY_STATUS_OUT_OF_RANGE, word.text);
    wayi_text_add(&text, "expected ");
    wayi_text_add(&text, range->name);
    wayi_text_add(&text, " from ");
    wayi_text_add_number(&text, range->min);
    wayi_text_add(&text, " to ");
    wayi_text_add_number(&text, range->max);
    wayi_text_add(&text, ", found ");
    scanner_add_quoted(&text, word);
}

uint32_t wayi_scanner_whole_of(wayi_scanner *scanner, wayi_span word, const wayi_range *range)
{
    uint64_t number = 0;
    bool whole = word.size > 0;
    for (size_t i = 0; i < word.size; i++) {
        whole = whole && scanner_is_digit(word.text[i]);
        // Stops growing once past the range, so that no number of digits overflows.
        number =
            whole && number <= range->max ? number * 10 + (uint64_t)(word.text[i] - '0') : number;
    }
    if (!whole) {
        (void)wayi_scanner_expected(scanner, WAY_STATUS_BAD_FORMAT, word, range->name);
    } else if (number < range->min || number > range->max) {
        scanner_out_of_range(scanner, word, range);
    }
    return scanner->status == WAY_STATUS_OK ? (uint32_t)number : range->min;
}

uint32_t wayi_scanner_whole(wayi_scanner *scanner, const wayi_range *range)
{
    return wayi_scanner_whole_of(scanner, wayi_scanner_word(scanner), range);
}

void wayi_scanner_read_title(wayi_scanner *scanner, const char *name, const char *expected)
{
    if (!wayi_scanner_next_full_line(scanner, true)) {
        (void)wayi_scanner_missed(scanner, expected);
    }
    const wayi_span line = scanner->rest;
    const wayi_span word = wayi_scanner_word(scanner);
    if (!wayi_span_equals(word, name) || !wayi_span_equals(wayi_scanner_word(scanner), "1")) {
        (void)wayi_scanner_expected(scanner, WAY_STATUS_BAD_FORMAT, line, expected);
    }
    (void)wayi_scanner_end_line(scanner);
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

// Writing -----------------------------------------------------------------------------------------

void wayi_writer_put(wayi_writer *writer, char byte)
{
    if (writer->size < writer->capacity) {
        writer->text[writer->size] = byte;
    }
    writer->size++;
}

void wayi_writer_put_words(wayi_writer *writer, const char *words)
{
    for (; *words; words++) {
        wayi_writer_put(writer, *words);
    }
}

void wayi_writer_put_number(wayi_writer *writer, uint32_t number)
{
    char digits[12];
    wayi_text text = wayi_text_begin(digits, sizeof digits);
    wayi_text_add_number(&text, number);
    wayi_writer_put_words(writer, digits);
}
