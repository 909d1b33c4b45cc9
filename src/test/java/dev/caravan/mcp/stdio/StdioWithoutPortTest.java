package dev.caravan.mcp.stdio;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.ConnectException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A gateway on standard streams opens no port, and writes nothing but the protocol to its output. */
@Tag("nightly")
class StdioWithoutPortTest extends SharedStdioTest {

    @Test
    void standardOutputHasOnlyTheProtocolAndNoPortIsOpen() throws Exception {
        assertThat(gateway.send(call(500, "talkative", "{}")).next().get("id").asInt()).isEqualTo(500);
        await().untilAsserted(() -> assertThat(gateway.log()).contains("WARN").contains("talkative").contains("caravan.audit")
                .contains("Caravan is ready without a port"));
        Assertions.assertThatThrownBy(() -> new Socket(InetAddress.getLoopbackAddress(), PORT).close())
                .isInstanceOf(ConnectException.class);
    }

    /** A route at the port, and one of a template that is. */
    @Test
    void routesOfThePortAreNotLoadedButValidated() throws Exception {
        Path file = routes.resolve("edited/hook.camel.yaml");
        String hooks = """
                - route:
                    id: hook
                    from:
                      uri: undertow:http://{{caravan.http.host}}:{{caravan.http.port}}/hook
                      steps:
                        - to: direct:mcp
                - templatedRoute:
                    routeId: hook-metadata
                    routeTemplateRef: protected-resource
                    parameters:
                      - {name: path, value: /hook}
                      - {name: resource, value: gateway}
                """;
        Files.writeString(file, hooks);
        await().atMost(60, SECONDS)
                .until(() -> gateway.log().contains("hook.camel.yaml changes=\"left out hook, left out hook-metadata\""));
        Files.writeString(file, hooks.replace("- to: direct:mcp", "- nowhere: direct:mcp"));
        await().atMost(60, SECONDS).until(() -> gateway.log().contains("hook.camel.yaml:6:"));
        Files.delete(file);
        await().atMost(60, SECONDS).until(() -> gateway.log().contains("Route withdrawn because its file is gone id=hook-metadata"));
    }

    @Test
    void settingsMayReplaceTheFlag() {
        assertThat(Stdio.settings(List.of("--a.b=c", "--caravan.http.enabled=true")))
                .contains("--a.b=c", "--caravan.http.enabled=true", "--caravan.stdio.enabled=true")
                .doesNotContain("--caravan.http.enabled=false");
    }
}
