package dev.caravan.observe;

import java.time.Duration;
import java.util.Map;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * @param endpoint    Address of an OpenTelemetry collector (OTLP over HTTP), such as http://127.0.0.1:4318/v1/traces. Empty means no tracing.
 * @param headers     Headers of each request to the collector.
 * @param sampling    Share of calls to trace, 0.0 to 1.0, when the caller does not decide.
 * @param timeout     Timeout of one request to the collector.
 * @param serviceName Service name in the spans.
 */
@ConfigurationProperties("caravan.tracing")
record TracingProperties(@DefaultValue("") String endpoint, Map<String, String> headers, @DefaultValue("1.0") double sampling,
                         @DefaultValue("5s") Duration timeout, @DefaultValue("caravan") String serviceName) {

    TracingProperties {
        headers = headers == null ? Map.of() : Map.copyOf(headers);
        if (sampling < 0 || sampling > 1) {
            throw new IllegalArgumentException("caravan.tracing.sampling must be 0.0 to 1.0");
        }
    }

    boolean isOn() {
        return !endpoint.isBlank();
    }
}
