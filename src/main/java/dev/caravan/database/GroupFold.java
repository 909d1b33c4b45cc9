package dev.caravan.database;

import dev.caravan.database.Metric.Function;
import dev.caravan.envelope.Text;
import java.math.BigDecimal;
import java.math.MathContext;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Computes an aggregate in the gateway, row by row, for databases that cannot. It keeps one state for each group, not the rows. */
public final class GroupFold {

    private final AggregateSpec spec;
    private final int most;
    private final GroupLimit limit;
    private final Map<List<Object>, List<State>> groups = new LinkedHashMap<>();
    private int distinct;

    /** One row. Gives the value of a column; null if it has none. */
    public interface Row {

        Object value(String column);

        /** Returns whether text in that column may stand for a number or boolean. */
        default boolean isLoose(String column) {
            return false;
        }
    }

    private static final class State {

        private final Set<Object> values = new HashSet<>();
        private long count;
        private BigDecimal sum = BigDecimal.ZERO;
        private Object extreme;
    }

    /**
     * @param most  maximum number of groups, and of distinct values of all groups together
     * @param limit limit for the bytes of what all groups together keep
     */
    public GroupFold(AggregateSpec spec, int most, GroupLimit limit) {
        this.spec = spec;
        this.most = most;
        this.limit = limit;
    }

    /** @throws DatabaseFailure query_error for a value that a metric does not work on, and for too many or too large groups */
    public void add(Row row) throws DatabaseFailure {
        List<Object> key = new ArrayList<>();
        for (String column : spec.groupBy()) {
            Object value = value(row, column);
            if (value instanceof Collection || value instanceof Map) {
                throw DatabaseFailure.query("database.aggregate.value", "group_by", column, AggregateSpec.SCALARS);
            }
            key.add(value);
        }
        List<State> states = groups.get(key);
        if (states == null) {
            if (groups.size() == most) {
                throw DatabaseFailure.query("database.aggregate.tooManyGroups", most);
            }
            limit.keep(key);
            states = spec.metrics().stream().map(metric -> new State()).toList();
            groups.put(key, states);
        }
        for (int i = 0; i < states.size(); i++) {
            add(spec.metrics().get(i), states.get(i), row);
        }
    }

    private void add(Metric metric, State state, Row row) throws DatabaseFailure {
        Object value = metric.column() == null ? Boolean.TRUE : value(row, metric.column());
        if (value == null) {
            return;
        }
        boolean composite = value instanceof Collection || value instanceof Map;
        state.count++;
        switch (metric.function()) {
            case COUNT -> { }
            case COUNT_DISTINCT -> {
                check(metric, !composite, AggregateSpec.SCALARS);
                if (state.values.add(value)) {
                    limit.keepOne(value);
                    if (++distinct > most) {
                        throw DatabaseFailure.query("database.aggregate.tooManyGroups", most);
                    }
                }
            }
            case SUM, AVG -> {
                check(metric, value instanceof BigDecimal, AggregateSpec.NUMBERS);
                state.sum = state.sum.add((BigDecimal) value);
            }
            case MIN, MAX -> {
                check(metric, !composite && !(value instanceof Boolean), AggregateSpec.ORDERED);
                int order = state.extreme == null ? 0 : RecordValues.compare(value, state.extreme, false).orElse(value instanceof BigDecimal ? -1 : 1);
                if (state.extreme == null || metric.function() == Function.MIN && order < 0 || metric.function() == Function.MAX && order > 0) {
                    limit.release(state.extreme);
                    limit.keepOne(value);
                    state.extreme = value;
                }
            }
        }
    }

    private static void check(Metric metric, boolean works, Text types) throws DatabaseFailure {
        if (!works) {
            throw DatabaseFailure.query("database.aggregate.value", metric.name() + ": " + metric.function().word(), metric.column(), types);
        }
    }

    /** Returns the value so that equal values are equal objects: numbers by value, times by instant. */
    private static Object value(Row row, String column) {
        Object value = row.value(column);
        boolean loose = row.isLoose(column);
        if (value instanceof Number || loose && RecordValues.number(value, true).isPresent()) {
            BigDecimal number = RecordValues.number(value, true).orElseThrow().stripTrailingZeros();
            return number.scale() < 0 && number.precision() - number.scale() < 1_000 ? number.setScale(0) : number;
        }
        if (loose && RecordValues.truth(value, true).isPresent()) {
            return RecordValues.truth(value, true).get();
        }
        return value instanceof String text ? RecordValues.time(text).<Object>map(time -> time.toInstant(ZoneOffset.UTC).toString()).orElse(text) : value;
    }

    /** Returns the groups, for {@link GroupRows}. */
    public List<Map<String, Object>> rows() {
        List<Map<String, Object>> rows = new ArrayList<>();
        groups.forEach((key, states) -> {
            Map<String, Object> row = new LinkedHashMap<>();
            for (int i = 0; i < key.size(); i++) {
                row.put(spec.groupBy().get(i), key.get(i));
            }
            for (int i = 0; i < states.size(); i++) {
                row.put(spec.metrics().get(i).name(), result(spec.metrics().get(i).function(), states.get(i)));
            }
            rows.add(row);
        });
        return rows;
    }

    private static Object result(Function function, State state) {
        return switch (function) {
            case COUNT -> state.count;
            case COUNT_DISTINCT -> state.values.size();
            case SUM -> state.count == 0 ? null : state.sum;
            case AVG -> state.count == 0 ? null : (Object) state.sum.divide(BigDecimal.valueOf(state.count), MathContext.DECIMAL64).doubleValue();
            case MIN, MAX -> state.extreme;
        };
    }
}
