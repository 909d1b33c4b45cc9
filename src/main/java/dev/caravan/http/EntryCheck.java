package dev.caravan.http;

import dev.caravan.start.StartCheck;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.springframework.boot.autoconfigure.ssl.PemSslBundleProperties;
import org.springframework.boot.autoconfigure.ssl.PropertiesSslBundle;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.ssl.pem.PemContent;
import org.springframework.core.env.ConfigurableEnvironment;

/** Checks, before the gateway starts, that the ports are free and that the files of TLS fit each other. */
final class EntryCheck implements StartCheck {

    private static final int LAST_PORT = 65_535;

    @Override
    public void check(ConfigurableEnvironment settings) throws IOException {
        HttpProperties http = Binder.get(settings).bindOrCreate("caravan.http", HttpProperties.class);
        if (http.enabled()) {
            if (http.tls().isSet()) {
                checkTls(http.tls());
            }
            checkPort("caravan.http.host", http.host(), "caravan.http.port", http.port());
        }
        if (!settings.getProperty("spring.main.web-application-type", "").equals("none")) {
            int port = port(settings);
            if (port > 0 && http.enabled() && port == http.port()) {
                throw new IllegalArgumentException("caravan.http.port and server.port are the same port. Choose another for one of them");
            }
            checkPort("server.address", settings.getProperty("server.address", "0.0.0.0"), "server.port", port);
        }
    }

    private static int port(ConfigurableEnvironment settings) {
        String text = settings.getProperty("server.port", "8080");
        if (!text.matches("-1|\\d{1,5}") || Integer.parseInt(text) > LAST_PORT) {
            throw new IllegalArgumentException("server.port must be a port from 1 to " + LAST_PORT);
        }
        return Integer.parseInt(text);
    }

    private static void checkPort(String hostSetting, String host, String portSetting, int port) throws IOException {
        InetAddress address;
        try {
            address = InetAddress.getByName(host);
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException(hostSetting + " is no address and no name that can be resolved."
                    + " Write 127.0.0.1, or an address of this machine", e);
        }
        if (port <= 0) {
            return;
        }
        // does not listen: a process that another thread starts at this moment would inherit a listening socket
        try (Socket probe = new Socket()) {
            probe.setReuseAddress(true);
            probe.bind(new InetSocketAddress(address, port));
        } catch (IOException e) {
            String reason = String.valueOf(e.getMessage());
            if (reason.contains("assign")) {
                throw new IllegalArgumentException(hostSetting + " is no address of this machine. Write 127.0.0.1, or one that it has", e);
            }
            throw new IOException(portSetting + ": port " + port + (reason.contains("denied") ? " may not be opened by this user."
                    + " Choose a port from 1024" : " is in use by another process. Stop it, or choose another port"), e);
        }
    }

    private static void checkTls(HttpProperties.Tls tls) {
        PemContent certificate = pem("caravan.http.tls.certificate", Path.of(tls.certificate()));
        try {
            if (certificate.getCertificates().isEmpty()) {
                throw new IllegalStateException("no certificate");
            }
        } catch (IllegalStateException e) {
            throw new IllegalArgumentException("caravan.http.tls.certificate must be a PEM file with -----BEGIN CERTIFICATE-----", e);
        }
        try {
            if (pem("caravan.http.tls.key", Path.of(tls.key())).getPrivateKey(tls.password().isEmpty() ? null : tls.password()) == null) {
                throw new IllegalStateException("no key");
            }
        } catch (IllegalStateException e) {
            throw new IllegalArgumentException("caravan.http.tls.key must be a PEM file with -----BEGIN PRIVATE KEY-----."
                    + " For an encrypted key, set caravan.http.tls.password to its password", e);
        }
        PemSslBundleProperties bundle = new PemSslBundleProperties();
        bundle.getKeystore().setCertificate(tls.certificate());
        bundle.getKeystore().setPrivateKey(tls.key());
        bundle.getKeystore().setPrivateKeyPassword(tls.password().isEmpty() ? null : tls.password());
        bundle.getKeystore().setVerifyKeys(true);
        try {
            PropertiesSslBundle.get(bundle).getStores().getKeyStore();
        } catch (RuntimeException e) {
            throw new IllegalArgumentException("caravan.http.tls.key is not the key of caravan.http.tls.certificate."
                    + " Use the two files of one certificate", e);
        }
    }

    private static PemContent pem(String setting, Path file) {
        if (!Files.isReadable(file) || Files.isDirectory(file)) {
            throw new IllegalArgumentException(setting + (Files.exists(file) ? " names a file that the gateway may not read"
                    : " names a file that does not exist") + ". Correct the path, or the file's rights");
        }
        try {
            return PemContent.load(file);
        } catch (IOException | RuntimeException e) {
            throw new IllegalArgumentException(setting + " must be a PEM file, which is text", e);
        }
    }
}
