package dev.caravan.database;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.McpClient;
import dev.caravan.embedded.FreePorts;
import dev.caravan.embedded.ServerHandle;
import dev.caravan.embedded.ServerKind;
import dev.caravan.embedded.SharedServers;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;

/** OpenSearch; an administrator maps decimals as {@code double}, and JSON of any shape only to be kept. */
public record OpenSearchTestStore() implements TestStore {

    /** Where a test may put something before it. */
    public static final int FRONT = FreePorts.pick();

    private static final Map<Type, String> TYPES = Map.of(Type.INTEGER, "integer", Type.LONG, "long", Type.TEXT, "keyword", Type.DECIMAL,
            "double",
            Type.BOOLEAN, "boolean", Type.TIME, "date");

    @Override
    public ServerHandle server() {
        return SharedServers.get(ServerKind.OPENSEARCH);
    }

    /** Read-only and in little time, with some tables, and with something before it. */
    @Override
    public Map<String, Supplier<Object>> otherDatabases() {
        Map<String, Supplier<Object>> settings = new TreeMap<>();
        for (String name : List.of("search_reports", "search_some", "search_front")) {
            settings.put(name + ".type", () -> "opensearch");
            settings.put(name + ".url", () -> server().address());
        }
        settings.put("search_reports.read-only", () -> "true");
        settings.put("search_reports.statement-timeout", () -> "1s");
        settings.put("search_some.tables", () -> "os_one,os_two,os_alias");
        settings.put("search_some.denied-tables", () -> "os_two");
        settings.put("search_front.url", () -> "http://127.0.0.1:" + FRONT);
        settings.put("search_front.username", () -> "ada");
        settings.put("search_front.password", () -> "s3cret-pw");
        return settings;
    }

    @Override
    public void create(String table, Map<String, Type> columns) {
        send("DELETE", "/" + table + "?ignore_unavailable=true", null);
        send("PUT", "/" + table, index(columns).toString());
    }

    /** Settings and mappings of an index with these fields. */
    public static ObjectNode index(Map<String, Type> columns) {
        ObjectNode index = McpClient.object("{\"settings\":{\"index.number_of_replicas\":0,\"index.refresh_interval\":\"50ms\"}}");
        ObjectNode properties = index.putObject("mappings").putObject("properties");
        columns.forEach((column, type) -> {
            ObjectNode mapping = properties.putObject(column);
            if (type == Type.JSON) {
                mapping.put("type", "object").put("enabled", false);
            } else {
                mapping.put("type", TYPES.get(type));
            }
        });
        return index;
    }

    /** A request as an administrator sends it. */
    public JsonNode send(String method, String path, String body) {
        try {
            HttpRequest request = HttpRequest.newBuilder(URI.create(server().address() + path)).header("Content-Type", "application/json")
                    .method(method, body == null ? HttpRequest.BodyPublishers.noBody() : HttpRequest.BodyPublishers.ofString(body)).build();
            HttpResponse<String> response = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
            if (response.statusCode() >= 300) {
                throw new IllegalStateException(response.body());
            }
            return McpClient.JSON.readTree(response.body());
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
