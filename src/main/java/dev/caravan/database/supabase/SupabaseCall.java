package dev.caravan.database.supabase;

import dev.caravan.database.PageCall;
import dev.caravan.database.PageSpec;
import dev.caravan.database.Table;

/** One call of a database tool on its way through the Supabase routes; exchange property {@value #PROPERTY}. */
final class SupabaseCall extends PageCall {

    static final String PROPERTY = "supabaseCall";

    private final SupabaseDatabase database;
    private final Table table;
    private final SupabaseQuery where;

    /**
     * @param where the filters
     * @param page  of a query; else null
     * @param asked how many rows the server is asked for
     */
    SupabaseCall(SupabaseDatabase database, Table table, SupabaseQuery where, PageSpec page, int asked) {
        this.database = database;
        this.table = table;
        this.where = where;
        page(page);
        asked(asked);
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
