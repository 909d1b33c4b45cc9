package dev.caravan.graph;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A breadth-first search in Java, which the answers of the gateway are compared with. */
final class BreadthFirst {

    private final int[][] neighbors;

    /** @param neighbors of each node, in both directions */
    BreadthFirst(int[][] neighbors) {
        this.neighbors = neighbors;
    }

    int distance(int from, int to, int most) {
        if (from == to) {
            return 0;
        }
        Integer distance = within(from, most).get(to);
        return distance == null ? -1 : distance;
    }

    Map<Integer, Integer> within(int from, int most) {
        Map<Integer, Integer> distances = new HashMap<>();
        distances.put(from, 0);
        ArrayDeque<Integer> queue = new ArrayDeque<>(List.of(from));
        while (!queue.isEmpty()) {
            int node = queue.poll();
            int distance = distances.get(node);
            if (distance < most) {
                for (int next : neighbors[node]) {
                    if (distances.putIfAbsent(next, distance + 1) == null) {
                        queue.add(next);
                    }
                }
            }
        }
        distances.remove(from);
        return distances;
    }

    /** Relationships on a way of at most that many steps: those that touch a node nearer than the depth. */
    int edgesWithin(int from, int depth, Map<Integer, Integer> distances) {
        int edges = 0;
        Set<Integer> inner = new HashSet<>(Set.of(from));
        distances.forEach((node, distance) -> {
            if (distance < depth) {
                inner.add(node);
            }
        });
        for (int node : inner) {
            for (int next : neighbors[node]) {
                edges += !inner.contains(next) ? 2 : 1;
            }
        }
        return edges / 2;
    }
}
