package dev.caravan.routes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.apache.camel.impl.DefaultCamelContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A YAML alias works within an entry of a routes file. Each entry is loaded alone, so an alias for a part of another one is refused. */
class EntryAliasesTest {

    private static final String FIRST = """
            - route:
                id: first
                from:
                  uri: direct:first
                  steps:
                    - setBody: &answer
                        constant: answered
            """;

    private static final String SECOND = """
            - route:
                id: second
                from:
                  uri: direct:second
                  steps:
                    - setBody: *answer
            """;

    @Test
    void aliasWithinItsEntryIsLoaded() throws Exception {
        RouteFile file = RouteFile.parse("own.camel.yaml", FIRST + "        - setBody: *answer\n");
        try (DefaultCamelContext context = new DefaultCamelContext()) {
            context.start();

            Rehearsal.load(context, file.name(), file.items().get(0));

            assertThat(context.createProducerTemplate().requestBody("direct:first", "", String.class)).isEqualTo("answered");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"- *all\n", "- route: {id: b, from: {uri: 'direct:b', steps: [{log: x}]}}\n- *all\n"})
    void entryThatIsAnAliasIsRefused(String rest) {
        assertThatThrownBy(() -> RouteFile.parse("two.camel.yaml", FIRST.replace("- route:", "- &all\n  route:") + rest))
                .isInstanceOf(RouteProblem.Refused.class)
                .hasMessageContaining("an entry can't be an alias for another one");
    }

    @Test
    void aliasForAPartOfAnotherEntryIsRefusedWithItsLine() {
        assertThatThrownBy(() -> RouteFile.parse("two.camel.yaml", FIRST + SECOND))
                .isInstanceOfSatisfying(RouteProblem.Refused.class, refused -> {
                    assertThat(refused.problem().line()).isEqualTo(13);
                    assertThat(refused.problem().message())
                            .isEqualTo("an alias can't refer to another entry of the file: its anchor is on line 6");
                });
    }
}
