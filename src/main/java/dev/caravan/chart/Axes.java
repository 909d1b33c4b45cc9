package dev.caravan.chart;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Collection;
import java.util.Locale;

/** The two axes of an option. Labels are the categories, or ECharts' own labels for numbers and times. */
final class Axes {

    /** Charts with at least so many points get a zoom. */
    private static final int MANY = 100;
    private static final int MOST_TILTED = 40;
    private static final int MOST_UPRIGHT = 12;
    private static final int ROOM = 600;
    private static final int LONGEST_LABEL = 160;

    private final ObjectNode option;

    Axes(ObjectNode option) {
        this.option = option;
    }

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
