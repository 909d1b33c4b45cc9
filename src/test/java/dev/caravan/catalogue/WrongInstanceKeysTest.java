package dev.caravan.catalogue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.caravan.McpClient;
import dev.caravan.OwnGateway;
import dev.caravan.RestClient;
import dev.caravan.StreamClient;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Keys of instances can be guessed a few times a minute from one address; right keys of that address always work. */
@Tag("nightly")
class WrongInstanceKeysTest {

    private static final int ATTEMPTS = 5;

    @Test
    void guessesAreLimitedByAddressAndRightKeysStillWork() throws Exception {
        try (OwnGateway gateway = OwnGateway.withAllRoutes().store()
                .settings("security.failed-logins.attempts=" + ATTEMPTS, "security.failed-logins.per=10m").start()) {
            RestClient rest = new RestClient(gateway.port(), "user-of-keys");
            await().until(() -> rest.get("/api/v1/tables").status() == 200);
            String key = rest.post("/api/v1/mcp", "{\"name\":\"an instance\"}").data().get("api_key").textValue();
            for (int i = 0; i < ATTEMPTS; i++) {
                assertThat(list(gateway, "cvn_guess" + i).status()).isEqualTo(404);
            }

            McpClient.Answer refused = list(gateway, "cvn_guess");

            assertThat(refused.status()).isEqualTo(429);
            assertThat(Integer.parseInt(refused.headers().get("retry-after").get(0))).isBetween(1, 600);
            assertThat(rest.ask("GET", "/api/v1/mcp/cvn_guess/tools", null).error()).isEqualTo("429/1010");
            assertThat(rest.ask("DELETE", "/api/v1/mcp/cvn_guess", null).error()).isEqualTo("429/1010");
            try (StreamClient stream = StreamClient.open(gateway.port(), "/mcp/cvn_guess")) {
                assertThat(stream.status()).isEqualTo(429);
            }
            assertThat(list(gateway, key).status()).as("a right key").isEqualTo(200);
            assertThat(rest.get("/api/v1/mcp/" + key + "/tools").status()).isEqualTo(200);
            assertThat(new McpClient(gateway.port()).post(McpClient.request("tools/list", null).toString()).status()).as("no key")
                    .isEqualTo(200);
        }
    }

    private static McpClient.Answer list(OwnGateway gateway, String key) {
        return McpClient.ofInstance(gateway.port(), key).post(McpClient.request("tools/list", null).toString());
    }
}
