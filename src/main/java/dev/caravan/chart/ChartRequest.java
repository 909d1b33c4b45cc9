package dev.caravan.chart;

import dev.caravan.envelope.InvalidArgumentException;
import dev.caravan.envelope.Text;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The arguments of {@code echart_generate}, already checked against its schema.
 *
 * @param title   empty for none
 * @param rows    {@code data}; null for a graph
 * @param graph   {@code {nodes, links}}, or {@code {start, nodes, relationships}} of a graph tool; null for other types
 * @param mapping {@code {xField, yField, seriesField, nameField, valueField}}, as far as given
 * @param unit    empty for none
 */
record ChartRequest(ChartType type, String title, List<Map<String, Object>> rows, Map<String, Object> graph, Map<String, String> mapping,
        String unit, boolean stack, boolean smooth, Limits limits, TextSanitizer words, Corrections corrections) {

    /**
     * Reads the arguments. Throws INVALID_ARGUMENT for an unknown type, and if data or graph is missing. Warns about arguments that the
     * type does not use.
     */
    @SuppressWarnings("unchecked")
    static ChartRequest of(Map<String, Object> arguments, Limits limits, Corrections corrections) throws InvalidArgumentException {
        ChartType type = ChartType.of((String) arguments.get("chartType"));
        List<Map<String, Object>> rows = (List<Map<String, Object>>) arguments.get("data");
        Map<String, Object> graph = (Map<String, Object>) arguments.get("graph");
        if (type == ChartType.GRAPH && graph == null) {
            throw new InvalidArgumentException(Text.of("chart.missingArgument", "graph", type.option(),
                    "{\"nodes\":[{\"id\":\"a\",\"name\":\"A\"}],\"links\":[{\"source\":\"a\",\"target\":\"a\"}]}"));
        }
        if (type != ChartType.GRAPH && rows == null) {
            throw new InvalidArgumentException(Text.of("chart.missingArgument", "data", type.option(), "[{\"x\":\"a\",\"y\":1}]"));
        }
        Map<String, Object> options = (Map<String, Object>) arguments.getOrDefault("options", null);
        Map<String, String> mapping = (Map<String, String>) arguments.getOrDefault("mapping", null);
        mapping = mapping == null ? Map.of() : mapping;
        options = options == null ? Map.of() : options;
        boolean cartesian = type == ChartType.BAR || type == ChartType.LINE;
        Use use = new Use(type, corrections);
        TextSanitizer words = new TextSanitizer(corrections);
        return new ChartRequest(type, words.title((String) arguments.get("title")),
                use.of("data", rows, type != ChartType.GRAPH),
                use.of("graph", graph, type == ChartType.GRAPH),
                use.of("mapping", mapping, mapping.isEmpty() || type != ChartType.GRAPH),
                words.title(use.of("options.unit", (String) options.get("unit"), type != ChartType.GRAPH)),
                Boolean.TRUE.equals(use.of("options.stack", isTrue(options.get("stack")), cartesian)),
                Boolean.TRUE.equals(use.of("options.smooth", isTrue(options.get("smooth")), type == ChartType.LINE)), limits, words,
                        corrections);
    }

    /** Treats false like a missing option, so that it causes no warning. */
    private static Boolean isTrue(Object option) {
        return Boolean.TRUE.equals(option) ? Boolean.TRUE : null;
    }

    private record Use(ChartType type, Corrections corrections) {

        <T> T of(String argument, T value, boolean applies) {
            if (value != null && !applies) {
                corrections.say("chart.unused", argument, type.option());
                return null;
            }
            return value;
        }
    }

    /** Returns the first of these fields that the mapping names; null if it names none. */
    String mapped(String... fields) {
        for (String field : fields) {
            if (mapping != null && mapping.get(field) != null) {
                return mapping.get(field);
            }
        }
        return null;
    }

    /**
     * From which sizes on a chart is drawn in another way. The route of {@code echart_generate} names the numbers.
     *
     * @param bulkPoints   a series with more points is drawn in bulk
     * @param pieLabels    a pie with more slices has no labels
     * @param largeNodes   a graph with more nodes has small ones
     * @param nodeLabels   a graph with more nodes has no labels
     * @param forcedNodes  a graph with more nodes is a circle: forces take a browser too long
     */
    record Limits(int bulkPoints, int pieLabels, int largeNodes, int nodeLabels, int forcedNodes) {
    }

    /** The types of charts (document 1, section 4.1), with ECharts' names for their series. */
    enum ChartType {

        BAR, LINE, PIE, SCATTER, GRAPH;

        /** Finds a type, ignoring case. INVALID_ARGUMENT lists the types. */
        static ChartType of(String name) throws InvalidArgumentException {
            for (ChartType type : values()) {
                if (type.option().equalsIgnoreCase(name.strip())) {
                    return type;
                }
            }
            throw new InvalidArgumentException(Text.of("chart.type",
                    Arrays.stream(values()).map(ChartType::option).collect(Collectors.joining(", ")), TextSanitizer.shown(name)));
        }

        String option() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
