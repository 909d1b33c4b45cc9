package dev.caravan.benchmark;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.caravan.call.discovery.ToolSearchBenchmark;
import dev.caravan.intelligence.ckb.CkbPathBenchmark;
import dev.caravan.source.mcp.UpstreamBenchmark;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Runs benchmarks one after the other, each in a JVM of its own, and writes what they found to {@code target/benchmark/report.md}
 * and {@code report.svg}. Arguments: names of those to run, else all; of the others the report has what an earlier run found. What follows
 * the name {@code packaged} are arguments of that benchmark: rows and lengths.
 */
public final class Report {

    private static final Path PLACE = Path.of("target", "benchmark");
    private static final String PACKAGED = "packaged";
    private static final ObjectMapper JSON = new ObjectMapper();

    private record Part(String heading, Class<?> main, String... arguments) {
    }

    private static final Map<String, Part> PARTS = new LinkedHashMap<>();

    static {
        PARTS.put(PACKAGED, new Part("Calls of the packaged gateway", PackagedBenchmark.class));
        PARTS.put("gateway", new Part("Calls", GatewayBenchmark.class));
        PARTS.put("bus", new Part("Bus", BusBenchmark.class));
        PARTS.put("database", new Part("Databases", DatabaseBenchmark.class));
        PARTS.put("chart", new Part("Charts", ChartBenchmark.class));
        PARTS.put("catalogue", new Part("Tool management", CatalogueBenchmark.class));
        PARTS.put("search", new Part("Search", SearchBenchmark.class));
        PARTS.put("tool-search", new Part("Tool search", ToolSearchBenchmark.class));
        PARTS.put("conversion", new Part("Function-call schemas", ConversionBenchmark.class));
        PARTS.put("recall", new Part("Action recall", RecallBenchmark.class));
        PARTS.put("retrieval", new Part("Code retrieval", CodeRetrievalBenchmark.class));
        PARTS.put("ckb", new Part("CKB", CkbPathBenchmark.class));
        PARTS.put("index", new Part("Code index", CodeIndexBenchmark.class, "10000", "made-up"));
        PARTS.put("streams", new Part("Sessions and streams", StreamBenchmark.class));
        PARTS.put("bad-clients", new Part("Bad clients", BadClientsBenchmark.class));
        PARTS.put("start", new Part("Start", StartBenchmark.class));
        PARTS.put("upstream", new Part("Upstream servers", UpstreamBenchmark.class));
        PARTS.put("soak", new Part("Soak", SoakBenchmark.class));
    }

    private Report() {
    }

    public static void main(String[] args) throws Exception {
        List<String> given = List.of(args);
        List<String> names = args.length == 0 ? List.copyOf(PARTS.keySet())
                : given.contains(PACKAGED) ? given.subList(0, given.indexOf(PACKAGED) + 1) : given;
        List<String> ofPackaged = given.subList(given.contains(PACKAGED) ? given.indexOf(PACKAGED) + 1 : given.size(), given.size());
        if (!PARTS.keySet().containsAll(names)) {
            System.err.println("Benchmarks: " + String.join(", ", PARTS.keySet()));
            System.exit(2);
        }
        Files.createDirectories(PLACE);
        List<String> failed = new ArrayList<>();
        for (String name : names) {
            if (!run(name, PARTS.get(name), name.equals(PACKAGED) ? ofPackaged : List.of(PARTS.get(name).arguments()))) {
                failed.add(name);
            }
            write();
        }
        System.out.println("\nThe report: " + PLACE.resolve("report.md").toAbsolutePath());
        if (!failed.isEmpty()) {
            System.out.println("Failed: " + String.join(", ", failed));
            System.exit(1);
        }
    }

    /** Ends the JVM also where the benchmark fails while its servers run. */
    static final class Child {

        public static void main(String[] args) {
            try {
                Class.forName(args[0]).getMethod("main", String[].class).invoke(null, (Object) Arrays.copyOfRange(args, 1, args.length));
            } catch (ReflectiveOperationException e) {
                e.printStackTrace();
                System.exit(1);
            }
        }
    }

    private static Path found(String name) {
        return PLACE.resolve(name + ".json");
    }

    /** What it found replaces what it had found before, also where it fails: the figures then say how. */
    private static boolean run(String name, Part part, List<String> arguments) throws Exception {
        System.out.println("\n== " + name);
        Path tables = PLACE.resolve(name + ".lines");
        Files.deleteIfExists(tables);
        List<String> command = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xmx2g", "-cp",
                System.getProperty("java.class.path"),
                "-D" + Table.FILE + "=" + tables, "-Dlogging.level.root=error", Child.class.getName(), part.main().getName()));
        command.addAll(arguments);
        String load = load();
        int code = new ProcessBuilder(command).inheritIO().start().waitFor();
        if (Files.exists(tables)) {
            var kept = JSON.createObjectNode().put("measured", Instant.now().toString()).put("load", load).put("commit", Findings.commit())
                    .put("failed", code != 0);
            for (String line : Files.readAllLines(tables)) {
                kept.withArrayProperty("found").add(JSON.readTree(line));
            }
            JSON.writeValue(found(name).toFile(), kept);
        }
        Files.deleteIfExists(tables);
        return code == 0;
    }

    private static void write() throws IOException {
        StringBuilder report = new StringBuilder("# Figures of Caravan\n\n").append(machine()).append("\n\n![Figures](report.svg)\n");
        Plot plot = new Plot();
        for (Map.Entry<String, Part> part : PARTS.entrySet()) {
            if (!Files.exists(found(part.getKey()))) {
                continue;
            }
            JsonNode kept = JSON.readTree(found(part.getKey()).toFile());
            String at = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm").withZone(ZoneOffset.UTC)
                    .format(Instant.parse(kept.get("measured").textValue()));
            report.append("\n## ").append(part.getValue().heading()).append("\n\n`").append(part.getValue().main().getSimpleName())
                    .append("`, ").append(at)
                    .append(" UTC, commit ").append(kept.path("commit").asText("unknown")).append("; load of the machine before it: ")
                    .append(kept.get("load").textValue()).append(kept.get("failed").booleanValue() ? "; **it failed**" : "").append(".\n");
            for (JsonNode each : kept.get("found")) {
                if (each.has("columns")) {
                    Table table = JSON.treeToValue(each, Table.class);
                    report.append(markdown(table));
                    draw(plot, table);
                } else {
                    Timeline timeline = JSON.treeToValue(each, Timeline.class);
                    plot.lines(timeline.title(), timeline.lines(), timeline.marks());
                }
            }
        }
        Files.writeString(PLACE.resolve("report.md"), report);
        Files.writeString(PLACE.resolve("report.svg"), plot.svg());
    }

    private static String markdown(Table table) {
        StringBuilder text = new StringBuilder("\n**").append(table.title()).append("**\n\n| ").append(String.join(" | ", table.columns()))
                .append(" |\n|---")
                .append("|---:".repeat(table.columns().size() - 1)).append("|\n");
        table.rows().forEach(row -> text.append("| ").append(String.join(" | ", row)).append(" |\n"));
        table.notes().forEach(note -> text.append("\n").append(note).append("\n"));
        return text.toString();
    }

    private static void draw(Plot plot, Table table) {
        if (table.bars().isEmpty()) {
            return;
        }
        List<String> labels = table.rows().stream().map(row -> row.get(0) + " × " + row.get(1)).toList();
        List<Plot.Line> lines = table.bars().stream().map(bar -> {
            int column = table.columns().indexOf(bar);
            return new Plot.Line(bar,
                    IntStream.range(0, labels.size()).mapToObj(i -> Double.valueOf(table.rows().get(i).get(column))).toList());
        }).toList();
        plot.bars(table.title(), labels, lines);
    }

    private static String machine() throws IOException {
        var system = (com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        return String.format(Locale.ROOT,
                "%d processors (%s), %d GB of memory, Java %s (%s), %s %s. Gateway, client and databases share the processors: trust the "
                        + "ratios, not the absolute figures.",
                system.getAvailableProcessors(), processor(), Math.round(system.getTotalMemorySize() / 1e9), Runtime.version(),
                System.getProperty("java.vendor"), system.getName(), system.getVersion());
    }

    /** Its model, of Linux. */
    private static String processor() throws IOException {
        Path file = Path.of("/proc/cpuinfo");
        return !Files.exists(file) ? "?" : Files.readAllLines(file).stream().filter(line -> line.startsWith("model name"))
                .map(line -> line.substring(line.indexOf(':') + 1).strip()).findFirst().orElse("?");
    }

    private static String load() {
        return String.format(Locale.ROOT, "%.1f", ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage());
    }
}
