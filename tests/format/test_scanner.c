// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "format/scanner.h"
#include "support/test.h"

#include <string.h>

static wayi_span span_of(const char *text)
{
    return (wayi_span){text, strlen(text)};
}

static void lines_when_ends_differ(void **state)
{
    (void)state;
    const char text[] = "\xef\xbb\xbfone\r\ntwo\n\nfour";
    wayi_scanner scanner = wayi_scanner_begin(text, strlen(text), NULL, NULL);
    const char *expected[] = {"one", "two", "", "four"};
    for (uint32_t i = 0; i < 4; i++) {
        assert_true(wayi_scanner_next_line(&scanner));
        assert_true(wayi_span_equals(scanner.rest, expected[i]));
        assert_int_equal(scanner.line, i + 1);
    }
    assert_false(wayi_scanner_next_line(&scanner));
}

static void lines_when_comments_are_skipped(void **state)
{
    (void)state;
    const char text[] = "# a\n \t\n  # b\n c # d\n";
    wayi_scanner scanner = wayi_scanner_begin(text, strlen(text), NULL, NULL);
    assert_true(wayi_scanner_next_full_line(&scanner, true));
    assert_true(wayi_span_equals(scanner.rest, " c # d"));
    assert_int_equal(scanner.line, 4);
    assert_true(wayi_span_equals(wayi_scanner_word(&scanner), "c"));
    assert_int_equal(wayi_scanner_end_line(&scanner), WAY_STATUS_OK);
    assert_false(wayi_scanner_next_full_line(&scanner, true));
}

static void words_when_blanks_and_tabs(void **state)
{
    (void)state;
    const char text[] = "  a\t b c \na name \t2\n";
    wayi_scanner scanner = wayi_scanner_begin(text, strlen(text), NULL, NULL);
    assert_true(wayi_scanner_next_line(&scanner));
    assert_true(wayi_span_equals(wayi_scanner_word(&scanner), "a"));
    assert_true(wayi_span_equals(wayi_scanner_word(&scanner), "b"));
    assert_true(wayi_span_equals(wayi_scanner_word(&scanner), "c"));
    assert_int_equal(wayi_scanner_word(&scanner).size, 0);
    assert_true(wayi_scanner_next_line(&scanner));
    scanner.tabs = true;
    assert_true(wayi_span_equals(wayi_scanner_word(&scanner), "a name"));
    assert_true(wayi_span_equals(wayi_scanner_word(&scanner), "2"));
}

static void complaint_when_bytes_are_odd(void **state)
{
    (void)state;
    const char text[] = "ok\nab\x01\xff\tz\n";
    way_problem problem;
    wayi_scanner scanner = wayi_scanner_begin(text, strlen(text), NULL, &problem);
    assert_true(wayi_scanner_next_line(&scanner));
    assert_true(wayi_scanner_next_line(&scanner));
    const wayi_span odd = {scanner.rest.text + 2, scanner.rest.size - 2};
    assert_int_equal(wayi_scanner_expected(&scanner, WAY_STATUS_BAD_FORMAT, odd, "a word"),
                     WAY_STATUS_BAD_FORMAT);
    assert_int_equal(problem.line, 2);
    assert_int_equal(problem.column, 3);
    assert_string_equal(problem.text, "expected a word, found '\\x01\\xff\\tz'");
}

static void complaint_when_found_is_long(void **state)
{
    (void)state;
    char text[400];
    memset(text, 'x', sizeof text);
    way_problem problem;
    wayi_scanner scanner = wayi_scanner_begin(text, sizeof text, NULL, &problem);
    assert_true(wayi_scanner_next_line(&scanner));
    (void)wayi_scanner_expected(&scanner, WAY_STATUS_BAD_FORMAT, scanner.rest, "a word");
    assert_string_equal(problem.text,
                        "expected a word, found 'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx'...");
}

/// Whatever is wrong with the second of two, the first complaint stays.
static void complaint_when_there_was_one(void **state)
{
    (void)state;
    static const wayi_range side = {"a side", 3, 9};
    const char text[] = "x 1 7\n8\n";
    way_problem problem;
    wayi_scanner scanner = wayi_scanner_begin(text, strlen(text), NULL, &problem);
    assert_true(wayi_scanner_next_line(&scanner));
    for (uint32_t i = 0; i < 3; i++) {
        assert_int_equal(wayi_scanner_whole(&scanner, &side), 3);
        assert_int_equal(scanner.status, WAY_STATUS_BAD_FORMAT);
    }
    assert_int_equal(wayi_scanner_stop(&scanner, WAY_STATUS_NO_MEMORY), WAY_STATUS_BAD_FORMAT);
    assert_string_equal(problem.text, "expected a side, found 'x'");
    assert_false(wayi_scanner_next_line(&scanner));
}

static way_status read_whole(const char *text, uint32_t *out)
{
    static const wayi_range range = {"a side", 1, 65535};
    wayi_scanner scanner = wayi_scanner_begin(text, strlen(text), NULL, NULL);
    *out = wayi_scanner_whole_of(&scanner, span_of(text), &range);
    return scanner.status;
}

static void whole_when_in_and_out_of_range(void **state)
{
    (void)state;
    uint32_t number = 7;
    assert_int_equal(read_whole("65535", &number), WAY_STATUS_OK);
    assert_int_equal(number, 65535);
    assert_int_equal(read_whole("0001", &number), WAY_STATUS_OK);
    assert_int_equal(number, 1);
    const char *outside[] = {"0", "65536", "4294967297", "18446744073709551617",
                             "99999999999999999999999999999999999999999"};
    for (uint32_t i = 0; i < 5; i++) {
        assert_int_equal(read_whole(outside[i], &number), WAY_STATUS_OUT_OF_RANGE);
    }
    const char *malformed[] = {"", "-1", "+1", "1.", "0x10", "1e3", "12a"};
    for (uint32_t i = 0; i < 7; i++) {
        assert_int_equal(read_whole(malformed[i], &number), WAY_STATUS_BAD_FORMAT);
    }
    assert_int_equal(number, 1);
}

static void decimal_when_compared_with_strtod(void **state)
{
    (void)state;
    way_rng rng = test_rng(17);
    for (uint32_t i = 0; i < 200000; i++) {
        char text[64];
        const uint32_t shift = way_rng_below(&rng, 60);
        const uint64_t digits = way_rng_next(&rng) >> shift;
        const uint32_t places = way_rng_below(&rng, 16);
        int size = snprintf(text, sizeof text, "%llu.%0*llu",
                            (unsigned long long)(digits >> 32) % 100000000, (int)places,
                            (unsigned long long)digits % 100000000);
        if (way_rng_below(&rng, 4) == 0) {
            size += snprintf(text + size, sizeof text - (size_t)size, "e%d",
                             (int)way_rng_below(&rng, 16) - 8);
        }
        wayi_decimal number;
        assert_true(wayi_span_read_decimal((wayi_span){text, (size_t)size}, &number));
        if (number.significant <= 19 && number.value > 1) {
            const double expected = strtod(text, NULL);
            // NOLINTNEXTLINE(bugprone-suspicious-memory-comparison): to the last bit
            if (memcmp(&expected, &number.value, sizeof expected) != 0) {
                fail_msg("%s gave %.20g, not %.20g", text, number.value, expected);
            }
        }
    }
}

static void decimal_when_exact(void **state)
{
    (void)state;
    const struct {
        const char *text;
        double value;
        uint32_t significant, decimals;
    } cases[] = {{"0", 0, 0, 0},
                 {"-0.000", 0, 0, 3},
                 {"1", 1, 1, 0},
                 {"244.95", 244.95, 5, 2},
                 {"132.40", 132.4, 5, 2},
                 {"1e+06", 1e6, 1, 0},
                 {"1.5e-3", 0.0015, 2, 4},
                 {".5", 0.5, 1, 1},
                 {"7.", 7, 1, 0},
                 {"-12.25", -12.25, 4, 2},
                 {"9007199254740993", 9007199254740992.0, 16, 0},
                 {"9007199254740995", 9007199254740996.0, 16, 0},
                 {"0.1000000000000000000000000000", 0.1, 28, 28},
                 {"999999999999999999", 1e18, 18, 0},
                 {"1e-900", 0, 1, 900}};
    for (uint32_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        wayi_decimal number;
        assert_true(wayi_span_read_decimal(span_of(cases[i].text), &number));
        if (number.value != cases[i].value) {
            fail_msg("%s gave %.20g", cases[i].text, number.value);
        }
        assert_int_equal(number.significant, cases[i].significant);
        assert_int_equal(number.decimals, cases[i].decimals);
    }
}

static void decimal_when_malformed_or_huge(void **state)
{
    (void)state;
    const char *cases[] = {"",
                           ".",
                           "-",
                           "1.2.3",
                           "1e",
                           "1e+",
                           "e5",
                           "nan",
                           "inf",
                           "0x1p3",
                           "1,5",
                           "1 ",
                           "1e19",
                           "--1",
                           "1e5x",
                           "1e9999",
                           "10000000000000000000"};
    for (uint32_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        wayi_decimal number;
        if (wayi_span_read_decimal(span_of(cases[i]), &number)) {
            fail_msg("accepted %s", cases[i]);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_when_ends_differ),
        cmocka_unit_test(lines_when_comments_are_skipped),
        cmocka_unit_test(words_when_blanks_and_tabs),
        cmocka_unit_test(complaint_when_bytes_are_odd),
        cmocka_unit_test(complaint_when_found_is_long),
        cmocka_unit_test(complaint_when_there_was_one),
        cmocka_unit_test(whole_when_in_and_out_of_range),
        cmocka_unit_test(decimal_when_compared_with_strtod),
        cmocka_unit_test(decimal_when_exact),
        cmocka_unit_test(decimal_when_malformed_or_huge),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
