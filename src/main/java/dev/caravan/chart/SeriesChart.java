package dev.caravan.chart;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.envelope.ToolException;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Makes bars and lines. Categories and series keep the order of their first rows. Each series has a number or null for each category. A
 * line whose x values are all dates gets a time axis, in the order of time. On it, stacked series have a number or null for each time,
 * since ECharts stacks times by position. Numbers with the same x in the same series are added.
 */
final class SeriesChart extends AxesChart<Map<Integer, Number>> {

    /**
     * Above so many cells, points name their category instead of null for each gap, which would make a chart many times as large as its
     * rows. ECharts stacks such points by their category. Times of so large a stack become categories, since it can't stack those so.
     */
    private static final int MOST_CELLS = 20_000;

    /** With more bars side by side they would leave their category, since ECharts draws none thinner than a pixel. */
    private static final int MOST_SIDE_BY_SIDE = 500;

    private final List<LocalDateTime> times = new ArrayList<>();

    SeriesChart(ChartRequest request) throws ToolException {
        super(request, axis -> request.type() == ChartRequest.ChartType.LINE
                && AxisKind.of(request.rows(), axis, request.corrections()) == AxisKind.TIME ? AxisKind.TIME : AxisKind.CATEGORY);
    }

    @Override
    boolean read(Map<String, Object> row, AxisKind.Moment moment) {
        int place = place(moment == null ? name(row, fields.x()) : moment.text());
        if (moment != null && place == times.size()) {
            times.add(moment.utc());
        }
        Map<Integer, Number> points = points(row);
        Number number = figures.number(row.get(fields.y()), fields.y());
        if (points.containsKey(place)) {
            request.corrections().count("chart.summed", request.rows().size(), fields.x(), row.get(fields.x()));
            number = figures.sum(points.get(place), number, fields.y());
        }
        points.put(place, number);
        return true;
    }

    @Override
    Map<Integer, Number> none() {
        return new LinkedHashMap<>();
    }

    @Override
    ObjectNode write() {
        ChartLayout frame = layout();
        frame.tooltip("axis").putObject("axisPointer").put("type", request.type() == ChartRequest.ChartType.BAR ? "shadow" : "line");
        frame.grid(!request.unit().isEmpty(), false);
        ChartLayout.Axes axes = new ChartLayout.Axes(frame.option());
        List<String> texts = new ArrayList<>(places.keySet());
        List<Integer> order = order();
        boolean isStacked = request.stack() && series.size() > 1;
        boolean fits = (long) places.size() * series.size() <= MOST_CELLS;
        boolean onTimes = kind == AxisKind.TIME && (fits || !isStacked);
        if (onTimes) {
            axes.x(AxisKind.TIME, places.size());
        } else {
            axes.categories(order.stream().map(texts::get).toList());
        }
        if (kind == AxisKind.TIME && !onTimes) {
            request.corrections().say("chart.timesAsCategories", fields.x(), "");
        }
        axes.y(request.unit());
        int[] rank = new int[order.size()];
        IntStream.range(0, rank.length).forEach(i -> rank[order.get(i)] = i);
        boolean isAligned = fits && (isStacked || kind == AxisKind.CATEGORY);
        boolean isBare = isAligned && !onTimes && request.unit().isEmpty();
        ArrayNode all = frame.option().putArray("series");
        series.forEach((name, points) -> {
            ArrayNode data = describe(all.addObject().put("type", request.type().option()), name, points.size()).putArray("data");
            (isAligned ? order.stream() : points.keySet().stream().sorted(Comparator.comparingInt(place -> rank[place])))
                    .forEach(place -> add(data, isBare ? null : onTimes ? json(texts.get(place)) : json(rank[place]), points.get(place)));
        });
        return frame.option();
    }

    private static JsonNode json(Object place) {
        return place instanceof Integer index ? JsonNodeFactory.instance.numberNode(index)
                : JsonNodeFactory.instance.textNode((String) place);
    }

    /** Adds a number for the next category; otherwise {@code [place, number]}, with the unit third for the tooltip. */
    private void add(ArrayNode data, JsonNode place, Number number) {
        if (place == null) {
            data.add(NumberCoercion.json(number));
            return;
        }
        ArrayNode point = data.addArray().add(place).add(NumberCoercion.json(number));
        if (!request.unit().isEmpty()) {
            point.add(request.unit());
        }
    }

    /** Returns the places in the order of the axis: categories by first row, times by time. */
    private List<Integer> order() {
        List<Integer> byRow = IntStream.range(0, places.size()).boxed().toList();
        if (kind != AxisKind.TIME) {
            return byRow;
        }
        List<Integer> order = byRow.stream().sorted(Comparator.comparing(times::get)).toList();
        if (!order.equals(byRow)) {
            request.corrections().say("chart.sorted", fields.x(), "");
        }
        return order;
    }

    private ObjectNode describe(ObjectNode one, String name, int points) {
        if (!name.isEmpty()) {
            one.put("name", name);
        } else if (!fields.y().equals("y")) {
            one.put("name", request.words().name(fields.y(), fields.y(), 1));
        }
        if (request.stack()) {
            one.put("stack", "total");
        }
        if (request.type() == ChartRequest.ChartType.BAR && !request.stack() && series.size() > 1
                && (long) series.size() * places.size() > MOST_SIDE_BY_SIDE) {
            one.put("barGap", "-100%");
        }
        if (request.smooth()) {
            one.put("smooth", true);
        }
        if (points > request.limits().bulkPoints() && request.type() == ChartRequest.ChartType.LINE) {
            one.put("sampling", "lttb").put("showSymbol", false);
        } else if (points > request.limits().bulkPoints()) {
            one.put("large", true);
        }
        if (!request.unit().isEmpty()) {
            one.putObject("encode").put("x", 0).put("y", 1).putArray("tooltip").add(1).add(2);
        }
        return one;
    }
}
