package dev.caravan.chart;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.envelope.ToolException;
import java.util.Map;

/** Makes scatter charts: {@code [x, y]} for each row, with a horizontal axis of numbers, times or categories. */
final class ScatterChart extends AxesChart<ArrayNode> {

    ScatterChart(ChartRequest request) throws ToolException {
        super(request, axis -> request.rows().isEmpty() ? AxisKind.VALUE : AxisKind.of(request.rows(), axis, request.corrections()));
    }

    @Override
    boolean read(Map<String, Object> row, AxisKind.Moment moment) {
        Object x = row.get(fields.x());
        JsonNode place = switch (kind) {
            case TIME -> JsonNodeFactory.instance.textNode(moment.text());
            case VALUE -> NumberCoercion.isMissing(x) ? null : NumberCoercion.json(figures.number(x, fields.x()));
            case CATEGORY -> JsonNodeFactory.instance.numberNode(place(name(row, fields.x())));
        };
        if (place == null || place.isNull()) {
            return false;
        }
        points(row).addArray().add(place).add(NumberCoercion.json(figures.number(row.get(fields.y()), fields.y())));
        return true;
    }

    @Override
    ArrayNode none() {
        return JsonNodeFactory.instance.arrayNode();
    }

    @Override
    ObjectNode write() {
        String x = fields.x().equals("x") ? "" : request.words().name(fields.x(), fields.x(), 1);
        String y = fields.y().equals("y") ? "" : request.words().name(fields.y(), fields.y(), 1);
        if (!request.unit().isEmpty()) {
            y = y.isEmpty() ? request.unit() : y + " (" + request.unit() + ")";
        }
        ChartLayout frame = layout();
        frame.tooltip("item");
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
            axes.categories(places.keySet());
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
