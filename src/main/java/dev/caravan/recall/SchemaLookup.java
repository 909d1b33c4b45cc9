package dev.caravan.recall;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/** What a reference in a schema points to. */
@FunctionalInterface
interface SchemaLookup {

    Optional<JsonNode> find(String reference);

    /** Named definitions below {@code #/PREFIX/}, such as {@code $defs} or {@code components/schemas}, of one document; and {@code #}, all of it. */
    static SchemaLookup in(JsonNode document, String... prefixes) {
        return reference -> {
            if (reference.equals("#")) {
                return Optional.of(document);
            }
            for (String prefix : prefixes) {
                String start = "#/" + prefix + "/";
                if (reference.startsWith(start)) {
                    JsonNode definitions = document.at("/" + prefix);
                    return Optional.ofNullable(definitions.get(name(reference.substring(start.length()))));
                }
            }
            return Optional.empty();
        };
    }

    /** Of an MCP tool's input schema. */
    static SchemaLookup ofInput(JsonNode schema) {
        return in(schema, List.of("$defs", "definitions").toArray(String[]::new));
    }

    /** Of an operation of OpenAPI. */
    static SchemaLookup ofOperation(JsonNode specification) {
        return in(specification, "components/schemas");
    }

    /** A reference is a URI fragment with a JSON Pointer in it. */
    private static String name(String escaped) {
        try {
            String decoded = URLDecoder.decode(escaped.replace("+", "%2B"), StandardCharsets.UTF_8);
            return decoded.contains("/") ? "" : decoded.replace("~1", "/").replace("~0", "~");
        } catch (IllegalArgumentException e) {
            return escaped;
        }
    }
}
