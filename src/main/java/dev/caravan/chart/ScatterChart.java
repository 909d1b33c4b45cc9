package dev.caravan.chart;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.envelope.ToolException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Makes scatter charts: {@code [x, y]} for each row, with a horizontal axis of numbers, times or categories. */
final class ScatterChart {

    private final ChartRequest request;
    private final FieldMapping fields;
    private final AxisKind kind;
    private final Map<String, Integer> categories = new LinkedHashMap<>();
    private final Map<String, ArrayNode> series = new LinkedHashMap<>();

    private ScatterChart(ChartRequest request) throws ToolException {
        this.request = request;
        this.fields = FieldMapping.of(request);
        this.kind = request.rows().isEmpty() ? AxisKind.VALUE : AxisKind.of(request.rows(), fields.x());
    }

    static ObjectNode option(ChartRequest request) throws ToolException {
        ScatterChart chart = new ScatterChart(request);
        chart.read();
        return chart.write();
    }

    private void read() {
        List<Map<String, Object>> rows = request.rows();
        NumberCoercion figures = new NumberCoercion(request.corrections(), rows.size());
        AxisKind.Moment[] moments = kind == AxisKind.TIME ? AxisKind.moments(rows, fields.x(), request.corrections()) : null;
        for (int i = 0; i < rows.size(); i++) {
            Map<String, Object> row = rows.get(i);
            Object x = row.get(fields.x());
            JsonNode place = switch (kind) {
                case TIME -> moments[i] == null ? null : JsonNodeFactory.instance.textNode(moments[i].text());
                case VALUE -> NumberCoercion.isMissing(x) ? null : NumberCoercion.json(figures.number(x, fields.x()));
                case CATEGORY -> category(request.words().name(x, fields.x(), rows.size()));
            };
            if (place == null || place.isNull()) {
                request.corrections().count("chart.leftOut", rows.size(), fields.x(), "");
                continue;
            }
            String name = fields.series() == null ? "" : request.words().name(row.get(fields.series()), fields.series(), rows.size());
            series.computeIfAbsent(name, first -> JsonNodeFactory.instance.arrayNode())
                    .addArray().add(place).add(NumberCoercion.json(figures.number(row.get(fields.y()), fields.y())));
        }
        if (series.isEmpty()) {
            series.put("", JsonNodeFactory.instance.arrayNode());
        }
    }

    private JsonNode category(String text) {
        Integer place = categories.putIfAbsent(text, categories.size());
        return JsonNodeFactory.instance.numberNode(place == null ? categories.size() - 1 : place);
    }

    private ObjectNode write() {
        String x = fields.x().equals("x") ? "" : request.words().name(fields.x(), fields.x(), 1);
        String y = fields.y().equals("y") ? "" : request.words().name(fields.y(), fields.y(), 1);
        if (!request.unit().isEmpty()) {
            y = y.isEmpty() ? request.unit() : y + " (" + request.unit() + ")";
        }
        ChartLayout frame = new ChartLayout(request);
        frame.tooltip("item");
        if (fields.series() != null) {
            frame.legend(series.keySet());
        }
        frame.grid(!y.isEmpty(), !x.isEmpty());
        axes(new ChartLayout.Axes(frame.option()), x, y);
        ArrayNode all = frame.option().putArray("series");
        for (Map.Entry<String, ArrayNode> one : series.entrySet()) {
            ObjectNode scatter = all.addObject().put("type", request.type().option());
            if (!one.getKey().isEmpty()) {
                scatter.put("name", one.getKey());
            }
            if (one.getValue().size() > request.limits().bulkPoints()) {
                scatter.put("large", true);
            }
            // the names of the dimensions become the lines of the tooltip
            ArrayNode dimensions = scatter.putArray("dimensions");
            dimensions.addObject().put("name", "x").put("displayName", x.isEmpty() ? "x" : x);
            dimensions.addObject().put("name", "y").put("displayName", y.isEmpty() ? "y" : y);
            scatter.putObject("encode").put("x", 0).put("y", 1).putArray("tooltip").add(0).add(1);
            scatter.set("data", one.getValue());
        }
        return frame.option();
    }

    private void axes(ChartLayout.Axes axes, String x, String y) {
        if (kind == AxisKind.CATEGORY) {
            axes.categories(categories.keySet());
        } else {
            ObjectNode axis = axes.x(kind, request.rows().size());
            if (kind == AxisKind.VALUE) {
                axis.put("scale", true);
            }
            if (!x.isEmpty()) {
                axis.put("name", x).put("nameLocation", "middle").put("nameGap", 28);
            }
        }
        axes.y(y).put("scale", true);
    }
}
