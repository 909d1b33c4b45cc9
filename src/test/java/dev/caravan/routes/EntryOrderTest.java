package dev.caravan.routes;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.camel.impl.DefaultCamelContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An entry of a routes file may use another one that is below it. */
class EntryOrderTest {

    private static final String FILE = """
            - templatedRoute:
                routeTemplateRef: made
                routeId: third
                parameters: [{name: name, value: third}]
            - route:
                id: first
                routeConfigurationId: handled
                from:
                  uri: direct:first
                  steps:
                    - throwException: {exceptionType: java.lang.IllegalStateException, message: no}
            """ + GeneratedChangesTest.TEMPLATE + """
            - routeConfiguration:
                id: handled
                onException:
                  - onException:
                      exception: [java.lang.IllegalStateException]
                      handled: {constant: "true"}
                      steps:
                        - setBody: {constant: handled}
            """;

    @TempDir
    private Path directory;

    @Test
    void configurationsAndTemplatesAreLoadedFirst() throws Exception {
        Files.writeString(directory.resolve("order.camel.yaml"), "- route: {id: other, from: {uri: 'direct:other', steps: [{log: x}]}}");
        try (DefaultCamelContext context = new DefaultCamelContext()) {
            context.start();
            RouteReloader reloader = GeneratedChangesTest.reloader(context);
            reloader.reconcile(RouteTree.of(directory));
            Files.writeString(directory.resolve("order.camel.yaml"), FILE);
            reloader.reconcile(RouteTree.of(directory));

            assertThat(reloader.broken()).isEmpty();
            assertThat(List.of("first", "third"))
                    .extracting(route -> context.createProducerTemplate().requestBody("direct:" + route, "", String.class))
                    .containsExactly("handled", "third");
        }
    }
}
