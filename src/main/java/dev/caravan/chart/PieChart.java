package dev.caravan.chart;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.envelope.ToolException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Makes pies: one slice for each name, with the sum of equal names. The value of a slice that can't be drawn (missing, text, negative) is
 * null.
 */
final class PieChart {

    private PieChart() {
    }

    static ObjectNode option(ChartRequest request) throws ToolException {
        FieldMapping fields = FieldMapping.of(request);
        Map<String, Number> slices = slices(request, fields);
        ChartLayout frame = new ChartLayout(request);
        frame.tooltip("item");
        frame.legend(slices.keySet());
        ObjectNode series = frame.option().putArray("series").addObject().put("type", "pie");
        if (!fields.y().equals("value") && !fields.y().equals("y")) {
            series.put("name", request.words().name(fields.y(), fields.y(), 1));
        }
        series.put("radius", "60%").put("top", frame.top());
        if (slices.size() > request.limits().pieLabels()) {
            series.putObject("label").put("show", false);
        }
        ArrayNode data = series.putArray("data");
        if (!request.unit().isEmpty()) {
            series.putObject("encode").put("value", 0).putArray("tooltip").add(0).add(1);
        }
        slices.forEach((name, number) -> {
            ObjectNode slice = data.addObject().put("name", name);
            if (request.unit().isEmpty()) {
                slice.set("value", NumberCoercion.json(number));
            } else {
                slice.putArray("value").add(NumberCoercion.json(number)).add(request.unit());
            }
        });
        return frame.option();
    }

    private static Map<String, Number> slices(ChartRequest request, FieldMapping fields) {
        List<Map<String, Object>> rows = request.rows();
        NumberCoercion figures = new NumberCoercion(request.corrections(), rows.size());
        Map<String, Number> slices = new LinkedHashMap<>();
        for (Map<String, Object> row : rows) {
            String name = request.words().name(row.get(fields.x()), fields.x(), rows.size());
            Number number = figures.number(row.get(fields.y()), fields.y());
            if (slices.containsKey(name)) {
                request.corrections().count("chart.summed", rows.size(), fields.x(), name);
                number = figures.sum(slices.get(name), number, fields.y());
            }
            slices.put(name, number);
        }
        slices.replaceAll((name, number) -> {
            if (number != null && number.doubleValue() < 0) {
                request.corrections().count("chart.negative", slices.size(), fields.y(), name);
                return null;
            }
            return number;
        });
        return slices;
    }
}
