package dev.caravan.mcp.session;

import dev.caravan.mcp.ListenSubscription;
import dev.caravan.mcp.McpException;
import dev.caravan.security.caller.Shares;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.springframework.stereotype.Component;

/** Limits the memory of subscriptions, per caller (all its streams and sessions) and for all callers together. */
@Component
public class SubscribedBytes {

    /** Estimates the memory of an entry without its text, in bytes. */
    static final int OVERHEAD = 100;

    private final long most;
    private final AtomicLong all = new AtomicLong();
    private final Shares<String> callers;

    SubscribedBytes(ConversationProperties properties) {
        this.most = properties.maxSubscriptions().toBytes();
        this.callers = new Shares<>(properties.maxSubscriptionsPerCaller().toBytes());
    }

    /** Returns the bytes that a URI or an id takes. */
    static long of(String entry) {
        return OVERHEAD + entry.getBytes(StandardCharsets.UTF_8).length;
    }

    /** Returns the bytes that a subscription takes. */
    public static long of(ListenSubscription listening) {
        return of(listening.id().toString()) + Stream.concat(listening.subscription().resources().stream(), listening.subscription().tasks().stream())
                .mapToLong(SubscribedBytes::of).sum();
    }

    long mostOfCaller() {
        return callers.most();
    }

    /**
     * Reserves bytes until {@link #give}.
     *
     * @param owner caller whose quota they count against; null if there is none
     * @throws McpException 429 or 503; nothing is reserved then
     */
    public void take(String owner, long bytes) throws McpException {
        if (!callers.take(owner, bytes)) {
            throw overShare();
        }
        if (all.addAndGet(bytes) > most) {
            give(owner, bytes);
            throw McpException.unavailable("The subscriptions of all callers exceed the limit of " + most + " bytes. Try again later");
        }
    }

    /** Releases bytes. */
    public void give(String owner, long bytes) {
        all.addAndGet(-bytes);
        callers.give(owner, bytes);
    }

    McpException overShare() {
        return McpException.refused(429, "Your subscriptions exceed the limit of " + callers.most() + " bytes for one caller. End some of them first",
                java.util.Map.of());
    }
}
