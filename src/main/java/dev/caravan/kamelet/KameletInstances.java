package dev.caravan.kamelet;

import dev.caravan.envelope.Text;
import dev.caravan.envelope.UpstreamException;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.camel.AsyncProducer;
import org.apache.camel.CamelContext;
import org.apache.camel.support.service.ServiceHelper;

/**
 * The running copies of one Kamelet: one for each combination of values that callers gave, and at most {@code max-instances}. The copy that was not
 * used for the longest time makes room for a new one.
 */
final class KameletInstances implements AutoCloseable {

    /** A copy, and the number of calls that run in it. */
    final class Instance {

        private final KameletRoute route;
        private final AsyncProducer producer;
        private int users;
        private boolean ended;

        private Instance(KameletRoute route) throws Exception {
            this.route = route;
            try {
                this.producer = route.endpoint().createAsyncProducer();
                ServiceHelper.startService(producer);
            } catch (Exception e) {
                route.close();
                throw e;
            }
        }

        AsyncProducer producer() {
            return producer;
        }

        void release() {
            synchronized (KameletInstances.this) {
                users--;
                if (users > 0 || !ended) {
                    return;
                }
            }
            end();
        }

        private void end() {
            endings.accept(() -> {
                ServiceHelper.stopService(producer);
                route.close();
            });
        }
    }

    private final CamelContext context;
    private final OfferedKamelet kamelet;
    private final String prefix;
    private final Consumer<Runnable> endings;
    /** Held while a copy is made, which may take seconds. Calls with a copy don't wait for it. */
    private final Object making = new Object();
    private final LinkedHashMap<Map<String, String>, Instance> instances = new LinkedHashMap<>(16, 0.75f, true);
    private long made;
    private boolean closed;

    /**
     * @param prefix  begins the ids of the routes, and differs from that of each other object of this class
     * @param endings runs the end of a copy on another thread
     */
    KameletInstances(CamelContext context, OfferedKamelet kamelet, String prefix, Consumer<Runnable> endings) {
        this.context = context;
        this.kamelet = kamelet;
        this.prefix = prefix;
        this.endings = endings;
    }

    /**
     * Returns the copy with these values, and makes it if there is none. Each call must be followed by one of {@link Instance#release}.
     *
     * @param values {name of a property: value from a caller}
     * @throws UpstreamException if as many other copies as possible are in use
     */
    Instance acquire(Map<String, String> values) throws Exception {
        Instance present = use(values);
        if (present != null) {
            return present;
        }
        synchronized (making) {
            present = use(values);
            return present == null ? make(values) : present;
        }
    }

    private synchronized Instance use(Map<String, String> values) {
        Instance present = instances.get(values);
        if (present != null) {
            present.users++;
        }
        return present;
    }

    private Instance make(Map<String, String> values) throws Exception {
        makeRoom();
        Map<String, String> all = new HashMap<>(kamelet.fixed());
        all.putAll(values);
        Instance copy = new Instance(KameletRoute.open(context, kamelet.definition().name(), prefix + "-" + ++made, all));
        synchronized (this) {
            copy.users++;
            if (closed) {
                copy.ended = true;
            } else {
                instances.put(values, copy);
            }
        }
        return copy;
    }

    private synchronized void makeRoom() throws UpstreamException {
        if (instances.size() < kamelet.settings().maxInstances()) {
            return;
        }
        for (Iterator<Instance> each = instances.values().iterator(); each.hasNext();) {
            Instance instance = each.next();
            if (instance.users == 0) {
                each.remove();
                instance.end();
                return;
            }
        }
        throw new UpstreamException(Text.of("kamelet.busy", kamelet.settings().maxInstances()));
    }

    /** Ends the copies, each when its last call has ended. */
    @Override
    public void close() {
        Map<Map<String, String>, Instance> idle = new HashMap<>();
        synchronized (this) {
            closed = true;
            instances.forEach((values, instance) -> {
                instance.ended = true;
                if (instance.users == 0) {
                    idle.put(values, instance);
                }
            });
            instances.clear();
        }
        idle.values().forEach(Instance::end);
    }
}
