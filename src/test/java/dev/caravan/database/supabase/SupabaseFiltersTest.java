package dev.caravan.database.supabase;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.caravan.McpClient;
import dev.caravan.database.Filters;
import dev.caravan.database.Filters.Filter;
import dev.caravan.database.Filters.Operator;
import dev.caravan.database.OperatorMatrix;
import dev.caravan.database.TableDescription.ColumnDescription;
import dev.caravan.database.TableDescription.JsonType;
import dev.caravan.database.TestStore;
import java.math.BigDecimal;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Every filter becomes a condition of PostgREST that stays within its column and gives back the caller's value. */
class SupabaseFiltersTest {

    /** PostgreSQL's names of the types. */
    static final Map<TestStore.Type, String> TYPES = Map.of(TestStore.Type.INTEGER, "integer", TestStore.Type.LONG, "bigint",
            TestStore.Type.TEXT, "character varying",
            TestStore.Type.DECIMAL, "numeric", TestStore.Type.BOOLEAN, "boolean", TestStore.Type.TIME, "timestamp with time zone",
            TestStore.Type.JSON, "jsonb");
    private static final Map<Operator, String> WORDS = Map.of(Operator.EQUAL, "eq.", Operator.GREATER, "gt.", Operator.AT_LEAST, "gte.",
            Operator.LESS, "lt.",
            Operator.AT_MOST, "lte.", Operator.IN, "in.", Operator.NOT_IN, "not.in.", Operator.CONTAINS, "match.", Operator.STARTS_WITH,
            "match.", Operator.ENDS_WITH, "match.");
    private static final Pattern ITEM = Pattern.compile("\"((?:\\\\.|[^\"\\\\])*)\"|[^,\"]+");

    @Test
    void everyFilterIsTranslatedWithItsValueInItsParameter() throws Exception {
        int conditions = 0;
        for (OperatorMatrix.Case each : OperatorMatrix.CASES) {
            for (Filter filter : Filters.of(each.arguments(), OperatorMatrix.COLUMNS::containsKey).conditions()) {
                ColumnDescription column = ColumnDescription.of(filter.column(), JsonType.ANY,
                        TYPES.get(OperatorMatrix.COLUMNS.get(filter.column())), false);
                String query = new SupabaseQuery().where(new Filters(List.of(filter)), null, name -> column).get("t").query();
                assertThat(query).as(each.toString()).matches("and=[A-Za-z0-9_.,:*%-]+");
                String condition = URLDecoder.decode(query, StandardCharsets.UTF_8).substring("and=".length());
                assertThat(condition).startsWith("(").endsWith(")");
                check(each, filter, '"' + filter.column() + '"', condition.substring(1, condition.length() - 1));
                conditions++;
            }
        }
        assertThat(conditions).isGreaterThanOrEqualTo(OperatorMatrix.CASES.size());
    }

    private static void check(OperatorMatrix.Case each, Filter filter, String name, String condition) throws JsonProcessingException {
        boolean isList = filter.operator() == Operator.IN || filter.operator() == Operator.NOT_IN;
        if (filter.operator() == Operator.IS_NULL) {
            assertThat(condition).as(each.toString()).isEqualTo(name + ((Boolean) filter.value() ? ".is.null" : ".not.is.null"));
        } else if (isList && filter.value().equals(List.of())) {
            assertThat(condition).as("never or always").isEqualTo((filter.operator() == Operator.IN ? "and(" : "or(") + name + ".is.null,"
                    + name + ".not.is.null)");
        } else {
            String start = name + "." + WORDS.get(filter.operator());
            assertThat(condition).as(each.toString()).startsWith(start);
            String written = condition.substring(start.length());
            if (!isList) {
                assertThat(items(written)).as("one quoted value: " + written).hasSize(1);
            }
            checkValue(each, filter, isList ? written : items(written).get(0));
        }
    }

    private static void checkValue(OperatorMatrix.Case each, Filter filter, String written) throws JsonProcessingException {
        switch (filter.operator()) {
            case CONTAINS, STARTS_WITH, ENDS_WITH -> {
                Pattern pattern = Pattern.compile(written);
                List<Integer> found = OperatorMatrix.rows(
                        row -> !row.get(filter.column()).isNull() && pattern.matcher(row.get(filter.column()).asText()).find());
                assertThat(found).as(each.toString()).isEqualTo(each.rows());
            }
            case IN, NOT_IN -> {
                assertThat(written).as(each.toString()).startsWith("(").endsWith(")");
                List<String> items = items(written.substring(1, written.length() - 1));
                List<?> values = (List<?>) filter.value();
                assertThat(items).as(each.toString()).hasSameSizeAs(values);
                for (int i = 0; i < items.size(); i++) {
                    assertThat(isWritten(filter.column(), items.get(i), values.get(i))).as(each.toString()).isTrue();
                }
            }
            default -> assertThat(isWritten(filter.column(), written, filter.value())).as(written + " of " + each).isTrue();
        }
    }

    private static List<String> items(String list) {
        List<String> items = new ArrayList<>();
        Matcher matcher = ITEM.matcher(list);
        while (matcher.find()) {
            items.add(matcher.group(1) == null ? matcher.group() : matcher.group(1).replaceAll("\\\\(.)", "$1"));
        }
        return items;
    }

    private static boolean isWritten(String column, String written, Object value) throws JsonProcessingException {
        return switch (OperatorMatrix.COLUMNS.get(column)) {
            case INTEGER, LONG, DECIMAL -> new BigDecimal(written).compareTo(new BigDecimal(value.toString())) == 0;
            case JSON -> McpClient.JSON.readTree(written).equals(McpClient.JSON.valueToTree(value));
            default -> written.equals(value.toString());
        };
    }
}
