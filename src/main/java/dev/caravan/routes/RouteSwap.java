package dev.caravan.routes;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Applies the changes of one file to the running routes, and can undo the steps already done if a later one fails. */
class RouteSwap {

    private static final Logger LOG = LoggerFactory.getLogger(RouteSwap.class);

    private interface Step {
        void run() throws Exception;
    }

    private final LiveRoutes live;
    private final String file;
    private final Deque<Step> undo = new ArrayDeque<>();
    /** Runs after {@link #undo}, in this order: a route is built from its template again only once the old template is back. */
    private final List<Step> restore = new ArrayList<>();
    private final List<String> done = new ArrayList<>();
    private RouteItem failed;

    RouteSwap(LiveRoutes live, String file) {
        this.live = live;
        this.file = file;
    }

    /**
     * Adds an entry, or replaces the one that serves.
     *
     * @param old entry that serves under the same id; null for none
     */
    void put(RouteItem old, RouteItem item) throws Exception {
        failed = item;
        if (old == null) {
            live.add(file, item);
            undo.push(() -> live.withdraw(item));
            done.add((item.isRoute() && !live.has(item) ? "left out " : "added ") + item.id());
        } else {
            live.replace(file, old, item);
            undo.push(() -> live.replace(file, item, old));
            done.add("replaced " + item.id());
        }
        failed = null;
    }

    void withdraw(RouteItem item) throws Exception {
        live.withdraw(item);
        undo.push(() -> live.add(file, item));
        done.add("withdrew " + item.id());
    }

    /** Loads a route again, because a template or configuration that it uses has changed. */
    void rebuild(String owner, RouteItem item) throws Exception {
        restore.add(() -> live.replace(owner, item, item));
        live.replace(owner, item, item);
        done.add("rebuilt " + item.id());
    }

    void undo() {
        undo.forEach(this::takeBack);
        restore.forEach(this::takeBack);
    }

    private void takeBack(Step step) {
        try {
            step.run();
        } catch (Exception | LinkageError | StackOverflowError e) {
            LOG.error("Route change not rolled back file={}", file, e);
        }
    }

    boolean changedAnything() {
        return !done.isEmpty();
    }

    /** Returns the entry that failed; null if none failed. */
    RouteItem failed() {
        return failed;
    }

    @Override
    public String toString() {
        return done.isEmpty() ? "unchanged" : String.join(", ", done);
    }
}
