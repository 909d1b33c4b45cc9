package dev.caravan.security;

import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.OwnGateway;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Every endpoint of the operations port has a line in {@code security/rights.md}, and is read without credentials in each mode. */
@Tag("full")
class RightsOfOperationsTest {

    @Test
    void operationsPortServesOnlyTheTable() {
        try (OwnGateway gateway = OwnGateway.withEntries().apiKey("all", "kAll-5d0b7a60f3c04a2f", "tools:read").start()) {
            String url = "http://127.0.0.1:" + gateway.operations();
            SecuredClient client = new SecuredClient(url);

            assertThat(client.send("GET", "/actuator", null).json().get("_links").findValuesAsText("href"))
                    .map(href -> href.substring(url.length()))
                    .containsExactlyInAnyOrderElementsOf(RightsTable.operations());
            for (String path : RightsTable.operations()) {
                assertThat(client.send("GET", path.replace("{*path}", "liveness"), null, "Accept", "*/*").status()).as(path).isEqualTo(200);
                assertThat(client.send("POST", path.replace("{*path}", "liveness"), "{}").status()).as(path).isEqualTo(405);
            }
            assertThat(client.send("GET", "/mcp", null).status()).isEqualTo(404);
        }
    }
}
