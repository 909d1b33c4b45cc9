package dev.caravan.benchmark;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.caravan.McpClient;
import dev.caravan.embedded.FreePorts;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.springframework.util.FileSystemUtils;

/**
 * How long the packaged form takes from its start to the answer of its first call, a small chart: over HTTP and over standard streams, as
 * {@code mvn package} leaves it, and with the archive of loaded classes that the image has. Its databases are remote, that is, not there.
 * Then the quick start with its embedded servers, to its ready line. The argument is how many turns (3).
 */
public final class StartBenchmark {

    private static final Path PLACE = Path.of("target", "benchmark-start");
    private static final String MEMORY = "512m";
    private static final String ARCHIVE = "caravan.jsa";
    private static final String CHART = McpClient.request("tools/call",
            McpClient.object("{\"name\":\"echart_generate\",\"arguments\":{\"chartType\":\"bar\",\"data\":[{\"x\":\"a\",\"y\":1}]}}"))
            .toString();

    private StartBenchmark() {
    }

    /** @param cpu seconds of processor time till then */
    record Start(double seconds, double cpu, long residentMegabytes) {
    }

    /** One start of the packaged form in that folder, in a container of so much memory. */
    interface Attempt {
        Start run(Path home, String memory) throws Exception;
    }

    public static void main(String[] args) throws Exception {
        int turns = args.length > 0 ? Integer.parseInt(args[0]) : 3;
        Path archived = archived();
        try (Table table = Table.of("From the start of the packaged form to its first answer, median of " + turns, "", "s", "processor s",
                "resident MB")) {
            row(table, "HTTP", turns, Packaged.HOME, StartBenchmark::http);
            row(table, "HTTP, with archive", turns, archived, StartBenchmark::http);
            row(table, "--stdio", turns, Packaged.HOME, StartBenchmark::stdio);
            row(table, "--stdio, with archive", turns, archived, StartBenchmark::stdio);
            row(table, "quick start, first time", 1, PLACE, StartBenchmark::quickStart);
            row(table, "quick start, data is there", 1, PLACE, StartBenchmark::quickStart);
            table.note("Aims: HTTP within 4 s, --stdio within 3 s, the quick start within 25 s. To its ready line.");
        }
        System.exit(0);
    }

    private static void row(Table table, String what, int turns, Path home, Attempt attempt) throws Exception {
        Start[] starts = new Start[turns];
        for (int i = 0; i < turns; i++) {
            starts[i] = attempt.run(home, MEMORY);
        }
        Arrays.sort(starts, (a, b) -> Double.compare(a.seconds(), b.seconds()));
        Start median = starts[turns / 2];
        table.row(what, median.seconds(), median.cpu(), median.residentMegabytes());
    }

    static Start http(Path home, String memory) throws Exception {
        int port = FreePorts.pick();
        int operations = FreePorts.pick();
        ProcessBuilder gateway = Packaged.command(home, memory, List.of("--caravan.http.port=" + port, "--server.port=" + operations))
                .redirectErrorStream(true).redirectOutput(log());
        long begun = System.nanoTime();
        Process process = gateway.start();
        try {
            byte[] request = HttpConnection.call(port, CHART);
            while (true) {
                try (HttpConnection connection = new HttpConnection(port, 30_000)) {
                    check(connection.send(request));
                    return start(process, begun);
                } catch (java.net.ConnectException notYet) {
                    alive(process);
                    TimeUnit.MILLISECONDS.sleep(5);
                }
            }
        } finally {
            process.destroy();
            process.waitFor();
        }
    }

    static Start stdio(Path home, String memory) throws Exception {
        ProcessBuilder gateway = Packaged.command(home, memory, List.of("--stdio")).redirectError(log());
        long begun = System.nanoTime();
        Process process = gateway.start();
        try (OutputStream out = process.getOutputStream(); BufferedReader in = process.inputReader(StandardCharsets.UTF_8)) {
            out.write((McpClient.request("initialize", McpClient.object(
                    "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{},\"clientInfo\":{\"name\":\"benchmark\",\"version\":\"1\"}}"))
                    + "\n")
                    .getBytes(StandardCharsets.UTF_8));
            out.flush();
            in.readLine();
            out.write(("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}\n" + CHART + "\n").getBytes(StandardCharsets.UTF_8));
            out.flush();
            String answer = in.readLine();
            while (answer != null && !answer.contains("\"id\":")) {
                answer = in.readLine(); // that the list of tools has changed
            }
            check(String.valueOf(answer).getBytes(StandardCharsets.UTF_8));
            return start(process, begun);
        } finally {
            process.destroy();
            process.waitFor();
        }
    }

    private static Start quickStart(Path place, String memory) throws Exception {
        Path log = place.resolve("quick-start.log");
        long begun = System.nanoTime();
        Process process = new ProcessBuilder(executable(), "-Xmx768m", "-XX:TieredStopAtLevel=1", "-cp",
                System.getProperty("java.class.path"), "-Dcaravan.embedded.data=" + place.resolve("data"),
                "dev.caravan.embedded.QuickStart", "--caravan.http.port=" + FreePorts.pick(), "--server.port=" + FreePorts.pick())
                .redirectErrorStream(true).redirectOutput(log.toFile()).start();
        try {
            while (!Files.readString(log).contains("Caravan is ready")) {
                alive(process);
                TimeUnit.MILLISECONDS.sleep(20);
            }
            return start(process, begun);
        } finally {
            process.destroy();
            process.waitFor();
        }
    }

    private static Start start(Process process, long begun) throws Exception {
        double seconds = (System.nanoTime() - begun) / 1e9;
        return new Start(seconds, process.info().totalCpuDuration().orElseThrow().toMillis() / 1e3,
                GatewayBenchmark.residentMegabytes(process));
    }

    private static void check(byte[] answer) throws IOException {
        if (!new ObjectMapper().readTree(answer).at("/result/structuredContent/ok").asBoolean()) {
            throw new IllegalStateException(new String(answer, StandardCharsets.UTF_8));
        }
    }

    private static void alive(Process process) {
        if (!process.isAlive()) {
            throw new IllegalStateException("It ended with " + process.exitValue() + ", see " + PLACE);
        }
    }

    /** A copy of the packaged form with an archive of loaded classes, as docker/Dockerfile makes it. */
    static Path archived() throws Exception {
        FileSystemUtils.deleteRecursively(PLACE);
        Path home = PLACE.resolve("caravan");
        FileSystemUtils.copyRecursively(Packaged.HOME, home);
        home.resolve("bin/caravan").toFile().setExecutable(true);
        Process training = new ProcessBuilder("sh", home.resolve("bin/archive").toString())
                .redirectInput(Path.of("/dev/null").toFile()).redirectErrorStream(true).redirectOutput(log()).start();
        if (training.waitFor() != 0 || !Files.exists(home.resolve(ARCHIVE))) {
            throw new IllegalStateException("The training run ended with " + training.exitValue() + ", see " + log());
        }
        return home;
    }

    private static File log() throws IOException {
        return Files.createDirectories(PLACE).resolve("gateway.log").toFile();
    }

    private static String executable() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }
}
