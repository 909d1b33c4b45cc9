package dev.caravan.benchmark;

import dev.caravan.embedded.ServerKind;
import dev.caravan.embedded.SharedServers;
import dev.caravan.graph.LargeGraph;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/** Databases in a process of their own, so that they take nothing from the load client's JVM. */
final class Databases implements AutoCloseable {

    private static final String READY = "ready";
    private static final String FILL = "fill";

    private final Process process;
    private final BufferedReader answers;
    private final Map<String, String> properties = new TreeMap<>();

    /** Returns once all serve. */
    Databases(Collection<ServerKind> kinds) throws IOException {
        Path log = Files.createDirectories(Packaged.PLACE).resolve("databases.log");
        List<String> command = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xmx1g", "-cp",
                System.getProperty("java.class.path"),
                Child.class.getName()));
        kinds.forEach(kind -> command.add(kind.name()));
        process = new ProcessBuilder(command).redirectError(log.toFile()).start();
        answers = process.inputReader();
        await().forEach(line -> properties.put(line.substring(0, line.indexOf('=')), line.substring(line.indexOf('=') + 1)));
    }

    /** {property of a gateway: value} */
    Map<String, String> properties() {
        return properties;
    }

    /** Returns once it is down. */
    void stop(ServerKind kind) throws IOException {
        order("stop " + kind.name());
    }

    /** Returns once it serves again. */
    void start(ServerKind kind) throws IOException {
        order("start " + kind.name());
    }

    /** Fills Neo4j with a {@link LargeGraph}. */
    void fillGraph() throws IOException {
        order(FILL);
    }

    private synchronized void order(String words) throws IOException {
        process.getOutputStream().write((words + "\n").getBytes());
        process.getOutputStream().flush();
        await();
    }

    private List<String> await() throws IOException {
        List<String> lines = new ArrayList<>();
        for (String line = answers.readLine(); !READY.equals(line); line = answers.readLine()) {
            if (line == null) {
                throw new IOException("The databases ended; see " + Packaged.PLACE.resolve("databases.log"));
            }
            lines.add(line);
        }
        return lines;
    }

    @Override
    public void close() throws IOException, InterruptedException {
        process.getOutputStream().close();
        if (!process.waitFor(30, TimeUnit.SECONDS)) {
            process.destroyForcibly();
        }
    }

    /** Serves until its input ends. Arguments: kinds. */
    static final class Child {

        public static void main(String[] args) throws Exception {
            PrintStream answers = System.out;
            System.setOut(System.err); // what libraries print is no answer
            for (String kind : args) {
                SharedServers.get(ServerKind.valueOf(kind)).properties().forEach((name, value) -> answers.println(name + "=" + value));
            }
            answers.println(READY);
            BufferedReader orders = new BufferedReader(new InputStreamReader(System.in));
            for (String order = orders.readLine(); order != null; order = orders.readLine()) {
                String[] words = order.split(" ");
                if (order.equals(FILL)) {
                    new LargeGraph().fill(SharedServers.graph());
                } else if (words[0].equals("stop")) {
                    SharedServers.get(ServerKind.valueOf(words[1])).stop();
                } else {
                    SharedServers.get(ServerKind.valueOf(words[1])).start();
                }
                answers.println(READY);
            }
            System.exit(0);
        }
    }
}
