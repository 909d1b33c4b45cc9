package dev.caravan.upstream;

import dev.caravan.trace.Traces;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.util.unit.DataSize;

@Configuration(proxyBeanMethods = false)
class BoundedHttpConfiguration {

    /** Enough for 1,000 rows of 16 KB. */
    private static final DataSize PAGE_OF_ROWS = DataSize.ofMegabytes(16);

    @Bean
    BoundedHttp boundedHttp(UpstreamProperties properties, Traces traces) {
        return new BoundedHttp(properties.maxHttpResponse(), traces);
    }

    @Bean
    BoundedHttp boundedDatabaseHttp(Traces traces) {
        return new BoundedHttp(PAGE_OF_ROWS, traces);
    }
}
