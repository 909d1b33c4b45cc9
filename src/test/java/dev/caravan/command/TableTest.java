package dev.caravan.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/** Tables fit the terminal, and can't command it. */
class TableTest {

    private static String printed(int width, List<Map<String, String>> rows) {
        CommandLine line = new CommandLine(CommandSpec.create());
        StringWriter out = new StringWriter();
        line.setOut(new PrintWriter(out));
        new Table(line.getCommandSpec(), width).print(rows);
        return out.toString();
    }

    private static Map<String, String> row(String... pairs) {
        Map<String, String> row = new LinkedHashMap<>();
        for (int i = 0; i < pairs.length; i += 2) {
            row.put(pairs[i], pairs[i + 1]);
        }
        return row;
    }

    @Test
    void theLastColumnIsWrappedAt60Columns() {
        List<Map<String, String>> rows = List.of(row("NAME", "orders_by_status", "DESCRIPTION", "one two three ".repeat(12).strip()),
                row("NAME", "x", "DESCRIPTION", "short"));

        assertThat(printed(60, rows).lines()).allMatch(line -> line.length() <= 60).hasSizeBetween(6, 8)
                .anyMatch(line -> line.stripTrailing().equals("x" + " ".repeat(17) + "short"))
                .anyMatch(line -> line.matches(" {20}\\S.*"));
        assertThat(printed(Short.MAX_VALUE, rows).lines()).as("no terminal").hasSize(3);
    }

    @Test
    void whatIsTooWideIsOneLineForEachValue() {
        Map<String, String> wide = row("one", "1".repeat(40), "two", "2".repeat(40), "three", "3");

        String once = "one: " + "1".repeat(40) + "\ntwo: " + "2".repeat(40) + "\nthree: 3\n\n";
        assertThat(printed(60, List.of(wide, wide))).isEqualToNormalizingNewlines(once + once);
    }

    @Test
    void nothingCommandsTheTerminal() {
        assertThat(printed(60, List.of(row("a", "x\u001b[2J\r\n\ty", "b", "z")))).doesNotContain("\u001b", "\r", "\t").contains("x [2J y");
        assertThat(printed(60, List.of())).isEmpty();
    }

    @Test
    void helpFitsAndHasNoColours() {
        for (String[] arguments : List.of(new String[] {"--help"}, new String[] {"call", "--help"}, new String[] {"tools", "--help"})) {
            assertThat(CommandRun.of(arguments).out()).doesNotContain("\u001b").satisfies(text -> assertThat(text.lines())
                    .allMatch(line -> line.length() <= 80));
        }
    }
}
