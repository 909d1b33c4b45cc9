package dev.caravan.conformance;

import dev.caravan.Caravan;
import dev.caravan.EditableGatewayTest;
import dev.caravan.embedded.ServerKind;
import dev.caravan.embedded.SharedServers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.springframework.boot.SpringApplication;

/**
 * A gateway with the repository's entries and the fixtures that the conformance suites call, for {@code .ci/conformance}.
 * Arguments are the application's; without {@code --caravan.store.url} it has a PostgreSQL of its own. It ends with the
 * process that started it, however that ends.
 */
public final class ConformanceGateway {

    private static final Path FIXTURES = Path.of("src/test/resources/conformance");

    private ConformanceGateway() {
    }

    public static void main(String[] args) throws IOException {
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
        SpringApplication.run(Caravan.class, arguments.toArray(String[]::new));
    }

    private static Path routes() throws IOException {
        Path routes = EditableGatewayTest.entries();
        try (Stream<Path> files = Files.walk(FIXTURES)) {
            for (Path file : files.filter(file -> file.toString().endsWith(".camel.yaml")).toList()) {
                Files.copy(file, routes.resolve(file.getFileName()));
            }
        }
        return routes;
    }
}
