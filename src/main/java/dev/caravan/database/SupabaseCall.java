package dev.caravan.database;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/** One call of a database tool on its way through the Supabase routes; exchange property {@value #PROPERTY}. */
final class SupabaseCall {

    static final String PROPERTY = "supabaseCall";

    private final SupabaseDatabase database;
    private final Table table;
    private final SupabaseQuery where;
    private final Page page;
    private final int asked;
    private boolean more;
    private List<ObjectNode> rows = List.of();

    /**
     * @param where the filters
     * @param page  of a query; else null
     * @param asked how many rows the server is asked for
     */
    SupabaseCall(SupabaseDatabase database, Table table, SupabaseQuery where, Page page, int asked) {
        this.database = database;
        this.table = table;
        this.where = where;
        this.page = page;
        this.asked = asked;
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

    Page page() {
        return page;
    }

    int asked() {
        return asked;
    }

    /** Whether rows that match follow those of the page, as far as the page tells. */
    boolean more() {
        return more;
    }

    void more(boolean follow) {
        more = follow;
    }

    List<ObjectNode> rows() {
        return rows;
    }

    void rows(List<ObjectNode> found) {
        rows = found;
    }
}
