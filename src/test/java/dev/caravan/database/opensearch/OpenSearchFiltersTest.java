package dev.caravan.database.opensearch;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.database.DatabaseValues;
import dev.caravan.database.DatabaseValues.CallerTimes;
import dev.caravan.database.Filters;
import dev.caravan.database.OpenSearchTestStore;
import dev.caravan.database.OperatorMatrix;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Arrays;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;

/**
 * Every filter, also with alternatives and negations, becomes an OpenSearch query of known clauses that finds those documents that it
 * means.
 */
class OpenSearchFiltersTest {

    private static final Pattern WILDCARD = Pattern.compile("\\\\(.)|(\\*)|([^\\\\*])", Pattern.DOTALL);

    @Test
    void everyFilterFindsItsDocuments() throws Exception {
        OpenSearchIndex index = OpenSearchIndex.of("operators", false, OpenSearchTestStore.index(OperatorMatrix.COLUMNS));
        for (OperatorMatrix.Case each : OperatorMatrix.CASES) {
            if (!each.column().equals("j")) { // JSON of any shape can't be searched
                OpenSearchFilters filters = new OpenSearchFilters(Filters.of(each.arguments(), OperatorMatrix.COLUMNS::containsKey),
                        path -> index.field(path).orElseThrow());
                JsonNode query = DatabaseValues.JSON.valueToTree(filters.query());
                assertThat(OperatorMatrix.rows(row -> matches(query, row))).as(query + " of " + each)
                        .isEqualTo(each.rows());
                assertThat(filters.unseen).isEmpty();
            }
        }
    }

    /** As OpenSearch reads a query. */
    private static boolean matches(JsonNode query, JsonNode row) {
        Map.Entry<String, JsonNode> clause = query.properties().iterator().next();
        JsonNode content = clause.getValue();
        return switch (clause.getKey()) {
            case "match_all" -> true;
            case "match_none" -> false;
            case "exists" -> !row.get(content.get("field").asText()).isNull();
            case "bool" -> each(content, "filter").allMatch(part -> matches(part, row))
                    && each(content, "must_not").noneMatch(part -> matches(part, row))
                        && (!content.has("should") || each(content, "should").anyMatch(part -> matches(part, row)));
            default -> {
                Map.Entry<String, JsonNode> field = content.properties().iterator().next();
                JsonNode value = row.get(field.getKey());
                yield !value.isNull() && holds(clause.getKey(), value, field.getValue());
            }
        };
    }

    private static Stream<JsonNode> each(JsonNode content, String part) {
        return StreamSupport.stream(content.path(part).spliterator(), false);
    }

    private static boolean holds(String clause, JsonNode value, JsonNode asked) {
        return switch (clause) {
            case "terms" -> StreamSupport.stream(asked.spliterator(), false).anyMatch(term -> compare(value, term) == 0);
            case "prefix" -> value.asText().startsWith(asked.get("value").asText());
            case "wildcard" -> value.asText().matches(expression(asked.get("value").asText()));
            case "range" ->
                    (!asked.has("gt") || compare(value, asked.get("gt")) > 0)
                            && (!asked.has("gte") || compare(value, asked.get("gte")) >= 0)
                            && (!asked.has("lt") || compare(value, asked.get("lt")) < 0)
                            && (!asked.has("lte") || compare(value, asked.get("lte")) <= 0);
            default -> throw new AssertionError("a clause that no filter has: " + clause);
        };
    }

    private static String expression(String wildcard) {
        Matcher matcher = WILDCARD.matcher(wildcard);
        StringBuilder expression = new StringBuilder("(?s)");
        while (matcher.find()) {
            expression.append(
                    matcher.group(2) != null ? ".*" : Pattern.quote(matcher.group(1) != null ? matcher.group(1) : matcher.group(3)));
        }
        return expression.toString();
    }

    private static int compare(JsonNode one, JsonNode other) {
        if (one.isBoolean()) {
            return Boolean.compare(one.booleanValue(), other.asBoolean());
        }
        if (one.isNumber()) {
            return other.isFloatingPointNumber() ? Double.compare(one.doubleValue(), other.doubleValue())
                    : new BigDecimal(one.asText()).compareTo(new BigDecimal(other.asText()));
        }
        return isTime(one.asText()) ? Long.compare(instant(one).toEpochMilli(), Long.parseLong(other.asText().replace("||", "")))
                : Arrays.compareUnsigned(one.asText().getBytes(StandardCharsets.UTF_8), other.asText().getBytes(StandardCharsets.UTF_8));
    }

    private static boolean isTime(String text) {
        return CallerTimes.read(text).isPresent();
    }

    private static Instant instant(JsonNode text) {
        return OffsetDateTime.parse(text.asText()).toInstant();
    }
}
