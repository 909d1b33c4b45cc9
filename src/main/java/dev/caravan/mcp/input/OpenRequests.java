package dev.caravan.mcp.input;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.mcp.AnswerStream;
import dev.caravan.mcp.McpRequest;
import dev.caravan.mcp.session.HmacSigner;
import dev.caravan.mcp.session.Session;
import dev.caravan.store.NodeMessaging;
import dev.caravan.store.StoreException;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.apache.camel.util.concurrent.CamelThreadFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.stereotype.Component;

/** Holds the running requests of sessions, so that their clients can cancel them at any gateway. */
@Component
class OpenRequests {

    private static final String PURPOSE = "request";

    private final HmacSigner signer;
    private final CancelBroadcast broadcast;
    private final Map<String, Runnable> open = new ConcurrentHashMap<>();

    OpenRequests(HmacSigner signer, CancelBroadcast broadcast) {
        this.signer = signer;
        this.broadcast = broadcast;
        broadcast.read(this::cancelHere);
    }

    /**
     * Registers a request.
     *
     * @param id   id of the request
     * @param stop ends the request
     * @return name to pass to {@link #forget}
     */
    String open(Session session, JsonNode id, Runnable stop) {
        String name = name(session, id);
        open.put(name, stop);
        return name;
    }

    void forget(String name) {
        open.remove(name);
    }

    /** Cancels a request. Does nothing when the request has ended or never existed. */
    void cancel(Session session, JsonNode id) {
        String name = name(session, id);
        if (!cancelHere(name)) {
            broadcast.send(session, name);
        }
    }

    private boolean cancelHere(String name) {
        Runnable stop = open.remove(name);
        if (stop != null) {
            stop.run();
        }
        return stop != null;
    }

    private String name(Session session, JsonNode id) {
        return signer.shortMark(PURPOSE, session.id(), id.toString());
    }

    /** Handles {@code notifications/cancelled}. A modern client of HTTP closes its connection instead. */
    @Component("cancelRequest")
    record CancelRequest(OpenRequests requests) implements Processor {

        @Override
        public void process(Exchange exchange) {
            JsonNode id = McpRequest.of(exchange).params().get("requestId");
            AnswerStream.RequestCanceller canceller = AnswerStream.RequestCanceller.of(exchange);
            Session session = Session.of(exchange);
            if (id == null) {
                return;
            }
            if (canceller != null) {
                canceller.cancel(id);
            } else if (session != null) {
                requests.cancel(session, id);
            }
        }
    }

    /**
     * Tells all gateways which requests clients have cancelled. A client may cancel requests that don't exist, and each message costs every
     * gateway. Therefore the first cancellation is sent at once, and those of the next {@value #PAUSE_MS} ms in one message. Cancellations
     * beyond the limits are dropped; such a call runs to its end.
     */
    @Component
    static class CancelBroadcast implements DisposableBean {

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
        private final ScheduledExecutorService sender = Executors.newSingleThreadScheduledExecutor(
                new CamelThreadFactory("#name#", "cancel-broadcast", true));
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
            if (names.size() >= MOST || counts.getOrDefault(ofCaller, 0) >= MOST_OF_CALLER
                    || counts.getOrDefault(ofSession, 0) >= MOST_OF_SESSION) {
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
}
