package dev.caravan.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.caravan.Fork;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** A separate JVM that a test may kill. It ends with the JVM of the tests at the latest. */
public record ChildJvm(Process process, Path output) implements AutoCloseable {

    public static ChildJvm run(Class<?> main, String... arguments) throws IOException {
        return runIn(Path.of(""), main, arguments);
    }

    /** @param heap maximum size, such as {@code 256m} */
    public static ChildJvm runWithHeap(String heap, Class<?> main, String... arguments) throws IOException {
        List<String> command = command(main, arguments);
        command.add(command.indexOf(main.getName()), "-Xmx" + heap);
        return start(Path.of(""), Map.of(), main, command);
    }

    /** @param environment variables that it has beside those of this JVM */
    public static ChildJvm runWith(Map<String, String> environment, Class<?> main, String... arguments) throws IOException {
        return start(Path.of(""), environment, main, command(main, arguments));
    }

    /** @param directory its working directory, below which the servers that it starts keep their data */
    public static ChildJvm runIn(Path directory, Class<?> main, String... arguments) throws IOException {
        return start(directory, Map.of(), main, command(main, arguments));
    }

    private static ChildJvm start(Path directory, Map<String, String> environment, Class<?> main, List<String> command)
            throws IOException {
        Path output = Files.createTempFile(Fork.folder("children"), main.getSimpleName(), ".log");
        ProcessBuilder builder = new ProcessBuilder(command).directory(directory.toAbsolutePath().toFile()).redirectErrorStream(true)
                .redirectOutput(output.toFile());
        builder.environment().putAll(environment);
        Process process = builder.start();
        Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
        return new ChildJvm(process, output);
    }

    /** Returns the command that starts such a JVM. */
    public static List<String> command(Class<?> main, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(ChildClasses.command());
        command.addAll(List.of("-D" + Fork.PROPERTY + "=" + Fork.name(), main.getName()));
        command.addAll(List.of(arguments));
        return command;
    }

    /** Waits for the text. Ends the process if it does not come, since the caller has no use for it. */
    public ChildJvm untilItPrints(String text) {
        try {
            await().atMost(Duration.ofMinutes(10)).until(() -> printed().contains(text) || !process.isAlive());
            assertThat(printed()).contains(text);
            return this;
        } catch (RuntimeException | Error e) {
            close();
            throw e;
        }
    }

    public String printed() {
        try {
            return Files.readString(output);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Kills it, like {@code kill -9}. */
    public void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    /** Stops it, like {@code kill} or Ctrl-C. */
    public void terminate() throws InterruptedException {
        process.destroy();
        assertThat(process.waitFor(30, TimeUnit.SECONDS)).as("ended on SIGTERM").isTrue();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }

    /** Starts servers, writes the note {@code of the child} to each so that it survives a kill, prints {@code READY}, and waits. */
    static final class Servers {

        public static void main(String[] args) throws Exception {
            EmbeddedServers servers = new TestPlace(args[0]).servers();
            servers.start(ServerKind.parse(args[1]));
            Set<ServerKind> stores = ServerKind.parse(args[1]);
            stores.retainAll(ServerKind.stores());
            for (ServerKind kind : stores) {
                Notes.in(kind, servers.get(kind)).add("of the child");
            }
            if (stores.contains(ServerKind.MONGO)) {
                ((EmbeddedMongo) servers.get(ServerKind.MONGO).server()).commit();
            }
            System.out.println("READY");
            new CountDownLatch(1).await();
        }
    }
}
