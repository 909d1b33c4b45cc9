package dev.caravan.bus;

import dev.caravan.McpClient;
import dev.caravan.OwnGateway;
import dev.caravan.RouteYaml;
import dev.caravan.RoutesCopy;
import dev.caravan.TemporaryFolder;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;

/** A gateway with the repository's entries and tools that count how often they ran. */
final class BusGateway implements AutoCloseable {

    private static final String TIMEOUT = "10m";
    private static final String ASKS = """
            - route:
                id: asks
                from:
                  uri: ai-tool:asks
                  parameters:
                    description: Tells how far it is, and asks for a name
                    readOnlyHint: true
                  steps:
                    - to:
                        uri: mcp:progress
                        parameters:
                          progress: 1
                    - to:
                        uri: mcp:elicit
                        parameters:
                          key: name
                          message: What is your name?
                          field.name: string
                    - setBody:
                        simple: Hello, ${body[content][name]}
            """;

    private final OwnGateway gateway;
    private final Path counts;

    /** @param settings as {@code bus.jms.queue=q}, without {@code caravan.} */
    BusGateway(Path counts, List<String> settings) {
        this(counts, routes(counts), settings);
    }

    private BusGateway(Path counts, Path routes, List<String> settings) {
        this.counts = counts;
        this.gateway = OwnGateway.withRoutes(routes).set("tools.timeout", TIMEOUT).settings(settings.toArray(String[]::new)).start();
    }

    BusGateway(Path counts, String... settings) {
        this(counts, List.of(settings));
    }

    /** Its answers to Kafka wait for a second at each try, not for ten, for a partition that is not there. */
    static BusGateway impatient(Path counts, List<String> settings) {
        Path routes = routes(counts);
        Path kafka = routes.resolve("entry/kafka.camel.yaml");
        try {
            String yaml = Files.readString(kafka);
            Files.writeString(kafka, yaml.replace("maxBlockMs: 10000", "maxBlockMs: 1000"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new BusGateway(counts, routes, settings);
    }

    /** Those that a gateway in a JVM of its own is started with. */
    static List<String> arguments(int port, int operations, Path counts) {
        return List.of("--server.port=" + operations, "--caravan.http.port=" + port, "--caravan.routes.directory=" + routes(counts),
                "--caravan.tools.timeout=" + TIMEOUT);
    }

    /** A folder for {@link #runs}. */
    static Path counts() {
        return TemporaryFolder.make("caravan-bus");
    }

    private static Path routes(Path counts) {
        return RoutesCopy.entries(tool("look", "readOnlyHint: true", counts, 0) + tool("change", "destructiveHint: true", counts, 0)
                + tool("look_slowly", "readOnlyHint: true", counts, 3_000) + tool("change_slowly", "destructiveHint: true", counts, 3_000)
                + tool("change_very_slowly", "destructiveHint: true", counts, RunLog.HELD)
                + tool("look_very_slowly", "readOnlyHint: true", counts, RunLog.HELD)
                + ASKS);
    }

    private static String tool(String name, String hint, Path counts, int millis) {
        return RouteYaml.tool(name, """
                description: Notes its word, and says who called it
                parameter.word: string
                %s
                """.formatted(hint), """
                - setProperty:
                    name: counts
                    constant: %s
                - bean:
                    beanType: dev.caravan.bus.RunLog
                    method: note
                - bean:
                    beanType: dev.caravan.bus.RunLog
                    method: work(*, %s)
                - setBody:
                    simple: "%s ${header.word} for ${exchangeProperty.caller}"
                """.formatted(counts, millis, name));
    }

    /** How often a tool ran with that word. */
    static long runs(Path counts, String tool, String word) {
        try (var lines = Files.lines(counts.resolve("runs"))) {
            return lines.filter((tool + " " + word)::equals).count();
        } catch (NoSuchFileException e) {
            return 0;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    long runs(String tool, String word) {
        return runs(counts, tool, word);
    }

    /** Lets the tools end whose names end in {@code very_slowly}: until then they are at work. */
    static void release(Path counts) {
        try {
            Files.writeString(counts.resolve("released"), "");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void release() {
        release(counts);
    }

    /** Takes {@link #release} back. */
    void hold() throws IOException {
        Files.deleteIfExists(counts.resolve("released"));
    }

    /** Calls that it has run. */
    long handled() {
        return bean(MeterRegistry.class).find("caravan.tool.calls").timers().stream().mapToLong(Timer::count).sum();
    }

    McpClient http() {
        return gateway.client();
    }

    int port() {
        return gateway.port();
    }

    /** What the operations port says. */
    String operations(String path) {
        return operations(gateway.operations(), path);
    }

    /** What the operations port of a gateway in any JVM says. */
    static String operations(int port, String path) {
        try {
            return HttpClient.newHttpClient()
                    .send(HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path)).build(), BodyHandlers.ofString()).body();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    <T> T bean(Class<T> type) {
        return gateway.bean(type);
    }

    boolean has(Class<?> type) {
        return gateway.application().getBeanNamesForType(type).length > 0;
    }

    @Override
    public void close() {
        gateway.close();
    }
}
