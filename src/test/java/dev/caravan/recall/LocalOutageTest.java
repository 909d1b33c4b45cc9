package dev.caravan.recall;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.embedded.ServerHandle;
import dev.caravan.embedded.ServerKind;
import dev.caravan.embedded.SharedServers;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A definition outlasts its MCP server, and all works again once the server is back. */
@Tag("full")
class LocalOutageTest extends LocalGatewayTest {

    @Test
    void lostServerKeepsItsDefinitionAndReconnects() {
        JsonNode tool = action("at_treatment_plan").tool();
        String call = tool.get("api_url").asText();
        ServerHandle server = SharedServers.get(ServerKind.MEDICAL);
        server.stop();
        try {
            Instant begin = Instant.now();
            RecallClient.Answer stale = action("at_treatment_plan");
            assertThat(stale.json().at("/headers/x-caravan-stale").asText()).as(stale.text()).isEqualTo("true");
            assertThat(stale.tool()).isEqualTo(tool);
            assertThat(recall.send("POST", call, "{\"disease_id\": \"disease_000001\"}").error())
                    .isEqualTo("502 ErrExtActionRecallMCPCallFailed");
            assertThat(Duration.between(begin, Instant.now())).isLessThan(Duration.ofSeconds(20));
            JsonNode service = recall
                    .send("POST", AOI + "/tool-box/medical/proxy/get_disease", "{\"path\": {\"disease_id\": \"disease_000001\"}}").json();
            assertThat(service.get("description").asText()).startsWith("The service behind the toolbox failed");
        } finally {
            server.start();
        }
        await().untilAsserted(() -> {
            closeTheBreakers();
            assertThat(recall.send("POST", call, "{\"disease_id\": \"disease_000001\"}").status()).isEqualTo(200);
            assertThat(action("at_treatment_plan").json().at("/headers/x-caravan-stale").isMissingNode()).isTrue();
        });
    }
}
