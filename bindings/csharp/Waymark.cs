// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// waymark for C# and Unity: declarations of the C API, and a small safe layer over them.
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
    public enum Outcome { Moving, Arrived, NoPath, Partial, Budget, Capacity, Stale, Cancelled, TooFar }

    /// <summary>A call that failed.</summary>
    public sealed class WaymarkException : Exception
    {
        public string Status { get; }

        internal WaymarkException(int status, string problem)
            : base(problem.Length > 0 ? Native.Text(Native.way_status_text(status)) + ": " + problem
                                      : Native.Text(Native.way_status_text(status)))
        {
            Status = Native.Text(Native.way_status_name(status));
        }
    }

    /// <summary>The C API as it is; use the classes below instead.</summary>
    internal static unsafe class Native
    {
#if UNITY_IOS && !UNITY_EDITOR
        private const string Library = "__Internal";
#else
        private const string Library = "waymark";
#endif
        internal const uint None = uint.MaxValue;

        [StructLayout(LayoutKind.Sequential)]
        internal struct Allocator { public IntPtr alloc, free, user; }

        [StructLayout(LayoutKind.Sequential)]
        internal struct MapConfig
        {
            public uint width, height;
            public int neighbours, corners;
            public ushort cardinal, diagonal;
            public byte* weights;
            public IntPtr allocator;
        }

        [StructLayout(LayoutKind.Sequential)]
        internal struct Edit { public uint x, y, width, height; public byte weight; }

        [StructLayout(LayoutKind.Sequential)]
        internal struct Problem { public uint line, column; public fixed byte text[192]; }

        [StructLayout(LayoutKind.Sequential)]
        internal struct NavigatorConfig
        {
            public IntPtr space;
            public byte* algorithm;
            public IntPtr job;
            public Problem* problem;
            public IntPtr allocator;
        }

        [StructLayout(LayoutKind.Sequential)]
        internal struct AgentConfig
        {
            public IntPtr navigator;
            public int store;
            public uint capacity;
            public IntPtr observer, allocator;
        }

        [StructLayout(LayoutKind.Sequential)]
        internal struct Trip
        {
            public uint start, goal;
            public int mode;
            public uint range;
            public uint* goals;
            public uint goal_count;
            public byte nearest_instead, partial;
            public ulong expansion_limit;
        }

        [StructLayout(LayoutKind.Sequential)]
        internal struct Stats
        {
            public ulong expansions, generations, reopenings, heap_pushes, heap_pops, revisits, steps;
            public ulong step_work_max, states_max;
            public UIntPtr bytes;
        }

        [StructLayout(LayoutKind.Sequential)]
        internal struct FoundPath
        {
            public uint* states;
            public uint count, cost;
            public int outcome;
            public Stats stats;
            public Allocator allocator;
        }

        [StructLayout(LayoutKind.Sequential)]
        internal struct FieldConfig
        {
            public IntPtr space;
            public byte backward;
            public int store;
            public IntPtr allocator;
        }

        [StructLayout(LayoutKind.Sequential)]
        internal struct Algorithm
        {
            public IntPtr name, title, family, summary, reference;
            public uint traits, needs;
            public IntPtr parameters;
            public uint parameter_count;
        }

        [DllImport(Library)] internal static extern IntPtr way_version();
        [DllImport(Library)] internal static extern IntPtr way_status_text(int status);
        [DllImport(Library)] internal static extern IntPtr way_status_name(int status);
        [DllImport(Library)] internal static extern ulong way_hash_bytes(ulong hash, uint* bytes, UIntPtr size);
        [DllImport(Library)] internal static extern uint way_algorithm_count();
        [DllImport(Library)] internal static extern Algorithm* way_algorithm_at(uint index);
        [DllImport(Library)] internal static extern int way_map_create(MapConfig* config, IntPtr* map);
        [DllImport(Library)] internal static extern void way_map_destroy(IntPtr map);
        [DllImport(Library)] internal static extern int way_map_edit(IntPtr map, Edit* edits, uint count);
        [DllImport(Library)] internal static extern byte way_map_weight(IntPtr map, uint cell);
        [DllImport(Library)] internal static extern byte way_map_is_reachable(IntPtr map, uint from, uint to, uint profile);
        [DllImport(Library)] internal static extern int way_find(IntPtr map, byte* algorithm, uint start, uint goal, FoundPath* path);
        [DllImport(Library)] internal static extern void way_path_free(FoundPath* path);
        [DllImport(Library)] internal static extern int way_space_create_grid(IntPtr map, uint profile, IntPtr allocator, IntPtr* space);
        [DllImport(Library)] internal static extern void way_space_destroy(IntPtr space);
        [DllImport(Library)] internal static extern int way_navigator_create(NavigatorConfig* config, IntPtr* navigator);
        [DllImport(Library)] internal static extern void way_navigator_destroy(IntPtr navigator);
        [DllImport(Library)] internal static extern int way_navigator_repair(IntPtr navigator, uint budget, byte* done);
        [DllImport(Library)] internal static extern int way_agent_create(AgentConfig* config, IntPtr* agent);
        [DllImport(Library)] internal static extern void way_agent_destroy(IntPtr agent);
        [DllImport(Library)] internal static extern int way_agent_begin(IntPtr agent, Trip* trip);
        [DllImport(Library)] internal static extern int way_agent_step(IntPtr agent, uint budget);
        [DllImport(Library)] internal static extern int way_agent_run(IntPtr agent);
        [DllImport(Library)] internal static extern int way_agent_outcome(IntPtr agent);
        [DllImport(Library)] internal static extern uint way_agent_cost(IntPtr agent);
        [DllImport(Library)] internal static extern uint* way_agent_path(IntPtr agent, uint* count);
        [DllImport(Library)] internal static extern int way_field_create(FieldConfig* config, IntPtr* field);
        [DllImport(Library)] internal static extern void way_field_destroy(IntPtr field);
        [DllImport(Library)] internal static extern int way_field_begin(IntPtr field, uint* sources, uint count, uint limit);
        [DllImport(Library)] internal static extern int way_field_step(IntPtr field, uint budget);
        [DllImport(Library)] internal static extern uint way_field_cost(IntPtr field, uint state);
        [DllImport(Library)] internal static extern uint way_field_next(IntPtr field, uint state);

        internal static string Text(IntPtr text) => Marshal.PtrToStringAnsi(text) ?? "";

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
        internal Space Space { get; }

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

        /// <summary>Whether a walk exists; answered without a search.</summary>
        public bool Reachable((int X, int Y) from, (int X, int Y) to) =>
            Native.way_map_is_reachable(Pointer, Cell(from), Cell(to), 1) != 0;

        /// <summary>One trip, prepared from scratch: keep a navigator and an agent for more.</summary>
        public Path Find((int X, int Y) from, (int X, int Y) to, string algorithm = "astar")
        {
            var found = new Native.FoundPath();
            fixed (byte* name = System.Text.Encoding.UTF8.GetBytes(algorithm + "\0")) {
                Native.Check(Native.way_find(Pointer, name, Cell(from), Cell(to), &found), algorithm);
            }
            var path = new Path((Outcome)found.outcome, found.cost, found.states, found.count);
            Native.way_path_free(&found);
            return path;
        }
    }

    internal sealed unsafe class Space : Handle
    {
        internal Space(Map map) : base(map)
        {
            IntPtr made;
            Native.Check(Native.way_space_create_grid(map.Pointer, 1, IntPtr.Zero, &made));
            SetHandle(made);
        }

        internal override void Destroy(IntPtr pointer) => Native.way_space_destroy(pointer);
    }

    /// <summary>An algorithm prepared for a map, such as "jps" or "dba(sector=16)".</summary>
    public sealed unsafe class Navigator : Handle
    {
        public Map Map { get; }

        public Navigator(Map map, string algorithm = "astar") : base(map.Space)
        {
            Map = map;
            var problem = new Native.Problem();
            fixed (byte* name = System.Text.Encoding.UTF8.GetBytes(algorithm + "\0")) {
                var config = new Native.NavigatorConfig { space = map.Space.Pointer, algorithm = name, problem = &problem };
                IntPtr made;
                int status = Native.way_navigator_create(&config, &made);
                Native.Check(status, Native.Text((IntPtr)problem.text));
                SetHandle(made);
            }
        }

        internal override void Destroy(IntPtr pointer) => Native.way_navigator_destroy(pointer);

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

        public Field(Map map) : base(map.Space)
        {
            this.map = map;
            var config = new Native.FieldConfig { space = map.Space.Pointer, backward = 1 };
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
