package dev.caravan.routes;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.camel.CamelContext;
import org.apache.camel.model.Model;
import org.apache.camel.model.RouteConfigurationDefinition;
import org.apache.camel.model.RouteTemplateDefinition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Adds, replaces and withdraws single routes of the running context, each behind its gate if it has one. */
class LiveRoutes {

    private static final Logger LOG = LoggerFactory.getLogger(LiveRoutes.class);

    private final CamelContext context;
    private final Gates gates;
    private final ShutDoors shut;
    private final Duration drain;

    LiveRoutes(CamelContext context, ShutDoors shut, Duration drain) {
        this.context = context;
        this.gates = Gates.of(context);
        this.shut = shut;
        this.drain = drain;
    }

    boolean has(RouteItem item) {
        return context.getRoute(item.id()) != null;
    }

    /**
     * Loads an entry. A route that consumes from a shut door is left out without an error. Camel also leaves out a route whose precondition is false.
     *
     * @throws Exception if the entry can't be loaded; nothing of it remains
     */
    void add(String file, RouteItem item) throws Exception {
        if (item.isRoute() && shut.isShut(from(item))) {
            return;
        }
        DummyExchange.giveTo(context);
        try {
            Rehearsal.load(context, file, item);
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
    void replace(String file, RouteItem old, RouteItem next) throws Exception {
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

    void withdraw(RouteItem item) throws Exception {
        Optional<Gate> gate = hold(item);
        try {
            remove(item);
        } finally {
            gate.ifPresent(Gate::release);
        }
    }

    private Optional<Gate> hold(RouteItem item) {
        Optional<Gate> gate = item.isRoute() ? gates.find(consumedUri(item)) : Optional.empty();
        gate.ifPresent(present -> {
            if (!present.hold(drain.toNanos())) {
                LOG.warn("Route replaced while calls are still on it id={} waited={}ms", item.id(), drain.toMillis());
            }
        });
        return gate;
    }

    private String consumedUri(RouteItem item) {
        var route = context.getRoute(item.id());
        return route == null ? String.valueOf(item.uri()) : RouteFile.withoutOptions(route.getEndpoint().getEndpointUri());
    }

    /** Returns the URI that the route consumes from. For a templated route it is the template's; null if there is no such template. */
    private String from(RouteItem item) {
        if (item.template() == null) {
            return item.uri();
        }
        RouteTemplateDefinition template = model().getRouteTemplateDefinition(item.template());
        return template == null ? null : template.getRoute().getInput().getEndpointUri();
    }

    private Model model() {
        return context.getCamelContextExtension().getContextPlugin(Model.class);
    }

    private void remove(RouteItem item) throws Exception {
        Model model = model();
        switch (item.kind()) {
            case ROUTE, TEMPLATED -> {
                if (context.getRoute(item.id()) != null) {
                    context.getRouteController().stopRoute(item.id(), 1, TimeUnit.SECONDS);
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
}
