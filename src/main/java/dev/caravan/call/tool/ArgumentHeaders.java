package dev.caravan.call.tool;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.call.OptionSchema;
import dev.caravan.call.ShownName;
import dev.caravan.mcp.Headers;
import dev.caravan.mcp.McpException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.camel.Message;

/**
 * The headers that mirror arguments, from {@code x-mcp-header} in a schema. An invalid annotation is refused, because clients drop such a
 * tool.
 */
record ArgumentHeaders(List<ArgumentHeader> headers) {

    static final String ANNOTATION = OptionSchema.HEADER;

    private static final String PREFIX = "Mcp-Param-";
    private static final Set<String> TYPES = Set.of("string", "integer", "boolean");
    /** The syntax of a header's name (RFC 9110, section 5.6.2). */
    private static final Pattern TOKEN = Pattern.compile("[A-Za-z0-9!#$%&'*+.^_`|~-]+");
    /** The keywords with one schema, a list of schemas, or schemas by name, below which the path to an argument is not certain. */
    private static final Set<String> NESTED =
            Set.of("items", "additionalProperties", "not", "if", "then", "else", "contains", "propertyNames",
            "unevaluatedItems", "unevaluatedProperties", "prefixItems", "allOf", "anyOf", "oneOf");
    private static final Set<String> NAMED = Set.of("$defs", "definitions", "patternProperties", "dependentSchemas");

    /** @throws IllegalArgumentException with the argument's name, if an annotation breaks the protocol's rules */
    static ArgumentHeaders of(ObjectNode schema) {
        ArgumentHeaders headers = new ArgumentHeaders(new ArrayList<>());
        headers.read(schema, List.of(), true);
        return headers;
    }

    /** @param certain whether the arguments have a value of the schema at this path and nowhere else */
    private void read(JsonNode schema, List<String> path, boolean certain) {
        if (schema.has(ANNOTATION)) {
            add(schema, path, certain);
        }
        if (schema.isArray()) {
            schema.forEach(each -> read(each, path, false));
        }
        schema.properties().forEach(keyword -> {
            if (NESTED.contains(keyword.getKey())) {
                read(keyword.getValue(), path, false);
            } else if (NAMED.contains(keyword.getKey())) {
                keyword.getValue().forEach(nested -> read(nested, path, false));
            } else if (keyword.getKey().equals("properties")) {
                keyword.getValue().properties().forEach(property ->
                        read(property.getValue(), Stream.concat(path.stream(), Stream.of(property.getKey())).toList(), certain));
            }
        });
    }

    private void add(JsonNode property, List<String> path, boolean certain) {
        String name = property.get(ANNOTATION).asText();
        String type = property.path("type").asText();
        if (!property.get(ANNOTATION).isTextual() || !TOKEN.matcher(name).matches()) {
            throw wrong(path, "must be a header name of letters, digits and !#$%&'*+.^_`|~-");
        }
        if (!certain) {
            throw wrong(path, "is only allowed for arguments below properties");
        }
        if (!TYPES.contains(type)) {
            throw wrong(path, "is only allowed for arguments of type string, integer or boolean");
        }
        if (headers.stream().anyMatch(other -> other.header().equalsIgnoreCase(PREFIX + name))) {
            throw wrong(path, "is used twice: " + name);
        }
        headers.add(new ArgumentHeader(path, PREFIX + name, type.equals("integer")));
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

    /**
     * An argument that an HTTP header mirrors for intermediaries (MCP 2026-07-28, tools, {@code x-mcp-header}). The body is authoritative;
     * a header that differs is refused.
     *
     * @param path    names of members, from the arguments to the value
     * @param header  for example {@code Mcp-Param-Region}
     * @param integer whether values are compared as numbers: 42.0 equals 42
     */
    record ArgumentHeader(List<String> path, String header, boolean integer) {

        private static final int LONGEST_NUMBER = 64;

        /**
         * Compares the header with the argument.
         *
         * @throws McpException header mismatch
         */
        void check(ObjectNode arguments, Message message) throws McpException {
            JsonNode value = arguments;
            for (String member : path) {
                value = value.path(member);
            }
            boolean given = !value.isMissingNode() && !value.isNull();
            String sent = message.getHeader(header, String.class);
            if (sent == null && given) {
                throw McpException.headerMismatch("Header " + header + " is missing; it must repeat the argument");
            }
            if (sent != null && !given) {
                throw McpException.headerMismatch("Header " + header + " repeats an argument that the body does not have");
            }
            if (given && !isSame(value, Headers.decode(header, sent.trim()))) {
                throw McpException.headerMismatch("Header " + header
                        + " differs from the argument in the body. Send the same value in both");
            }
        }

        private boolean isSame(JsonNode value, String sent) {
            String text = value.isContainerNode() ? value.toString() : value.asText();
            if (!integer || !value.isNumber() || sent.length() > LONGEST_NUMBER) {
                return text.equals(sent);
            }
            try {
                return value.decimalValue().compareTo(new BigDecimal(sent)) == 0;
            } catch (NumberFormatException e) {
                return false;
            }
        }
    }
}
