package dev.caravan.document;

import static dev.caravan.McpClient.object;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.StreamClient;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** A document is stored, changed and deleted by its id, and whoever listens to it hears of that. */
class DocumentChangesTest extends DocumentTest {

    @Test
    void savedDocumentIsReadUnchangedByItsId() {
        ObjectNode document = object("""
                {"topic":"北京 🏯","content":"line\\nbreak \\u0000 𠮷","tags":["a","标签"],"source":{"type":"web","url":"https://e.org",\
                "title":"T"}}""");

        JsonNode found = client.envelope("mongo_find_by_id", id(save(document))).get("data");

        for (String field : List.of("topic", "content", "tags", "source")) {
            assertThat(found.get(field)).isEqualTo(document.get(field));
        }
        assertThat(UUID.fromString(found.get("id").asText())).isNotNull();
        assertThat(Instant.parse(found.get("createdAt").asText())).isEqualTo(Instant.parse(found.get("updatedAt").asText()));
        assertThat(found.get("createdAt").asText()).endsWith("Z");
    }

    @Test
    void patchReplacesNamedFieldsAndUpdatesTheTime() {
        String saved = save(object("{\"topic\":\"t\",\"content\":\"c\",\"tags\":[\"a\"]}"));
        JsonNode before = client.envelope("mongo_find_by_id", id(saved)).get("data");

        assertThat(update(saved, "{\"topic\":\"Neu\",\"tags\":[]}").at("/data/updated").asBoolean()).isTrue();

        JsonNode after = client.envelope("mongo_find_by_id", id(saved)).get("data");
        assertThat(after.get("topic").asText()).isEqualTo("Neu");
        assertThat(after.get("content").asText()).isEqualTo("c");
        assertThat(after.get("tags")).isEmpty();
        assertThat(after.get("createdAt")).isEqualTo(before.get("createdAt"));
        assertThat(Instant.parse(after.get("updatedAt").asText())).isAfter(Instant.parse(before.get("updatedAt").asText()));
        assertThat(find("neu", 20).findValuesAsText("id")).contains(saved);
    }

    @Test
    void deletedDocumentIsNotFound() {
        String saved = save(document("gone"));

        assertThat(client.envelope("mongo_delete_document", id(saved)).at("/data/deleted").asBoolean()).isTrue();

        for (JsonNode envelope : List.of(client.envelope("mongo_find_by_id", id(saved)),
                client.envelope("mongo_delete_document", id(saved)), update(saved, "{\"topic\":\"x\"}"))) {
            assertThat(envelope.at("/error/code").asText()).isEqualTo("NOT_FOUND");
            assertThat(envelope.at("/error/message").asText()).contains(saved);
        }
    }

    @Test
    void subscribersHearOfUpdatesAndDeletes() throws Exception {
        String saved = save(document("listened to"));
        String other = save(document("not listened to"));
        try (StreamClient stream = StreamClient.listen(port(), "/mcp", "{\"resourceSubscriptions\":[\"document:///" + saved + "\"]}")) {
            assertThat(stream.next()).contains("document:///" + saved);

            update(other, "{\"topic\":\"x\"}");
            update(saved, "{\"topic\":\"x\"}");
            assertThat(stream.next()).contains("notifications/resources/updated", "document:///" + saved);

            client.envelope("mongo_update_document", object("{\"id\":\"" + UUID.randomUUID() + "\",\"patch\":{\"topic\":\"y\"}}"));
            client.envelope("mongo_delete_document", id(saved));
            assertThat(stream.next()).contains("notifications/resources/updated", "document:///" + saved);
        }
    }
}
