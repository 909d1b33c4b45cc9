package dev.caravan.bus;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A row of the guide's table of faults. In a cell, {@code Kafka:} begins what differs over Kafka, and {@code Without a place:} what differs
 * for a message that names no place for its answer.
 */
record FaultRow(String fault, List<String> cells) {

    private static final Path GUIDE = Path.of("src/site/markdown/guides/bus.md");
    private static final String HEAD = "| fault | the caller sees | the broker holds | the log and health say | metrics count |";
    private static final Pattern QUOTED = Pattern.compile("`([^`]+)`");

    enum Column { CALLER, BROKER, LOG, METRICS }

    /** Returns {fault: row} in the order of the table. */
    static Map<String, FaultRow> all() {
        Map<String, FaultRow> rows = new LinkedHashMap<>();
        try (Stream<String> lines = Files.lines(GUIDE)) {
            lines.dropWhile(line -> !line.equals(HEAD)).skip(2).takeWhile(line -> line.startsWith("|"))
                    .map(line -> List.of(line.replaceAll("^\\| *| *\\|$", "").split(" *\\| *")))
                    .forEach(cells -> rows.put(cells.get(0), new FaultRow(cells.get(0), cells.subList(1, cells.size()))));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return rows;
    }

    static FaultRow of(String fault) {
        FaultRow row = all().get(fault);
        if (row == null) {
            throw new AssertionError("The guide has no fault \"" + fault + "\"");
        }
        return row;
    }

    /** @param place whether the message names a place for its answer */
    String cell(Column column, Bus bus, boolean place) {
        String cell = part(cells.get(column.ordinal()), "Kafka: ", bus == Bus.KAFKA);
        return part(cell, "Without a place: ", !place);
    }

    private static String part(String cell, String mark, boolean after) {
        int at = cell.indexOf(mark);
        return (at < 0 ? cell : after ? cell.substring(at + mark.length()) : cell.substring(0, at)).strip();
    }

    /** Returns what stands between backticks. */
    static List<String> quoted(String cell) {
        return QUOTED.matcher(cell).results().map(quote -> quote.group(1)).toList();
    }
}
