package dev.caravan.database.supabase;

import dev.caravan.database.Filters;
import dev.caravan.database.PageCall;
import dev.caravan.database.Table;

/** One call of a database tool on its way through the Supabase flows. */
final class SupabaseCall extends PageCall {

    private final SupabaseDatabase database;
    private final Table table;
    private final Filters filters;
    private final SupabaseQuery where;

    /** @param where the filters, as PostgREST reads them */
    SupabaseCall(SupabaseDatabase database, Table table, Filters filters, SupabaseQuery where) {
        this.database = database;
        this.table = table;
        this.filters = filters;
        this.where = where;
    }

    /** Whether the filters name a whole key, so that one row matches at most. */
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
