package dev.caravan.chart;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.envelope.ToolException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * A chart with a horizontal axis: reads the points of each series from the rows. Places on the axis and series keep the order of their
 * first rows.
 *
 * @param <S> the points of a series
 */
abstract class AxesChart<S> {

    final ChartRequest request;
    final FieldMapping fields;
    final AxisKind kind;
    final NumberCoercion figures;
    final Map<String, Integer> places = new LinkedHashMap<>();
    final Map<String, S> series = new LinkedHashMap<>();

    /** @param kinds tells the kind of axis for the field with the places */
    AxesChart(ChartRequest request, Function<String, AxisKind> kinds) throws ToolException {
        this.request = request;
        this.fields = FieldMapping.of(request);
        this.kind = kinds.apply(fields.x());
        this.figures = new NumberCoercion(request.corrections(), request.rows().size());
    }

    final ObjectNode option() {
        List<Map<String, Object>> rows = request.rows();
        AxisKind.Moment[] moments = kind == AxisKind.TIME ? AxisKind.moments(rows, fields.x(), request.corrections()) : null;
        for (int i = 0; i < rows.size(); i++) {
            if (moments != null && moments[i] == null || !read(rows.get(i), moments == null ? null : moments[i])) {
                request.corrections().count("chart.leftOut", rows.size(), fields.x(), "");
            }
        }
        if (series.isEmpty()) {
            series.put("", none());
        }
        return write();
    }

    /** Adds the point of a row, at that moment on an axis of times; returns false if it has no place on the axis. */
    abstract boolean read(Map<String, Object> row, AxisKind.Moment moment);

    /** Returns a series without points. */
    abstract S none();

    abstract ObjectNode write();

    /** Returns the points of the row's series. */
    final S points(Map<String, Object> row) {
        return series.computeIfAbsent(fields.series() == null ? "" : name(row, fields.series()), first -> none());
    }

    final String name(Map<String, Object> row, String field) {
        return request.words().name(row.get(field), field, request.rows().size());
    }

    final int place(String text) {
        Integer place = places.putIfAbsent(text, places.size());
        return place == null ? places.size() - 1 : place;
    }

    /** Begins the option with title and legend. */
    final ChartLayout layout() {
        ChartLayout frame = new ChartLayout(request);
        if (fields.series() != null) {
            frame.legend(series.keySet());
        }
        return frame;
    }
}
