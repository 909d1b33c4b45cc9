package dev.caravan.graph;

import java.util.Random;
import java.util.stream.IntStream;
import org.neo4j.graphdb.GraphDatabaseService;
import org.neo4j.graphdb.Label;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.RelationshipType;
import org.neo4j.graphdb.Transaction;

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

    /**
     * Into a database that has the gateway's indexes, by Neo4j's own interface, which takes half the time of statements.
     */
    public void fill(GraphDatabaseService database) {
        String[] nodes = new String[NODES];
        for (int start = 0; start < NODES; start += BATCH) {
            try (Transaction transaction = database.beginTx()) {
                for (int i = start; i < start + BATCH; i++) {
                    Node node = transaction.createNode(Label.label("Entity"));
                    node.setProperty("id", "large-" + i);
                    node.setProperty("name", "large " + i);
                    nodes[i] = node.getElementId();
                }
                transaction.commit();
            }
        }
        RelationshipType type = RelationshipType.withName("RELATED_TO");
        for (int start = 0; start < EDGES; start += BATCH) {
            try (Transaction transaction = database.beginTx()) {
                for (int i = start; i < start + BATCH; i++) {
                    Node node = transaction.getNodeByElementId(nodes[from[i]]);
                    node.createRelationshipTo(transaction.getNodeByElementId(nodes[to[i]]), type).setProperty("id", "large-" + i);
                }
                transaction.commit();
            }
        }
    }
}
