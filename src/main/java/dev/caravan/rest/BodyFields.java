package dev.caravan.rest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.Set;

/** Reads the members of a request's body by name and type. Every failure names the member. */
public final class BodyFields {

    /** Read-only members of entities, which are ignored so that a client can send back an entity that it read, with changes. */
    private static final Set<String> READ_ONLY = Set.of("id", "user_id", "created_at", "updated_at");

    private final ObjectNode body;

    private BodyFields(ObjectNode body) {
        this.body = body;
    }

    /** @throws RestFailure if the body is not an object, or has a member that is not in {@code known} */
    public static BodyFields of(JsonNode body, String... known) throws RestFailure {
        if (!(body instanceof ObjectNode object)) {
            throw RestError.VALIDATION.of("rest.body");
        }
        Set<String> unknown = new LinkedHashSet<>();
        object.fieldNames().forEachRemaining(unknown::add);
        unknown.removeAll(READ_ONLY);
        Arrays.asList(known).forEach(unknown::remove);
        if (!unknown.isEmpty()) {
            throw RestError.VALIDATION.of("rest.field.unknown", unknown.iterator().next(), String.join(", ", known));
        }
        return new BodyFields(object);
    }

    /** Whether the member is present, also with the value null. */
    public boolean has(String name) {
        return body.has(name);
    }

    /** Whether the member is present and not null. */
    public boolean isGiven(String name) {
        return body.hasNonNull(name);
    }

    /** Returns null if the member is missing or null. */
    public JsonNode json(String name) {
        JsonNode value = body.get(name);
        return value == null || value.isNull() ? null : value;
    }

    /**
     * Returns the text; null if the member is missing. @throws RestFailure if it is not text, or longer than {@code longest} code points
     */
    public String text(String name, int longest) throws RestFailure {
        JsonNode value = json(name);
        if (value == null) {
            return null;
        }
        if (!value.isTextual()) {
            throw RestError.VALIDATION.of("rest.field.text", name);
        }
        String text = value.textValue();
        if (text.codePointCount(0, text.length()) > longest) {
            throw RestError.VALIDATION.of("rest.field.long", name, longest);
        }
        if (text.indexOf('\0') >= 0) {
            throw RestError.VALIDATION.of("rest.field.null", name);
        }
        return text;
    }

    /** Returns the text of a member that must be present and not blank. */
    public String required(String name, int longest) throws RestFailure {
        String text = text(name, longest);
        if (text == null || text.isBlank()) {
            throw RestError.VALIDATION.of("rest.field.blank", name);
        }
        return text.strip();
    }

    /** Returns the id, a whole number. */
    public long id(String name) throws RestFailure {
        JsonNode value = json(name);
        if (value == null || !value.isIntegralNumber() || !value.canConvertToLong()) {
            throw RestError.VALIDATION.of("rest.field.number", name);
        }
        return value.longValue();
    }

    /** Returns the value of a boolean member; {@code otherwise} if it is missing. */
    public boolean flag(String name, boolean otherwise) throws RestFailure {
        JsonNode value = json(name);
        if (value == null) {
            return otherwise;
        }
        if (!value.isBoolean()) {
            throw RestError.VALIDATION.of("rest.field.flag", name);
        }
        return value.booleanValue();
    }

    /** Returns null if the member is missing or null. */
    public ObjectNode object(String name) throws RestFailure {
        JsonNode value = json(name);
        if (value != null && !value.isObject()) {
            throw RestError.VALIDATION.of("rest.field.object", name);
        }
        return (ObjectNode) value;
    }
}
