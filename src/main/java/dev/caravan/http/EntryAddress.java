package dev.caravan.http;

import org.springframework.stereotype.Component;

/** The address on which the entry listens. */
@Component
public class EntryAddress {

    private final String url;
    private final boolean open;

    EntryAddress(HttpProperties http, TlsProperties tls) {
        String host = http.host().contains(":") ? "[" + http.host() + "]" : http.host();
        this.open = http.enabled();
        this.url = (tls.isOn() ? "https://" : "http://") + host + ":" + http.port();
    }

    /** Returns the address without a path: {@code https://HOST:PORT}. */
    public String url() {
        return url;
    }

    /** Returns whether the gateway opens the port. */
    public boolean isOpen() {
        return open;
    }

    public boolean isEncrypted() {
        return url.startsWith("https:");
    }
}
