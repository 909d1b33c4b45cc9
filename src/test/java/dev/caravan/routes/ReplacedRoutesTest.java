package dev.caravan.routes;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** A route is replaced when what it is made of changes, and goes on serving where its replacement can not start. */
class ReplacedRoutesTest extends EditedRoutesTest {

    @Test
    void changedTemplateOrConfigurationRebuildsRoutesOfOtherFiles() throws IOException {
        write("shared.camel.yaml", shared("first", "caught first"));
        save("stamped", "- templatedRoute: {routeTemplateRef: t-edited, routeId: stamped, parameters: [{name: tool, value: stamped}]}\n");
        save("edited", tool("edited", "never").replace("id: edited\n", "id: edited\n    routeConfigurationId: c-edited\n")
                .replace("- setBody", "- throwException: {exceptionType: java.lang.IllegalStateException, message: x}\n        - setBody"));
        answers("stamped", "first");
        answers("edited", "caught first");

        write("shared.camel.yaml", shared("second", "caught second"));

        answers("stamped", "second");
        answers("edited", "caught second");
        write("shared.camel.yaml", shared("third", "caught third").replace("setBody", "setBodi"));
        broken("setBodi");
        answers("stamped", "second");
        answers("edited", "caught second");
    }

    @Test
    void changedConfigurationRebuildsRoutesOfTemplates() throws IOException {
        write("shared.camel.yaml", shared("never", "caught first"));
        save("stamping", """
                - routeTemplate:
                    id: t-throwing
                    route:
                      routeConfigurationId: c-edited
                      from:
                        uri: ai-tool:stamped
                        steps:
                          - throwException: {exceptionType: java.lang.IllegalStateException, message: x}
                """);
        save("stamped", "- templatedRoute: {routeTemplateRef: t-throwing, routeId: stamped}\n");
        answers("stamped", "caught first");

        write("shared.camel.yaml", shared("never", "caught second"));

        answers("stamped", "caught second");
    }

    @Test
    void brokenTemplateKeepsItsRoutes() throws IOException {
        write("shared.camel.yaml", shared("first", "caught first"));
        for (String name : List.of("one", "two", "three")) {
            save(name, "- templatedRoute: {routeTemplateRef: t-edited, routeId: %1$s, parameters: [{name: tool, value: %1$s}]}\n"
                    .formatted(name));
        }
        answers("three", "first");

        // the template itself is right; only its first user has no second parameter
        write("shared.camel.yaml", shared("second", "caught second").replace("- name: tool\n", "- name: tool\n      - name: second\n"));

        broken("could not be started");
        List.of("one", "two", "three").forEach(name -> answers(name, "first"));
    }

    /** On Linux the file system reports edits. Without its reports the gateway finds an edit within ten seconds. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void editTakesEffectWithinTwoSeconds() throws IOException {
        save("edited", tool("edited", "before"));
        answers("edited", "before");
        Duration fastest = Duration.ofDays(1);
        for (int i = 0; i < 5; i++) {
            long begin = System.nanoTime();
            save("edited", tool("edited", "edit " + i));
            answers("edited", "edit " + i);
            Duration took = Duration.ofNanos(System.nanoTime() - begin);
            fastest = took.compareTo(fastest) < 0 ? took : fastest;
        }
        assertThat(fastest).as("the fastest of five").isLessThan(Duration.ofSeconds(2));
    }

    @Test
    void renamedFileKeepsItsTool() throws IOException {
        save("edited", tool("edited", "kept"));
        answers("edited", "kept");

        Files.move(edited().resolve("edited.camel.yaml"), edited().resolve("edited-too.camel.yaml"));

        List<String> seen = new ArrayList<>();
        await().during(1, SECONDS).atMost(20, SECONDS).until(() -> seen.add(answer("edited")));
        assertThat(seen).containsOnly("kept");
        Files.writeString(edited().resolve("edited-too.camel.yaml"), tool("edited", "changed"));
        answers("edited", "changed");
    }

    @Test
    void routeThatCannotStartIsRolledBack() throws IOException {
        save("edited", tool("edited", "good"));
        answers("edited", "good");

        save("edited", tool("edited", "bad") + """
                - route:
                    id: edited-second-consumer
                    from:
                      uri: direct:{{caravan.mcp.name:mcp}}-unused
                      steps:
                        - log: never
                - route:
                    id: edited-late-failure
                    from:
                      uri: undertow:http://203.0.113.1:9/unbindable
                      steps:
                        - log: never
                """);

        broken("could not be started");
        answers("edited", "good");
        assertThat(list()).contains("edited");
    }

    private static String shared(String templated, String caught) {
        return """
                - routeTemplate:
                    id: t-edited
                    parameters:
                      - name: tool
                    from:
                      uri: "ai-tool:{{tool}}"
                      steps:
                        - setBody: {constant: %s}
                - routeConfiguration:
                    id: c-edited
                    onException:
                      - onException:
                          exception: [java.lang.IllegalStateException]
                          handled: {constant: "true"}
                          steps:
                            - setBody: {constant: %s}
                """.formatted(templated, caught);
    }
}
