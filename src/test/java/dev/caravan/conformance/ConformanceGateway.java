package dev.caravan.conformance;

import static org.awaitility.Awaitility.await;

import dev.caravan.Caravan;
import dev.caravan.embedded.ServerKind;
import dev.caravan.embedded.SharedServers;
import dev.caravan.store.Store;
import dev.caravan.store.StoreException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * A gateway with the repository's entries and the fixtures that the conformance suites call, for {@code .ci/conformance}.
 * Arguments are the application's; without {@code --caravan.store.url} it has a PostgreSQL of its own, and says with which arguments
 * another gateway shares it. It ends with the process that started it, however that ends.
 */
public final class ConformanceGateway {

    private static final List<Path> ROUTES = List.of(Path.of("routes/entry"), Path.of("routes/call"),
            Path.of("src/test/resources/conformance"),
            Path.of("routes/upstream/upstream-tool.camel.yaml"), Path.of("routes/upstream/upstream-contents.camel.yaml"));
    private static final String READY = "Conformance server ready";
    private static final Path TOGETHER = Path.of("target/conformance-routes");

    private ConformanceGateway() {
    }

    public static void main(String[] args) throws IOException, InterruptedException {
        ProcessHandle.current().parent().ifPresent(parent -> parent.onExit().thenRun(() -> System.exit(1)));
        List<String> arguments = new ArrayList<>(List.of("--server.port=0", "--caravan.routes.directory=" + routes()));
        if (Arrays.stream(args).noneMatch(argument -> argument.startsWith("--caravan.store.url="))) {
            SharedServers.get(ServerKind.POSTGRESQL).properties().forEach((name, value) -> {
                if (name.startsWith("caravan.store.")) {
                    arguments.add("--" + name + "=" + value);
                }
            });
        }
        arguments.addAll(List.of(args));
        ConfigurableApplicationContext gateway = SpringApplication.run(Caravan.class, arguments.toArray(String[]::new));
        awaitTables(gateway.getBean(Store.class));
        arguments.stream().filter(argument -> argument.startsWith("--caravan.store."))
                .forEach(argument -> System.out.println("store: " + argument));
        System.out.println("operations: http://127.0.0.1:" + gateway.getEnvironment().getProperty("local.server.port"));
        System.out.println(READY);
    }

    /** They are made behind the start, which does not wait for them. */
    private static void awaitTables(Store store) {
        await().atMost(Duration.ofMinutes(2)).ignoreException(StoreException.class)
                .until(() -> store.run(jdbc -> jdbc.sql("select count(*) from mcp_task").query(Integer.class).single()) >= 0);
    }

    private static Path routes() throws IOException {
        Path together = Files.createDirectories(TOGETHER.resolve(String.valueOf(ProcessHandle.current().pid())));
        for (Path directory : ROUTES) {
            try (Stream<Path> files = Files.walk(directory)) {
                for (Path file : files.filter(file -> file.toString().endsWith(".camel.yaml")).toList()) {
                    Files.copy(file, together.resolve(file.getFileName()), StandardCopyOption.REPLACE_EXISTING);
                }
            }
        }
        return together;
    }
}
