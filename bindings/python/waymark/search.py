# SPDX-FileCopyrightText: 2026 The waymark authors
# SPDX-License-Identifier: MIT
"""What trips are planned with: spaces, navigators, agents, walkers, fields, whole problems."""
from collections import namedtuple

import numpy

from ._handle import NONE, Error, Handle, array_of, check, flag, whole
from ._native import ffi, lib
from .ground import OUTCOMES, Map, Path, data, states

#: What many trips came to. The cells of trip i are cells[offsets[i]:offsets[i + 1]]; costs are inf
#: where there is no path.
Answers = namedtuple("Answers", "outcomes costs offsets cells")

#: A plan for many units: cells[time, unit].
Plan = namedtuple("Plan", "outcome cells makespan sum bound")

_BUDGET = 2**32 - 1


def go_on(status):
    """Of a call that goes on with a trip."""
    check(status, "there is no trip to go on with; begin one"
          if status == lib.WAY_STATUS_WRONG_STATE else "")


def budget_of(budget):
    return whole(budget, "a budget", 0, _BUDGET)


class Space(Handle):
    """What units of a profile walk on. Penalties are an array of bytes that is borrowed: write to
    it whenever you like."""

    def __init__(self, ground, profile=1, penalties=None, unit=0, algorithm="astar"):
        self.map, self.profile = ground, ground._known(profile)
        if penalties is None:
            if unit:
                raise ValueError("a unit is the cost of a point of penalties, and there are none")
            self._hold("way_space", lambda out, _: lib.way_space_create_for(
                ground._pointer, profile, algorithm.encode(), ffi.NULL, out),
                lib.way_space_destroy, ground)
            return
        shape = lib.way_map_height(ground._pointer), ground.width
        if not (isinstance(penalties, numpy.ndarray) and penalties.shape == shape
                and penalties.dtype == numpy.uint8 and penalties.flags.c_contiguous):
            raise ValueError(f"penalties are a contiguous array of uint8, {shape}")
        buffer = data(penalties, "uint8_t")
        config = ffi.new("way_penalty_config *")
        config.map, config.profile = ground._pointer, profile
        config.penalties = buffer
        config.unit = whole(unit, "the cost of a point", 0, lib.WAY_PENALTY_UNIT_MAX)
        self._hold("way_space", lambda out, _: lib.way_space_create_penalty(config, out),
                   lib.way_space_destroy, ground, (penalties, buffer))


class Belief(Handle):
    """What a team believes of a map: `belief.map` is a Map like any other, which looking around
    edits. With `known_links`, all links of the truth are believed in from the start;
    `known` weights, such as an old map, stand where nobody has looked."""

    def __init__(self, truth, unseen=1, known_links=False, known=None):
        config = ffi.new("way_belief_config *")
        config.known_links = flag(known_links, "known_links")
        config.truth, config.unseen = truth._pointer, whole(unseen, "a weight", 0, 255)
        if known is not None:
            known = array_of(known, numpy.uint8, "weights")
            if known.shape != truth.shape:
                raise ValueError(f"weights of {known.shape} for a map of {truth.shape}")
            config.known = known = data(truth._spread(known), "uint8_t")
        self._hold("way_belief", lambda out, _: lib.way_belief_create(config, out),
                   lib.way_belief_destroy, truth)
        self.truth = truth

    @property
    def map(self):
        return Map._wrap(lib.way_belief_map(self._pointer), self, self.truth.shape)

    def look(self, now, places, radius, sight=False):
        """Looks around from places at a time, which never goes back; how many cells differed."""
        cells = numpy.atleast_1d(self.truth.cells(places))
        sensors = ffi.new("way_sensor[]", len(cells))
        radius = whole(radius, "a radius", 0, lib.WAY_SENSOR_RADIUS_MAX)
        for i, cell in enumerate(cells.tolist()):
            sensors[i].cell, sensors[i].radius = cell, radius
            sensors[i].line_of_sight = flag(sight, "sight")
        changed = ffi.new("uint32_t *")
        check(lib.way_belief_look(self._pointer, whole(now, "a time", 1, 2**32 - 1), sensors,
                                  len(cells), changed), "time never goes back")
        return changed[0]

    def share(self, other):
        """Learns what another team knows; the newer look at each cell wins."""
        changed = ffi.new("uint32_t *")
        check(lib.way_belief_share(self._pointer, other._pointer, changed), "a belief of another map")
        return changed[0]

    def seen(self, place):
        """When a cell was looked at last; None if never."""
        return lib.way_belief_seen(self._pointer, self.truth._cell(place)) or None


class Navigator(Handle):
    """An algorithm prepared for a map, such as "jps" or "dba(sector=16)"."""

    def __init__(self, ground, algorithm="auto", profile=1, penalties=None, unit=0):
        name = ffi.new("char[]", algorithm.encode())
        space = Space(ground, profile, penalties, unit, algorithm)
        self._remake = (ground, algorithm, profile, penalties, unit)
        self._prepare(space, name, lib.way_navigator_create)

    def _prepare(self, space, name, create, keep=None):
        self.map, self.profile = space.map, space.profile

        def prepare(out, problem):
            config = ffi.new("way_navigator_config *")
            config.space, config.algorithm, config.problem = space._pointer, name, problem
            return create(config, out)
        self._hold("way_navigator", prepare, lib.way_navigator_destroy, space, keep)

    @classmethod
    def open(cls, ground, saved, profile=1):
        """A navigator of what `save` gave."""
        navigator = cls.__new__(cls)
        words = ffi.new("uint64_t[]", len(saved) // 8 + 1)
        ffi.memmove(words, saved, len(saved))
        navigator._remake = (ground, None, profile, None, 0)
        navigator._prepare(
            Space(ground, profile), ffi.NULL,
            lambda config, out: lib.way_navigator_open(config, words, len(saved), out), words)
        return navigator

    def save(self):
        """The database as bytes, to be kept in a file."""
        saved = ffi.gc(ffi.new("way_database *"), lib.way_database_free)
        check(lib.way_navigator_save(self._pointer, ffi.NULL, saved), self.choice[0])
        return ffi.buffer(saved.bytes, saved.size)[:]

    def __reduce__(self):
        ground, algorithm, profile, penalties, unit = self._remake
        try:
            return _reopen, (ground, self.save(), profile)
        except Error as error:
            if error.status != "UNSUPPORTED":
                raise
        return Navigator, (ground, algorithm, profile, penalties, unit)

    @property
    def choice(self):
        """The algorithm that was chosen, and why."""
        choice = lib.way_navigator_choice(self._pointer)
        return ffi.string(choice.algorithm).decode(), ffi.string(choice.reason).decode()

    @property
    def lookahead(self):
        """The most expansions between two moves of a real-time search, after which its trips can
        be parked; 0 for others."""
        return lib.way_navigator_lookahead(self._pointer)

    @property
    def is_current(self):
        """Whether the database knows of all edits."""
        return lib.way_navigator_is_current(self._pointer)

    @property
    def bytes(self):
        """Bytes of the database, shared by all agents."""
        return lib.way_navigator_bytes(self._pointer)

    def repair(self, budget):
        """Brings the database up to date with edits; True when it is."""
        done = ffi.new("bool *")
        check(lib.way_navigator_repair(self._pointer, budget_of(budget), done), self.choice[0])
        return bool(done[0])

    def favour(self, places):
        """Repairs begin around these places, up to 32, until told otherwise."""
        cells = numpy.ascontiguousarray(self.map.cells(places))
        check(lib.way_navigator_favour(
            self._pointer, data(cells, "way_cell"),
            whole(len(cells), "a number of places", 0, lib.WAY_NAVIGATOR_FAVOURED_MAX)), self.choice[0])

    def agent(self):
        return Agent(self)

    def find_many(self, starts, goals):
        """Trips from each of `starts` to the one of `goals` beside it, in one call without the
        GIL."""
        return self.agent().find_many(starts, goals)


def _reopen(ground, saved, profile):
    return Navigator.open(ground, saved, profile)


TRIP = numpy.dtype({
    "names": ["start", "goal"], "formats": ["u4", "u4"],
    "offsets": [ffi.offsetof("way_trip", "start"), ffi.offsetof("way_trip", "goal")],
    "itemsize": ffi.sizeof("way_trip")})
ANSWER = numpy.dtype([("outcome", "u4"), ("cost", "u4"), ("count", "u4")])


class Agent(Handle):
    """One trip at a time, planned a little per frame."""

    def __init__(self, navigator):
        self.map, self.profile = navigator.map, navigator.profile

        def create(out, _):
            config = ffi.new("way_agent_config *")
            config.navigator = navigator._pointer
            return lib.way_agent_create(config, out)
        self._hold("way_agent", create, lib.way_agent_destroy, navigator)

    def begin(self, start, goal=None, nearest=False, partial=False, *, within=None, beside=False,
              goals=None, limit=0):
        """Starts a trip to `goal`, to where the estimate to it is `within` a cost, to a place
        `beside` it, or to the cheapest of `goals`; of at most `limit` expansions."""
        trip = ffi.new("way_trip *")
        trip.start = self.map._cell(start)
        if (goals is not None) + (within is not None) + bool(beside) + (goals is not None and goal is not None) > 1:
            raise ValueError("a trip has one of goals, within and beside; goals stand for the goal")
        if goals is not None:
            cells = numpy.ascontiguousarray(self.map.cells(goals))
            whole(len(cells), "a number of goals", 1, NONE)
            trip.mode, trip.goal_count = lib.WAY_GOAL_ANY_OF, len(cells)
            trip.goals = pinned = data(cells, "way_state")
        else:
            if goal is None:
                raise ValueError("a trip needs a goal or goals")
            trip.goal, pinned = self.map._cell(goal), None
            trip.mode = lib.WAY_GOAL_ADJACENT if flag(beside, "beside") else lib.WAY_GOAL_EXACT
            if within is not None:
                trip.mode, trip.range = lib.WAY_GOAL_RANGE, whole(within, "a range", 0, NONE)
        trip.fall_back_to_nearest, trip.partial = flag(nearest, "nearest"), flag(partial, "partial")
        trip.expansion_limit = whole(limit, "a limit", 0, 2**64 - 1)
        check(lib.way_agent_begin(self._pointer, trip))
        del pinned

    def step(self, budget):
        """Works for up to `budget` expansions: "working" while there is more to do."""
        return OUTCOMES[lib.way_agent_step(self._pointer, budget_of(budget))]

    def run(self):
        return OUTCOMES[lib.way_agent_run(self._pointer)]

    def cancel(self):
        lib.way_agent_cancel(self._pointer)

    def retarget(self, goal):
        """Gives the trip another goal."""
        go_on(lib.way_agent_retarget(self._pointer, self.map._cell(goal)))

    def advance(self, moves):
        """Moves along the path, which starts at the new place from then on."""
        go_on(lib.way_agent_advance(self._pointer, whole(moves, "moves", 0, _BUDGET)))

    def change(self, places):
        """Tells an incremental search of cells that changed."""
        cells = numpy.ascontiguousarray(self.map.cells(places))
        go_on(lib.way_agent_notify(self._pointer, data(cells, "way_state"), len(cells)))

    @property
    def place(self):
        return self.map._place(lib.way_agent_position(self._pointer))

    @property
    def goal(self):
        """The goal in force: the one asked for, its replacement, or the one that was reached."""
        return self.map._place(lib.way_agent_goal(self._pointer))

    @property
    def bound(self):
        """The path costs at most this many times the best; None if nothing is proven."""
        bound = lib.way_agent_bound_thousandths(self._pointer)
        return None if bound == NONE else bound / 1000

    def horizon(self, moves):
        """How many moves ahead an incremental search lays out its path; 0 for all the way."""
        lib.way_agent_set_horizon(self._pointer, whole(moves, "moves", 0, _BUDGET))

    def holds(self, first=0):
        """Whether the path is still legal, from its move `first` on."""
        return lib.way_agent_path_holds(self._pointer, whole(first, "a move", 0, _BUDGET))

    @property
    def expansions(self):
        return lib.way_agent_stats(self._pointer).expansions

    def path(self):
        """The moves so far. `cells` is a view that is good until the next call on the agent."""
        count = ffi.new("uint32_t *")
        cells = lib.way_agent_path(self._pointer, count)
        return Path(self.map, OUTCOMES[lib.way_agent_outcome(self._pointer)],
                    lib.way_agent_cost(self._pointer), states(cells, count[0]), self.profile)

    def waypoints(self):
        """The ends of the straight stretches of the path, start first."""
        count = ffi.new("uint32_t *")
        runs = lib.way_agent_segments(self._pointer, count)
        ends = numpy.frombuffer(ffi.buffer(runs, count[0] * 8), numpy.uint32)[::2] if count[0] else []
        return self.map.places(numpy.concatenate((self.path().cells[:1], ends)).astype(numpy.uint32))

    def park(self):
        """What it takes to go on with the trip, as bytes; `resume` takes them."""
        size = ffi.new("size_t *", lib.WAY_PARKED_USUAL)
        room = ffi.new("char[]", 1 << 16)
        check(lib.way_agent_park(self._pointer, room, 1 << 16, size),
              "no trip to park, or in the middle of a look-ahead")
        return ffi.buffer(room, size[0])[:]

    def resume(self, parked):
        check(lib.way_agent_resume(self._pointer, ffi.from_buffer(parked), len(parked)))

    def distances(self, starts, goals):
        """What trips from each of `starts` to each of `goals` cost, as a table; inf without one."""
        first = numpy.ascontiguousarray(self.map.cells(starts))
        last = numpy.ascontiguousarray(self.map.cells(goals))
        costs = numpy.empty((len(first), len(last)), numpy.uint32)
        question = ffi.new("way_distances *", (data(first, "way_state"), len(first),
                                               data(last, "way_state"), len(last)))
        keep = (first, last)
        check(lib.way_agent_distances(self._pointer, question, data(costs, "way_cost")))
        del keep
        return infinite(costs)

    def find_many(self, starts, goals):
        """Trips from each of `starts` to the one of `goals` beside it, in one call without the
        GIL."""
        trips = numpy.zeros(len(starts), TRIP)
        trips["start"], trips["goal"] = pairs_of(self.map, starts, goals)
        answers, cells = numpy.zeros(len(trips), ANSWER), []
        done, room = 0, 64 * len(trips) + (1 << 16)
        answered, count = ffi.new("uint32_t *"), ffi.new("size_t *")
        while done < len(trips):
            taken = numpy.empty(room, numpy.uint32)
            check(lib.way_agent_trips(
                self._pointer, ffi.cast("way_trip *", ffi.from_buffer(trips[done:])),
                len(trips) - done, ffi.cast("way_answer *", ffi.from_buffer(answers[done:])),
                data(taken, "way_state"), room, answered))
            used = int(answers["count"][done:done + answered[0]].sum())
            cells.append(taken[:used])
            done += answered[0]
            room *= 2
        offsets = numpy.concatenate(([0], numpy.cumsum(answers["count"], dtype=numpy.int64)))
        outcomes = numpy.array([OUTCOMES[i] for i in range(len(OUTCOMES))])[answers["outcome"]]
        return Answers(outcomes, infinite(answers["cost"]), offsets,
                       numpy.concatenate(cells) if cells else numpy.empty(0, numpy.uint32))


def pairs_of(ground, starts, goals):
    """As many starts as goals, as cells."""
    if len(starts) != len(goals):
        raise ValueError(f"{len(starts)} starts for {len(goals)} goals")
    return [numpy.ascontiguousarray(ground.cells(places)) for places in (starts, goals)]


def infinite(costs):
    """Costs as numbers, inf for the largest: divided by 0 there, which is quicker than a mask."""
    with numpy.errstate(divide="ignore"):
        return numpy.divide(costs, costs != NONE)


class Walker(Handle):
    """A unit that walks: notices edits, plans again, moves. With a belief, on whose map the
    navigator plans, it looks around from wherever it is. With `foresight`, what breaks its plan
    farther ahead than so many moves is seen to when it has come that near: far fewer plans, not
    always the best."""

    def __init__(self, navigator, belief=None, radius=8, sight=False, foresight=0):
        self.map, self.belief = navigator.map, belief
        radius = whole(radius, "a radius", 0, lib.WAY_SENSOR_RADIUS_MAX)
        foresight = whole(foresight, "moves", 0, _BUDGET)
        if belief and lib.way_belief_map(belief._pointer) != navigator.map._pointer:
            raise ValueError("the navigator plans on another map than the belief's")

        def create(out, _):
            config = ffi.new("way_walker_config *")
            config.navigator, config.foresight = navigator._pointer, foresight
            if belief:
                config.belief = belief._pointer
                config.sensor.radius, config.sensor.line_of_sight = radius, flag(sight, "sight")
            return lib.way_walker_create(config, out)
        self._hold("way_walker", create, lib.way_walker_destroy, navigator)

    def begin(self, start, goal):
        check(lib.way_walker_begin(self._pointer, self.map._cell(start), self.map._cell(goal)))

    def retarget(self, goal):
        go_on(lib.way_walker_retarget(self._pointer, self.map._cell(goal)))

    def step(self, budget):
        """Plans for up to `budget` expansions and, once a plan is ready, makes one move."""
        return OUTCOMES[lib.way_walker_step(self._pointer, budget_of(budget))]

    @property
    def place(self):
        return self.map._place(lib.way_walker_state(self._pointer))

    @property
    def outcome(self):
        return OUTCOMES[lib.way_walker_outcome(self._pointer)]

    @property
    def cost(self):
        """What the walk has cost so far."""
        return lib.way_walker_walk(self._pointer).cost


class Field(Handle):
    """Costs and next steps to some goals from everywhere; with backward=False from some places to
    everywhere, for ranges."""

    _room = None  # for costs, once they were asked for

    def __init__(self, ground, profile=1, penalties=None, unit=0, backward=True):
        space = Space(ground, profile, penalties, unit)
        self.map = space.map

        def create(out, _):
            config = ffi.new("way_field_config *")
            config.space, config.backward = space._pointer, flag(backward, "backward")
            return lib.way_field_create(config, out)
        self._hold("way_field", create, lib.way_field_destroy, space)

    def begin(self, *goals, limit=None):
        """Starts over; places that cost more than `limit` are left out."""
        cells = ffi.new("way_state[]", [self.map._cell(goal) for goal in goals])
        whole(len(goals), "a number of goals", 1, NONE)
        check(lib.way_field_begin(self._pointer, cells, len(goals),
                                  NONE if limit is None else whole(limit, "a limit", 0, NONE)))

    def step(self, budget):
        return OUTCOMES[lib.way_field_step(self._pointer, budget_of(budget))]

    def run(self):
        return OUTCOMES[lib.way_field_run(self._pointer)]

    def cost(self, place):
        """The cost of a cheapest way to a goal; None where there is none."""
        cost = lib.way_field_cost(self._pointer, self.map._cell(place))
        return None if cost == NONE else cost

    def next(self, place):
        """The next place on a cheapest way; None at a goal or where there is no way."""
        return self.map._place(lib.way_field_next(self._pointer, self.map._cell(place)))

    def costs(self):
        """All costs as an array, inf where there is no way."""
        if self._room is None:
            self._room = numpy.empty((lib.way_map_height(self.map._pointer), self.map.width), numpy.uint32)
        lib.way_field_costs(self._pointer, data(self._room, "way_cost"), self._room.size)
        return infinite(self.map._gather(self._room))

    def cells(self):
        """The cells that were reached, cheapest first."""
        count = ffi.new("uint32_t *")
        return states(lib.way_field_states(self._pointer, count), count[0]).copy()


def solve(ground, starts, goals, seed=0, nodes=0, improve=0):
    """Ways for many units at once on a map of four neighbours, such that all stand on their goals
    in the end; `nodes` limits the search, `improve` is how much work to spend on a better plan,
    some ten million to a fifth of a second."""
    first, last = pairs_of(ground, starts, goals)
    if ground.neighbours != 4:
        raise ValueError(f"many units at once need a map of 4 neighbours, not {ground.neighbours}")
    config = ffi.new("way_mapf_config *")
    config.map, config.count = ground._pointer, whole(len(first), "a number of units", 1, 65535)
    config.seed = whole(seed, "a seed", 0, 2**64 - 1)
    config.node_limit = whole(nodes, "a limit of nodes", 0, 2**64 - 1)
    improve = whole(improve, "work", 0, 2**64 - 1)
    config.starts, config.goals = pinned = data(first, "way_cell"), data(last, "way_cell")
    plan = ffi.gc(ffi.new("way_mapf_plan *"), lib.way_mapf_free)
    check(lib.way_mapf_solve(config, plan),
          "starts and goals are free places, a place of its own for each unit")
    if improve and plan.cells != ffi.NULL:
        check(lib.way_mapf_improve(config, plan, improve))
    del pinned
    steps = plan.makespan + 1 if plan.cells != ffi.NULL else 0
    cells = states(plan.cells, steps * len(first)).reshape(steps, -1).copy()
    return Plan(OUTCOMES[plan.outcome], cells, plan.makespan, plan.sum, plan.bound)
