package dev.caravan.catalogue;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.McpClient;
import dev.caravan.Needs;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A client that hears of progress waits for an index that is being made, and is told how far it is, ahead of its answer. */
@Tag("nightly")
class SearchProgressTest extends CatalogueTest {

    private static final Path CLIENTS = Path.of("src/test/clients");

    private final HttpClient http = HttpClient.newHttpClient();

    @BeforeAll
    void theModelIsLoaded() {
        loadTheModel();
    }

    private final List<Long> tables = new ArrayList<>();

    @Test
    void progressPrecedesTheResultOnOneStream() throws Exception {
        call(beingIndexed(), "application/json", "7"); // the first search of all takes longer than those after it
        Made instance = beingIndexed();
        HttpResponse<String> response = call(instance, "application/json, text/event-stream", "\"token-7\"");
        assertThat(response.headers().firstValue("Content-Type")).contains("text/event-stream");
        List<JsonNode> messages = messages(response.body());
        assertThat(messages).hasSizeGreaterThanOrEqualTo(2);
        JsonNode answer = messages.remove(messages.size() - 1);
        assertThat(answer.get("id").intValue()).isEqualTo(7);
        assertThat(answer.at("/result/structuredContent/ok").booleanValue()).as(answer.toString()).isTrue();
        assertThat(messages).allSatisfy(message -> {
            assertThat(message.has("id")).isFalse();
            assertThat(message.get("method").textValue()).isEqualTo("notifications/progress");
            assertThat(message.at("/params/progressToken").textValue()).isEqualTo("token-7");
        });
        List<Long> progress = messages.stream().map(message -> message.at("/params/progress").longValue()).toList();
        assertThat(progress).isSorted().doesNotHaveDuplicates();
        messages.stream().map(message -> message.get("params")).filter(params -> params.has("total"))
                .forEach(params -> assertThat(params.get("progress").longValue()).isLessThanOrEqualTo(params.get("total").longValue()));
    }

    @ParameterizedTest
    @CsvSource({"application/json, 7", "'application/json, text/event-stream', ", "'application/json, text/event-stream', true"})
    void clientsWithoutProgressTokenOrStreamGetPlainJson(String accept, String token) throws Exception {
        HttpResponse<String> response = call(beingIndexed(), accept, token);
        assertThat(response.headers().firstValue("Content-Type")).contains("application/json");
        JsonNode answer = McpClient.JSON.readTree(response.body());
        assertThat(answer.at("/result/structuredContent/meta/warnings/0").asText()).as("and at once, from what there is")
                .contains("not complete");
    }

    @ParameterizedTest
    @ValueSource(strings = {"sdk1", "legacy", "pin"})
    void typeScriptClientsReceiveProgress(String mode) throws Exception {
        Needs.npm(CLIENTS);
        Process node = new ProcessBuilder("node", "progress.mjs", "http://127.0.0.1:" + port() + "/mcp/" + beingIndexed().key(), mode,
                "find")
                .directory(CLIENTS.toFile()).redirectErrorStream(true).start();
        try (BufferedReader output = new BufferedReader(new InputStreamReader(node.getInputStream(), StandardCharsets.UTF_8))) {
            String line = output.readLine();
            assertThat(line).startsWith("{\"heard\":[").endsWith("\"ok\":true}");
            assertThat(McpClient.object(line).get("heard")).as(line).isNotEmpty();
        } finally {
            node.destroyForcibly();
        }
    }

    /** With a tool "find" whose index takes a while. */
    private Made beingIndexed() {
        String data = IntStream.range(0, 60)
                .mapToObj(text -> IntStream.range(0, 150).mapToObj(word -> Integer.toString((text * 7919 + word * 104_729) % 46_656, 36))
                .collect(Collectors.joining(" ", "\"pump ", "\""))).collect(Collectors.joining(",", "[", "]"));
        long table = table(data);
        tables.add(table);
        return instance(rest.post("/api/v1/tools/search", "{\"table_id\":" + table + ",\"name\":\"find\"}").data().get("id").longValue());
    }

    /** Ends their indexing, which other tests would wait for. */
    @AfterEach
    void deleteTables() {
        tables.forEach(table -> rest.delete("/api/v1/tables/" + table));
        tables.clear();
    }

    private HttpResponse<String> call(Made instance, String accept, String token) throws Exception {
        ObjectNode params = McpClient.object("{\"name\":\"find\",\"arguments\":{\"query\":\"pump\"}}");
        if (token != null) {
            params.putObject("_meta").set("progressToken", json(token));
        }
        return http
                .send(HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port() + "/mcp/" + instance.key())).header("Accept", accept)
                        .header("Content-Type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofString(McpClient.request("tools/call", params).put("id", 7).toString()))
                .build(), HttpResponse.BodyHandlers.ofString());
    }

    private static List<JsonNode> messages(String stream) {
        return Arrays.stream(stream.split("\n\n")).filter(event -> !event.startsWith(":")).map(event -> {
            assertThat(event).startsWith("event: message\ndata: ");
            return (JsonNode) McpClient.object(event.substring("event: message\ndata: ".length()));
        }).collect(Collectors.toCollection(ArrayList::new));
    }
}
