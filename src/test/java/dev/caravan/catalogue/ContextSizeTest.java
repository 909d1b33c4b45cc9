package dev.caravan.catalogue;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.McpClient;
import dev.caravan.OwnGateway;
import dev.caravan.RestClient;
import dev.caravan.embedded.ServerKind;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A context has at most 16 MB of JSON, however well PostgreSQL compresses it: each read takes a multiple of it. */
@Tag("nightly")
class ContextSizeTest extends CatalogueTest {

    private static final String REFUSED = "A context has at most 16000000 bytes of JSON. Delete some of its data, or use another context";

    private OwnGateway large;

    @BeforeAll
    void startAGatewayThatTakesLargeBodies() {
        large = OwnGateway.withAllRoutes().servers(ServerKind.MONGO, ServerKind.NEO4J, ServerKind.POSTGRESQL).set("http.max-body", "32MB")
                .start();
        Awaitility.await().until(() -> atLarge().get("/api/v1/tables").status() == 200);
    }

    @AfterAll
    void stopIt() {
        large.close();
    }

    private RestClient atLarge() {
        return new RestClient(large.port(), user);
    }

    @Test
    void createAndReplaceHaveTheLimit() {
        isRefused(atLarge().post("/api/v1/tables", "{\"name\":\"t\",\"data\":" + text(16_000_000) + "}"));
        assertThat(atLarge().get("/api/v1/tables").data()).isEmpty();

        String path = "/api/v1/tables/"
                + atLarge().post("/api/v1/tables", "{\"name\":\"t\",\"data\":" + text(15_999_990) + "}").data().get("id").asText();
        isRefused(atLarge().put(path, "{\"data\":" + text(16_000_000) + "}"));
        assertThat(atLarge().get(path).data().get("data").textValue()).hasSize(15_999_990);
    }

    @Test
    void writesHaveTheLimit() {
        long table = table("{\"0\":{},\"1\":{},\"2\":{},\"3\":{},\"4\":{}}");
        String data = "/api/v1/tables/" + table + "/data?json_pointer_path=/";
        for (int place = 0; place < 4; place++) {
            assertThat(rest.post(data + place, elements(3_950_000)).status()).isEqualTo(201);
        }

        isRefused(rest.post(data + 4, elements(500_000)));
        isRefused(rest.put(data + 0, elements(4_190_000)));
        Made instance = instance(tool(table, "create", "add", "\"json_path\":\"/4\""));
        JsonNode error = error(instance, "add", elements(500_000));
        assertThat(error.get("code").textValue()).isEqualTo("INVALID_ARGUMENT");
        assertThat(error.get("message").textValue()).isEqualTo(REFUSED);
        assertThat(rest.get(data + 4).data().get("data")).isEqualTo(McpClient.object("{}"));

        assertThat(rest.send("DELETE", data + 0, "{\"keys\":[\"a\"]}").status()).isEqualTo(200);
        assertThat(rest.post(data + 4, elements(3_900_000)).status()).isEqualTo(201);
    }

    private static String text(int length) {
        return "\"" + "a".repeat(length) + "\"";
    }

    private static String elements(int length) {
        return "{\"elements\":[{\"key\":\"a\",\"content\":" + text(length) + "}]}";
    }

    private static void isRefused(RestClient.Answer answer) {
        assertThat(answer.error()).as(answer.message()).isEqualTo("400/1001");
        assertThat(answer.message()).isEqualTo(REFUSED);
    }
}
