package dev.caravan.source.mcp;

import dev.caravan.observe.PoolMeters;
import dev.caravan.observe.Traces;
import dev.caravan.source.BoundedHttp;
import java.net.URI;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntSupplier;
import java.util.function.ToIntFunction;
import org.apache.camel.CamelContext;
import org.apache.camel.Converter;
import org.apache.camel.Endpoint;
import org.apache.camel.TypeConverters;
import org.apache.camel.component.http.HttpComponent;
import org.apache.camel.component.http.HttpEndpoint;
import org.apache.camel.component.http.HttpMethods;
import org.apache.camel.support.LifecycleStrategySupport;
import org.apache.hc.client5.http.impl.io.ManagedHttpClientConnectionFactory;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManager;
import org.apache.hc.client5.http.io.HttpClientConnectionManager;
import org.apache.hc.client5.http.socket.ConnectionSocketFactory;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http.config.Registry;
import org.apache.hc.core5.http.io.SocketConfig;
import org.apache.hc.core5.pool.PoolConcurrencyPolicy;
import org.apache.hc.core5.util.TimeValue;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Scope;
import org.springframework.stereotype.Component;
import org.springframework.util.unit.DataSize;

@Configuration(proxyBeanMethods = false)
class BoundedHttpConfiguration {

    /** Enough for 1,000 rows of 16 KB. */
    private static final DataSize PAGE_OF_ROWS = DataSize.ofMegabytes(16);

    @Bean({"http-component", "https-component"})
    @Scope(ConfigurableBeanFactory.SCOPE_PROTOTYPE)
    HttpComponent httpComponent() {
        return new LongLines();
    }

    @Bean
    BoundedHttp boundedHttp(UpstreamProperties properties, Traces traces) {
        return new BoundedHttp(properties.maxHttpResponse(), traces);
    }

    @Bean
    BoundedHttp boundedDatabaseHttp(Traces traces) {
        return new BoundedHttp(PAGE_OF_ROWS, traces);
    }

    /**
     * Accepts answers whose header lines have up to 64 KB. PostgREST repeats the address with all filters; the client's own limit is 8 KB.
     */
    private static final class LongLines extends HttpComponent {

        private static final Http1Config LINES = Http1Config.copy(Http1Config.DEFAULT).setMaxLineLength(64 * 1024).build();

        @Override
        protected HttpClientConnectionManager createConnectionManager(Registry<ConnectionSocketFactory> sockets, int total, int perRoute,
                SocketConfig socket) {
            PoolingHttpClientConnectionManager pool = new PoolingHttpClientConnectionManager(sockets, PoolConcurrencyPolicy.STRICT,
                    TimeValue.ofMilliseconds(getConnectionTimeToLive()),
                    ManagedHttpClientConnectionFactory.builder().http1Config(LINES).build());
            pool.setDefaultSocketConfig(socket);
            pool.setMaxTotal(total > 0 ? total : getMaxTotalConnections());
            pool.setDefaultMaxPerRoute(perRoute > 0 ? perRoute : getConnectionsPerRoute());
            return pool;
        }
    }

    /**
     * Shows the connection pools {@code http-HOST:PORT} in metrics. Each pool has the connections to one service, of all {@code http:}
     * endpoints.
     */
    @Component
    static class HttpPoolMetrics extends LifecycleStrategySupport {

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
                pools.add(name, sum(context, name, HttpEndpoint::getClientConnectionsPoolStatsLeased),
                        sum(context, name, HttpEndpoint::getClientConnectionsPoolStatsAvailable),
                        sum(context, name, HttpEndpoint::getClientConnectionsPoolStatsPending),
                        sum(context, name, HttpEndpoint::getClientConnectionsPoolStatsMax));
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

    /**
     * Converts the header {@code CamelHttpMethod} to the type that {@code http:} needs. Camel has the same conversion, but searches all its
     * converters first each time, which takes a fifth of a small request's processor time.
     */
    @Component
    public static class HttpMethodNames implements TypeConverters {

        @Converter
        public HttpMethods method(String name) {
            return HttpMethods.valueOf(name.toUpperCase(java.util.Locale.ROOT));
        }
    }
}
