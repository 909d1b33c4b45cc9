package dev.caravan.source.kamelet;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.re2j.Pattern;
import dev.caravan.envelope.InvalidArgumentException;
import dev.caravan.envelope.Text;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A Kamelet with its settings, checked.
 *
 * @param name   name of the tool or resource: the file's name without {@code .yaml}
 * @param values {name of a property: its value in the settings, without placeholders}
 * @param schema JSON Schema of a call's arguments
 */
record OfferedKamelet(String name, KameletSettings settings, KameletDefinition definition, Map<String, String> values, ObjectNode schema) {

    /** Name of the argument that becomes the message body. */
    private static final String BODY = "body";
    private static final int LONGEST_HEADER = 1_000;
    /** Camel's components evaluate some headers, such as the name of a file. */
    private static final Pattern UNSAFE_HEADER = Pattern.compile("[\\p{Cc}]|\\$\\{|\\$simple|\\{\\{|\\}\\}");

    /**
     * What a call gives to the Kamelet.
     *
     * @param body message body; null for none
     */
    record Input(Object body, Map<String, Object> headers) {
    }

    /** Settings don't fit their Kamelet. The path is that of the key at fault, such as {@code properties.level}. */
    static final class MisfitException extends Exception {

        private static final long serialVersionUID = 1;

        private final String path;

        MisfitException(String path, String reason) {
            super(reason);
            this.path = path;
        }

        String path() {
            return path;
        }
    }

    /** Checks the settings against the Kamelet. */
    static OfferedKamelet of(String name, KameletSettings settings, KameletDefinition definition, Map<String, String> values,
            ObjectMapper mapper) throws MisfitException {
        String kamelet = "the Kamelet " + definition.name();
        for (Map.Entry<String, String> property : values.entrySet()) {
            ObjectNode schema = definition.properties().get(property.getKey());
            String path = "properties." + property.getKey();
            if (schema == null) {
                throw new MisfitException(path, kamelet + " has no property " + property.getKey() + "; it has "
                        + String.join(", ", definition.properties().keySet()));
            }
            String problem = mismatch(schema, property.getValue());
            if (problem != null) {
                String given = definition.isSecret(property.getKey()) ? "" : ", not " + property.getValue();
                throw new MisfitException(path, property.getKey() + " must be " + problem + given);
            }
        }
        for (String property : definition.required()) {
            if (definition.needsValue(property) && !values.containsKey(property)) {
                throw new MisfitException("kamelet", kamelet + " needs the property " + property + ": give it a value in properties");
            }
        }
        boolean source = definition.isSource();
        if (source && !(settings.headers().isEmpty() && settings.body() == null)) {
            throw new MisfitException("kamelet", kamelet + " is a source, which takes no headers or body");
        }
        ObjectNode schema = mapper.createObjectNode().put("type", "object").put("additionalProperties", false);
        ObjectNode arguments = schema.putObject("properties");
        settings.headers().forEach(arguments::set);
        if (!source && settings.takesBody()) {
            ObjectNode body = settings.bodySchema() == null ? mapper.createObjectNode() : settings.bodySchema();
            if (!body.has("description")) {
                body.put("description", "Message body. A text is sent as it is, any other value as JSON.");
            }
            arguments.set(BODY, body);
            if (settings.bodySchema() != null) {
                schema.putArray("required").add(BODY);
            }
        }
        return new OfferedKamelet(name, settings, definition, values, schema);
    }

    /** Returns what the value must be, or null if it fits. */
    private static String mismatch(ObjectNode schema, String value) {
        boolean fits = switch (schema.path("type").asText("string")) {
            case "integer", "long" -> value.matches("-?\\d+");
            case "number" -> value.matches("-?\\d+(\\.\\d+)?");
            case "boolean" -> value.equals("true") || value.equals("false");
            default -> true;
        };
        if (!fits) {
            return "a value of the type " + schema.path("type").asText();
        }
        List<String> allowed = schema.path("enum").valueStream().map(JsonNode::asText).toList();
        return allowed.isEmpty() || allowed.contains(value) ? null : "one of " + String.join(", ", allowed);
    }

    /** Returns a text without the values of secrets in the settings. */
    String withoutSecrets(String text) {
        String clean = text;
        for (Map.Entry<String, String> property : values.entrySet()) {
            if (definition.isSecret(property.getKey()) && !property.getValue().isEmpty()) {
                clean = clean.replace(property.getValue(), "***");
            }
        }
        return clean;
    }

    boolean isSource() {
        return definition.isSource();
    }

    /** Returns the URI by which clients read a source's events. */
    String uri() {
        return "kamelet:///" + name;
    }

    String title() {
        return settings.title() == null ? definition.title() : settings.title();
    }

    String description() {
        return settings.description() == null ? definition.description() : settings.description();
    }

    /**
     * Reads what a route gives: the arguments of a call as a map, or any other body as the message body itself.
     *
     * @throws InvalidArgumentException if callers can't set such a value
     */
    Input input(Object given, ObjectMapper mapper) throws InvalidArgumentException {
        if (!(given instanceof Map<?, ?> arguments)) {
            return new Input(given, Map.of());
        }
        Map<String, Object> headers = new LinkedHashMap<>();
        Object body = null;
        for (Map.Entry<?, ?> each : arguments.entrySet()) {
            String name = String.valueOf(each.getKey());
            if (settings.headers().containsKey(name)) {
                if (each.getValue() instanceof String text && (text.length() > LONGEST_HEADER || UNSAFE_HEADER.matcher(text).find())) {
                    throw new InvalidArgumentException(Text.of("kamelet.header", name, LONGEST_HEADER));
                }
                headers.put(name, each.getValue());
            } else if (name.equals(BODY) && settings.takesBody()) {
                body = each.getValue();
            } else {
                throw new InvalidArgumentException(Text.of("kamelet.argument", name));
            }
        }
        if (body != null && !(body instanceof String)) {
            if (body instanceof Map || body instanceof Iterable) {
                headers.putIfAbsent("Content-Type", "application/json");
            }
            body = mapper.valueToTree(body).toString();
        }
        return new Input(body, headers);
    }
}
