package dev.caravan.database.supabase;

/**
 * A request to PostgREST.
 *
 * @param path   below the API's address, percent-encoded
 * @param query  percent-encoded
 * @param prefer header {@code Prefer}; empty for none
 * @param body   null, or what becomes JSON
 */
record SupabaseRequest(String method, String path, SupabaseQuery query, String prefer, Object body) {

    static SupabaseRequest get(String path, SupabaseQuery query) {
        return new SupabaseRequest("GET", path, query, "", null);
    }

    boolean isReading() {
        return method.equals("GET");
    }

    /** Whether it asks for rows, which may be cut: of a table or a function, not the description of the API. */
    boolean isOfRows() {
        return isReading() && !path.isEmpty() || path.startsWith("rpc/");
    }
}
