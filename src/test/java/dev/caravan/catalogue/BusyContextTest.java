package dev.caravan.catalogue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.McpClient;
import dev.caravan.OwnGateway;
import dev.caravan.RestClient;
import dev.caravan.embedded.ServerKind;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A hundred changes of one large context wait for each other; other users do not notice. */
@Tag("nightly")
class BusyContextTest extends BusyContexts {

    @Test
    void aHundredCreatesAtOnceAreDoneOrToldBusyAndAnotherUserDoesNotNotice() throws Exception {
        long table = table(large());
        Made instance = instance(tool(table, "create", "add", "\"json_path\":\"/items\""));

        List<JsonNode> answers = whileAnotherUserListsTables(i -> mcp(instance)
                .envelope("add", McpClient.object("{\"elements\":[{\"content\":{\"made\":" + i + "}}]}")));

        long done = answers.stream().filter(answer -> answer.get("ok").booleanValue()).count();
        assertThat(done).isPositive();
        answers.stream().filter(answer -> !answer.get("ok").booleanValue()).forEach(answer -> {
            assertThat(answer.at("/error/code").textValue()).as(answer.toString()).isEqualTo("UPSTREAM_ERROR");
            assertThat(answer.at("/error/message").textValue()).containsAnyOf(BUSY, "took longer than");
        });
        await().untilAsserted(() -> assertThat(items(table)).isEqualTo(18_000 + done));
    }

    @Test
    void twoGatewaysOfOneStoreChangeABusyContextAndNeitherStarvesOthers() throws Exception {
        try (OwnGateway second = OwnGateway.withAllRoutes().servers(ServerKind.MONGO, ServerKind.NEO4J, ServerKind.POSTGRESQL).start()) {
            await().until(() -> new RestClient(second.port(), user).get("/api/v1/tables").status() == 200);
            long table = table(large());
            Made instance = instance(tool(table, "create", "add", "\"json_path\":\"/items\""));
            McpClient[] clients = {mcp(instance), McpClient.ofInstance(second.port(), instance.key())};

            List<JsonNode> answers = whileAnotherUserListsTables(i ->
                    clients[i % 2].envelope("add", McpClient.object("{\"elements\":[{\"content\":1}]}")));

            long done = answers.stream().filter(answer -> answer.get("ok").booleanValue()).count();
            assertThat(done).isPositive();
            assertThat(answers).noneMatch(answer -> answer.toString().contains("can't be reached"));
            await().untilAsserted(() -> assertThat(items(table)).isEqualTo(18_000 + done));
        }
    }

    @Test
    void aHundredUndosOverRestConflictOrAreToldBusyWithTheTimeToWait() throws Exception {
        long table = table(large());
        String path = "/api/v1/tables/" + table;
        rest.post(path + "/data?json_pointer_path=/items", "{\"elements\":[{\"content\":1}]}");
        JsonNode change = rest.get(path + "/history").data().get(0);
        HttpClient http = HttpClient.newHttpClient();
        HttpRequest undo = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port() + path + "/undo")).header("X-User-Id", user)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(
                        "{\"change\":" + change.get("version") + ",\"version\":" + change.get("version") + "}")).build();

        List<HttpResponse<String>> answers = whileAnotherUserListsTables(i -> {
            try {
                return http.send(undo, HttpResponse.BodyHandlers.ofString());
            } catch (IOException | InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });

        assertThat(answers.stream().filter(answer -> answer.statusCode() == 200)).hasSize(1);
        answers.stream().filter(answer -> answer.statusCode() != 200 && answer.statusCode() != 409).forEach(answer -> {
            assertThat(answer.statusCode()).as(answer.body()).isEqualTo(503);
            assertThat(answer.headers().firstValue("Retry-After")).contains("1");
            assertThat(answer.body()).contains(BUSY);
        });
        assertThat(items(table)).isEqualTo(18_000);
    }
}
