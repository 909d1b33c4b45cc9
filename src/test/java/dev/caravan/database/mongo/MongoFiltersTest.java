package dev.caravan.database.mongo;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.McpClient;
import dev.caravan.database.DatabaseFailure;
import dev.caravan.database.Filters;
import dev.caravan.database.OperatorMatrix;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.IntPredicate;
import java.util.regex.Pattern;
import org.bson.BsonRegularExpression;
import org.bson.Document;
import org.bson.types.Decimal128;
import org.junit.jupiter.api.Test;

/**
 * Every filter, also with alternatives and negations, becomes a MongoDB query of known operators that finds those documents that it means.
 */
class MongoFiltersTest {

    @Test
    void everyFilterFindsItsDocuments() throws Exception {
        for (OperatorMatrix.Case each : OperatorMatrix.CASES) {
            Document query = MongoFilters.query(Filters.of(each.arguments(), name -> false));
            assertThat(OperatorMatrix.rows(row -> matches(query, stored(row)))).as(query + " of " + each).isEqualTo(each.rows());
        }
    }

    private static Document stored(JsonNode row) {
        try {
            return MongoValues.document(McpClient.JSON.convertValue(row, Map.class));
        } catch (DatabaseFailure e) {
            throw new IllegalStateException(e);
        }
    }

    /** As MongoDB reads a query. */
    private static boolean matches(Document query, Document row) {
        return query.entrySet().stream().allMatch(condition -> switch (condition.getKey()) {
            case "$and" -> ((List<?>) condition.getValue()).stream().allMatch(each -> matches((Document) each, row));
            case "$or" -> ((List<?>) condition.getValue()).stream().anyMatch(each -> matches((Document) each, row));
            case "$nor" -> ((List<?>) condition.getValue()).stream().noneMatch(each -> matches((Document) each, row));
            default -> holds(condition.getValue(), row.get(condition.getKey()));
        });
    }

    private static boolean holds(Object condition, Object value) {
        if (condition instanceof BsonRegularExpression expression) {
            return value instanceof String text && Pattern.compile(expression.getPattern()).matcher(text).find();
        }
        return ((Document) condition).entrySet().stream().allMatch(part -> switch (part.getKey()) {
            case "$eq" -> same(value, part.getValue());
            case "$ne" -> !same(value, part.getValue());
            case "$in" -> ((List<?>) part.getValue()).stream().anyMatch(each -> same(value, each));
            case "$nin" -> ((List<?>) part.getValue()).stream().noneMatch(each -> same(value, each));
            case "$gt" -> compares(value, part.getValue(), order -> order > 0);
            case "$gte" -> compares(value, part.getValue(), order -> order >= 0);
            case "$lt" -> compares(value, part.getValue(), order -> order < 0);
            case "$lte" -> compares(value, part.getValue(), order -> order <= 0);
            default -> throw new AssertionError("an operator that no filter has: " + part.getKey());
        });
    }

    private static boolean same(Object one, Object other) {
        return one == null ? other == null : compare(one, other).orElse(one.equals(other) ? 0 : 1) == 0;
    }

    private static boolean compares(Object one, Object other, IntPredicate holds) {
        return compare(one, other).stream().anyMatch(holds);
    }

    /** Only values of one type compare. */
    private static OptionalInt compare(Object one, Object other) {
        if (one instanceof Number && other instanceof Number) {
            return OptionalInt.of(number(one).compareTo(number(other)));
        }
        if (one instanceof Date date && other instanceof Date than) {
            return OptionalInt.of(date.compareTo(than));
        }
        return one instanceof String text && other instanceof String than
                ? OptionalInt.of(Arrays.compareUnsigned(text.getBytes(StandardCharsets.UTF_8), than.getBytes(StandardCharsets.UTF_8)))
                : OptionalInt.empty();
    }

    private static BigDecimal number(Object number) {
        return number instanceof Decimal128 decimal ? decimal.bigDecimalValue() : new BigDecimal(number.toString());
    }
}
