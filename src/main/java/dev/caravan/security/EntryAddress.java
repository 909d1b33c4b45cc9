package dev.caravan.security;

import dev.caravan.start.StartCheck;
import java.net.InetAddress;
import java.net.UnknownHostException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.stereotype.Component;

/** The address on which the entry listens. Warns when keys and tokens are sent without encryption. */
@Component
public class EntryAddress {

    private static final Logger LOG = LoggerFactory.getLogger(EntryAddress.class);

    private final String url;
    private final boolean open;

    EntryAddress(SecurityProperties security, @Value("${caravan.http.enabled:true}") boolean open,
            @Value("${caravan.http.host:127.0.0.1}") String host, @Value("${caravan.http.port:8080}") int port,
            @Value("${caravan.http.tls.certificate:}") String certificate) throws UnknownHostException {
        boolean encrypted = !certificate.isBlank();
        this.open = open;
        this.url = (encrypted ? "https://" : "http://") + (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
        if (open && security.mode() != SecurityProperties.Mode.NONE && !encrypted && !InetAddress.getByName(host).isLoopbackAddress()) {
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

    /** Refuses a gateway that anyone on the network could call without credentials, or whose address clients can't reach. */
    static final class Check implements StartCheck {

        @Override
        public void check(ConfigurableEnvironment settings) {
            SecurityProperties security = Binder.get(settings).bindOrCreate("caravan.security", SecurityProperties.class);
            if (security.mode() == SecurityProperties.Mode.API_KEY && !Keys.isAnyIn(security.keysFile()) && security.keys().isEmpty()) {
                throw new IllegalArgumentException("caravan.security.mode is api-key, but neither " + security.keysFile()
                        + " nor caravan.security.keys has a key. Add a key with caravan key new NAME");
            }
            if (!settings.getProperty("caravan.http.enabled", Boolean.class, true)) {
                return; // --stdio serves with mode none, whatever the files say
            }
            if (security.mode() != SecurityProperties.Mode.API_KEY && !security.keys().isEmpty()) {
                throw new IllegalArgumentException("caravan.security.keys has keys, which caravan.security.mode does not use."
                        + " Set caravan.security.mode to api-key, or remove the keys");
            }
            if (security.mode() != SecurityProperties.Mode.OAUTH2 && !security.oauth2().issuer().isBlank()) {
                throw new IllegalArgumentException("caravan.security.oauth2.issuer is set, and caravan.security.mode does not use it."
                        + " Set caravan.security.mode to oauth2, or remove the issuer");
            }
            String host = settings.getProperty("caravan.http.host", "127.0.0.1");
            InetAddress address;
            try {
                address = InetAddress.getByName(host);
            } catch (UnknownHostException e) {
                return; // told by the check of the port
            }
            if (security.mode() == SecurityProperties.Mode.NONE && !address.isLoopbackAddress() && !security.openToNetwork()) {
                throw new IllegalArgumentException("caravan.http.host is " + host + ", which others can reach, and caravan.security.mode is"
                        + " none. Anyone could call every tool. Choose another mode, bind to 127.0.0.1, or set"
                        + " caravan.security.open-to-network=true");
            }
            boolean tokens = security.mode() == SecurityProperties.Mode.OAUTH2;
            boolean recallOnly = !settings.getProperty("caravan.recall.public-url", "").isBlank() && !tokens;
            if (address.isAnyLocalAddress() && security.publicUrl().isBlank() && !recallOnly) {
                throw new IllegalArgumentException("caravan.http.host is " + host + ", which clients can't use as an address."
                        + " Set caravan.security.public-url to the address that clients use, such as https://gateway.example.com");
            }
        }
    }
}
