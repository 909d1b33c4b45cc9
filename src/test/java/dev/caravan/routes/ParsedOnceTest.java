package dev.caravan.routes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.camel.impl.DefaultCamelContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/** A routes file is parsed once: Camel makes routes of what was parsed. */
class ParsedOnceTest {

    private static final String GOOD = """
            - route:
                id: once
                from:
                  uri: direct:once
                  steps:
                    - log: once
            """;

    @TempDir
    Path folder;

    @Test
    void camelTakesAnEntryAsItWasParsed() throws Exception {
        RouteFile.Item item = RouteFile.parse("once.camel.yaml", GOOD).items().get(0);
        RouteFile.Item parsed = new RouteFile.Item(item.kind(), item.id(), item.uri(), item.sole(), item.template(), null,
                "text that is no YAML: {", item.line(), item.node());
        try (DefaultCamelContext context = new DefaultCamelContext()) {
            context.start();

            Rehearsal.load(context, "once.camel.yaml", parsed);

            assertThat(context.getRoute("once")).isNotNull();
            assertThatThrownBy(() -> Rehearsal.load(context, "again.camel.yaml", parsed.withoutNode()))
                    .isInstanceOf(YamlEngineException.class);
        }
    }

    @Test
    void loadedFileHasTheTextOnly() throws Exception {
        RouteFile file = RouteFile.parse("once.camel.yaml", GOOD);

        assertThat(file.items()).extracting(RouteFile.Item::node).doesNotContainNull();
        assertThat(file.loaded().items()).extracting(RouteFile.Item::node).containsOnlyNulls();
    }

    @Test
    void fileIsReadAndParsedOnFirstUseOnly() throws Exception {
        Path good = Files.writeString(folder.resolve("good.camel.yaml"), GOOD);
        Path bad = Files.writeString(folder.resolve("bad.camel.yaml"), "- route: {");
        Path latin = Files.write(folder.resolve("latin.camel.yaml"), new byte[] {'#', (byte) 0xe9});
        ParsedFiles files = new ParsedFiles(RouteTree.of(folder));

        RouteFile first = files.get(good.toString());
        assertThatThrownBy(() -> files.get(bad.toString())).isInstanceOf(RouteProblem.Refused.class);
        assertThatThrownBy(() -> files.get(latin.toString())).hasMessageContaining("can't be read as UTF-8 text");
        Files.delete(good);
        Files.writeString(bad, GOOD);

        assertThat(files.get(good.toString())).isSameAs(first);
        assertThatThrownBy(() -> files.get(bad.toString())).isInstanceOf(RouteProblem.Refused.class);
        assertThat(files.has(folder.resolve("none.camel.yaml").toString())).isFalse();
    }
}
