package dev.caravan.document;

import static dev.caravan.McpClient.object;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.GatewayTest;

/** Short words for what tests of the {@code mongo_*} tools do again and again. */
abstract class DocumentTest extends GatewayTest {

    protected String save(ObjectNode document) {
        JsonNode envelope = client.envelope("mongo_save_document", document);
        assertThat(envelope.get("ok").asBoolean()).as(envelope.toString()).isTrue();
        return envelope.at("/data/id").asText();
    }

    protected JsonNode find(String topic, int limit) {
        return client.envelope("mongo_find_by_topic", object("{}").put("topic", topic).put("limit", limit)).at("/data/items");
    }

    protected JsonNode update(String id, String patch) {
        ObjectNode arguments = object("{}").put("id", id);
        arguments.set("patch", object(patch));
        return client.envelope("mongo_update_document", arguments);
    }

    protected static ObjectNode document(String topic) {
        return object("{}").put("topic", topic).put("content", "content");
    }

    protected static ObjectNode id(String id) {
        return object("{}").put("id", id);
    }
}
