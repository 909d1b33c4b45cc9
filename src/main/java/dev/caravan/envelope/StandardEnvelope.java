package dev.caravan.envelope;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Locale;

/** Writes {@code {ok, data, error, meta}} with every member always present (document 1, section 0.2). */
public final class StandardEnvelope implements Envelope {

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
