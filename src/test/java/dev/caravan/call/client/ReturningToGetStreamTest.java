package dev.caravan.call.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.EditableGatewayTest;
import dev.caravan.StreamClient;
import dev.caravan.StreamClient.Event;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A session has one GET stream, which its client takes up again with what it missed. */
class ReturningToGetStreamTest extends EditableGatewayTest {

    @Test
    void resumedGetStreamReplaysMissedEvents() throws Exception {
        LegacyClient legacy = LegacyClient.open(port(), "2025-11-25", "{}");
        Event mark;
        try (StreamClient stream = legacy.listen(null)) {
            mark = LegacyClient.event(stream);
            assertThat(mark.data()).isEmpty();
            save("a", tool("a", "first", "x"));
            Event heard = LegacyClient.event(stream);
            assertThat(heard.data()).contains("notifications/tools/list_changed");
            mark = heard;
        }
        try (StreamClient witness = LegacyClient.open(port(), "2025-11-25", "{}").listen(null)) {
            assertThat(LegacyClient.event(witness).data()).isEmpty();
            save("b", tool("b", "second", "x"));
            do {
                assertThat(LegacyClient.event(witness).data()).contains("notifications/tools/list_changed");
            } while (list("tools").size() < 2);
        }

        try (StreamClient again = legacy.listen(mark.id())) {
            assertThat(LegacyClient.event(again).data()).contains("notifications/tools/list_changed");
            delete("b");
            assertThat(LegacyClient.event(again).data()).contains("notifications/tools/list_changed");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"x", "x.1", "", "....", "99999999999999999999",
        "74446d6d3eb9497ca8df675d25d92e98.894f73e3-82bb-4560-8092-f32ed5ca1c48.3"})
    void unknownEventIdStartsANewStream(String id) throws Exception {
        try (StreamClient stream = LegacyClient.open(port(), "2025-11-25", "{}").listen(id)) {
            assertThat(stream.status()).isEqualTo(200);
            assertThat(LegacyClient.event(stream).data()).isEmpty();
        }
    }

    @Test
    void secondGetStreamReplacesTheFirst() throws Exception {
        LegacyClient legacy = LegacyClient.open(port(), "2025-06-18", "{}");

        try (StreamClient first = legacy.listen(null); StreamClient second = legacy.listen(null)) {
            assertThat(LegacyClient.event(first).data()).isEqualTo(StreamClient.END);
            save("a", tool("a", "first", "x"));
            assertThat(LegacyClient.event(second).data()).contains("notifications/tools/list_changed");
        }
    }
}
