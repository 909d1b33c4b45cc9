package dev.caravan.benchmark;

import dev.caravan.embedded.ServerKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The packaged gateway, {@code target/caravan} with its shipped options, row by row: what it does beside others in turns within one run,
 * and what it costs. Load comes from wrk, each answer's body is checked, and each server is a process of its own that starts and ends with
 * its row. Needs wrk, and {@code npm ci --prefix src/test/benchmark}. Arguments: names of rows, else all, and {@link Lengths}.
 */
public final class PackagedBenchmark {

    private static final List<Row> ROWS = Stream.of(PackagedRows.ALL, PackagedFigures.ALL).flatMap(List::stream).toList();

    private PackagedBenchmark() {
    }

    /** @param databases that it needs */
    record Row(String name, Set<ServerKind> databases, Measurement measurement) {
    }

    interface Measurement {
        void run(Bench bench) throws Exception;
    }

    public static void main(String[] args) throws Exception {
        Lengths lengths = Lengths.of(Stream.of(args).filter(argument -> argument.contains("=")).toList());
        List<String> names = Stream.of(args).filter(argument -> !argument.contains("=")).toList();
        List<String> all = ROWS.stream().map(Row::name).toList();
        if (!all.containsAll(names)) {
            System.err.println("Rows: " + String.join(", ", all));
            System.exit(2);
        }
        List<String> failed = new ArrayList<>();
        for (Row row : ROWS) {
            if ((names.isEmpty() ? lengths.isWanted(row.name()) : names.contains(row.name())) && !run(row, lengths)) {
                failed.add(row.name());
            }
        }
        Findings.tables(all);
        if (!failed.isEmpty()) {
            System.err.println("Failed: " + failed);
        }
        System.exit(failed.isEmpty() ? 0 : 1);
    }

    private static boolean run(Row row, Lengths lengths) throws Exception {
        System.out.println(row.name());
        Findings findings = new Findings(row.name(), lengths);
        boolean good = true;
        try (Bench bench = new Bench(lengths, findings, row.databases())) {
            row.measurement().run(bench);
        } catch (Exception e) {
            e.printStackTrace();
            findings.failure(e);
            good = false;
        }
        findings.keep();
        return good;
    }
}
