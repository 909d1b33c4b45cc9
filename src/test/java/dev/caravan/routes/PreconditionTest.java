package dev.caravan.routes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.RouteYaml;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.support.ExchangeHelper;
import org.junit.jupiter.api.Test;

/** An edited route may have a {@code choice} with {@code precondition}, which Camel decides when it loads the route. */
class PreconditionTest extends EditedRoutesTest {

    @Test
    void preconditionIsEvaluatedAtLoad() throws Exception {
        save("edited", choice("'{{caravan.http.port}}' regex '" + PORT + "'"));
        answers("edited", "first");

        save("edited", choice("'{{caravan.http.port}}' regex '[a-z]+'"));
        answers("edited", "other");

        save("edited", choice("${bean:routesContextOfNobody} == null"));
        broken("routesContextOfNobody");
        assertThat(answer("edited")).isEqualTo("other");
    }

    @Test
    void stoppedContextsAreIgnored() throws Exception {
        try (DefaultCamelContext first = new DefaultCamelContext()) {
            DummyExchange.giveTo(first);
        }
        assertThat(ExchangeHelper.getDummy(null).getContext().getTypeConverter()).isNull();

        save("edited", choice("'{{caravan.http.port}}' regex '[0-9]+'"));

        answers("edited", "first");
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
