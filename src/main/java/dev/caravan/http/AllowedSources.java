package dev.caravan.http;

import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.stereotype.Component;

/**
 * Decides which {@code Host} and {@code Origin} headers are allowed, against DNS rebinding (MCP, transports, security).
 *
 * <p>Loopback names are always allowed. A server bound to loopback allows no other host. Elsewhere any host is allowed unless
 * {@code caravan.http.allowed-hosts} names the hosts. In mode none, only IP addresses (which can't be rebound) and the host of
 * {@code caravan.security.public-url} are allowed in addition. An origin must be listed or be a loopback origin.
 */
@Component
class AllowedSources {

    private static final Pattern ADDRESS = Pattern.compile("\\d{1,3}(\\.\\d{1,3}){3}");
    private static final Pattern PORT = Pattern.compile(":\\d{0,5}$");
    private static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1", "[::1]");

    private final HttpProperties properties;
    private final boolean boundToLoopback;
    private final boolean isOpen;
    private final String publicHost;

    AllowedSources(HttpProperties properties, @Value("${caravan.security.mode:none}") String mode,
            @Value("${caravan.security.public-url:}") String publicUrl) {
        this.properties = properties;
        this.isOpen = mode.equalsIgnoreCase("none");
        this.publicHost = publicUrl.isBlank() ? "" : String.valueOf(URI.create(publicUrl.strip()).getHost()).toLowerCase(Locale.ROOT);
        this.boundToLoopback = isLoopback(properties.host());
    }

    static boolean isLoopback(String host) {
        return LOOPBACK.contains(host.toLowerCase(Locale.ROOT)) || host.startsWith("127.") || "::1".equals(host);
    }

    boolean allowsHost(String header) {
        if (header == null) {
            return false;
        }
        String host = host(header);
        return isKnown(host) || !boundToLoopback && properties.allowedHosts().isEmpty() && (!isOpen || isAddress(host));
    }

    /**
     * Returns whether the operations port, which has no authentication, allows this host. Probes of HTTP/1.0 send no Host; browsers always
     * send one.
     */
    boolean allowsOperations(String header) {
        return header == null || isKnown(host(header)) || isAddress(host(header));
    }

    private boolean isKnown(String host) {
        return LOOPBACK.contains(host) || contains(properties.allowedHosts(), host) || !publicHost.isEmpty() && host.equals(publicHost);
    }

    private static boolean isAddress(String host) {
        return host.startsWith("[") || ADDRESS.matcher(host).matches();
    }

    private static String host(String header) {
        return withoutPort(header.trim()).toLowerCase(Locale.ROOT);
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
        return PORT.matcher(authority).replaceFirst("");
    }
}
