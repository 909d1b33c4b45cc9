package dev.caravan.call.result;

import static dev.caravan.McpClient.object;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.McpClient;
import dev.caravan.McpClient.Answer;
import dev.caravan.OwnGateway;
import dev.caravan.RouteYaml;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The whole of a cut result is kept by the gateway that cut it, until it expires. Anything else is not found, and the error says so. */
@Tag("nightly")
class KeptResultsOfGatewaysTest {

    private static final int ROWS = 5_000;
    private static final String KEPT = "ke(ep|pt)";

    /** A result that does not fit. */
    public static final class ManyRows implements Processor {

        @Override
        public void process(Exchange exchange) {
            exchange.getMessage().setBody(IntStream.range(0, ROWS)
                    .mapToObj(i -> Map.of("id", i, "text", "row number " + i + " of a result that is too large")).toList());
        }
    }

    private static OwnGateway.Builder builder() throws IOException {
        return OwnGateway.withEntries().shared().bean(ManyRows.class)
                .file("result", Files.readString(Path.of("routes/resources/result.camel.yaml")))
                .file("rows", RouteYaml.tool("rows", "description: x", "- process:\n    ref: keptResultsOfGatewaysTest.ManyRows"));
    }

    private static JsonNode link(OwnGateway gateway) {
        JsonNode link = gateway.client().call("rows", object("{}"), "MCP-Protocol-Version", "2025-11-25").result()
                .at("/structuredContent/meta/result");
        assertThat(link.asText()).startsWith(KeptResults.URI);
        return link;
    }

    private static Answer read(OwnGateway gateway, String revision, JsonNode uri) {
        ObjectNode params = McpClient.JSON.createObjectNode().put("uri", uri.asText());
        return revision.equals(McpClient.MODERN) ? gateway.client().modern("resources/read", params, "ReadResourceResult")
                : gateway.client().legacy(revision, "resources/read", params, "ReadResourceResult");
    }

    private static boolean isFound(Answer answer) {
        return answer.error().isMissingNode() && object(answer.result().at("/contents/0/text").asText()).get("total").asInt() == ROWS;
    }

    @Test
    void anotherGatewayDoesNotKeepIt() throws IOException {
        try (OwnGateway one = builder().store().start(); OwnGateway other = builder().store().start()) {
            JsonNode uri = link(one);
            for (String revision : List.of("2025-11-25", McpClient.MODERN)) {
                assertThat(isFound(read(one, revision, uri))).isTrue();
                JsonNode error = read(other, revision, uri).error();
                assertThat(error.get("code").asInt()).isEqualTo(revision.equals(McpClient.MODERN) ? -32602 : -32002);
                assertThat(error.get("message").asText()).containsPattern(KEPT);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"2025-11-25", McpClient.MODERN})
    void expiredResultIsNotFound(String revision) throws IOException {
        try (OwnGateway gateway = builder().set("results.ttl", "2s").start()) {
            AtomicReference<JsonNode> uri = new AtomicReference<>();
            await("a read within the time").until(() -> {
                uri.set(link(gateway));
                return isFound(read(gateway, revision, uri.get()));
            });

            await().until(() -> !isFound(read(gateway, revision, uri.get())));
            assertThat(read(gateway, revision, uri.get()).error().get("message").asText()).containsPattern(KEPT);
        }
    }
}
