package dev.caravan.graph;

import static dev.caravan.McpClient.JSON;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;

/** Callers that work on the graph at the same time. */
abstract class ConcurrentGraphTest extends GraphTest {

    protected String node() {
        ObjectNode arguments = JSON.createObjectNode().put("label", "Entity");
        arguments.putObject("properties").put("kind", "concurrent");
        return client.envelope("neo4j_create_node", arguments).at("/data/id").asText();
    }

    /** What one of several callers does. */
    protected interface Work {
        JsonNode run(int caller) throws Exception;
    }

    /** Runs that many callers at once; returns the last answer of each. */
    protected static List<JsonNode> all(int count, Work work) throws Exception {
        ExecutorService callers = Executors.newFixedThreadPool(count);
        List<Callable<JsonNode>> tasks = IntStream.range(0, count).mapToObj(caller -> (Callable<JsonNode>) () -> work.run(caller)).toList();
        List<JsonNode> answers = new ArrayList<>();
        for (Future<JsonNode> answer : callers.invokeAll(tasks)) {
            answers.add(answer.get());
        }
        callers.shutdown();
        return answers;
    }
}
