package dev.caravan.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.GatewayTest;
import dev.caravan.McpClient;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class QuickStartTest {

    private final TestPlace place = new TestPlace("quick");

    @Test
    void theApplicationStartsAfterTheServersItsUserChoseAndEndsBeforeThem() throws Exception {
        try (ChildJvm child = quickStart("mongo,redis").untilItPrints("Caravan is ready")) {
            assertThat(child.printed()).containsSubsequence("redis://127.0.0.1:", "Caravan is ready");
            assertThat(child.printed()).contains("mongodb://127.0.0.1:").doesNotContain("jdbc:");
            assertThat(processes()).hasSize(1);

            child.terminate();

            assertThat(child.printed()).contains("shutdown in").doesNotContain("Exception in thread");
        }
        assertThat(processes()).isEmpty();
    }

    @Test
    void anUnknownServerEndsItWithOneSentence() throws Exception {
        try (ChildJvm child = quickStart("oracle").untilItPrints("Quick start failed: There is no embedded server 'oracle'")) {
            assertThat(child.process().waitFor()).isEqualTo(1);
        }
    }

    @Test
    void dataWrittenInOneRunIsThereInTheNext() throws Exception {
        int port = GatewayTest.freePort();
        String id;
        try (ChildJvm child = quickStart("mongo", port).untilItPrints("Caravan is ready")) {
            id = new McpClient(port).envelope("mongo_save_document", McpClient.object("{\"topic\":\"kept\",\"content\":\"c\"}")).at("/data/id").asText();
            child.terminate();
        }
        try (ChildJvm child = quickStart("mongo", port).untilItPrints("Caravan is ready")) {
            JsonNode found = new McpClient(port).envelope("mongo_find_by_id", McpClient.object("{}").put("id", id));

            assertThat(found.at("/data/topic").asText()).isEqualTo("kept");
            child.terminate();
        }
    }

    private List<ProcessHandle> processes() throws Exception {
        Path data = place.data().toRealPath();
        return new Orphans(data.resolve("binaries"), data).find();
    }

    private ChildJvm quickStart(String servers) throws Exception {
        return quickStart(servers, GatewayTest.freePort());
    }

    private ChildJvm quickStart(String servers, int port) throws Exception {
        return ChildJvm.run(QuickStart.class, "--server.port=0", "--caravan.http.port=" + port,
                "--logging.level.org.apache.camel.impl.engine=info",
                "--caravan.embedded.servers=" + servers, "--caravan.embedded.data=" + place.data());
    }
}
