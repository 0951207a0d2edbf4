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

        /// <summary>Of a call that goes on with a trip.</summary>
        internal static void GoOn(int status) =>
            Check(status, status == (int)Status.WrongState ? "there is no trip to go on with; begin one" : "");

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
        private bool claimed;

        internal Handle(Handle owner) : base(IntPtr.Zero, true)
        {
            this.owner = owner;
        }

        /// <summary>Takes what a call made; only what holds something has a claim.</summary>
        private protected void Hold(IntPtr made)
        {
            owner?.DangerousAddRef(ref claimed);
            SetHandle(made);
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

        /// <summary>How many floors lie below each other, a blocked row between two, and their rows.</summary>
        public int Floors { get; }
        public int Rows { get; }

        /// <summary>`neighbours` are 4, 6 or 8; `corners` says when a diagonal step may be taken
        /// beside a wall; with `floors` `height` is that of one; `costs` are those of a straight and of a
        /// diagonal step on plain ground.</summary>
        public Map(int width, int height, byte[] weights = null, int neighbours = 8, Corners corners = Corners.Strict,
                   int floors = 1, (uint Straight, uint Diagonal)? costs = null) : base(null)
        {
            Native.Within(width, "width", 1, 65535);
            Native.Within(floors, "floors", 1, 65535);
            Native.Within(height, "height", 1, 65536 / floors - 1);
            Floors = floors;
            Rows = height;
            height = floors * (height + 1) - 1;
            Native.MapConfig config = Rules(neighbours, corners, costs);
            if (weights != null && weights.Length != (long)width * height) {
                throw new ArgumentException(weights.Length + " weights for " + width + " x " + height + " cells");
            }
            Width = width;
            Height = height;
            fixed (byte* bytes = weights) {
                config.width = (uint)width;
                config.height = (uint)height;
                config.weights = bytes;
                if (floors > 1) {
                    config.floors = new Native.Floors { count = (uint)floors, height = (uint)Rows };
                }
                IntPtr made;
                Native.Check(Native.way_map_create(&config, &made));
                Hold(made);
            }
            Space = new Space(this);
        }

        private static Native.MapConfig Rules(int neighbours, Corners corners, (uint Straight, uint Diagonal)? costs)
        {
            if (neighbours != 4 && neighbours != 6 && neighbours != 8) {
                throw new ArgumentOutOfRangeException("neighbours", "a cell has 4, 6 or 8 neighbours, not " + neighbours);
            }
            var config = new Native.MapConfig {
                neighbours = neighbours, corners = (int)Native.Within((int)corners, "corners", 0, 2) };
            if (costs.HasValue) {
                config.costs = new Native.CostModel {
                    cardinal = (ushort)Native.Within(costs.Value.Straight, "costs.Straight", 1, 4096),
                    diagonal = (ushort)Native.Within(costs.Value.Diagonal, "costs.Diagonal",
                                                     neighbours == 8 ? costs.Value.Straight : 0, 2 * costs.Value.Straight) };
            }
            return config;
        }

        /// <summary>A map of the library's: of a belief or a world, which owns it, or nobody's yet.</summary>
        internal Map(Handle owner, IntPtr map) : base(owner)
        {
            borrowed = owner != null;
            Width = (int)Native.way_map_width(map);
            Height = (int)Native.way_map_height(map);
            Native.Floors floors = Native.way_map_floors(map);
            Floors = Math.Max((int)floors.count, 1);
            Rows = floors.count > 1 ? (int)floors.height : Height;
            Hold(map);
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

        /// <summary>A place on a floor, which count from 0.</summary>
        public (int X, int Y) On(int floor, int x, int y) =>
            (x, (int)(Native.Within(y, "y", 0, Rows - 1) + Native.Within(floor, "floor", 0, Floors - 1) * (Rows + 1)));

        /// <summary>The floor of a place.</summary>
        public int Floor((int X, int Y) place) => (int)Cell(place) / Width / (Rows + 1);

        public (int X, int Y) Place(uint cell)
        {
            Native.Within(cell, "cell", 0, (long)Width * Height - 1);
            return ((int)(cell % (uint)Width), (int)(cell / (uint)Width));
        }

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

        /// <summary>A hash of what decides paths of plain units.</summary>
        public ulong Hash() => Native.way_map_hash(Pointer);

        /// <summary>A profile that the map was prepared for.</summary>
        internal uint Known(uint profile)
        {
            Native.Profile found;
            if (profile != 1 && Native.way_map_profile(Pointer, profile, &found) == 0) {
                throw new ArgumentException("the map has no profile " + profile + "; AddProfile prepares them");
            }
            return profile;
        }

        /// <summary>Whether a walk exists; answered without a search.</summary>
        public bool Reachable((int X, int Y) from, (int X, int Y) to, uint profile = 1) =>
            Native.way_map_is_reachable(Pointer, Cell(from), Cell(to), Known(profile)) != 0;

        /// <summary>Whether a unit can stand on a place.</summary>
        public bool Fits((int X, int Y) place, uint profile = 1) =>
            Weight(place, profile) != 0;

        /// <summary>What a path costs on the map as it is; null if one of its steps is not legal any
        /// more.</summary>
        public uint? Check(Path path, uint profile = 1)
        {
            fixed (uint* cells = path.Cells) {
                uint cost;
                bool legal = Native.way_path_check(Pointer, Known(profile), cells, (uint)path.Cells.Length, &cost) != 0;
                return legal ? cost : (uint?)null;
            }
        }

        /// <summary>The real length of the line through the cells of a path, in cell sides.</summary>
        public double Length(Path path)
        {
            Array.ForEach(path.Cells, cell => Place(cell));
            fixed (uint* cells = path.Cells) {
                return Native.way_path_length(Pointer, cells, (uint)path.Cells.Length);
            }
        }

        /// <summary>A curve along a path, for display.</summary>
        public List<(double X, double Y)> Curve(Path path, uint density = 4, uint profile = 1)
        {
            var config = new Native.CurveConfig { map = Pointer, unit_size = Known(profile),
                density = Native.Within(density, "density", 1, 64) };
            var curve = new Native.Curve();
            fixed (uint* cells = path.Cells) {
                Native.Check(Native.way_path_curve(&config, cells, (uint)path.Cells.Length, &curve));
                var points = new Native.CurvePoint[curve.count];
                fixed (Native.CurvePoint* first = points) {
                    curve = new Native.Curve { points = first, capacity = curve.count };
                    Native.Check(Native.way_path_curve(&config, cells, (uint)path.Cells.Length, &curve));
                }
                var places = new List<(double X, double Y)>();
                foreach (Native.CurvePoint point in points) {
                    places.Add((point.x, point.y));
                }
                return places;
            }
        }

        public int Neighbours => Native.way_map_neighbours(Pointer);
        public Corners Corners => (Corners)Native.way_map_corners(Pointer);

        /// <summary>What a straight and a diagonal step cost on plain ground.</summary>
        public (uint Straight, uint Diagonal) Costs
        {
            get
            {
                Native.CostModel costs = Native.way_map_costs(Pointer);
                return (costs.cardinal, costs.diagonal);
            }
        }

        /// <summary>Goes up with every edit.</summary>
        public ulong Revision => Native.way_map_revision(Pointer);

        /// <summary>What a place weighs for units of a profile; 0 where they may not go.</summary>
        public byte Weight((int X, int Y) place, uint profile = 1) =>
            Native.way_map_weight(Pointer, Cell(place), Known(profile));

        /// <summary>The largest unit of a profile that can stand with its top left corner there.</summary>
        public uint Clearance((int X, int Y) place, uint profile = 1) =>
            Native.way_map_clearance(Pointer, Cell(place), Known(profile));

        /// <summary>The cost over open ground.</summary>
        public uint Distance((int X, int Y) from, (int X, int Y) to) =>
            Native.way_map_estimate(Pointer, Cell(from), Cell(to));

        /// <summary>All links, one way each.</summary>
        public IEnumerable<((int X, int Y) From, (int X, int Y) To, uint Cost, uint Profile)> Links()
        {
            for (uint i = 0; i < Native.way_map_link_count(Pointer); i++) {
                Native.MapLink link = Native.way_map_link_at(Pointer, i);
                yield return (Place(link.from), Place(link.to), link.cost, link.profile);
            }
        }

        /// <summary>A map of the text of a MovingAI .map, with its floors and links.</summary>
        public static Map Parse(string text, int neighbours = 8, Corners corners = Corners.Strict,
                                (uint Straight, uint Diagonal)? costs = null)
        {
            byte[] bytes = System.Text.Encoding.UTF8.GetBytes(text + "\0");
            Native.MapConfig config = Rules(neighbours, corners, costs);
            var problem = new Native.Problem();
            fixed (byte* start = bytes) {
                IntPtr made;
                Native.Floors floors;
                int status = Native.way_floors_parse(start, (UIntPtr)(bytes.Length - 1), &config, null, &made, &floors, &problem);
                Native.Check(status, "line " + problem.line + ": " + Native.Text(problem.text));
                return new Map(null, made);
            }
        }

        /// <summary>The map as a MovingAI .map.</summary>
        public string Text()
        {
            Native.Floors floors = Native.way_map_floors(Pointer);
            var text = new byte[(int)Native.way_floors_format(Pointer, &floors, null, null, UIntPtr.Zero)];
            fixed (byte* start = text) {
                Native.way_floors_format(Pointer, &floors, null, start, (UIntPtr)text.Length);
            }
            return System.Text.Encoding.UTF8.GetString(text);
        }

        internal (int X, int Y)? PlaceOrNull(uint cell)
        {
            if (cell == Native.None) {
                return null;
            }
            return Place(cell);
        }

        /// <summary>The place nearest to one on which a unit can stand; null if there is none.</summary>
        public (int X, int Y)? NearestPassable((int X, int Y) place, uint profile = 1) =>
            PlaceOrNull(Native.way_map_nearest_passable(Pointer, Cell(place), Known(profile)));

        /// <summary>The place nearest to a goal that can be reached; the goal itself if it can.</summary>
        public (int X, int Y)? NearestReachable((int X, int Y) from, (int X, int Y) goal, uint profile = 1) =>
            PlaceOrNull(Native.way_map_nearest_reachable(Pointer, Cell(from), Cell(goal), Known(profile)));

        /// <summary>Whether nothing is between two places.</summary>
        public bool Sees((int X, int Y) a, (int X, int Y) b, uint profile = 1) =>
            Native.way_map_sees(Pointer, Cell(a), Cell(b), (int)Sight.AnyAngle, Known(profile)) != 0;

        /// <summary>A path with fewer turns that is no costlier; AnyAngle leaves turning points to
        /// walk straight between, whose cost is uint.MaxValue.</summary>
        public Path Smooth(Path path, Smoothing kind = Smoothing.Pull, uint profile = 1, uint reach = 0)
        {
            var cells = (uint[])path.Cells.Clone();
            uint count = (uint)cells.Length;
            var config = new Native.SmoothingConfig { map = Pointer, unit_size = Known(profile),
                kind = (int)Native.Within((int)kind, "kind", 0, 2), reach = reach };
            fixed (uint* states = cells) {
                Native.Check(Native.way_path_smooth(&config, states, &count));
                uint cost = Native.None;
                if (kind != Smoothing.AnyAngle) {
                    Native.way_path_check(Pointer, profile, states, count, &cost);
                }
                return new Path(path.Outcome, cost, states, count);
            }
        }

        internal uint[] Cells(IList<(int X, int Y)> places)
        {
            var cells = new uint[places.Count];
            for (int i = 0; i < cells.Length; i++) {
                cells[i] = Cell(places[i]);
            }
            return cells;
        }

        /// <summary>Ways for many units at once on a map of four neighbours, as the cells of all units
        /// for each tick; null if there is no plan. `improve` is how much work to spend on a better one,
        /// some ten million to a fifth of a second; `nodes` limits the search.</summary>
        public uint[][] Solve(IList<(int X, int Y)> starts, IList<(int X, int Y)> goals, ulong seed = 0,
                              ulong improve = 0, ulong nodes = 0)
        {
            int status = 0;
            if (starts.Count != goals.Count) {
                throw new ArgumentException(starts.Count + " starts for " + goals.Count + " goals");
            }
            if (Neighbours != 4) {
                throw new InvalidOperationException("many units at once need a map of 4 neighbours, not " + Neighbours);
            }
            Native.Within(starts.Count, "units", 1, 65535);
            var plan = new Native.MapfPlan();
            fixed (uint* from = Cells(starts))
            fixed (uint* to = Cells(goals)) {
                var config = new Native.MapfConfig {
                    map = Pointer, starts = from, goals = to, count = (uint)starts.Count, seed = seed,
                    node_limit = nodes };
                Native.Check(Native.way_mapf_solve(&config, &plan),
                             "starts and goals are free places, a place of its own for each unit");
                status = improve > 0 && plan.cells != null ? Native.way_mapf_improve(&config, &plan, improve) : 0;
            }
            uint[][] ticks = plan.cells == null ? null : new uint[plan.makespan + 1][];
            for (uint tick = 0; ticks != null && tick <= plan.makespan; tick++) {
                ticks[tick] = new Path(Outcome.Found, 0, plan.cells + tick * plan.count, plan.count).Cells;
            }
            Native.way_mapf_free(&plan);
            Native.Check(status);
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
            Native.Check(Native.way_map_remove_profile(Pointer, Known(profile)), "profile " + profile);

        internal Native.MapLink Link((int X, int Y) from, (int X, int Y) to, uint cost, bool bothWays, uint profile)
        {
            if (from.Equals(to)) {
                throw new ArgumentException("a link from " + from + " to itself");
            }
            return new Native.MapLink { from = Cell(from), to = Cell(to), cost = Native.Within(cost, "cost", 1, 1 << 22),
                profile = profile == 0 ? 0 : Known(profile), both_ways = (byte)(bothWays ? 1 : 0) };
        }

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
            if (space != null && space.Map != this) {
                throw new ArgumentException("a space of another map");
            }
            using (var navigator = new Navigator(space ?? Space, algorithm))
            using (var agent = new Agent(navigator)) {
                agent.Begin(from, to);
                agent.Run();
                return agent.Path();
            }
        }
    }

    /// <summary>What units of a profile walk on; a map has one for plain units.</summary>
    public unsafe class Space : Handle
    {
        private protected delegate int Maker(out IntPtr made);

        internal Map Map { get; }

        /// <summary>The profile of a plain space of the map; 0 for penalties.</summary>
        internal uint Profile { get; }

        public Space(Map map, uint profile = 1) : this(map, profile, (out IntPtr made) => {
            map.Known(profile);
            fixed (IntPtr* place = &made) {
                return Native.way_space_create_grid(map.Pointer, profile, null, place);
            }
        })
        {
        }

        private protected Space(Map map, uint profile, Maker maker) : base(map)
        {
            Map = map;
            Profile = profile;
            Native.Check(maker(out IntPtr made));
            Hold(made);
        }

        /// <summary>The space of a map that an algorithm searches.</summary>
        private Space(Map map, uint profile, string algorithm) : this(map, profile, (out IntPtr made) => {
            fixed (byte* name = System.Text.Encoding.UTF8.GetBytes(algorithm + "\0"))
            fixed (IntPtr* place = &made) {
                return Native.way_space_create_for(map.Pointer, profile, name, null, place);
            }
        })
        {
        }

        internal Space For(string algorithm) => Profile == 0 ? this : new Space(Map, Profile, algorithm);

        internal override void Destroy(IntPtr pointer) => Native.way_space_destroy(pointer);
    }

    /// <summary>What a team believes of a map: a map of its own, which looking around edits.</summary>
    public sealed unsafe class Belief : Handle
    {
        private readonly Map truth;

        public Belief(Map truth, byte unseen = 1, bool knownLinks = false, byte[] known = null) : base(truth)
        {
            this.truth = truth;
            if (known != null && known.Length != truth.Width * truth.Height) {
                throw new ArgumentException(known.Length + " weights for " + truth.Width + " x " + truth.Height + " cells");
            }
            var config = new Native.BeliefConfig { truth = truth.Pointer, unseen = unseen,
                known_links = (byte)(knownLinks ? 1 : 0) };
            IntPtr made;
            fixed (byte* weights = known) {
                config.known = weights;
                Native.Check(Native.way_belief_create(&config, &made));
            }
            Hold(made);
            Map = new Map(this, Native.way_belief_map(made));
        }

        public Map Map { get; }

        internal override void Destroy(IntPtr pointer) => Native.way_belief_destroy(pointer);

        /// <summary>Looks around from a place at a time, which never goes back; how many cells
        /// turned out to differ.</summary>
        public uint Look(uint now, (int X, int Y) place, uint radius, bool sight = false)
        {
            var sensor = new Native.Sensor { cell = truth.Cell(place),
                radius = Native.Within(radius, "radius", 0, 64), line_of_sight = (byte)(sight ? 1 : 0) };
            uint changed;
            Native.Check(Native.way_belief_look(Pointer, now, &sensor, 1, &changed), "time begins at 1 and never goes back");
            return changed;
        }

        /// <summary>Learns what another team knows; the newer look at each cell wins.</summary>
        public uint Share(Belief other)
        {
            uint changed;
            Native.Check(Native.way_belief_share(Pointer, other.Pointer, &changed), "a belief of another map");
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

        private Penalties(Map map, IntPtr memory, uint unit, uint profile) : base(map, 0, (out IntPtr made) => {
            var config = new Native.PenaltyConfig { map = map.Pointer, profile = map.Known(profile),
                penalties = (byte*)memory, unit = Native.Within(unit, "unit", 0, 4096) };
            fixed (IntPtr* place = &made) {
                return Native.way_space_create_penalty(&config, place);
            }
        })
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
            get => *At(x, y);
            set => *At(x, y) = value;
        }

        private byte* At(int x, int y) =>
            IsClosed ? throw new ObjectDisposedException(nameof(Penalties)) : bytes + Map.Cell((x, y));

        internal override void Destroy(IntPtr pointer)
        {
            base.Destroy(pointer);
            Marshal.FreeHGlobal((IntPtr)bytes);
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
        public static string Version => Native.Text(Native.way_version());

        public static IEnumerable<string> Names()
        {
            for (uint i = 0; i < Native.way_algorithm_count(); i++) {
                yield return NameAt(i);
            }
        }

        private static string NameAt(uint index) => Native.Text(Native.way_algorithm_at(index)->name);
    }
}
