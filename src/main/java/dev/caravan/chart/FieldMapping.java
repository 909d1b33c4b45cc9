package dev.caravan.chart;

import dev.caravan.envelope.ErrorCode;
import dev.caravan.envelope.Text;
import dev.caravan.envelope.ToolException;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;

/**
 * The role of each field of the rows: as the mapping says, else by the names in the document, else the only possible field. Empty if there
 * are no rows.
 *
 * @param x      categories, or numbers or times of the horizontal axis; for a pie the names
 * @param y      the numbers
 * @param series null for one series
 */
record FieldMapping(String x, String y, String series) {

    private static final int MOST_SHOWN = 20;

    /** Throws INVALID_ARGUMENT, with the fields of the rows, if the mapping names another field or the role is ambiguous. */
    static FieldMapping of(ChartRequest request) throws ToolException {
        if (request.rows().isEmpty()) {
            return new FieldMapping("x", "y", null);
        }
        return new Search(request.rows(), request.corrections()).fields(request);
    }

    private static final class Search {

        private final List<Map<String, Object>> rows;
        private final Corrections corrections;
        private final Set<String> names = new LinkedHashSet<>();

        Search(List<Map<String, Object>> rows, Corrections corrections) {
            this.rows = rows;
            this.corrections = corrections;
            rows.forEach(row -> names.addAll(row.keySet()));
        }

        FieldMapping fields(ChartRequest request) throws ToolException {
            boolean pie = request.type() == ChartRequest.ChartType.PIE;
            String[] xNames = pie ? new String[] {"nameField", "xField"} : new String[] {"xField", "nameField"};
            String[] yNames = pie ? new String[] {"valueField", "yField"} : new String[] {"yField", "valueField"};
            for (String argument : new String[] {xNames[0], xNames[1], yNames[0], yNames[1], "seriesField"}) {
                check(argument, request.mapped(argument));
            }
            String x = request.mapped(xNames);
            String y = request.mapped(yNames);
            String series = request.mapped("seriesField");
            x = x == null && pie ? byName("name", y) : x;
            y = y == null && pie ? byName("value", x) : y;
            x = x == null ? byName("x", y) : x;
            y = y == null ? byName("y", x) : y;
            if (series == null && x != null && y != null && !pie && names.contains("category") && !x.equals("category")
                    && !y.equals("category")) {
                series = "category";
                corrections.say("chart.inferred", "mapping.seriesField", series);
            }
            if (y == null) {
                y = inferred("mapping." + yNames[0], x, series, true);
            }
            if (x == null) {
                x = inferred("mapping." + xNames[0], y, series, false);
            }
            if (pie && series != null) {
                corrections.say("chart.unused", "mapping.seriesField", request.type().option());
                series = null;
            }
            return new FieldMapping(x, y, series);
        }

        private String byName(String name, String other) {
            return names.contains(name) && !name.equals(other) ? name : null;
        }

        private void check(String argument, String field) throws ToolException {
            if (field != null && !names.contains(field)) {
                throw failure(Text.of("chart.unknownField", "mapping." + argument, TextSanitizer.shown(field), list()), argument);
            }
        }

        /** Returns the only remaining field, or the only remaining one with, or without, only numbers. */
        private String inferred(String argument, String other, String series, boolean numeric) throws ToolException {
            List<String> left = names.stream().filter(name -> !name.equals(other) && !name.equals(series)).toList();
            Set<String> numbers = left.size() == 1 ? Set.of() : haveNumbersAlone();
            List<String> fitting = left.size() == 1 ? left : left.stream().filter(name -> numbers.contains(name) == numeric).toList();
            if (fitting.size() != 1) {
                throw failure(names.isEmpty() ? Text.of("chart.noFields") : Text.of("chart.fieldNeeded", argument, list()), argument);
            }
            corrections.say("chart.inferred", argument, TextSanitizer.shown(fitting.get(0)));
            return fitting.get(0);
        }

        /** Finds the fields that contain only numbers, not all of which are dates, in one pass over the rows. */
        private Set<String> haveNumbersAlone() {
            Set<String> numbers = new HashSet<>();
            Set<String> others = new HashSet<>();
            Set<String> noDates = new HashSet<>();
            for (Map<String, Object> row : rows) {
                row.forEach((name, value) -> {
                    if (!NumberCoercion.isMissing(value)) {
                        (NumberCoercion.isNumber(value) ? numbers : others).add(name);
                        if (!noDates.contains(name) && AxisKind.Moment.of(value).isEmpty()) {
                            noDates.add(name);
                        }
                    }
                });
            }
            numbers.removeAll(others);
            numbers.retainAll(noDates);
            return numbers;
        }

        private ToolException failure(Text text, String argument) {
            return new ToolException(ErrorCode.INVALID_ARGUMENT, text,
                    Map.of("field", argument.startsWith("mapping.") ? argument : "mapping." + argument,
                    "fields", names.stream().limit(MOST_SHOWN).map(TextSanitizer::shown).toList()));
        }

        private String list() {
            StringJoiner list = new StringJoiner(", ");
            names.stream().limit(MOST_SHOWN).map(TextSanitizer::shown).forEach(list::add);
            return names.size() <= MOST_SHOWN ? list.toString() : list + " … (" + names.size() + ")";
        }
    }
}
