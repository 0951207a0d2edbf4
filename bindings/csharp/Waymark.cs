// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// waymark for C# and Unity: a small safe layer over Native.cs, the declarations that
// scripts/api.py makes of the headers.
//
//     using var map = new Waymark.Map(64, 64);
//     map.Fill(20, 0, 1, 40, 0);                               // a wall
//     Waymark.Path path = map.Find((2, 2), (60, 60));
//     foreach (var (x, y) in path.Places(map)) { ... }
//
// Structs are blittable and booleans cross as bytes, so nothing is marshalled per call. Handles are
// SafeHandles: each holds what it borrows, so nothing is destroyed before its borrowers.
using System;
using System.Collections.Generic;
using System.Runtime.InteropServices;

namespace Waymark
{
    /// <summary>A call that failed.</summary>
    public sealed unsafe class WaymarkException : Exception
    {
        public string Status { get; }

        internal WaymarkException(int status, string problem)
            : base(problem.Length > 0 ? Native.Text(Native.way_status_text(status)) + ": " + problem
                                      : Native.Text(Native.way_status_text(status)))
        {
            Status = Native.Text(Native.way_status_name(status));
        }
    }

    internal static unsafe partial class Native
    {
        internal const uint None = uint.MaxValue;

        internal static string Text(byte* text) => Marshal.PtrToStringAnsi((IntPtr)text) ?? "";

        internal static void Check(int status, string problem = "")
        {
            if (status != 0) {
                throw new WaymarkException(status, problem);
            }
        }

        /// <summary>A number as it is, if it is within a range.</summary>
        internal static uint Within(long value, string what, long least, long most)
        {
            if (value < least || value > most) {
                throw new ArgumentOutOfRangeException(what, what + " is from " + least + " to " + most + ", not " + value);
            }
            return (uint)value;
        }
    }

    /// <summary>A pointer of the library's, and a claim on what it borrows.</summary>
    public abstract class Handle : SafeHandle
    {
        private readonly Handle owner;
        private readonly bool claimed;

        internal Handle(Handle owner) : base(IntPtr.Zero, true)
        {
            this.owner = owner;
            owner?.DangerousAddRef(ref claimed);
        }

        public override bool IsInvalid => handle == IntPtr.Zero;
        internal IntPtr Pointer => IsClosed ? throw new ObjectDisposedException(GetType().Name) : handle;
        internal abstract void Destroy(IntPtr pointer);

        protected override bool ReleaseHandle()
        {
            Destroy(handle);
            if (claimed) {
                owner.DangerousRelease();
            }
            return true;
        }
    }

    /// <summary>What a trip came to, and the cells from start to end.</summary>
    public sealed class Path
    {
        public Outcome Outcome { get; }
        /// <summary>uint.MaxValue if there is no path.</summary>
        public uint Cost { get; }
        public uint[] Cells { get; }

        internal unsafe Path(Outcome outcome, uint cost, uint* states, uint count)
        {
            Outcome = outcome;
            Cost = cost;
            Cells = new uint[count];
            for (uint i = 0; i < count; i++) {
                Cells[i] = states[i];
            }
        }

        public IEnumerable<(int X, int Y)> Places(Map map)
        {
            foreach (uint cell in Cells) {
                yield return map.Place(cell);
            }
        }

        /// <summary>The same for every language and machine.</summary>
        public unsafe ulong Hash()
        {
            fixed (uint* cells = Cells) {
                return Native.way_hash_bytes(0, cells, (UIntPtr)(ulong)(Cells.Length * 4L));
            }
        }
    }

    /// <summary>A map that can change. 0 is blocked, 1 plain ground, w costs w times as much.</summary>
    public sealed unsafe class Map : Handle
    {
        public int Width { get; }
        public int Height { get; }
        public Space Space { get; }

        /// <summary>The world that lives on it, which alone may edit it.</summary>
        internal WeakReference<World> World { get; set; }

        private readonly bool borrowed;

        /// <summary>`neighbours` are 4, 6 or 8; `corners` says when a diagonal step may be taken
        /// beside a wall.</summary>
        public Map(int width, int height, byte[] weights = null, int neighbours = 8, Corners corners = Corners.Never)
            : base(null)
        {
            Native.Within(width, "width", 1, 65535);
            Native.Within(height, "height", 1, 65535);
            if (neighbours != 4 && neighbours != 6 && neighbours != 8) {
                throw new ArgumentOutOfRangeException("neighbours", "a cell has 4, 6 or 8 neighbours, not " + neighbours);
            }
            Native.Within((int)corners, "corners", 0, 2);
            if (weights != null && weights.Length != (long)width * height) {
                throw new ArgumentException(weights.Length + " weights for " + width + " x " + height + " cells");
            }
            Width = width;
            Height = height;
            fixed (byte* bytes = weights) {
                var config = new Native.MapConfig {
                    width = (uint)width, height = (uint)height, neighbours = neighbours, corners = (int)corners,
                    weights = bytes };
                IntPtr made;
                Native.Check(Native.way_map_create(&config, &made));
                SetHandle(made);
            }
            Space = new Space(this);
        }

        /// <summary>The map of a belief, or of a world that was restored.</summary>
        internal Map(Handle owner, IntPtr map) : base(owner)
        {
            borrowed = true;
            Width = (int)Native.way_map_width(map);
            Height = (int)Native.way_map_height(map);
            SetHandle(map);
            Space = new Space(this);
        }

        internal override void Destroy(IntPtr pointer)
        {
            if (!borrowed) {
                Native.way_map_destroy(pointer);
            }
        }

        /// <summary>Editing by hand would leave a world behind its map.</summary>
        internal void Refuse(string call)
        {
            if (World != null && World.TryGetTarget(out World world) && !world.IsClosed) {
                throw new InvalidOperationException("a world lives on this map; edit it by " + call);
            }
        }

        internal Native.Edit Rectangle(int x, int y, int width, int height, byte weight) => new Native.Edit {
            x = Native.Within(x, "x", 0, Width - 1), y = Native.Within(y, "y", 0, Height - 1),
            width = Native.Within(width, "width", 1, Width - x),
            height = Native.Within(height, "height", 1, Height - y), weight = weight };

        protected override void Dispose(bool disposing)
        {
            if (disposing) {
                Space?.Dispose();
            }
            base.Dispose(disposing);
        }

        public uint Cell((int X, int Y) place)
        {
            if (place.X < 0 || place.Y < 0 || place.X >= Width || place.Y >= Height) {
                throw new ArgumentOutOfRangeException("place", place + " is outside the map of " + Width + " x " + Height);
            }
            return (uint)(place.Y * Width + place.X);
        }

        public (int X, int Y) Place(uint cell) => ((int)(cell % (uint)Width), (int)(cell / (uint)Width));

        public void Fill(int x, int y, int width, int height, byte weight)
        {
            Refuse("World.Fill(x, y, width, height, weight)");
            Native.Edit edit = Rectangle(x, y, width, height, weight);
            Native.Check(Native.way_map_edit(Pointer, &edit, 1));
        }

        public byte this[int x, int y]
        {
            get => Native.way_map_terrain(Pointer, Cell((x, y)));
            set => Fill(x, y, 1, 1, value);
        }

        /// <summary>A copy of all weights, row by row.</summary>
        public byte[] Weights()
        {
            var weights = new byte[Width * Height];
            var area = new Native.Rect { width = (uint)Width, height = (uint)Height };
            fixed (byte* bytes = weights) {
                Native.Check(Native.way_map_read(Pointer, &area, bytes));
            }
            return weights;
        }

        /// <summary>Whether a walk exists; answered without a search.</summary>
        public bool Reachable((int X, int Y) from, (int X, int Y) to, uint profile = 1) =>
            Native.way_map_is_reachable(Pointer, Cell(from), Cell(to), profile) != 0;

        internal (int X, int Y)? PlaceOrNull(uint cell)
        {
            if (cell == Native.None) {
                return null;
            }
            return Place(cell);
        }

        /// <summary>The place nearest to one on which a unit can stand; null if there is none.</summary>
        public (int X, int Y)? NearestPassable((int X, int Y) place, uint profile = 1) =>
            PlaceOrNull(Native.way_map_nearest_passable(Pointer, Cell(place), profile));

        /// <summary>The place nearest to a goal that can be reached; the goal itself if it can.</summary>
        public (int X, int Y)? NearestReachable((int X, int Y) from, (int X, int Y) goal, uint profile = 1) =>
            PlaceOrNull(Native.way_map_nearest_reachable(Pointer, Cell(from), Cell(goal), profile));

        /// <summary>Whether nothing is between two places.</summary>
        public bool Sees((int X, int Y) a, (int X, int Y) b, uint profile = 1) =>
            Native.way_map_sees(Pointer, Cell(a), Cell(b), (int)Sight.AnyAngle, profile) != 0;

        /// <summary>A path with fewer turns that is no costlier; AnyAngle leaves turning points to
        /// walk straight between.</summary>
        public Path Smooth(Path path, Smoothing kind = Smoothing.Pull, uint profile = 1)
        {
            var cells = (uint[])path.Cells.Clone();
            uint count = (uint)cells.Length;
            var config = new Native.SmoothingConfig { map = Pointer, unit_size = profile, kind = (int)kind };
            fixed (uint* states = cells) {
                Native.Check(Native.way_path_smooth(&config, states, &count));
                return new Path(path.Outcome, path.Cost, states, count);
            }
        }

        private uint[] Cells(IList<(int X, int Y)> places)
        {
            var cells = new uint[places.Count];
            for (int i = 0; i < cells.Length; i++) {
                cells[i] = Cell(places[i]);
            }
            return cells;
        }

        /// <summary>Ways for many units at once on a map of four neighbours, as the cells of all units
        /// for each tick; null if there is no plan.</summary>
        public uint[][] Solve(IList<(int X, int Y)> starts, IList<(int X, int Y)> goals, ulong seed = 0)
        {
            if (starts.Count != goals.Count) {
                throw new ArgumentException(starts.Count + " starts for " + goals.Count + " goals");
            }
            var plan = new Native.MapfPlan();
            fixed (uint* from = Cells(starts))
            fixed (uint* to = Cells(goals)) {
                var config = new Native.MapfConfig {
                    map = Pointer, starts = from, goals = to, count = (uint)starts.Count, seed = seed };
                Native.Check(Native.way_mapf_solve(&config, &plan));
            }
            uint[][] ticks = plan.cells == null ? null : new uint[plan.makespan + 1][];
            for (uint tick = 0; ticks != null && tick <= plan.makespan; tick++) {
                ticks[tick] = new Path(Outcome.Found, 0, plan.cells + tick * plan.count, plan.count).Cells;
            }
            Native.way_mapf_free(&plan);
            return ticks;
        }

        /// <summary>Prepares the map for a kind of unit and gives its number. `weights` says what
        /// terrains weigh that weigh other than themselves; 0 may not be entered.</summary>
        public uint AddProfile(IDictionary<byte, byte> weights = null, byte unitSize = 1)
        {
            var profile = new Native.Profile { unit_size = (byte)Native.Within(unitSize, "unitSize", 1, 16) };
            for (int terrain = 0; terrain < 256; terrain++) {
                profile.weights[terrain] = weights != null && weights.TryGetValue((byte)terrain, out byte weight)
                    ? weight : (byte)terrain;
            }
            uint number;
            Native.Check(Native.way_map_add_profile(Pointer, &profile, &number));
            return number;
        }

        public void RemoveProfile(uint profile) =>
            Native.Check(Native.way_map_remove_profile(Pointer, profile));

        internal Native.MapLink Link((int X, int Y) from, (int X, int Y) to, uint cost, bool bothWays, uint profile) =>
            new Native.MapLink { from = Cell(from), to = Cell(to), cost = Native.Within(cost, "cost", 1, 1 << 22), profile = profile,
                              both_ways = (byte)(bothWays ? 1 : 0) };

        /// <summary>A step between places that need not be neighbours; for all units, or those of
        /// one profile.</summary>
        public void AddLink((int X, int Y) from, (int X, int Y) to, uint cost, bool bothWays = false, uint profile = 0)
        {
            Refuse("World.AddLink(from, to, cost)");
            Native.MapLink link = Link(from, to, cost, bothWays, profile);
            Native.Check(Native.way_map_add_links(Pointer, &link, 1));
        }

        public void RemoveLink((int X, int Y) from, (int X, int Y) to, bool bothWays = false, uint profile = 0)
        {
            Refuse("World.RemoveLink(from, to)");
            Native.MapLink link = Link(from, to, 1, bothWays, profile);
            Native.Check(Native.way_map_remove_links(Pointer, &link, 1), "a link from " + from + " to " + to);
        }

        /// <summary>One trip, prepared from scratch: keep a navigator and an agent for more.</summary>
        public Path Find((int X, int Y) from, (int X, int Y) to, string algorithm = "auto", Space space = null)
        {
            var found = new Native.Path();
            fixed (byte* name = System.Text.Encoding.UTF8.GetBytes(algorithm + "\0")) {
                Native.Check(Native.way_find_in((space ?? Space).Pointer, name, Cell(from), Cell(to), &found), algorithm);
            }
            var path = new Path((Outcome)found.outcome, found.cost, found.states, found.count);
            Native.way_path_free(&found);
            return path;
        }
    }

    /// <summary>What units of a profile walk on; a map has one for plain units.</summary>
    public unsafe class Space : Handle
    {
        private protected Space(Map map, Native.FogConfig config) : base(map)
        {
            Map = map;
            IntPtr made;
            Native.Check(Native.way_space_create_fog(map.Pointer, &config, &made));
            SetHandle(made);
        }

        internal Map Map { get; }

        internal Space(Map map) : this(map, 1)
        {
        }

        public Space(Map map, uint profile) : base(map)
        {
            Map = map;
            IntPtr made;
            Native.Check(Native.way_space_create_grid(map.Pointer, profile, null, &made));
            SetHandle(made);
        }

        private protected Space(Map map, byte* penalties, uint unit, uint profile) : base(map)
        {
            Map = map;
            var config = new Native.PenaltyConfig {
                map = map.Pointer, profile = profile, penalties = penalties, unit = unit };
            IntPtr made;
            Native.Check(Native.way_space_create_penalty(&config, &made));
            SetHandle(made);
        }

        internal override void Destroy(IntPtr pointer) => Native.way_space_destroy(pointer);
    }

    /// <summary>A map as far as it has been seen within a radius; walkers look around in it.</summary>
    public sealed unsafe class Fog : Space
    {
        public Fog(Map map, uint radius, bool sight = false) : base(map, new Native.FogConfig {
            radius = Native.Within(radius, "radius", 1, sight ? 64 : 4096), sight = (byte)(sight ? 1 : 0) })
        {
        }

        public bool Knows((int X, int Y) place) => Native.way_fog_knows(Pointer, Map.Cell(place)) != 0;
    }

    /// <summary>What a team believes of a map: a map of its own, which looking around edits.</summary>
    public sealed unsafe class Belief : Handle
    {
        private readonly Map truth;

        public Belief(Map truth, byte unseen = 1) : base(truth)
        {
            this.truth = truth;
            var config = new Native.BeliefConfig { truth = truth.Pointer, unseen = unseen };
            IntPtr made;
            Native.Check(Native.way_belief_create(&config, &made));
            SetHandle(made);
            Map = new Map(this, Native.way_belief_map(made));
        }

        public Map Map { get; }

        internal override void Destroy(IntPtr pointer) => Native.way_belief_destroy(pointer);

        /// <summary>Looks around from a place at a time, which never goes back; how many cells
        /// turned out to differ.</summary>
        public uint Look(uint now, (int X, int Y) place, uint radius, bool sight = false)
        {
            var sensor = new Native.Sensor { cell = truth.Cell(place),
                radius = Native.Within(radius, "radius", 0, 64), sight = (byte)(sight ? 1 : 0) };
            uint changed;
            Native.Check(Native.way_belief_look(Pointer, now, &sensor, 1, &changed));
            return changed;
        }

        /// <summary>When a place was looked at last; 0 if never.</summary>
        public uint Seen((int X, int Y) place) => Native.way_belief_seen(Pointer, truth.Cell(place));
    }

    /// <summary>Points that a step into a cell costs more: danger, crowds. They may change at any
    /// time. A point costs `unit`, or a straight step if that is 0.</summary>
    public sealed unsafe class Penalties : Space
    {
        private readonly byte* bytes;

        public Penalties(Map map, uint unit = 0, uint profile = 1) : this(map, Take(map), unit, profile)
        {
        }

        private Penalties(Map map, IntPtr memory, uint unit, uint profile)
            : base(map, (byte*)memory, unit, profile)
        {
            bytes = (byte*)memory;
        }

        private static IntPtr Take(Map map)
        {
            var memory = Marshal.AllocHGlobal((IntPtr)((long)map.Width * map.Height));
            for (long i = 0; i < (long)map.Width * map.Height; i++) {
                ((byte*)memory)[i] = 0;
            }
            return memory;
        }

        public byte this[int x, int y]
        {
            get => bytes[Map.Cell((x, y))];
            set
            {
                if (IsClosed) {
                    throw new ObjectDisposedException(nameof(Penalties));
                }
                bytes[Map.Cell((x, y))] = value;
            }
        }

        internal override void Destroy(IntPtr pointer)
        {
            base.Destroy(pointer);
            Marshal.FreeHGlobal((IntPtr)bytes);
        }
    }

    /// <summary>An algorithm prepared for a map, such as "jps" or "dba(sector=16)".</summary>
    public sealed unsafe class Navigator : Handle
    {
        public Map Map { get; }

        private readonly IntPtr saved;

        public Navigator(Map map, string algorithm = "auto") : this(map.Space, algorithm)
        {
        }

        public Navigator(Space space, string algorithm = "auto") : base(space)
        {
            Map = space.Map;
            var problem = new Native.Problem();
            fixed (byte* name = System.Text.Encoding.UTF8.GetBytes(algorithm + "\0")) {
                var config = new Native.NavigatorConfig { space = space.Pointer, algorithm = name, problem = &problem };
                IntPtr made;
                int status = Native.way_navigator_create(&config, &made);
                Native.Check(status, Native.Text(problem.text));
                SetHandle(made);
            }
        }

        /// <summary>A navigator of what Save gave.</summary>
        public Navigator(Space space, byte[] database) : base(space)
        {
            Map = space.Map;
            var problem = new Native.Problem();
            var config = new Native.NavigatorConfig { space = space.Pointer, problem = &problem };
            saved = Marshal.AllocHGlobal(database.Length + 8);
            Marshal.Copy(database, 0, saved, database.Length);
            IntPtr made;
            int status = Native.way_navigator_open(&config, (void*)saved, (UIntPtr)database.Length, &made);
            if (status != 0) {
                Marshal.FreeHGlobal(saved);
            }
            Native.Check(status, Native.Text(problem.text));
            SetHandle(made);
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
            Native.Check(Native.way_navigator_save(Pointer, null, &database));
            var bytes = new byte[(int)database.size];
            Marshal.Copy((IntPtr)database.bytes, bytes, 0, bytes.Length);
            Native.way_database_free(&database);
            return bytes;
        }

        /// <summary>Whether the database knows of all edits.</summary>
        public bool IsCurrent => Native.way_navigator_is_current(Pointer) != 0;

        /// <summary>Brings a database up to date with edits; true when it is.</summary>
        public bool Repair(uint budget)
        {
            byte done = 0;
            Native.Check(Native.way_navigator_repair(Pointer, budget, &done));
            return done != 0;
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
            SetHandle(made);
        }

        internal override void Destroy(IntPtr pointer) => Native.way_agent_destroy(pointer);

        public void Begin((int X, int Y) from, (int X, int Y) to, bool nearest = false)
        {
            var trip = new Native.Trip { start = map.Cell(from), goal = map.Cell(to), fall_back_to_nearest = (byte)(nearest ? 1 : 0) };
            Native.Check(Native.way_agent_begin(Pointer, &trip));
        }

        /// <summary>Works for up to `budget` expansions: Working while there is more to do.</summary>
        public Outcome Step(uint budget) => (Outcome)Native.way_agent_step(Pointer, budget);

        public Outcome Run() => (Outcome)Native.way_agent_run(Pointer);

        /// <summary>Gives the trip another goal.</summary>
        public void Retarget((int X, int Y) goal) =>
            Native.Check(Native.way_agent_retarget(Pointer, map.Cell(goal)));

        public Path Path()
        {
            uint count = 0;
            uint* states = Native.way_agent_path(Pointer, &count);
            return new Path((Outcome)Native.way_agent_outcome(Pointer), Native.way_agent_cost(Pointer),
                            states, count);
        }
    }

    /// <summary>A unit that walks: looks around in the fog, notices edits, plans again, moves.</summary>
    public sealed unsafe class Walker : Handle
    {
        private readonly Map map;

        public Walker(Navigator navigator) : base(navigator)
        {
            map = navigator.Map;
            var config = new Native.WalkerConfig { navigator = navigator.Pointer };
            IntPtr made;
            Native.Check(Native.way_walker_create(&config, &made));
            SetHandle(made);
        }

        internal override void Destroy(IntPtr pointer) => Native.way_walker_destroy(pointer);

        public void Begin((int X, int Y) from, (int X, int Y) to) =>
            Native.Check(Native.way_walker_begin(Pointer, map.Cell(from), map.Cell(to)));

        public void Retarget((int X, int Y) goal) =>
            Native.Check(Native.way_walker_retarget(Pointer, map.Cell(goal)));

        /// <summary>Plans for up to `budget` expansions and, once a plan is ready, makes one
        /// move.</summary>
        public Outcome Step(uint budget) => (Outcome)Native.way_walker_step(Pointer, budget);

        public (int X, int Y) Place => map.Place(Native.way_walker_state(Pointer));
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
            SetHandle(made);
        }

        internal override void Destroy(IntPtr pointer) => Native.way_field_destroy(pointer);

        public void Begin(params (int X, int Y)[] goals)
        {
            var cells = Array.ConvertAll(goals, goal => map.Cell(goal));
            fixed (uint* sources = cells) {
                Native.Check(Native.way_field_begin(Pointer, sources, (uint)cells.Length, Native.None));
            }
        }

        public Outcome Step(uint budget) => (Outcome)Native.way_field_step(Pointer, budget);

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

    /// <summary>A hash that is the same for every language and machine.</summary>
    public static unsafe class Hash
    {
        public static ulong Of(byte[] bytes)
        {
            fixed (byte* start = bytes) {
                return Native.way_hash_bytes(0, start, (UIntPtr)bytes.Length);
            }
        }
    }

    /// <summary>The registry.</summary>
    public static unsafe class Algorithms
    {
        public static IEnumerable<string> Names()
        {
            for (uint i = 0; i < Native.way_algorithm_count(); i++) {
                yield return NameAt(i);
            }
        }

        private static string NameAt(uint index) => Native.Text(Native.way_algorithm_at(index)->name);
    }
}
