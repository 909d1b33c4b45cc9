package dev.caravan.source.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Arguments and answers of any form pass between a caller and a server, and an odd answer fails that call only. */
@Tag("full")
class ForeignAnswersTest extends OddServerGateways {

    @Test
    void anAnswerCarriesTheUriThatWasAsked() {
        server.lists("resources", "{\"uri\":\"far:///a\",\"name\":\"n\"}").lists("resources", "{\"uri\":\"far:///folder\",\"name\":\"n\"}")
                .reads("far:///a", "{\"contents\":[{\"uri\":\"db:///postgresql/patients\",\"text\":\"forged\"},{\"text\":\"none\"}]}")
                .reads("far:///folder",
                        "{\"contents\":[{\"uri\":\"far:///folder/1\",\"text\":\"a\"},{\"uri\":\"tool:///x\",\"text\":\"b\"}]}");
        offer();
        until(() -> list("resources").containsKey("far:///folder"));

        assertThat(uris("far:///a")).containsExactly("far:///a", "far:///a");
        assertThat(uris("far:///folder")).as("parts of the resource keep their URIs").containsExactly("far:///folder/1", "far:///folder");
    }

    @Test
    void anOddAnswerOfOneToolFailsThatCallOnly() {
        server.answers("redirect", 307, null, "", Map.of("Location", "http://127.0.0.1:1/elsewhere"))
                .answers("moved", 301, "text/html", "<p>moved</p>", Map.of("Location", "/login"))
                .answers("teapot", 418, "text/plain", "teapot", Map.of())
                .answers("broken", 500, "text/html", "<p>broken</p>", Map.of())
                .answers("page", 200, "text/html", "<p>hello</p>", Map.of())
                .answers("half", 200, "application/json", "{\"jsonrpc\":\"2.0\",", Map.of())
                .answers("none", 204, null, "", Map.of())
                .answers("list", 200, "application/json", "[1]", Map.of())
                .answers("other", 200, "application/json", "{\"jsonrpc\":\"2.0\",\"id\":\"other\",\"result\":{}}", Map.of())
                .answers("events", 200, "text/event-stream", "data: {\"jso\n\n", Map.of())
                .answers("accepted", 202, null, "", Map.of());
        offer();
        long connected = server.count("initialize");

        for (String tool : List.of("redirect", "moved", "teapot", "broken", "page", "half", "none", "list",
                "other", "events", "accepted")) {
            assertThat(call(tool, "{}").at("/result/isError").asBoolean()).as(tool).isTrue();
            assertThat(text("plain", "{}")).as("after " + tool).isEqualTo("well");
        }
        assertThat(server.count("initialize")).isEqualTo(connected);
    }

    @Test
    void aNullArrivesAtTheServerAsItWasSent() {
        server.lists("tools", "{\"name\":\"put\",\"inputSchema\":{\"type\":\"object\",\"properties\":{"
                + "\"body\":{\"type\":\"object\",\"properties\":{\"name\":{\"type\":\"string\"},\"link\":{\"type\":[\"string\",\"null\"]},"
                + "\"owner\":{\"anyOf\":[{\"type\":\"object\"},{\"type\":\"null\"}]},\"list\":{\"type\":\"array\"},"
                + "\"parent\":{\"type\":\"object\",\"properties\":{\"name\":{\"type\":\"string\"}}}}},"
                + "\"note\":{\"type\":\"string\"},\"mark\":{\"type\":[\"string\",\"null\"]}}}}");
        offer();
        String body = "{\"link\":null,\"owner\":null,\"free\":null,\"list\":[null,{\"a\":null}],\"parent\":{}}";
        call("put", "{\"body\":" + body + ",\"note\":null,\"mark\":null}");
        assertThat(server.requests.stream().filter(request -> request.at("/params/name").asText().equals("put")).findFirst().orElseThrow()
                .at("/params/arguments").toString()).isEqualTo("{\"body\":" + body + ",\"mark\":null}");
        for (String refused : new String[] {"{\"body\":{\"name\":null}}", "{\"body\":{\"parent\":{\"name\":null}}}",
            "{\"body\":{\"parent\":null}}"}) {
            assertThat(call("put", refused).toString()).as(refused).contains("null");
        }
        assertThat(server.count("tools/call")).isEqualTo(1);
    }

    private List<String> uris(String uri) {
        return StreamSupport.stream(read(uri).at("/result/contents").spliterator(), false).map(content -> content.path("uri").asText())
                .toList();
    }
}
