package dev.caravan.database.supabase;

/**
 * A request to PostgREST.
 *
 * @param path   path below the API's address, percent-encoded
 * @param query  query string, percent-encoded
 * @param prefer value of the header {@code Prefer}; empty for no header
 * @param body   null, or an object that becomes JSON
 */
record SupabaseRequest(String method, String path, SupabaseQuery query, String prefer, Object body) {

    static SupabaseRequest get(String path, SupabaseQuery query) {
        return new SupabaseRequest("GET", path, query, "", null);
    }

    boolean isReading() {
        return method.equals("GET");
    }

    /** Returns whether the request reads rows of a table or function, which may be cut. The OpenAPI document is not rows. */
    boolean isOfRows() {
        return isReading() && !path.isEmpty() || path.startsWith("rpc/");
    }
}
