package dev.caravan.source.oauth;

import java.net.URI;
import java.util.Locale;

/**
 * Scheme, host and port of an address. Case and the default port make no difference, as in browsers (RFC 6454).
 *
 * @param port the default port of the scheme if the address has none
 */
public record Origin(String scheme, String host, int port) {

    /** @throws IllegalArgumentException if the text is not an address with a host */
    public static Origin of(String address) {
        return of(URI.create(address));
    }

    /** @throws IllegalArgumentException if the address has no host */
    public static Origin of(URI address) {
        if (address.getScheme() == null || address.getHost() == null || address.getRawUserInfo() != null) {
            throw new IllegalArgumentException(address + " is no address of a server");
        }
        String scheme = address.getScheme().toLowerCase(Locale.ROOT);
        return new Origin(scheme, address.getHost().toLowerCase(Locale.ROOT),
                address.getPort() >= 0 ? address.getPort() : scheme.equals("http") ? 80 : 443);
    }

    /** Returns the address without its path. */
    @Override
    public String toString() {
        return scheme + "://" + host + (port == (scheme.equals("http") ? 80 : 443) ? "" : ":" + port);
    }
}
