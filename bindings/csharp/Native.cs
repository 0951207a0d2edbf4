// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The C API for C#, as far as Waymark.cs needs it; World.cs has its own part.
using System;
using System.Runtime.InteropServices;

namespace Waymark
{
    /// <summary>The C API as it is; use the classes of Waymark.cs instead.</summary>
    internal static unsafe partial class Native
    {
#if UNITY_IOS && !UNITY_EDITOR
        internal const string Library = "__Internal";
#else
        internal const string Library = "waymark";
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
            public IntPtr allocator, job;
        }

        [StructLayout(LayoutKind.Sequential)]
        internal struct Rect { public uint x, y, width, height; }

        [StructLayout(LayoutKind.Sequential)]
        internal struct Edit { public uint x, y, width, height; public byte weight; }

        [StructLayout(LayoutKind.Sequential)]
        internal struct Profile { public byte unit_size; public fixed byte weights[256]; }

        [StructLayout(LayoutKind.Sequential)]
        internal struct Link { public uint from, to, cost, profile; public byte both_ways; }

        [StructLayout(LayoutKind.Sequential)]
        internal struct PenaltyConfig
        {
            public IntPtr map;
            public uint profile;
            public byte* penalties;
            public uint unit;
            public IntPtr allocator;
        }

        [StructLayout(LayoutKind.Sequential)]
        internal struct Database { public byte* bytes; public UIntPtr size; public Allocator allocator; }

        [StructLayout(LayoutKind.Sequential)]
        internal struct Problem { public uint line, column; public fixed byte text[192]; }

        [StructLayout(LayoutKind.Sequential)]
        internal struct NavigatorConfig
        {
            public IntPtr space;
            public byte* algorithm;
            public IntPtr prospect;
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
        [DllImport(Library)] internal static extern ulong way_hash_bytes(ulong hash, void* bytes, UIntPtr size);
        [DllImport(Library)] internal static extern uint way_algorithm_count();
        [DllImport(Library)] internal static extern Algorithm* way_algorithm_at(uint index);
        [DllImport(Library)] internal static extern int way_map_create(MapConfig* config, IntPtr* map);
        [DllImport(Library)] internal static extern void way_map_destroy(IntPtr map);
        [DllImport(Library)] internal static extern int way_map_edit(IntPtr map, Edit* edits, uint count);
        [DllImport(Library)] internal static extern int way_map_read(IntPtr map, Rect* area, byte* weights);
        [DllImport(Library)] internal static extern byte way_map_weight(IntPtr map, uint cell);
        [DllImport(Library)] internal static extern byte way_map_is_reachable(IntPtr map, uint from, uint to, uint profile);
        [DllImport(Library)] internal static extern int way_map_add_profile(IntPtr map, Profile* profile, uint* number);
        [DllImport(Library)] internal static extern int way_map_remove_profile(IntPtr map, uint profile);
        [DllImport(Library)] internal static extern byte way_map_profile(IntPtr map, uint profile, Profile* description);
        [DllImport(Library)] internal static extern int way_map_add_links(IntPtr map, Link* links, uint count);
        [DllImport(Library)] internal static extern int way_map_remove_links(IntPtr map, Link* links, uint count);
        [DllImport(Library)] internal static extern int way_space_create_penalty(PenaltyConfig* config, IntPtr* space);
        [DllImport(Library)] internal static extern int way_find_in(IntPtr space, byte* algorithm, uint start, uint goal, FoundPath* path);
        [DllImport(Library)] internal static extern void way_path_free(FoundPath* path);
        [DllImport(Library)] internal static extern int way_space_create_grid(IntPtr map, uint profile, IntPtr allocator, IntPtr* space);
        [DllImport(Library)] internal static extern void way_space_destroy(IntPtr space);
        [DllImport(Library)] internal static extern int way_navigator_create(NavigatorConfig* config, IntPtr* navigator);
        [DllImport(Library)] internal static extern void way_navigator_destroy(IntPtr navigator);
        [DllImport(Library)] internal static extern int way_navigator_open(NavigatorConfig* config, void* bytes, UIntPtr size, IntPtr* navigator);
        [DllImport(Library)] internal static extern int way_navigator_save(IntPtr navigator, IntPtr allocator, Database* saved);
        [DllImport(Library)] internal static extern byte way_navigator_is_current(IntPtr navigator);
        [DllImport(Library)] internal static extern void way_database_free(Database* saved);
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
}
