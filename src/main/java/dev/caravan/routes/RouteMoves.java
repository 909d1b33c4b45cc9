package dev.caravan.routes;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The routes that leave their files in one change of the directory, by one rule: a route whose file no longer has it serves until another
 * file takes over its id. If no file does, the route is withdrawn, or goes back to the generated file that has yielded it. A generated file
 * yields the ids that an operator's file has, and gets them back when no such file has them any more.
 */
final class RouteMoves {

    /**
     * A route that serves, and that its file no longer has.
     *
     * @param yieldedBy generated file that has yielded the route; null if its file is gone or no longer names it
     * @param moved     whether another file names it
     */
    record Leaving(RouteFile.Item item, String yieldedBy, boolean moved) {
    }

    private final Map<String, RouteFile> serving;
    private final RouteTree now;
    private final ParsedFiles files;
    private final Map<String, Leaving> leaving = new HashMap<>();
    private final Set<String> freed = new HashSet<>();
    private Set<String> pending = Set.of();
    private boolean sharedReplaced;

    /**
     * Lets the routes of files leave that are gone.
     *
     * @param serving the files that serve; changed by this object
     */
    RouteMoves(Map<String, RouteFile> serving, RouteTree before, RouteTree now, ParsedFiles files) {
        this.serving = serving;
        this.now = now;
        this.files = files;
        for (String name : List.copyOf(serving.keySet())) {
            if (!now.files().containsKey(name)) {
                RouteFile file = serving.remove(name);
                file.items().forEach(item -> leaving.put(item.key(), new Leaving(item, null, false)));
                if (!before.isGenerated(name)) {
                    freed.addAll(file.routeIds());
                }
            }
        }
    }

    /** Lets generated files yield ids to the files that are to be applied. Adds the generated files to those if ids are free again. */
    void expect(Set<String> toApply) {
        pending = toApply;
        Set<String> taken = new HashSet<>();
        for (String name : toApply) {
            if (!now.isGenerated(name)) {
                freed.addAll(serving.containsKey(name) ? serving.get(name).routeIds() : Set.of());
                files.usable(name).ifPresent(file -> taken.addAll(file.routeIds()));
            }
        }
        serving.replaceAll((name, file) -> {
            if (!now.isGenerated(name)) {
                return file;
            }
            file.items().stream().filter(item -> item.isRoute() && taken.contains(item.id()))
                    .forEach(item -> leaving.put(item.key(), new Leaving(item, name, false)));
            return file.without(taken);
        });
        freed.removeAll(taken);
        if (!freed.isEmpty()) {
            now.files().keySet().stream().filter(name -> RouteTree.isRoutes(name) && now.isGenerated(name)).forEach(toApply::add);
        }
    }

    /** Returns the route that leaves and has this key; null if there is none. */
    RouteFile.Item leaving(String key) {
        return leaving.containsKey(key) ? leaving.get(key).item() : null;
    }

    /** Whether another file that is to be applied has the route, so that it need not be withdrawn. */
    boolean isTakenOver(RouteFile.Item item, RouteFile from) {
        return item.isRoute() && pending.stream().filter(name -> !name.equals(from.name()))
                .anyMatch(name -> files.usable(name).filter(file -> file.routeIds().contains(item.id())).isPresent());
    }

    /** Lets a route go on serving until the file that takes it over is applied. */
    void leave(RouteFile.Item item) {
        leaving.put(item.key(), new Leaving(item, null, true));
    }

    /** Ends the leave of the routes that the file has: it has taken them over. */
    void takenOver(RouteFile file) {
        file.items().forEach(item -> leaving.remove(item.key()));
    }

    /** Returns the routes that no file has taken over, and forgets them. */
    List<Leaving> withdrawn() {
        List<Leaving> withdrawn = leaving.values().stream().filter(route -> route.yieldedBy() == null).toList();
        leaving.values().removeIf(route -> route.yieldedBy() == null);
        return withdrawn;
    }

    /** Keeps generated routes in service, because the files that should replace them were refused. */
    void takeBack() {
        leaving.values().forEach(route -> serving.computeIfPresent(route.yieldedBy(), (name, file) -> file.with(route.item())));
        leaving.clear();
    }

    /** Remembers that a template or configuration was replaced or withdrawn: a route that leaves may use the old one. */
    void sharedEntryReplaced() {
        sharedReplaced = true;
    }

    boolean isSharedReplaced() {
        return sharedReplaced;
    }
}
