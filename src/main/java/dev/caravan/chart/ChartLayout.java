package dev.caravan.chart;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Collection;
import java.util.Locale;

/** The parts around the marks that all types share: title, tooltip, legend, margins, and a description for screen readers. */
final class ChartLayout {

    private static final int LINE = 28;
    private static final int LONGEST_NAME = 160;
    private static final int LONGEST_TITLE = 560;

    private final ObjectNode option = JsonNodeFactory.instance.objectNode();
    private int top = 16;

    ChartLayout(ChartRequest request) {
        describe(request);
        if (!request.title().isEmpty()) {
            ObjectNode title = option.putObject("title").put("text", request.title()).put("left", "center").put("top", 8);
            // the title's font is 1.5 times the size of the axes' font
            if (request.title().lines().anyMatch(line -> TextSanitizer.width(line) * 3 / 2 > LONGEST_TITLE)) {
                title.putObject("textStyle").put("width", LONGEST_TITLE).put("overflow", "truncate");
            }
            top += LINE * (int) request.title().lines().count();
        }
    }

    /** Adds a complete description if names look like templates, since ECharts makes its own description from templates. */
    private void describe(ChartRequest request) {
        ObjectNode aria = option.putObject("aria").put("enabled", true);
        if (request.words().templateLike()) {
            aria.putObject("label").put("description", request.title().isEmpty() ? request.type().option() : request.title());
        }
    }

    ObjectNode tooltip(String trigger) {
        return option.putObject("tooltip").put("trigger", trigger).put("confine", true);
    }

    /** Adds the legend with the names of series or slices, which ECharts shows as text. */
    void legend(Collection<String> names) {
        ObjectNode legend = option.putObject("legend").put("type", "scroll").put("left", "center").put("top", top - 8);
        ArrayNode data = legend.putArray("data");
        names.forEach(data::add);
        if (names.stream().anyMatch(name -> TextSanitizer.width(name) > LONGEST_NAME)) {
            legend.putObject("textStyle").put("width", LONGEST_NAME).put("overflow", "truncate");
        }
        top += LINE;
    }

    /** Reserves space for the axes, below title and legend. */
    void grid(boolean nameAbove, boolean nameBelow) {
        option.putObject("grid").put("left", 16).put("right", 24).put("top", top + (nameAbove ? LINE : 8))
                .put("bottom", nameBelow ? LINE + 8 : 16).put("containLabel", true);
    }

    int top() {
        return top;
    }

    ObjectNode option() {
        return option;
    }

    /** The two axes of an option. Labels are the categories, or ECharts' own labels for numbers and times. */
    record Axes(ObjectNode option) {

        /** Charts with at least so many points get a zoom. */
        private static final int MANY = 100;
        private static final int MOST_TILTED = 40;
        private static final int MOST_UPRIGHT = 12;
        private static final int ROOM = 600;
        private static final int LONGEST_LABEL = 160;

        /** Adds categories as text: ECharts would read an object as a category with a style. */
        void categories(Collection<String> categories) {
            ObjectNode axis = x(AxisKind.CATEGORY);
            ArrayNode data = axis.putArray("data");
            int longest = 0;
            int together = 0;
            for (String category : categories) {
                data.add(category);
                int width = TextSanitizer.width(category);
                longest = Math.max(longest, width);
                together += Math.min(width, LONGEST_LABEL);
            }
            ObjectNode label = axis.putObject("axisLabel").put("hideOverlap", true);
            boolean tilted = categories.size() <= MOST_TILTED && together > ROOM;
            if (tilted) {
                label.put("rotate", 30);
            }
            if (longest > LONGEST_LABEL) {
                label.put("width", LONGEST_LABEL).put("overflow", "truncate");
            }
            if (tilted || longest > LONGEST_LABEL) {
                // ECharts' own interval counts labels at full length, so a single long label would hide the others
                label.put("interval", categories.size() <= MOST_TILTED ? 0 : categories.size() / MOST_UPRIGHT);
            }
            zoom(categories.size());
        }

        /** Returns an axis of numbers or times for that many points. */
        ObjectNode x(AxisKind kind, int points) {
            zoom(points);
            return x(kind);
        }

        private ObjectNode x(AxisKind kind) {
            return option.putObject("xAxis").put("type", kind.name().toLowerCase(Locale.ROOT));
        }

        private void zoom(int points) {
            if (points > MANY) {
                option.putArray("dataZoom").addObject().put("type", "inside");
            }
        }

        /** @param name above the axis; empty for none */
        ObjectNode y(String name) {
            ObjectNode axis = option.putObject("yAxis").put("type", "value");
            if (!name.isEmpty()) {
                axis.put("name", name).putObject("nameTextStyle").put("align", "left");
            }
            return axis;
        }
    }
}
