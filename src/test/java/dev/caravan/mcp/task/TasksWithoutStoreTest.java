package dev.caravan.mcp.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.caravan.embedded.ServerHandle;
import dev.caravan.embedded.ServerKind;
import dev.caravan.embedded.SharedServers;
import dev.caravan.store.Notifications;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;

/** Without the database a call is done at once, and is a task again when the database is back. */
@Tag("full")
class TasksWithoutStoreTest extends TaskToolsTest {

    @Autowired
    private Notifications notifications;

    @Test
    void withoutTheStoreCallsRunDirectly() throws Exception {
        add("k_alone", "- to: mcp:task\n        - setBody: {constant: done}");
        ServerHandle server = SharedServers.get(ServerKind.POSTGRESQL);
        server.stop();
        try {
            assertThat(call("k_alone", "{}").result().at("/structuredContent/data").asText()).isEqualTo("done");
            assertThat(get("x").error().get("code").asInt()).isEqualTo(-32603);
            assertThat(get("x").error().get("message").asText()).doesNotContain("127.0.0.1");
        } finally {
            server.start();
        }
        await().until(() -> "task".equals(call("k_alone", "{}").result().path("resultType").asText()));
        await().until(notifications::isListening);
        assertThat(ended(begin("k_alone")).get("status").asText()).isEqualTo("completed");
    }
}
