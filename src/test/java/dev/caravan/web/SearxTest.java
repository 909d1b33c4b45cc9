package dev.caravan.web;

import static dev.caravan.McpClient.object;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.McpClient;
import dev.caravan.Needs;
import dev.caravan.embedded.FreePorts;
import dev.caravan.embedded.ServerHandle;
import dev.caravan.embedded.ServerKind;
import dev.caravan.embedded.SharedServers;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/** web_search on a real searx. Needs Debian's package; in CI it may not be skipped. */
@Tag("full")
@SpringBootTest(webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT)
@DirtiesContext
class SearxTest {

    private static final int PORT = FreePorts.pick();

    private final McpClient client = new McpClient(PORT);

    @BeforeAll
    static void installed() {
        Needs.program(Path.of("/usr/bin/searx-run"), "searx");
    }

    @DynamicPropertySource
    static void settings(DynamicPropertyRegistry registry) {
        registry.add("caravan.http.port", () -> PORT);
        registry.add("caravan.web-search.searxng-url", () -> SharedServers.get(ServerKind.SEARX).address());
    }

    @Test
    void findsPagesInEnglishAndChinese() {
        JsonNode english = client.envelope("web_search",
                object("{\"query\":\"integration framework\",\"maxResults\":3,\"language\":\"en-US\"}"));
        assertThat(english.at("/data/items/0").toString())
                .isEqualTo("{\"title\":\"Apache Camel\",\"url\":\"https://camel.apache.org/\",\"snippet\":"
                        + "\"An open source integration framework: routes connect systems by enterprise integration patterns, in Java, "
                        + "XML or YAML.\","
                + "\"source\":\"searxng\",\"engines\":[\"local\"]}");
        JsonNode chinese = client.envelope("web_search", object("{\"query\":\"首都\",\"language\":\"zh-CN\"}"));
        assertThat(chinese.at("/data/items").findValuesAsText("title")).containsExactly("北京市");
    }

    @Test
    void asksForFurtherPages() {
        assertThat(client.envelope("web_search", object("{\"query\":\"a\",\"maxResults\":15}")).at("/data/items").size()).isEqualTo(15);
    }

    @Test
    void engineWithoutTimeRangesFindsNothingRecent() {
        JsonNode envelope = client.envelope("web_search", object("{\"query\":\"camel\",\"recencyDays\":7}"));
        assertThat(envelope.get("ok").booleanValue()).isTrue();
        assertThat(envelope.at("/data/items").size()).isZero();
    }

    @Test
    void reconnectsAfterAStop() {
        ServerHandle searx = SharedServers.get(ServerKind.SEARX);
        searx.stop();
        JsonNode down = client.envelope("web_search", object("{\"query\":\"graph database\"}"));
        assertThat(down.at("/error/code").asText()).isEqualTo("UPSTREAM_ERROR");
        assertThat(down.at("/error/message").asText()).contains("can't be reached");
        searx.start();
        assertThat(client.envelope("web_search", object("{\"query\":\"graph database\"}")).at("/data/items/0/title").asText())
                .isEqualTo("Neo4j documentation");
    }
}
