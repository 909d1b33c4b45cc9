package dev.caravan.mcp;

import dev.caravan.store.NodeMessaging;
import org.springframework.stereotype.Component;

/** Lets routes report changed content of a resource. Subscribed clients of this gateway hear of it, and those of the other gateways. */
@Component
public class ResourceUpdates {

    private static final int MOST_AT_ONCE = 10_000;

    private final ListChanges changes;
    private final NodeMessaging.Broadcast others;

    ResourceUpdates(ListChanges changes, NodeMessaging messaging) {
        this.changes = changes;
        this.others = messaging.broadcast("resource", MOST_AT_ONCE, MOST_AT_ONCE, changes::updated);
    }

    /** Reports a change. Call it when the new content can be read. Returns at once. */
    public void updated(String uri) {
        changes.updated(uri);
        others.send("", uri);
    }
}
