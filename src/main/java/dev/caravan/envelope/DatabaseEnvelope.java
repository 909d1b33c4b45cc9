package dev.caravan.envelope;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Locale;
import java.util.Set;

/**
 * Writes {@code {success:true, …}} with the members of the data, or {@code {success:false, error:{type, message}}} (document 4). A failure
 * may name its type in its details. A cut list has {@code truncated} beside it and says that there is more.
 */
public final class DatabaseEnvelope implements Envelope {

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
