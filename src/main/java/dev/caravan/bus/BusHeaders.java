package dev.caravan.bus;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.springframework.stereotype.Component;

/**
 * The headers that a message may bring along, as it would over HTTP: those that the configuration names, and no other, so that none can
 * steer a route. In names of properties, which JMS wants to be Java identifiers, {@code _} stands for {@code -}; case makes no difference.
 */
@OnBus
@Component
class BusHeaders {

    private static final Set<String> SECRET = Set.of("authorization", "x-api-key");

    /** {name of a property, normalized: name of the header}. */
    private final Map<String, String> allowed = new HashMap<>();

    BusHeaders(BusProperties properties) {
        for (String entry : properties.headers()) {
            int equals = entry.indexOf('=');
            allow(entry.substring(0, Math.max(equals, 0)), entry.substring(equals + 1).strip());
        }
        allow("", properties.instanceHeader());
        if (!properties.messageId().isBlank()) {
            allow("", properties.messageId());
        }
    }

    private void allow(String property, String header) {
        String name = normalized(header);
        if (name.isEmpty() || name.startsWith("camel") || name.startsWith("jms") || name.startsWith("org.apache.camel")) {
            throw new IllegalArgumentException("caravan.bus.headers: \"" + header + "\" can't be let pass");
        }
        allowed.put(property.isBlank() ? name : normalized(property.strip()), header);
    }

    /** Camel, as a client, writes {@code _HYPHEN_}. */
    private static String normalized(String name) {
        return name.toLowerCase(Locale.ROOT).replace("_hyphen_", "-").replace('_', '-');
    }

    /** Whether a property holds credentials, which go nowhere but to the gateway. */
    boolean isSecret(String property) {
        String name = normalized(property);
        return SECRET.contains(name) || SECRET.contains(normalized(allowed.getOrDefault(name, "")));
    }

    /** {header: value} of the properties that pass. */
    Map<String, String> of(Map<String, String> properties) {
        Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        properties.forEach((property, value) -> {
            String header = allowed.get(normalized(property));
            if (header != null && value != null) {
                headers.put(header, value);
            }
        });
        return headers;
    }
}
