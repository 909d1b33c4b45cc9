package dev.caravan.mcp.http;

import dev.caravan.http.AdmittedRequest;
import dev.caravan.http.HttpProperties;
import dev.caravan.mcp.ListChanges;
import dev.caravan.security.Admission;
import dev.caravan.security.Caller;
import dev.caravan.security.FailedLogins;
import dev.caravan.security.HttpRefusal;
import dev.caravan.security.ToolsetFolder;
import dev.caravan.store.Budget;
import io.micrometer.core.instrument.MeterRegistry;
import io.undertow.server.HttpServerExchange;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.apache.camel.util.concurrent.CamelThreadFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;

/**
 * Holds all open event streams of all endpoints ({@code caravan.http.streams} counts them). Sends heartbeats, and ends streams of
 * callers whose token has expired, or whose key has changed or is gone.
 * When the gateway stops, the streams end before everything else, so that nothing waits for them.
 */
@Component
class OpenStreams implements SmartLifecycle {

    private static final Logger LOG = LoggerFactory.getLogger(OpenStreams.class);

    private static final long LONGEST_END = TimeUnit.MILLISECONDS.toNanos(500);
    private static final long POLL = TimeUnit.MILLISECONDS.toNanos(2);

    private final Set<EventStream> open = ConcurrentHashMap.newKeySet();
    /** Streams that end with an answer; not counted. */
    private final Set<EventStream> answers = ConcurrentHashMap.newKeySet();
    private final Duration heartbeat;
    private final Admission admission;
    private final Budget places;
    private ScheduledExecutorService clock;
    private volatile boolean stopping;

    OpenStreams(HttpProperties properties, Admission admission, MeterRegistry meters) {
        this.admission = admission;
        this.heartbeat = properties.heartbeat();
        this.places = new Budget(properties.maxStreamsPerCaller(), properties.maxStreams());
        meters.gauge("caravan.http.streams", open, Set::size);
    }

    /** Creates the connection of an answer. The caller must start it. */
    EventStream ofAnswer(HttpServerExchange exchange, Consumer<EventStream> whenGone) {
        EventStream stream = new EventStream(exchange, gone -> {
            answers.remove(gone);
            whenGone.accept(gone);
        });
        answers.add(stream);
        return stream;
    }

    /**
     * Creates the connection of a GET stream or of a listening stream. The caller must start it.
     *
     * @param whenGone called once when the connection has ended
     * @throws HttpRefusal 503, if the limit of streams is reached; 429, if the caller's limit is reached
     */
    EventStream open(HttpServerExchange exchange, Consumer<EventStream> whenGone) throws HttpRefusal {
        if (stopping) {
            throw new HttpRefusal(503, "The gateway is stopping");
        }
        try {
            places.take(Caller.share(AdmittedRequest.caller(exchange)), 1);
        } catch (Budget.FullException e) {
            throw e.isOfOwner()
                    ? new HttpRefusal(429, "You have " + places.perOwner() + " event streams, the limit for one caller. Close one first")
                    : new HttpRefusal(503, "There are " + places.most() + " event streams, the limit of the gateway. Try again later");
        }
        EventStream stream = new EventStream(exchange, gone -> {
            if (open.remove(gone)) {
                places.give(gone.owner(), 1);
            }
            whenGone.accept(gone);
        });
        open.add(stream);
        if (stopping) {
            stream.end();
        }
        return stream;
    }

    int size() {
        return open.size();
    }

    @Override
    public void start() {
        stopping = false;
        clock = Executors.newSingleThreadScheduledExecutor(new CamelThreadFactory("#name#", "event-streams", true));
        clock.scheduleWithFixedDelay(this::beat, heartbeat.toNanos(), heartbeat.toNanos(), TimeUnit.NANOSECONDS);
    }

    private void beat() {
        open.forEach(stream -> beat(stream, this::keepAliveIfCurrent));
        answers.forEach(stream -> beat(stream, EventStream::keepAlive));
    }

    private void keepAliveIfCurrent(EventStream stream) {
        if (stream.caller() == null || admission.isCurrent(stream.caller())) {
            stream.keepAlive();
        } else {
            stream.end();
        }
    }

    /** Sends one heartbeat. A failure does not stop the heartbeats of other streams. */
    private static void beat(EventStream stream, Consumer<EventStream> heartbeat) {
        try {
            heartbeat.accept(stream);
        } catch (RuntimeException | Error e) {
            LOG.error("Heartbeat not sent because of an unexpected exception", e);
        }
    }

    @Override
    public void stop() {
        stopping = true;
        clock.shutdownNow();
        clock = null;
        open.forEach(EventStream::end);
        long deadline = System.nanoTime() + LONGEST_END;
        while (!open.isEmpty() && System.nanoTime() < deadline) {
            LockSupport.parkNanos(POLL);
        }
        open.forEach(EventStream::abort);
    }

    @Override
    public boolean isRunning() {
        return clock != null;
    }

    /** Returns the phase that stops before everything else. */
    @Override
    public int getPhase() {
        return Integer.MAX_VALUE;
    }

    /** Finds the topic of a stream: the MCP instance that the path names as {@code {api_key}}, else the gateway. */
    @Component
    record StreamTopics(ListChanges.InstanceTopics instances, FailedLogins wrongKeys, ToolsetFolder toolsets) {

        /**
         * Returns the topic. May block.
         *
         * @throws HttpRefusal 404, if no such instance or toolset exists; 429, if too many wrong keys came from the address
         */
        String of(HttpServerExchange exchange) throws HttpRefusal {
            String toolset = AdmittedRequest.toolset(exchange);
            if (toolset != null && toolsets.find(toolset).isEmpty()) {
                throw new HttpRefusal(404, ToolsetFolder.MISSING);
            }
            String key = AdmittedRequest.apiKey(exchange);
            if (key == null) {
                return ListChanges.GATEWAY;
            }
            return instances.topic(key).orElseThrow(() -> wrongKeys.count(AdmittedRequest.address(exchange))
                    .orElseGet(() -> new HttpRefusal(404, "No MCP endpoint at this address. Check the path and the API key")));
        }
    }
}
