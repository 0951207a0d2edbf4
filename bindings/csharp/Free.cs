// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Ground without cells for C# and Unity: meshes, and discs that move freely and keep out of each other's
// way.
using System;
using System.Collections.Generic;

namespace Waymark
{
    /// <summary>Convex polygons, to walk on at any angle: over the free cells of a map, read from a text, or
    /// of points and polygons of your own. Points are given in sides of cells.</summary>
    public sealed unsafe class Mesh : Handle
    {
        private delegate int Maker(IntPtr* made, Native.Problem* problem);

        private const double Unit = 1000;
        private readonly IntPtr mesh;

        public Mesh(Map map, uint profile = 1, uint tile = 0, bool anyWeight = false) : this(map, (made, problem) => {
            var config = new Native.MeshMapConfig { map = map.Pointer, profile = map.Known(profile), tile = tile,
                any_weight = (byte)(anyWeight ? 1 : 0), problem = problem };
            return Native.way_mesh_create_for(&config, made);
        })
        {
        }

        /// <summary>A mesh of points and of polygons, each the numbers of its points.</summary>
        public Mesh(IList<(double X, double Y)> points, IList<uint[]> polygons) : this(null, (made, problem) => {
            var places = new Native.Point[points.Count];
            for (int i = 0; i < places.Length; i++) {
                places[i] = At(points[i]);
            }
            var corners = new List<uint>();
            var sizes = new uint[polygons.Count];
            for (int i = 0; i < sizes.Length; i++) {
                corners.AddRange(Array.ConvertAll(polygons[i], corner => Native.Within(corner, "a corner", 0, places.Length - 1)));
                sizes[i] = (uint)polygons[i].Length;
            }
            fixed (Native.Point* first = places)
            fixed (uint* cornerList = corners.ToArray(), sizeList = sizes) {
                var config = new Native.MeshConfig { points = first, point_count = (uint)places.Length,
                    corners = cornerList, sizes = sizeList, polygon_count = (uint)sizes.Length };
                return Native.way_mesh_create(&config, made, problem);
            }
        })
        {
        }

        /// <summary>A mesh of what Text gave.</summary>
        public static Mesh Parse(string text) => new Mesh(null, (made, problem) => {
            byte[] bytes = System.Text.Encoding.UTF8.GetBytes(text + "\0");
            fixed (byte* start = bytes) {
                return Native.way_mesh_parse(start, (UIntPtr)(bytes.Length - 1), null, made, problem);
            }
        });

        private Mesh(Handle owner, Maker maker) : base(owner)
        {
            var problem = new Native.Problem();
            IntPtr made, points;
            int status = maker(&made, &problem);
            Native.Check(status, Native.Text(problem.text));
            mesh = made;
            status = Native.way_space_create_points(mesh, 2, null, &points);
            if (status != 0) {
                Native.way_mesh_destroy(mesh);
            }
            Native.Check(status);
            Hold(points);
        }

        internal override void Destroy(IntPtr pointer)
        {
            Native.way_space_destroy(pointer);
            Native.way_mesh_destroy(mesh);
        }

        private IntPtr Live => Pointer == IntPtr.Zero ? Pointer : mesh;

        private static Native.Point At((double X, double Y) at)
        {
            if (!(Math.Abs(at.X) <= 1e6 && Math.Abs(at.Y) <= 1e6)) {
                throw new ArgumentOutOfRangeException("at", at + " is not within a million cells");
            }
            return new Native.Point { x = (int)Math.Round(at.X * Unit), y = (int)Math.Round(at.Y * Unit) };
        }

        private static (double X, double Y) Place(Native.Point at) => (at.x / Unit, at.y / Unit);

        /// <summary>How many polygons there are.</summary>
        public int Polygons => (int)Native.way_mesh_polygon_count(Live);

        /// <summary>The corners of a polygon.</summary>
        public List<(double X, double Y)> Polygon(int polygon)
        {
            uint count;
            uint* points = Native.way_mesh_polygon(Live, Native.Within(polygon, "polygon", 0, Polygons - 1), &count);
            var corners = new List<(double X, double Y)>();
            for (uint i = 0; i < count; i++) {
                corners.Add(Place(Native.way_mesh_point(mesh, points[i])));
            }
            return corners;
        }

        public string Text()
        {
            var text = new byte[(int)Native.way_mesh_format(Live, null, UIntPtr.Zero)];
            fixed (byte* start = text) {
                Native.way_mesh_format(mesh, start, (UIntPtr)text.Length);
            }
            return System.Text.Encoding.UTF8.GetString(text);
        }

        /// <summary>Whether a point is on the mesh.</summary>
        public bool Contains((double X, double Y) at) => Native.way_mesh_locate(Live, At(at)) != Native.None;

        /// <summary>The points of the shortest way, to walk straight between; none if there is no way.</summary>
        public List<(double X, double Y)> Find((double X, double Y) from, (double X, double Y) to)
        {
            Native.Check(Native.way_points_set(Pointer, 0, At(from)), from + " is not on the mesh");
            Native.Check(Native.way_points_set(Pointer, 1, At(to)), to + " is not on the mesh");
            var found = new Native.Path();
            fixed (byte* name = System.Text.Encoding.UTF8.GetBytes("polyanya\0")) {
                Native.Check(Native.way_find_in(Pointer, name, 0, 1, &found));
            }
            var points = new List<(double X, double Y)>();
            for (uint i = 0; i < found.count; i++) {
                points.Add(Place(Native.way_points_at(Pointer, found.states[i])));
            }
            Native.way_path_free(&found);
            return points;
        }

        /// <summary>Whether the mesh knows of all edits of its map.</summary>
        public bool IsCurrent => Native.way_mesh_is_current(Live) != 0;

        /// <summary>Follows the edits of the map; true when it has.</summary>
        public bool Repair(uint budget)
        {
            byte done = 0;
            Native.Check(Native.way_mesh_repair(Live, budget, &done));
            return done != 0;
        }
    }

    /// <summary>A disc that moves freely: places in cells, velocities in cells per tick.</summary>
    public struct Mover
    {
        public double X, Y, VelocityX, VelocityY, WishX, WishY, Radius, Speed;
        public bool Fixed;
    }

    /// <summary>Keeps discs apart: they must not meet for `horizon` ticks, nor walls for `wallHorizon`.</summary>
    public sealed unsafe class Avoider : Handle
    {
        private const int Length = 1024, Pace = 65536;
        private readonly Native.Mover[] movers;

        public Avoider(int capacity, uint horizon = 40, uint wallHorizon = 10) : base(null)
        {
            var config = new Native.AvoiderConfig { capacity = Native.Within(capacity, "capacity", 1, 1 << 20),
                horizon = Native.Within(horizon, "horizon", 1, 256),
                wall_horizon = Native.Within(wallHorizon, "wallHorizon", 1, 256) };
            IntPtr made;
            Native.Check(Native.way_avoider_create(&config, &made));
            Hold(made);
            movers = new Native.Mover[capacity];
        }

        internal override void Destroy(IntPtr pointer) => Native.way_avoider_destroy(pointer);

        private static int Scaled(double value, string what, int scale, double least, double most)
        {
            if (!(value >= least && value <= most)) {
                throw new ArgumentOutOfRangeException(what, what + " is from " + least + " to " + most + ", not " + value);
            }
            return (int)Math.Round(value * scale);
        }

        private static int Far(double value, string what) => Scaled(value, what, Length, -262144, 262144);

        /// <summary>Moves all discs by one tick, in place; walls are lines from point to point.</summary>
        public void Step(Mover[] discs, params (double X1, double Y1, double X2, double Y2)[] walls)
        {
            Native.Within(discs.Length, "movers", 0, movers.Length);
            for (int i = 0; i < discs.Length; i++) {
                Mover one = discs[i];
                movers[i] = new Native.Mover { x = Far(one.X, "X"), y = Far(one.Y, "Y"),
                    velocity_x = Scaled(one.VelocityX, "VelocityX", Pace, -4, 4),
                    velocity_y = Scaled(one.VelocityY, "VelocityY", Pace, -4, 4),
                    wish_x = Scaled(one.WishX, "WishX", Pace, -4, 4), wish_y = Scaled(one.WishY, "WishY", Pace, -4, 4),
                    radius = Scaled(one.Radius, "Radius", Length, 1.0 / Length, 8),
                    speed = Scaled(one.Speed, "Speed", Pace, 0, 2), @fixed = (byte)(one.Fixed ? 1 : 0) };
            }
            Native.Barrier[] lines = Array.ConvertAll(walls, wall => new Native.Barrier { x1 = Far(wall.X1, "X1"),
                y1 = Far(wall.Y1, "Y1"), x2 = Far(wall.X2, "X2"), y2 = Far(wall.Y2, "Y2") });
            fixed (Native.Mover* first = movers)
            fixed (Native.Barrier* barriers = lines) {
                Native.Check(Native.way_avoider_step(Pointer, first, (uint)discs.Length, barriers, (uint)lines.Length));
            }
            for (int i = 0; i < discs.Length; i++) {
                discs[i].X = movers[i].x / (double)Length;
                discs[i].Y = movers[i].y / (double)Length;
                discs[i].VelocityX = movers[i].velocity_x / (double)Pace;
                discs[i].VelocityY = movers[i].velocity_y / (double)Pace;
            }
        }
    }
}
