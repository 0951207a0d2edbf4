// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Every search has a plan in time though gates swap, with every choice of its parameters.
#include "search/replan_gates.h"

static void plans_when_gates_swap(void **state)
{
    (void)state;
    gates_each(replan_choices);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(plans_when_gates_swap)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
