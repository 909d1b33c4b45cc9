package dev.caravan.benchmark;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Figures under headings: printed as they come, and kept for the {@link Report} where it has started the benchmark. Numbers are
 * shown with three digits; whole ones whole.
 *
 * @param bars columns to be drawn beside each other, row by row; none for no picture
 */
public record Table(String title, List<String> columns, List<List<String>> rows, List<String> notes, List<String> bars)
        implements AutoCloseable {

    /** System property: the file that keeps what was found, a line of JSON each. */
    static final String FILE = "caravan.benchmark.tables";

    private static final int FIRST_WIDTH = 36;

    public static Table of(String title, String... columns) {
        System.out.println("\n" + title + "\n" + line(List.of(columns)));
        return new Table(title, List.of(columns), new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
    }

    public Table drawn(String... columnsBesideEachOther) {
        bars.addAll(List.of(columnsBesideEachOther));
        return this;
    }

    /** @param cells as many as there are columns: texts and numbers */
    public void row(Object... cells) {
        if (cells.length != columns.size()) {
            throw new IllegalArgumentException(cells.length + " cells in " + columns.size() + " columns");
        }
        List<String> row = new ArrayList<>();
        for (Object cell : cells) {
            row.add(cell instanceof Double number ? threeDigits(number) : String.valueOf(cell));
        }
        rows.add(row);
        System.out.println(line(row));
    }

    /** A sentence below the table: an aim, or what a figure means. */
    public void note(String sentence, Object... arguments) {
        notes.add(String.format(Locale.ROOT, sentence, arguments));
        System.out.println(notes.get(notes.size() - 1));
    }

    @Override
    public void close() throws IOException {
        keep(this);
    }

    /** A table or a timeline. */
    static void keep(Object found) throws IOException {
        String file = System.getProperty(FILE);
        if (file != null) {
            Files.writeString(Path.of(file), new ObjectMapper().writeValueAsString(found) + "\n", StandardOpenOption.CREATE,
                    StandardOpenOption.APPEND);
        }
    }

    private static String threeDigits(double number) {
        double size = Math.abs(number);
        return String.format(Locale.ROOT, size >= 99.95 ? "%.0f" : size >= 9.995 ? "%.1f" : size >= 0.0995 || size == 0 ? "%.2f" : "%.3f",
                number);
    }

    private static String line(List<String> cells) {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < cells.size(); i++) {
            String cell = cells.get(i);
            line.append(i == 0 ? String.format("%-" + FIRST_WIDTH + "s ", cell) : String.format("%14s ", cell));
        }
        return line.toString();
    }
}
