package dev.caravan.chart;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The kind of horizontal axis that the values of a field need, in ECharts' words. */
enum AxisKind {

    CATEGORY, VALUE, TIME;

    /** Returns VALUE if all values are numbers, TIME if all are dates, otherwise CATEGORY, also if there are none. Missing values do not count. */
    static AxisKind of(List<Map<String, Object>> rows, String field) {
        AxisKind kind = null;
        for (Map<String, Object> row : rows) {
            Object value = row.get(field);
            if (!NumberCoercion.isMissing(value)) {
                kind = kind == null ? first(value) : kind;
                if (kind == CATEGORY || kind == VALUE && !NumberCoercion.isNumber(value) || kind == TIME && Moment.of(value).isEmpty()) {
                    return CATEGORY;
                }
            }
        }
        return kind == null ? CATEGORY : kind;
    }

    private static AxisKind first(Object value) {
        return NumberCoercion.isNumber(value) ? VALUE : Moment.of(value).isPresent() ? TIME : CATEGORY;
    }

    /** Returns the time of each row, null if missing. If one has a zone, all get one. Only for fields of kind {@link #TIME}. */
    static Moment[] moments(List<Map<String, Object>> rows, String field, Corrections corrections) {
        Moment[] moments = new Moment[rows.size()];
        boolean zoned = false;
        boolean local = false;
        for (int i = 0; i < moments.length; i++) {
            Optional<Moment> moment = Moment.of(rows.get(i).get(field));
            moments[i] = moment.orElse(null);
            zoned |= moment.isPresent() && moment.get().zoned();
            local |= moment.isPresent() && !moment.get().zoned();
        }
        if (zoned && local) {
            corrections.say("chart.zone", field, "");
            for (int i = 0; i < moments.length; i++) {
                moments[i] = moments[i] == null ? null : moments[i].inUtc();
            }
        }
        return moments;
    }
}
