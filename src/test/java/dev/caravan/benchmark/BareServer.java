package dev.caravan.benchmark;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Filters;
import io.undertow.Undertow;
import io.undertow.server.HttpServerExchange;
import io.undertow.util.Headers;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.bson.Document;
import org.neo4j.driver.Driver;
import org.neo4j.driver.GraphDatabase;
import org.neo4j.driver.Session;
import org.neo4j.driver.SessionConfig;
import org.neo4j.driver.types.Node;

/** The same answers without a gateway: undertow, Jackson, and the drivers. Arguments: port, Mongo URI, database, Neo4j URI. */
public final class BareServer {

    private static final ObjectMapper JSON = new ObjectMapper();

    private BareServer() {
    }

    public static void main(String[] args) {
        MongoCollection<Document> documents = MongoClients.create(args[1]).getDatabase(args[2]).getCollection("documents");
        Driver graph = GraphDatabase.driver(args[3]);
        Undertow.builder().addHttpListener(Integer.parseInt(args[0]), "127.0.0.1").setWorkerThreads(256)
                .setHandler(exchange -> exchange.dispatch(exchange.getDispatchExecutor(), () -> handle(exchange, documents, graph)))
                .build().start();
        System.out.println("bare server is ready");
    }

    private static void handle(HttpServerExchange exchange, MongoCollection<Document> documents, Driver graph) {
        try {
            exchange.startBlocking();
            JsonNode request = JSON.readTree(exchange.getInputStream().readAllBytes());
            JsonNode arguments = request.at("/params/arguments");
            Object data = switch (request.at("/params/name").asText()) {
                case "echo" -> arguments;
                case "mongo_find_by_id" -> view(documents.find(Filters.eq("_id", arguments.get("id").asText())).first());
                case "neo4j_find_node" -> view(graph, arguments.get("id").asText());
                default -> throw new IOException("unknown tool");
            };
            exchange.getResponseHeaders().put(Headers.CONTENT_TYPE, "application/json");
            exchange.getResponseSender().send(java.nio.ByteBuffer.wrap(answer(request, data)));
        } catch (IOException e) {
            exchange.setStatusCode(500).endExchange();
        }
    }

    /** In the envelope of a tool. */
    static byte[] answer(JsonNode request, Object data) throws IOException {
        ObjectNode envelope = JSON.createObjectNode().put("ok", true);
        envelope.set("data", JSON.valueToTree(data));
        envelope.putNull("error").putObject("meta").put("tookMs", 0);
        return result(request, envelope);
    }

    static byte[] result(JsonNode request, ObjectNode envelope) throws IOException {
        ObjectNode answer = JSON.createObjectNode().put("jsonrpc", "2.0");
        answer.set("id", request.get("id"));
        ObjectNode result = answer.putObject("result");
        result.putArray("content").addObject().put("type", "text").put("text", envelope.toString());
        result.set("structuredContent", envelope);
        result.put("isError", false);
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
