package dev.caravan.routes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.dsl.yaml.YamlRoutesBuilderLoader;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.impl.engine.DefaultRoutesLoader;
import org.apache.camel.spi.Resource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A routes file is parsed once by Caravan, and each entry once by Camel. */
class ParsedOnceTest {

    private static final String GOOD = """
            - route:
                id: once
                from:
                  uri: direct:once
                  steps:
                    - log: once
            """;

    private final AtomicInteger preParsed = new AtomicInteger();
    private final AtomicInteger parsed = new AtomicInteger();

    @TempDir
    Path folder;

    private final class Counting extends YamlRoutesBuilderLoader {

        @Override
        public void preParseRoute(Resource resource) throws Exception {
            preParsed.incrementAndGet();
            super.preParseRoute(resource);
        }

        @Override
        public RouteBuilder doLoadRouteBuilder(Resource resource) throws Exception {
            parsed.incrementAndGet();
            return super.doLoadRouteBuilder(resource);
        }
    }

    @Test
    void camelParsesAnEntryOnce() throws Exception {
        try (DefaultCamelContext context = new DefaultCamelContext()) {
            Counting loader = new Counting();
            loader.setCamelContext(context);
            loader.start();
            context.getRegistry().bind(DefaultRoutesLoader.ROUTES_LOADER_KEY_PREFIX + "camel.yaml", loader);
            context.start();

            Rehearsal.load(context, "once.camel.yaml", GOOD);

            assertThat(context.getRoute("once")).isNotNull();
            assertThat(parsed).hasValue(1);
            assertThat(preParsed).hasValue(0);
        }
    }

    @Test
    void fileIsReadAndParsedOnFirstUseOnly() throws Exception {
        Path good = Files.writeString(folder.resolve("good.camel.yaml"), GOOD);
        Path bad = Files.writeString(folder.resolve("bad.camel.yaml"), "- route: {");
        Path latin = Files.write(folder.resolve("latin.camel.yaml"), new byte[] {'#', (byte) 0xe9});
        ParsedFiles files = new ParsedFiles(RouteTree.of(folder));

        RouteFile first = files.get(good.toString());
        assertThatThrownBy(() -> files.get(bad.toString())).isInstanceOf(RouteProblemException.class);
        assertThatThrownBy(() -> files.get(latin.toString())).hasMessageContaining("can't be read as UTF-8 text");
        Files.delete(good);
        Files.writeString(bad, GOOD);

        assertThat(files.get(good.toString())).isSameAs(first);
        assertThatThrownBy(() -> files.get(bad.toString())).isInstanceOf(RouteProblemException.class);
        assertThat(files.has(folder.resolve("none.camel.yaml").toString())).isFalse();
    }
}
