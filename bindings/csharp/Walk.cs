// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The lines of bindings/c/walk.c by way of Waymark.cs, and what only C# can get wrong.
using System;
using Waymark;

internal static class Walk
{
    private static int failures;

    private static void Expect(bool holds, string what)
    {
        if (!holds) {
            Console.Error.WriteLine("does not hold: " + what);
            failures++;
        }
    }

    private static byte[] Pillars(int side)
    {
        var weights = new byte[side * side];
        for (int y = 0; y < side; y++) {
            for (int x = 0; x < side; x++) {
                weights[y * side + x] = (byte)((x * x + 3 * y + x * y) % 7 != 1 ? 1 : 0);
            }
        }
        return weights;
    }

    private static void TryHandles()
    {
        var map = new Map(48, 48);
        map.Fill(24, 0, 1, 47, 0);
        Expect(map[24, 5] == 0 && map[23, 5] == 1, "an edit shows");
        var navigator = new Navigator(map, "dba(sector=16)");
        var agent = new Agent(navigator);
        agent.Begin((2, 2), (45, 2));
        while (agent.Step(50) == Outcome.Moving) {
        }
        Expect(agent.Path().Outcome == Outcome.Arrived, "a sliced trip arrives");
        var field = new Field(map);
        field.Begin((45, 2));
        while (field.Step(100) == Outcome.Moving) {
        }
        Expect(field.Cost((2, 2)) == map.Find((2, 2), (45, 2)).Cost, "field and path cost the same");
        Expect(field.Next((45, 2)) == null && field.Cost((24, 3)) == null, "no way is null");
        map[24, 47] = 0;
        Expect(!map.Reachable((2, 2), (45, 2)), "a shut way is known");
        while (!navigator.Repair(500)) {
        }
        agent.Begin((2, 2), (45, 2), nearest: true);
        Expect(agent.Run() == Outcome.Partial, "as near as possible");
        // The wrong way round on purpose.
        map.Dispose();
        navigator.Dispose();
        agent.Begin((2, 2), (10, 10));
        Expect(agent.Run() == Outcome.Arrived, "what is borrowed stays");
        agent.Dispose();
        field.Dispose();
    }

    private static void ExpectFailure(string word, Action action)
    {
        try {
            action();
            Expect(false, "a failure with " + word);
        } catch (Exception error) {
            Expect(error.Message.Contains(word), error.Message + " names " + word);
        }
    }

    private static int Main()
    {
        using (var map = new Map(32, 32, Pillars(32))) {
            foreach (string name in Algorithms.Names()) {
                try {
                    Path path = map.Find((0, 0), (31, 31), name);
                    Console.WriteLine(name + " " + path.Cost + " " + path.Hash().ToString("x16"));
                } catch (WaymarkException error) when (error.Status == "UNSUPPORTED") {
                    Console.WriteLine(name + " unsupported");
                }
            }
            ExpectFailure("nosuch", () => new Navigator(map, "nosuch"));
            ExpectFailure("sector", () => new Navigator(map, "dba(sector=0)"));
            ExpectFailure("outside the map", () => map.Find((0, 0), (32, 0)));
            ExpectFailure("weights for", () => new Map(4, 4, new byte[3]));
        }
        TryHandles();
        for (int round = 0; round < 50; round++) {
            var unit = new Agent(new Navigator(new Map(16, 16), "jps"));
            unit.Begin((0, 0), (15, 15));
            GC.Collect();
            Expect(unit.Run() == Outcome.Arrived, "nothing is collected too early");
        }
        GC.Collect();
        GC.WaitForPendingFinalizers();
        return failures > 0 ? 1 : 0;
    }
}
