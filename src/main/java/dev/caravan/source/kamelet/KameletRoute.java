package dev.caravan.source.kamelet;

import dev.caravan.routes.PerContext;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.apache.camel.AsyncProducer;
import org.apache.camel.CamelContext;
import org.apache.camel.Component;
import org.apache.camel.Endpoint;
import org.apache.camel.NamedNode;
import org.apache.camel.component.kamelet.Kamelet;
import org.apache.camel.component.kamelet.KameletComponent;
import org.apache.camel.model.Model;
import org.apache.camel.model.RouteDefinition;
import org.apache.camel.spi.LocalBeanRepositoryAware;
import org.apache.camel.spi.RoutePolicy;
import org.apache.camel.spi.RoutePolicyFactory;
import org.apache.camel.support.LocalBeanRegistry;
import org.apache.camel.support.service.ServiceHelper;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The running route of a Kamelet with its values. Camel gets the values as properties of the route and not as part of a URI, so that no URI
 * shows a secret. Camel closes neither the beans nor the components that a Kamelet's template makes, so this class does.
 */
final class KameletRoute {

    private static final Logger LOG = LoggerFactory.getLogger(KameletRoute.class);
    private static final long DRAIN_SECONDS = 1;

    private final CamelContext context;
    private final String id;
    private final LocalBeanRegistry beans;
    private final Endpoint endpoint;
    private AsyncProducer producer;

    private KameletRoute(CamelContext context, String id, LocalBeanRegistry beans, Endpoint endpoint) {
        this.context = context;
        this.id = id;
        this.beans = beans;
        this.endpoint = endpoint;
    }

    /**
     * Creates and starts the Kamelet's route.
     *
     * @param id     id of the route, unique in the context
     * @param values {name of a property: its value}
     */
    static KameletRoute open(CamelContext context, String kamelet, String id, Map<String, String> values) throws Exception {
        KameletComponent component = context.getComponent(Kamelet.SCHEME, KameletComponent.class);
        Beans beans = Beans.of(context);
        Properties properties = new Properties();
        properties.putAll(values);
        component.getRouteProperties().put(id, properties);
        try {
            Endpoint endpoint = context.getEndpoint(Kamelet.SCHEME + ":" + kamelet + "/" + id + "?noErrorHandler=true");
            return new KameletRoute(context, id, beans.take(id), endpoint);
        } catch (Exception e) {
            new KameletRoute(context, id, beans.take(id), null).close();
            throw e;
        } finally {
            component.getRouteProperties().remove(id);
        }
    }

    private static Model model(CamelContext context) {
        return context.getCamelContextExtension().getContextPlugin(Model.class);
    }

    Endpoint endpoint() {
        return endpoint;
    }

    void startProducer() throws Exception {
        try {
            producer = endpoint.createAsyncProducer();
            ServiceHelper.startService(producer);
        } catch (Exception e) {
            close();
            throw e;
        }
    }

    AsyncProducer producer() {
        return producer;
    }

    /**
     * Stops and removes the route, with its endpoint and beans. Don't call this while Camel stops a route, since Camel stops only one at a
     * time.
     */
    void close() {
        attempt(() -> {
            ServiceHelper.stopService(producer);
            if (context.isStopping() || context.isStopped()) {
                return; // Camel stops the route itself
            }
            if (context.getRoute(id) != null) {
                context.getRouteController().stopRoute(id, DRAIN_SECONDS, TimeUnit.SECONDS);
                context.removeRoute(id);
            }
            RouteDefinition left = model(context).getRouteDefinition(id);
            if (left != null) {
                model(context).removeRouteDefinition(left);
            }
            if (endpoint != null) {
                context.removeEndpoint(endpoint);
            }
        });
        for (String name : List.copyOf(beans.keySet())) {
            attempt(() -> close(beans.lookupByName(name)));
        }
    }

    private void close(Object bean) throws Exception {
        if (bean instanceof Component component) {
            for (String name : List.copyOf(context.getComponentNames())) {
                if (context.hasComponent(name) == component) {
                    context.removeComponent(name);
                }
            }
        } else if (bean instanceof AutoCloseable closeable) {
            closeable.close();
        }
    }

    /** Finds the beans that a Kamelet's template makes, such as a connection pool. Camel shows them only while it creates the route. */
    private static final class Beans implements RoutePolicyFactory {

        private final Map<String, LocalBeanRegistry> beans = new ConcurrentHashMap<>();

        static Beans of(CamelContext context) {
            return PerContext.of(context, Beans.class, () -> {
                Beans made = new Beans();
                context.addRoutePolicyFactory(made);
                return made;
            });
        }

        @Override
        public RoutePolicy createRoutePolicy(CamelContext context, String routeId, NamedNode route) {
            if (routeId.startsWith(Kamelets.PREFIX) && context.getRegistry() instanceof LocalBeanRepositoryAware aware
                    && aware.getLocalBeanRepository() instanceof LocalBeanRegistry own) {
                beans.put(routeId, own);
            }
            return null;
        }

        /** Returns the beans of a route, once. */
        LocalBeanRegistry take(String routeId) {
            LocalBeanRegistry own = beans.remove(routeId);
            return own == null ? new LocalBeanRegistry() : own;
        }
    }

    private interface Step {
        void run() throws Exception;
    }

    private void attempt(Step step) {
        try {
            step.run();
        } catch (Exception e) {
            LOG.warn("Kamelet not closed completely route={}", id, e);
        }
    }
}
