package dev.caravan.benchmark;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.caravan.GatewayTest;
import dev.caravan.McpClient;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * How long the packaged jar takes from its start to the answer of its first call, a small chart: over HTTP and over standard streams, as {@code java -jar},
 * extracted, and extracted with the archive of loaded classes that the container has. Its databases are remote, that is, not there. Then the quick start with
 * its embedded servers, to its ready line. The argument is how many turns (3).
 */
public final class StartBenchmark {

    private static final Path JAR = Path.of("target", "caravan.jar");
    private static final Path PLACE = Path.of("target", "benchmark-start");
    private static final String CHART = McpClient.request("tools/call",
            McpClient.object("{\"name\":\"echart_generate\",\"arguments\":{\"chartType\":\"bar\",\"data\":[{\"x\":\"a\",\"y\":1}]}}")).toString();

    private StartBenchmark() {
    }

    /** @param cpu seconds of processor time till then */
    private record Start(double seconds, double cpu, long residentMegabytes) {
    }

    private interface Attempt {
        Start run() throws Exception;
    }

    public static void main(String[] args) throws Exception {
        int turns = args.length > 0 ? Integer.parseInt(args[0]) : 3;
        if (!Files.isRegularFile(JAR)) {
            throw new IllegalStateException(JAR + " is missing: mvn package makes it");
        }
        List<String> nested = List.of("-jar", JAR.toString());
        List<String> extracted = extracted();
        List<String> archived = archived(extracted);
        try (Table table = Table.of("From the start of the packaged jar to its first answer, median of " + turns, "", "s", "processor s", "resident MB")) {
            row(table, "HTTP, java -jar", turns, () -> http(nested));
            row(table, "HTTP, extracted", turns, () -> http(extracted));
            row(table, "HTTP, extracted, with archive", turns, () -> http(archived));
            row(table, "--stdio, java -jar", turns, () -> stdio(nested));
            row(table, "--stdio, extracted", turns, () -> stdio(extracted));
            row(table, "--stdio, extracted, with archive", turns, () -> stdio(archived));
            row(table, "quick start, first time", 1, StartBenchmark::quickStart);
            row(table, "quick start, data is there", 1, StartBenchmark::quickStart);
            table.note("Aims: --stdio within 5 s, the quick start within 25 s. To its ready line.");
        }
        System.exit(0);
    }

    private static void row(Table table, String what, int turns, Attempt attempt) throws Exception {
        Start[] starts = new Start[turns];
        for (int i = 0; i < turns; i++) {
            starts[i] = attempt.run();
        }
        Arrays.sort(starts, (a, b) -> Double.compare(a.seconds(), b.seconds()));
        Start median = starts[turns / 2];
        table.row(what, median.seconds(), median.cpu(), median.residentMegabytes());
    }

    private static Start http(List<String> gateway) throws Exception {
        int port = GatewayTest.freePort();
        long begun = System.nanoTime();
        Process process = java(gateway, "--caravan.http.port=" + port, "--server.port=" + GatewayTest.freePort());
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

    private static Start stdio(List<String> gateway) throws Exception {
        long begun = System.nanoTime();
        Process process = java(gateway, "--stdio");
        try (OutputStream out = process.getOutputStream(); BufferedReader in = process.inputReader(StandardCharsets.UTF_8)) {
            out.write((McpClient.request("initialize", McpClient.object("{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{},\"clientInfo\":{\"name\":\"benchmark\",\"version\":\"1\"}}")) + "\n")
                    .getBytes(StandardCharsets.UTF_8));
            out.flush();
            in.readLine();
            out.write(("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}\n" + CHART + "\n").getBytes(StandardCharsets.UTF_8));
            out.flush();
            check(String.valueOf(in.readLine()).getBytes(StandardCharsets.UTF_8));
            return start(process, begun);
        } finally {
            process.destroy();
            process.waitFor();
        }
    }

    private static Start quickStart() throws Exception {
        Path log = PLACE.resolve("quick-start.log");
        long begun = System.nanoTime();
        Process process = new ProcessBuilder(executable(), "-Xmx768m", "-XX:TieredStopAtLevel=1", "-cp", System.getProperty("java.class.path"), "-Dcaravan.embedded.data=" + PLACE.resolve("data"),
                "dev.caravan.embedded.QuickStart", "--caravan.http.port=" + GatewayTest.freePort(), "--server.port=" + GatewayTest.freePort())
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
        return new Start(seconds, process.info().totalCpuDuration().orElseThrow().toMillis() / 1e3, MillionCallsBenchmark.residentMegabytes(process));
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

    private static List<String> extracted() throws Exception {
        wipe();
        run(List.of("-Djarmode=tools", "-jar", JAR.toString(), "extract", "--destination", PLACE.resolve("app").toString()));
        return List.of("-jar", PLACE.resolve("app").resolve(JAR.getFileName()).toString());
    }

    /** As docker/Dockerfile makes it. */
    private static List<String> archived(List<String> extracted) throws Exception {
        String archive = PLACE.resolve("caravan.jsa").toString();
        List<String> training = new ArrayList<>(List.of("-XX:ArchiveClassesAtExit=" + archive, "-Xlog:disable", "-Xlog:all=error:stderr"));
        training.addAll(extracted);
        training.add("--stdio");
        run(training);
        List<String> archived = new ArrayList<>(List.of("-XX:SharedArchiveFile=" + archive));
        archived.addAll(extracted);
        return archived;
    }

    /** Its input is at its end from the start. */
    private static void run(List<String> arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of(executable()));
        command.addAll(arguments);
        Path log = PLACE.resolve("run.log");
        int code = new ProcessBuilder(command).redirectInput(Path.of("/dev/null").toFile()).redirectErrorStream(true).redirectOutput(log.toFile()).start().waitFor();
        if (code != 0) {
            throw new IllegalStateException(command + " ended with " + code + ", see " + log);
        }
    }

    private static void wipe() throws IOException {
        if (Files.isDirectory(PLACE)) {
            try (Stream<Path> files = Files.walk(PLACE)) {
                for (Path file : files.sorted((a, b) -> b.compareTo(a)).toList()) {
                    Files.delete(file);
                }
            }
        }
        Files.createDirectories(PLACE);
    }

    private static Process java(List<String> gateway, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(executable(), "-XX:TieredStopAtLevel=1", "-Xmx512m"));
        command.addAll(gateway);
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command).redirectError(PLACE.resolve("gateway.log").toFile()).redirectOutput(
                List.of(arguments).contains("--stdio") ? ProcessBuilder.Redirect.PIPE : ProcessBuilder.Redirect.appendTo(PLACE.resolve("gateway.log").toFile())).start();
    }

    private static String executable() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }
}
