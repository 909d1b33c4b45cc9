package dev.caravan.catalogue;

import dev.caravan.mcp.ListChanges;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.stereotype.Component;

/** The instances that clients have listened to, by the hash of their keys, and what these are told. */
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

    /** Any may have changed. */
    void missed() {
        listened.forEach(keyHash -> changes.changed(keyHash, ListChanges.TOOLS));
    }
}
