package dev.caravan.source.kamelet;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.caravan.envelope.NotFoundException;
import dev.caravan.envelope.Text;
import dev.caravan.source.kamelet.Kamelets.SourceState.State;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.apache.camel.AsyncProducer;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.ProducerTemplate;
import org.apache.camel.util.URISupport;
import org.apache.camel.util.concurrent.CamelThreadFactory;
import org.apache.camel.util.function.Suppliers;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.stereotype.Component;

/** The active Kamelets of {@code config/kamelets}, by name. */
@Component("kamelets")
class Kamelets implements DisposableBean {

    private static final Logger LOG = LoggerFactory.getLogger(Kamelets.class);

    /** A Kamelet with the route in which its calls run. The first call makes the route. */
    final class Active {

        private final OfferedKamelet kamelet;
        private final String prefix;
        private final AtomicLong routes = new AtomicLong();
        private KameletRoute route;
        private int calls;
        private boolean replaced;

        private Active(OfferedKamelet kamelet, String prefix) {
            this.kamelet = kamelet;
            this.prefix = prefix;
        }

        OfferedKamelet kamelet() {
            return kamelet;
        }

        /** Makes and starts a route of the Kamelet. */
        KameletRoute open() throws Exception {
            return KameletRoute.open(context, kamelet.definition().name(), prefix + "-" + routes.incrementAndGet(), kamelet.values());
        }

        /** Returns the producer for a call. {@link #end} must follow. */
        synchronized AsyncProducer begin() throws Exception {
            if (route == null) {
                KameletRoute made = open();
                try {
                    made.startProducer();
                } catch (Exception e) {
                    made.close();
                    throw e;
                }
                route = made;
            }
            calls++;
            return route.producer();
        }

        void end() {
            KameletRoute unused = unused(1, false);
            if (unused != null) {
                later(unused::close);
            }
        }

        private void replace() {
            KameletRoute unused = unused(0, true);
            if (unused != null) {
                unused.close();
            }
        }

        /** Returns the route of a replaced Kamelet whose last call has ended, once. */
        private synchronized KameletRoute unused(int ended, boolean replaces) {
            calls -= ended;
            replaced |= replaces;
            KameletRoute unused = replaced && calls == 0 ? route : null;
            route = unused == null ? route : null;
            return unused;
        }
    }

    /**
     * State of a source.
     *
     * @param since     time of the last change of the state
     * @param lastError why it failed last; null if it never failed
     * @param failedAt  time of the last error; null if there is none
     */
    record SourceState(State state, Instant since, String lastError, Instant failedAt) {

        enum State {
            /** It has not run yet, and has not failed. */
            STARTING,
            RUNNING,
            /** It did not start, or does not reach its service. The gateway or the Kamelet tries again. */
            FAILING
        }
    }

    /** Begins the ids of the routes of Kamelets. */
    static final String PREFIX = "kamelet-";
    private static final int LONGEST_REASON = 500;
    private static final long LAST_SECONDS = 5;

    private final CamelContext context;
    private final ObjectMapper mapper;
    private final Map<String, Active> active = new ConcurrentSkipListMap<>();
    private final Map<String, SourceState> sources = new ConcurrentHashMap<>();
    private final AtomicLong revisions = new AtomicLong();
    private final Supplier<ProducerTemplate> notices;
    /** Not Camel's, which ends its threads before the last Kamelets have ended. */
    private final ExecutorService endings = Executors.newCachedThreadPool(new CamelThreadFactory("#name#", "kamelet-endings", true));

    Kamelets(CamelContext context, ObjectMapper mapper) {
        this.context = context;
        this.mapper = mapper;
        this.notices = Suppliers.memorize(context::createProducerTemplate);
    }

    ObjectMapper mapper() {
        return mapper;
    }

    /** @throws NotFoundException if the folder has no usable file of this name */
    Active find(String name) throws NotFoundException {
        Active found = active.get(name);
        if (found == null) {
            throw new NotFoundException(Text.of("kamelet.unknown", name + ".yaml"));
        }
        return found;
    }

    /** Returns {name: Kamelet}. */
    Map<String, OfferedKamelet> all() {
        Map<String, OfferedKamelet> all = new TreeMap<>();
        active.forEach((name, each) -> all.put(name, each.kamelet()));
        return all;
    }

    /**
     * Activates a Kamelet, in place of a former one of the same name. Calls that run end in the former one.
     *
     * @return a number that each activation has for itself
     */
    long put(OfferedKamelet kamelet) {
        String name = kamelet.name();
        long revision = revisions.incrementAndGet();
        sources.remove(name);
        end(active.put(name, new Active(kamelet, PREFIX + name + "-" + revision)));
        return revision;
    }

    void remove(String name) {
        sources.remove(name);
        end(active.remove(name));
    }

    private void end(Active former) {
        if (former != null) {
            later(former::replace); // the first call may be making the route
        }
    }

    /**
     * Keeps the state of a source. Subscribers of its resource hear of another state.
     *
     * @param reason why it does not run; null if it runs
     * @return whether it is another state, and not that of the source's first start
     */
    boolean told(String name, String reason) {
        Active source = active.get(name);
        if (source == null) {
            return false;
        }
        SourceState former = source(name);
        State now = reason == null ? State.RUNNING : State.FAILING;
        Instant since = now == former.state() ? former.since() : Instant.now();
        sources.put(name, reason == null ? new SourceState(now, since, former.lastError(), former.failedAt())
                : new SourceState(now, since, source.kamelet().withoutSecrets(reason), Instant.now()));
        boolean changed = now != former.state() && !(former.state() == State.STARTING && reason == null);
        if (changed && context.isStarted()) {
            Exchange sent = notices.get().send("mcp:updated?uri=" + source.kamelet().uri(), exchange -> { });
            if (sent.getException() != null) {
                LOG.debug("State of Kamelet {} not told", name, sent.getException());
            }
        }
        return changed;
    }

    /** Returns the state of a source. */
    SourceState source(String name) {
        return sources.computeIfAbsent(name, any -> new SourceState(State.STARTING, Instant.now(), null, null));
    }

    /** Returns {name of a source: why it does not run}. */
    Map<String, String> failures() {
        Map<String, String> failures = new TreeMap<>();
        sources.forEach((name, source) -> {
            if (source.state() == State.FAILING) {
                failures.put(name, source.lastError());
            }
        });
        return failures;
    }

    /** Returns the innermost cause in one line, without passwords in addresses. */
    static String reason(Throwable thrown) {
        Throwable root = NestedExceptionUtils.getMostSpecificCause(thrown);
        String message = root.getMessage() == null ? "" : ": " + String.join(" ", root.getMessage().lines().map(String::strip).toList());
        String reason = URISupport.sanitizeUri(root.getClass().getSimpleName() + message);
        return reason.length() <= LONGEST_REASON ? reason : reason.substring(0, LONGEST_REASON) + "…";
    }

    /** Ends a Kamelet on another thread, since the calling thread may be the one that stops a route or runs a call. */
    void later(Runnable ending) {
        endings.execute(ending);
    }

    @Override
    public void destroy() throws InterruptedException {
        active.keySet().forEach(this::remove);
        endings.shutdown();
        endings.awaitTermination(LAST_SECONDS, TimeUnit.SECONDS);
    }
}
