package dev.caravan.mcp.session;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.mcp.ListChanges;
import dev.caravan.mcp.ListenSubscription;
import dev.caravan.mcp.ServerMessage;
import dev.caravan.mcp.SubscribedResources;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.apache.camel.util.concurrent.CamelThreadFactory;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.stereotype.Component;

/**
 * The clients of this gateway that hear of changes, on any transport. A modern client gets what its {@code subscriptions/listen} names; a
 * legacy client gets all changed lists, and the resources that its session has subscribed to.
 */
@Component
public class Subscriptions implements ListChanges.Listener, SubscribedResources.Holder, DisposableBean {

    /**
     * A client that hears of changes. Its monitor orders what is sent.
     *
     * @param topic     topic of its lists; null if it has ended
     * @param owner     caller whose quota it counts against; null if there is none
     * @param session   id of a legacy client's session; null if there is none
     * @param listening null for a legacy client
     * @param send      sends JSON on one line
     * @param end       ends the subscription
     */
    public record Open(String topic, String owner, String session, ListenSubscription listening, Consumer<String> send, Runnable end) {

        private boolean listens(Predicate<ListenSubscription.Subscription> wants) {
            return listening != null && wants.test(listening.subscription());
        }
    }

    private static final int MOST_WAITING = 10_000;

    private final Set<Open> all = ConcurrentHashMap.newKeySet();
    private final SubscribedResources subscribed;
    private final SessionResources sessions;
    /** Looks up sessions, which may block. */
    private final ThreadPoolExecutor messenger = new ThreadPoolExecutor(1, 1, 10, TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(MOST_WAITING), new CamelThreadFactory("#name#", "resource-streams", true),
            new ThreadPoolExecutor.DiscardOldestPolicy());

    Subscriptions(SubscribedResources subscribed, SessionResources sessions, ListChanges changes) {
        this.subscribed = subscribed;
        this.sessions = sessions;
        changes.addListener(this);
    }

    /** Sends the acknowledgement to a modern client, and everything that changes from now on. */
    public void add(Open open) {
        if (open.listening() == null) {
            all.add(open);
            return;
        }
        synchronized (open) {
            open.send().accept(open.listening().acknowledgement().json());
            all.add(open);
        }
        subscribed.changed();
    }

    /** Sends nothing more. */
    public void remove(Open open) {
        if (open.listening() == null) {
            all.remove(open); // without its monitor, because the caller may have locked the stream
            return;
        }
        synchronized (open) {
            all.remove(open);
        }
        subscribed.changed();
    }

    @Override
    public Map<String, Set<String>> subscribed() {
        Map<String, Set<String>> uris = new HashMap<>();
        all.stream().filter(open -> open.listening() != null).forEach(open ->
                uris.computeIfAbsent(open.owner() == null ? SubscribedResources.NOBODY : open.owner(), none -> new HashSet<>())
                        .addAll(open.listening().subscription().resources()));
        return uris;
    }

    @Override
    public void changed(String topic, String list) {
        send(ServerMessage.listChanged(list),
                open -> topic.equals(open.topic()) && (open.listening() == null || open.listens(wanted -> wanted.lists().contains(list))));
    }

    @Override
    public void updated(String uri) {
        ServerMessage notification = ServerMessage.resourceUpdated(uri);
        send(notification, open -> open.listens(wanted -> wanted.resources().contains(uri)));
        List<String> here = all.stream().map(Open::session).filter(Objects::nonNull).toList();
        if (!here.isEmpty()) {
            messenger.execute(() -> {
                List<String> subscribers = sessions.subscribers(uri, here);
                send(notification, open -> open.session() != null && subscribers.contains(open.session()));
            });
        }
    }

    /** Returns whether a client subscribes to this task. */
    public boolean hears(String task) {
        return all.stream().anyMatch(open -> open.listens(wanted -> wanted.tasks().contains(task)));
    }

    /**
     * A task has changed.
     *
     * @param state the task with its questions, result or error; do not change it
     */
    public void changed(String task, ObjectNode state) {
        send(new ServerMessage("notifications/tasks", state), open -> open.listens(wanted -> wanted.tasks().contains(task)));
    }

    @Override
    public void closed(String topic) {
        all.stream().filter(open -> topic.equals(open.topic())).forEach(open -> open.end().run());
    }

    private void send(ServerMessage notification, Predicate<Open> wants) {
        all.stream().filter(wants).forEach(open -> {
            synchronized (open) {
                if (all.contains(open)) {
                    open.send().accept((open.listening() == null ? notification : open.listening().tagged(notification)).json());
                }
            }
        });
    }

    @Override
    public void destroy() {
        messenger.shutdownNow();
    }
}
