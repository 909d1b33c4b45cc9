package dev.caravan.routes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.RouteYaml;
import org.junit.jupiter.api.Test;

/** An edited route may have a {@code choice} with {@code precondition}, which Camel decides when it loads the route. */
class PreconditionTest extends EditedRoutesTest {

    @Test
    void preconditionIsEvaluatedAtLoad() throws Exception {
        save("edited", choice("'{{caravan.http.port}}' regex '" + port() + "'"));
        answers("edited", "first");

        save("edited", choice("'{{caravan.http.port}}' regex '[a-z]+'"));
        answers("edited", "other");

        save("edited", choice("${bean:routesContextOfNobody} == null"));
        broken("routesContextOfNobody");
        assertThat(answer("edited")).isEqualTo("other");
    }

    private static String choice(String predicate) {
        return RouteYaml.tool("edited", "description: A tool\nreadOnlyHint: true", """
                - choice:
                    precondition: true
                    when:
                      - simple: "%s"
                        steps:
                          - setBody:
                              constant: first
                    otherwise:
                      steps:
                        - setBody:
                            constant: other
                """.formatted(predicate));
    }
}
