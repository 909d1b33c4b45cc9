package dev.caravan.catalogue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.call.tool.CompiledSchema;
import dev.caravan.json.Pointer;
import dev.caravan.rest.BodyFields;
import dev.caravan.rest.RestError;
import dev.caravan.rest.RestFailure;
import java.util.Set;
import java.util.regex.Pattern;

/** Reads and checks the members of a tool in a request, one by one. */
final class ToolFields {

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_.-]{1,64}");
    private static final int LONGEST_ALIAS = 200;
    private static final int LONGEST_DESCRIPTION = 10_000;
    private static final int LONGEST_JSON = 32_768;
    /** The index state in the metadata of a search tool. Answers show it; the store does not keep it. */
    static final String SEARCH_INDEX = "search_index";
    private static final Set<String> TOLD = Set.of("status", "indexed_at", "indexed_chunks_count", "last_error");
    private static final String PREVIEW_KEYS = "preview_keys";

    private final BodyFields fields;
    private final ToolTypes types;
    private final Set<String> reserved;

    /** @param reserved names that no tool of a user may have */
    ToolFields(JsonNode body, ToolTypes types, Set<String> reserved) throws RestFailure {
        this.fields = BodyFields.of(body, "table_id", "json_path", "type", "name", "alias", "description", "input_schema", "output_schema",
                "metadata");
        this.types = types;
        this.reserved = reserved;
    }

    boolean has(String name) {
        return fields.has(name);
    }

    boolean isGiven(String name) {
        return fields.isGiven(name);
    }

    long tableId() throws RestFailure {
        return fields.id("table_id");
    }

    String jsonPath() throws RestFailure {
        String path = fields.text("json_path", Integer.MAX_VALUE);
        if (path != null && Pointer.asked(path).isEmpty()) {
            throw RestError.VALIDATION.of("tool.path");
        }
        return path == null ? "" : path;
    }

    ToolTypes.ToolType type() throws RestFailure {
        String word = fields.required("type", LONGEST_ALIAS);
        return types.find(word).orElseThrow(() -> RestError.VALIDATION.of("tool.type", word, types.words()));
    }

    String name() throws RestFailure {
        String name = fields.required("name", Integer.MAX_VALUE);
        if (!NAME.matcher(name).matches()) {
            throw RestError.VALIDATION.of("tool.name");
        }
        if (reserved.contains(name)) {
            throw RestError.VALIDATION.of("tool.reserved", name);
        }
        return name;
    }

    String alias() throws RestFailure {
        return fields.text("alias", LONGEST_ALIAS);
    }

    /** Returns null if the member is missing or blank. */
    String description() throws RestFailure {
        String description = fields.text("description", LONGEST_DESCRIPTION);
        return description == null || description.isBlank() ? null : description.strip();
    }

    /** Returns null if the member is missing or empty. */
    ObjectNode inputSchema() throws RestFailure {
        return schema("input_schema", true);
    }

    ObjectNode outputSchema() throws RestFailure {
        return schema("output_schema", false);
    }

    private ObjectNode schema(String name, boolean ofArguments) throws RestFailure {
        ObjectNode schema = limited(name);
        if (schema == null || schema.isEmpty()) {
            return null;
        }
        try {
            if (ofArguments) {
                CompiledSchema.ofArguments(schema);
            } else {
                CompiledSchema.of(name, schema);
            }
            return schema;
        } catch (IllegalArgumentException e) {
            throw RestError.VALIDATION.of("argument.other", name, e.getMessage().replace("argSchema", "it"));
        }
    }

    ObjectNode metadata() throws RestFailure {
        ObjectNode metadata = limited("metadata");
        if (metadata != null && metadata.has(SEARCH_INDEX) && !metadata.get(SEARCH_INDEX).isObject()) {
            throw RestError.VALIDATION.of("rest.field.object", "metadata.search_index");
        }
        kept(metadata);
        if (metadata != null && metadata.hasNonNull(PREVIEW_KEYS)) {
            JsonNode keys = metadata.get(PREVIEW_KEYS);
            boolean texts = keys.isArray();
            for (JsonNode key : keys) {
                texts &= key.isTextual();
            }
            if (!texts) {
                throw RestError.VALIDATION.of("tool.previewKeys");
            }
        }
        return metadata;
    }

    /** Removes the index state from the metadata. */
    static JsonNode kept(JsonNode metadata) {
        if (metadata instanceof ObjectNode object && object.get(SEARCH_INDEX) instanceof ObjectNode index && index.remove(TOLD).isEmpty()) {
            object.remove(SEARCH_INDEX);
        }
        return metadata;
    }

    private ObjectNode limited(String name) throws RestFailure {
        ObjectNode object = fields.object(name);
        if (object != null && object.toString().length() > LONGEST_JSON) {
            throw RestError.VALIDATION.of("rest.field.long", name, LONGEST_JSON);
        }
        return object;
    }
}
