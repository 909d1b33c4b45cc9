package dev.caravan.routes;

import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.camel.CamelContext;
import org.apache.camel.impl.DefaultCamelContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Generated routes that change take effect when that is reported. The directory is read once an hour here, so that nothing else can be the
 * reason.
 */
class GeneratedChangesTest {

    static final String TEMPLATE = """
            - routeTemplate:
                id: made
                parameters: [{name: name}]
                from:
                  uri: "direct:{{name}}"
                  steps:
                    - setBody: {constant: "{{name}}"}
            """;

    private final DefaultCamelContext context = new DefaultCamelContext();

    @TempDir
    private Path directory;

    private RouteWatch watch;

    private final class Made implements GeneratedRoutes {

        private final List<Runnable> listeners = new CopyOnWriteArrayList<>();
        private volatile Set<String> set = Set.of();

        @Override
        public Map<String, List<Templated>> files() {
            return Map.of("made.camel.yaml", set.stream().map(this::route).toList());
        }

        private Templated route(String name) {
            return new Templated(name, "made", Map.of("name", name, GeneratedRoutes.RESOURCE_URI, "made:///" + name));
        }

        @Override
        public void onChange(Runnable listener) {
            listeners.add(listener);
        }

        private void set(Set<String> names) {
            set = names;
            listeners.forEach(Runnable::run);
        }
    }

    private final Made made = new Made();

    @BeforeEach
    void watch() throws IOException {
        context.start();
        Files.writeString(directory.resolve("made-template.camel.yaml"), TEMPLATE);
        watch = new RouteWatch(new RoutesProperties(directory, null, Duration.ofSeconds(6), Duration.ofMillis(80)), reloader(context),
                event -> {}, List.of(made), Duration.ofHours(1));
        watch.start(null);
        // once the first look, a second after the start, has passed
        served("first", () -> made.set(Set.of("first")));
    }

    static RouteReloader reloader(CamelContext context) {
        return new RouteReloader(new RouteChecks(context, new Rehearsal(context)),
                new LiveRoutes(context, new ShutDoors(Set.of()), Duration.ofSeconds(6)),
                new SimpleMeterRegistry());
    }

    @AfterEach
    void close() throws IOException {
        watch.destroy();
        context.close();
    }

    @Test
    void changeThatIsReportedTakesEffect() {
        served("second", () -> made.set(Set.of("first", "second")));
        served("third", () -> made.set(Set.of("first", "third")));
        await().until(() -> context.getRoute("second") == null);
    }

    @Test
    void routeOfAResourceComesBeforeTheOthers() {
        served("before", () -> made.set(new LinkedHashSet<>(List.of("before", "first"))));
    }

    private void served(String route, Runnable change) {
        change.run();
        await().until(() -> context.getRoute(route) != null);
    }
}
