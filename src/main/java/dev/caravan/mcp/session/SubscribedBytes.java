package dev.caravan.mcp.session;

import dev.caravan.mcp.ListenSubscription;
import dev.caravan.mcp.McpException;
import dev.caravan.store.Budget;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.stream.Stream;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;

/** Limits the memory of subscriptions, per caller (all its streams and sessions) and for all callers together. */
@Component
public record SubscribedBytes(Budget budget) {

    /** Estimates the memory of an entry without its text, in bytes. */
    static final int OVERHEAD = 100;

    @Autowired
    SubscribedBytes(ConversationProperties properties) {
        this(new Budget(properties.maxSubscriptionsPerCaller().toBytes(), properties.maxSubscriptions().toBytes()));
    }

    /** Returns the bytes that a URI or an id takes. */
    static long of(String entry) {
        return OVERHEAD + entry.getBytes(StandardCharsets.UTF_8).length;
    }

    /** Returns the bytes that a subscription takes. */
    public static long of(ListenSubscription listening) {
        return of(listening.id().toString())
                + Stream.concat(listening.subscription().resources().stream(), listening.subscription().tasks().stream())
                .mapToLong(SubscribedBytes::of).sum();
    }

    /**
     * Reserves bytes until {@link #give}.
     *
     * @param owner caller whose quota they count against; null if there is none
     * @throws McpException 429 or 503; nothing is reserved then
     */
    public void take(String owner, long bytes) throws McpException {
        try {
            budget.take(owner, bytes);
        } catch (Budget.FullException e) {
            throw refusal(e);
        }
    }

    /** Releases bytes. */
    public void give(String owner, long bytes) {
        budget.give(owner, bytes);
    }

    McpException refusal(Budget.FullException full) {
        return full.isOfOwner()
                ? McpException.refused(429, "Your subscriptions exceed the limit of " + budget.perOwner()
                + " bytes for one caller. End some of them first", Map.of())
                : McpException.unavailable("The subscriptions of all callers exceed the limit of " + budget.most()
                + " bytes. Try again later");
    }
}
