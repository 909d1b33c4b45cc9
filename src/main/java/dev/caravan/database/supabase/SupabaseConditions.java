package dev.caravan.database.supabase;

import dev.caravan.database.Column;
import dev.caravan.database.Condition;
import dev.caravan.database.Filter;
import dev.caravan.database.Filters;
import java.util.ArrayList;
import java.util.List;

/**
 * Translates filters into PostgREST's parameters. A negation moves down to the comparisons, because PostgREST negates as SQL does: there, a comparison
 * with null does not hold either way.
 */
final class SupabaseConditions {

    /** Finds a column by the name that the caller wrote. */
    interface Columns {

        Column column(String name) throws Exception;
    }

    private final SupabaseQuery query;
    private final Columns columns;

    SupabaseConditions(SupabaseQuery query, Columns columns) {
        this.query = query;
        this.columns = columns;
    }

    void add(Condition condition) throws Exception {
        if (condition instanceof Filter filter) {
            query.where(filter, columns.column(filter.column()));
        } else {
            query.with("and", "(" + text(condition, true) + ")");
        }
    }

    /** @param holds false for the negation */
    private String text(Condition condition, boolean holds) throws Exception {
        if (condition instanceof Filter filter) {
            return query.term(filter, columns.column(filter.column()), holds);
        }
        if (condition instanceof Condition.Not not) {
            return all(not.filters(), !holds);
        }
        List<String> choices = new ArrayList<>();
        for (Filters choice : ((Condition.AnyOf) condition).choices()) {
            choices.add(all(choice, holds));
        }
        return joined(holds ? "or" : "and", choices);
    }

    private String all(Filters filters, boolean holds) throws Exception {
        List<String> conditions = new ArrayList<>();
        for (Condition condition : filters.conditions()) {
            conditions.add(text(condition, holds));
        }
        return joined(holds ? "and" : "or", conditions);
    }

    private static String joined(String word, List<String> parts) {
        return parts.size() == 1 ? parts.get(0) : word + "(" + String.join(",", parts) + ")";
    }
}
