package dev.caravan.http;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.util.List;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import org.apache.camel.support.jsse.KeyManagersParameters;
import org.apache.camel.support.jsse.SSLContextParameters;
import org.apache.camel.support.jsse.SecureSocketProtocolsParameters;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.boot.ssl.SslBundles;

/**
 * Provides TLS 1.2 or later for the entry. Spring Boot reads the certificate and reloads it: new connections use the new one, open
 * connections keep theirs. While the files are invalid, the previous certificate stays active.
 */
class EntryTls extends SSLContextParameters {

    private static final Logger LOG = LoggerFactory.getLogger(EntryTls.class);

    private volatile SSLContext current;

    EntryTls(SslBundles bundles) throws GeneralSecurityException, IOException {
        SecureSocketProtocolsParameters versions = new SecureSocketProtocolsParameters();
        versions.setSecureSocketProtocol(List.of("TLSv1.3", "TLSv1.2"));
        setSecureSocketProtocols(versions);
        setKeyManagers(new KeyManagersParameters() {
            @Override
            public KeyManager[] createKeyManagers() {
                return bundles.getBundle(TlsBundle.NAME).getManagers().getKeyManagers();
            }
        });
        current = createSSLContext(null);
        bundles.addBundleUpdateHandler(TlsBundle.NAME, this::renew);
    }

    /** Returns the context for the next connection. */
    SSLContext current() {
        return current;
    }

    private void renew(SslBundle changed) {
        try {
            current = createSSLContext(null);
            LOG.info("Certificate reloaded");
        } catch (IOException | GeneralSecurityException e) {
            throw new IllegalStateException("The new certificate is invalid. The previous one stays active", e);
        }
    }
}
