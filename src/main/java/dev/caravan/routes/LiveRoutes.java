package dev.caravan.routes;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.camel.CamelContext;
import org.apache.camel.model.Model;
import org.apache.camel.model.RouteConfigurationDefinition;
import org.apache.camel.model.RouteTemplateDefinition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Adds, replaces and withdraws single routes of the running context, each behind its gate if it has one. */
record LiveRoutes(CamelContext context, GateRegistry gates, ShutDoors shut, Duration drain) {

    private static final Logger LOG = LoggerFactory.getLogger(LiveRoutes.class);

    LiveRoutes(CamelContext context, ShutDoors shut, Duration drain) {
        this(context, GateRegistry.of(context), shut, drain);
    }

    boolean has(RouteFile.Item item) {
        return context.getRoute(item.id()) != null;
    }

    /**
     * Loads an entry. A route that consumes from a shut door is left out without an error. Camel also leaves out a route whose precondition
     * is false.
     *
     * @throws Exception if the entry can't be loaded; nothing of it remains
     */
    void add(String file, RouteFile.Item item) throws Exception {
        if (item.isRoute() && shut.isShut(from(item))) {
            return;
        }
        try {
            synchronized (context) { // see RoutesContext
                Rehearsal.load(context, file, item);
            }
        } catch (Exception | LinkageError | StackOverflowError e) {
            remove(item);
            throw e;
        }
    }

    /**
     * Replaces {@code old} by {@code next}, while the gate is held.
     *
     * @throws Exception if {@code next} can't start; {@code old} serves again
     */
    void replace(String file, RouteFile.Item old, RouteFile.Item next) throws Exception {
        Optional<Gate> gate = hold(old);
        try {
            remove(old);
            try {
                add(file, next);
            } catch (Exception | LinkageError | StackOverflowError e) {
                add(file, old);
                throw e;
            }
        } finally {
            gate.ifPresent(Gate::release);
        }
    }

    void withdraw(RouteFile.Item item) throws Exception {
        Optional<Gate> gate = hold(item);
        try {
            remove(item);
        } finally {
            gate.ifPresent(Gate::release);
        }
    }

    private Optional<Gate> hold(RouteFile.Item item) {
        Optional<Gate> gate = item.isRoute() ? gates.find(consumedUri(item)) : Optional.empty();
        gate.ifPresent(present -> {
            if (!present.hold(drain.toNanos())) {
                LOG.warn("Route replaced while calls are still on it id={} waited={}ms", item.id(), drain.toMillis());
            }
        });
        return gate;
    }

    private String consumedUri(RouteFile.Item item) {
        var route = context.getRoute(item.id());
        return route == null ? String.valueOf(item.uri()) : RouteFile.withoutOptions(route.getEndpoint().getEndpointUri());
    }

    /** Returns the URI that the route consumes from. For a templated route it is the template's; null if there is no such template. */
    private String from(RouteFile.Item item) {
        if (item.template() == null) {
            return item.uri();
        }
        RouteTemplateDefinition template = model().getRouteTemplateDefinition(item.template());
        return template == null ? null : template.getRoute().getInput().getEndpointUri();
    }

    private Model model() {
        return context.getCamelContextExtension().getContextPlugin(Model.class);
    }

    private void remove(RouteFile.Item item) throws Exception {
        boolean running = item.isRoute() && context.getRoute(item.id()) != null;
        if (running) {
            context.getRouteController().stopRoute(item.id(), 1, TimeUnit.SECONDS);
        }
        synchronized (context) { // see RoutesContext
            forget(item, running);
        }
    }

    private void forget(RouteFile.Item item, boolean stopped) throws Exception {
        Model model = model();
        switch (item.kind()) {
            case ROUTE, TEMPLATED -> {
                if (stopped) {
                    context.removeRoute(item.id());
                } else if (model.getRouteDefinition(item.id()) != null) {
                    model.removeRouteDefinition(model.getRouteDefinition(item.id()));
                }
            }
            case CONFIGURATION -> {
                RouteConfigurationDefinition present = model.getRouteConfigurationDefinition(item.id());
                if (present != null) {
                    model.removeRouteConfiguration(present);
                }
            }
            case TEMPLATE -> model.removeRouteTemplateDefinitions(item.id());
        }
    }

    /** Applies the changes of one file to the running routes, and can undo the steps already done if a later one fails. */
    static class Swap {

        private static final Logger LOG = LoggerFactory.getLogger(Swap.class);

        private interface Step {
            void run() throws Exception;
        }

        private final LiveRoutes live;
        private final String file;
        private final Deque<Step> undo = new ArrayDeque<>();
        /** Runs after {@link #undo}, in this order: a route is built from its template again only once the old template is back. */
        private final List<Step> restore = new ArrayList<>();
        private final List<String> done = new ArrayList<>();
        private RouteFile.Item failed;

        Swap(LiveRoutes live, String file) {
            this.live = live;
            this.file = file;
        }

        /**
         * Adds an entry, or replaces the one that serves.
         *
         * @param old entry that serves under the same id; null for none
         */
        void put(RouteFile.Item old, RouteFile.Item item) throws Exception {
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

        void withdraw(RouteFile.Item item) throws Exception {
            live.withdraw(item);
            undo.push(() -> live.add(file, item));
            done.add("withdrew " + item.id());
        }

        /** Loads a route again, because a template or configuration that it uses has changed. */
        void rebuild(String owner, RouteFile.Item item) throws Exception {
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
        RouteFile.Item failed() {
            return failed;
        }

        @Override
        public String toString() {
            return done.isEmpty() ? "unchanged" : String.join(", ", done);
        }
    }
}
