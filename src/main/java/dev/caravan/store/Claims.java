package dev.caravan.store;

import java.time.Duration;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * This gateway's claims on rows of the store, in the columns {@code claimed_by} and {@code claimed_until}, by the database's clock. A claim
 * that is not renewed expires. Other gateways then continue the work of a crashed gateway, or give it up.
 */
public final class Claims {

    /** Assignments that take a claim. */
    public static final String TAKE = "claimed_by = :me, claimed_until = now() + make_interval(secs => :lease)";
    /** Assignment that renews a claim. */
    public static final String RENEW = "claimed_until = now() + make_interval(secs => :lease)";
    /** Assignments that release a claim. */
    public static final String RELEASE = "claimed_by = null, claimed_until = null";
    /** Condition: this gateway has the claim. */
    public static final String MINE = "claimed_by = :me";
    /** Condition: the claim has expired. */
    public static final String OVER = "claimed_until < now()";

    private final String gateway = UUID.randomUUID().toString();
    private final Duration lease;

    /** @param lease time after which a claim expires unless it is renewed */
    public Claims(Duration lease) {
        this.lease = lease;
    }

    /** Prepares a statement that contains these parts. */
    public JdbcClient.StatementSpec sql(JdbcClient jdbc, String statement) {
        return jdbc.sql(statement).param("me", gateway).param("lease", lease.toSeconds());
    }
}
