package dev.caravan.routes;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;
import org.springframework.boot.web.server.PortInUseException;
import org.springframework.boot.web.server.WebServerException;

/**
 * Updates the running routes to the state of the directory, file by file. If a file can't be used, its last good version continues to
 * serve. The file is tried again at every later change, and at every look while the gateway's port can't be opened.
 */
class RouteReloader {

    private static final Logger LOG = LoggerFactory.getLogger(RouteReloader.class);
    private static final int MOST_LEFT_OUT = 100;
    private static final String METER = "caravan.routes.reloads";

    /** A file that can't be used, and the time when it was refused. */
    record Broken(RouteProblem problem, Instant since) {
    }

    private final RouteChecks checks;
    private final LiveRoutes live;
    private final Counter reloads;
    private final Counter refusals;
    private final AtomicInteger unusable;
    private final Map<String, RouteFile> serving = new TreeMap<>();
    private final Map<String, Broken> broken = new TreeMap<>();
    private RouteTree applied = new RouteTree(new TreeMap<>());
    private boolean started;
    private boolean lacksPort;

    RouteReloader(RouteChecks checks, LiveRoutes live, MeterRegistry meters) {
        this.checks = checks;
        this.live = live;
        this.reloads = meters.counter(METER, "outcome", "ok");
        this.refusals = meters.counter(METER, "outcome", "failed");
        this.unusable = meters.gauge("caravan.routes.broken", new AtomicInteger());
    }

    /** Returns {file: ids of its running routes}. A route whose precondition is false is not included. */
    synchronized Map<String, List<String>> served() {
        Map<String, List<String>> served = new LinkedHashMap<>();
        serving.forEach((name, file) -> served.put(name,
                file.items().stream().filter(item -> item.isRoute() && live.has(item)).map(RouteFile.Item::id).toList()));
        return served;
    }

    synchronized Map<String, Broken> broken() {
        return new LinkedHashMap<>(broken);
    }

    synchronized RouteTree applied() {
        return applied;
    }

    /** Whether a file was refused since a port can't be opened now. Another try may succeed although no file changes. */
    synchronized boolean lacksPort() {
        return lacksPort;
    }

    synchronized void reconcile(RouteTree now) {
        boolean first = !started;
        lacksPort = false;
        Set<String> changed = changed(now);
        ParsedFiles files = new ParsedFiles(now);
        RouteMoves moves = new RouteMoves(serving, applied, now, files);
        broken.keySet().retainAll(now.files().keySet());
        Set<String> pending = candidates(now, changed);
        moves.expect(pending);
        Map<String, RouteProblem> refused = applyAll(files, pending, moves, changed, first);
        for (List<RouteMoves.Leaving> left = moves.withdrawn(); !left.isEmpty(); left = moves.withdrawn()) {
            left.forEach(this::withdraw);
            refused = applyAll(files, refused.keySet(), moves, changed, first); // some may have waited for an endpoint that is free now
        }
        moves.takeBack();
        refused.forEach(this::refuse);
        applied = now;
        started = true;
        unusable.set(broken.size());
    }

    /** Applies files until none is left, or none of the rest can be used. Returns the rest. */
    private Map<String, RouteProblem> applyAll(ParsedFiles files, Set<String> pending, RouteMoves moves, Set<String> changed,
            boolean first) {
        Map<String, RouteProblem> refused = new TreeMap<>();
        Set<String> left = pending;
        List<RouteFile> coming = files.usable(pending);
        boolean progress = true;
        while (progress && !left.isEmpty()) {
            progress = false;
            lacksPort = false;
            refused.clear();
            for (String name : files.inLoadOrder(left)) {
                try {
                    RouteFile before = serving.get(name);
                    List<RouteProblem> reasons = applyGood(files.get(name), coming, moves, changed, first);
                    if (reasons.isEmpty()) {
                        progress = true;
                    } else {
                        progress |= before == null || before.items().size() < serving.get(name).items().size();
                        String all = reasons.stream().map(RouteProblem::message).collect(Collectors.joining("; "));
                        refused.put(name, new RouteProblem(name, 0, 0, all));
                    }
                } catch (RouteProblem.Refused e) {
                    PortInUseException.ifCausedBy(e, WebServerException.class, port -> lacksPort = true);
                    refused.put(name, e.problem());
                }
            }
            left = new LinkedHashSet<>(refused.keySet());
        }
        return refused;
    }

    /**
     * Applies a file. Of generated routes, a definition that can't be used is left out alone. Returns why. Each one costs a check of the
     * whole file, so a file with more than {@value #MOST_LEFT_OUT} of them is refused.
     */
    private List<RouteProblem> applyGood(RouteFile whole, List<RouteFile> coming, RouteMoves moves, Set<String> changed, boolean first)
            throws RouteProblem.Refused {
        List<RouteProblem> left = new ArrayList<>();
        for (RouteFile file = whole;;) {
            try {
                if (first) {
                    begin(checks.examine(file, serving, coming), moves, changed);
                } else {
                    apply(checks.check(file, serving, coming), moves, changed);
                }
                return left;
            } catch (RouteProblem.Refused e) {
                if (e.item() == null || !e.item().isDefinition() || file.items().size() == 1 || left.size() == MOST_LEFT_OUT) {
                    throw e;
                }
                left.add(e.problem());
                file = file.without(Set.of(e.item().id()));
            }
        }
    }

    /** Rehearses one file that serves, so that the first edit is as fast as later ones. */
    synchronized void practise() {
        serving.values().stream().filter(file -> file.items().stream().allMatch(RouteFile.Item::isRoute)).findFirst().ifPresent(file -> {
            try {
                checks.rehearse(file, serving);
            } catch (RouteProblem.Refused e) {
                LOG.debug("{} serves, and could not be rehearsed again", file.name(), e);
            }
        });
    }

    private Set<String> changed(RouteTree now) {
        Set<String> changed = new TreeSet<>(now.files().keySet());
        changed.addAll(applied.files().keySet());
        changed.removeIf(name -> Objects.equals(now.files().get(name), applied.files().get(name)));
        return changed;
    }

    /** Returns the names of the files to check: changed routes files, unusable ones, and files that mention another changed file. */
    private Set<String> candidates(RouteTree now, Set<String> changed) {
        Set<String> candidates = new TreeSet<>(broken.keySet());
        changed.stream().filter(name -> RouteTree.isRoutes(name) && now.files().containsKey(name)).forEach(candidates::add);
        serving.forEach((name, file) -> {
            if (mentions(file.text(), changed)) {
                candidates.add(name);
            }
        });
        return candidates;
    }

    private static boolean mentions(String text, Set<String> changed) {
        return changed.stream().filter(name -> !RouteTree.isRoutes(name))
                .anyMatch(name -> text.contains(name.substring(name.lastIndexOf('/') + 1)));
    }

    /**
     * Applies a file at the start of the gateway without a rehearsal. No route serves yet, so a mistake does no harm, and a rehearsal costs
     * as much time as loading. A file that fails is rehearsed for a better message.
     *
     * @throws WebServerException if the gateway's port can't be opened: the file is right, and nobody could reach its routes
     */
    private void begin(RouteFile file, RouteMoves moves, Set<String> changed) throws RouteProblem.Refused {
        try {
            apply(file, moves, changed);
        } catch (RouteProblem.Refused e) {
            PortInUseException.ifCausedBy(e, WebServerException.class, port -> {
                throw port;
            });
            checks.rehearse(file, serving);
            throw e;
        }
    }

    private void apply(RouteFile file, RouteMoves moves, Set<String> changed) throws RouteProblem.Refused {
        long start = System.nanoTime();
        Map<String, RouteFile.Item> old = new LinkedHashMap<>();
        RouteFile before = serving.get(file.name());
        if (before != null) {
            before.items().forEach(item -> old.put(item.key(), item));
        }
        LiveRoutes.Swap swap = new LiveRoutes.Swap(live, file.name());
        List<RouteFile.Item> replacedShared = new ArrayList<>();
        List<RouteFile.Item> takenOver = new ArrayList<>();
        try {
            for (RouteFile.Item item : file.items()) {
                RouteFile.Item present = own(item, file, old, moves);
                boolean forced = mentions(item.text(), changed);
                if (present == null) {
                    present = moves.leaving(item.key());
                    forced |= moves.isSharedReplaced();
                }
                if (present != null) {
                    old.remove(present.key());
                }
                if (!item.sameAs(present) || forced) {
                    swap.put(present, item);
                    if (item.isShared() && present != null) {
                        replacedShared.add(item);
                    }
                }
            }
            for (RouteFile.Item removed : old.values()) {
                if (moves.isTakenOver(removed, file)) {
                    takenOver.add(removed);
                } else {
                    swap.withdraw(removed);
                }
            }
            for (RouteFile.Item shared : replacedShared) {
                rebuildUsers(shared, file, swap);
            }
        } catch (Exception | LinkageError | StackOverflowError e) {
            swap.undo();
            int line = swap.failed() == null ? 0 : swap.failed().line();
            throw new RouteProblem.Refused(new RouteProblem(file.name(), line, 0, "could not be started: " + rootMessage(e)),
                    swap.failed(), e);
        }
        moves.takenOver(file);
        takenOver.forEach(moves::leave);
        if (!replacedShared.isEmpty() || old.values().stream().anyMatch(RouteFile.Item::isShared)) {
            moves.sharedEntryReplaced();
        }
        serving.put(file.name(), file.loaded());
        boolean mended = broken.remove(file.name()) != null;
        if (swap.changedAnything() || mended) {
            reloads.increment();
            LOG.atLevel(started ? Level.INFO : Level.DEBUG).log("Routes file applied file={} changes=\"{}\" took={}ms", file.name(), swap,
                    (System.nanoTime() - start) / 1_000_000);
        }
    }

    /**
     * Returns the file's own entry that gives way: the one with the same id, or else, if no file had that id, a route that the file no
     * longer has and that has the same endpoint.
     */
    private static RouteFile.Item own(RouteFile.Item item, RouteFile file, Map<String, RouteFile.Item> old, RouteMoves moves) {
        RouteFile.Item same = old.get(item.key());
        if (same != null || moves.leaving(item.key()) != null) {
            return same;
        }
        return old.values().stream().filter(route -> item.hasEndpointOf(route) && file.items().stream()
                .noneMatch(kept -> kept.key().equals(route.key())))
                .findFirst().orElse(null);
    }

    private void rebuildUsers(RouteFile.Item shared, RouteFile file, LiveRoutes.Swap swap) throws Exception {
        List<RouteFile> files = new ArrayList<>(serving.values());
        files.removeIf(other -> other.name().equals(file.name()));
        files.add(file);
        for (RouteFile user : files) {
            for (RouteFile.Item item : user.items()) {
                if (RouteChecks.uses(item, shared) && item != shared) {
                    swap.rebuild(user.name(), item);
                    if (item.isShared()) {
                        rebuildUsers(item, file, swap);
                    }
                }
            }
        }
    }

    private void refuse(String name, RouteProblem problem) {
        Broken known = broken.get(name);
        if (known != null && known.problem().equals(problem)) {
            return;
        }
        broken.put(name, new Broken(problem, Instant.now()));
        refusals.increment();
        LOG.warn(serving.containsKey(name) ? "Routes file refused, its last good version stays active reason={}"
                : "Routes file refused, none of its routes are active reason={}", problem);
    }

    private void withdraw(RouteMoves.Leaving route) {
        try {
            live.withdraw(route.item());
            reloads.increment();
            LOG.info(route.moved() ? "Route withdrawn because the file to which it moved was refused id={}"
                    : "Route withdrawn because its file is gone id={}",
                    route.item().id());
        } catch (Exception e) {
            refusals.increment();
            LOG.error("Route not withdrawn id={}", route.item().id(), e);
        }
    }

    private static String rootMessage(Throwable failure) {
        Throwable root = failure;
        while (root.getCause() != null && root.getCause() != root && !(root instanceof WebServerException)) {
            root = root.getCause();
        }
        return String.valueOf(root.getMessage()).lines().findFirst().orElse("");
    }
}
