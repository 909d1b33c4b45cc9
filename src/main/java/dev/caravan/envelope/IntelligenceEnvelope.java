package dev.caravan.envelope;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Locale;

/**
 * Writes the tool's own members, including {@code metadata} (document 5). A failure has the known members and
 * {@code error:{code, message}}. The gateway adds its own members, such as {@code truncated}, to {@code metadata}.
 */
public final class IntelligenceEnvelope implements Envelope {

    /** The member of a failure's details with the members of its result beside the error. */
    public static final String MEMBERS = "members";

    private static final String METADATA = "metadata";

    @Override
    public JsonNode wrap(Outcome outcome, ObjectNode meta, Locale locale) {
        JsonNode members = outcome instanceof Outcome.Failure failure ? failure.detail().path(MEMBERS) : ((Outcome.Success) outcome).data();
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
