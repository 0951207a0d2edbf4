// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The lines of bindings/c/walk.c by way of Waymark.cs, and what only C# can get wrong.
using System;
using System.Collections.Generic;
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
        Expect(map.Weights()[5 * 48 + 24] == 0 && map.Weights()[5 * 48 + 23] == 1, "in all weights too");
        var navigator = new Navigator(map, "dba(sector=16)");
        var agent = new Agent(navigator);
        agent.Begin((2, 2), (45, 2));
        while (agent.Step(50) == Outcome.Working) {
        }
        Expect(agent.Path().Outcome == Outcome.Found, "a sliced trip arrives");
        var field = new Field(map);
        field.Begin((45, 2));
        while (field.Step(100) == Outcome.Working) {
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
        Expect(agent.Run() == Outcome.Found, "what is borrowed stays");
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

    private static readonly (int, int) Goal = (31, 31);

    private static void Print(string name, Path path) =>
        Console.WriteLine(name + " " + path.Cost + " " + path.Hash().ToString("x16"));

    private static void WalkGround()
    {
        byte[] weights = Pillars(32);
        for (int cell = 0; cell < weights.Length; cell++) {
            if (weights[cell] == 1 && (cell % 32 + 2 * (cell / 32)) % 5 == 0) {
                weights[cell] = 3;
            }
        }
        using (var mud = new Map(32, 32, weights)) {
            uint profile = mud.AddProfile(new Dictionary<byte, byte> { { 3, 1 } });
            using (var boots = new Space(mud, profile)) {
                Print("profile", mud.Find((0, 0), Goal, "astar", boots));
            }
            mud.AddLink((2, 2), (29, 27), 500, bothWays: true);
            Print("link", mud.Find((0, 0), Goal, "astar"));
            mud.RemoveLink((2, 2), (29, 27), bothWays: true);
            using (var danger = new Penalties(mud)) {
                for (int x = 13; x < 20; x++) {
                    for (int y = 0; y < 24; y++) {
                        danger[x, y] = 9;
                    }
                }
                Print("penalty", mud.Find((0, 0), Goal, "astar", danger));
            }
            using (var field = new Field(mud)) {
                field.Begin(Goal);
                while (field.Step(1000) == Outcome.Working) {
                }
                var bytes = new List<byte>();
                var place = field.Next((0, 0));
                bytes.AddRange(BitConverter.GetBytes(0u));
                while (place.HasValue) {
                    bytes.AddRange(BitConverter.GetBytes(mud.Cell(place.Value)));
                    place = field.Next(place.Value);
                }
                Console.WriteLine("field " + field.Cost((0, 0)) + " " + Hash.Of(bytes.ToArray()).ToString("x16"));
            }
        }
    }

    private static void WalkDatabase(Map map)
    {
        byte[] saved;
        using (var built = new Navigator(map, "dba(sector=8)")) {
            saved = built.Save();
        }
        Console.WriteLine("database " + saved.Length + " " + Hash.Of(saved).ToString("x16"));
        using (var opened = new Navigator(map.Space, saved))
        using (var agent = new Agent(opened)) {
            agent.Begin((0, 0), Goal);
            agent.Run();
            Print("opened", agent.Path());
            map.Fill(8, 8, 10, 10, 0);
            Expect(!opened.IsCurrent, "an edit leaves a database behind");
            opened.Favour((31, 31));
            while (!opened.Repair(100)) {
            }
            agent.Begin((0, 0), Goal);
            agent.Run();
            Print("repaired", agent.Path());
        }
        ExpectFailure("another map", () => new Navigator(map.Space, saved));
        ExpectFailure("malformed", () => new Navigator(map.Space, new byte[100]));
    }

    private static void WalkWorld(Map map)
    {
        using (var world = new World(map, 16)) {
            var units = new List<ulong>();
            for (uint cell = 0; units.Count < 16; cell++) {
                var (x, y) = map.Place(cell);
                if (map[x, y] > 0) {
                    units.Add(world.Add((x, y)));
                }
            }
            world.Order(units.ToArray(), Order.Go(Goal));
            for (int frame = 0; frame < 60; frame++) {
                world.Frame(2000);
            }
            int arrived = 0;
            while (world.NextEvent(out WorldEvent taken)) {
                arrived += taken.Kind == WorldEventKind.Arrived ? 1 : 0;
            }
            Console.WriteLine("world " + arrived + " " + world.Hash().ToString("x16"));
            world.Remove(units[0]);
            Expect(!world.Unit(units[0]).HasValue && world.Count == 15, "a unit that was removed is gone");
            int seen = 0;
            foreach (UnitView view in world.Units()) {
                seen += map[view.Place.X, view.Place.Y] > 0 ? 1 : 0;
            }
            Expect(seen == 15, "all others are there");
        }
    }

    private static void TryWorld()
    {
        var map = new Map(24, 24);
        uint heavy = map.AddProfile(unitSize: 2);
        var world = new World(map, 8, new[] { new UnitKind { Size = 1 }, new UnitKind { Profile = heavy } },
                              new[] { new Team(), new Team { Fog = true, Sight = 4 } }, true);
        map.Dispose(); // borrowed by the world
        ulong scout = world.Add((2, 2)), tank = world.Add((10, 10), 1, 1);
        world.Order(new[] { scout }, Order.Go((20, 2)));
        world.Fill(10, 0, 1, 5, 0);
        for (int frame = 0; frame < 60; frame++) {
            world.Frame(2000);
        }
        Expect(world.Unit(scout).Value.Place.Equals((20, 2)), "a unit walks round a new wall");
        Expect(world.Unit(tank).Value.Size == 2 && world.Unit(tank).Value.Team == 1, "kinds and teams");
        world.Dispose();
    }

    private static void TryErrors()
    {
        var map = new Map(12, 12);
        map.Fill(4, 4, 4, 4, 0);
        ExpectFailure("4, 6 or 8 neighbours, not 5", () => new Map(4, 4, null, 5));
        ExpectFailure("from 1 to 65535, not -3", () => new Map(-3, 4));
        ExpectFailure("from 1 to 2, not 5", () => map.Fill(10, 0, 5, 1, 0));
        ExpectFailure("not 17", () => map.AddProfile(unitSize: 17));
        ExpectFailure("nosuch", () => map.Find((0, 0), (1, 1), "nosuch"));
        ExpectFailure("nosuch", () => new World(map, 4, algorithm: "nosuch"));
        ExpectFailure("from 1 to 4096, not 5000", () => new Map(4, 4, costs: (5000u, 1u)));
        ExpectFailure("no profile 7", () => new Space(map, 7));
        ExpectFailure("no profile 7", () => map.AddLink((0, 0), (9, 9), 5, false, 7));
        ExpectFailure("to itself", () => map.AddLink((0, 0), (0, 0), 5));
        ExpectFailure("a number of goals is from 1", () => new Field(map).Begin());
        ExpectFailure("4 neighbours, not 8", () => map.Solve(new List<(int X, int Y)>(), new List<(int X, int Y)>()));
        ExpectFailure("a number of kinds is from 1 to 16, not 0", () => new World(map, 4, new UnitKind[0]));
        var plan = new Navigator(map, "dstarlite");
        ExpectFailure("begin one", () => new Agent(plan).Advance(1));
        ExpectFailure("begin one", () => new Agent(plan).Retarget((1, 1)));
        ExpectFailure("begin one", () => new Walker(plan).Retarget((1, 1)));
        ExpectFailure("dstarlite", () => plan.Save());
        ExpectFailure("dstarlite", () => plan.Favour((1, 1)));
        ExpectFailure("another map than the belief's", () => new Walker(plan, new Belief(map)));
        ExpectFailure("from 1 to 64, not 65", () => new World(map, 4, framesPerTick: 65));
        ExpectFailure("1 weights for", () => new Belief(map, known: new byte[1]));
        ExpectFailure("has not begun", () => Console.Write(new Walker(new Navigator(map)).Place));
        var danger = new Penalties(map);
        danger.Dispose();
        ExpectFailure("Penalties", () => Console.Write(danger[0, 0]));
        var known = new Belief(map);
        known.Look(5, (0, 0), 1);
        ExpectFailure("never goes back", () => known.Look(4, (0, 0), 1));
        ExpectFailure("another map", () => known.Share(new Belief(new Map(3, 3))));
        ExpectFailure("not 65", () => new World(map, 4, null, new[] { new Team { Sight = 65 } }));
        using (var world = new World(map, 4)) {
            ulong unit = world.Add((0, 0));
            ExpectFailure("World.Fill", () => map[1, 1] = 0);
            ExpectFailure("World.AddLink", () => map.AddLink((0, 0), (9, 9), 5));
            ExpectFailure("one to a map", () => new World(map, 4));
            ExpectFailure("there is a wall", () => world.Add((5, 5)));
            ExpectFailure("stands on", () => world.Add((0, 0)));
            ExpectFailure("no kind 3", () => world.Add((1, 0), 3));
            ExpectFailure("no unit 77", () => world.Order(new ulong[] { 77 }, Order.Go((3, 3))));
            ExpectFailure("to Go needs a Place", () => world.Order(new[] { unit }, new Order { Kind = OrderKind.Go }));
            ExpectFailure("needs a Target", () => world.Order(new[] { unit }, new Order { Kind = OrderKind.Follow }));
            ExpectFailure("no unit 77", () => world.Order(new[] { unit }, new Order { Kind = OrderKind.Flee, Target = 77 }));
            Order go = Order.Go((3, 3));
            go.Kind = (OrderKind)8;
            ExpectFailure("Kind is from 0 to 7, not 8", () => world.Order(new[] { unit }, go));
            go = new Order { Kind = OrderKind.Go, Place = (3, 3), Formation = (Formation)4 };
            ExpectFailure("Formation is from 0 to 3, not 4", () => world.Order(new[] { unit }, go));
            go = new Order { Kind = OrderKind.Go, Place = (3, 3), Urgency = (Urgency)(-1) };
            ExpectFailure("Urgency is from 0 to 3, not -1", () => world.Order(new[] { unit }, go));
            ExpectFailure("team is from 0 to 0, not 1", () => world.Knows(1, (0, 0)));
            world.Fill(1, 1, 1, 1, 0);
            world.AddLink((0, 0), (9, 9), 500);
            world.Order(new[] { unit }, Order.Go((11, 11)));
            world.Frame(1000);
            using (World again = World.Restore(world.Save())) {
                again.Frame(1000);
                world.Frame(1000);
                Expect(again.Hash() == world.Hash() && again.Map[1, 1] == 0, "a restored world is the same");
                ExpectFailure("World.Fill", () => again.Map[1, 1] = 1);
            }
        }
        map[1, 1] = 1;
    }

    private static void TryLayers()
    {
        var four = new Map(9, 9, null, 4);
        Expect(new Map(9, 9, costs: (10u, 14u)).Find((0, 0), (8, 0)).Cost == 80, "costs of steps");
        Expect(four.Find((0, 0), (8, 8)).Cost == 16, "four neighbours");
        Expect(new Map(2, 2, new byte[] { 1, 0, 0, 1 }, 8, Corners.Any).Find((0, 0), (1, 1)).Cost == 577, "corners");
        uint[][] plan = four.Solve(new List<(int X, int Y)> { (0, 0), (8, 8) }, new List<(int X, int Y)> { (8, 8), (0, 0) });
        Expect(plan[plan.Length - 1][0] == 80 && plan[0][1] == 80, "two units swap places");
        var map = new Map(12, 12);
        map.Fill(4, 4, 4, 4, 0);
        Expect(map.NearestPassable((5, 5)).HasValue && !map.Sees((0, 5), (11, 5)), "what is near and seen");
        Path path = map.Find((0, 5), (11, 5));
        Expect(map.Smooth(path, Smoothing.AnyAngle).Cells.Length <= path.Cells.Length, "smoothing");
        Expect(map.Smooth(path, Smoothing.AnyAngle).Cost == uint.MaxValue, "turning points have no cost");
        Path smoothed = map.Smooth(path, Smoothing.Rays);
        Expect(smoothed.Cost == map.Check(smoothed), "the cost of what was smoothed");
        var wide = new Map(64, 64);
        Path far = wide.Find((0, 0), (63, 63));
        ExpectFailure("not 195", () => map.Length(far));
        ExpectFailure("from 0 to 143, not 144", () => map.Place(144));
        ExpectFailure("another map", () => map.Find((0, 0), (1, 1), "astar", new Penalties(wide)));
        Expect(Map.Parse(four.Text(), 4, costs: (10u, 0u)).Costs.Straight == 10, "a map that is read has costs, too");
        var known = new Belief(map);
        using (var walker = new Walker(new Navigator(known.Map.Space, "dstarlite"), known, 2, foresight: 4)) {
            walker.Begin((0, 5), (11, 5));
            while (walker.Step(500) == Outcome.Working) {
            }
            Expect(walker.Place.Equals((11, 5)) && known.Seen((0, 5)) > 0, "a walk in the fog");
        }
        using (var belief = new Belief(map)) {
            Expect(belief.Map[5, 5] == 1 && belief.Look(1, (3, 5), 4) > 0 && belief.Map[5, 5] == 0, "a belief");
        }
        var other = new Belief(map);
        other.Look(2, (11, 11), 0);
        Expect(known.Seen((11, 11)) == 0 && known.Share(other) == 0 && known.Seen((11, 11)) == 2, "shared");
        using (var field = new Field(map)) {
            field.Begin((0, 0));
            while (field.Step(1000) == Outcome.Working) {
            }
            Expect(field.Costs()[11] == field.Cost((11, 0)) && field.Costs()[5 * 12 + 5] == uint.MaxValue, "costs");
        }
    }

    /// <summary>Goals of every kind; paths that are checked, measured and bent.</summary>
    private static void TryTrips()
    {
        var map = new Map(20, 20);
        map.Fill(10, 0, 1, 19, 0);
        using (var navigator = new Navigator(map, "astar"))
        using (var agent = new Agent(navigator)) {
            agent.Begin((0, 0), (19, 0));
            Expect(agent.Run() == Outcome.Found && agent.Bound == 1 && agent.Expansions > 20, "a trip");
            Path path = agent.Path();
            Expect(map.Check(path) == path.Cost && map.Length(path) >= 36, "checked and measured");
            Expect(map.Curve(path, 8).Count > map.Curve(path, 1).Count, "bent");
            agent.BeginAny((0, 0), (5, 5), (2, 2));
            Expect(agent.Run() == Outcome.Found && agent.Path().Cost == 2 * 577, "the cheapest of some");
            agent.BeginBeside((0, 0), (5, 0));
            Expect(agent.Run() == Outcome.Found && agent.Path().Cost == 4 * 408, "beside a place");
            agent.BeginWithin((0, 0), (5, 0), 408);
            Expect(agent.Run() == Outcome.Found && agent.Path().Cost == 4 * 408, "within a range");
            agent.Begin((0, 0), (19, 0), partial: true, limit: 5);
            Expect(agent.Run() == Outcome.Limit, "a limit");
            uint[,] costs = agent.Distances(new List<(int X, int Y)> { (0, 0), (0, 1) },
                                            new List<(int X, int Y)> { (1, 0), (5, 0), (10, 0) });
            Expect(costs[0, 0] == 408 && costs[0, 1] == 5 * 408 && costs[0, 2] == uint.MaxValue, "distances");
            map.Fill(10, 19, 1, 1, 0);
            Expect(map.Check(path) == null, "a wall is on the path");
            Expect(navigator.Choice.Algorithm == "astar", "a choice");
        }
        ExpectFailure("no profile 7", () => map.Reachable((0, 0), (1, 1), 7));
        using (var field = new Field(map)) {
            field.BeginWithin(2000, (0, 0));
            Expect(field.Run() == Outcome.Found && field.Cost((1, 0)) == 408 && field.Cost((9, 0)) == null, "a limit");
        }
    }

    /// <summary>Floors with a ladder between two; they outlive a save.</summary>
    private static void TryFloors()
    {
        var house = new Map(8, 4, floors: 3);
        var attic = house.On(2, 7, 3);
        Expect(house.Height == 14 && house[0, 4] == 0 && house.Floor(attic) == 2, "floors");
        Expect(!house.Reachable((0, 0), attic), "no way up");
        house.AddLink((7, 3), house.On(1, 7, 3), 900, true);
        house.AddLink(house.On(1, 0, 0), house.On(2, 0, 0), 900);
        Expect(house.Find((0, 0), attic).Outcome == Outcome.Found, "a way up");
        using (var world = new World(house, 1))
        using (World again = World.Restore(world.Save())) {
            Expect(again.Map.Floors == 3 && again.Map.Rows == 4, "floors are saved");
        }
        ExpectFailure("from 0 to 2, not 3", () => house.On(3, 0, 0));
    }

    private static void TryMesh()
    {
        var map = new Map(20, 20);
        map.Fill(10, 0, 1, 10, 0);
        using (var mesh = new Mesh(map, tile: 8)) {
            var way = mesh.Find((0.5, 0.5), (19.5, 0.5));
            Expect(way.Count == 4 && way[1].Equals((10.0, 10.0)) && way[2].Equals((11.0, 10.0)), "around the wall");
            Expect(mesh.Contains((0.5, 0.5)) && !mesh.Contains((10.5, 0.5)) && mesh.Polygons > 2, "polygons");
            map.Fill(10, 10, 1, 10, 0);
            while (!mesh.Repair(1000)) {
            }
            Expect(mesh.IsCurrent && mesh.Find((0.5, 0.5), (19.5, 0.5)).Count == 0, "repaired");
            ExpectFailure("(-1, 0) is not on the mesh", () => mesh.Find((-1, 0), (1, 1)));
            ExpectFailure("(10.5, 5.5) is not on the mesh", () => mesh.Find((10.5, 5.5), (1, 1)));
            ExpectFailure("within a million cells", () => mesh.Contains((double.NaN, 0)));
        }
        var points = new List<(double X, double Y)> { (0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (0.0, 4.0), (8.0, 4.0) };
        using (var two = new Mesh(points, new[] { new uint[] { 0, 1, 2, 3 }, new uint[] { 1, 4, 2 } })) {
            Expect(two.Polygons == 2 && two.Polygon(1).Count == 3 && two.Contains((1, 1)), "one's own polygons");
            Expect(two.Find((0, 4), (8, 4))[1].Equals((8.0, 4.0)) || two.Find((0, 4), (8, 4)).Count > 2, "over both");
            using (Mesh read = Mesh.Parse(two.Text())) {
                Expect(read.Text() == two.Text(), "read again");
            }
            ExpectFailure("not 2", () => two.Polygon(2));
            ExpectFailure("a corner is from 0 to 4, not 9", () => new Mesh(points, new[] { new uint[] { 0, 1, 9 } }));
        }
        ExpectFailure("waymark-mesh 2", () => Mesh.Parse("waymark-mesh 2"));
    }

    private static void TryAvoider()
    {
        using (var avoider = new Avoider(2, 20)) {
            var discs = new[] { new Mover { WishX = 0.1, Radius = 0.4, Speed = 0.1 },
                                new Mover { X = 5, WishX = -0.1, Radius = 0.4, Speed = 0.1 } };
            for (int tick = 0; tick < 80; tick++) {
                avoider.Step(discs, (-9, 3, 9, 3));
                Expect(Math.Abs(discs[0].X - discs[1].X) + Math.Abs(discs[0].Y - discs[1].Y) > 0.7, "apart");
            }
            Expect(discs[0].X > 4 && discs[1].X < 1, "past each other");
            ExpectFailure("0 to 2, not 3", () => avoider.Step(new Mover[3]));
            ExpectFailure("Radius is from", () => avoider.Step(new Mover[1]));
        }
    }

    // What a map says of itself, and a trip.
    private static void TryViews()
    {
        var map = new Map(12, 6, null, 4);
        map.Fill(5, 0, 1, 5, 0);
        map.AddLink((0, 0), (11, 0), 7);
        Expect(map.Neighbours == 4 && map.Corners == Corners.Strict && map.Revision > 0 && map.Costs.Straight == 1, "rules");
        Expect(map.Weight((5, 0)) == 0 && map.Clearance((0, 0)) == 5 && map.Distance((2, 0), (4, 0)) == 2, "ground");
        foreach (var link in map.Links()) {
            Expect(link.From.Equals((0, 0)) && link.To.Equals((11, 0)) && link.Cost == 7, "a link");
        }
        using (Map read = Map.Parse(map.Text(), 4)) {
            Expect(read.Width == 12 && read[5, 0] == 0 && read.Hash() == map.Hash(), "read again");
        }
        ExpectFailure("line 1", () => Map.Parse("type\n"));
        using (var agent = new Agent(new Navigator(map, "astar"))) {
            agent.Begin((1, 0), (9, 0));
            Expect(agent.Run() == Outcome.Found && agent.Holds() && agent.Goal.Equals((9, 0)), "a trip");
            Expect(agent.Waypoints()[agent.Waypoints().Count - 1].Equals((9, 0)), "waypoints");
            var starts = new List<(int X, int Y)>();
            var goals = new List<(int X, int Y)>();
            for (int i = 0; i < 1000; i++) {
                starts.Add((1, i % 6));
                goals.Add((9, i % 5));
            }
            Path[] paths = agent.Trips(starts, goals);
            for (int i = 0; i < paths.Length; i++) {
                Expect(paths[i].Outcome == Outcome.Found && map.Place(paths[i].Cells[0]).Equals(starts[i])
                       && map.Place(paths[i].Cells[paths[i].Cells.Length - 1]).Equals(goals[i]), "many trips");
            }
            ExpectFailure("no trip to park", () => agent.Park());
        }
        using (var roads = new Navigator(new Map(40, 40), "dba(sector=8)"))
        using (var driver = new Agent(roads))
        using (var later = new Agent(roads)) {
            driver.Begin((1, 0), (39, 30));
            Expect(driver.Step(roads.Lookahead) == Outcome.Working, "on the way");
            later.Resume(driver.Park());
            Expect(later.Run() == Outcome.Found && driver.Run() == Outcome.Found, "resumed");
        }
        using (var chaser = new Agent(new Navigator(new Map(40, 40), "dstarlite"))) {
            chaser.SetHorizon(5);
            chaser.Begin((0, 0), (39, 0));
            Expect(chaser.Run() == Outcome.Found && chaser.Path().Cells.Length == 6, "a horizon");
        }
        using (var field = new Field(map)) {
            field.Begin((0, 0));
            Expect(field.Run() == Outcome.Found && field.Cells()[0] == 0, "cells of a field");
        }
        var squad = new Map(8, 8, null, 4).Solve(new List<(int X, int Y)> { (0, 0), (7, 7) },
            new List<(int X, int Y)> { (7, 7), (0, 0) }, 0, 1000000);
        Expect(squad != null && squad[squad.Length - 1][0] == 63, "a better plan");
        using (var world = new World(new Map(16, 16), 2, null, new[] { new Team { Fog = true, Sight = 2 } })) {
            world.Add((3, 3));
            Expect(world.TeamMap(0)[3, 3] == 1 && Algorithms.Version.Length > 4, "what a team knows");
            ExpectFailure("World.Fill", () => world.TeamMap(0).Fill(0, 0, 1, 1, 0));
        }
    }

    private static void TryReplay()
    {
        byte[] bytes;
        ulong hash;
        using (var world = new World(new Map(24, 24), 4)) {
            ulong unit = world.Add((0, 0));
            Record record = world.Record();
            ExpectFailure("being recorded", () => world.Record());
            world.Order(new[] { unit }, Order.Go((20, 20)));
            for (int frame = 0; frame < 50; frame++) {
                world.Frame(1000);
                GC.Collect();
            }
            Expect(world.UnitOn((20, 20)) == unit && world.Knows(0, (0, 0)) && world.Tick == 50, "it arrives");
            bytes = record.Stop();
            ExpectFailure("has ended", () => record.Stop());
            hash = world.Hash();
        }
        using (var replay = new Replay(bytes)) {
            int frames = 0;
            for (bool same; replay.Frame(out same); frames++) {
                Expect(same, "each frame is the recorded one");
                ExpectFailure("is to look at", () => replay.World.Fill(3, 3, 1, 1, 0));
                ExpectFailure("is to look at", () => replay.World.Add((9, 9)));
                ExpectFailure("is to look at", () => replay.World.Order(new ulong[0], new Order()));
                ExpectFailure("is to look at", () => replay.World.Frame(9));
                ExpectFailure("is to look at", () => replay.World.Record());
            }
            Expect(frames == 50 && replay.World.Hash() == hash && replay.World.Units().Length == 1, "played again");
        }
        ExpectFailure("", () => new Replay(new byte[9]));
    }

    private static int Main()
    {
        using (var map = new Map(32, 32, Pillars(32))) {
            foreach (string name in Algorithms.Names()) {
                try {
                    Path path = map.Find((0, 0), Goal, name);
                    if (path.Outcome == Outcome.Limit) {
                        Console.WriteLine(name + " gave up");
                    } else {
                        Print(name, path);
                    }
                } catch (WaymarkException error) when (error.Status == "UNSUPPORTED") {
                    Console.WriteLine(name + " unsupported");
                }
            }
            WalkGround();
            WalkDatabase(map);
            WalkWorld(map);
            ExpectFailure("nosuch", () => new Navigator(map, "nosuch"));
            ExpectFailure("sector", () => new Navigator(map, "dba(sector=1000)"));
            ExpectFailure("outside the map", () => map.Find((0, 0), (32, 0)));
            ExpectFailure("weights for", () => new Map(4, 4, new byte[3]));
        }
        TryHandles();
        TryWorld();
        TryErrors();
        TryLayers();
        TryTrips();
        TryFloors();
        TryMesh();
        TryAvoider();
        TryViews();
        TryReplay();
        for (int round = 0; round < 50; round++) {
            var unit = new Agent(new Navigator(new Map(16, 16), "jps"));
            unit.Begin((0, 0), (15, 15));
            GC.Collect();
            Expect(unit.Run() == Outcome.Found, "nothing is collected too early");
        }
        GC.Collect();
        GC.WaitForPendingFinalizers();
        return failures > 0 ? 1 : 0;
    }
}
