package dev.caravan.kamelet;

import dev.caravan.routes.PerContext;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.camel.CamelContext;
import org.apache.camel.NamedNode;
import org.apache.camel.spi.LocalBeanRepositoryAware;
import org.apache.camel.spi.RoutePolicy;
import org.apache.camel.spi.RoutePolicyFactory;
import org.apache.camel.support.LocalBeanRegistry;

/**
 * Finds the beans that a Kamelet's template makes, such as a connection pool. Camel shows them only while it creates the route, and doesn't close them
 * with it.
 */
final class KameletBeans implements RoutePolicyFactory {

    private final Map<String, LocalBeanRegistry> beans = new ConcurrentHashMap<>();

    static KameletBeans of(CamelContext context) {
        return PerContext.of(context, KameletBeans.class, () -> {
            KameletBeans made = new KameletBeans();
            context.addRoutePolicyFactory(made);
            return made;
        });
    }

    @Override
    public RoutePolicy createRoutePolicy(CamelContext context, String routeId, NamedNode route) {
        if (routeId.startsWith(Kamelets.PREFIX) && context.getRegistry() instanceof LocalBeanRepositoryAware aware && aware.getLocalBeanRepository() instanceof LocalBeanRegistry own) {
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
