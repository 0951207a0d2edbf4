// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// A world of units for C# and Unity: give orders, call one function per frame, draw.
//
//     using var world = new Waymark.World(map, 1000);
//     ulong unit = world.Add((2, 2));
//     world.Order(new[] { unit }, Waymark.Order.Go((60, 60)));
//     world.Frame(8000);                                       // in Update or FixedUpdate
//     Waymark.UnitView view = world.Unit(unit).Value;          // view.X and view.Y in cells
using System;
using System.Collections.Generic;
using System.Runtime.InteropServices;

namespace Waymark
{
    /// <summary>What units have in common; zero is one cell at full speed.</summary>
    public struct UnitKind
    {
        /// <summary>0 = plain, of Size; or what Map.AddProfile gave.</summary>
        public uint Profile;
        public uint Size, Speed, Turn;
    }

    /// <summary>Zero sees everything.</summary>
    public struct Team
    {
        public bool Fog;
        public uint Sight;
    }

    public sealed class Order
    {
        public OrderKind Kind;
        public (int X, int Y)? Place;
        public (int X, int Y)[] Places;
        public ulong Target;
        public uint Range, Period;
        public bool Queued, Together, Kept;
        /// <summary>Who can't get there keeps the order, as near as can be, and goes on when a way
        /// opens.</summary>
        public bool Patient;
        public Formation Formation;
        public Urgency Urgency;

        public static Order Go((int X, int Y) place) => new Order { Kind = OrderKind.Go, Place = place };
    }

    /// <summary>What can be seen of a unit; X and Y are its middle in cells, as it walks.</summary>
    public struct UnitView
    {
        public ulong Unit;
        public (int X, int Y) Place;
        public (int X, int Y)? Goal;
        public float X, Y;
        public int Heading, Kind, Team, Size;
        public UnitState State;
        public uint Standing;
    }

    public struct WorldEvent
    {
        public WorldEventKind Kind;
        public uint Tick;
        public ulong Unit, Other;
        public (int X, int Y)? Place;
    }

    /// <summary>Units on a map. While it lives only its own Fill may edit the map.</summary>
    public sealed unsafe class World : Handle
    {
        private readonly Map map;
        private readonly bool borrowed;
        private readonly uint teams = 8;

        public Map Map => map;

        /// <summary>A step is drawn over `framesPerTick` frames.</summary>
        public World(Map map, uint units, UnitKind[] kinds = null, Team[] teams = null, bool rivals = false,
                     string algorithm = null, uint framesPerTick = 1) : base(map)
        {
            this.map = map;
            map.Refuse("that world; there is one to a map");
            Native.Within(units, "units", 1, 1 << 22);
            kinds = kinds ?? new UnitKind[1];
            teams = teams ?? new Team[0];
            Native.Within(kinds.Length, "a number of kinds", 1, 16);
            this.teams = Math.Max(1, Native.Within(teams.Length, "a number of teams", 0, 8));
            var kindList = stackalloc Native.WorldKind[kinds.Length];
            var profiles = stackalloc Native.Profile[kinds.Length];
            for (int i = 0; i < kinds.Length; i++) {
                kindList[i] = new Native.WorldKind {
                    size = Native.Within(kinds[i].Size, "Size", 0, 16), speed = Native.Within(kinds[i].Speed, "Speed", 0, 256),
                    turn = Native.Within(kinds[i].Turn, "Turn", 0, 4096) };
                if (kinds[i].Profile != 0) {
                    Native.way_map_profile(map.Pointer, map.Known(kinds[i].Profile), &profiles[i]);
                    kindList[i].profile = &profiles[i];
                }
            }
            var teamList = stackalloc Native.WorldTeam[teams.Length + 1];
            for (int i = 0; i < teams.Length; i++) {
                teamList[i] = new Native.WorldTeam { fog = (byte)(teams[i].Fog ? 1 : 0),
                    sight_radius = Native.Within(teams[i].Sight, "Sight", 0, 64) };
            }
            var config = new Native.WorldConfig {
                map = map.Pointer, kinds = kindList, kind_count = (uint)kinds.Length, teams = teamList,
                team_count = (uint)teams.Length, rivals = (byte)(rivals ? 1 : 0), unit_capacity = units,
                frames_per_tick = Native.Within(framesPerTick, "framesPerTick", 1, 64) };
            IntPtr made;
            fixed (byte* name = algorithm == null ? null : System.Text.Encoding.UTF8.GetBytes(algorithm + "\0")) {
                config.algorithm = name;
                Native.Check(Native.way_world_create(&config, &made), algorithm ?? "");
            }
            Hold(made);
            map.World = new WeakReference<World>(this);
        }

        /// <summary>A world as it was saved, with a map of its own.</summary>
        public static World Restore(byte[] saved) => new World(saved);

        private World(byte[] saved) : base(null)
        {
            var problem = new Native.Problem();
            fixed (byte* bytes = saved) {
                IntPtr made;
                int status = Native.way_world_restore(bytes, (UIntPtr)saved.Length, null, &made, &problem);
                Native.Check(status, Native.Text(problem.text));
                Hold(made);
            }
            map = new Map(this, Native.way_world_map(handle)) { World = new WeakReference<World>(this) };
        }

        /// <summary>The world of a replay, which owns it.</summary>
        internal World(Replay replay, IntPtr world) : base(replay)
        {
            borrowed = true;
            Hold(world);
            map = new Map(this, Native.way_world_map(world)) { World = new WeakReference<World>(this) };
        }

        internal Record Recording { get; set; }

        /// <summary>Records everything from now on, until the record is ended by its Stop.</summary>
        public Record Record() => new Record(this);

        /// <summary>Everything that decides what will happen.</summary>
        public byte[] Save()
        {
            UIntPtr size;
            Native.way_world_save(Pointer, null, UIntPtr.Zero, &size);
            var saved = new byte[(int)size];
            fixed (byte* bytes = saved) {
                Native.Check(Native.way_world_save(Pointer, bytes, size, &size));
            }
            return saved;
        }

        internal override void Destroy(IntPtr pointer)
        {
            if (!borrowed) {
                Native.way_world_destroy(pointer);
            }
        }

        /// <summary>Its pointer, for a call that changes it: not that of a replay.</summary>
        internal IntPtr Own => !borrowed ? Pointer
            : throw new InvalidOperationException("the world of a replay is to look at; Replay.Frame moves it on");

        public ulong Add((int X, int Y) place, uint kind = 0, uint team = 0)
        {
            var config = new Native.UnitConfig { cell = map.Cell(place), kind = kind, team = team };
            ulong unit;
            int status = Native.way_world_add(Own, &config, &unit);
            Native.Check(status, status == 0 ? "" : Hindrance(place, kind, team, status));
            return unit;
        }

        /// <summary>Why no unit can be put there, in words.</summary>
        private string Hindrance((int X, int Y) place, uint kind, uint team, int status)
        {
            ulong other = Native.way_world_unit_on(Pointer, map.Cell(place));
            if (status == (int)Status.OutOfRange) {
                return "no kind " + kind + " or no team " + team;
            }
            if (status == (int)Status.TooLarge) {
                return "there are " + Count + " units already";
            }
            if (other != 0) {
                return "unit " + other + " stands on " + place;
            }
            uint profile = Native.way_world_kind_profile(Pointer, kind);
            return Native.way_map_weight(Native.way_world_map(Pointer), map.Cell(place), profile) == 0
                ? "a unit of kind " + kind + " can't stand on " + place + ": there is a wall"
                : "another unit is in the way at " + place;
        }

        public void Remove(ulong unit) => Native.Check(Native.way_world_remove(Own, unit), "no unit " + unit);

        /// <summary>As the map's, under units; with a capacity at most so many are on it at once (a
        /// lift).</summary>
        public void AddLink((int X, int Y) from, (int X, int Y) to, uint cost, bool bothWays = false, uint capacity = 0)
        {
            Native.MapLink link = map.Link(from, to, cost, bothWays, 0);
            Native.Check(Native.way_world_add_links(Own, &link, 1, Native.Within(capacity, "capacity", 0, 4)));
        }

        public void RemoveLink((int X, int Y) from, (int X, int Y) to, bool bothWays = false)
        {
            Native.MapLink link = map.Link(from, to, 1, bothWays, 0);
            Native.Check(Native.way_world_remove_links(Own, &link, 1), "a link from " + from + " to " + to);
        }

        public void Order(ulong[] units, Order order)
        {
            Native.Within((int)order.Kind, "Kind", 0, (int)OrderKind.Flee);
            Native.Within((int)order.Formation, "Formation", 0, (int)Formation.Column);
            Native.Within((int)order.Urgency, "Urgency", 0, (int)Urgency.Periodic);
            bool placed = order.Kind == OrderKind.Go || order.Kind == OrderKind.Near || order.Kind == OrderKind.Patrol
                || (order.Kind == OrderKind.Flee && order.Target == 0);
            string need = placed && !order.Place.HasValue ? "Place"
                : order.Kind == OrderKind.Any && (order.Places?.Length ?? 0) == 0 ? "Places"
                : order.Kind == OrderKind.Follow && order.Target == 0 ? "Target" : null;
            if (need != null) {
                throw new ArgumentException("an order to " + order.Kind + " needs a " + need);
            }
            if (order.Target != 0 && !Unit(order.Target).HasValue) {
                throw new ArgumentException("no unit " + order.Target + " to " + order.Kind);
            }
            Native.Within(order.Places?.Length ?? 0, "a number of Places", 0, 8);
            uint[] cells = order.Places == null ? new uint[0] : Array.ConvertAll(order.Places, place => map.Cell(place));
            fixed (uint* cellList = cells)
            fixed (ulong* unitList = units) {
                var data = new Native.Order {
                    kind = (int)order.Kind, cell = order.Place.HasValue ? map.Cell(order.Place.Value) : 0,
                    target = order.Target, range = order.Range, cells = cellList, cell_count = (uint)cells.Length,
                    queued = (byte)(order.Queued ? 1 : 0), keep_formation = (byte)(order.Kept ? 1 : 0),
                    patient = (byte)(order.Patient ? 1 : 0), keep_pace = (byte)(order.Together ? 1 : 0),
                    formation = (int)order.Formation, urgency = (int)order.Urgency, period = order.Period };
                int status = Native.way_world_order(Own, unitList, (uint)units.Length, &data);
                ulong gone = status == 0 ? 0 : Array.Find(units, unit => !Unit(unit).HasValue);
                Native.Check(status, gone == 0 ? "" : "no unit " + gone);
            }
        }

        /// <summary>Gives all cells of a rectangle one weight; units in the way plan again or
        /// leave.</summary>
        public void Fill(int x, int y, int width, int height, byte weight)
        {
            Native.Edit edit = map.Rectangle(x, y, width, height, weight);
            Native.Check(Native.way_world_edit(Own, &edit, 1));
        }

        /// <summary>The unit on a place; 0 if there is none.</summary>
        public ulong UnitOn((int X, int Y) place) => Native.way_world_unit_on(Pointer, map.Cell(place));

        /// <summary>The places that a unit means to walk, as far as it knows.</summary>
        public List<(int X, int Y)> PathOf(ulong unit)
        {
            var cells = new uint[65536];
            fixed (uint* first = cells) {
                Array.Resize(ref cells, (int)Native.way_world_unit_path(Pointer, unit, first, (uint)cells.Length));
            }
            var places = new List<(int X, int Y)>();
            foreach (uint cell in cells) {
                places.Add(map.Place(cell));
            }
            return places;
        }

        /// <summary>Whether a team has ever seen a place.</summary>
        public bool Knows(uint team, (int X, int Y) place) =>
            Native.way_world_team_knows(Pointer, Native.Within(team, "team", 0, teams - 1), map.Cell(place)) != 0;

        /// <summary>The map as a team knows it, to look at.</summary>
        public Map TeamMap(uint team) => new Map(this, Native.way_world_team_map(Pointer, Native.Within(team, "team", 0, teams - 1))) {
            World = new WeakReference<World>(this) };

        public uint Tick => Native.way_world_statistics(Pointer).tick;

        /// <summary>Plans for about `budget` units of work and moves all units.</summary>
        public void Frame(uint budget) => Native.Check(Native.way_world_frame(Own, budget));

        public int Count => (int)Native.way_world_unit_count(Pointer);

        private (int X, int Y)? Place(uint cell) => map.PlaceOrNull(cell);

        private UnitView View(Native.UnitView view) => new UnitView {
            Unit = view.unit, Place = map.Place(view.cell), Goal = Place(view.goal), X = view.x / 1024f,
            Y = view.y / 1024f, Heading = view.heading, Kind = view.kind, Team = view.team, Size = view.size,
            State = (UnitState)view.state, Standing = view.standing };

        /// <summary>Null if the unit is gone.</summary>
        public UnitView? Unit(ulong unit)
        {
            Native.UnitView view;
            return Native.way_world_unit(Pointer, unit, &view) == 0 ? (UnitView?)null : View(view);
        }

        /// <summary>All units.</summary>
        public UnitView[] Units()
        {
            var views = new Native.UnitView[Count + 1];
            fixed (Native.UnitView* first = views) {
                Array.Resize(ref views, (int)Native.way_world_views(Pointer, first, (uint)Count));
            }
            return Array.ConvertAll(views, View);
        }

        /// <summary>Takes the oldest event; false if there is none.</summary>
        public bool NextEvent(out WorldEvent taken)
        {
            Native.WorldEvent data;
            bool any = Native.way_world_event_next(Pointer, &data) != 0;
            taken = !any ? default(WorldEvent) : new WorldEvent {
                Kind = (WorldEventKind)data.kind, Tick = data.tick, Unit = data.unit, Other = data.other,
                Place = Place(data.cell) };
            return any;
        }

        /// <summary>The same on every machine that made the same calls.</summary>
        public ulong Hash() => Native.way_world_hash(Pointer);
    }
    /// <summary>Everything that changes a world from a moment on.</summary>
    public sealed unsafe class Record
    {
        private readonly World world;
        private readonly System.IO.MemoryStream bytes = new System.IO.MemoryStream();
        private readonly Native.WorldRecorder taker; // lives as long as the library may call it
        private bool ended;

        internal Record(World world)
        {
            if (world.Recording != null) {
                throw new InvalidOperationException("this world is being recorded");
            }
            this.world = world;
            taker = Take;
            Native.Check(Native.way_world_record(world.Own, taker, null));
            world.Recording = this;
        }

        private void Take(void* piece, UIntPtr size, void* user)
        {
            var copy = new byte[(int)size];
            Marshal.Copy((IntPtr)piece, copy, 0, copy.Length);
            bytes.Write(copy, 0, copy.Length);
        }

        /// <summary>Ends the record and gives its bytes.</summary>
        public byte[] Stop()
        {
            if (ended) {
                throw new InvalidOperationException("this record has ended");
            }
            ended = true;
            world.Recording = null;
            Native.Check(Native.way_world_record(world.Pointer, null, null));
            return bytes.ToArray();
        }
    }

    /// <summary>A record that is played again, frame by frame.</summary>
    public sealed unsafe class Replay : Handle
    {
        private readonly IntPtr record;

        public Replay(byte[] bytes) : base(null)
        {
            var problem = new Native.Problem();
            record = Marshal.AllocHGlobal(bytes.Length + 1);
            Marshal.Copy(bytes, 0, record, bytes.Length);
            IntPtr made;
            int status = Native.way_replay_create((void*)record, (UIntPtr)bytes.Length, null, &made, &problem);
            if (status != 0) {
                Marshal.FreeHGlobal(record);
            }
            Native.Check(status, Native.Text(problem.text));
            Hold(made);
            World = new World(this, Native.way_replay_world(made));
        }

        /// <summary>The world, to look at.</summary>
        public World World { get; }

        internal override void Destroy(IntPtr pointer)
        {
            Native.way_replay_destroy(pointer);
            Marshal.FreeHGlobal(record);
        }

        protected override void Dispose(bool disposing)
        {
            if (disposing) {
                World?.Dispose();
            }
            base.Dispose(disposing);
        }

        /// <summary>Makes the calls of one frame; false at the end of the record. `same` is whether the
        /// world is the recorded one.</summary>
        public bool Frame(out bool same)
        {
            byte over = 0, equal = 0;
            Native.Check(Native.way_replay_frame(Pointer, &over, &equal));
            same = equal != 0;
            return over == 0;
        }
    }
}
