package dev.caravan.command;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Column;
import picocli.CommandLine.Help.TextTable;
import picocli.CommandLine.Model.CommandSpec;

/**
 * Prints rows as plain text that fits the terminal: as a table whose last column may take several lines, or else one line for each value.
 * Without a terminal, lines are as long as they need.
 */
record Table(CommandSpec spec, int width) {

    private static final int GAP = 2;
    private static final int NARROWEST = 24;

    static Table of(CommandSpec spec) {
        return new Table(spec, System.console() == null ? Short.MAX_VALUE : spec.usageMessage().width());
    }

    /** Prints rows, all of which have the same keys in the same order. */
    void print(List<Map<String, String>> rows) {
        if (rows.isEmpty()) {
            return;
        }
        String[] names = rows.get(0).keySet().toArray(String[]::new);
        int last = names.length - 1;
        int[] widths = new int[names.length];
        for (int i = 0; i <= last; i++) {
            String name = names[i];
            widths[i] = GAP + rows.stream().mapToInt(row -> printable(row.get(name)).length()).reduce(name.length(), Math::max);
        }
        int room = width - Arrays.stream(widths, 0, last).sum();
        if (room < Math.min(NARROWEST, widths[last])) {
            rows.forEach(row -> {
                row.forEach((name, value) -> spec.commandLine().getOut().println(name + ": " + printable(value)));
                spec.commandLine().getOut().println();
            });
            return;
        }
        widths[last] = Math.min(room, widths[last]);
        TextTable table = TextTable.forColumns(Help.defaultColorScheme(Help.Ansi.OFF),
                Arrays.stream(widths).mapToObj(each -> new Column(each, 0, Column.Overflow.WRAP)).toArray(Column[]::new));
        table.setAdjustLineBreaksForWideCJKCharacters(true);
        table.addRowValues(names);
        rows.forEach(row -> table.addRowValues(row.values().stream().map(Table::printable).toArray(String[]::new)));
        spec.commandLine().getOut().print(table);
        spec.commandLine().getOut().flush();
    }

    /** Returns one line. What a terminal would obey is left out. */
    private static String printable(String text) {
        return text.replaceAll("\\p{Cntrl}+", " ");
    }
}
