package dev.caravan.guide;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Writes a tool's definition for the reference. */
final class ToolText {

    /** Levels of members below an argument that have rows. */
    private static final int LEVELS = 2;
    /** Members below an argument that have rows; with more of them, the table is no longer readable. */
    private static final int ROWS = 20;
    private static final Set<String> OF_EVERY_RESULT = Set.of("success", "error");

    private ToolText() {
    }

    static String firstSentence(JsonNode tool) {
        return tool.get("description").asText().replaceFirst("(?s)(?<=[^0-9]\\.)\\s.*", "");
    }

    static String effect(JsonNode tool) {
        JsonNode hints = tool.path("annotations");
        return hints.path("readOnlyHint").asBoolean() ? "reads" : hints.path("destructiveHint").asBoolean(true) ? "changes" : "adds";
    }

    static String hints(JsonNode tool) {
        List<String> hints = new ArrayList<>();
        tool.path("annotations").properties().stream().filter(hint -> hint.getValue().isBoolean())
                .forEach(hint -> hints.add("`" + hint.getKey() + ": " + hint.getValue() + "`"));
        return String.join(", ", hints);
    }

    static String arguments(JsonNode schema) {
        if (schema.path("properties").isEmpty()) {
            return "No arguments.\n";
        }
        Set<String> names = new HashSet<>();
        schema.get("properties").fieldNames().forEachRemaining(names::add);
        List<String> rows = new ArrayList<>();
        schema.get("properties").properties().forEach(argument -> {
            rows.add(row(argument.getKey(), argument.getValue(), isRequired(schema, argument.getKey())));
            List<String> inner = new ArrayList<>();
            members(argument.getKey(), argument.getValue(), LEVELS, names, inner);
            rows.addAll(inner.subList(0, Math.min(ROWS, inner.size())));
        });
        return "| argument | type | default | description |\n|---|---|---|---|\n" + String.join("", rows);
    }

    /**
     * Adds the rows of nested members. A member with an argument's name is that argument in another place, and its members have no rows.
     */
    private static void members(String path, JsonNode schema, int levels, Set<String> arguments, List<String> rows) {
        JsonNode object = schema.has("items") ? schema.get("items") : schema;
        if (levels > 0) {
            object.path("properties").properties().forEach(member -> {
                String name = path + (schema.has("items") ? "[]." : ".") + member.getKey();
                rows.add(row(name, member.getValue(), isRequired(object, member.getKey())));
                if (!arguments.contains(member.getKey())) {
                    members(name, member.getValue(), levels - 1, arguments, rows);
                }
            });
        }
    }

    private static boolean isRequired(JsonNode schema, String name) {
        for (JsonNode each : schema.path("required")) {
            if (each.asText().equals(name)) {
                return true;
            }
        }
        return false;
    }

    private static String row(String name, JsonNode value, boolean required) {
        String meaning = (sentence(cell(value.path("description").asText())) + bounds(value)).strip();
        String standard = value.has("default") ? "`" + value.get("default") + "` " : "";
        return "| `" + name + "` | " + type(value) + (required ? ", required" : "") + " | " + standard + "| " + meaning
                + (meaning.isEmpty() ? "|\n" : " |\n");
    }

    private static String type(JsonNode schema) {
        if (schema.path("type").isTextual()) {
            return schema.get("type").asText() + (schema.path("items").has("type") ? " of " + type(schema.get("items")) : "");
        }
        List<String> types = new ArrayList<>();
        schema.path("type").forEach(type -> types.add(type.asText()));
        schema.path("oneOf").forEach(one -> types.add(type(one)));
        schema.path("anyOf").forEach(one -> types.add(type(one)));
        return types.isEmpty() ? schema.has("enum") ? "string" : "any" : String.join(" or ", types);
    }

    private static String bounds(JsonNode schema) {
        List<String> bounds = new ArrayList<>();
        if (schema.has("enum")) {
            List<String> values = new ArrayList<>();
            schema.get("enum").forEach(value -> values.add("`" + value.asText() + "`"));
            bounds.add("Values: " + String.join(", ", values));
        }
        for (String name : List.of("minimum", "maximum", "minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties",
                "pattern")) {
            if (schema.has(name)) {
                bounds.add(name + " `" + cell(schema.get(name).asText()) + "`");
            }
        }
        return bounds.isEmpty() ? "" : " " + String.join(", ", bounds) + ".";
    }

    /** The members of a result with their own members. Those of every result are left out: the page's beginning has them. */
    static String result(JsonNode tool) {
        JsonNode schema = tool.path("outputSchema");
        boolean enveloped = schema.path("properties").has("ok");
        List<String> members = names(schema, enveloped ? schema.at("/properties/data/anyOf/0") : schema, true);
        return members.isEmpty() ? "" : "Result" + (enveloped ? " in `data`" : "") + ": " + String.join("; ", members) + ".\n\n";
    }

    private static List<String> names(JsonNode root, JsonNode schema, boolean nested) {
        List<String> names = new ArrayList<>();
        schema.path("properties").properties().stream().filter(member -> !nested || !OF_EVERY_RESULT.contains(member.getKey()))
                .forEach(member -> {
            JsonNode value = resolved(root, member.getValue());
            List<String> inner = nested ? names(root, value.has("items") ? resolved(root, value.get("items")) : value, false) : List.of();
                    names.add("`" + member.getKey() + "`" + (nested ? " " + type(value) : "")
                            + (inner.isEmpty() ? "" : " with " + String.join(", ", inner)));
        });
        return names;
    }

    private static JsonNode resolved(JsonNode root, JsonNode schema) {
        return schema.has("$ref") ? root.at(schema.get("$ref").asText().substring(1)) : schema;
    }

    private static String sentence(String text) {
        return text.isEmpty() || text.endsWith(".") ? text : text + ".";
    }

    private static String cell(String text) {
        return text.replace("|", "\\|").replace("\n", " ");
    }
}
