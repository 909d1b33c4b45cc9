package dev.caravan.store;

/** The kinds of things whose number or size is limited for each user, with the query that measures them. */
public enum Quota {

    TABLES("select count(*) from context_table where user_id = :user"),
    TOOLS("select count(*) from tool where user_id = :user"),
    INSTANCES("select count(*) from mcp_v2 where user_id = :user"),
    /** Size of the JSON in all contexts. */
    BYTES("select coalesce(sum(bytes), 0) from context_table where user_id = :user");

    private final String sum;

    Quota(String sum) {
        this.sum = sum;
    }

    String sum() {
        return sum;
    }
}
