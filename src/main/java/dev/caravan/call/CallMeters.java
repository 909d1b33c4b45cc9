package dev.caravan.call;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.stereotype.Component;

/**
 * Records {@code caravan.tool.calls} (a histogram) by tool and outcome, {@code caravan.tool.in.flight} by tool, the same for resources and
 * prompts, and {@code caravan.calls.refused} by reason. Meters are created when first needed and cached by their key.
 */
@Component
public class CallMeters {

    /** The histogram's buckets. There are few, because each is a time series per tool and outcome. The default timeout is one of them. */
    private static final Duration[] BUCKETS =
            {Duration.ofMillis(5), Duration.ofMillis(10), Duration.ofMillis(25), Duration.ofMillis(50), Duration.ofMillis(100),
        Duration.ofMillis(250), Duration.ofMillis(500), Duration.ofSeconds(1), Duration.ofMillis(2_500), Duration.ofSeconds(5),
                Duration.ofSeconds(10)};

    private record Key(Metered what, String outcome) {
    }

    private final MeterRegistry registry;
    private final Map<Key, Timer> calls = new ConcurrentHashMap<>();
    private final Map<Metered, AtomicInteger> inFlight = new ConcurrentHashMap<>();
    private final Counter busy;
    private final Counter overShare;

    CallMeters(MeterRegistry registry) {
        this.registry = registry;
        this.busy = refused("max_in_flight");
        this.overShare = refused("max_in_flight_per_caller");
    }

    private Counter refused(String reason) {
        return Counter.builder("caravan.calls.refused")
                .description("Calls refused because a limit of running calls or a rate limit was reached")
                .tag("reason", reason).register(registry);
    }

    /** @param outcome {@code ok}, or an error code */
    void ended(Metered what, String outcome, long nanoseconds) {
        Key key = new Key(what, outcome);
        Timer timer = calls.get(key);
        if (timer == null) {
            timer = calls.computeIfAbsent(key, this::timer);
        }
        timer.record(nanoseconds, TimeUnit.NANOSECONDS);
    }

    private Timer timer(Key key) {
        String kind = kind(key.what());
        return Timer.builder("caravan." + kind + ".calls").description("Ended calls by name and outcome")
                .tag(kind, key.what().name()).tag("outcome", key.outcome()).serviceLevelObjectives(BUCKETS).register(registry);
    }

    /** Returns the counter of running calls. Callers that increment it must decrement it. */
    AtomicInteger inFlight(Metered what) {
        AtomicInteger number = inFlight.get(what);
        return number == null ? inFlight.computeIfAbsent(what, this::gauge) : number;
    }

    private AtomicInteger gauge(Metered what) {
        AtomicInteger number = new AtomicInteger();
        String kind = kind(what);
        Gauge.builder("caravan." + kind + ".in.flight", number, AtomicInteger::get)
                .description("Running calls, including calls that timed out but have not ended").tag(kind, what.name()).register(registry);
        return number;
    }

    /** Counts a call refused because its caller has reached the limit, or because all places are taken. */
    void refused(boolean ofCaller) {
        (ofCaller ? overShare : busy).increment();
    }

    private static String kind(Metered what) {
        return what.kind().name().toLowerCase(Locale.ROOT);
    }
}
