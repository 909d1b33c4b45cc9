package dev.caravan.envelope;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Locale;
import java.util.Set;

/** Writes results in the shape of one family of tools. */
public interface Envelope {

    /** Exchange property of a running tool: true if its {@code readOnlyHint} says that it changes nothing. */
    String READS = "readOnlyHint";

    /**
     * Returns the outcome in this family's shape.
     *
     * @param meta   {@code {traceId, tookMs, truncated?, returned?, matches?, warnings?…}}
     * @param locale language of the message
     * @return a new node, which the caller may change
     */
    JsonNode wrap(Outcome outcome, ObjectNode meta, Locale locale);

    /** Returns the JSON Schema of {@link #wrap}'s result for data that fits {@code dataSchema}. */
    ObjectNode schema(ObjectNode dataSchema);

    /** Returns the list in {@code data} whose last items may be cut when the result is too large; null if there is none. */
    default ArrayNode list(JsonNode data) {
        if (data instanceof ArrayNode array) {
            return array;
        }
        for (JsonNode member : data) {
            if (member instanceof ArrayNode array) {
                return array;
            }
        }
        return null;
    }

    /** Writes {@code {ok, data, error, meta}} with every member always present (document 1, section 0.2). */
    final class Standard implements Envelope {

        @Override
        public JsonNode wrap(Outcome outcome, ObjectNode meta, Locale locale) {
            ObjectNode envelope = JsonNodeFactory.instance.objectNode();
            envelope.put("ok", !outcome.failed());
            if (outcome instanceof Outcome.Failure failure) {
                envelope.putNull("data");
                envelope.putObject("error")
                        .put("code", failure.code().name())
                        .put("message", failure.message().in(locale))
                        .set("detail", failure.detail());
            } else {
                envelope.set("data", ((Outcome.Success) outcome).data());
                envelope.putNull("error");
            }
            envelope.set("meta", meta);
            return envelope;
        }

        @Override
        public ObjectNode schema(ObjectNode dataSchema) {
            ObjectNode data = dataSchema.deepCopy();
            ObjectNode schema = JsonNodeFactory.instance.objectNode().put("type", "object");
            for (String shared : new String[] {"$schema", "$defs", "definitions"}) {
                JsonNode member = data.remove(shared);
                if (member != null) {
                    schema.set(shared, member);
                }
            }
            ObjectNode properties = schema.putObject("properties");
            properties.putObject("ok").put("type", "boolean");
            properties.putObject("data").putArray("anyOf").add(data).addObject().put("type", "null");
            properties.putObject("error").putArray("type").add("object").add("null");
            properties.putObject("meta").put("type", "object");
            schema.putArray("required").add("ok").add("data").add("error").add("meta");
            return schema;
        }
    }

    /**
     * Writes {@code {success:true, …}} with the members of the data, or {@code {success:false, error:{type, message}}} (document 4). A
     * failure may name its type in its details. A cut list has {@code truncated} beside it and says that there is more.
     */
    final class Database implements Envelope {

        private static final String TYPE = "type";
        private static final String TRUNCATED = "truncated";
        private static final String HAS_MORE = "has_more";

        /** The filters of an update or delete, and the schema rules that a call without a condition breaks. */
        private static final String FILTERS = "filters";
        private static final Set<String> UNFILTERED = Set.of("required", "minProperties");

        /** The member of the details of a call that timed out. */
        private static final String LATE = "timeoutMs";

        @Override
        public JsonNode wrap(Outcome outcome, ObjectNode meta, Locale locale) {
            ObjectNode envelope = JsonNodeFactory.instance.objectNode();
            envelope.put("success", !outcome.failed());
            if (outcome instanceof Outcome.Failure failure) {
                envelope.putObject("error")
                        .put(TYPE, failure.detail().path(TYPE).asText(failure.detail().has(LATE) ? "timeout_error" : ofCode(failure)))
                        .put("message", failure.message().in(locale));
                return envelope;
            }
            JsonNode data = ((Outcome.Success) outcome).data();
            if (data instanceof ObjectNode members) {
                envelope.setAll(members);
            } else {
                envelope.set("data", data);
            }
            meta.properties().stream()
                    .filter(member -> !"traceId".equals(member.getKey()) && !"tookMs".equals(member.getKey()))
                    .forEach(member -> envelope.set(member.getKey(), member.getValue()));
            if (envelope.path(TRUNCATED).asBoolean() && envelope.has(HAS_MORE)) {
                envelope.put(HAS_MORE, true);
            }
            return envelope;
        }

        /** Returns the type; an update or delete without filters is a missing permission. */
        private static String ofCode(Outcome.Failure failure) {
            for (JsonNode error : failure.detail().path("errors")) {
                if (FILTERS.equals(error.path("field").textValue()) && UNFILTERED.contains(error.path("rule").textValue())) {
                    return "permission_error";
                }
            }
            return failure.code().databaseType();
        }

        @Override
        public ObjectNode schema(ObjectNode dataSchema) {
            ObjectNode schema = dataSchema.deepCopy().put(TYPE, "object");
            schema.withObjectProperty("properties").putObject("success").put(TYPE, "boolean");
            ArrayNode required = schema.putArray("required");
            required.add("success");
            return schema;
        }
    }

    /**
     * Writes the tool's own members, including {@code metadata} (document 5). A failure has the known members and
     * {@code error:{code, message}}. The gateway adds its own members, such as {@code truncated}, to {@code metadata}.
     */
    final class Intelligence implements Envelope {

        /** The member of a failure's details with the members of its result beside the error. */
        public static final String MEMBERS = "members";

        private static final String METADATA = "metadata";

        @Override
        public JsonNode wrap(Outcome outcome, ObjectNode meta, Locale locale) {
            JsonNode members = outcome instanceof Outcome.Failure failure ? failure.detail().path(MEMBERS)
                    : ((Outcome.Success) outcome).data();
            ObjectNode result = members instanceof ObjectNode object ? object.deepCopy() : JsonNodeFactory.instance.objectNode();
            ObjectNode metadata = result.get(METADATA) instanceof ObjectNode known ? known : result.putObject(METADATA);
            meta.properties().stream()
                    .filter(member -> !"traceId".equals(member.getKey()) && !"tookMs".equals(member.getKey()))
                    .forEach(member -> metadata.set(member.getKey(), member.getValue()));
            if (outcome instanceof Outcome.Failure failure) {
                result.putObject("error").put("code", failure.code().name()).put("message", failure.message().in(locale));
            }
            return result;
        }

        @Override
        public ObjectNode schema(ObjectNode dataSchema) {
            ObjectNode schema = dataSchema.deepCopy().put("type", "object");
            ObjectNode error = schema.withObjectProperty("properties").putObject("error").put("type", "object");
            error.putObject("properties").putObject("code").put("type", "string");
            error.withObjectProperty("properties").putObject("message").put("type", "string");
            return schema;
        }
    }

    /**
     * Writes MCP's own result, for routes that produce content. An object with a {@code content} list stays unchanged. Everything else
     * becomes a text block; an object also becomes {@code structuredContent}. A failure is its message.
     */
    final class McpContent implements Envelope {

        @Override
        public ObjectNode wrap(Outcome outcome, ObjectNode meta, Locale locale) {
            ObjectNode result = JsonNodeFactory.instance.objectNode();
            if (outcome instanceof Outcome.Failure failure) {
                addText(result, failure.message().in(locale));
                return result;
            }
            JsonNode data = ((Outcome.Success) outcome).data();
            if (data instanceof ObjectNode own && own.path("content").isArray()) {
                return own;
            }
            addText(result, data.isTextual() ? data.textValue() : data.toString());
            if (data.isObject()) {
                result.set("structuredContent", data);
            }
            return result;
        }

        private static void addText(ObjectNode result, String text) {
            result.putArray("content").addObject().put("type", "text").put("text", text);
        }

        @Override
        public ObjectNode schema(ObjectNode dataSchema) {
            return dataSchema;
        }

        /** Returns null, because content is never cut. */
        @Override
        public ArrayNode list(JsonNode data) {
            return null;
        }
    }

    /** Provides the members of a failed result of the intelligence family when the tool's route did not set them. */
    interface FailedMembers {

        /** Returns a new node with a valid {@code metadata}. */
        ObjectNode of(String tool);
    }
}
