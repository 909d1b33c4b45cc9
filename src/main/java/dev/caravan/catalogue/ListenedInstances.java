package dev.caravan.catalogue;

import dev.caravan.mcp.ListChanges;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.stereotype.Component;

/** The instances that clients listen to, by the hash of their keys, and their notifications. */
@Component
class ListenedInstances {

    private final ListChanges changes;
    private final Set<String> listened = ConcurrentHashMap.newKeySet();

    ListenedInstances(ListChanges changes) {
        this.changes = changes;
    }

    void add(String keyHash) {
        listened.add(keyHash);
    }

    void changed(String keyHash) {
        if (listened.contains(keyHash)) {
            changes.changed(keyHash, ListChanges.TOOLS);
        }
    }

    void closed(String keyHash) {
        if (listened.remove(keyHash)) {
            changes.closed(keyHash);
        }
    }

    /** Notifies the clients of all instances, since notifications were lost and any instance may have changed. */
    void missed() {
        listened.forEach(keyHash -> changes.changed(keyHash, ListChanges.TOOLS));
    }
}
