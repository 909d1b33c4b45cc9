package dev.caravan.routes;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The routes that leave their file in one change of the directory, and the files that take them over. */
final class RouteMoves {

    private static final Logger LOG = LoggerFactory.getLogger(RouteMoves.class);

    /** {key: the changed files that have the route}. */
    private final Map<String, Set<String>> arriving = new HashMap<>();
    private final Map<String, RouteItem> leaving;
    private final Set<String> moving = new HashSet<>();
    private boolean sharedReplaced;

    /**
     * @param pending the files that are to be applied
     * @param leaving {key: a route that serves and whose file no longer has it}; changed by this object
     */
    RouteMoves(ParsedFiles files, Set<String> pending, Map<String, RouteItem> leaving) {
        this.leaving = leaving;
        for (String name : pending) {
            try {
                files.get(name).items().stream().filter(RouteItem::isRoute).forEach(item -> arriving.computeIfAbsent(item.key(), any -> new HashSet<>()).add(name));
            } catch (RouteProblemException e) {
                LOG.debug("{} is refused when its turn comes", name, e);
            }
        }
    }

    Map<String, RouteItem> leaving() {
        return leaving;
    }

    /** Whether another file takes the route over, so that it need not be withdrawn. */
    boolean isTakenOver(RouteItem item, RouteFile from) {
        return arriving.getOrDefault(item.key(), Set.of()).stream().anyMatch(name -> !name.equals(from.name()));
    }

    /** Lets a route go on serving until the file that takes it over is applied. */
    void leave(RouteItem item) {
        leaving.put(item.key(), item);
        moving.add(item.key());
    }

    /** Whether the route left for another file. */
    boolean isMoving(RouteItem item) {
        return moving.contains(item.key());
    }

    /** Remembers that a template or configuration was replaced or withdrawn: a route that leaves may use the old one. */
    void sharedEntryReplaced() {
        sharedReplaced = true;
    }

    boolean isSharedReplaced() {
        return sharedReplaced;
    }
}
