package dev.caravan.security;

import java.net.InetAddress;
import java.net.UnknownHostException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.stereotype.Component;

/**
 * The address on which the entry listens. Refuses to start a gateway that anyone on the network could call without credentials, or whose
 * address clients can't reach. Warns when keys and tokens are sent without encryption.
 */
@Component
public class EntryAddress {

    private static final Logger LOG = LoggerFactory.getLogger(EntryAddress.class);

    private final String url;
    private final boolean open;

    EntryAddress(SecurityProperties security, @Value("${caravan.http.enabled:true}") boolean open,
            @Value("${caravan.http.host:127.0.0.1}") String host, @Value("${caravan.http.port:8080}") int port,
            @Value("${caravan.http.tls.certificate:}") String certificate,
            @Value("${caravan.recall.public-url:}") String recallUrl) throws UnknownHostException {
        boolean encrypted = !certificate.isBlank();
        this.open = open;
        this.url = (encrypted ? "https://" : "http://") + (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
        if (open) {
            check(security, host, encrypted, recallUrl);
        }
    }

    private void check(SecurityProperties security, String host, boolean encrypted, String recallUrl) throws UnknownHostException {
        InetAddress address = InetAddress.getByName(host);
        boolean loopback = address.isLoopbackAddress();
        if (security.mode() == SecurityProperties.Mode.NONE && !loopback && !security.openToNetwork()) {
            throw new IllegalStateException("caravan.http.host is " + host + ", which others can reach, and caravan.security.mode is none."
                    + " Anyone could call every tool. Choose another mode, bind to 127.0.0.1, or set"
                    + " caravan.security.open-to-network=true");
        }
        boolean tokens = security.mode() == SecurityProperties.Mode.OAUTH2;
        if (address.isAnyLocalAddress() && security.publicUrl().isBlank() && (tokens || recallUrl.isBlank())) {
            throw new IllegalStateException("caravan.http.host is " + host + ", which clients can't use as an address."
                    + " Set caravan.security.public-url to the address that clients use, such as https://gateway.example.com");
        }
        if (security.mode() != SecurityProperties.Mode.NONE && !loopback && !encrypted) {
            LOG.warn("Keys and tokens arrive unencrypted url={}. Set caravan.http.tls, or use a proxy with TLS", url);
        }
    }

    /** Returns the address without a path: {@code https://HOST:PORT}. */
    public String url() {
        return url;
    }

    /** Returns whether the gateway opens the port. */
    public boolean isOpen() {
        return open;
    }
}
