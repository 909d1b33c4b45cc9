package dev.caravan.mcp.input;

import dev.caravan.mcp.session.Session;
import dev.caravan.store.NodeMessaging;
import dev.caravan.store.StoreException;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.camel.util.concurrent.CamelThreadFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.stereotype.Component;

/**
 * Tells all gateways which requests clients have cancelled. A client may cancel requests that don't exist, and each message costs every
 * gateway. Therefore the first cancellation is sent at once, and those of the next {@value #PAUSE_MS} ms in one message. Cancellations
 * beyond the limits are dropped; such a call runs to its end.
 */
@Component
class CancelBroadcast implements DisposableBean {

    static final long PAUSE_MS = 100;

    private static final Logger LOG = LoggerFactory.getLogger(CancelBroadcast.class);
    private static final String KIND = "cancel";
    private static final String SEPARATOR = " ";
    /** Limits the names in a message. A name has 22 characters, so a message fits in one NOTIFY. */
    private static final int MOST = 250;
    private static final int MOST_OF_CALLER = 100;
    private static final int MOST_OF_SESSION = 20;

    private final NodeMessaging messaging;
    private final Set<String> names = new LinkedHashSet<>();
    /** {caller or session: number of its names}. */
    private final Map<String, Integer> counts = new HashMap<>();
    private final ScheduledExecutorService sender = Executors.newSingleThreadScheduledExecutor(new CamelThreadFactory("#name#", "cancel-broadcast", true));
    private long next = System.nanoTime();

    CancelBroadcast(NodeMessaging messaging) {
        this.messaging = messaging;
    }

    /**
     * Sets the reader; call it before the gateway starts.
     *
     * @param reader receives the name of each cancelled request; must not block
     */
    void read(Consumer<String> reader) {
        messaging.read(KIND, text -> {
            for (String name : text.split(SEPARATOR)) {
                reader.accept(name);
            }
        });
    }

    /** Queues a cancellation. Returns at once. */
    synchronized void send(Session session, String name) {
        if (!messaging.isPossible() || names.contains(name)) {
            return;
        }
        String ofCaller = "caller " + session.owner();
        String ofSession = "session " + session.id();
        if (names.size() >= MOST || counts.getOrDefault(ofCaller, 0) >= MOST_OF_CALLER || counts.getOrDefault(ofSession, 0) >= MOST_OF_SESSION) {
            LOG.debug("Cancellation not sent to other gateways because there are too many session={}", session.id());
            return;
        }
        if (names.isEmpty()) {
            sender.schedule(this::flush, Math.max(0, next - System.nanoTime()), TimeUnit.NANOSECONDS);
        }
        names.add(name);
        counts.merge(ofCaller, 1, Integer::sum);
        counts.merge(ofSession, 1, Integer::sum);
    }

    private void flush() {
        try {
            messaging.sendAll(KIND, take());
        } catch (StoreException e) {
            LOG.warn("Cancellations not sent to other gateways error={}", e.getMessage());
        } catch (RuntimeException | Error e) {
            LOG.error("Cancellations not sent to other gateways", e);
        }
    }

    private synchronized String take() {
        String text = String.join(SEPARATOR, names);
        names.clear();
        counts.clear();
        next = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(PAUSE_MS);
        return text;
    }

    @Override
    public void destroy() {
        sender.shutdownNow();
    }
}
