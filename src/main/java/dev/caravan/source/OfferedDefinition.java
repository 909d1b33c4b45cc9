package dev.caravan.source;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.call.tool.CompiledSchema;
import dev.caravan.json.SchemaException;
import dev.caravan.json.SchemaKeyword;
import dev.caravan.json.SchemaResolver;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.apache.commons.codec.digest.DigestUtils;

/**
 * A tool, resource or prompt that others define, such as an upstream server, as the gateway offers it.
 *
 * @param original   name at its source; the URI or template of a resource
 * @param name       name at the gateway
 * @param definition title, description, schemas, annotations and _meta, within limits, with the overrides of the settings
 * @param constants  arguments with the same value in every call
 */
public record OfferedDefinition(String original, String name, ObjectNode definition, ObjectNode constants) {

    private static final int LONGEST_NAME = 1_000;
    private static final int LONGEST_HERE = 64;
    private static final int LARGEST_DEFINITION = 200_000;
    private static final Pattern THERE = Pattern.compile("[A-Za-z0-9_./:-]+");
    private static final Pattern HERE = Pattern.compile("[A-Za-z0-9_.-]{1,64}");
    /** Names of the hints of a tool. */
    public static final List<String> HINTS = List.of("readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint");
    /** Returns {name of a hint: its value}, without hints that are null. The values are in the order of {@link #HINTS}. */
    public static Map<String, Boolean> hints(Boolean... values) {
        Map<String, Boolean> hints = new LinkedHashMap<>();
        for (int i = 0; i < values.length; i++) {
            if (values[i] != null) {
                hints.put(HINTS.get(i), values[i]);
            }
        }
        return hints;
    }

    /** The harmless value of each hint. */
    private static final Map<String, Boolean> HARMLESS = Map.of("readOnlyHint", true, "destructiveHint", false, "idempotentHint", true,
            "openWorldHint", false);

    /**
     * Applies limits and overrides to the definition of a tool.
     *
     * @param given    definition as its source sent it
     * @param prefix   prefix of the tool's name here
     * @param override changes of the settings
     * @throws IllegalArgumentException with the reason, if the tool can't be offered
     */
    public static OfferedDefinition ofTool(JsonNode given, String prefix, Override override) {
        String tool = toolName(given);
        ObjectNode sent = ForeignText.definition(given);
        String name = override.name() != null ? override.name() : shortened((prefix + tool).replaceAll("[/:]", "_"));
        if (!HERE.matcher(name).matches()) {
            throw new IllegalArgumentException(
                    "its name here would be " + name + ", and a name is 1 to 64 of A-Z a-z 0-9 _ . -: set override." + tool + ".name");
        }
        ObjectNode definition = JsonNodeFactory.instance.objectNode();
        text(definition, "title", sent, ForeignText.LONGEST_TITLE, override.title());
        text(definition, "description", sent, ForeignText.LONGEST_DESCRIPTION, override.description());
        ObjectNode input = repaired(sent.path("inputSchema"));
        if (!input.has("type")) {
            input.put("type", "object");
        }
        ObjectNode constants = JsonNodeFactory.instance.objectNode();
        override.arguments().forEach((argument, value) -> fix(input, argument, value, constants));
        definition.set("inputSchema", input);
        ObjectNode annotations = annotations(sent, override);
        if (!annotations.isEmpty()) {
            definition.set("annotations", annotations);
        }
        if (sent.get("_meta") instanceof ObjectNode meta) {
            definition.set("_meta", meta);
        }
        icons(definition, sent);
        // clients refuse the whole list for another type
        if (sent.path("outputSchema").path("type").asText().equals("object")) {
            definition.set("outputSchema", repaired(sent.get("outputSchema")));
        }
        int size = definition.toString().length();
        if (size > LARGEST_DEFINITION) {
            throw new IllegalArgumentException(
                    "its definition has " + size + " characters; at most " + LARGEST_DEFINITION + " are allowed");
        }
        CompiledSchema compiled = CompiledSchema.ofForeignArguments(input.deepCopy());
        input.path("properties").properties().stream().filter(each -> each.getValue().has("default"))
                .filter(each -> compiled.refuses(each.getKey(), each.getValue().get("default")))
                .forEach(each -> ((ObjectNode) each.getValue()).remove("default"));
        if (definition.get("outputSchema") instanceof ObjectNode output) {
            CompiledSchema.ofForeign("outputSchema", output);
        }
        return new OfferedDefinition(tool, name, definition, constants);
    }

    /** Returns the schema as all clients and the gateway can read it. What has no clear meaning is left out. */
    private static ObjectNode repaired(JsonNode schema) {
        try {
            JsonNode given = schema.isObject() ? schema : JsonNodeFactory.instance.objectNode();
            return SchemaKeyword.withoutBooleans((ObjectNode) new SchemaResolver(null, CompiledSchema::isPattern, false).resolve(given));
        } catch (SchemaException e) {
            throw new IllegalArgumentException("its schema can't be used: " + e.getMessage(), e);
        }
    }

    /** Returns the name, or its beginning and a hash if it is too long. */
    private static String shortened(String name) {
        String hash = DigestUtils.sha256Hex(name).substring(0, 8);
        return name.length() <= LONGEST_HERE ? name : name.substring(0, LONGEST_HERE - hash.length() - 1) + "_" + hash;
    }

    /** Adds the cleaned icons of a definition. */
    public static void icons(ObjectNode definition, JsonNode sent) {
        for (JsonNode icon : sent.path("icons")) {
            ObjectNode own = definition.withArrayProperty("icons").addObject().put("src", icon.get("src").asText());
            if (icon.path("mimeType").isTextual()) {
                own.set("mimeType", icon.get("mimeType"));
            }
            if (icon.path("sizes").isArray()) {
                icon.get("sizes").forEach(size -> own.withArrayProperty("sizes").add(size.asText()));
            }
        }
    }

    /**
     * Returns the tool's name at its source.
     *
     * @throws IllegalArgumentException if the name is missing or invalid
     */
    public static String toolName(JsonNode sent) {
        String name = sent.path("name").textValue();
        if (name == null || name.length() > LONGEST_NAME || !THERE.matcher(name).matches()) {
            throw new IllegalArgumentException("a tool's name must be 1 to 1000 of A-Z a-z 0-9 _ . / : -");
        }
        return name;
    }

    /** Returns the names of the members that differ from the former definition. */
    public Set<String> differences(OfferedDefinition former) {
        Set<String> names = new TreeSet<>();
        definition.fieldNames().forEachRemaining(names::add);
        former.definition.fieldNames().forEachRemaining(names::add);
        names.removeIf(name -> definition.path(name).equals(former.definition.path(name)));
        return names;
    }

    /** Returns the hints that were harmless in the former definition and are not harmless in this one. */
    public Set<String> weakerHints(OfferedDefinition former) {
        Set<String> weaker = new TreeSet<>();
        HARMLESS.forEach((hint, harmless) -> {
            if (former.hint(hint) == harmless && hint(hint) != harmless) {
                weaker.add(hint);
            }
        });
        return weaker;
    }

    /** Returns the value of a hint. A missing hint has the worst value, as in the protocol. */
    private boolean hint(String hint) {
        return definition.path("annotations").path(hint).asBoolean(!HARMLESS.get(hint));
    }

    /**
     * Hides an argument from clients, and sets its value for every call.
     *
     * @throws IllegalArgumentException if the tool has no such argument
     */
    private static void fix(ObjectNode input, String argument, Override.Argument value, ObjectNode constants) {
        if (!(input.get("properties") instanceof ObjectNode properties) || properties.remove(argument) == null) {
            throw new IllegalArgumentException("it has no argument " + argument + ", which override names");
        }
        if (input.get("required") instanceof ArrayNode required) {
            required.removeIf(name -> name.asText().equals(argument));
        }
        constants.putPOJO(argument, value.constant());
    }

    private static void text(ObjectNode definition, String member, JsonNode sent, int longest, String override) {
        ForeignText.put(definition, member, override != null ? override : sent.path(member).textValue(), longest);
    }

    private static ObjectNode annotations(JsonNode sent, Override override) {
        ObjectNode annotations = JsonNodeFactory.instance.objectNode();
        text(annotations, "title", sent.path("annotations"), ForeignText.LONGEST_TITLE, null);
        for (String hint : HINTS) {
            if (sent.path("annotations").path(hint).isBoolean()) {
                annotations.set(hint, sent.get("annotations").get(hint));
            }
        }
        hints(override.readOnlyHint(), override.destructiveHint(), override.idempotentHint(), override.openWorldHint())
                .forEach(annotations::put);
        return annotations;
    }

    /**
     * Changes of the settings to one tool. A null member leaves the source's value unchanged.
     *
     * @param name      replaces the prefix and the source's own name
     * @param mediaType of an API's request body, as the document names it
     * @param arguments {argument name: {@code {const: value}}}; clients don't see the argument, and each call has the value
     */
    public record Override(String name, String title, String description, Boolean readOnlyHint, Boolean destructiveHint,
            Boolean idempotentHint, Boolean openWorldHint, String mediaType, Map<String, Argument> arguments) {

        public Override {
            arguments = arguments == null ? Map.of() : arguments;
        }

        /** Returns the changes to one tool. */
        public static Override of(Map<String, Override> changes, String tool) {
            return Objects.requireNonNullElseGet(changes.get(tool),
                    () -> new Override(null, null, null, null, null, null, null, null, null));
        }

        /** @param constant value of the argument in each call; the setting's name is {@code const} */
        public record Argument(@JsonProperty("const") Object constant) {
        }
    }
}
