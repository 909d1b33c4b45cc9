package dev.caravan.security;

import dev.caravan.http.EntryAddress;
import java.net.InetAddress;
import java.net.UnknownHostException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.stereotype.Component;

/**
 * Refuses to start a gateway that anyone on the network could call without being known, or that would tell clients an address at which
 * nobody reaches it; and warns of keys and tokens that could be read there.
 */
@Component
class NetworkExposure {

    private static final Logger LOG = LoggerFactory.getLogger(NetworkExposure.class);

    NetworkExposure(SecurityProperties security, EntryAddress entry, @Value("${caravan.http.host:127.0.0.1}") String host,
            @Value("${caravan.recall.public-url:}") String recallUrl) throws UnknownHostException {
        if (!entry.isOpen()) {
            return;
        }
        InetAddress address = InetAddress.getByName(host);
        boolean loopback = address.isLoopbackAddress();
        if (security.mode() == SecurityProperties.Mode.NONE && !loopback && !security.openToNetwork()) {
            throw new IllegalStateException("caravan.http.host is " + host + ", which others can reach, and caravan.security.mode is none:"
                    + " anyone could call every tool. Bind to 127.0.0.1, or say caravan.security.open-to-network=true as well");
        }
        boolean tokens = security.mode() == SecurityProperties.Mode.OAUTH2;
        if (address.isAnyLocalAddress() && security.publicUrl().isBlank() && (tokens || recallUrl.isBlank())) {
            throw new IllegalStateException("caravan.http.host is " + host + ", which is every address of this machine and none that a client can call."
                    + " Set caravan.security.public-url to the address that clients use, such as https://gateway.example.com");
        }
        if (security.mode() != SecurityProperties.Mode.NONE && !loopback && !entry.isEncrypted()) {
            LOG.warn("Keys and tokens come to {} unencrypted, unless a proxy before it speaks TLS; see caravan.http.tls", entry.url());
        }
    }
}
