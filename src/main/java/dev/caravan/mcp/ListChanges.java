package dev.caravan.mcp;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.camel.util.concurrent.CamelThreadFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.stereotype.Component;

/**
 * Notifies listeners that a list or the content of a resource has changed. A list belongs to a topic: the gateway itself or one MCP
 * instance. Resources belong to the gateway.
 *
 * <p>Listeners hear of the same list or resource at most once in {@value #PAUSE_MS} ms, and always after its last change. Call this class
 * after the change is visible, so that a client that lists again sees it.
 */
@Component
public class ListChanges implements DisposableBean {

    /** Names the topic of the gateway's own lists. */
    public static final String GATEWAY = "";

    public static final String TOOLS = "tools";
    public static final String RESOURCES = "resources";
    public static final String PROMPTS = "prompts";

    /** Receives changes on the thread of this class. Implementations must return quickly. */
    public interface Listener {

        default void changed(String topic, String list) {
        }

        /** The content at this URI has changed. */
        default void updated(String uri) {
        }

        /** The topic has ended; nothing more is sent on it. */
        default void closed(String topic) {
        }
    }

    private static final Logger LOG = LoggerFactory.getLogger(ListChanges.class);

    private static final long PAUSE_MS = 100;

    private final List<Listener> listeners = new CopyOnWriteArrayList<>();
    /** Pairs of topic and list, and URIs. */
    private final Set<Object> untold = ConcurrentHashMap.newKeySet();
    /** Discards tasks after the shutdown, because the routes are stopping and nobody listens. */
    private final ScheduledExecutorService clock = new ScheduledThreadPoolExecutor(1,
            new CamelThreadFactory("#name#", "list-changes", true), new ThreadPoolExecutor.DiscardPolicy());

    /** Adds a listener for the life of this object. */
    public void addListener(Listener listener) {
        listeners.add(listener);
    }

    /** Reports a changed list. Returns at once. */
    public void changed(String topic, String list) {
        soon(List.of(topic, list), listener -> listener.changed(topic, list));
    }

    /** Reports changed content of a resource. Returns at once. */
    public void updated(String uri) {
        soon(uri, listener -> listener.updated(uri));
    }

    private void soon(Object change, Consumer<Listener> news) {
        if (untold.add(change)) {
            clock.schedule(() -> {
                untold.remove(change);
                tell(news);
            }, PAUSE_MS, TimeUnit.MILLISECONDS);
        }
    }

    /** Ends a topic. Call it when {@link InstanceTopics} no longer finds the topic. Returns at once. */
    public void closed(String topic) {
        clock.execute(() -> tell(listener -> listener.closed(topic)));
    }

    private void tell(Consumer<Listener> news) {
        for (Listener listener : listeners) {
            try {
                news.accept(listener);
            } catch (RuntimeException | Error e) {
                LOG.error("Listener failed while it handled a list change", e);
            }
        }
    }

    @Override
    public void destroy() {
        clock.shutdownNow();
    }

    /** Finds the topic of {@link ListChanges} for the MCP instance with a given API key. There is one bean or none. */
    public interface InstanceTopics {

        /** Returns the topic; empty when no enabled instance has this key. May block. */
        Optional<String> topic(String apiKey);
    }
}
