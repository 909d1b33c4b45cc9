package dev.caravan.source.kamelet;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.call.ArgumentName;
import dev.caravan.source.OfferedDefinition;
import dev.caravan.source.SettingsChecks;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * One file in {@code config/kamelets}.
 *
 * @param kamelet    name of the Kamelet
 * @param properties {name: fixed value}; their texts are taken from the file as they are written
 * @param headers    {name of a message header that callers set: its JSON Schema}
 * @param body       JSON Schema of the message body; null means any value, and false none
 * @param keep       number of events that a source keeps
 */
record KameletSettings(String kamelet, JsonNode properties, Map<String, ObjectNode> headers, JsonNode body, String title,
        String description, Boolean readOnlyHint, Boolean destructiveHint, Boolean idempotentHint, Boolean openWorldHint, List<String> tags,
        Duration timeout, Integer keep) {

    private static final Pattern KAMELET = Pattern.compile("[a-z0-9][a-z0-9.-]{0,99}");
    private static final Pattern HEADER = Pattern.compile("[A-Za-z][A-Za-z0-9_.-]{0,63}");
    private static final int DEFAULT_KEEP = 20;
    private static final int MOST_KEPT = 1_000;

    KameletSettings {
        SettingsChecks.require(kamelet != null, "kamelet: is missing, the name of a Kamelet such as kafka-sink");
        SettingsChecks.require(KAMELET.matcher(kamelet).matches(), "kamelet: a Kamelet's name has a-z 0-9 . - only, not " + kamelet);
        headers = new LinkedHashMap<>(headers == null ? Map.of() : headers);
        headers.forEach((name, schema) -> SettingsChecks.require(HEADER.matcher(name).matches() && ArgumentName.isFree(name),
                "headers: a header that callers set has A-Z a-z 0-9 _ . - only, and doesn't begin with Camel: " + name));
        headers.replaceAll((name, schema) -> schema == null ? JsonNodeFactory.instance.objectNode() : schema);
        headers.values().stream().filter(schema -> !schema.has("type")).forEach(schema -> schema.put("type", "string"));
        SettingsChecks.require(body == null || body.isNull() || body.isObject() || body.isBoolean() && !body.booleanValue(),
                "body: a schema or false is expected here");
        tags = tags == null ? List.of() : tags;
        SettingsChecks.tags(tags);
        timeout = timeout == null ? Duration.ofSeconds(10) : timeout;
        SettingsChecks.require(timeout.toMillis() > 0, "timeout: a timeout such as 10s or 500ms is expected here");
        keep = keep == null ? DEFAULT_KEEP : keep;
        SettingsChecks.require(keep >= 1 && keep <= MOST_KEPT, "keep: a number from 1 to " + MOST_KEPT + " is expected here, not " + keep);
    }

    /** Whether callers set the message body. */
    boolean takesBody() {
        return body == null || !body.isBoolean();
    }

    /** Returns the JSON Schema of the message body; null for any value. */
    ObjectNode bodySchema() {
        return body instanceof ObjectNode schema ? schema.deepCopy() : null;
    }

    /** Returns {name of an MCP hint: its value}. */
    Map<String, Boolean> hints() {
        return OfferedDefinition.hints(readOnlyHint, destructiveHint, idempotentHint, openWorldHint);
    }
}
