package dev.caravan.recall.local;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** The operations of an OpenAPI document, as tools. */
final class Toolbox {

    private static final List<String> METHODS = List.of("get", "put", "post", "delete", "patch", "head", "options");
    private static final String SCHEMAS = "#/components/schemas/";

    /**
     * The tools by id, in AOI's form: {@code {tool_id, name, description, metadata: {path, method, …, api_spec: {parameters, request_body,
     * components}}}}. The path has its templates, such as {@code /diseases/{disease_id}}.
     */
    final Map<String, ObjectNode> tools = new LinkedHashMap<>();
    private final JsonNode document;
    private final String server;

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
        ObjectNode spec = JsonNodeFactory.instance.objectNode();
        spec.set("parameters", parameters(item, operation));
        spec.set("request_body", operation.has("requestBody") ? target(operation.get("requestBody")) : null);
        ObjectNode schemas = JsonNodeFactory.instance.objectNode();
        collect(spec, schemas);
        spec.putObject("components").set("schemas", schemas);
        String description = operation.path("description").asText(operation.path("summary").asText(""));
        ObjectNode tool = JsonNodeFactory.instance.objectNode().put("tool_id", id).put("name", id).put("description", description);
        tool.putObject("metadata").put("version", document.at("/info/version").asText("")).put("description", description)
                .put("server_url", server).put("path", path).put("method", method.toUpperCase(Locale.ROOT)).set("api_spec", spec);
        if (tools.put(id, tool) != null) {
            throw new IllegalArgumentException("paths has two operations with the id " + id);
        }
    }

    /** Merges parameters: those of an operation override those of its path. */
    private ArrayNode parameters(JsonNode... all) {
        Map<String, JsonNode> merged = new LinkedHashMap<>();
        Stream.of(all).flatMap(each -> each.path("parameters").valueStream()).map(this::target)
                .forEach(parameter -> merged.put(parameter.path("in").asText() + " " + parameter.path("name").asText(), parameter));
        return JsonNodeFactory.instance.arrayNode().addAll(merged.values());
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
}
