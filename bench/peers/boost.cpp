// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Boost's astar_search on a compressed graph of cells, which is what its documentation recommends
// for a graph that does not change.
#include "bench/peers/peer.hpp"

#include <boost/graph/astar_search.hpp>
#include <boost/graph/compressed_sparse_row_graph.hpp>
#include <cmath>
#include <cstdlib>

struct edge {
    double weight;
};
using graph = boost::compressed_sparse_row_graph<boost::directedS, boost::no_property, edge>;
using vertex = boost::graph_traits<graph>::vertex_descriptor;

struct found {
};

class arrival : public boost::default_astar_visitor
{
  public:
    explicit arrival(vertex goal) : goal(goal)
    {
    }
    void examine_vertex(vertex at, const graph &) const
    {
        if (at == goal) {
            throw found();
        }
    }

  private:
    vertex goal;
};

class library
{
  public:
    explicit library(const grid &ground) : width(ground.width)
    {
        std::vector<std::pair<vertex, vertex>> edges;
        std::vector<edge> weights;
        for (int y = 0; y < ground.height; y++) {
            for (int x = 0; x < ground.width; x++) {
                for (int step = 0; ground.at(x, y) && step < 9; step++) {
                    const int dx = step % 3 - 1, dy = step / 3 - 1;
                    if ((dx || dy) && ground.steps(x, y, dx, dy)) {
                        edges.emplace_back(y * width + x, (y + dy) * width + x + dx);
                        weights.push_back({dx && dy ? std::sqrt(2.0) : 1.0});
                    }
                }
            }
        }
        cells = graph(boost::edges_are_sorted, edges.begin(), edges.end(), weights.begin(),
                      static_cast<size_t>(width) * ground.height);
    }
    path find(int x, int y, int to_x, int to_y)
    {
        const vertex start = y * width + x, goal = to_y * width + to_x;
        std::vector<vertex> from(boost::num_vertices(cells));
        const auto octile = [this, to_x, to_y](vertex at) {
            const double dx = std::abs(static_cast<int>(at % width) - to_x);
            const double dy = std::abs(static_cast<int>(at / width) - to_y);
            return std::max(dx, dy) + (std::sqrt(2.0) - 1) * std::min(dx, dy);
        };
        path way;
        try {
            boost::astar_search(cells, start, octile,
                                boost::weight_map(boost::get(&edge::weight, cells))
                                    .predecessor_map(boost::make_iterator_property_map(
                                        from.begin(), boost::get(boost::vertex_index, cells)))
                                    .visitor(arrival(goal)));
        } catch (found) {
            for (vertex at = goal;; at = from[at]) {
                way.insert(way.end(), {static_cast<int>(at % width), static_cast<int>(at / width)});
                if (at == start) {
                    break;
                }
            }
        }
        return path(way.rbegin(), way.rend());
    }

  private:
    int width;
    graph cells;
};

int main()
{
    return peer_run<library>("");
}
