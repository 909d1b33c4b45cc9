package dev.caravan.source.mcp;

import dev.caravan.observe.PoolMeters;
import java.net.URI;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntSupplier;
import java.util.function.ToIntFunction;
import org.apache.camel.CamelContext;
import org.apache.camel.Endpoint;
import org.apache.camel.component.http.HttpEndpoint;
import org.apache.camel.support.LifecycleStrategySupport;
import org.springframework.stereotype.Component;

/** Shows the connection pools {@code http-HOST:PORT} in metrics. Each pool has the connections to one service, of all {@code http:} endpoints. */
@Component
class HttpPoolMetrics extends LifecycleStrategySupport {

    private final PoolMeters pools;
    private final Set<String> known = ConcurrentHashMap.newKeySet();

    HttpPoolMetrics(PoolMeters pools) {
        this.pools = pools;
    }

    @Override
    public void onEndpointAdd(Endpoint endpoint) {
        if (endpoint instanceof HttpEndpoint http && http.getHttpUri().getHost() != null && known.add(name(http))) {
            String name = name(http);
            CamelContext context = endpoint.getCamelContext();
            pools.add(name, sum(context, name, HttpEndpoint::getClientConnectionsPoolStatsLeased), sum(context, name, HttpEndpoint::getClientConnectionsPoolStatsAvailable),
                    sum(context, name, HttpEndpoint::getClientConnectionsPoolStatsPending), sum(context, name, HttpEndpoint::getClientConnectionsPoolStatsMax));
        }
    }

    private static IntSupplier sum(CamelContext context, String name, ToIntFunction<HttpEndpoint> number) {
        return () -> context.getEndpoints().stream().filter(HttpEndpoint.class::isInstance).map(HttpEndpoint.class::cast)
                .filter(endpoint -> name.equals(name(endpoint))).mapToInt(number).sum();
    }

    private static String name(HttpEndpoint endpoint) {
        URI uri = endpoint.getHttpUri();
        return "http-" + uri.getHost() + ":" + (uri.getPort() > 0 ? uri.getPort() : "https".equals(uri.getScheme()) ? 443 : 80);
    }
}
