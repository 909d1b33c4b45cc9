package dev.caravan.call.tool;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.call.ShownName;
import dev.caravan.mcp.McpException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.apache.camel.Message;

/** The headers that mirror arguments, from {@code x-mcp-header} in a schema. An invalid annotation is refused, because clients drop such a tool. */
final class ArgumentHeaders {

    static final String ANNOTATION = "x-mcp-header";

    private static final String PREFIX = "Mcp-Param-";
    private static final Set<String> TYPES = Set.of("string", "integer", "boolean");
    /** The syntax of a header's name (RFC 9110, section 5.6.2). */
    private static final Pattern TOKEN = Pattern.compile("[A-Za-z0-9!#$%&'*+.^_`|~-]+");
    /** The keywords with one schema, a list of schemas, or schemas by name, below which the path to an argument is not certain. */
    private static final Set<String> NESTED = Set.of("items", "additionalProperties", "not", "if", "then", "else", "contains", "propertyNames",
            "unevaluatedItems", "unevaluatedProperties", "prefixItems", "allOf", "anyOf", "oneOf");
    private static final Set<String> NAMED = Set.of("$defs", "definitions", "patternProperties", "dependentSchemas");

    private final List<ArgumentHeader> headers = new ArrayList<>();
    private final Set<String> names = new TreeSet<>();

    private ArgumentHeaders() {
    }

    /** @throws IllegalArgumentException with the argument's name, if an annotation breaks the protocol's rules */
    static ArgumentHeaders of(ObjectNode schema) {
        ArgumentHeaders headers = new ArgumentHeaders();
        headers.read(schema, List.of());
        return headers;
    }

    private void read(JsonNode schema, List<String> path) {
        schema.path("properties").properties().forEach(property -> {
            List<String> inner = new ArrayList<>(path);
            inner.add(property.getKey());
            if (property.getValue().has(ANNOTATION)) {
                add(property.getValue(), inner);
            }
            read(property.getValue(), inner);
        });
        schema.properties().forEach(keyword -> {
            if (NESTED.contains(keyword.getKey())) {
                refuseIn(keyword.getValue(), path);
            } else if (NAMED.contains(keyword.getKey())) {
                keyword.getValue().forEach(nested -> refuseIn(nested, path));
            }
        });
    }

    private void add(JsonNode property, List<String> path) {
        String name = property.get(ANNOTATION).asText();
        String type = property.path("type").asText();
        if (!property.get(ANNOTATION).isTextual() || !TOKEN.matcher(name).matches()) {
            throw wrong(path, "must be a header name of letters, digits and !#$%&'*+.^_`|~-");
        }
        if (!TYPES.contains(type)) {
            throw wrong(path, "is only allowed for arguments of type string, integer or boolean");
        }
        if (!names.add(name.toLowerCase(Locale.ROOT))) {
            throw wrong(path, "is used twice: " + name);
        }
        headers.add(new ArgumentHeader(path, PREFIX + name, type.equals("integer")));
    }

    private static void refuseIn(JsonNode schema, List<String> path) {
        if (schema.isArray()) {
            schema.forEach(each -> refuseIn(each, path));
            return;
        }
        if (schema.has(ANNOTATION)) {
            throw wrong(path, "is only allowed for arguments below properties");
        }
        schema.properties().forEach(keyword -> {
            if (NESTED.contains(keyword.getKey())) {
                refuseIn(keyword.getValue(), path);
            } else if (NAMED.contains(keyword.getKey()) || keyword.getKey().equals("properties")) {
                keyword.getValue().forEach(nested -> refuseIn(nested, path));
            }
        });
    }

    private static IllegalArgumentException wrong(List<String> path, String rule) {
        String place = path.isEmpty() ? "the arguments" : ShownName.of(String.join(".", path), 64);
        return new IllegalArgumentException(ANNOTATION + " of " + place + " " + rule);
    }

    /**
     * Compares all headers with their arguments.
     *
     * @throws McpException header mismatch
     */
    void check(ObjectNode arguments, Message message) throws McpException {
        for (ArgumentHeader header : headers) {
            header.check(arguments, message);
        }
    }
}
