package dev.caravan.routes;

import static java.util.concurrent.TimeUnit.MINUTES;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.caravan.EditableGatewayTest;
import dev.caravan.GatewayLog;
import dev.caravan.McpClient;
import dev.caravan.RouteYaml;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;

/** A step may call a route of a later file, of a template, or one whose name a call decides. A route that no file has is a typing error. */
class StepTargetsTest extends EditableGatewayTest {

    private static String calling(String name, String target) {
        return RouteYaml.tool(name, "description: calls another route", "- to: " + target);
    }

    private static String called(String name, String steps) {
        return "- route:\n    id: " + name + "\n    from:\n      uri: direct:" + name + "\n      steps:\n        " + steps + "\n";
    }

    private String answer(String tool) {
        return client.post(McpClient.request("tools/call", McpClient.object("{\"name\":\"" + tool + "\"}")).toString()).body();
    }

    private void answers(String tool, String words) {
        await().atMost(1, MINUTES).until(() -> answer(tool).contains(words));
    }

    @Test
    void twoFilesMayCallEachOther() throws Exception {
        String first = calling("ring_a", "direct:ring-b") + called("ring-a", "- setBody: {constant: from a}");
        String second = called("ring-b", "- to: direct:ring-a");
        Files.writeString(Files.createDirectories(routes().resolve("edited")).resolve("ring-a.camel.yaml"), first);
        Files.writeString(routes().resolve("edited/ring-b.camel.yaml"), second);

        answers("ring_a", "from a");
    }

    @Test
    void routeOfATemplateAndANameThatACallDecidesAreNoTypingErrors() {
        save("made", """
                - routeTemplate:
                    id: made
                    parameters:
                      - name: what
                    from:
                      uri: "direct:made-{{what}}"
                      steps:
                        - setBody: {constant: made}
                - templatedRoute:
                    routeTemplateRef: made
                    routeId: made-here
                    parameters:
                      - name: what
                        value: here
                """ + calling("made_tool", "direct:made-here")
                + RouteYaml.tool("decided", "description: d", "- setHeader: {name: n, constant: here}\n- toD: 'direct:made-${header.n}'"));

        answers("made_tool", "made");
        answers("decided", "made");
    }

    @Test
    void typingErrorIsToldAtItsLineAndTheGoodVersionStays() {
        save("typed", calling("typed", "direct:typed-route") + called("typed-route", "- setBody: {constant: good}"));
        answers("typed", "good");

        try (GatewayLog log = GatewayLog.record()) {
            save("typed", calling("typed", "direct:typed-rout") + called("typed-route", "- setBody: {constant: good}"));
            log.awaits("refused", "typed.camel.yaml:", "no route consumes from direct:typed-rout. Nearest: direct:typed-route");
            assertThat(log.text()).containsPattern("typed\\.camel\\.yaml:[5-9]: ");
        }
        assertThat(answer("typed")).contains("good");
    }
}
