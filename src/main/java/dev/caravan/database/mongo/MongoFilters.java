package dev.caravan.database.mongo;

import dev.caravan.database.DatabaseFailure;
import dev.caravan.database.Filters;
import dev.caravan.database.Filters.Filter;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.bson.BsonRegularExpression;
import org.bson.Document;

/** Translates filters into MongoDB queries. Queries are built as documents, so no value of a caller is read as an operator. */
final class MongoFilters {

    private MongoFilters() {
    }

    /** Returns the query document; empty if there are no filters. */
    static Document query(Filters parsed) throws DatabaseFailure {
        List<Document> all = new ArrayList<>();
        for (Filter filter : parsed.conditions()) {
            all.add(condition(filter));
        }
        return all.isEmpty() ? new Document() : all.size() == 1 ? all.get(0) : new Document("$and", all);
    }

    private static Document condition(Filter filter) throws DatabaseFailure {
        String field = field(filter.column());
        return switch (filter.operator()) {
            case EQUAL -> in(field, "$in", filter, List.of(filter.value()));
            case IN -> in(field, "$in", filter, (List<?>) filter.value());
            case NOT_IN -> ((List<?>) filter.value()).isEmpty() ? new Document() : in(field, "$nin", filter, (List<?>) filter.value());
            case GREATER -> compared(field, "$gt", filter);
            case AT_LEAST -> compared(field, "$gte", filter);
            case LESS -> compared(field, "$lt", filter);
            case AT_MOST -> compared(field, "$lte", filter);
            case CONTAINS -> matching(field, literal(filter.value()));
            case STARTS_WITH -> matching(field, "^" + literal(filter.value()));
            case ENDS_WITH -> matching(field, literal(filter.value()) + "\\z");
            case IS_NULL -> new Document(field, new Document((boolean) filter.value() ? "$eq" : "$ne", null));
        };
    }

    private static Document in(String field, String operator, Filter filter, List<?> values) throws DatabaseFailure {
        List<Object> candidates = new ArrayList<>();
        for (Object value : values) {
            candidates.addAll(MongoValues.candidates(filter.column(), value));
        }
        if (operator.equals("$in")) {
            return new Document(field, candidates.size() == 1 ? new Document("$eq", candidates.get(0)) : new Document("$in", candidates));
        }
        candidates.add(null);
        return new Document(field, new Document("$nin", candidates));
    }

    /** Compares a field with each possible reading of the value. MongoDB compares only values of the same type. */
    private static Document compared(String field, String operator, Filter filter) throws DatabaseFailure {
        List<Document> any = new ArrayList<>();
        boolean above = operator.equals("$gt") || operator.equals("$lte");
        for (Object candidate : MongoValues.bounds(filter.column(), filter.value(), above)) {
            any.add(new Document(field, new Document(operator, candidate)));
        }
        return any.size() == 1 ? any.get(0) : new Document("$or", any);
    }

    private static Document matching(String field, String pattern) {
        return new Document(field, new BsonRegularExpression(pattern));
    }

    /** Returns a pattern of just this text. A pattern in BSON ends at a zero character, so that one is written as an escape. */
    private static String literal(Object text) {
        return Pattern.quote((String) text).replace("\0", "\\E\\x00\\Q");
    }

    /**
     * Checks the name of a field, or a path of names with dots.
     *
     * @throws DatabaseFailure query_error if MongoDB could read the name as something else
     */
    static String field(String name) throws DatabaseFailure {
        for (String part : name.split("\\.", -1)) {
            if (part.isEmpty() || part.startsWith("$") || part.indexOf(0) >= 0) {
                throw DatabaseFailure.query("database.fieldName", name);
            }
        }
        return name;
    }
}
