package dev.caravan.guide;

import static dev.caravan.McpClient.object;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.OwnGateway;
import dev.caravan.embedded.ServerKind;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The examples of tools in the reference succeed, or answer that the document or node of the example is not there. */
@Tag("nightly")
class ToolExamplesTest {

    /** Example ids that readers replace by their own. */
    private static final String ID = "(?s).*\\b[0-9a-f]{8}-[0-9a-f]{4}-.*";

    @Test
    void everyExampleSucceeds() {
        OwnGateway.Builder builder = OwnGateway.withAllRoutes()
                .servers(ServerKind.MONGO, ServerKind.NEO4J, ServerKind.POSTGRESQL, ServerKind.MEDICAL)
                .set("intelligence.workspaces.retrieval.root", Path.of("src/main/java/dev/caravan/retrieval").toAbsolutePath());
        if (ServerKind.SEARX.isInstalled()) {
            builder.servers(ServerKind.SEARX);
        }
        List<String> failed = new ArrayList<>();
        int examples = 0;
        try (OwnGateway gateway = builder.start()) {
            await().atMost(Duration.ofMinutes(5))
                    .until(() -> gateway.client().call("ci_index_status", object("{}")).body().contains("\"ready\""));
            for (Map.Entry<String, String> example : ReferencedTools.examples().entrySet()) {
                if (!example.getKey().startsWith("db_") && (ServerKind.SEARX.isInstalled() || !example.getKey().equals("web_search"))) {
                    JsonNode result = gateway.client().call(example.getKey(), object(example.getValue())).result();
                    boolean missing = example.getValue().matches(ID)
                            && result.at("/structuredContent/error/code").asText().equals("NOT_FOUND");
                    if (result.path("isError").asBoolean() && !missing) {
                        failed.add(example + ": " + result);
                    }
                    examples++;
                }
            }
        }
        assertThat(failed).isEmpty();
        assertThat(examples).isGreaterThan(20);
    }
}
