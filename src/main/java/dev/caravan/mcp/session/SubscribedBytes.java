package dev.caravan.mcp.session;

import dev.caravan.mcp.ListenSubscription;
import dev.caravan.mcp.McpException;
import dev.caravan.security.caller.Shares;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.springframework.stereotype.Component;

/** Bounds the memory of subscriptions: those of one caller, on all its streams and in all its sessions, and those of all callers together. */
@Component
public class SubscribedBytes {

    /** What one entry takes besides its text, about. */
    static final int OVERHEAD = 100;

    private final long most;
    private final AtomicLong all = new AtomicLong();
    private final Shares<String> callers;

    SubscribedBytes(ConversationProperties properties) {
        this.most = properties.maxSubscriptions().toBytes();
        this.callers = new Shares<>(properties.maxSubscriptionsPerCaller().toBytes());
    }

    /** Bytes of a URI or an id. */
    static long of(String entry) {
        return OVERHEAD + entry.getBytes(StandardCharsets.UTF_8).length;
    }

    public static long of(ListenSubscription listening) {
        return of(listening.id().toString()) + Stream.concat(listening.subscription().resources().stream(), listening.subscription().tasks().stream())
                .mapToLong(SubscribedBytes::of).sum();
    }

    long mostOfCaller() {
        return callers.most();
    }

    /**
     * Counts them until {@link #give}.
     *
     * @param owner whose share they are of; null: nobody's
     * @throws McpException 429 or 503, and nothing is counted
     */
    public void take(String owner, long bytes) throws McpException {
        if (!callers.take(owner, bytes)) {
            throw overShare();
        }
        if (all.addAndGet(bytes) > most) {
            give(owner, bytes);
            throw McpException.unavailable("The subscriptions of all callers take more than " + most + " bytes, which is the limit: try again later");
        }
    }

    public void give(String owner, long bytes) {
        all.addAndGet(-bytes);
        callers.give(owner, bytes);
    }

    McpException overShare() {
        return McpException.refused(429, "Your subscriptions take more than " + callers.most() + " bytes, which is the limit of a caller: end some of them first",
                java.util.Map.of());
    }
}
