package dev.caravan.json;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Finds the target of a reference in a schema, only inside the document. */
@FunctionalInterface
public interface SchemaLookup {

    int LONGEST_REFERENCE = 2_000;

    Optional<JsonNode> find(String reference);

    /**
     * For an MCP tool's input schema: {@code #}, {@code #/$defs/Name}, {@code #/definitions/Name}, or any other place in it, as zod writes.
     */
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
        String fragment = reference.substring(1);
        JsonNode at;
        try {
            at = document.at(URLDecoder.decode(fragment.replace("+", "%2B"), StandardCharsets.UTF_8));
        } catch (IllegalArgumentException notEncoded) {
            at = document.at(fragment);
        }
        return at.isObject() || at.isBoolean() ? Optional.of(at) : Optional.empty();
    }
}
