package dev.caravan.http;

import java.nio.file.Path;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of {@code caravan.http.tls.*}.
 *
 * @param certificate PEM file with the certificate and its chain. Empty means no TLS.
 * @param key         PEM file with the private key.
 * @param password    Password of the private key.
 * @param reload      Time without changes to the files after which the gateway reloads them. New connections use the new certificate.
 */
@ConfigurationProperties("caravan.http.tls")
record TlsProperties(Path certificate, Path key, @DefaultValue("") String password, @DefaultValue("10s") Duration reload) {

    TlsProperties {
        certificate = given(certificate);
        key = given(key);
        if ((certificate == null) != (key == null)) {
            throw new IllegalArgumentException("caravan.http.tls requires certificate and key. Set both, or neither for plain HTTP");
        }
    }

    boolean isOn() {
        return certificate != null;
    }

    private static Path given(Path path) {
        return path == null || path.toString().isBlank() ? null : path;
    }

    /** Leaves out the password. */
    @Override
    public String toString() {
        return "TlsProperties[certificate=" + certificate + ", key=" + key + ", reload=" + reload + "]";
    }
}
