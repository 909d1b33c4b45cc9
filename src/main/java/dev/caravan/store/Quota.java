package dev.caravan.store;

/** What a user may have only so much of, and the query that sums it up. */
public enum Quota {

    TABLES("select count(*) from context_table where user_id = :user"),
    TOOLS("select count(*) from tool where user_id = :user"),
    INSTANCES("select count(*) from mcp_v2 where user_id = :user"),
    /** Of JSON, in all contexts. */
    BYTES("select coalesce(sum(bytes), 0) from context_table where user_id = :user");

    private final String sum;

    Quota(String sum) {
        this.sum = sum;
    }

    String sum() {
        return sum;
    }
}
