package dev.caravan.client;

import static dev.caravan.client.LegacyClient.result;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.McpClient;
import dev.caravan.StreamClient;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A client comes back at one gateway to a stream of the other, and nobody else does. */
@Tag("full")
class HandOverStreamsTest extends SharedStoreTest {

    @Test
    void clientResumesItsStreamsAtAnotherGateway() throws Exception {
        LegacyClient legacy = LegacyClient.open(ONE, "2025-11-25", LegacyClient.ALL);
        StreamClient broken = legacy.call("asking");
        StreamClient.Event mark = LegacyClient.event(broken);
        broken.close();

        try (StreamClient again = legacy.at(OTHER).listen(mark.id())) {
            JsonNode question = question(again);
            legacy.at(OTHER).respond(question, said("x".repeat(20_000)));
            assertThat(result(again).at("/structuredContent/data").asText()).hasSize(20_000);
            assertThat(LegacyClient.event(again).data()).isEqualTo(StreamClient.END);
        }
        try (StreamClient third = legacy.at(OTHER).listen(mark.id())) {
            question(third);
            third.close();
        }
        try (StreamClient home = legacy.listen(mark.id())) {
            question(home);
            assertThat(result(home).at("/structuredContent/data").asText()).hasSize(20_000);
        }
    }

    @Test
    void otherSessionsCannotResumeThem() throws Exception {
        LegacyClient legacy = LegacyClient.open(ONE, "2025-11-25", LegacyClient.ALL);
        StreamClient stream = legacy.call("asking");
        StreamClient.Event mark = LegacyClient.event(stream);
        question(stream);

        for (String id : new String[] {mark.id(), mark.id().replaceFirst("^.{32}", "0".repeat(32))}) {
            try (StreamClient eve = LegacyClient.open(OTHER, "2025-11-25", LegacyClient.ALL).at(OTHER).listen(id)) {
                StreamClient.Event own = LegacyClient.event(eve);
                assertThat(own.data()).as("begun anew").isEmpty();
                assertThat(own.id()).isNotEqualTo(mark.id());
                assertThat(eve.nextEvent(Duration.ofMillis(300))).isNull();
            }
        }
        legacy.notify("notifications/cancelled", McpClient.object("{\"requestId\":7}"));
    }
}
