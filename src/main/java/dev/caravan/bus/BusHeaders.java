package dev.caravan.bus;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.springframework.stereotype.Component;

/**
 * Selects the headers that a message may carry, as named in the configuration. All others are dropped, so that none can control a route. In
 * property names, which JMS requires to be Java identifiers, {@code _} stands for {@code -}. Names are case-insensitive.
 */
@OnBus
@Component
class BusHeaders {

    /** The property of a dead letter with its reason. */
    static final String REASON = "caravanReason";

    /** What the name of a property with credentials contains, without its punctuation. */
    private static final Pattern SECRET = Pattern.compile(
            "auth|bearer|jwt|apikey|accesskey|privatekey|signature|token|secret|password|passwd|passcode|pwd|credential|cookie|session");

    /** {normalized name of a property: name of the header}. */
    private final Map<String, String> allowed = new HashMap<>();
    private final String instance;

    BusHeaders(BusProperties properties) {
        properties.headers().forEach(entry -> allow(entry.contains("=") ? entry.substring(0, entry.indexOf('=')) : "",
                entry.substring(entry.indexOf('=') + 1).strip()));
        instance = normalized(properties.instanceHeader());
        Stream.of(properties.instanceHeader(), properties.toolsetHeader()).forEach(header -> allow("", header));
        allowed.put(normalized(properties.messageId()), properties.messageId());
        allowed.put(normalized(properties.userHeader()), properties.userHeader()); // JMSXUserID is the broker's
    }

    private void allow(String property, String header) {
        String name = normalized(header);
        if (name.isEmpty() || name.startsWith("camel") || name.startsWith("jms") || name.startsWith("org.apache.camel")) {
            throw new IllegalArgumentException("caravan.bus.headers: \"" + header + "\" is not allowed. Choose another header");
        }
        allowed.put(property.isBlank() ? name : normalized(property.strip()), header);
    }

    /** Normalizes a name. Camel clients write {@code _HYPHEN_} for a dash. */
    private static String normalized(String name) {
        return name.toLowerCase(Locale.ROOT).replace("_hyphen_", "-").replace('_', '-');
    }

    /** Returns whether a property holds credentials, which never leave the gateway: by its name, or as the key of an MCP instance. */
    boolean isSecret(String property) {
        String name = normalized(property);
        String header = normalized(allowed.getOrDefault(name, name));
        return header.equals(instance) || Stream.of(name, header).anyMatch(each -> SECRET.matcher(each.replaceAll("[^a-z]", "")).find());
    }

    /** Returns {header: value} of the allowed properties: those that are text, or bytes in UTF-8. */
    Map<String, String> of(Map<String, Object> properties) {
        Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        properties.forEach((property, value) -> {
            String header = allowed.get(normalized(property));
            if (header != null && (value instanceof String || value instanceof byte[])) {
                headers.put(header, value instanceof byte[] bytes ? new String(bytes, StandardCharsets.UTF_8) : (String) value);
            }
        });
        return headers;
    }
}
