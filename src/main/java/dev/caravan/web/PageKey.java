package dev.caravan.web;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Recognizes two addresses of the same page. */
final class PageKey {

    private static final Set<String> TRACKING = Set.of("gclid", "dclid", "fbclid", "msclkid", "yclid", "igshid", "mc_cid", "mc_eid", "spm");

    private PageKey() {
    }

    /**
     * Returns a key that is equal for addresses of the same page. It ignores scheme, {@code www.}, default port, fragment, a final slash, and
     * tracking parameters.
     *
     * @return empty if it is not an http or https address
     */
    static Optional<String> of(String url) {
        URI uri;
        try {
            uri = new URI(url.replace("|", "%7C").replace(" ", "%20"));
        } catch (URISyntaxException e) {
            return looksLikeWeb(url) ? Optional.of(url) : Optional.empty();
        }
        if (uri.getScheme() == null || !looksLikeWeb(url) || uri.getRawAuthority() == null) {
            return Optional.empty();
        }
        String host = uri.getHost() == null ? uri.getRawAuthority().toLowerCase(Locale.ROOT) : uri.getHost().toLowerCase(Locale.ROOT);
        String port = uri.getPort() < 0 || uri.getPort() == 80 || uri.getPort() == 443 ? "" : ":" + uri.getPort();
        String path = uri.getRawPath() == null ? "" : uri.getRawPath();
        while (path.endsWith("/")) {
            path = path.substring(0, path.length() - 1);
        }
        return Optional.of((host.startsWith("www.") ? host.substring(4) : host) + port + path + query(uri.getRawQuery()));
    }

    private static boolean looksLikeWeb(String url) {
        String start = url.length() > 8 ? url.substring(0, 8).toLowerCase(Locale.ROOT) : "";
        return start.startsWith("http://") || start.equals("https://");
    }

    private static String query(String query) {
        if (query == null) {
            return "";
        }
        String kept = Arrays.stream(query.split("&"))
                .filter(parameter -> !parameter.isEmpty() && !tracks(parameter.split("=", 2)[0].toLowerCase(Locale.ROOT)))
                .collect(Collectors.joining("&"));
        return kept.isEmpty() ? "" : "?" + kept;
    }

    private static boolean tracks(String name) {
        return name.startsWith("utm_") || TRACKING.contains(name);
    }
}
