package dev.caravan.http;

import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.springframework.stereotype.Component;

/**
 * Which {@code Host} and {@code Origin} headers pass, against DNS rebinding (MCP, transports, security).
 *
 * <p>Loopback's own names always pass. A server bound to loopback takes no other host; elsewhere any host passes unless
 * {@code caravan.http.allowed-hosts} narrows it. An origin must be listed, or be loopback's own.
 */
@Component
class AllowedSources {

    private static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1", "[::1]");

    private final HttpProperties properties;
    private final boolean boundToLoopback;

    AllowedSources(HttpProperties properties) {
        this.properties = properties;
        this.boundToLoopback = isLoopback(properties.host());
    }

    static boolean isLoopback(String host) {
        return LOOPBACK.contains(host.toLowerCase(Locale.ROOT)) || host.startsWith("127.") || "::1".equals(host);
    }

    boolean allowsHost(String header) {
        if (header == null) {
            return false;
        }
        String host = withoutPort(header.trim()).toLowerCase(Locale.ROOT);
        if (LOOPBACK.contains(host) || contains(properties.allowedHosts(), host)) {
            return true;
        }
        return !boundToLoopback && properties.allowedHosts().isEmpty();
    }

    boolean allowsOrigin(String header) {
        String origin = header.trim().toLowerCase(Locale.ROOT);
        try {
            String host = URI.create(origin).getHost();
            return host != null
                    && (LOOPBACK.contains(host)
                        || contains(properties.allowedOrigins(), origin)
                        || contains(properties.allowedOrigins(), withoutPort(origin)));
        } catch (IllegalArgumentException notAnOrigin) {
            return false;
        }
    }

    private static boolean contains(List<String> allowed, String value) {
        return allowed.stream().anyMatch(value::equalsIgnoreCase);
    }

    private static String withoutPort(String authority) {
        return authority.replaceFirst(":\\d{0,5}$", "");
    }
}
