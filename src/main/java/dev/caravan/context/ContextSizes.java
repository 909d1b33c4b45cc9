package dev.caravan.context;

import dev.caravan.store.Quota;
import dev.caravan.store.UserQuotas;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Limits the size of one context, and of all contexts of a user together. A change that does not grow is always allowed, also above the limits. */
@Component
class ContextSizes {

    /** Maximum bytes of one context's JSON; each read needs a multiple of it. */
    static final long LARGEST = 16_000_000;

    private final UserQuotas quotas;

    ContextSizes(UserQuotas quotas) {
        this.quotas = quotas;
    }

    /**
     * Checks a context that the transaction has written. Call this last in the transaction.
     *
     * @param before bytes of its earlier JSON; 0 for a new context
     * @throws ContextFailure MALFORMED if the context is too large; QUOTA if the user's contexts together are too large
     */
    void check(JdbcClient jdbc, String user, long before, long after) throws ContextFailure {
        if (after <= before) {
            return;
        }
        if (after > LARGEST) {
            throw ContextFailure.malformed("context.tooLarge", LARGEST);
        }
        quotas.check(jdbc, user, Quota.BYTES, ContextFailure::quota);
    }
}
