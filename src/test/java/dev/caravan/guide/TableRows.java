package dev.caravan.guide;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The rows of Markdown tables, without their heads. */
record TableRows(List<List<String>> rows) {

    static TableRows of(String text) {
        List<List<String>> rows = new ArrayList<>();
        List<String> lines = text.lines().toList();
        for (int i = 0; i < lines.size(); i++) {
            boolean head = i + 1 < lines.size() && lines.get(i + 1).startsWith("|---");
            if (lines.get(i).startsWith("|") && !lines.get(i).startsWith("|---") && !head) {
                String line = lines.get(i).strip();
                rows.add(List.of(line.substring(1, line.length() - 1).split("(?<!\\\\)\\|", -1)).stream().map(String::strip).toList());
            }
        }
        return new TableRows(rows);
    }

    /** {the first cells, with a space between them: the cell after them} */
    Map<String, String> meanings(int keyCells) {
        Map<String, String> meanings = new HashMap<>();
        for (List<String> row : rows) {
            meanings.put(String.join(" ", row.subList(0, keyCells)).strip(), row.get(keyCells));
        }
        return meanings;
    }

    /** A cell of the row whose first cells are the key, or {@code ?}. */
    String cell(int keyCells, String key, int cell) {
        return rows.stream().filter(row -> String.join(" ", row.subList(0, keyCells)).strip().equals(key)).map(row -> row.get(cell))
                .findFirst().orElse("?");
    }
}
