package dev.caravan.benchmark;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** The gateway as {@code mvn package} leaves it in {@code target/caravan}, started by its launcher with the shipped JVM options. */
final class Packaged {

    static final Path HOME = Path.of("target", "caravan");

    /** For logs, routes, and what else a run needs. */
    static final Path PLACE = Path.of("target", "benchmark-packaged");

    private Packaged() {
    }

    /**
     * @param home   of the packaged form
     * @param memory of the container that the JVM is to believe in, as {@code 512m}
     */
    static ProcessBuilder command(Path home, String memory, List<String> arguments) {
        Path launcher = home.resolve("bin/caravan").toAbsolutePath();
        if (!Files.isExecutable(launcher)) {
            throw new IllegalStateException(launcher + " is missing: mvn package makes it");
        }
        List<String> command = new ArrayList<>(List.of(launcher.toString()));
        command.addAll(arguments);
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().put("JDK_JAVA_OPTIONS", "-XX:MaxRAM=" + memory);
        return builder;
    }

    static Process start(Path home, String memory, List<String> arguments, Path log) throws IOException {
        return command(home, memory, arguments).redirectErrorStream(true).redirectOutput(log.toFile()).start();
    }

    /** Waits until the gateway says that it is ready: its port answers before all routes are there. */
    static void untilReady(Process process, int operations) {
        HttpClient http = HttpClient.newHttpClient();
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + operations + "/actuator/health/readiness"))
                .timeout(Duration.ofSeconds(10)).build();
        await("the gateway is ready").atMost(Duration.ofMinutes(2)).ignoreExceptionsInstanceOf(IOException.class)
                .until(() -> !process.isAlive() || http.send(request, HttpResponse.BodyHandlers.discarding()).statusCode() == 200);
        if (!process.isAlive()) {
            throw new IllegalStateException("The gateway ended with " + process.exitValue());
        }
    }

    /** The shipped options of the JVM. */
    static String options() throws IOException {
        return Files.readAllLines(HOME.resolve("jvm.options")).stream().filter(line -> line.startsWith("-"))
                .collect(Collectors.joining(" "));
    }
}
