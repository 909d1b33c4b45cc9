package dev.caravan;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.awaitility.Awaitility.await;

import dev.caravan.mcp.ListChanges;
import dev.caravan.routes.RoutesState;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/** Waits until the streams of a gateway have been told of all changes so far, so that a later stream hears of none of them. */
final class SettledChanges implements ListChanges.Listener {

    /** Marks that no stream has been told of yet. */
    private final Set<String> expected = ConcurrentHashMap.newKeySet();
    private final ListChanges changes;
    private final RoutesState routes;

    /** Hears what is told after the listeners that the gateway has already. */
    SettledChanges(ListChanges changes, RoutesState routes) {
        this.changes = changes;
        this.routes = routes;
        changes.addListener(this);
    }

    /** Waits until no route file of this folder serves any more. */
    void awaitRemoved(String folder) {
        await().pollInterval(20, MILLISECONDS)
                .until(() -> routes.served().stream().noneMatch(file -> file.file().contains("/" + folder + "/")));
    }

    void settle() {
        routes.served(); // waits for the edits that are being applied
        String mark = "settled:///" + UUID.randomUUID();
        expected.add(mark);
        changes.updated(mark);
        await().pollInterval(10, MILLISECONDS).until(() -> !expected.contains(mark));
    }

    @Override
    public void changed(String topic, String list) {
        // told before the mark that follows it
    }

    @Override
    public void updated(String uri) {
        expected.remove(uri);
    }

    @Override
    public void closed(String topic) {
        // none ends here
    }
}
