package dev.caravan.trace;

import java.time.Duration;
import java.util.Map;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * @param endpoint    where OTLP over HTTP (protobuf) is taken, such as {@code http://collector:4318/v1/traces}; empty: no tracing
 * @param headers     that each request to it has
 * @param sampling    the part of the calls that are traced whose caller does not say, 0 to 1
 * @param timeout     of one request to it
 * @param serviceName that the gateway's spans are of
 */
@ConfigurationProperties("caravan.tracing")
record TracingProperties(@DefaultValue("") String endpoint, Map<String, String> headers, @DefaultValue("1.0") double sampling,
                         @DefaultValue("5s") Duration timeout, @DefaultValue("caravan") String serviceName) {

    TracingProperties {
        headers = headers == null ? Map.of() : Map.copyOf(headers);
        if (sampling < 0 || sampling > 1) {
            throw new IllegalArgumentException("caravan.tracing.sampling must be from 0 to 1");
        }
    }

    boolean isOn() {
        return !endpoint.isBlank();
    }
}
