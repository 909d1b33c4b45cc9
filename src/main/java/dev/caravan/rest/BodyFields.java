package dev.caravan.rest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.Set;

/** The members of a request's body, each asked for by name and kind; what is wrong with one is told with its name. */
public final class BodyFields {

    /** What entities carry besides, so that one that was read can be sent back with changes. */
    private static final Set<String> READ_ONLY = Set.of("id", "user_id", "created_at", "updated_at");

    private final ObjectNode body;

    private BodyFields(ObjectNode body) {
        this.body = body;
    }

    /** @throws RestFailure if the body is no object, or has a member that isn't among {@code known} */
    public static BodyFields of(JsonNode body, String... known) throws RestFailure {
        if (!(body instanceof ObjectNode object)) {
            throw RestFailure.invalid("The body must be a JSON object");
        }
        Set<String> unknown = new LinkedHashSet<>();
        object.fieldNames().forEachRemaining(unknown::add);
        unknown.removeAll(READ_ONLY);
        Arrays.asList(known).forEach(unknown::remove);
        if (!unknown.isEmpty()) {
            throw RestFailure.invalid(unknown.iterator().next() + ": there is no such field; there are " + String.join(", ", known));
        }
        return new BodyFields(object);
    }

    /** Whether it is there; an explicit null is. */
    public boolean has(String name) {
        return body.has(name);
    }

    /** Whether it is there and not null. */
    public boolean isGiven(String name) {
        return body.hasNonNull(name);
    }

    /** Null if it isn't there or is null. */
    public JsonNode json(String name) {
        JsonNode value = body.get(name);
        return value == null || value.isNull() ? null : value;
    }

    /** @throws RestFailure if it is no text, or longer than that many code points; null if it isn't there */
    public String text(String name, int longest) throws RestFailure {
        JsonNode value = json(name);
        if (value == null) {
            return null;
        }
        if (!value.isTextual()) {
            throw RestFailure.invalid(name + ": must be text");
        }
        String text = value.textValue();
        if (text.codePointCount(0, text.length()) > longest) {
            throw RestFailure.invalid(name + ": at most " + longest + " characters");
        }
        if (text.indexOf('\0') >= 0) {
            throw RestFailure.invalid(name + ": can't hold the character U+0000");
        }
        return text;
    }

    /** The same, but it must be there and not blank. */
    public String required(String name, int longest) throws RestFailure {
        String text = text(name, longest);
        if (text == null || text.isBlank()) {
            throw RestFailure.invalid(name + ": is needed");
        }
        return text.strip();
    }

    /** An id: a whole number. */
    public long id(String name) throws RestFailure {
        JsonNode value = json(name);
        if (value == null || !value.isIntegralNumber() || !value.canConvertToLong()) {
            throw RestFailure.invalid(name + ": is needed, a whole number");
        }
        return value.longValue();
    }

    public boolean flag(String name, boolean otherwise) throws RestFailure {
        JsonNode value = json(name);
        if (value == null) {
            return otherwise;
        }
        if (!value.isBoolean()) {
            throw RestFailure.invalid(name + ": must be true or false");
        }
        return value.booleanValue();
    }

    /** Null if it isn't there or is null. */
    public ObjectNode object(String name) throws RestFailure {
        JsonNode value = json(name);
        if (value != null && !value.isObject()) {
            throw RestFailure.invalid(name + ": must be an object");
        }
        return (ObjectNode) value;
    }
}
