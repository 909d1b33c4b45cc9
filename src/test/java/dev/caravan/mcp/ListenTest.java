package dev.caravan.mcp;

import static dev.caravan.McpClient.JSON;
import static dev.caravan.McpClient.MODERN;
import static dev.caravan.McpClient.object;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.EditableGatewayTest;
import dev.caravan.McpClient;
import dev.caravan.McpClient.Answer;
import dev.caravan.StreamClient;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;

/** Clients of revision 2026-07-28 hear of changes by {@code subscriptions/listen}. */
class ListenTest extends EditableGatewayTest {

    private static final Duration SHORT = Duration.ofMillis(500);

    @Autowired
    private MeterRegistry meters;

    @Autowired
    private ListChanges changes;

    private final List<StreamClient> opened = new ArrayList<>();

    /** What the test before has left is told by then. */
    @BeforeEach
    void settle() throws InterruptedException {
        Thread.sleep(300);
    }

    @AfterEach
    void closeStreams() throws IOException {
        for (StreamClient stream : opened) {
            stream.close();
        }
        opened.clear();
        await().atMost(20, SECONDS).until(() -> meters.get("caravan.http.streams").gauge().value() == 0);
    }

    @ParameterizedTest
    @CsvSource({"tools", "prompts", "resources"})
    void aListThatChangesIsHeardOfByThoseWhoAskedForIt(String list) throws Exception {
        StreamClient stream = listen("1", "{\"" + list + "ListChanged\":true}");
        StreamClient other = listen("2", "{\"" + (list.equals("tools") ? "prompts" : "tools") + "ListChanged\":true}");
        StreamClient nothing = listen("3", "{}");

        save("a", list.equals("tools") ? tool("a", "x", "y") : list.equals("prompts") ? prompt("a", "x") : resource("a", "x"));

        JsonNode heard = object(stream.next());
        assertThat(heard.get("method").asText()).isEqualTo("notifications/" + list + "/list_changed");
        assertThat(list(list)).containsExactly("x");
        assertThat(heard.at("/params/_meta/io.modelcontextprotocol~1subscriptionId").asInt()).isEqualTo(1);
        assertThat(other.next(SHORT)).isNull();
        assertThat(nothing.next(SHORT)).isNull();
    }

    @Test
    void theFirstThingHeardIsWhatIsHonoured() throws Exception {
        save("a", resource("a", "x"));
        await().atMost(20, SECONDS).until(() -> !list("resources").isEmpty());

        StreamClient stream = open("\"seven\"", """
                {"toolsListChanged":true,"promptsListChanged":false,"somethingElse":true,
                 "resourceSubscriptions":["edit:///a","edit:///nothing"],"taskIds":[]}""");

        assertThat(stream.status()).isEqualTo(200);
        assertThat(stream.header("Content-Type")).isEqualTo("text/event-stream");
        assertThat(object(stream.next())).isEqualTo(object("""
                {"jsonrpc":"2.0","method":"notifications/subscriptions/acknowledged","params":{
                 "notifications":{"toolsListChanged":true,"resourceSubscriptions":["edit:///a"]},
                 "_meta":{"io.modelcontextprotocol/subscriptionId":"seven"}}}"""));
    }

    @Test
    void aResourceThatChangesIsHeardOfByThoseWhoAskedForIt() throws Exception {
        save("a", resource("a", "x"));
        save("b", resource("b", "x"));
        await().atMost(20, SECONDS).until(() -> list("resources").size() == 2);
        settle();
        StreamClient stream = listen("1", "{\"resourceSubscriptions\":[\"edit:///a\"]}");
        StreamClient other = listen("2", "{\"resourceSubscriptions\":[\"edit:///b\"],\"resourcesListChanged\":true}");

        changes.updated("edit:///a");

        assertThat(object(stream.next())).isEqualTo(object("""
                {"jsonrpc":"2.0","method":"notifications/resources/updated","params":{"uri":"edit:///a",
                 "_meta":{"io.modelcontextprotocol/subscriptionId":1}}}"""));
        assertThat(other.next(SHORT)).isNull();
    }

    @Test
    void everyStreamOfAClientHearsUnderItsOwnId() throws Exception {
        List<StreamClient> streams = List.of(listen("1", "{\"toolsListChanged\":true}"), listen("\"1\"", "{\"toolsListChanged\":true}"),
                listen("1", "{\"toolsListChanged\":true}"));

        save("a", tool("a", "x", "y"));

        assertThat(object(streams.get(0).next()).at("/params/_meta/io.modelcontextprotocol~1subscriptionId").isNumber()).isTrue();
        assertThat(object(streams.get(1).next()).at("/params/_meta/io.modelcontextprotocol~1subscriptionId").isTextual()).isTrue();
        assertThat(streams.get(2).next()).contains("list_changed");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "{}",
        "{\"notifications\":7}",
        "{\"notifications\":[]}",
        "{\"notifications\":{\"toolsListChanged\":\"yes\"}}",
        "{\"notifications\":{\"resourceSubscriptions\":\"a\"}}",
        "{\"notifications\":{\"resourceSubscriptions\":[1]}}",
        "{\"notifications\":{\"taskIds\":{}}}"})
    void whatCanNotBeUnderstoodIsRefused(String params) {
        Answer answer = client.modern("subscriptions/listen", object(params), "EmptyResult");

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.error().get("code").asInt()).isEqualTo(-32602);
        assertThat(answer.json().get("id").asInt()).isEqualTo(1);
    }

    @Test
    void aClientThatTakesNoStreamIsToldSo() {
        Answer answer = client.modern("subscriptions/listen", object("{\"notifications\":{}}"), JSON.createObjectNode(), "EmptyResult",
                "Accept", "application/json");

        assertThat(answer.status()).isEqualTo(406);
        assertThat(answer.json().get("id").asInt()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"2025-03-26", "2025-06-18", "2025-11-25"})
    void legacyClientsDoNotHaveIt(String revision) {
        assertThat(client.legacy(revision, "subscriptions/listen", object("{\"notifications\":{}}"), "EmptyResult").error().get("code").asInt())
                .isEqualTo(-32601);
    }

    @Test
    void aClientThatLeavesIsForgotten() throws Exception {
        listen("1", "{\"toolsListChanged\":true}").close();

        await().atMost(20, SECONDS).until(() -> meters.get("caravan.http.streams").gauge().value() == 0);
    }

    private StreamClient listen(String id, String notifications) throws IOException {
        StreamClient stream = open(id, notifications);
        assertThat(stream.next()).contains("notifications/subscriptions/acknowledged");
        return stream;
    }

    private StreamClient open(String id, String notifications) throws IOException {
        ObjectNode params = JSON.createObjectNode();
        params.set("notifications", object(notifications));
        params.putObject("_meta").put("io.modelcontextprotocol/protocolVersion", MODERN).putObject("io.modelcontextprotocol/clientCapabilities");
        ObjectNode request = McpClient.request("subscriptions/listen", params);
        request.set("id", object("{\"id\":" + id + "}").get("id"));
        StreamClient stream = StreamClient.post(port(), "/mcp", request.toString(), "MCP-Protocol-Version", MODERN, "Mcp-Method", "subscriptions/listen");
        opened.add(stream);
        return stream;
    }
}
