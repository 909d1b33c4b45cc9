package dev.caravan.routes;

import org.apache.camel.LoggingLevel;
import org.apache.camel.spring.boot.CamelSpringBootApplicationController;
import org.apache.camel.spring.boot.SpringBootCamelContext;
import org.springframework.context.ApplicationContext;

/**
 * Camel's context for Spring Boot, with one shortcut: Camel removes every route that it adds, in case that it is there, and for that looks at
 * the endpoints of all others. With two hundred routes that was a third of the time in which they start.
 */
class RoutesContext extends SpringBootCamelContext {

    RoutesContext(ApplicationContext application, boolean warnOnEarlyShutdown, CamelSpringBootApplicationController controller) {
        super(application, warnOnEarlyShutdown, controller);
    }

    @Override
    protected boolean removeRoute(String routeId, LoggingLevel loggingLevel) throws Exception {
        return getRouteServices().containsKey(routeId) && super.removeRoute(routeId, loggingLevel);
    }
}
