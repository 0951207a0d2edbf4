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
        public bool Queued, Together;
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

        public World(Map map, uint units, UnitKind[] kinds = null, Team[] teams = null, bool rivals = false) : base(map)
        {
            this.map = map;
            kinds = kinds ?? new UnitKind[1];
            teams = teams ?? new Team[0];
            var kindList = stackalloc Native.WorldKind[kinds.Length];
            var profiles = stackalloc Native.Profile[kinds.Length];
            for (int i = 0; i < kinds.Length; i++) {
                kindList[i] = new Native.WorldKind { size = kinds[i].Size, speed = kinds[i].Speed, turn = kinds[i].Turn };
                if (kinds[i].Profile != 0) {
                    if (Native.way_map_profile(map.Pointer, kinds[i].Profile, &profiles[i]) == 0) {
                        throw new ArgumentException("no profile " + kinds[i].Profile);
                    }
                    kindList[i].profile = &profiles[i];
                }
            }
            var teamList = stackalloc Native.WorldTeam[teams.Length + 1];
            for (int i = 0; i < teams.Length; i++) {
                teamList[i] = new Native.WorldTeam { fog = (byte)(teams[i].Fog ? 1 : 0), sight = teams[i].Sight };
            }
            var config = new Native.WorldConfig {
                map = map.Pointer, kinds = kindList, kind_count = (uint)kinds.Length, teams = teamList,
                team_count = (uint)teams.Length, rivals = (byte)(rivals ? 1 : 0), unit_capacity = units };
            IntPtr made;
            Native.Check(Native.way_world_create(&config, &made));
            SetHandle(made);
        }

        internal override void Destroy(IntPtr pointer) => Native.way_world_destroy(pointer);

        public ulong Add((int X, int Y) place, uint kind = 0, uint team = 0)
        {
            var config = new Native.UnitConfig { cell = map.Cell(place), kind = kind, team = team };
            ulong unit;
            Native.Check(Native.way_world_add(Pointer, &config, &unit));
            return unit;
        }

        public void Remove(ulong unit) => Native.Check(Native.way_world_remove(Pointer, unit));

        public void Order(ulong[] units, Order order)
        {
            uint[] cells = order.Places == null ? new uint[0] : Array.ConvertAll(order.Places, place => map.Cell(place));
            fixed (uint* cellList = cells)
            fixed (ulong* unitList = units) {
                var data = new Native.Order {
                    kind = (int)order.Kind, cell = order.Place.HasValue ? map.Cell(order.Place.Value) : 0,
                    target = order.Target, range = order.Range, cells = cellList, cell_count = (uint)cells.Length,
                    queued = (byte)(order.Queued ? 1 : 0), together = (byte)(order.Together ? 1 : 0),
                    formation = (int)order.Formation, urgency = (int)order.Urgency, period = order.Period };
                Native.Check(Native.way_world_order(Pointer, unitList, (uint)units.Length, &data));
            }
        }

        /// <summary>Gives all cells of a rectangle one weight; units in the way plan again or
        /// leave.</summary>
        public void Fill(int x, int y, int width, int height, byte weight)
        {
            var edit = new Native.Edit { x = (uint)x, y = (uint)y, width = (uint)width, height = (uint)height, weight = weight };
            Native.Check(Native.way_world_edit(Pointer, &edit, 1));
        }

        /// <summary>Plans for about `budget` units of work and moves all units.</summary>
        public void Frame(uint budget) => Native.Check(Native.way_world_frame(Pointer, budget));

        public int Count => (int)Native.way_world_unit_count(Pointer);

        private (int X, int Y)? Place(uint cell)
        {
            if (cell == Native.None) {
                return null;
            }
            return map.Place(cell);
        }

        /// <summary>Null if the unit is gone.</summary>
        public UnitView? Unit(ulong unit)
        {
            Native.UnitView view;
            if (Native.way_world_unit(Pointer, unit, &view) == 0) {
                return null;
            }
            return new UnitView {
                Unit = view.unit, Place = map.Place(view.cell), Goal = Place(view.goal), X = view.x / 1024f,
                Y = view.y / 1024f, Heading = view.heading, Kind = view.kind, Team = view.team, Size = view.size,
                State = (UnitState)view.state, Standing = view.standing };
        }

        /// <summary>All units.</summary>
        public IEnumerable<UnitView> Units()
        {
            for (uint place = 0; place < Native.way_world_place_count(Pointer); place++) {
                UnitView? view = Unit(Native.way_world_unit_at(Pointer, place));
                if (view.HasValue) {
                    yield return view.Value;
                }
            }
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
}
