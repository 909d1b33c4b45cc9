package dev.caravan.benchmark;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;

/**
 * What a row has measured. It is kept in a file of its own, {@code target/benchmark/packaged/ROW.json}, so that rows can be run one by one:
 * the report has of each what its last run found, with date and commit.
 */
final class Findings {

    private static final Path PLACE = Path.of("target", "benchmark", "packaged");
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String CALLS = "calls";
    private static final String FIGURES = "figures";

    private final String row;
    private final ObjectNode found = JSON.createObjectNode();

    Findings(String row, Lengths lengths) throws IOException, InterruptedException {
        this.row = row;
        found.put("row", row).put("measured", Instant.now().truncatedTo(ChronoUnit.MINUTES).toString()).put("commit", commit())
                .put("windows", lengths.toString());
        found.putArray(CALLS);
        found.putArray(FIGURES);
    }

    void calls(String work, Comparison comparison, Comparison.Goal goal) {
        Comparison.Figures ours = comparison.ours();
        Comparison.Figures other = comparison.other();
        add(CALLS, work, comparison.connections(), ours.perSecond(), ours.p99(), ours.micros(), other.perSecond(), other.p99(),
                other.micros(), comparison.ratio(), comparison.costRatio(),
                Math.round(ours.spread()) + ", " + Math.round(other.spread()), goal.words(),
                goal.reached().test(comparison) ? "yes" : "no");
    }

    /** A figure without a goal. */
    void figure(String what, double figure, String unit) {
        add(FIGURES, what, figure, unit, "", "");
    }

    /** @param most that it may be */
    void figureAtMost(String what, double figure, String unit, double most) {
        add(FIGURES, what, figure, unit, "≤ " + most, figure <= most ? "yes" : "no");
    }

    /** @param least that it must be */
    void figureAtLeast(String what, double figure, String unit, double least) {
        add(FIGURES, what, figure, unit, "≥ " + least, figure >= least ? "yes" : "no");
    }

    void failure(Exception e) {
        add(FIGURES, "it failed: " + e.toString().lines().findFirst().orElse("").replace("|", "/"), Double.NaN, "", "", "no");
    }

    private void add(String table, Object... cells) {
        ArrayNode line = found.withArrayProperty(table).addArray();
        for (Object cell : cells) {
            line.addPOJO(cell);
        }
        System.out.println("  " + line);
    }

    void keep() throws IOException {
        Files.createDirectories(PLACE);
        JSON.writeValue(PLACE.resolve(row + ".json").toFile(), found);
    }

    /** All that rows have found so far, in the order of the rows. */
    static void tables(List<String> rows) throws IOException {
        List<JsonNode> all = new ArrayList<>();
        for (String row : rows) {
            Path file = PLACE.resolve(row + ".json");
            if (Files.exists(file)) {
                all.add(JSON.readTree(file.toFile()));
            }
        }
        try (Table table = Table.of("Calls of the packaged gateway beside others, medians of windows in turns", "row", "work",
                "connections", "caravan/s", "p99 ms", "µs a call", "other/s",
                "p99 ms", "µs a call", "ratio", "ratio of µs", "spread %, both", "goal", "reached", "windows", "date", "commit")) {
            lines(table, all, CALLS, true);
            table.note(
                    "µs a call: processor time of the server that answers, from /proc. ratio: of calls a second. spread: (highest - "
                            + "lowest) / median of the windows' calls a second.");
            table.note(
                    "Every answer's body was compared with what is right; a wrong one ends the row. A page with its count is one call of "
                            + "the gateway and two of Toolbox's, counted as one; p99 is that of single calls.");
            table.note("Options of the gateway's JVM: %s, and MaxRAM for the container's memory.", Packaged.options());
        }
        try (Table table = Table.of("Other figures of the packaged gateway", "row", "what", "figure", "unit", "goal", "reached", "date",
                "commit")) {
            lines(table, all, FIGURES, false);
        }
    }

    private static void lines(Table table, List<JsonNode> all, String name, boolean withWindows) {
        for (JsonNode found : all) {
            for (JsonNode line : found.get(name)) {
                List<Object> cells = new ArrayList<>(List.of(found.get("row").textValue()));
                line.forEach(cell -> cells.add(cell.isFloatingPointNumber() ? (Object) cell.doubleValue() : cell.asText()));
                if (withWindows) {
                    cells.add(found.get("windows").textValue());
                }
                cells.add(found.get("measured").textValue());
                cells.add(found.get("commit").textValue());
                table.row(cells.toArray());
            }
        }
    }

    /** Of the checkout, with a plus where it has changes. */
    static String commit() throws IOException, InterruptedException {
        String commit = git("rev-parse", "--short", "HEAD");
        return commit.isEmpty() ? "unknown" : git("status", "--porcelain", "--untracked-files=no").isEmpty() ? commit : commit + "+";
    }

    private static String git(String... words) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("git"));
        command.addAll(List.of(words));
        Process git = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
        String printed = new String(git.getInputStream().readAllBytes()).strip();
        return git.waitFor() == 0 ? printed : "";
    }
}
