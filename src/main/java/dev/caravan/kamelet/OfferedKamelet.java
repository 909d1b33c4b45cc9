package dev.caravan.kamelet;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.envelope.InvalidArgumentException;
import dev.caravan.envelope.Text;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A Kamelet with its settings, checked.
 *
 * @param fixed     {name of a property: value that the settings give}
 * @param arguments {name of a property that callers set: the check of its value}
 * @param schema    JSON Schema of a call's arguments
 */
record OfferedKamelet(KameletSettings settings, KameletDefinition definition, Map<String, String> fixed, Map<String, CallerValue> arguments, ObjectNode schema) {

    /** Name of the argument that becomes the message body. */
    static final String BODY = "body";
    private static final Set<String> SHOWN = Set.of("title", "description", "default", "enum", "minimum", "maximum");

    /**
     * What a call gives to the Kamelet.
     *
     * @param properties {name of a property: value from the caller}
     * @param body       message body; null for none
     */
    record Input(Map<String, String> properties, Object body, Map<String, Object> headers) {
    }

    /**
     * Checks the settings against the Kamelet.
     *
     * @param values {name of a property: its value in the settings, without placeholders}
     * @throws KameletProblemException with the line, if they don't fit
     */
    static OfferedKamelet of(KameletSettings settings, KameletDefinition definition, Map<String, String> values, ObjectMapper mapper) throws KameletProblemException {
        for (Map.Entry<String, KameletSettings.Fixed> property : settings.properties().entrySet()) {
            ObjectNode schema = known(settings, definition, property.getKey(), property.getValue().line());
            String problem = mismatch(schema, values.get(property.getKey()));
            if (problem != null) {
                throw problem(settings, property.getValue().line(), property.getKey() + " must be " + problem + (definition.isSecret(property.getKey()) ? "" : ", not " + values.get(property.getKey())));
            }
        }
        for (String property : definition.required()) {
            if (definition.needsValue(property) && !settings.properties().containsKey(property) && !settings.arguments().containsKey(property)) {
                throw problem(settings, settings.line(), "the Kamelet " + definition.name() + " needs the property " + property + ": give it a value in properties, or name it in arguments");
            }
        }
        boolean source = definition.kind() == KameletDefinition.Kind.SOURCE;
        if (source && !(settings.arguments().isEmpty() && settings.headers().isEmpty() && settings.body() == null)) {
            throw problem(settings, settings.line(), "the Kamelet " + definition.name() + " is a source, which takes no arguments, headers or body");
        }
        ObjectNode schema = mapper.createObjectNode().put("type", "object").put("additionalProperties", false);
        ObjectNode properties = schema.putObject("properties");
        ArrayNode required = mapper.createArrayNode();
        Map<String, CallerValue> arguments = new LinkedHashMap<>();
        for (Map.Entry<String, KameletSettings.Argument> argument : settings.arguments().entrySet()) {
            String name = argument.getKey();
            ObjectNode own = shown(known(settings, definition, name, argument.getValue().line()), argument.getValue().narrowing());
            arguments.put(name, check(settings, definition, name, argument.getValue(), own));
            if (own.has("pattern")) {
                own.put("pattern", "^(?:" + own.get("pattern").asText() + ")$");
            }
            properties.set(name, own);
            if (definition.needsValue(name) && !own.has("default")) {
                required.add(name);
            }
        }
        settings.headers().forEach(properties::set);
        if (!source && settings.takesBody()) {
            properties.set(BODY, body(settings, mapper));
            if (settings.body() != null) {
                required.add(BODY);
            }
        }
        if (!required.isEmpty()) {
            schema.set("required", required);
        }
        return new OfferedKamelet(settings, definition, values, arguments, schema);
    }

    private static ObjectNode known(KameletSettings settings, KameletDefinition definition, String property, int line) throws KameletProblemException {
        ObjectNode schema = definition.properties().get(property);
        if (schema == null) {
            throw problem(settings, line, "the Kamelet " + definition.name() + " has no property " + property + "; it has " + String.join(", ", definition.properties().keySet()));
        }
        return schema;
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
        if (schema.path("enum").isArray()) {
            List<String> allowed = new ArrayList<>();
            schema.path("enum").forEach(each -> allowed.add(each.asText()));
            return allowed.contains(value) ? null : "one of " + String.join(", ", allowed);
        }
        return null;
    }

    private static CallerValue check(KameletSettings settings, KameletDefinition definition, String name, KameletSettings.Argument argument, ObjectNode schema) throws KameletProblemException {
        if (settings.properties().containsKey(name)) {
            throw problem(settings, argument.line(), name + " has a value in properties, so that it can't be an argument too");
        }
        if (name.equals(BODY) && settings.takesBody() || settings.headers().containsKey(name)) {
            throw problem(settings, argument.line(), name + " is the name of another argument: set body: false, or name the header otherwise");
        }
        if (definition.isSecret(name) && !argument.secret()) {
            throw problem(settings, argument.line(), name + " is a secret. Give it a value in properties, or say that callers set it: " + name + ": {secret: true}");
        }
        Set<PropertyUse> uses = definition.uses(name);
        if (uses.isEmpty() || uses.contains(PropertyUse.EVALUATED)) {
            throw problem(settings, argument.line(), name + " can't be an argument: the Kamelet " + definition.name() + (uses.isEmpty() ? " doesn't use it" : " evaluates it, or reads from it what to run"));
        }
        try {
            CallerValue value = new CallerValue(name, schema);
            if (uses.contains(PropertyUse.PART) && !value.isNarrow()) {
                throw problem(settings, argument.line(), name + " becomes a part of an address, so that it needs an enum or a pattern: " + name + ": {enum: [one, two]}");
            }
            return value;
        } catch (IllegalArgumentException e) {
            throw problem(settings, argument.line(), e.getMessage());
        }
    }

    /** Returns the schema that clients see. */
    private static ObjectNode shown(ObjectNode property, ObjectNode narrowing) {
        ObjectNode shown = property.objectNode();
        String type = property.path("type").asText("string");
        shown.put("type", type.equals("long") ? "integer" : type.equals("binary") ? "string" : type);
        property.properties().forEach(member -> {
            if (SHOWN.contains(member.getKey()) || member.getKey().equals("pattern")) {
                shown.set(member.getKey(), member.getValue());
            }
        });
        if (property.has("example")) {
            shown.putArray("examples").add(property.get("example"));
        }
        shown.setAll(narrowing);
        if (shown.path("type").asText().equals("string") && shown.path("default").isValueNode() && !shown.path("default").isMissingNode()) {
            shown.put("default", shown.get("default").asText());
        }
        return shown;
    }

    private static ObjectNode body(KameletSettings settings, ObjectMapper mapper) {
        ObjectNode body = settings.body() == null ? mapper.createObjectNode() : settings.body().deepCopy();
        if (!body.has("description")) {
            body.put("description", "Message body. A text is sent as it is, any other value as JSON.");
        }
        return body;
    }

    private static KameletProblemException problem(KameletSettings settings, int line, String message) {
        return new KameletProblemException(settings.file(), line, message);
    }

    /** Whether both have the same settings, the same values and the same Kamelet. */
    boolean isSameAs(OfferedKamelet other) {
        return settings.equals(other.settings) && fixed.equals(other.fixed) && definition.text().equals(other.definition.text());
    }

    /** Returns a text without the values of secrets in the settings. */
    String withoutSecrets(String text) {
        String clean = text;
        for (Map.Entry<String, String> property : fixed.entrySet()) {
            if (definition.isSecret(property.getKey()) && !property.getValue().isEmpty()) {
                clean = clean.replace(property.getValue(), "***");
            }
        }
        return clean;
    }

    boolean isSource() {
        return definition.kind() == KameletDefinition.Kind.SOURCE;
    }

    /** Returns the URI by which clients read a source's events. */
    String uri() {
        return "kamelet:///" + settings.name();
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
        if (!(given instanceof Map<?, ?> values)) {
            return new Input(Map.of(), given, Map.of());
        }
        Map<String, String> properties = new LinkedHashMap<>();
        Map<String, Object> headers = new LinkedHashMap<>();
        Object body = null;
        for (Map.Entry<?, ?> each : values.entrySet()) {
            String name = String.valueOf(each.getKey());
            Object value = each.getValue();
            if (arguments.containsKey(name)) {
                if (value != null) {
                    properties.put(name, arguments.get(name).check(value));
                }
            } else if (settings.headers().containsKey(name)) {
                headers.put(name, CallerValue.header(name, value));
            } else if (name.equals(BODY) && settings.takesBody()) {
                body = value;
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
        return new Input(properties, body, headers);
    }
}
