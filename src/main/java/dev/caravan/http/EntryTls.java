package dev.caravan.http;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import org.apache.camel.support.jsse.KeyManagersParameters;
import org.apache.camel.support.jsse.SSLContextParameters;
import org.apache.camel.support.jsse.SecureSocketProtocolsParameters;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.env.EnvironmentPostProcessor;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MapPropertySource;
import org.springframework.util.StringUtils;

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

    /**
     * Creates a Spring Boot SSL bundle from {@code caravan.http.tls.*}, so that Spring Boot reads and watches the files.
     * {@code META-INF/spring.factories} names this class.
     */
    static final class TlsBundle implements EnvironmentPostProcessor {

        static final String NAME = "caravan-http";

        private static final String SETTINGS = "caravan.http.tls.";
        private static final String BUNDLE = "spring.ssl.bundle.pem." + NAME + ".";

        @Override
        public void postProcessEnvironment(ConfigurableEnvironment environment, SpringApplication application) {
            String certificate = environment.getProperty(SETTINGS + "certificate");
            String key = environment.getProperty(SETTINGS + "key");
            if (!StringUtils.hasText(certificate) || !StringUtils.hasText(key)) {
                return;
            }
            Map<String, Object> bundle = new LinkedHashMap<>();
            bundle.put(BUNDLE + "keystore.certificate", certificate);
            bundle.put(BUNDLE + "keystore.private-key", key);
            bundle.put(BUNDLE + "keystore.verify-keys", true);
            bundle.put(BUNDLE + "reload-on-update", true);
            bundle.put("spring.ssl.bundle.watch.file.quiet-period", environment.getProperty(SETTINGS + "reload", "10s"));
            String password = environment.getProperty(SETTINGS + "password");
            if (StringUtils.hasText(password)) {
                bundle.put(BUNDLE + "keystore.private-key-password", password);
            }
            environment.getPropertySources().addLast(new MapPropertySource(SETTINGS + "bundle", bundle));
        }
    }
}
