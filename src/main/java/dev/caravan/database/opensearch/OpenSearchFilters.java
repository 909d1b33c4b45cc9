package dev.caravan.database.opensearch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.database.DatabaseFailure;
import dev.caravan.database.Filters;
import dev.caravan.database.Filters.Condition;
import dev.caravan.database.Filters.Filter;
import dev.caravan.database.Filters.Operator;
import dev.caravan.database.opensearch.OpenSearchDriver.OpenSearchDatabase;
import dev.caravan.database.opensearch.OpenSearchIndex.OpenSearchField;
import dev.caravan.database.opensearch.OpenSearchIndex.OpenSearchField.Kind;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Translates the conditions of a call into an OpenSearch query. Text longer than {@code ignore_above} is not in the field that is compared.
 * The query also finds documents with such text, and {@link #unseen} selects them. A caller that finds such a document must report it.
 */
final class OpenSearchFilters {

    private static final JsonNodeFactory NODES = OpenSearchRequest.JSON.getNodeFactory();
    private static final Instant FIRST_NANO = Instant.EPOCH;
    private static final Instant LAST_NANO = Instant.ofEpochSecond(0, Long.MAX_VALUE);
    private static final DateTimeFormatter WRITTEN = DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSSSSSSS'Z'")
            .withZone(ZoneOffset.UTC);
    private static final int LONGEST_PATTERN = 900;
    private static final BigDecimal HALF = new BigDecimal("0.5");

    private final ArrayNode conditions = NODES.arrayNode();
    private final Map<OpenSearchField, ObjectNode> unseen = new LinkedHashMap<>();

    private boolean ofOneId;

    private OpenSearchFilters() {
    }

    static OpenSearchFilters of(OpenSearchDatabase database, OpenSearchIndex index, Map<String, Object> arguments) throws Exception {
        @SuppressWarnings("unchecked")
        Filters filters = Filters.of((Map<String, Object>) arguments.get("filters"), path -> index.field(path).isPresent());
        OpenSearchFilters all = new OpenSearchFilters();
        for (Condition condition : filters.conditions()) {
            List<ObjectNode> hidden = new ArrayList<>();
            ObjectNode clause = all.clause(condition, path -> database.catalogue().field(index, path), hidden);
            // beside the whole condition, because a negation of it would exclude documents with hidden text
            all.conditions.add(hidden.isEmpty() ? clause : any(Stream.concat(Stream.of(clause), hidden.stream()).toList()));
            all.ofOneId |= condition instanceof Filter filter && filter.operator() == Operator.EQUAL
                    && database.catalogue().field(index, filter.column()).kind() == Kind.ID;
        }
        return all;
    }

    private interface Fields {

        OpenSearchField field(String path) throws Exception;
    }

    private ObjectNode clause(Condition condition, Fields fields, List<ObjectNode> hidden) throws Exception {
        if (condition instanceof Filter filter) {
            return comparison(filter, fields.field(filter.column()), hidden);
        }
        if (condition instanceof Condition.Not not) {
            return not(clause(not.filters(), fields, hidden));
        }
        List<ObjectNode> choices = new ArrayList<>();
        for (Filters choice : ((Condition.AnyOf) condition).choices()) {
            choices.add(clause(choice, fields, hidden));
        }
        return any(choices);
    }

    private ObjectNode clause(Filters filters, Fields fields, List<ObjectNode> hidden) throws Exception {
        ArrayNode clauses = NODES.arrayNode();
        for (Condition condition : filters.conditions()) {
            clauses.add(clause(condition, fields, hidden));
        }
        return of("bool", of("filter", clauses));
    }

    ObjectNode query() {
        return of("bool", of("filter", conditions));
    }

    /** Returns whether the filters give one id, so that at most one document of each index matches. */
    boolean ofOneId() {
        return ofOneId;
    }

    /** Returns queries for documents whose text is too long to compare, by field. */
    Map<OpenSearchField, ObjectNode> unseen() {
        return unseen;
    }

    /** @param hidden receives queries for documents whose text is too long to compare */
    private ObjectNode comparison(Filter filter, OpenSearchField field, List<ObjectNode> hidden) throws DatabaseFailure {
        ObjectNode clause = clause(filter, field);
        if (field.hidesLongText() && isAboutLongText(filter, field)) {
            ObjectNode tooLong = nested(field, all(exists(field.path()), not(exists(field.exact()))));
            unseen.put(field, tooLong);
            hidden.add(tooLong.deepCopy());
        }
        // a missing nested object has no fields, so the condition must be outside of the nested query
        return filter.operator() == Operator.IS_NULL && (Boolean) filter.value() ? not(nested(field, exists(field.path())))
                : nested(field, clause);
    }

    private static boolean isAboutLongText(Filter filter, OpenSearchField field) {
        return switch (filter.operator()) {
            case EQUAL -> filter.value().toString().length() > field.longest();
            case IN, NOT_IN -> ((List<?>) filter.value()).stream().anyMatch(value -> value.toString().length() > field.longest());
            case IS_NULL -> false;
            default -> true;
        };
    }

    private static ObjectNode clause(Filter filter, OpenSearchField field) throws DatabaseFailure {
        Operator operator = filter.operator();
        if (operator == Operator.IS_NULL) {
            return field.kind() == Kind.ID ? (Boolean) filter.value() ? none() : every() : exists(field.path());
        }
        if (operator == Operator.NOT_IN && ((List<?>) filter.value()).isEmpty()) {
            return every();
        }
        if (field.kind() == Kind.OBJECT || field.type().startsWith("disabled")) {
            throw DatabaseFailure.query("database.search.notSearchable", filter.key(), field.path(), field.type());
        }
        if (field.kind() == Kind.TEXT && field.exact() == null) {
            throw DatabaseFailure.query("database.search.noExactText", filter.key(), field.path());
        }
        return switch (operator) {
            case EQUAL -> in(field, List.of(filter.value()));
            case IN -> in(field, (List<?>) filter.value());
            case NOT_IN -> all(field.kind() == Kind.ID ? every() : exists(field.path()), not(in(field, (List<?>) filter.value())));
            case CONTAINS -> text(filter, field, "wildcard", "*" + escaped(filter) + "*");
            case STARTS_WITH -> text(filter, field, "prefix", (String) filter.value());
            case ENDS_WITH -> text(filter, field, "wildcard", "*" + escaped(filter));
            default -> ordered(filter, field);
        };
    }

    private static ObjectNode in(OpenSearchField field, List<?> values) throws DatabaseFailure {
        ArrayNode terms = NODES.arrayNode();
        List<ObjectNode> times = new ArrayList<>();
        for (Object value : values) {
            if (!Filters.isScalar(value)) {
                throw OpenSearchValues.unfit(field, value);
            }
            switch (field.kind()) {
                case BOOLEAN -> terms.add(OpenSearchValues.truth(field, value));
                case DATE -> times.add(between(field, Operator.EQUAL, OpenSearchValues.time(field, value)));
                case WHOLE, SCALED, FLOATING -> addNumber(terms, field, OpenSearchValues.decimal(field, value));
                default -> terms.add(value instanceof BigDecimal decimal ? decimal.toPlainString() : value.toString());
            }
        }
        if (!times.isEmpty()) {
            return any(times);
        }
        return terms.isEmpty() ? none() : of("terms", of(field.compared(), terms));
    }

    /** Adds the number if a value of the field can equal it. */
    private static void addNumber(ArrayNode terms, OpenSearchField field, BigDecimal number) {
        if (field.kind() == Kind.FLOATING) {
            double floating = OpenSearchValues.floating(field, number);
            if (Double.isFinite(floating)) {
                terms.add(floating);
            }
            return;
        }
        BigInteger steps = steps(field, number).setScale(0, RoundingMode.HALF_UP).toBigInteger();
        boolean isInRange = steps.compareTo(OpenSearchValues.least(field)) >= 0 && steps.compareTo(OpenSearchValues.most(field)) <= 0;
        if (isInRange && field.kind() == Kind.SCALED) {
            terms.add(number);
        } else if (isInRange && OpenSearchValues.isWhole(number)) {
            terms.add(steps);
        }
    }

    private static ObjectNode ordered(Filter filter, OpenSearchField field) throws DatabaseFailure {
        Object value = filter.value();
        return switch (field.kind()) {
            case WHOLE, SCALED -> between(field, filter.operator(), steps(field, OpenSearchValues.decimal(field, value)));
            case FLOATING -> beyond(field, filter.operator(), OpenSearchValues.floating(field, OpenSearchValues.decimal(field, value)));
            case DATE -> between(field, filter.operator(), OpenSearchValues.time(field, value));
            case BOOLEAN, ID -> throw DatabaseFailure.query("database.search.notSearchable", filter.key(), field.path(), field.type());
            default -> {
                checkLength(filter);
                yield range(field.compared(), word(filter.operator()), NODES.textNode(value.toString()));
            }
        };
    }

    /** Refuses a value that is too long. Lucene's automata have at most 1,000 states in a row. */
    private static void checkLength(Filter filter) throws DatabaseFailure {
        if (filter.value().toString().getBytes(StandardCharsets.UTF_8).length > LONGEST_PATTERN) {
            throw DatabaseFailure.query("database.search.longPattern", filter.key(), LONGEST_PATTERN);
        }
    }

    /** Returns the number in steps of the field. A step is the smallest difference between two values of the field. */
    private static BigDecimal steps(OpenSearchField field, BigDecimal number) {
        return field.kind() == Kind.SCALED ? number.multiply(BigDecimal.valueOf(field.factor())) : number;
    }

    private static ObjectNode between(OpenSearchField field, Operator operator, BigDecimal steps) {
        BigInteger least = OpenSearchValues.least(field);
        BigInteger most = OpenSearchValues.most(field);
        BigInteger floor = steps.setScale(0, RoundingMode.FLOOR).toBigInteger();
        BigInteger ceiling = steps.setScale(0, RoundingMode.CEILING).toBigInteger();
        BigInteger from = operator == Operator.GREATER ? floor.add(BigInteger.ONE) : operator == Operator.AT_LEAST ? ceiling : least;
        BigInteger to = operator == Operator.LESS ? ceiling.subtract(BigInteger.ONE) : operator == Operator.AT_MOST ? floor : most;
        if (from.compareTo(most) > 0 || to.compareTo(least) < 0) {
            return none();
        }
        if (from.compareTo(least) > 0) {
            return range(field.path(), "gte", number(field, from, HALF.negate()));
        }
        return to.compareTo(most) < 0 ? range(field.path(), "lte", number(field, to, HALF)) : exists(field.path());
    }

    /**
     * Returns the bound for a number of steps. OpenSearch multiplies by the factor and rounds, so the bound is half a step away to be safe.
     */
    private static JsonNode number(OpenSearchField field, BigInteger steps, BigDecimal away) {
        return field.kind() == Kind.WHOLE ? NODES.numberNode(steps)
                : NODES.numberNode(new BigDecimal(steps).add(away).doubleValue() / field.factor());
    }

    private static ObjectNode beyond(OpenSearchField field, Operator operator, double number) {
        if (Double.isFinite(number)) {
            return range(field.path(), word(operator), NODES.numberNode(number));
        }
        boolean isGreater = operator == Operator.GREATER || operator == Operator.AT_LEAST;
        return number < 0 == isGreater ? exists(field.path()) : none();
    }

    /** Compares times with the field's precision. All digits are written, because OpenSearch fills missing digits with the latest time. */
    private static ObjectNode between(OpenSearchField field, Operator operator, Instant time) {
        boolean isNanos = field.type().equals("date_nanos");
        if (isNanos && (time.isBefore(FIRST_NANO) || time.isAfter(LAST_NANO))) {
            boolean isAll = time.isBefore(FIRST_NANO) ? operator == Operator.GREATER || operator == Operator.AT_LEAST
                    : operator == Operator.LESS || operator == Operator.AT_MOST;
            return isAll ? exists(field.path()) : none();
        }
        Instant kept = OpenSearchValues.resolved(field, time);
        boolean isExact = kept.equals(time);
        if (operator == Operator.EQUAL && !isExact) {
            return none();
        }
        ObjectNode bounds = NODES.objectNode();
        bounds.put("format", "strict_date_optional_time_nanos");
        String text = WRITTEN.format(kept);
        switch (operator) {
            case GREATER -> bounds.put("gt", text);
            case AT_LEAST -> bounds.put(isExact ? "gte" : "gt", text);
            case LESS -> bounds.put(isExact ? "lt" : "lte", text);
            case AT_MOST -> bounds.put("lte", text);
            default -> bounds.put("gte", text).put("lte", text);
        }
        return of("range", of(field.path(), bounds));
    }

    private static ObjectNode text(Filter filter, OpenSearchField field, String kind, String value) throws DatabaseFailure {
        if (field.kind() != Kind.TEXT) {
            throw DatabaseFailure.query("database.notText", filter.key(), field.path(), field.type());
        }
        if (((String) filter.value()).length() > field.longest()) {
            return none();
        }
        checkLength(filter);
        return of(kind, of(field.exact(), of("value", NODES.textNode(value))));
    }

    private static String escaped(Filter filter) {
        return ((String) filter.value()).replace("\\", "\\\\").replace("*", "\\*").replace("?", "\\?");
    }

    private static String word(Operator operator) {
        return switch (operator) {
            case GREATER -> "gt";
            case AT_LEAST -> "gte";
            case LESS -> "lt";
            default -> "lte";
        };
    }

    private static ObjectNode range(String path, String word, JsonNode value) {
        return of("range", of(path, of(word, value)));
    }

    private static ObjectNode nested(OpenSearchField field, ObjectNode clause) {
        return field.nested() == null ? clause : of("nested", of("path", NODES.textNode(field.nested())).set("query", clause));
    }

    private static ObjectNode exists(String path) {
        return of("exists", of("field", NODES.textNode(path)));
    }

    private static ObjectNode not(ObjectNode clause) {
        return of("bool", of("must_not", NODES.arrayNode().add(clause)));
    }

    private static ObjectNode all(ObjectNode one, ObjectNode other) {
        return of("bool", of("filter", NODES.arrayNode().add(one).add(other)));
    }

    static ObjectNode any(List<ObjectNode> clauses) {
        return of("bool", of("minimum_should_match", NODES.numberNode(1)).set("should", NODES.arrayNode().addAll(clauses)));
    }

    private static ObjectNode every() {
        return of("match_all", NODES.objectNode());
    }

    private static ObjectNode none() {
        return of("match_none", NODES.objectNode());
    }

    private static ObjectNode of(String name, JsonNode value) {
        return NODES.objectNode().set(name, value);
    }
}
