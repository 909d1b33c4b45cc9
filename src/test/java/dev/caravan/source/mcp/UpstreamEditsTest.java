package dev.caravan.source.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.McpClient;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Servers are added, changed and removed while the gateway runs; an operator's route takes the place of a server's tool. */
@Tag("full")
class UpstreamEditsTest extends FederatedGateways {

    @Test
    void settingsEditsTakeEffectOrAreRefusedWithTheirLine() throws Exception {
        startUpstream();
        configure("gone: {url: 'http://127.0.0.1:1/mcp'}");
        gateway = offering().start();
        assertThat(tools()).isEmpty();

        configure("other: {url: 'URL', expose: {prefix: a_}}");
        until(() -> tools().containsKey("a_greet"));

        configure("other: {url: 'URL', expose: {prefix: b_}}");
        until(() -> tools().containsKey("b_greet") && !tools().containsKey("a_greet"));

        configure("other:\n  url: 'URL'\n  expsoe: {}");
        until(() -> refused().contains("expsoe"));
        assertThat(refused()).contains(file().toString());
        assertThat(text("b_greet", "{\"name\":\"Ada\"}")).isEqualTo("Hello, Ada");

        configure("other:\n  url: 'URL'\n  timeout: soon");
        until(() -> refused().contains(file() + ":2:"));

        configure("other: {url: 'URL'");
        until(() -> refused().contains(file() + ":1:"));
        assertThat(tools()).containsOnlyKeys("b_greet");

        Files.writeString(file(), "# servers as in former files\nservers:\n  other: {url: 'http://127.0.0.1:1', expose: {}}\n");
        until(() -> refused().contains(file() + ":2:") && refused().contains("the key servers is unknown"));
        assertThat(tools()).containsOnlyKeys("b_greet");

        configure("other: {url: 'URL', expose: {tools: ['!*']}}");
        until(() -> tools().isEmpty());
        assertThat(refused()).isEmpty();

        configure("other: {url: 'URL', expose: {}}");
        until(() -> tools().containsKey("greet"));
        Files.delete(file());
        until(() -> tools().isEmpty());
    }

    @Test
    void routeOfTheOperatorReplacesTheToolUntilItIsDeleted() throws Exception {
        startUpstream();
        configure("other: {url: 'URL', expose: {}}");
        var builder = offering();
        gateway = builder.start();
        until(() -> tools().containsKey("greet"));

        builder.file("mine", """
                - route:
                    id: greet
                    from:
                      uri: ai-tool:greet
                      parameters: {description: Mine., parameter.name: string, envelope: none}
                      steps:
                        - to: upstream:%s?tool=greet
                        - setBody: {simple: "mine: ${body.at('/content/0/text').textValue}"}
                """.formatted(named("other")));
        until(() -> text("greet", "{\"name\":\"Ada\"}").equals("mine: Hello, Ada"));
        assertThat(tools().get("greet").get("description").asText()).isEqualTo("Mine.");

        greet("Changed there.", "Ciao");
        until(() -> text("greet", "{\"name\":\"Ada\"}").equals("mine: Ciao, Ada"));
        upstreamRoutes.tool("wave", "x", "waved");
        until(() -> tools().containsKey("wave"));
        assertThat(tools().get("greet").get("description").asText()).isEqualTo("Mine.");

        Files.delete(builder.routes().resolve("edited/mine.camel.yaml"));
        until(() -> tools().get("greet") != null && tools().get("greet").get("description").asText().equals("Changed there."));
        assertThat(text("greet", "{\"name\":\"Ada\"}")).isEqualTo("Ciao, Ada");
    }

    @Test
    void refusedRouteKeepsTheToolOfTheServer() {
        startUpstream();
        configure("other: {url: 'URL', expose: {}}");
        var builder = offering();
        gateway = builder.start();
        until(() -> tools().containsKey("greet"));

        builder.file("mine", "- route:\n    id: greet\n    from:\n      uri: ai-tool:greet\n      steps:\n        - to: nowhere:at-all\n");
        until(() -> health("routes").path("details").has("broken"));

        assertThat(text("greet", "{\"name\":\"Ada\"}")).isEqualTo("Hello, Ada");
    }

    private String refused() throws Exception {
        return health("sources").at("/details/servers").path(named("other")).path("problem").asText();
    }

    private Path file() {
        return settings().resolve(named("other") + ".yaml");
    }

    private JsonNode health(String component) throws Exception {
        HttpResponse<String> answer = HttpClient.newHttpClient().send(
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + gateway.operations() + "/actuator/health/" + component)).build(),
                HttpResponse.BodyHandlers.ofString());
        return McpClient.JSON.readTree(answer.body());
    }
}
