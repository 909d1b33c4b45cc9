package dev.caravan.kamelet;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.caravan.envelope.NotFoundException;
import dev.caravan.envelope.Text;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.ProducerTemplate;
import org.apache.camel.util.URISupport;
import org.apache.camel.util.concurrent.CamelThreadFactory;
import org.apache.camel.util.function.Suppliers;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.stereotype.Component;

/** The active Kamelets of {@code config/kamelets}, by name. */
@Component("kamelets")
class Kamelets implements DisposableBean {

    private static final Logger LOG = LoggerFactory.getLogger(Kamelets.class);

    /** A Kamelet with its running copies. */
    static final class Active {

        private final OfferedKamelet kamelet;
        private final String prefix;
        private final KameletInstances instances;
        private final AtomicLong sources = new AtomicLong();

        private Active(OfferedKamelet kamelet, String prefix, KameletInstances instances) {
            this.kamelet = kamelet;
            this.prefix = prefix;
            this.instances = instances;
        }

        OfferedKamelet kamelet() {
            return kamelet;
        }

        KameletInstances instances() {
            return instances;
        }

        /** Returns the id for the route of a source's next start. */
        String nextId() {
            return prefix + "-source-" + sources.incrementAndGet();
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
        String name = kamelet.settings().name();
        long revision = revisions.incrementAndGet();
        String prefix = PREFIX + name + "-" + revision;
        sources.remove(name);
        end(active.put(name, new Active(kamelet, prefix, new KameletInstances(context, kamelet, prefix, this::later))));
        return revision;
    }

    void remove(String name) {
        sources.remove(name);
        end(active.remove(name));
    }

    private static void end(Active former) {
        if (former != null) {
            former.instances().close();
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
        SourceState now = reason == null ? former.running() : former.failing(source.kamelet().withoutSecrets(reason));
        sources.put(name, now);
        boolean changed = now.state() != former.state() && !(former.state() == SourceState.State.STARTING && reason == null);
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
        return sources.computeIfAbsent(name, any -> SourceState.starting());
    }

    /** Returns {name of a source: why it does not run}. */
    Map<String, String> failures() {
        Map<String, String> failures = new TreeMap<>();
        sources.forEach((name, source) -> {
            if (source.state() == SourceState.State.FAILING) {
                failures.put(name, source.lastError());
            }
        });
        return failures;
    }

    /** Returns the innermost cause in one line, without passwords in addresses. */
    static String reason(Throwable thrown) {
        Throwable root = thrown;
        while (root.getCause() != null && root.getCause() != root) {
            root = root.getCause();
        }
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
