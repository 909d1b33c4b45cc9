package dev.caravan.json;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Finds the target of a reference in a schema, only inside the document. */
@FunctionalInterface
public interface SchemaLookup {

    int LONGEST_REFERENCE = 2_000;

    Optional<JsonNode> find(String reference);

    /** For an MCP tool's input schema: {@code #}, {@code #/$defs/Name}, {@code #/definitions/Name}, or any other place in it, as zod writes. */
    static SchemaLookup ofInput(JsonNode schema) {
        return reference -> reference.equals("#") ? Optional.of(schema) : in(schema, "#/", reference);
    }

    /** For an OpenAPI operation: {@code #/components/schemas/Name}, or a place below it. */
    static SchemaLookup ofOperation(JsonNode operation) {
        return reference -> in(operation, "#/components/schemas/", reference);
    }

    /** For an operation's list of parameters: {@code #/components/KIND/Name}. */
    static SchemaLookup ofComponents(JsonNode operation, String kind) {
        return reference -> in(operation, "#/components/" + kind + "/", reference);
    }

    private static Optional<JsonNode> in(JsonNode document, String prefix, String reference) {
        if (!reference.startsWith(prefix) || reference.length() > LONGEST_REFERENCE) {
            return Optional.empty();
        }
        JsonNode at = document;
        for (int slash = 1; slash > 0;) {
            int next = reference.indexOf('/', slash + 1);
            String name = name(next < 0 ? reference.substring(slash + 1) : reference.substring(slash + 1, next));
            at = at.isArray() ? element(at, name) : at.path(name);
            slash = next;
        }
        return at.isObject() || at.isBoolean() ? Optional.of(at) : Optional.empty();
    }

    private static JsonNode element(JsonNode array, String index) {
        return index.matches("0|[1-9][0-9]{0,8}") ? array.path(Integer.parseInt(index)) : MissingNode.getInstance();
    }

    /** Decodes a reference: a URI fragment that contains a JSON Pointer. */
    private static String name(String escaped) {
        String decoded = escaped;
        if (escaped.indexOf('%') >= 0) {
            try {
                decoded = URLDecoder.decode(escaped.replace("+", "%2B"), StandardCharsets.UTF_8);
            } catch (IllegalArgumentException e) {
                return escaped;
            }
        }
        return decoded.indexOf('~') < 0 ? decoded : decoded.replace("~1", "/").replace("~0", "~");
    }
}
