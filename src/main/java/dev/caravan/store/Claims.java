package dev.caravan.store;

import java.time.Duration;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * This gateway's claims on rows of the gateways' database, in their columns {@code claimed_by} and {@code claimed_until}, by the database's clock. A claim that isn't
 * renewed ends by itself, so that others take up, or give up, what a gateway that was killed worked on.
 */
public final class Claims {

    /** To be set. */
    public static final String TAKE = "claimed_by = :me, claimed_until = now() + make_interval(secs => :lease)";
    /** To be set. */
    public static final String RENEW = "claimed_until = now() + make_interval(secs => :lease)";
    /** To be set. */
    public static final String RELEASE = "claimed_by = null, claimed_until = null";
    /** A condition. */
    public static final String MINE = "claimed_by = :me";
    /** A condition. */
    public static final String OVER = "claimed_until < now()";

    private final String gateway = UUID.randomUUID().toString();
    private final Duration lease;

    /** @param lease after which a gateway that says nothing has lost what it claimed */
    public Claims(Duration lease) {
        this.lease = lease;
    }

    /** A statement that is made of these. */
    public JdbcClient.StatementSpec sql(JdbcClient jdbc, String statement) {
        return jdbc.sql(statement).param("me", gateway).param("lease", lease.toSeconds());
    }
}
