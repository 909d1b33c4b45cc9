package dev.caravan.mcp;

import java.util.List;
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
 * Passes on that a list has changed, or what a resource holds, from those who keep them to those who have clients. A list
 * belongs to a topic: the gateway itself, or one instance of it; resources are the gateway's.
 *
 * <p>Changes that come close together are told as one: listeners hear of a list or a resource at most once in {@value #PAUSE_MS} ms, and
 * after the last of its changes in any case. Say it after the change is done, so that a client that hears of it and lists
 * sees it.
 */
@Component
public class ListChanges implements DisposableBean {

    /** The topic of the gateway's own lists. */
    public static final String GATEWAY = "";

    public static final String TOOLS = "tools";
    public static final String RESOURCES = "resources";
    public static final String PROMPTS = "prompts";

    /** Hears, on a thread of its own, which it must not keep. */
    public interface Listener {

        void changed(String topic, String list);

        /** Another content is read at that URI. */
        default void updated(String uri) {
        }

        /** The topic has ended: whoever listens to it has nothing more to hear. */
        void closed(String topic);
    }

    /** Of a list, or of the resource at a URI; the other is null. */
    private record Change(String topic, String list, String uri) {
    }

    private static final Logger LOG = LoggerFactory.getLogger(ListChanges.class);

    private static final long PAUSE_MS = 100;

    private final List<Listener> listeners = new CopyOnWriteArrayList<>();
    private final Set<Change> untold = ConcurrentHashMap.newKeySet();
    /** Once it is shut down, changes are nobody's business any more: the routes are being stopped. */
    private final ScheduledExecutorService clock = new ScheduledThreadPoolExecutor(1, new CamelThreadFactory("#name#", "list-changes", true), new ThreadPoolExecutor.DiscardPolicy());

    public void addListener(Listener listener) {
        listeners.add(listener);
    }

    /** Returns at once, whatever listeners do. */
    public void changed(String topic, String list) {
        soon(new Change(topic, list, null), listener -> listener.changed(topic, list));
    }

    /** The same of what a resource holds. */
    public void updated(String uri) {
        soon(new Change(GATEWAY, null, uri), listener -> listener.updated(uri));
    }

    private void soon(Change change, Consumer<Listener> news) {
        if (untold.add(change)) {
            clock.schedule(() -> {
                untold.remove(change);
                tell(news);
            }, PAUSE_MS, TimeUnit.MILLISECONDS);
        }
    }

    /** Say it once nobody can find the topic any more ({@link InstanceTopics}). Returns at once, whatever listeners do. */
    public void closed(String topic) {
        clock.execute(() -> tell(listener -> listener.closed(topic)));
    }

    private void tell(Consumer<Listener> news) {
        for (Listener listener : listeners) {
            try {
                news.accept(listener);
            } catch (RuntimeException | Error e) {
                LOG.error("A listener failed on hearing of a change", e);
            }
        }
    }

    @Override
    public void destroy() {
        clock.shutdownNow();
    }
}
