// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// waymark for C# and Unity: a small safe layer over Native.cs, the declarations that
// scripts/api.py makes of the headers.
//
//     using var map = new Waymark.Map(64, 64);
//     map.Fill(20, 0, 1, 40, 0);                               // a wall
//     Waymark.Path path = map.Find((2, 2), (60, 60), "jps");
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

        public Map(int width, int height, byte[] weights = null) : base(null)
        {
            if (weights != null && weights.Length != (long)width * height) {
                throw new ArgumentException(weights.Length + " weights for " + width + " x " + height + " cells");
            }
            Width = width;
            Height = height;
            fixed (byte* bytes = weights) {
                var config = new Native.MapConfig {
                    width = (uint)width, height = (uint)height, neighbours = 8, weights = bytes };
                IntPtr made;
                Native.Check(Native.way_map_create(&config, &made));
                SetHandle(made);
            }
            Space = new Space(this);
        }

        internal override void Destroy(IntPtr pointer) => Native.way_map_destroy(pointer);

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
            var edit = new Native.Edit { x = (uint)x, y = (uint)y, width = (uint)width, height = (uint)height, weight = weight };
            Native.Check(Native.way_map_edit(Pointer, &edit, 1));
        }

        public byte this[int x, int y]
        {
            get => Native.way_map_weight(Pointer, Cell((x, y)));
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

        /// <summary>Prepares the map for a kind of unit and gives its number. `weights` says what
        /// terrains weigh that weigh other than themselves; 0 may not be entered.</summary>
        public uint AddProfile(IDictionary<byte, byte> weights = null, byte unitSize = 1)
        {
            var profile = new Native.Profile { unit_size = unitSize };
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

        private Native.MapLink Link((int X, int Y) from, (int X, int Y) to, uint cost, bool bothWays, uint profile) =>
            new Native.MapLink { from = Cell(from), to = Cell(to), cost = cost, profile = profile,
                              both_ways = (byte)(bothWays ? 1 : 0) };

        /// <summary>A step between places that need not be neighbours; for all units, or those of
        /// one profile.</summary>
        public void AddLink((int X, int Y) from, (int X, int Y) to, uint cost, bool bothWays = false, uint profile = 0)
        {
            Native.MapLink link = Link(from, to, cost, bothWays, profile);
            Native.Check(Native.way_map_add_links(Pointer, &link, 1));
        }

        public void RemoveLink((int X, int Y) from, (int X, int Y) to, bool bothWays = false, uint profile = 0)
        {
            Native.MapLink link = Link(from, to, 1, bothWays, profile);
            Native.Check(Native.way_map_remove_links(Pointer, &link, 1));
        }

        /// <summary>One trip, prepared from scratch: keep a navigator and an agent for more.</summary>
        public Path Find((int X, int Y) from, (int X, int Y) to, string algorithm = "astar", Space space = null)
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

        public Navigator(Map map, string algorithm = "astar") : this(map.Space, algorithm)
        {
        }

        public Navigator(Space space, string algorithm = "astar") : base(space)
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
            var trip = new Native.Trip { start = map.Cell(from), goal = map.Cell(to), nearest_instead = (byte)(nearest ? 1 : 0) };
            Native.Check(Native.way_agent_begin(Pointer, &trip));
        }

        /// <summary>Works for up to `budget` expansions: Moving while there is more to do.</summary>
        public Outcome Step(uint budget) => (Outcome)Native.way_agent_step(Pointer, budget);

        public Outcome Run() => (Outcome)Native.way_agent_run(Pointer);

        public Path Path()
        {
            uint count = 0;
            uint* states = Native.way_agent_path(Pointer, &count);
            return new Path((Outcome)Native.way_agent_outcome(Pointer), Native.way_agent_cost(Pointer),
                            states, count);
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

        /// <summary>Null where there is no way.</summary>
        public uint? Cost((int X, int Y) place)
        {
            uint cost = Native.way_field_cost(Pointer, map.Cell(place));
            return cost == Native.None ? (uint?)null : cost;
        }

        /// <summary>Null at a goal or where there is no way.</summary>
        public (int X, int Y)? Next((int X, int Y) place)
        {
            uint cell = Native.way_field_next(Pointer, map.Cell(place));
            if (cell == Native.None) {
                return null;
            }
            return map.Place(cell);
        }
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
