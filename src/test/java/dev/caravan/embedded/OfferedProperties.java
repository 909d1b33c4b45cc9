package dev.caravan.embedded;

import java.util.Map;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;

/**
 * The servers' addresses as application properties. They override every {@code application.yaml}. Environment variables, system properties,
 * a test's own properties and command-line arguments override them.
 */
record OfferedProperties(Map<String, String> properties) {

    void offerTo(ConfigurableEnvironment environment) {
        environment.getPropertySources().addAfter(StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME,
                new MapPropertySource("embeddedServers", Map.copyOf(properties)));
    }
}
