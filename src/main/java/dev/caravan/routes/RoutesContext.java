package dev.caravan.routes;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.camel.Converter;
import org.apache.camel.Endpoint;
import org.apache.camel.LoggingLevel;
import org.apache.camel.TypeConverters;
import org.apache.camel.component.kamelet.KameletEndpoint;
import org.apache.camel.spring.boot.CamelSpringBootApplicationController;
import org.apache.camel.spring.boot.SpringBootCamelContext;
import org.apache.camel.support.ExchangeHelper;
import org.springframework.context.ApplicationContext;
import org.springframework.stereotype.Component;

/**
 * Camel's context for Spring Boot, with four differences:
 * <ul>
 * <li>The JVM's one dummy exchange, by which Camel decides a {@code choice} with {@code precondition}, belongs to this context. Camel makes
 *     it for the context that asks first, and a rehearsal's context stops after its rehearsal.
 * <li>A faster {@code removeRoute}. Camel removes every route before it adds it, and searches the endpoints of all other routes for that.
 *     With 200 routes, this search took a third of their start time.
 * <li>The endpoint of a Kamelet makes its route under the context's monitor, also while a call runs. {@link LiveRoutes} loads and removes
 *     routes under the same monitor. Camel reads its lists of routes and templates without a lock, and fails if one of them changes
 *     meanwhile. The monitor comes before Camel's own locks.
 * <li>Texts in an endpoint's URI, such as descriptions, may have the blanks of any script. Camel escapes only ASCII, and
 *     {@code java.net.URI} refuses the others.
 * </ul>
 */
public class RoutesContext extends SpringBootCamelContext {

    public RoutesContext(ApplicationContext application, boolean warnOnEarlyShutdown, CamelSpringBootApplicationController controller) {
        super(application, warnOnEarlyShutdown, controller);
        ExchangeHelper.getDummy(this);
    }

    @Override
    protected Endpoint doGetEndpoint(String uri, Map<String, Object> parameters, boolean normalized, boolean prototype) {
        return super.doGetEndpoint(escaped(uri), parameters, normalized, prototype);
    }

    static String escaped(String uri) {
        return uri.chars().noneMatch(RoutesContext::isRefused) ? uri
                : uri.codePoints().mapToObj(Character::toString)
                .map(c -> isRefused(c.codePointAt(0)) ? URLEncoder.encode(c, StandardCharsets.UTF_8) : c).collect(Collectors.joining());
    }

    private static boolean isRefused(int c) {
        return c > '~' && (Character.isSpaceChar(c) || Character.isISOControl(c));
    }

    @Override
    protected synchronized boolean removeRoute(String routeId, LoggingLevel loggingLevel) throws Exception {
        return getRouteServices().containsKey(routeId) && super.removeRoute(routeId, loggingLevel);
    }

    @Override
    public void addService(Object service, boolean stopOnShutdown, boolean forceStart) throws Exception {
        if (service instanceof KameletEndpoint) {
            synchronized (this) {
                super.addService(service, stopOnShutdown, forceStart);
            }
        } else {
            super.addService(service, stopOnShutdown, forceStart);
        }
    }

    @Override
    public void addPrototypeService(Object service) {
        if (service instanceof KameletEndpoint) {
            synchronized (this) {
                super.addPrototypeService(service);
            }
        } else {
            super.addPrototypeService(service);
        }
    }

    @Override
    public synchronized boolean removeRoute(String id) throws Exception {
        return super.removeRoute(id);
    }

    /**
     * Converts a level's name to Camel's {@link LoggingLevel}. The error handler of every step needs this conversion. Camel has the same
     * conversion, but searches all its converters first each time, which took a fifth of the routes' start time.
     */
    @Component
    public static class LoggingLevels implements TypeConverters {

        @Converter
        public LoggingLevel level(String name) {
            return LoggingLevel.valueOf(name.toUpperCase(Locale.ROOT));
        }
    }
}
