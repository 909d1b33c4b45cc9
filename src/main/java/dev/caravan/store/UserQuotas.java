package dev.caravan.store;

import dev.caravan.envelope.Text;
import java.util.Locale;
import java.util.function.Function;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Enforces the limits of one user in the store, over all gateways. */
@Component
public record UserQuotas(QuotaProperties settings) {

    private static final String LOCK = "select pg_advisory_xact_lock(hashtextextended('caravan quota of ' || :user, 0))";

    /**
     * Checks what the user has after the transaction has added to it. Call this last in the transaction: it takes a lock of the user that
     * other adding transactions wait for, so that each of them counts what the earlier ones added.
     *
     * @param failure makes the exception from the message for the caller; it must roll the transaction back
     * @throws E if the user has more than the limit
     */
    public <E extends Exception> void check(JdbcClient jdbc, String user, Quota quota, Function<Text, E> failure) throws E {
        long most = settings.most(quota);
        if (most == 0) {
            return;
        }
        jdbc.sql(LOCK).param("user", user).query((row, number) -> number).list();
        if (jdbc.sql(quota.sum()).param("user", user).query(Long.class).single() > most) {
            throw failure.apply(Text.of("quota." + quota.name().toLowerCase(Locale.ROOT), most));
        }
    }
}
