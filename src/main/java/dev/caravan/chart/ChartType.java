package dev.caravan.chart;

import dev.caravan.envelope.InvalidArgumentException;
import dev.caravan.envelope.Text;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

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
