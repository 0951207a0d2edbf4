// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The siege of bindings/c/siege.c in C#.
using System;
using System.Collections.Generic;
using System.Linq;
using Waymark;

internal static class Siege
{
    private static void Draw(Map map, IEnumerable<(int X, int Y)> marks)
    {
        var marked = new HashSet<(int, int)>(marks);
        for (int y = 0; y < map.Height; y++) {
            Console.WriteLine(string.Concat(Enumerable.Range(0, map.Width).Select(
                x => marked.Contains((x, y)) ? 'o' : "#.?~"[map[x, y]])));
        }
    }

    private static void Tell(string name, Path path) =>
        Console.WriteLine(name + ": " + path.Cells.Length + " cells, cost " + path.Cost);

    internal static void Main()
    {
        // Plain ground, a river with a bridge, a town behind a wall.
        var (camp, keep) = ((2, 8), (40, 8));
        var map = new Map(48, 16);
        map.Fill(12, 0, 4, 16, 3);
        map.Fill(12, 14, 4, 1, 1);
        map.Fill(32, 2, 14, 12, 0);
        map.Fill(33, 3, 12, 10, 1);
        Console.WriteLine("the wall stands: " + (map.Reachable(camp, keep) ? "a way" : "no way"));
        map.Fill(32, 7, 1, 2, 1);

        // Those on foot wade, boats need not; archers above the breach; a tunnel.
        Tell("on foot", map.Find(camp, keep));
        var boats = new Space(map, map.AddProfile(new Dictionary<byte, byte> { { 3, 1 } }));
        Tell("by boat", map.Find(camp, keep, "astar", boats));
        var danger = new Penalties(map); // may be written to at any time
        for (int x = 26; x < 36; x++) {
            for (int y = 5; y < 11; y++) {
                danger[x, y] = 20;
            }
        }
        Tell("under fire", map.Find(camp, keep, "astar", danger));
        map.AddLink((20, 3), (38, 4), 4000, bothWays: true);
        Tell("by the tunnel", map.Find(camp, keep, "astar", danger));
        map.RemoveLink((20, 3), (38, 4), bothWays: true);

        // A messenger who plans a little per frame, by a database that was saved and opened.
        byte[] saved = new Navigator(map, "dba(sector=8)").Save();
        using (var opened = new Navigator(map.Space, saved))
        using (var rider = new Agent(opened)) {
            rider.Begin(camp, keep);
            while (rider.Step(20) == Outcome.Working) {
                // the next frame
            }
            Console.WriteLine("the messenger: cost " + rider.Path().Cost);
            Draw(map, rider.Path().Places(map));
        }

        // Everybody through the breach, by one call per frame.
        using (var world = new World(map, 12)) {
            ulong[] army = Enumerable.Range(2, 12).Select(y => world.Add((20, y))).ToArray();
            world.Order(army, Order.Go(keep));
            for (int frame = 0; frame < 100; frame++) {
                world.Frame(2000);
            }
            Console.WriteLine("the army:");
            Draw(map, world.Units().Select(view => view.Place));
        }
    }
}
