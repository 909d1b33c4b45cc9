package dev.caravan.database.sql;

import static dev.caravan.database.TestStore.Type.BOOLEAN;
import static dev.caravan.database.TestStore.Type.DECIMAL;
import static dev.caravan.database.TestStore.Type.INTEGER;
import static dev.caravan.database.TestStore.Type.JSON;
import static dev.caravan.database.TestStore.Type.LONG;
import static dev.caravan.database.TestStore.Type.TEXT;
import static dev.caravan.database.TestStore.Type.TIME;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.caravan.McpClient;
import dev.caravan.database.DatabaseKind;
import dev.caravan.database.DatabaseValues.CallerTimes;
import dev.caravan.database.Filters;
import dev.caravan.database.Filters.Filter;
import dev.caravan.database.Filters.Operator;
import dev.caravan.database.OperatorMatrix;
import dev.caravan.database.TableDescription.ColumnDescription;
import dev.caravan.database.TestStore;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every filter becomes a SQL condition whose values are all parameters, so that no value changes the text of a statement. */
class SqlFiltersTest {

    /** As the catalogues name them. */
    private static final Map<DatabaseKind, Map<TestStore.Type, String>> TYPES = Map.of(
            DatabaseKind.POSTGRESQL,
            Map.of(INTEGER, "int4", LONG, "int8", TEXT, "varchar", DECIMAL, "numeric", BOOLEAN, "bool", TIME, "timestamptz", JSON, "jsonb"),
            DatabaseKind.MYSQL,
            Map.of(INTEGER, "INT", LONG, "BIGINT", TEXT, "VARCHAR", DECIMAL, "DECIMAL", BOOLEAN, "TINYINT", TIME, "DATETIME", JSON,
                    MySqlRules.JSON),
            DatabaseKind.SQLITE, Map.of(INTEGER, "INT", LONG, "BIGINT", TEXT, "VARCHAR", DECIMAL, "DECIMAL", BOOLEAN, "BOOLEAN", TIME,
                    "TIMESTAMP", JSON, "JSON"));

    @ParameterizedTest
    @EnumSource(value = DatabaseKind.class, names = {"POSTGRESQL", "MYSQL", "SQLITE"})
    void everyFilterBecomesSqlWithBindValues(DatabaseKind kind) throws Exception {
        SqlRules rules = SqlRules.of(kind, McpClient.JSON);
        Map<String, String> texts = new HashMap<>();
        int conditions = 0;
        for (OperatorMatrix.Case each : OperatorMatrix.CASES) {
            for (Filter filter : Filters.of(each.arguments(), OperatorMatrix.COLUMNS::containsKey).conditions()) {
                String type = TYPES.get(kind).get(OperatorMatrix.COLUMNS.get(filter.column()));
                ColumnDescription column = ColumnDescription.of(filter.column(), rules.kind(type).json, type, false);
                SqlStatement where = rules.where(new Filters(List.of(filter)), name -> column);
                assertThat(where.text().chars().filter(c -> c == '?').count()).as(where + " of " + each).isEqualTo(where.values().size());
                assertThat(isBound(filter, where.values())).as(where + " of " + each).isTrue();
                String shape = filter.key() + (filter.operator() == Operator.IS_NULL ? filter.value() : where.values().size());
                assertThat(where.text()).as("the same whatever the value of " + each)
                        .isEqualTo(texts.computeIfAbsent(shape, first -> where.text()));
                conditions++;
            }
        }
        assertThat(conditions).isGreaterThanOrEqualTo(OperatorMatrix.CASES.size());
    }

    /** Whether what is bound is what the caller sent; MariaDB compares text twice. */
    private static boolean isBound(Filter filter, List<?> bound) throws JsonProcessingException {
        String text = String.valueOf(filter.value()).replace("!", "!!").replace("%", "!%").replace("_", "!_");
        switch (filter.operator()) {
            case IS_NULL:
                return bound.isEmpty();
            case CONTAINS:
                return bound.equals(List.of("%" + text + "%"));
            case STARTS_WITH:
                return bound.equals(List.of(text + "%"));
            case ENDS_WITH:
                return bound.equals(List.of("%" + text));
            case IN, NOT_IN:
                List<?> values = (List<?>) filter.value();
                return means(filter.column(), bound.subList(0, values.size()), values)
                        && (bound.size() == values.size() || means(filter.column(), bound.subList(values.size(), bound.size()), values));
            default:
                return !bound.isEmpty() && means(filter.column(), bound, bound.stream().map(each -> filter.value()).toList());
        }
    }

    private static boolean means(String column, List<?> bound, List<?> values) throws JsonProcessingException {
        boolean all = bound.size() == values.size();
        for (int i = 0; all && i < bound.size(); i++) {
            all = means(column, bound.get(i), values.get(i));
        }
        return all;
    }

    private static boolean means(String column, Object bound, Object value) throws JsonProcessingException {
        return switch (OperatorMatrix.COLUMNS.get(column)) {
            case TEXT -> bound.equals(value);
            case BOOLEAN -> bound.equals(value) || bound.equals((Boolean) value ? 1 : 0);
            case TIME -> CallerTimes.read((String) bound).equals(CallerTimes.read((String) value));
            case JSON -> McpClient.JSON.readTree((String) bound).equals(McpClient.JSON.valueToTree(value));
            default -> bound instanceof Double number ? number == ((Number) value).doubleValue()
                    : new BigDecimal(bound.toString()).compareTo(new BigDecimal(value.toString())) == 0;
        };
    }
}
