package dev.caravan.recall.local;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/** The operations of an OpenAPI document, as tools. */
final class Toolbox {

    private static final List<String> METHODS = List.of("get", "put", "post", "delete", "patch", "head", "options");
    private static final String SCHEMAS = "#/components/schemas/";

    private final JsonNode document;
    private final String server;
    private final Map<String, ObjectNode> tools = new LinkedHashMap<>();

    /**
     * @param placeholders fills in the placeholders of an address
     * @throws IllegalArgumentException if it is not an OpenAPI 3 document, or two operations have the same id
     */
    Toolbox(JsonNode document, UnaryOperator<String> placeholders) {
        this.document = document;
        this.server = placeholders.apply(document.at("/servers/0/url").asText("")).replaceFirst("/$", "");
        if (!document.path("openapi").asText("").startsWith("3.")) {
            throw new IllegalArgumentException("openapi must be 3.x.y, since toolboxes are OpenAPI 3 documents");
        }
        if (!document.path("paths").isObject()) {
            throw new IllegalArgumentException("paths must be an object: each operation below it is a tool");
        }
        document.path("paths").properties().forEach(path -> METHODS.forEach(method -> {
            if (path.getValue().get(method) instanceof ObjectNode operation) {
                add(path.getKey(), method, path.getValue(), operation);
            }
        }));
    }

    private void add(String path, String method, JsonNode item, ObjectNode operation) {
        String id = operation.path("operationId").asText(method + path.replaceAll("\\W+", "_"));
        String summary = operation.path("summary").asText("");
        ObjectNode spec = JsonNodeFactory.instance.objectNode();
        spec.set("parameters", parameters(item.path("parameters"), operation.path("parameters")));
        spec.set("request_body", operation.has("requestBody") ? target(operation.get("requestBody")) : JsonNodeFactory.instance.nullNode());
        ArrayNode responses = spec.putArray("responses");
        operation.path("responses").properties().forEach(response -> {
            JsonNode described = target(response.getValue());
            responses.addObject().put("status_code", response.getKey()).put("description", described.path("description").asText(""))
                    .set("content", described.has("content") ? described.get("content") : JsonNodeFactory.instance.objectNode());
        });
        ObjectNode schemas = JsonNodeFactory.instance.objectNode();
        collect(spec, schemas);
        spec.putObject("components").set("schemas", schemas);
        String description = operation.path("description").asText(summary);
        ObjectNode tool = JsonNodeFactory.instance.objectNode().put("tool_id", id).put("name", id).put("description", description)
                .put("status", "enabled").put("metadata_type", "openapi");
        tool.putObject("metadata").put("version", document.at("/info/version").asText("")).put("summary", summary)
                .put("description", description).put("server_url", server).put("path", path).put("method", method.toUpperCase(Locale.ROOT))
                .set("api_spec", spec);
        if (tools.put(id, tool) != null) {
            throw new IllegalArgumentException("paths has two operations with the id " + id);
        }
    }

    /** Merges parameters: those of an operation override those of its path. */
    private ArrayNode parameters(JsonNode ofPath, JsonNode own) {
        Map<String, JsonNode> all = new LinkedHashMap<>();
        Consumer<JsonNode> take = parameter -> {
            JsonNode target = target(parameter);
            all.put(target.path("in").asText() + " " + target.path("name").asText(), target);
        };
        ofPath.forEach(take);
        own.forEach(take);
        return JsonNodeFactory.instance.arrayNode().addAll(all.values());
    }

    /** Returns the target of a reference to another part of the document; otherwise the node itself. */
    private JsonNode target(JsonNode node) {
        String reference = node.path("$ref").asText("");
        return reference.startsWith("#/") ? document.at(reference.substring(1)) : node;
    }

    /** Collects the schemas that a node refers to, directly or indirectly, into {@code schemas}. */
    private void collect(JsonNode node, ObjectNode schemas) {
        String reference = node.path("$ref").asText("");
        if (reference.startsWith(SCHEMAS)) {
            String name = reference.substring(SCHEMAS.length());
            JsonNode schema = document.at("/components/schemas").get(name);
            if (schema != null && !schemas.has(name)) {
                schemas.set(name, schema);
                collect(schema, schemas);
            }
        }
        node.forEach(child -> collect(child, schemas));
    }

    /**
     * Returns the tools by id, in AOI's form: {@code {tool_id, name, description, …, metadata: {path, method, …, api_spec: {parameters,
     * request_body, responses, components}}}}. The path has its templates, such as {@code /diseases/{disease_id}}.
     */
    Map<String, ObjectNode> tools() {
        return tools;
    }
}
