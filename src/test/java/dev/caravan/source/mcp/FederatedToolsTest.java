package dev.caravan.source.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The tools of an upstream server are the gateway's own, as its settings say, and follow the server. */
@Tag("full")
class FederatedToolsTest extends FederatedGateways {

    @Test
    void aServersToolIsOfferedCalledAndFollowed() {
        startUpstream();
        configure("other: {url: 'URL', expose: {prefix: o_}, tags: [friends]}");
        gateway = offering().start();

        until(() -> tools().containsKey("o_greet"));
        JsonNode tool = tools().get("o_greet");
        assertThat(tool.get("title").asText()).isEqualTo("Greet");
        assertThat(tool.get("description").asText()).isEqualTo("Greet somebody.");
        assertThat(tool.at("/annotations/readOnlyHint").asBoolean()).isTrue();
        assertThat(tool.at("/inputSchema/required/0").asText()).isEqualTo("name");
        assertThat(tool.at("/_meta/dev.caravan~1tags/0").asText()).isEqualTo("friends");
        assertThat(text("o_greet", "{\"name\":\"Ada\"}")).isEqualTo("Hello, Ada");
        assertThat(call("o_greet", "{}").toString()).as("checked here").contains("name");

        greet("Greet with {{care}} & 100% \"+ ${body} (RAW(x)) #7.", "Good day");
        until(() -> tools().get("o_greet").get("description").asText().startsWith("Greet with"));
        assertThat(tools().get("o_greet").get("description").asText()).isEqualTo("Greet with {{care}} & 100% \"+ ${body} (RAW(x)) #7.");
        until(() -> text("o_greet", "{\"name\":\"Ada\"}").equals("Good day, Ada"));

        upstreamRoutes.tool("wave", "x", "waved");
        until(() -> tools().containsKey("o_wave"));
        assertThat(call("o_wave", "{}").at("/result/structuredContent/data").asText()).isEqualTo("waved");
    }

    @Tag("full")
    @Test
    void filtersAndOverridesChangeWhatClientsSee() {
        startUpstream();
        upstreamRoutes.tool("delete_all", "x", "gone").tool("delete_one", "x", "gone").tool("other_one", "x", "1");
        configure("""
                other:
                  url: URL
                  expose:
                    tools: ["*", "!delete_*", delete_one]
                    override:
                      greet: {title: Welcome, description: Welcome somebody., readOnlyHint: false, arguments: {tone: {const: "!!"}}}
                      other_one: {name: one}
                """);
        gateway = offering().start();

        until(() -> tools().keySet().equals(Set.of("greet", "delete_one", "one")));
        JsonNode greet = tools().get("greet");
        assertThat(greet.get("title").asText()).isEqualTo("Welcome");
        assertThat(greet.get("description").asText()).isEqualTo("Welcome somebody.");
        assertThat(greet.at("/annotations/readOnlyHint").asBoolean(true)).isFalse();
        assertThat(greet.at("/inputSchema/properties").has("tone")).isFalse();
        assertThat(text("greet", "{\"name\":\"Ada\"}")).isEqualTo("Hello, Ada!!");
        assertThat(call("one", "{}").at("/result/structuredContent/data").asText()).isEqualTo("1");
        assertThat(tools()).containsOnlyKeys("greet", "delete_one", "one");
    }

    @Tag("full")
    @Test
    void toolsOfALostServerStayListedAndOtherServersWork() {
        startOwnUpstream();
        int port = upstream.port();
        configure("""
                other: {url: 'URL', expose: {}}
                never: {url: 'http://127.0.0.1:1/mcp', expose: {}}
                """);
        gateway = offering().tool("own", "x", "here").start();
        until(() -> tools().containsKey("greet"));

        upstream.close();
        until(() -> call("greet", "{\"name\":\"Ada\"}").at("/result/isError").asBoolean());
        assertThat(text("greet", "{\"name\":\"Ada\"}")).contains("other");
        assertThat(tools()).containsOnlyKeys("greet", "own");
        assertThat(call("own", "{}").at("/result/structuredContent/data").asText()).isEqualTo("here");

        upstream = upstreamRoutes.port(port).start();
        until(() -> text("greet", "{\"name\":\"Ada\"}").equals("Hello, Ada"));
    }
}
