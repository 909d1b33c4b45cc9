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
import java.util.stream.Collectors;
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

    @TempDir
    private Path folder;

    private RouteWatch watch;

    /**
     * Routes named as the files of a folder, which count at the second look that finds them, as those of Kamelets do; and routes that are
     * set.
     */
    private final class Made implements GeneratedRoutes, LiveFiles.Kind<RouteTree.Stamp, Path> {

        private final LiveFiles<RouteTree.Stamp, Path> files = new LiveFiles<>(this);
        private final List<Runnable> listeners = new CopyOnWriteArrayList<>();
        private volatile Set<String> set = Set.of();

        @Override
        public Map<String, List<Templated>> files() {
            files.look();
            List<Templated> routes = new CopyOnWriteArrayList<>();
            files.names().forEach(name -> routes.add(route(name)));
            set.forEach(name -> routes.add(route(name)));
            return Map.of("made.camel.yaml", routes);
        }

        private Templated route(String name) {
            return new Templated(name, "made", Map.of("name", name, GeneratedRoutes.RESOURCE_URI, "made:///" + name));
        }

        @Override
        public List<Path> folders() {
            return List.of(folder);
        }

        @Override
        public void onChange(Runnable listener) {
            listeners.add(listener);
        }

        private void set(Set<String> names) {
            set = names;
            listeners.forEach(Runnable::run);
        }

        @Override
        public Map<String, RouteTree.Stamp> stamps() {
            return RouteTree.in(folder).stream().collect(Collectors.toMap(file -> file.path().getFileName().toString(), file -> file));
        }

        @Override
        public Path read(String name, RouteTree.Stamp stamp) {
            return stamp.path();
        }

        @Override
        public String problem(String name, RouteTree.Stamp stamp, Throwable thrown) {
            return thrown.toString();
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
    void changeThatIsReportedTakesEffect() throws IOException {
        served("second", () -> made.set(Set.of("first", "second")));
        served("third", () -> made.set(Set.of("first", "third")));
        await().until(() -> context.getRoute("second") == null);
    }

    @Test
    void routeOfAResourceComesBeforeTheOthers() throws IOException {
        served("before", () -> made.set(new LinkedHashSet<>(List.of("before", "first"))));
    }

    @Test
    void fileOfAFolderOfGeneratedRoutesTakesEffect() throws IOException {
        served("one", () -> Files.writeString(folder.resolve("one"), "1"));
        served("two", () -> Files.writeString(folder.resolve("two"), "2"));
        Files.delete(folder.resolve("one"));
        await().until(() -> context.getRoute("one") == null);
    }

    private interface Change {
        void make() throws IOException;
    }

    private void served(String route, Change change) throws IOException {
        change.make();
        await().until(() -> context.getRoute(route) != null);
    }
}
