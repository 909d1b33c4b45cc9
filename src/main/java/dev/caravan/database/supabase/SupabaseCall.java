package dev.caravan.database.supabase;

import dev.caravan.database.Filters;
import dev.caravan.database.PageCall;
import dev.caravan.database.Table;

/** One call of a database tool in the Supabase flows. */
final class SupabaseCall extends PageCall {

    private final SupabaseDatabase database;
    private final Table table;
    private final Filters filters;
    private final SupabaseQuery where;

    /** @param where the filters in PostgREST's syntax */
    SupabaseCall(SupabaseDatabase database, Table table, Filters filters, SupabaseQuery where) {
        this.database = database;
        this.table = table;
        this.filters = filters;
        this.where = where;
    }

    /** Returns whether the filters name a whole key, so that at most one row matches. */
    boolean isOfOneKey() {
        return filters.fix(table.key());
    }

    SupabaseDatabase database() {
        return database;
    }

    Table table() {
        return table;
    }

    SupabaseQuery where() {
        return where;
    }
}
