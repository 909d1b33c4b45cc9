package dev.caravan.graph;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.neo4j.driver.Driver;
import org.neo4j.driver.Session;

/** 100,000 nodes {@code large-N} with 500,000 relationships, some nodes with many of them; the same in every run. */
public final class LargeGraph {

    public static final int NODES = 100_000;
    private static final int EDGES = 500_000;
    private static final int HUBS = 500;
    private static final int BATCH = 20_000;

    private final int[] from = new int[EDGES];
    private final int[] to = new int[EDGES];

    public LargeGraph() {
        Random random = new Random(2);
        for (int i = 0; i < EDGES; i++) {
            from[i] = random.nextInt(NODES);
            to[i] = random.nextInt(10) == 0 ? random.nextInt(HUBS) : random.nextInt(NODES);
        }
    }

    /** Both directions; a node that has several relationships with another has it several times. */
    int[][] neighbors() {
        int[] degree = new int[NODES];
        for (int i = 0; i < EDGES; i++) {
            degree[from[i]]++;
            degree[to[i]]++;
        }
        int[][] neighbors = IntStream.range(0, NODES).mapToObj(node -> new int[degree[node]]).toArray(int[][]::new);
        for (int i = 0; i < EDGES; i++) {
            neighbors[from[i]][--degree[from[i]]] = to[i];
            neighbors[to[i]][--degree[to[i]]] = from[i];
        }
        return neighbors;
    }

    /** Into a database that has the gateway's indexes. */
    public void fill(Driver driver) {
        for (int start = 0; start < NODES; start += BATCH) {
            driver.executableQuery("UNWIND $numbers AS i CREATE (:Entity {id: 'large-' + i, name: 'large ' + i})")
                    .withParameters(Map.of("numbers", IntStream.range(start, start + BATCH).boxed().toList())).execute();
        }
        for (int start = 0; start < EDGES; start += BATCH) {
            List<List<Integer>> edges = new ArrayList<>();
            for (int i = start; i < start + BATCH; i++) {
                edges.add(List.of(i, from[i], to[i]));
            }
            driver.executableQuery("UNWIND $edges AS e MATCH (a:Entity {id: 'large-' + e[1]}) MATCH (b:Entity {id: 'large-' + e[2]}) "
                    + "CREATE (a)-[:RELATED_TO {id: 'large-' + e[0]}]->(b)").withParameters(Map.of("edges", edges)).execute();
        }
    }

    public void remove(Driver driver) {
        try (Session session = driver.session()) {
            session.run("MATCH (n:Entity) WHERE n.id STARTS WITH 'large-' CALL (n) { DETACH DELETE n } IN TRANSACTIONS OF 5000 ROWS").consume();
        }
    }
}
