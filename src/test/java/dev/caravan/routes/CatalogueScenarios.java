package dev.caravan.routes;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.McpClient;
import dev.caravan.RestClient;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.function.BiFunction;

/** Every operation of tool management, as its document says, and every type of tool that is bound to an instance. */
final class CatalogueScenarios {

    private static final String DATA = "{\"orders\":[{\"id\":1,\"title\":\"tea\"}],\"a\":1}";
    private static final Map<String, String> ARGUMENTS = Map.of("get_data_schema", "{}", "get_all_data", "{}", "query_data",
            "{\"query\":\"a\"}",
            "select", "{\"field\":\"id\",\"keys\":[1]}", "preview", "{}", "create", "{\"elements\":[{\"key\":\"b\",\"content\":1}]}",
            "update", "{\"updates\":[{\"key\":\"a\",\"content\":2}]}", "delete", "{\"keys\":[\"a\"]}", "history", "{}", "undo",
            "{\"change\":1,\"version\":1}");

    private final int port;
    private final List<Scenario> all = new ArrayList<>();

    CatalogueScenarios(int port) {
        this.port = port;
    }

    /** A user with a table, a tool on it, and an instance that the tool is bound to. */
    private record Made(RestClient rest, long table, long tool, long instance, String key) {

        String path(String template) {
            return template.replace("{table_id}", String.valueOf(table)).replace("{tool_id}", String.valueOf(tool))
                    .replace("{mcp_id}", String.valueOf(instance))
                    .replace("{api_key}", key).replace("{server}", "no-server").replace("{kind}", "no-kind").replace("{name}", "no-name")
                    .replace("{id}", String.valueOf(template.contains("/tables/") ? table : tool));
        }

        String body(String operation) {
            String bindings = "{\"bindings\":[{\"tool_id\":" + tool + "}]}";
            return switch (operation) {
                case "create-table" -> "{\"name\":\"Orders\",\"data\":" + DATA + "}";
                case "update-table", "update-tool" -> "{\"name\":\"another\"}";
                case "create-data" -> "{\"elements\":[{\"key\":\"b\",\"content\":1}]}";
                case "update-data" -> "{\"elements\":[{\"key\":\"a\",\"content\":2}]}";
                case "delete-data" -> "{\"keys\":[\"a\"]}";
                case "undo-change" -> "{\"change\":1,\"version\":1}";
                case "create-tool" -> "{\"table_id\":" + table + ",\"type\":\"preview\",\"name\":\"x\"}";
                case "create-instance-with-bindings", "bind-tools" -> bindings;
                case "update-instance", "set-binding" -> "{\"status\":false}";
                case "create-instance", "rotate-key", "rotate-key-by-id" -> "{}";
                default -> null;
            };
        }
    }

    List<Scenario> all() {
        RestClient.DOCUMENT.get("paths").properties()
                .forEach(path -> path.getValue().properties().forEach(operation -> operation(path.getKey(), operation)));
        rest("an operation that there is not", (made, nothing) -> made.rest().ask("GET", "/api/v1/nowhere", null), "");
        rest("a table that there is not", (made, nothing) -> made.rest().ask("GET", "/api/v1/tables/9223372036854775807", null), "");
        rest("the document", (made, nothing) -> made.rest().ask("GET", "/api/v1/openapi.json", null), "");
        for (String state : List.of("gateway", "work")) {
            rest("the page: " + state,
                    (made, nothing) -> made.rest().ask("GET", "/page/state" + (state.equals("work") ? "/work" : ""), null), "");
        }
        ARGUMENTS.forEach((type, arguments) -> all.add(new Scenario("a bound tool: " + type, () -> {
            Made made = make(type, type.equals("select") || type.equals("preview") ? ",\"json_path\":\"/orders\"" : "");
            return () -> McpScenarios.told(McpClient.ofInstance(port, made.key()).call("every_step", McpClient.object(arguments)));
        })));
        return all;
    }

    private void operation(String path, Map.Entry<String, JsonNode> operation) {
        String id = operation.getValue().get("operationId").textValue();
        if (!id.contains("search")) { // whose index is made on threads of its own
            rest(id, (made, method) -> made.rest().ask(method, made.path(path), made.body(id)),
                    operation.getKey().toUpperCase(Locale.ROOT));
        }
    }

    private void rest(String name, BiFunction<Made, String, RestClient.Answer> request, String method) {
        all.add(new Scenario(name, () -> {
            Made made = make("get_all_data", "");
            return () -> {
                RestClient.Answer answer = request.apply(made, method);
                return answer.status() + " " + answer.json();
            };
        }));
    }

    private Made make(String type, String more) {
        RestClient rest = new RestClient(port, "every-step-" + UUID.randomUUID());
        long table = rest.post("/api/v1/tables", "{\"name\":\"Orders\",\"data\":" + DATA + "}").data().get("id").longValue();
        rest.put("/api/v1/tables/" + table + "/data", "{\"elements\":[{\"key\":\"a\",\"content\":1}]}").data(); // a change to list and undo
        long tool = rest.post("/api/v1/tools", "{\"table_id\":" + table + ",\"type\":\"" + type + "\",\"name\":\"every_step\"" + more + "}")
                .data().get("id").longValue();
        JsonNode instance = rest.post("/api/v1/mcp/with_bindings", "{\"bindings\":[{\"tool_id\":" + tool + "}]}").data();
        return new Made(rest, table, tool, instance.get("id").longValue(), instance.get("api_key").textValue());
    }
}
