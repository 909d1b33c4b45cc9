package dev.caravan.source.kamelet;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.caravan.envelope.NotFoundException;
import dev.caravan.envelope.Text;
import dev.caravan.source.ForeignText;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.camel.AsyncProducer;
import org.apache.camel.CamelContext;
import org.apache.camel.util.URISupport;
import org.apache.camel.util.concurrent.CamelThreadFactory;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.stereotype.Component;

/** The active Kamelets of {@code config/kamelets}, by name. */
@Component("kamelets")
class Kamelets implements DisposableBean {

    /** A Kamelet with the route in which its calls run. The first call makes the route. */
    final class Active {

        private final OfferedKamelet kamelet;
        private final String prefix;
        private final AtomicLong routes = new AtomicLong();
        private KameletRoute route;

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

        /** Returns the producer for a call. */
        synchronized AsyncProducer producer() throws Exception {
            if (route == null) {
                KameletRoute made = open();
                made.startProducer();
                route = made;
            }
            return route.producer();
        }

        private synchronized void close() {
            if (route != null) {
                route.close();
                route = null;
            }
        }
    }

    /** Begins the ids of the routes of Kamelets. */
    static final String PREFIX = "kamelet-";
    private static final int LONGEST_REASON = 500;
    private static final long LAST_SECONDS = 5;

    private final CamelContext context;
    private final ObjectMapper mapper;
    private final Map<String, Active> active = new ConcurrentSkipListMap<>();
    /** {name of a source: why it does not start}. */
    private final Map<String, String> failures = new ConcurrentHashMap<>();
    private final AtomicLong revisions = new AtomicLong();
    /** Not Camel's, which ends its threads before the last Kamelets have ended. */
    private final ExecutorService endings = Executors.newCachedThreadPool(new CamelThreadFactory("#name#", "kamelet-endings", true));

    Kamelets(CamelContext context, ObjectMapper mapper) {
        this.context = context;
        this.mapper = mapper;
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
     * Activates a Kamelet, in place of a former one of the same name. Calls that run end in the former one, which stays for their timeout.
     *
     * @return a number that each activation has for itself
     */
    long put(OfferedKamelet kamelet) {
        String name = kamelet.name();
        long revision = revisions.incrementAndGet();
        failures.remove(name);
        closeLater(active.put(name, new Active(kamelet, PREFIX + name + "-" + revision)));
        return revision;
    }

    void remove(String name) {
        failures.remove(name);
        closeLater(active.remove(name));
    }

    private void closeLater(Active former) {
        if (former != null) {
            CompletableFuture.delayedExecutor(former.kamelet.settings().timeout().toMillis(), TimeUnit.MILLISECONDS, endings)
                    .execute(former::close);
        }
    }

    /** @param failure why a source does not start; null if it runs */
    void started(String name, String failure) {
        Active source = active.get(name);
        if (source == null || failure == null) {
            failures.remove(name);
        } else {
            failures.put(name, source.kamelet().withoutSecrets(failure));
        }
    }

    /** Returns {name of a source: why it does not start}. */
    Map<String, String> failures() {
        return failures;
    }

    /** Returns the innermost cause in one line, without passwords in addresses. */
    static String reason(Throwable thrown) {
        Throwable root = NestedExceptionUtils.getMostSpecificCause(thrown);
        String message = root.getMessage() == null ? "" : ": " + String.join(" ", root.getMessage().lines().map(String::strip).toList());
        return ForeignText.clean(URISupport.sanitizeUri(root.getClass().getSimpleName() + message), LONGEST_REASON);
    }

    /** Ends a Kamelet on another thread, since the calling thread may be the one that stops a route or runs a call. */
    void later(Runnable ending) {
        endings.execute(ending);
    }

    @Override
    public void destroy() throws InterruptedException {
        active.values().forEach(each -> later(each::close));
        endings.shutdown();
        endings.awaitTermination(LAST_SECONDS, TimeUnit.SECONDS);
    }
}
