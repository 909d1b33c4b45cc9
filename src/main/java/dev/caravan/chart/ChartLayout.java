package dev.caravan.chart;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Collection;

/** The parts around the marks that all types share: title, tooltip, legend, margins, and a description for screen readers. */
final class ChartLayout {

    private static final int LINE = 28;
    private static final int LONGEST_NAME = 160;
    private static final int LONGEST_TITLE = 560;

    private final ObjectNode option = JsonNodeFactory.instance.objectNode();
    private int top = 16;

    ChartLayout(ChartRequest request, TextSanitizer words) {
        describe(request, words);
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
    private void describe(ChartRequest request, TextSanitizer words) {
        ObjectNode aria = option.putObject("aria").put("enabled", true);
        if (words.templateLike()) {
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
}
