package dev.caravan.mcp;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.springframework.stereotype.Component;

/** The open {@code subscriptions/listen} of this gateway's clients, on any transport. Each client gets what it has subscribed to. */
@Component
public class Subscriptions implements ListChanges.Listener, SubscribedResources.Holder {

    /**
     * An open subscription. Its monitor orders what is sent.
     *
     * @param topic topic of its lists; null if it has ended
     * @param owner caller whose quota it counts against; null if there is none
     * @param send  sends JSON on one line
     * @param end   ends the subscription
     */
    public record Open(String topic, String owner, ListenSubscription listening, Consumer<String> send, Runnable end) {
    }

    private final Set<Open> all = ConcurrentHashMap.newKeySet();
    private final SubscribedResources subscribed;

    Subscriptions(SubscribedResources subscribed, ListChanges changes) {
        this.subscribed = subscribed;
        changes.addListener(this);
    }

    /** Sends the acknowledgement, and everything that changes from now on. */
    public void add(Open open) {
        synchronized (open) {
            open.send().accept(open.listening().acknowledgement().json());
            all.add(open);
        }
        subscribed.changed();
    }

    /** Sends nothing more. */
    public void remove(Open open) {
        synchronized (open) {
            all.remove(open);
        }
        subscribed.changed();
    }

    @Override
    public Map<String, Set<String>> subscribed() {
        Map<String, Set<String>> uris = new HashMap<>();
        all.forEach(open -> uris.computeIfAbsent(open.owner() == null ? SubscribedResources.NOBODY : open.owner(), none -> new HashSet<>())
                .addAll(open.listening().subscription().resources()));
        return uris;
    }

    @Override
    public void changed(String topic, String list) {
        send(Notification.listChanged(list), open -> topic.equals(open.topic()) && open.listening().subscription().lists().contains(list));
    }

    @Override
    public void updated(String uri) {
        send(Notification.resourceUpdated(uri), open -> open.listening().subscription().resources().contains(uri));
    }

    @Override
    public boolean hears(String task) {
        return all.stream().anyMatch(open -> open.listening().subscription().tasks().contains(task));
    }

    @Override
    public void changed(String task, ObjectNode state) {
        send(new Notification("notifications/tasks", state), open -> open.listening().subscription().tasks().contains(task));
    }

    @Override
    public void closed(String topic) {
        all.stream().filter(open -> topic.equals(open.topic())).forEach(open -> open.end().run());
    }

    private void send(Notification notification, Predicate<Open> wants) {
        all.stream().filter(wants).forEach(open -> {
            synchronized (open) {
                if (all.contains(open)) {
                    open.send().accept(open.listening().tagged(notification).json());
                }
            }
        });
    }
}
