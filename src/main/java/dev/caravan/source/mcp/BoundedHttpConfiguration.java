package dev.caravan.source.mcp;

import dev.caravan.observe.Traces;
import org.apache.camel.component.http.HttpComponent;
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

    /** Accepts answers whose header lines have up to 64 KB. PostgREST repeats the address with all filters; the client's own limit is 8 KB. */
    private static final class LongLines extends HttpComponent {

        private static final Http1Config LINES = Http1Config.copy(Http1Config.DEFAULT).setMaxLineLength(64 * 1024).build();

        @Override
        protected HttpClientConnectionManager createConnectionManager(Registry<ConnectionSocketFactory> sockets, int total, int perRoute,
                SocketConfig socket) {
            PoolingHttpClientConnectionManager pool = new PoolingHttpClientConnectionManager(sockets, PoolConcurrencyPolicy.STRICT,
                    TimeValue.ofMilliseconds(getConnectionTimeToLive()), ManagedHttpClientConnectionFactory.builder().http1Config(LINES).build());
            pool.setDefaultSocketConfig(socket);
            pool.setMaxTotal(total > 0 ? total : getMaxTotalConnections());
            pool.setDefaultMaxPerRoute(perRoute > 0 ? perRoute : getConnectionsPerRoute());
            return pool;
        }
    }
}
