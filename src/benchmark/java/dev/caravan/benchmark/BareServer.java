package dev.caravan.benchmark;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.model.Filters;
import io.lettuce.core.RedisClient;
import io.lettuce.core.api.sync.RedisCommands;
import io.undertow.Undertow;
import io.undertow.server.HttpServerExchange;
import io.undertow.util.Headers;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.Map;
import org.bson.Document;
import org.neo4j.driver.Driver;
import org.neo4j.driver.GraphDatabase;
import org.neo4j.driver.Session;
import org.neo4j.driver.SessionConfig;
import org.neo4j.driver.types.Node;

/**
 * The same answers without a gateway: undertow, Jackson, and the drivers. Arguments: port, URIs of MongoDB, Neo4j and Redis; an empty one:
 * not used.
 */
public final class BareServer {

    private static final ObjectMapper JSON = new ObjectMapper();

    /** The database of {@code db_query_mongodb}. */
    static final String MONGO_DATABASE = "shop";

    /** As long as the gateway's. */
    private static final String TRACE = "5de6004af995d421e22039a42aa595c9";

    private BareServer() {
    }

    public static void main(String[] args) {
        MongoClient mongo = args[1].isEmpty() ? null : MongoClients.create(args[1]);
        Driver graph = args[2].isEmpty() ? null : GraphDatabase.driver(args[2]);
        RedisCommands<String, String> redis = args[3].isEmpty() ? null : RedisClient.create(args[3]).connect().sync();
        Undertow.builder().addHttpListener(Integer.parseInt(args[0]), "127.0.0.1").setWorkerThreads(256)
                .setHandler(exchange -> exchange.dispatch(exchange.getDispatchExecutor(), () -> handle(exchange, mongo, graph, redis)))
                .build().start();
        System.out.println("bare server is ready");
    }

    private static void handle(HttpServerExchange exchange, MongoClient mongo, Driver graph,
            RedisCommands<String, String> redis) {
        try {
            exchange.startBlocking();
            JsonNode request = JSON.readTree(exchange.getInputStream().readAllBytes());
            JsonNode arguments = request.at("/params/arguments");
            JsonNode row = switch (request.at("/params/name").asText()) {
                case "db_query_redis" -> JSON
                        .readTree(redis.get(arguments.get("table").asText() + ":" + arguments.at("/filters/id").asText()));
                case "db_query_mongodb" -> JSON.valueToTree(mongo.getDatabase(MONGO_DATABASE)
                        .getCollection(arguments.get("table").asText())
                        .find(Filters.eq("_id", arguments.at("/filters/_id").asText())).first());
                default -> null;
            };
            if (row != null) {
                ObjectNode rows = JSON.createObjectNode().put("success", true);
                rows.putArray("data").add(row);
                send(exchange, result(request, rows.put("count", 1).put("has_more", false)));
                return;
            }
            Object data = switch (request.at("/params/name").asText()) {
                case "echo" -> arguments;
                case "mongo_find_by_id" -> view(mongo.getDatabase("caravan").getCollection("documents")
                        .find(Filters.eq("_id", arguments.get("id").asText())).first());
                case "neo4j_find_node" -> view(graph, arguments.get("id").asText());
                default -> throw new IOException("unknown tool");
            };
            send(exchange, answer(request, data));
        } catch (IOException e) {
            exchange.setStatusCode(500).endExchange();
        }
    }

    private static void send(HttpServerExchange exchange, byte[] answer) {
        exchange.getResponseHeaders().put(Headers.CONTENT_TYPE, "application/json");
        exchange.getResponseSender().send(ByteBuffer.wrap(answer));
    }

    /** In the envelope of a tool. */
    static byte[] answer(JsonNode request, Object data) throws IOException {
        ObjectNode envelope = JSON.createObjectNode().put("ok", true);
        envelope.set("data", JSON.valueToTree(data));
        envelope.putNull("error").putObject("meta").put("traceId", TRACE).put("tookMs", 0);
        return result(request, envelope);
    }

    static byte[] result(JsonNode request, ObjectNode envelope) throws IOException {
        ObjectNode answer = JSON.createObjectNode().put("jsonrpc", "2.0");
        answer.set("id", request.get("id"));
        ObjectNode result = answer.putObject("result");
        result.putArray("content").addObject().put("type", "text").put("text", envelope.toString());
        result.set("structuredContent", envelope);
        result.put("isError", false).putObject("_meta").put("traceId", TRACE).put("tookMs", 0);
        return JSON.writeValueAsBytes(answer);
    }

    private static Map<String, Object> view(Driver graph, String id) {
        try (Session session = graph.session(SessionConfig.forDatabase("neo4j"))) {
            Node node = session.run("MATCH (n:Entity|Document {id: $id}) RETURN n", Map.of("id", id)).single().get("n").asNode();
            Map<String, Object> properties = new LinkedHashMap<>(node.asMap());
            return Map.of("id", properties.remove("id"), "label", node.labels().iterator().next(), "properties", properties);
        }
    }

    private static Map<String, Object> view(Document document) {
        Map<String, Object> view = new LinkedHashMap<>(document);
        view.put("id", view.remove("_id"));
        view.remove("topicKey");
        return view;
    }
}
