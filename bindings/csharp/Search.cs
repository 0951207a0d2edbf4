// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Searches for C# and Unity: what is prepared for a map, trips a little per frame, units that walk, and
// fields that lead crowds.
using System;
using System.Collections.Generic;
using System.Runtime.InteropServices;

namespace Waymark
{
    /// <summary>An algorithm prepared for a map, such as "jps" or "dba(sector=16)".</summary>
    public sealed unsafe class Navigator : Handle
    {
        public Map Map { get; }

        private readonly IntPtr saved;

        public Navigator(Map map, string algorithm = "auto") : this(map.Space, algorithm)
        {
        }

        public Navigator(Space space, string algorithm = "auto") : this(space, space.For(algorithm), algorithm)
        {
        }

        private Navigator(Space space, Space walked, string algorithm) : base(walked)
        {
            Map = space.Map;
            fixed (byte* name = System.Text.Encoding.UTF8.GetBytes(algorithm + "\0")) {
                Make(new Native.NavigatorConfig { space = walked.Pointer, algorithm = name }, 0);
            }
            if (walked != space) {
                walked.Dispose(); // from here on kept by what borrows it
            }
        }

        /// <summary>A navigator of what Save gave.</summary>
        public Navigator(Space space, byte[] database) : base(space)
        {
            Map = space.Map;
            saved = Marshal.AllocHGlobal(database.Length + 8);
            Marshal.Copy(database, 0, saved, database.Length);
            Make(new Native.NavigatorConfig { space = space.Pointer }, database.Length);
        }

        private void Make(Native.NavigatorConfig config, int size)
        {
            var problem = new Native.Problem();
            IntPtr made;
            config.problem = &problem;
            int status = saved == IntPtr.Zero ? Native.way_navigator_create(&config, &made)
                : Native.way_navigator_open(&config, (void*)saved, (UIntPtr)size, &made);
            if (status != 0) {
                Marshal.FreeHGlobal(saved);
            }
            Native.Check(status, Native.Text(problem.text));
            Hold(made);
        }

        internal override void Destroy(IntPtr pointer)
        {
            Native.way_navigator_destroy(pointer);
            Marshal.FreeHGlobal(saved);
        }

        /// <summary>The database, to be kept in a file.</summary>
        public byte[] Save()
        {
            Native.Database database;
            Native.Check(Native.way_navigator_save(Pointer, null, &database), Choice.Algorithm);
            var bytes = new byte[(int)database.size];
            Marshal.Copy((IntPtr)database.bytes, bytes, 0, bytes.Length);
            Native.way_database_free(&database);
            return bytes;
        }

        /// <summary>The algorithm, and in words why it was chosen.</summary>
        public (string Algorithm, string Reason) Choice
        {
            get
            {
                Native.Choice choice = Native.way_navigator_choice(Pointer);
                return (Native.Text(choice.algorithm), Native.Text(choice.reason));
            }
        }

        /// <summary>The most expansions between two moves of a real-time search, after which its trips can
        /// be parked; 0 for others.</summary>
        public uint Lookahead => Native.way_navigator_lookahead(Pointer);

        /// <summary>Whether the database knows of all edits.</summary>
        public bool IsCurrent => Native.way_navigator_is_current(Pointer) != 0;

        /// <summary>Brings a database up to date with edits; true when it is.</summary>
        public bool Repair(uint budget)
        {
            byte done = 0;
            Native.Check(Native.way_navigator_repair(Pointer, budget, &done), Choice.Algorithm);
            return done != 0;
        }

        /// <summary>Repairs begin around these places, up to 32, until told otherwise.</summary>
        public void Favour(params (int X, int Y)[] places)
        {
            Native.Within(places.Length, "a number of places", 0, 32);
            fixed (uint* cells = Array.ConvertAll(places, place => Map.Cell(place))) {
                Native.Check(Native.way_navigator_favour(Pointer, cells, (uint)places.Length), Choice.Algorithm);
            }
        }
    }

    /// <summary>One trip at a time, planned a little per frame.</summary>
    public sealed unsafe class Agent : Handle
    {
        private readonly Map map;

        public Agent(Navigator navigator) : base(navigator)
        {
            map = navigator.Map;
            var config = new Native.AgentConfig { navigator = navigator.Pointer };
            IntPtr made;
            Native.Check(Native.way_agent_create(&config, &made));
            Hold(made);
        }

        internal override void Destroy(IntPtr pointer) => Native.way_agent_destroy(pointer);

        /// <summary>Starts a trip; as near as possible with `nearest`, towards the goal with
        /// `partial`, where the search gives up after `limit` expansions.</summary>
        public void Begin((int X, int Y) from, (int X, int Y) to, bool nearest = false, bool partial = false, ulong limit = 0) =>
            Begin(new Native.Trip { start = map.Cell(from), goal = map.Cell(to),
                fall_back_to_nearest = (byte)(nearest ? 1 : 0), partial = (byte)(partial ? 1 : 0), expansion_limit = limit });

        /// <summary>To where the estimate to the goal is at most `range`.</summary>
        public void BeginWithin((int X, int Y) from, (int X, int Y) to, uint range) =>
            Begin(new Native.Trip { start = map.Cell(from), goal = map.Cell(to), mode = (int)GoalMode.Range, range = range });

        /// <summary>To one step from the goal, which may be blocked.</summary>
        public void BeginBeside((int X, int Y) from, (int X, int Y) to) =>
            Begin(new Native.Trip { start = map.Cell(from), goal = map.Cell(to), mode = (int)GoalMode.Adjacent });

        /// <summary>To the cheapest of some goals.</summary>
        public void BeginAny((int X, int Y) from, params (int X, int Y)[] goals)
        {
            Native.Within(goals.Length, "a number of goals", 1, Native.None);
            fixed (uint* cells = Array.ConvertAll(goals, goal => map.Cell(goal))) {
                Begin(new Native.Trip { start = map.Cell(from), mode = (int)GoalMode.AnyOf, goals = cells,
                    goal_count = (uint)goals.Length });
            }
        }

        private void Begin(Native.Trip trip) => Native.Check(Native.way_agent_begin(Pointer, &trip));

        public void Cancel() => Native.way_agent_cancel(Pointer);

        /// <summary>Moves along the path, which starts at the new place from then on.</summary>
        public void Advance(uint moves = 1) => Native.GoOn(Native.way_agent_advance(Pointer, moves));

        /// <summary>Tells an incremental search of places that changed.</summary>
        public void Notify(params (int X, int Y)[] places)
        {
            fixed (uint* cells = Array.ConvertAll(places, place => map.Cell(place))) {
                Native.GoOn(Native.way_agent_notify(Pointer, cells, (uint)places.Length));
            }
        }

        public (int X, int Y)? Place => map.PlaceOrNull(Native.way_agent_position(Pointer));

        /// <summary>The path costs at most this many times the best; null if nothing is proven.</summary>
        public double? Bound
        {
            get
            {
                uint bound = Native.way_agent_bound_thousandths(Pointer);
                return bound == Native.None ? (double?)null : bound / 1000.0;
            }
        }

        /// <summary>The goal in force: the one asked for, its replacement, or the one that was reached.</summary>
        public (int X, int Y)? Goal => map.PlaceOrNull(Native.way_agent_goal(Pointer));

        /// <summary>How many moves ahead an incremental search lays out its path; 0 = all the way.</summary>
        public void SetHorizon(uint moves) => Native.way_agent_set_horizon(Pointer, moves);

        /// <summary>Whether the path is still legal, from one of its moves on.</summary>
        public bool Holds(uint from = 0) => Native.way_agent_path_holds(Pointer, from) != 0;

        /// <summary>The ends of the straight stretches of the path, after its start.</summary>
        public List<(int X, int Y)> Waypoints()
        {
            uint count;
            Native.Segment* stretches = Native.way_agent_segments(Pointer, &count);
            var ends = new List<(int X, int Y)>();
            for (uint i = 0; i < count; i++) {
                ends.Add(map.Place(stretches[i].to));
            }
            return ends;
        }

        /// <summary>What it takes to go on with the trip, which Resume takes.</summary>
        public byte[] Park()
        {
            var bytes = new byte[65536];
            UIntPtr size;
            fixed (byte* room = bytes) {
                Native.Check(Native.way_agent_park(Pointer, room, (UIntPtr)bytes.Length, &size),
                             "no trip to park, or in the middle of a look-ahead");
            }
            Array.Resize(ref bytes, (int)size);
            return bytes;
        }

        public void Resume(byte[] parked)
        {
            fixed (byte* bytes = parked) {
                Native.Check(Native.way_agent_resume(Pointer, bytes, (UIntPtr)parked.Length));
            }
        }

        /// <summary>Makes many trips, from each of some places to the one beside it, in few calls of the
        /// library; a path for each.</summary>
        public Path[] Trips(IList<(int X, int Y)> from, IList<(int X, int Y)> to)
        {
            if (from.Count != to.Count) {
                throw new ArgumentException(from.Count + " starts for " + to.Count + " goals");
            }
            var trips = new Native.Trip[from.Count + 1];
            for (int i = 0; i < from.Count; i++) {
                trips[i] = new Native.Trip { start = map.Cell(from[i]), goal = map.Cell(to[i]) };
            }
            var answers = new Native.Answer[trips.Length];
            var paths = new Path[from.Count];
            fixed (Native.Trip* asked = trips)
            fixed (Native.Answer* given = answers) {
                for (uint done = 0, room = (uint)(64 * from.Count + 65536); done < paths.Length; room *= 2) {
                    uint answered, used = 0;
                    fixed (uint* cells = new uint[room]) {
                        Native.Check(Native.way_agent_trips(Pointer, asked + done, (uint)paths.Length - done, given + done,
                                                            cells, (UIntPtr)room, &answered));
                        for (uint end = done + answered; done < end; done++) {
                            Native.Answer answer = given[done];
                            paths[done] = new Path((Outcome)answer.outcome, answer.cost, cells + used, answer.count);
                            used += answer.count;
                        }
                    }
                }
            }
            return paths;
        }

        public ulong Expansions => Native.way_agent_stats(Pointer).expansions;

        /// <summary>What trips from each of some places to each of others cost; uint.MaxValue where there
        /// is no way.</summary>
        public uint[,] Distances(IList<(int X, int Y)> from, IList<(int X, int Y)> to)
        {
            var costs = new uint[from.Count, to.Count];
            fixed (uint* first = map.Cells(from))
            fixed (uint* last = map.Cells(to))
            fixed (uint* table = costs) {
                var question = new Native.Distances {
                    from = first, from_count = (uint)from.Count, to = last, to_count = (uint)to.Count };
                Native.Check(Native.way_agent_distances(Pointer, &question, table));
            }
            return costs;
        }

        /// <summary>Works for up to `budget` expansions: Working while there is more to do.</summary>
        public Outcome Step(uint budget) => (Outcome)Native.way_agent_step(Pointer, budget);

        public Outcome Run() => (Outcome)Native.way_agent_run(Pointer);

        /// <summary>Gives the trip another goal.</summary>
        public void Retarget((int X, int Y) goal) =>
            Native.GoOn(Native.way_agent_retarget(Pointer, map.Cell(goal)));

        public Path Path()
        {
            uint count = 0;
            uint* states = Native.way_agent_path(Pointer, &count);
            return new Path((Outcome)Native.way_agent_outcome(Pointer), Native.way_agent_cost(Pointer),
                            states, count);
        }
    }

    /// <summary>A unit that walks: notices edits, plans again, moves. With a belief, on whose map the
    /// navigator plans, it looks around from wherever it is. With `foresight`, what breaks its plan farther
    /// ahead than so many moves is seen to when it has come that near: far fewer plans, not always the
    /// best.</summary>
    public sealed unsafe class Walker : Handle
    {
        private readonly Map map;

        public Walker(Navigator navigator, Belief belief = null, uint radius = 8, bool sight = false,
                      uint foresight = 0) : base(navigator)
        {
            map = navigator.Map;
            var config = new Native.WalkerConfig { navigator = navigator.Pointer, foresight = foresight };
            if (belief != null && belief.Map != map) {
                throw new ArgumentException("the navigator plans on another map than the belief's");
            }
            if (belief != null) {
                config.belief = belief.Pointer;
                config.sensor = new Native.Sensor { radius = Native.Within(radius, "radius", 0, 64),
                                                    line_of_sight = (byte)(sight ? 1 : 0) };
            }
            IntPtr made;
            Native.Check(Native.way_walker_create(&config, &made));
            Hold(made);
        }

        internal override void Destroy(IntPtr pointer) => Native.way_walker_destroy(pointer);

        public void Begin((int X, int Y) from, (int X, int Y) to) =>
            Native.Check(Native.way_walker_begin(Pointer, map.Cell(from), map.Cell(to)));

        public void Retarget((int X, int Y) goal) =>
            Native.GoOn(Native.way_walker_retarget(Pointer, map.Cell(goal)));

        /// <summary>Plans for up to `budget` expansions and, once a plan is ready, makes one
        /// move.</summary>
        public Outcome Step(uint budget) => (Outcome)Native.way_walker_step(Pointer, budget);

        public (int X, int Y) Place =>
            map.PlaceOrNull(Native.way_walker_state(Pointer)) ?? throw new InvalidOperationException("this walker has not begun");

        /// <summary>How the walk stands or ended.</summary>
        public Outcome Outcome => (Outcome)Native.way_walker_outcome(Pointer);

        /// <summary>What it costs to walk: moves, their cost, plans made, changes that it was told of.</summary>
        public (ulong Moves, ulong Cost, ulong Plans, ulong Changes) Walk
        {
            get
            {
                Native.Walk walk = Native.way_walker_walk(Pointer);
                return (walk.moves, walk.cost, walk.plans, walk.changes);
            }
        }
    }

    /// <summary>Costs and next steps to some goals from everywhere: for crowds.</summary>
    public sealed unsafe class Field : Handle
    {
        private readonly Map map;

        public Field(Map map) : this(map.Space)
        {
        }

        /// <summary>Costs to the goals, or from them if not `backward`: for ranges.</summary>
        public Field(Space space, bool backward = true) : base(space)
        {
            map = space.Map;
            var config = new Native.FieldConfig { space = space.Pointer, backward = (byte)(backward ? 1 : 0) };
            IntPtr made;
            Native.Check(Native.way_field_create(&config, &made));
            Hold(made);
        }

        internal override void Destroy(IntPtr pointer) => Native.way_field_destroy(pointer);

        public void Begin(params (int X, int Y)[] goals) =>
            Begin(Array.ConvertAll(goals, goal => map.Cell(goal)), Native.None);

        /// <summary>Leaves cells out that cost more than a limit.</summary>
        public void BeginWithin(uint limit, params (int X, int Y)[] goals) =>
            Begin(Array.ConvertAll(goals, goal => map.Cell(goal)), limit);

        private void Begin(uint[] cells, uint limit)
        {
            Native.Within(cells.Length, "a number of goals", 1, Native.None);
            fixed (uint* sources = cells) {
                Native.Check(Native.way_field_begin(Pointer, sources, (uint)cells.Length, limit));
            }
        }

        /// <summary>Settles all cells.</summary>
        public Outcome Run() => (Outcome)Native.way_field_run(Pointer);

        public Outcome Step(uint budget) => (Outcome)Native.way_field_step(Pointer, budget);

        /// <summary>The cells that were reached, cheapest first.</summary>
        public uint[] Cells()
        {
            uint count;
            uint* states = Native.way_field_states(Pointer, &count);
            return new Path(Outcome.Found, 0, states, count).Cells;
        }

        /// <summary>The costs of all cells, row by row; uint.MaxValue where there is no way.</summary>
        public uint[] Costs()
        {
            var costs = new uint[map.Width * map.Height];
            fixed (uint* first = costs) {
                Native.way_field_costs(Pointer, first, (uint)costs.Length);
            }
            return costs;
        }

        /// <summary>Null where there is no way.</summary>
        public uint? Cost((int X, int Y) place)
        {
            uint cost = Native.way_field_cost(Pointer, map.Cell(place));
            return cost == Native.None ? (uint?)null : cost;
        }

        /// <summary>Null at a goal or where there is no way.</summary>
        public (int X, int Y)? Next((int X, int Y) place) =>
            map.PlaceOrNull(Native.way_field_next(Pointer, map.Cell(place)));
    }
}
