package dev.caravan.routes;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The changes of one file to the running routes, which can be taken back while they are not all done. */
class RouteSwap {

    private static final Logger LOG = LoggerFactory.getLogger(RouteSwap.class);

    private interface Step {
        void run() throws Exception;
    }

    private final LiveRoutes live;
    private final String file;
    private final Deque<Step> undo = new ArrayDeque<>();
    private final List<String> done = new ArrayList<>();
    private int failedLine;

    RouteSwap(LiveRoutes live, String file) {
        this.live = live;
        this.file = file;
    }

    /** @param old what serves under the item's id; null if nothing does */
    void put(RouteItem old, RouteItem item) throws Exception {
        failedLine = item.line();
        if (old == null) {
            live.add(file, item);
            undo.push(() -> live.withdraw(item));
            done.add((item.isRoute() && !live.has(item) ? "left out " : "added ") + item.id());
        } else {
            live.replace(file, old, item);
            undo.push(() -> live.replace(file, item, old));
            done.add("replaced " + item.id());
        }
        failedLine = 0;
    }

    void withdraw(RouteItem item) throws Exception {
        live.withdraw(item);
        undo.push(() -> live.add(file, item));
        done.add("withdrew " + item.id());
    }

    /** The same route once more, since something that it is built on has changed. */
    void rebuild(String owner, RouteItem item) throws Exception {
        live.replace(owner, item, item);
        done.add("rebuilt " + item.id());
    }

    void undo() {
        undo.forEach(step -> {
            try {
                step.run();
            } catch (Exception e) {
                LOG.error("{}: a change could not be taken back", file, e);
            }
        });
    }

    boolean changedAnything() {
        return !done.isEmpty();
    }

    /** The line of the entry that failed; 0 if none did. */
    int failedLine() {
        return failedLine;
    }

    @Override
    public String toString() {
        return done.isEmpty() ? "unchanged" : String.join(", ", done);
    }
}
